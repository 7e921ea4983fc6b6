//! The `ludex` program: reads arguments, asks the library, draws answers.

mod args;
mod commands;
mod diagnostic;
mod interrupt;
mod print;
mod progress;
mod prompt;
mod terminal;
mod watch;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match commands::run(args::Cli::parse().command) {
        Ok(end) => end.into(),
        Err(error) => {
            watch::release();
            let end = if error.out_of_budget { 3 } else { 2 };
            diagnostic::report(error);
            ExitCode::from(end)
        }
    }
}
