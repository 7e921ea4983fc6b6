//! What can be typed: the command line as clap sees it. What it means is decided in `commands`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use ludex_search::COSTS;

/// Ludex, the judge of games: answers questions about games and proves its answers.
#[derive(Parser, Debug)]
#[command(name = "ludex", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Exit codes: 0 answered, 2 bad input, 3 no answer within the budget, 130 interrupted.

Examples:
  ludex games                                          the built-in games
  ludex show connect4 --moves \"4 4 3\"                  draw a position
  ludex solve connect4:columns=5,rows=4                its value with perfect play
  ludex check tictactoe \"omega(3)\" --moves \"a1 b1 a2\"  can the player on turn force a win?
  ludex problem \"#2\" --position kbK5/pp6/1P6/8/8/8/8/R7  a chess problem: mate in two
  ludex verify proof.json                              check a proof")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games, or describe one: agents, keys, notation, atoms.
    Games(GamesArgs),
    /// Draw a position.
    Show(ShowArgs),
    /// Play a file of moves and print every state reached, one JSON object a line.
    Replay(ReplayArgs),
    /// Is a formula true in a position?
    Check(CheckArgs),
    /// The value of a game with perfect play.
    Solve(SolveArgs),
    /// Solve a chess problem: all solutions of #n, h#n, s#n, r#n, series movers, or any formula.
    Problem(ProblemArgs),
    /// Check evidence against the rules of the game.
    Verify(VerifyArgs),
    /// List the solution concepts, with their definitions and where they come from.
    Concepts(ConceptsArgs),
    /// Count the positions of the game tree at a depth.
    Perft(PerftArgs),
    /// Run a published experiment again: published figures next to measured ones.
    Lab(LabArgs),
    /// Print node counts of fixed searches: they change only when a search does.
    Signature(OutputArgs),
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
}

/// `ludex games`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex games                 the list
  ludex games hex             one game in full
  ludex games --json          for scripts")]
pub struct GamesArgs {
    /// The game to describe.
    pub name: Option<String>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex show`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex show connect4 --moves \"4 4 3\"
  ludex show chess --position \"8/8/P7/8/7p/8/p1K5/k7 w\"
  ludex show hex:size=4 --svg board.svg")]
pub struct ShowArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Also write the drawing to this file as SVG.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex replay`
#[derive(Args, Debug)]
#[command(after_help = "\
A line of the file is a joint move: one move for each agent in playing order, separated by tabs;
or a single move where only one agent acts.

Examples:
  ludex replay connect4 --moves-file game.txt
  printf '4\\n4\\n' | ludex replay connect4 --moves-file -")]
pub struct ReplayArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// The file with the moves; `-` for standard input.
    #[arg(long, value_name = "FILE")]
    pub moves_file: PathBuf,
    #[command(flatten)]
    pub output: OutputArgs,
}

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

/// `ludex solve`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex solve connect4:columns=5,rows=4
  ludex solve domineering:rows=6,columns=6 --algorithm pp --evidence proof.ludex
  ludex solve hex:size=5 --moves c3 --algorithm dfpn --threads 2
  ludex solve tictactoe --algorithm retrograde
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
    /// Write a pair of proofs to this file: JSON if it ends in .json, compact binary otherwise.
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
    /// Best-first minimax (Example 4).
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
}

/// On or off.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// Yes.
    On,
    /// No.
    Off,
}

/// `ludex problem`
#[derive(Args, Debug)]
#[command(after_help = "\
Stipulations: how the sides play, a goal, a number of moves.
  #3       White mates in at most 3, whatever Black does     s#3      White forces Black to mate
  h#2      both help: Black moves, White's 2nd move mates    r#3      s#3, but who can mate must
  h#2.5    the same with a white move in front               semi-r#3 only Black must
  ser-#7   7 white moves in a row, the last one mates        hs#3     help play that ends in s#1
  ser-h#7  7 black moves in a row, then White mates          ser-s#7  7 white moves in a row, then s#1
Goals: # mate, = stalemate, {atom} anything `ludex games chess` lists. The side on turn in the FEN
moves first, so with Black to move #3 means that Black mates.

Examples:
  ludex problem \"#2\" --position \"7R/7p/5P1k/4PKpP/8/8/8/8 w - g6\" --all --tries
  ludex problem \"h#2\" --position \"8/8/1B6/8/3PP3/1PnkpB2/8/RN2K3 b Q\" --all --set-play
  ludex problem \"ser-{captured(Black,queen)}4\" --position \"3q3k/8/8/8/8/8/8/N6K w\" --all
  ludex problem --formula \"<White>[Black]<White> check(Black)\" --position \"k7/8/8/8/8/8/8/K6R w\"")]
pub struct ProblemArgs {
    /// The stipulation: #3, h#2.5, s#4, r#2, ser-h#5 and the like.
    #[arg(required_unless_present = "formula")]
    pub stipulation: Option<String>,
    /// The position, as FEN.
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub position: String,
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
    /// Look at the play after a key so many moves deep; 0 for the keys only.
    #[arg(long, value_name = "N")]
    pub variations: Option<u32>,
    /// Write a proof of the stipulation's formula to this file: JSON if it ends in .json.
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex verify`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex check tictactoe \"omega(3)\" --moves \"b2 a1 c3\" --for X --evidence proof.json
  ludex verify proof.json")]
pub struct VerifyArgs {
    /// The evidence: a file written by --evidence.
    pub file: PathBuf,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex concepts`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex concepts              all of them
  ludex concepts omega        one in full
  ludex concepts --table      which published algorithm each is, search by search
  ludex concepts --define mine.ludex")]
pub struct ConceptsArgs {
    /// Only this concept, in full.
    pub name: Option<String>,
    /// Which published algorithm a concept becomes with each search.
    #[arg(long)]
    pub table: bool,
    /// A file of definitions to add.
    #[arg(long, value_name = "FILE")]
    pub define: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex perft`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex perft chess --depth 5
  ludex perft tictactoe --depth 9 --divide")]
pub struct PerftArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// How many plies deep to count.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub depth: u32,
    /// Also count below every first move.
    #[arg(long)]
    pub divide: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex lab`
#[derive(Args, Debug)]
#[command(after_help = "\
Limits are those of each single search. A figure whose search was stopped is shown as a bound.

Examples:
  ludex lab                      the tables and figures
  ludex lab 2.2                  run Table 2.2, without its long rows
  ludex lab figure-3.3 --svg plot.svg
  ludex lab 3.1 --full --out results")]
pub struct LabArgs {
    /// The table or figure: 2.2, table-2.2, figure-3.3.
    pub table: Option<String>,
    /// Also run the rows that take long.
    #[arg(long)]
    pub full: bool,
    /// The folder for the files written, made where it is missing.
    #[arg(long, value_name = "DIR", default_value = "lab")]
    pub out: PathBuf,
    /// Write the figures as CSV to this file (default: TABLE.csv in the folder of --out).
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the plot to this file (default: TABLE.svg in the folder of --out).
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex completions`
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  ludex completions bash > ~/.local/share/bash-completion/completions/ludex")]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
}

/// Which position is meant.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// The game: NAME, NAME:key=value,key=value, or a file (.json: an explicit game graph).
    pub game: String,
    /// A position in the notation of the game (`ludex show` prints it).
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves to play from the start, or from --position.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

/// How long a search may go on.
#[derive(Args, Debug)]
pub struct BudgetArgs {
    /// Stop after this many nodes.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_nodes: Option<u64>,
    /// Stop after this many seconds.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub max_seconds: Option<f64>,
    /// Memory for tables, such as 512MiB or 2GiB.
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "1GiB")]
    #[arg(allow_negative_numbers = true)]
    pub max_memory: u64,
    /// Seed of all randomness.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: u64,
    /// How many threads may be used: by alphabeta, df-pn and best-first searches of values, by pnps2
    /// and mps2; the others use one.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: u32,
}

/// How to print.
#[derive(Args, Debug)]
pub struct OutputArgs {
    /// Print JSON for scripts.
    #[arg(long)]
    pub json: bool,
    /// No progress on standard error.
    #[arg(long)]
    pub quiet: bool,
}

/// Reads a time such as `0.5` or `60`.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds such as 0.5 or 60 is expected".to_string()),
    }
}

/// Reads `2GiB`, `512MiB`, `64k`, `1000000`.
fn memory(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..digits].parse().map_err(|_| "a size such as 512MiB is expected")?;
    let scale: u64 = match text[digits..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        other => return Err(format!("`{other}` is not a unit of memory: use KiB, MiB or GiB")),
    };
    Ok((number * scale as f64) as u64)
}
