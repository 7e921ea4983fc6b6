//! `ludex strategy`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::{BudgetArgs, OutputArgs};

/// `ludex strategy`
#[derive(Args, Debug)]
#[command(after_help = "\
A file has rules of its own (then it is its own GAME), or names the game its strategies are for; the GAME
given here goes before the one it names.

Examples:
  ludex strategy tictactoe --find --player O             find rules, and verify what they guarantee
  ludex strategy tictactoe --find --out best.sgl         keep them
  ludex strategy tictactoe best.sgl --player X           all checks of its only strategy
  ludex strategy games/sgl/tictactoe.sgl games/sgl/tictactoe.sgl --strategy steady --player X \\
      --check never-loses")]
pub struct StrategyArgs {
    /// The game: a name or a file.
    pub game: String,
    /// The file with the strategies.
    #[arg(required_unless_present = "find")]
    pub file: Option<String>,
    /// Which strategy of the file; needed if it has several.
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<String>,
    /// Who follows it (default: the first agent).
    #[arg(long, value_name = "AGENT")]
    pub player: Option<String>,
    /// What is to be checked; all of them if nothing is said.
    #[arg(long, value_name = "WHAT", value_parser = checks())]
    pub check: Option<String>,
    /// Only against this strategy of the others, of the same file, rather than whatever they do.
    #[arg(long, value_name = "NAME")]
    pub against: Option<String>,
    /// Search for a strategy of few rules in order of priority, and verify what it guarantees.
    #[arg(long, conflicts_with_all = ["file", "strategy", "check", "against"])]
    pub find: bool,
    /// Where to write the strategy that was found.
    #[arg(long, value_name = "FILE", requires = "find")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Returns the names of the checks.
fn checks() -> PossibleValuesParser {
    PossibleValuesParser::new(ludex_sgl::CHECKS.iter().map(|(name, _)| *name))
}
