//! `ludex solve`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::common::seconds;
use super::{BudgetArgs, OutputArgs, PositionArgs, Switch};

/// `ludex solve`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex solve connect4:columns=5,rows=4
  ludex solve domineering:rows=6,columns=6 --algorithm pp --evidence proof.ludex
  ludex solve hex:size=5 --moves c3 --algorithm dfpn --threads 2
  ludex solve tictactoe --algorithm retrograde
  ludex solve goofspiel:cards=6 --algorithm smab --skip 1
  ludex solve matrix.json --matrix
  ludex solve connect4:scoring=distance --batch positions.txt --json")]
pub struct SolveArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// The search.
    #[arg(long, value_enum, default_value_t = SolveAlgorithm::Auto)]
    pub algorithm: SolveAlgorithm,
    /// Whether to recognise positions reached by different moves.
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub transpositions: Switch,
    /// Whether to use what the game knows: move order, bounds, symmetry.
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub hints: Switch,
    /// How best-first searches value new positions: `none`, `mobility`, or an evaluation of the
    /// game (`ludex games NAME` lists them). For proof numbers `mobility` is their initialisation.
    /// Product propagation and best-first minimax take the game's own where nothing is said.
    #[arg(long, value_name = "NAME")]
    pub evaluation: Option<String>,
    /// Tell only the outcomes from LOW to HIGH apart, as in `draw..win` or `-5..5`: what is worse
    /// counts as LOW, what is better as HIGH. Best-first searches only.
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    pub range: Option<String>,
    /// Early bound skipping of smab: no bounds before so many rows and columns are filled.
    #[arg(long, value_name = "S")]
    pub skip: Option<usize>,
    /// The order in which smab looks at the cells of a matrix.
    #[arg(long, value_enum, value_name = "ORDER")]
    pub cell_order: Option<CellOrderName>,
    /// Show the matrix of the position with the values of all joint moves.
    #[arg(long, conflicts_with = "batch")]
    pub matrix: bool,
    /// Answer for every position of this file (`-` for standard input): moves from the start, or
    /// `position …`, one a line. The table is kept warm between lines. In a game whose outcomes
    /// are many numbers, a line may end in the expected score for the side on turn.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "evidence"])]
    pub batch: Option<PathBuf>,
    /// Keep answers and checkpoints in this file: what is known is not searched again, and a search
    /// that was stopped or killed goes on from its last checkpoint.
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Seconds between two checkpoints; by default as many as keep their cost at about 5 %.
    #[arg(long, value_name = "S", value_parser = seconds, requires = "store")]
    pub checkpoint_every: Option<f64>,
    /// Write a pair of proofs (with simultaneous moves: of mixed strategies) to this file: JSON if it ends in .json, compact binary otherwise.
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The searches of `ludex solve`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveAlgorithm {
    /// The one that fits the game; the answer says which and why.
    Auto,
    /// Depth-first search without a table (Algorithms 1 and 4).
    Dfs,
    /// Alpha-beta (Algorithm 5) with table, move ordering and null windows.
    Alphabeta,
    /// Proof number search (Section 2.4); with transpositions it is PNT.
    Pns,
    /// Depth-first proof number search.
    Dfpn,
    /// Proof number search on two levels, PN².
    Pn2,
    /// Product propagation (Section 2.6); with transpositions it is PPT.
    Pp,
    /// Product propagation on two levels, PP².
    Pp2,
    /// MCTS Solver (Section 2.5); with an evaluation it is MCTS-E.
    Mcts,
    /// Best-first minimax (Example 4); with simultaneous moves, the value if the second agent
    /// chooses first (Section 5.2.2).
    Minmax,
    /// Multiple-outcome proof number search (Section 3.7).
    Mopns,
    /// Multiple-outcome proof number search on two levels.
    Mopns2,
    /// Depth-first multiple-outcome proof number search.
    Dfmopns,
    /// Multiple-outcome product propagation (Section 3.6).
    Mopp,
    /// Score bounded MCTS (Section 3.5.3).
    Sbmcts,
    /// Best-first search by bounds alone (Example 7).
    Blind,
    /// Proof number search with the outcomes halved (Section 3.3).
    Dichotomic,
    /// Proof number search for one outcome after the other.
    Iterative,
    /// Backward analysis of all reachable states, with distances.
    Retrograde,
    /// Simultaneous moves: backward induction, one matrix game a state (Section 5.2.1).
    Backward,
    /// Simultaneous moves: alpha-beta for matrices (Algorithm 10).
    Smab,
    /// Simultaneous moves: double-oracle search between the bounds of serialised games.
    Oracle,
    /// Simultaneous moves: one linear program over the whole tree (Table 5.4).
    SequenceForm,
    /// Simultaneous moves: backward induction without rounding, in fractions.
    Exact,
    /// Simultaneous moves: the value if the first agent chooses first, a lower bound (Prop. 35).
    Maxmin,
    /// Simultaneous moves: the value if the agents choose first in turn (Section 5.2.2).
    Alternating,
    /// Simultaneous moves: the value if a coin says who chooses first (Section 5.2.2).
    RandomOrder,
    /// Simultaneous moves: Monte Carlo tree search with regret matching and score bounds.
    SmMcts,
    /// Simultaneous moves: regret matching at every state, until the bounds are 0.001 apart.
    Regret,
}

impl SolveAlgorithm {
    /// Whether it is for games of simultaneous moves.
    pub fn takes_matrices(self) -> bool {
        use SolveAlgorithm::{
            Alternating, Backward, Exact, Maxmin, Minmax, Oracle, RandomOrder, Regret,
            SequenceForm, SmMcts, Smab,
        };
        let serial = matches!(self, Maxmin | Minmax | Alternating | RandomOrder);
        serial || matches!(self, Backward | Smab | Oracle | SequenceForm | Exact | SmMcts | Regret)
    }
}

/// The orders of cells.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellOrderName {
    /// The first row, the rest of the first column, the rest of the second row, and so on (Fig. 5.12).
    LShaped,
    /// Row by row.
    Lexicographic,
}
