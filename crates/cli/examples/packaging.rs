//! Writes what packages install beside the program into a folder: a manual page for the program and
//! for each command (`man/`), and completions for shells (`completions/`).
//!
//!     cargo run -p ludex-cli --example packaging -- target/packaging

use std::fs;
use std::path::{Path, PathBuf};

use clap_complete::Shell;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map_or("target/packaging".into(), PathBuf::from);
    let [man, completions] = ["man", "completions"].map(|name| folder.join(name));
    fs::create_dir_all(&man)?;
    fs::create_dir_all(&completions)?;
    clap_mangen::generate_to(ludex_cli::command(), &man)?;
    write_completions(&completions)?;
    println!("{} manual pages in {}", fs::read_dir(&man)?.count(), man.display());
    Ok(())
}

fn write_completions(folder: &Path) -> std::io::Result<()> {
    for (shell, name) in
        [(Shell::Bash, "ludex"), (Shell::Zsh, "_ludex"), (Shell::Fish, "ludex.fish")]
    {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut ludex_cli::command(), "ludex", &mut text);
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}
