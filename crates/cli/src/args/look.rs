//! The commands with few options: to look at games, concepts and evidence, and to run tables.

use std::path::PathBuf;

use clap::Args;

use super::common::{memory, seconds};
use super::{BudgetArgs, LimitArgs, OutputArgs, PositionArgs};

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
  ludex show hex:size=4 --svg board.svg
  ludex show entry.efg --svg tree.svg
  ludex show nim:heaps=1-2 --tree 3 --svg tree.dot")]
pub struct ShowArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Also write the drawing to this file as SVG; a tree in the language of Graphviz if it ends in .dot,
    /// for the LaTeX package TikZ if it ends in .tex.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Draw the first N moves as a tree. Extensive games are always drawn as trees.
    #[arg(long, value_name = "N", requires = "svg")]
    pub tree: Option<u32>,
    /// Draw these moves from the position on the board, as arrows.
    #[arg(long, value_name = "MOVES", requires = "svg", conflicts_with = "tree")]
    pub line: Option<String>,
    /// Draw what every move is worth, as far as it is found out in a minute or --max-seconds.
    #[arg(long, requires = "svg", conflicts_with_all = ["tree", "line"])]
    pub verdicts: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
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
    pub limits: LimitArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex verify`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex check tictactoe \"omega(3)\" --moves \"b2 a1 c3\" --for X --evidence proof.json
  ludex verify proof.json
  ludex verify proof.json --strict

With --strict GDL is compared with tabled resolution, structure rewriting with its definitions,
Game Prolog with plain resolution, strategies (.sgl) with their rules as they are written. A warning
says where nothing is: files that list all positions, built-in games (chess is that of cozy-chess).

Evidence may come from anybody, and a small file can take any time and memory to check; without a
verdict within the limits nothing is said about it.

Exit codes: 0 valid, 1 not valid, 2 not evidence at all (or about a game that cannot be opened),
3 no verdict within the limits.")]
pub struct VerifyArgs {
    /// The evidence: a file written by --evidence.
    pub file: PathBuf,
    /// Compare all that the engine of the game says with a slow, direct implementation.
    #[arg(long)]
    pub strict: bool,
    /// Also draw valid evidence to this file as a tree: SVG, DOT if it ends in .dot, TikZ if it ends in
    /// .tex.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Also explain what valid evidence shows, in sentences.
    #[arg(long, conflicts_with = "json")]
    pub explain: bool,
    /// Stop after this many seconds.
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "300")]
    #[arg(allow_negative_numbers = true)]
    pub max_seconds: f64,
    /// Stop at this much memory, such as 512MiB or 8GiB.
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "2GiB")]
    #[arg(allow_negative_numbers = true)]
    pub max_memory: u64,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex export`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex solve hex:size=3 --evidence proof.ludex
  ludex export proof.ludex --html proof.html

The page has all positions of the proof, drawn, and needs neither this program nor the network. The
evidence is verified first.")]
pub struct ExportArgs {
    /// The evidence: a file written by --evidence.
    pub file: PathBuf,
    /// The page to be written.
    #[arg(long, value_name = "FILE")]
    pub html: PathBuf,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex rules`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex rules games/gdl/tictactoe.kif
  ludex rules games/toss/breakthrough.toss
  ludex rules game.json --json
  ludex rules mine.toss --watch    again whenever the file is saved, until Ctrl-C")]
pub struct RulesArgs {
    /// The description: .kif or .gdl (GDL), .toss (structure rewriting), .gp (Game Prolog), .sgl
    /// (strategies), .efg (extensive form), .json.
    pub file: String,
    /// Check it again whenever it is saved, until Ctrl-C.
    #[arg(long)]
    pub watch: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
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
    /// The depth to count to, in plies.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub depth: u32,
    /// Also count below every first move.
    #[arg(long)]
    pub divide: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex lab`
#[derive(Args, Debug)]
#[command(after_help = "\
--max-seconds is for the whole table, --max-nodes for each search. A figure whose search was stopped is shown as a bound.

Examples:
  ludex lab                      the tables and figures
  ludex lab 2.2                  run Table 2.2, without its long rows
  ludex lab figure-3.3 --svg plot.svg
  ludex lab 3.1 --full --out results
  ludex lab --report report --threads 2    all of them as one page, report/index.html; a run
                                           that was stopped goes on where it was")]
pub struct LabArgs {
    /// The table or figure: 2.2, table-2.2, figure-3.3.
    pub table: Option<String>,
    /// Also run the rows that take long.
    #[arg(long)]
    pub full: bool,
    /// Run all tables and figures into one page in this folder; --threads N runs N searches at a time.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["table", "out", "csv", "svg"])]
    pub report: Option<PathBuf>,
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

/// `ludex help`
#[derive(Args, Debug)]
#[command(after_help = topics())]
pub struct HelpArgs {
    /// A command or a topic.
    #[arg(value_name = "COMMAND|TOPIC")]
    pub about: Option<String>,
}

/// Returns the list of the topics.
fn topics() -> String {
    let topic = |topic: &ludex::Topic| format!("\n  {:<11}{}", topic.name, topic.summary);
    format!("Topics:{}", ludex::TOPICS.iter().map(topic).collect::<String>())
}
