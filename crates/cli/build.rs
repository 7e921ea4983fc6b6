//! Asks the linker for a smaller program: one copy of functions and tables that are equal (generic
//! code compiled for many types, and the attack tables of chess, which two crates contain; 1.6 MB),
//! and addresses that are adjusted when the program is loaded as a bit map instead of a list (0.6 MB).

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The linker that comes with Rust knows how to; another one may not.
    let variable = |name| env::var(name).unwrap_or_default();
    let default_linker = variable("TARGET") == "x86_64-unknown-linux-gnu"
        && !variable("CARGO_ENCODED_RUSTFLAGS").contains("link")
        && variable("RUSTC_LINKER").is_empty();
    if default_linker && variable("PROFILE") == "release" {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all,--ignore-data-address-equality");
        if variable("HOST") == variable("TARGET") && loader_reads_bit_maps() {
            println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        }
    }
}

/// Returns whether programs are loaded by the GNU C library 2.36 or later, which reads such bit maps.
fn loader_reads_bit_maps() -> bool {
    let Ok(output) = Command::new("getconf").arg("GNU_LIBC_VERSION").output() else { return false };
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text.trim().trim_start_matches("glibc ").split('.').map(str::parse::<u32>);
    matches!((numbers.next(), numbers.next()), (Some(Ok(2)), Some(Ok(minor))) if minor >= 36)
}
