//! `ludex solve`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use ludex::Best;
use ludex_search::{AlgorithmInfo, Task, algorithms_for, find_algorithm};

use super::common::{algorithm_names, seconds};
use super::{BudgetArgs, OutputArgs, PositionArgs, Switch};

/// `ludex solve`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex solve connect4:columns=5,rows=4
  ludex solve domineering:rows=6,columns=6 --algorithm pp --evidence proof.ludex
  ludex solve hex:size=5 --moves c3 --algorithm dfpn --threads 2
  ludex solve domineering:rows=6,columns=6 --best all
  ludex solve tictactoe --algorithm retrograde
  ludex solve npuzzle:size=4,scramble=60
  ludex solve goofspiel:cards=6 --algorithm smab --skip 1
  ludex solve matrix.json --matrix
  ludex solve entry.efg --equilibria all
  ludex solve entry.efg --guarantee Incumbent
  ludex solve connect4:scoring=distance --batch positions.txt --json

Keys such as [Saf13] are publications: docs/references.md lists them.")]
pub struct SolveArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// The search.
    #[arg(long, default_value = "auto", value_parser = algorithms())]
    pub algorithm: String,
    /// Whether to recognise positions reached by different moves (default: on, where it can be).
    #[arg(long, value_enum)]
    pub transpositions: Option<Switch>,
    /// Whether to use what the game knows: move order, bounds, symmetry (default: on).
    #[arg(long, value_enum)]
    pub hints: Option<Switch>,
    /// How best-first searches value new positions: `none`, `mobility`, or an evaluation of the
    /// game (`ludex games NAME` lists them). Proof numbers take `none` and `mobility`, which is their initialisation.
    /// Product propagation and best-first minimax take the game's own where nothing is said.
    #[arg(long, value_name = "NAME")]
    pub evaluation: Option<String>,
    /// Tell only the outcomes from LOW to HIGH apart, as in `draw..win` or `-5..5`: what is worse
    /// counts as LOW, what is better as HIGH. An answer of LOW is therefore a bound, "at most LOW", and one of HIGH "at least HIGH";
    /// neither is called exact unless nothing is worse or better. Best-first searches only.
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    pub range: Option<String>,
    /// Which best moves to find once the value is known. By default `auto`; `one` with --batch.
    #[arg(long, value_name = "WHICH", value_enum)]
    pub best: Option<BestArg>,
    /// Early bound skipping of smab: no bounds before this number of rows and columns is filled.
    #[arg(long, value_name = "S")]
    pub skip: Option<usize>,
    /// The order in which smab looks at the cells of a matrix.
    #[arg(long, value_name = "ORDER", value_parser = cell_orders())]
    pub cell_order: Option<String>,
    /// Show the matrix of the position with the values of all joint moves.
    #[arg(long, conflicts_with = "batch")]
    pub matrix: bool,
    /// Answer for every position of this file (`-` for standard input): moves from the start, or
    /// `position …`, one a line. The table is kept warm between lines. In a game whose outcomes
    /// are many numbers, a line may end in the expected score for the side on turn.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "evidence"])]
    pub batch: Option<PathBuf>,
    /// Keep answers and checkpoints in this file: what is known is not searched again, and a search
    /// that was stopped or killed goes on from its last checkpoint. Only what was sealed with your
    /// key is used: the file that LUDEX_KEY names, or ~/.local/state/ludex/key.
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Seconds between two checkpoints; by default as many as keep their cost at about 5 %.
    #[arg(long, value_name = "S", value_parser = seconds, requires = "store")]
    pub checkpoint_every: Option<f64>,
    /// What this agent can secure if all others play against it, in a game that is not zero-sum.
    /// Without this option every agent plays for its own payoff there.
    #[arg(long, value_name = "AGENT")]
    pub guarantee: Option<String>,
    /// List the payoffs of all subgame-perfect equilibria, and this many of their plays.
    #[arg(long, value_name = "all|N", value_parser = plays, conflicts_with = "guarantee")]
    pub equilibria: Option<usize>,
    /// Write a pair of proofs (with simultaneous moves: of mixed strategies; where every agent plays
    /// for its own payoff: that nobody gains by deviating anywhere) to this file: JSON if it ends in .json, compact binary otherwise.
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,
    /// Also find the proofs, and explain in sentences what they show.
    #[arg(long, conflicts_with_all = ["batch", "json"])]
    pub explain: bool,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Which best moves.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BestArg {
    /// All if that takes no more nodes than the value did, or than 50,000; else those found by then
    Auto,
    /// One
    One,
    /// All
    All,
    /// None
    None,
}

impl From<BestArg> for Best {
    fn from(best: BestArg) -> Best {
        match best {
            BestArg::Auto => Best::Auto,
            BestArg::One => Best::One,
            BestArg::All => Best::All,
            BestArg::None => Best::None,
        }
    }
}

/// Returns the algorithms for values, each name once: a few are for both kinds of games.
fn algorithms() -> PossibleValuesParser {
    static AUTO: AlgorithmInfo = AlgorithmInfo {
        name: "auto",
        summary: "The one that suits the game; the answer says which and why",
        source: "",
        node: "",
        task: Task::Value,
        options: &[],
    };
    let values = algorithms_for(Task::Value);
    let known = |info: &&AlgorithmInfo| find_algorithm(info.name, Task::Value).is_none();
    let matrices = algorithms_for(Task::Matrix).filter(known);
    let others =
        [Task::Path, Task::Payoffs, Task::Expectation].into_iter().flat_map(algorithms_for);
    algorithm_names([&AUTO].into_iter().chain(values).chain(others).chain(matrices))
}

/// Parses the number of plays of equilibria to list; 0 is the usual number.
fn plays(text: &str) -> Result<usize, String> {
    match text.parse() {
        _ if text == "all" => Ok(0),
        Ok(0) | Err(_) => Err("expected `all` or a number above 0".to_string()),
        Ok(number) => Ok(number),
    }
}

/// Returns the orders of cells.
fn cell_orders() -> PossibleValuesParser {
    let l_shaped = "The first row, the rest of the first column, the rest of the second row, …";
    PossibleValuesParser::new([
        PossibleValue::new("l-shaped").help(l_shaped),
        PossibleValue::new("lexicographic").help("Row by row"),
    ])
}
