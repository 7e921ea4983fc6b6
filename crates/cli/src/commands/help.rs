//! `ludex help` and `ludex example`: pages of the book in the terminal, and a tour that runs.

use std::io::IsTerminal;
use std::{env, fs, process};

use clap::Parser;
use ludex::{InputError, Topic, TourStep};

use super::End;
use crate::args::{Cli, HelpArgs};
use crate::print::{self, FAINT, STRONG, say, styled, tell};
use crate::terminal;

/// Shows a topic, or the help of the program or of a command.
pub fn help(args: HelpArgs) -> Result<End, InputError> {
    let program = crate::command();
    let commands: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    match args.about.as_deref() {
        Some(topic) if !commands.contains(&topic) => {
            print::page(Topic::find(topic, &commands)?.page(&print::toned));
        }
        command => {
            // Prints the help and ends.
            Cli::parse_from(["ludex"].into_iter().chain(command).chain(["--help"]));
        }
    }
    Ok(End::Answered)
}

/// Runs the tour in a folder of its own, which is removed at the end.
pub fn example() -> Result<End, InputError> {
    let folder = env::temp_dir().join(format!("ludex-example-{}", process::id()));
    let cannot = |error| InputError::cannot_write(&folder, error);
    let here = env::current_dir().map_err(cannot)?;
    fs::create_dir(&folder).and_then(|()| env::set_current_dir(&folder)).map_err(cannot)?;
    let mut steps = ludex::tour(&print::toned).into_iter();
    let end = steps.try_fold(End::Answered, |_, step| match station(step) {
        Ok(End::Answered) => Ok(End::Answered),
        other => Err(other),
    });
    // What is left of the folder is in the way of nobody.
    let _ = env::set_current_dir(here).and_then(|()| fs::remove_dir_all(&folder));
    end.map_or_else(|other| other, Ok)
}

/// Says what a station is about and runs its command. At a terminal it waits before that.
fn station(step: TourStep) -> Result<End, InputError> {
    print::page(step.text);
    if step.command.is_empty() {
        return Ok(End::Answered);
    }
    say!("\n{}", styled(STRONG, format!("$ ludex {}", step.line)));
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        tell!("{}", styled(FAINT, "Enter runs it, Ctrl-D ends the tour"));
        if terminal::read_line().is_none() {
            return Ok(End::Interrupted);
        }
    }
    let words = ["ludex".to_string()].into_iter().chain(step.command);
    let end = super::run(Cli::parse_from(words).command)?;
    say!("");
    Ok(end)
}
