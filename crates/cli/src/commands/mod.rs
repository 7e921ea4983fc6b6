//! The commands, one file each.

mod analyse;
mod check;
mod combat;
mod completions;
mod concepts;
mod export;
mod games;
mod ggp;
mod help;
mod lab;
mod licences;
mod new;
mod perft;
mod play;
mod problem;
mod query;
mod replay;
mod rules;
mod serve;
mod show;
mod signature;
mod solve;
mod strategy;
mod verify;

use std::path::Path;
use std::time::Instant;

use ludex::{Evidence, InputError, Limits, Session};

use crate::args::{Command, PositionArgs};
use crate::interrupt;
use crate::print;
use crate::watch;

/// How a command ended, when its input was good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The question was answered.
    Answered,
    /// Evidence was checked and is not valid.
    NotValid,
    /// No answer within the budget.
    OutOfBudget,
    /// Ctrl-C.
    Interrupted,
}

impl End {
    /// Returns the end of a command, given whether the question was answered.
    fn of(answered: bool) -> End {
        match answered {
            true => End::Answered,
            false if interrupt::interrupted() => End::Interrupted,
            false => End::OutOfBudget,
        }
    }
}

impl From<End> for u8 {
    fn from(end: End) -> u8 {
        match end {
            End::Answered => 0,
            End::NotValid => 1,
            End::OutOfBudget => 3,
            End::Interrupted => 130,
        }
    }
}

/// Runs a command.
pub fn run(command: Command) -> Result<End, InputError> {
    match command {
        Command::Games(args) => games::run(args),
        Command::Show(args) => show::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Check(args) => check::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Problem(args) => problem::run(args),
        Command::Play(args) => play::play(args),
        Command::Tournament(args) => play::tournament(args),
        Command::Analyse(args) => analyse::run(args),
        Command::Compare(args) => analyse::compare(args),
        Command::Ggp(args) => ggp::ggp(args),
        Command::Match(args) => ggp::manage(args),
        Command::Serve(args) => serve::run(args),
        Command::New(args) => new::run(args),
        Command::Rules(args) => rules::run(args),
        Command::Query(args) => query::run(args),
        Command::Strategy(args) => strategy::run(args),
        Command::Combat(args) => combat::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Export(args) => export::run(args),
        Command::Concepts(args) => concepts::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Lab(args) => lab::run(args),
        Command::Signature(args) => signature::run(args),
        Command::Licences => licences::run(),
        Command::Completions(args) => completions::run(args),
        Command::Example => help::example(),
        Command::Help(args) => help::help(args),
    }
}

/// Opens the game that a text names within limits, which are then those that are left, and tells
/// what looks wrong in its file.
fn open(name: &str, limits: &mut Limits) -> Result<Session, InputError> {
    let start = Instant::now();
    let game = ludex::open_within(name, limits)?;
    *limits = watch::left(limits, start);
    print::warnings(game.warnings());
    Ok(game)
}

/// Opens the game and sets up its position, within limits.
fn set_up(args: PositionArgs, mut limits: Limits) -> Result<Session, InputError> {
    let mut game = open(&args.game, &mut limits)?;
    game.set_up(&args.set_up())?;
    Ok(game)
}

/// Writes evidence to a file.
fn write_evidence(path: &Path, evidence: &Evidence) -> Result<(), InputError> {
    evidence.write(path).map_err(|error| InputError::cannot_write(path, error))
}
