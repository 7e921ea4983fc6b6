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

/// What to try first, for somebody at a terminal who has typed nothing but the name of the program.
const MENU: &str = "\
Ludex answers questions about games and proves its answers. Try
  ludex play connect4 --players human,auto@1s     play against it (type help there)
  ludex solve tictactoe                           who wins with perfect play?
  ludex analyse breakthrough:rows=5,columns=4     is a game balanced?
  ludex problem \"#2\" --position kbK5/pp6/1P6/8/8/8/8/R7
  ludex serve                                     all of it in a browser
  ludex games                                     the games there are
  ludex --help                                    all commands";

/// Returns the commands and options, for manual pages and completions.
pub fn command() -> clap::Command {
    <args::Cli as clap::CommandFactory>::command()
}

/// Runs the program with its arguments, the name of the program first. Returns its exit code. Ends
/// the process where the arguments make no sense, or nobody reads on.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.len() < 2 && std::io::stdout().is_terminal() {
        print::line(format_args!("{MENU}"));
        return 0;
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
