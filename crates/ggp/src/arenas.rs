//! Memory that threads have freed.

/// How the allocator of glibc gives memory back. By itself it has up to eight arenas for each
/// processor, and each keeps what its threads have freed: the memory of rules that could not be opened
/// would be held as often as there are arenas. And where large blocks were freed it takes the next ones
/// from the heap, where whatever lies above them keeps them: a fixed limit gives them back.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const SETTINGS: [(&str, &str); 3] = [
    ("MALLOC_ARENA_MAX", "1"),
    ("MALLOC_MMAP_THRESHOLD_", "131072"),
    ("MALLOC_TRIM_THRESHOLD_", "131072"),
];

/// Starts the program anew with an allocator that gives back what is freed, where it is the one of
/// glibc and the program is `ludex`, unless the user has set how it works.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn share_freed_memory() {
    use std::os::unix::process::CommandExt;
    let Ok(program) = std::env::current_exe() else { return };
    let ours = program.file_stem().is_some_and(|name| name == "ludex");
    if !ours || SETTINGS.iter().any(|(name, _)| std::env::var_os(name).is_some()) {
        return;
    }
    let args = std::env::args_os().skip(1);
    // It returns only if the program cannot be started: then this one goes on.
    let _ = std::process::Command::new(program).args(args).envs(SETTINGS).exec();
}

/// Does nothing: other allocators share what is freed.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn share_freed_memory() {}
