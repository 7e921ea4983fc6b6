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

use clap::Parser;

/// Runs the program with its arguments, the name of the program first. Returns its exit code. Ends
/// the process where the arguments make no sense, or nobody reads on.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
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
