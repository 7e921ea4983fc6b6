//! Memory that threads have freed.

/// Starts the program anew with one arena of the allocator, where that is the one of glibc and the
/// program is `ludex`. By itself it has up to eight arenas for each processor, and each keeps what
/// its threads have freed: the memory of rules that could not be opened would be held as often as
/// there are arenas.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn share_freed_memory() {
    use std::os::unix::process::CommandExt;
    const ARENAS: &str = "MALLOC_ARENA_MAX";
    let Ok(program) = std::env::current_exe() else { return };
    let ours = program.file_stem().is_some_and(|name| name == "ludex");
    if !ours || std::env::var_os(ARENAS).is_some() {
        return;
    }
    let args = std::env::args_os().skip(1);
    // It returns only if the program cannot be started: then this one goes on.
    let _ = std::process::Command::new(program).args(args).env(ARENAS, "1").exec();
}

/// Does nothing: other allocators share what is freed.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn share_freed_memory() {}
