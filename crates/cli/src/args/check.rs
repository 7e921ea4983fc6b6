//! `ludex check`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use ludex_search::COSTS;

use super::{BudgetArgs, OutputArgs, PositionArgs, Switch};

/// `ludex check`
#[derive(Args, Debug)]
#[command(after_help = "\
Formulas: true false atom !φ φ&φ φ|φ φ->φ <agent>φ [agent]φ <agent>^n φ, and the concepts of
`ludex concepts`. A is the player asked about, B the opponent, B1 … Bk the opponents in turn order;
w and l mean won and lost for A. `ludex games NAME` lists the atoms of a game.

Examples:
  ludex check tictactoe \"omega(2)\" --moves \"a1 b1 a2 b2\"
  ludex check chess \"<White>[Black]<White> mate(Black)\" --position \"7R/7p/5P1k/4PKpP/8/8/8/8 w - g6\"
  ludex check hex:size=4 \"ladder(7)\" --for Black --evidence proof.json
  ludex check connect4 \"lambda(2,5)\" --moves \"4 4 3 3\" --algorithm pnps --conjunctions max
  ludex check tictactoe \"omega(3)\" --moves \"b2 a2\" --algorithm mcps --seed 7
  ludex check npuzzle:scramble=10 \"pi(12)\" --algorithm mps --cost depth --evidence proof.json")]
pub struct CheckArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// The formula.
    pub formula: String,
    /// Who A is: the agent asked about (default: the agent on turn).
    #[arg(long = "for", value_name = "AGENT")]
    pub asked: Option<String>,
    /// A file of definitions to add to the concepts.
    #[arg(long, value_name = "FILE")]
    pub define: Option<PathBuf>,
    /// The model checking search.
    #[arg(long, value_enum, default_value_t = CheckAlgorithm::Dfps)]
    pub algorithm: CheckAlgorithm,
    /// Exactly Algorithm 7 of the thesis: no table, no move ordering; counts queries as its
    /// Table 4.12 does.
    #[arg(long)]
    pub plain: bool,
    /// Whether to recognise a position and a part of the formula reached in different ways.
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub transpositions: Switch,
    /// What pnps expects both parts of a conjunction to take together (default: sum).
    #[arg(long, value_enum)]
    pub conjunctions: Option<Together>,
    /// What the numbers of pnps start with (default: none).
    #[arg(long, value_enum)]
    pub evaluation: Option<FirstNumbers>,
    /// Whether best-first searches look at once at what takes no move to decide, rather than when
    /// they come by.
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub look: Switch,
    /// What mps, mps2 and dfmps make as small as can be (default: size).
    #[arg(long, value_parser = costs())]
    pub cost: Option<String>,
    /// Answer for every position of this file (`-` for standard input): moves from the start, or
    /// `position …`, one a line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "evidence"])]
    pub batch: Option<PathBuf>,
    /// Write the proof to this file: JSON if it ends in .json, compact binary otherwise.
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The searches of `ludex check`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckAlgorithm {
    /// Depth First Proof Search (Algorithm 7), with a table and move ordering unless --plain.
    Dfps,
    /// Proof Number Proof Search (Section 4.3.3): best first, where least is left to be shown.
    Pnps,
    /// Proof Number Proof Search on two levels.
    Pnps2,
    /// Monte Carlo Proof Search (Section 4.3.4): best first, led by random probes.
    Mcps,
    /// Minimal Proof Search (Section 4.4): finds a cheapest proof, best first.
    Mps,
    /// Minimal Proof Search on two levels.
    Mps2,
    /// Minimal Proof Search depth first, with a table: takes less memory.
    Dfmps,
}

/// The names of the costs that a proof can be minimal for.
fn costs() -> PossibleValuesParser {
    let values = COSTS.iter().map(|ready| PossibleValue::new(ready.name).help(ready.about));
    PossibleValuesParser::new(values)
}

/// The effort of two things together.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Together {
    /// The sum of their efforts (Table 4.3).
    Sum,
    /// The greater of their efforts: with λ-trees this is Lambda PNS (Table 4.13).
    Max,
}

/// What proof numbers start with.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstNumbers {
    /// One each.
    None,
    /// The number of moves where all of them matter.
    Mobility,
}
