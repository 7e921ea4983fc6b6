//! `ludex check`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use ludex_search::{Task, algorithms_for};

use super::common::algorithm_names;
use super::{BudgetArgs, OutputArgs, PositionArgs, Switch};

/// `ludex check`
#[derive(Args, Debug)]
#[command(after_help = "\
Formulas: true false atom !φ φ&φ φ|φ φ->φ <agent>φ [agent]φ <agent>^n φ, and the concepts of
`ludex concepts`. A is the player asked about, B the opponent, B1 … Bk the opponents in turn order;
w and l mean won and lost for A. `ludex games NAME` lists the atoms of a game. What coalitions can
force: <<agent,…>>X φ, <<agent>>F φ, <<agent>>G φ, <<agent>> φ U ψ; CTL: EF φ, AG φ, A(φ U ψ).

Examples:
  ludex check tictactoe \"omega(2)\" --moves \"a1 b1 a2 b2\"
  ludex check chess \"<White>[Black]<White> mate(Black)\" --position \"7R/7p/5P1k/4PKpP/8/8/8/8 w - g6\"
  ludex check hex:size=4 \"ladder(7)\" --for Black --evidence proof.json
  ludex check connect4 \"lambda(2,5)\" --moves \"4 4 3 3\" --algorithm pnps --conjunctions max
  ludex check tictactoe \"omega(3)\" --moves \"b2 a2\" --algorithm mcps --seed 7
  ludex check npuzzle:scramble=10 \"pi(12)\" --algorithm mps --cost depth --evidence proof.json
  ludex check connect4:columns=5,rows=4 --least omega --moves \"3 3 2 2\"
  ludex check nim:heaps=1-2-3 \"omega(4)\" --for Second --algorithm mps --cost \"First=1,Second=3\"

Keys such as [Saf13] are publications: docs/references.md lists them.")]
pub struct CheckArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// The formula.
    #[arg(required_unless_present = "least")]
    pub formula: Option<String>,
    /// Find the smallest n for which this holds: a concept with one parameter, as `omega`, or a
    /// formula with n in it, as `lambda(2, n)`. Tries 0, 1, 2 … up to 100; the limits are for all.
    #[arg(long, value_name = "CONCEPT", conflicts_with_all = ["formula", "batch"])]
    pub least: Option<String>,
    /// Who A is: the agent asked about (default: the agent on turn).
    #[arg(long = "for", value_name = "AGENT")]
    pub asked: Option<String>,
    /// A file of definitions to add to the concepts.
    #[arg(long, value_name = "FILE")]
    pub define: Option<PathBuf>,
    /// The model checking search.
    #[arg(long, default_value = "dfps", value_parser = algorithm_names(algorithms_for(Task::Formula)))]
    pub algorithm: String,
    /// Exactly the published dfps [Saf13, Algorithm 7]: no table, no move ordering; counts queries
    /// as [Saf13, Table 4.12] does.
    #[arg(long)]
    pub plain: bool,
    /// Whether to recognise a position and a part of the formula reached in different ways (default:
    /// on).
    #[arg(long, value_enum)]
    pub transpositions: Option<Switch>,
    /// What pnps expects both parts of a conjunction to take together (default: sum).
    #[arg(long, value_parser = efforts())]
    pub conjunctions: Option<String>,
    /// What the numbers of pnps start with (default: none).
    #[arg(long, value_parser = first_numbers())]
    pub evaluation: Option<String>,
    /// Whether best-first searches look at once at what takes no move to decide, rather than when
    /// they come by (default: on).
    #[arg(long, value_enum)]
    pub look: Option<Switch>,
    /// What mps, mps2 and dfmps make as small as can be (default: size): `size`, the nodes of the
    /// proof as a tree; `depth`, the most moves in a play; `atoms`, the atoms looked at;
    /// `interactions`, these and the lists of moves asked for [Saf13, Section 4.2.5]. Or prices:
    /// `White=1,Black=5` is what a list of the moves of each costs, `atom=2` an atom, `list=1` the
    /// lists of all others; what is not named is free. With `longest` before them not the sum
    /// counts, but the most expensive play.
    #[arg(long, value_name = "COST")]
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

/// Returns the ways of computing the effort of a conjunction.
fn efforts() -> PossibleValuesParser {
    let sum = PossibleValue::new("sum").help("The sum of the efforts of its parts");
    let max = "The greater of the efforts of its parts: with λ-trees this is Lambda PNS";
    PossibleValuesParser::new([sum, PossibleValue::new("max").help(max)])
}

/// Returns the ways of initialising proof numbers.
fn first_numbers() -> PossibleValuesParser {
    let mobility = "The number of moves where all of them matter";
    PossibleValuesParser::new([
        PossibleValue::new("none").help("One each"),
        PossibleValue::new("mobility").help(mobility),
    ])
}
