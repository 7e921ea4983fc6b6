//! The `ludex` program: reads arguments, asks the library, draws answers. No logic of its own.

mod answer;
mod args;
mod coalitions;
mod commands;
mod complaint;
mod composition;
mod definitions;
mod describe;
mod erased;
mod interrupt;
mod laboratory;
mod languages;
mod lines;
mod open;
mod print;
mod progress;
mod prompt;
mod requests;
mod sequential;
mod simultaneous;
mod table;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match commands::run(args::Cli::parse().command) {
        Ok(end) => end.into(),
        Err(complaint) => {
            anstream::eprintln!("{:?}", miette::Report::new(complaint));
            ExitCode::from(2)
        }
    }
}
