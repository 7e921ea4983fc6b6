//! The program `ludex` as a function: reads arguments, asks the library, draws answers. `main.rs`
//! calls it, and so does the command that the Python package installs.

mod args;
mod commands;
mod diagnostic;
mod interrupt;
mod print;
mod progress;
mod prompt;
mod terminal;
mod watch;

use std::ffi::OsString;
use std::io::IsTerminal;

use clap::Parser;

/// Returns the commands and options, for manual pages and completions.
pub fn command() -> clap::Command {
    <args::Cli as clap::CommandFactory>::command()
}

/// Runs the program with its arguments, the name of the program first. Returns its exit code. Ends
/// the process where the arguments make no sense, or nobody reads on.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.len() < 2 && std::io::stdout().is_terminal() {
        return choose(arguments);
    }
    match commands::run(args::Cli::parse_from(arguments).command) {
        Ok(end) => end.into(),
        Err(error) => {
            watch::release();
            let end = match error.out_of_budget {
                true if interrupt::interrupted() => 130,
                true => 3,
                false => 2,
            };
            diagnostic::report(error);
            end
        }
    }
}

/// Shows what to try to somebody at a terminal who has typed nothing but the name of the program, and
/// runs what is chosen.
fn choose(mut arguments: Vec<OsString>) -> u8 {
    print::page(ludex::menu_page(&print::toned));
    if !std::io::stdin().is_terminal() {
        return 0;
    }
    eprint!("a number, or Enter to leave: ");
    match terminal::read_line().and_then(|line| ludex::menu_choice(&line)) {
        Some(chosen) => {
            arguments.extend(chosen.into_iter().map(OsString::from));
            run(arguments)
        }
        None => 0,
    }
}
