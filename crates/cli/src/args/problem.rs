//! `ludex problem`.

use std::path::PathBuf;

use clap::Args;

use super::{BudgetArgs, OutputArgs};

/// `ludex problem`
#[derive(Args, Debug)]
#[command(after_help = "\
Stipulations: how the sides play, a goal, a number of moves.
  #3       White mates in at most 3, whatever Black does     s#3      White forces Black to mate
  h#2      both help: Black moves, White's 2nd move mates    r#3      s#3, but who can mate must
  h#2.5    the same with a white move in front               semi-r#3 only Black must
  ser-#7   7 white moves in a row, the last one mates        hs#3     help play that ends in s#1
  ser-h#7  7 black moves in a row, then White mates          ser-s#7  7 white moves in a row, then s#1
  pser-#7  as ser-#7, but Black parries checks               hr#3, ser-r#7, pser-h#7, pser-s#7
Goals: # mate, = stalemate, #= either, == of both sides, + check, x capture, 00 castling, ep, ze4 a
move to e4, ~ any move, {atom} anything `ludex games chess` lists. The side on turn in the FEN moves
first, so with Black to move #3 means that Black mates. A FEN that does not say who is on turn or
may castle is understood as usual: h#n and ser-h#n begin with Black, the others with White, and king
and rook on their first squares may castle. The answer says what was assumed.

Examples:
  ludex problem \"#2\" --position \"7R/7p/5P1k/4PKpP/8/8/8/8 w - g6\" --all --tries
  ludex problem \"h#2\" --position \"8/8/1B6/8/3PP3/1PnkpB2/8/RN2K3 b Q\" --all --set-play
  ludex problem \"h#2\" --position \"white Kd1 Rh1 black Ka1\" --all --twin \"wKd1-c1\"
  ludex problem \"ser-{captured(Black,queen)}4\" --position \"3q3k/8/8/8/8/8/8/N6K w\" --all
  ludex problem --formula \"<White>[Black]<White> check(Black)\" --position \"k7/8/8/8/8/8/8/K6R w\"")]
pub struct ProblemArgs {
    /// The stipulation: #3, h#2.5, s#4, r#2, ser-h#5 and the like.
    #[arg(required_unless_present_any = ["formula", "batch"])]
    pub stipulation: Option<String>,
    /// The position, as FEN or as a list of men: white Kf5 Qg2 black Kh8.
    #[arg(long, value_name = "FEN", allow_hyphen_values = true, required_unless_present = "batch")]
    pub position: Option<String>,
    /// Solve the problems of a file (or `-`): Popeye's input language, or a stipulation and a position
    /// on each line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stipulation", "formula", "position"])]
    pub batch: Option<PathBuf>,
    /// Also solve a twin: move d3 e4, remove a1, add black sc4, exchange e1 e2, bKd3-e4, -wPa1 and
    /// the like; `continued` changes the position before instead of the diagram. Can be repeated.
    #[arg(long, value_name = "CHANGES", allow_hyphen_values = true, conflicts_with_all = ["batch", "formula", "evidence"])]
    pub twin: Vec<String>,
    /// A zero position: solve only the twins.
    #[arg(long, requires = "twin")]
    pub zero: bool,
    /// Instead of a stipulation any formula (see `ludex check --help`): prints the moves that make it
    /// true.
    #[arg(long, value_name = "FORMULA", conflicts_with = "stipulation")]
    pub formula: Option<String>,
    /// Who moves first, or is A in a formula (default: the side on turn).
    #[arg(long = "for", value_name = "SIDE")]
    pub asked: Option<String>,
    /// A file of definitions to add to the concepts.
    #[arg(long, value_name = "FILE")]
    pub define: Option<PathBuf>,
    /// Find every solution, and the short ones, rather than the first.
    #[arg(long)]
    pub all: bool,
    /// List at most this many solutions, and as many short ones, of set play and of the duplex
    /// [default: 10000].
    #[arg(long, value_name = "N", requires = "all")]
    pub limit: Option<usize>,
    /// Also print tries: first moves that fail to one defence only.
    #[arg(long)]
    pub tries: bool,
    /// Also the play with the other side starting: half a move shorter in help play, the answers to its
    /// moves otherwise.
    #[arg(long)]
    pub set_play: bool,
    /// Also solve with the colours exchanged.
    #[arg(long)]
    pub duplex: bool,
    /// Look at the play after a key to this depth in moves; 0 for the keys only. Defences that leave
    /// the quickest threat as it is are left out if others parry it.
    #[arg(long, value_name = "N")]
    pub variations: Option<u32>,
    /// Compare with the author's solutions, between semicolons, and list cooks: 1.Qf6.
    #[arg(long, value_name = "MOVES", requires = "all", conflicts_with = "batch")]
    pub intended: Option<String>,
    /// Draw the diagram with its caption: SVG, or for the LaTeX package `diagram` if it ends in .tex.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "twin"])]
    pub diagram: Option<PathBuf>,
    /// Write a proof of the stipulation's formula to this file: JSON if it ends in .json.
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}
