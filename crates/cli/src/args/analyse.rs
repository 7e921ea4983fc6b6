//! `ludex analyse` and `ludex compare`.

use std::path::PathBuf;

use clap::Args;

use super::{BudgetArgs, OutputArgs};

/// `ludex analyse`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex analyse breakthrough:rows=5,columns=4 --html report.html
  ludex analyse mine.toss --players random,mcts@100n,mcts@1000n --games 200 --max-seconds 300

All of it takes a minute, or --max-seconds: two fifths for the openings, the rest for counting states
and for play. Players that are limited by nodes (@100n) play the same games for the same --seed.")]
pub struct AnalyseArgs {
    /// The game: a name or a file.
    pub game: String,
    /// Players that play against themselves, from the weakest to the strongest.
    #[arg(long, value_name = "A,B,…", default_value = "random,mcts@50n,mcts@200n,mcts@800n")]
    pub players: String,
    /// The games of each of them.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// Also write a page with charts to this file.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex compare`
#[derive(Args, Debug)]
#[command(after_help = "\
Every search begins with empty tables and has the limits for itself: a minute unless --max-seconds says
otherwise. `ludex solve --help` lists the algorithms, `ludex play --help` the players.

Examples:
  ludex compare domineering:rows=4,columns=4 domineering:rows=5,columns=4 --algorithms pns,dfpn,pp,alphabeta
  ludex compare connect4:columns=4,rows=4 --algorithms auto,mopns --csv rows.csv --svg plot.svg
  ludex compare hex:size=4 nim --players mcts@100n,alphabeta@100n --rounds 20")]
pub struct CompareArgs {
    /// The games: names or files.
    #[arg(required = true, value_name = "GAME")]
    pub games: Vec<String>,
    /// The algorithms, separated by commas.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    #[arg(required_unless_present = "players", conflicts_with = "players")]
    pub algorithms: Vec<String>,
    /// Instead of algorithms players, which meet each other.
    #[arg(long, value_name = "A,B,…")]
    pub players: Option<String>,
    /// How often players meet at every arrangement of places.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Also write the rows as CSV to this file.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Also draw them to this file: nodes and time of each against the first.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}
