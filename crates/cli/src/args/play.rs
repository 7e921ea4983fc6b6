//! `ludex play`, `ludex tournament`, `ludex ggp` and `ludex match`.

use std::path::PathBuf;

use clap::Args;

use super::{LimitArgs, OutputArgs, PositionArgs};

/// `ludex play`
#[derive(Args, Debug)]
#[command(after_help = "\
Players: auto, mcts, uct, alphabeta, bestreply, maxn, nested, random, human, strategy=FILE#NAME (a strategy of
an .sgl file), guided=FILE#NAME (mcts that tries its moves first); each with a limit for a move, such as @1s,
@50ms or @1000n (nodes). One second if nothing is said; a human has no clock unless one is given.

Examples:
  ludex play connect4
  ludex play tictactoe --players mcts@1000n,random --seed 7 --json
  ludex play games/gdl/tictactoe.kif --players auto@1s,uct@1s")]
pub struct PlayArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// The players, one for each agent in playing order, separated by commas: at a terminal you
    /// against auto if nothing is said, otherwise auto everywhere.
    #[arg(long, value_name = "A,B")]
    pub players: Option<String>,
    /// Seed of all randomness.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: u64,
    /// Write the game to this file: PGN for chess (.pgn), SGF for Go and Hex (.sgf), or its moves.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Go on with a game that was saved, or with a game in PGN or SGF.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    pub load: Option<PathBuf>,
    /// Memory of each player, such as 512MiB.
    #[arg(long, value_name = "SIZE", value_parser = super::common::memory, default_value = "256MiB")]
    pub max_memory: u64,
    /// Give up if the games are not opened after this many seconds; then the clocks of the players
    /// count.
    #[arg(long, value_name = "S", value_parser = super::common::seconds)]
    pub max_seconds: Option<f64>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex tournament`
#[derive(Args, Debug)]
#[command(after_help = "\
All players meet all others, at every place. `ludex play --help` lists the players.

Examples:
  ludex tournament connect4:columns=5,rows=4 --players auto@20ms,uct@20ms --rounds 10
  ludex tournament breakthrough:rows=6,columns=6 hex:size=5 --players mcts@1000n,alphabeta@1000n,random")]
pub struct TournamentArgs {
    /// The games: names or files.
    #[arg(required = true, value_name = "GAME")]
    pub games: Vec<String>,
    /// The players, separated by commas.
    #[arg(long, value_name = "A,B,…")]
    pub players: String,
    /// How often every group of players meets at every arrangement of places.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Seed of all randomness.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: u64,
    /// The number of matches that run at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: u32,
    /// Also write the moves of all games to this file.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Memory of each player, such as 128MiB.
    #[arg(long, value_name = "SIZE", value_parser = super::common::memory, default_value = "128MiB")]
    pub max_memory: u64,
    /// Give up if the games are not opened after this many seconds; then the clocks of the players
    /// count.
    #[arg(long, value_name = "S", value_parser = super::common::seconds)]
    pub max_seconds: Option<f64>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex ggp`
#[derive(Args, Debug)]
#[command(after_help = "\
Answers the messages info, preview, start, play, stop and abort of a game manager, and plays up to 16
matches at the same time, with clocks of at most an hour. Of strangers it takes up to 256 connections, and
messages of up to 1 MiB that arrive within 15 seconds. Ctrl-C ends it.

Examples:
  ludex ggp --port 9147
  ludex ggp --port 9148 --player mcts --name sparring")]
pub struct GgpArgs {
    /// The port to listen on.
    #[arg(long, value_name = "N", default_value_t = 9147)]
    pub port: u16,
    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub address: String,
    /// Who plays; the clock of a match is its limit.
    #[arg(long, value_name = "PLAYER", default_value = "auto")]
    pub player: String,
    /// What it calls itself.
    #[arg(long, value_name = "NAME", default_value = "ludex")]
    pub name: String,
    /// Seed of all randomness.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: u64,
    /// Memory for each match, such as 512MiB.
    #[arg(long, value_name = "SIZE", value_parser = super::common::memory, default_value = "512MiB")]
    pub max_memory: u64,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex serve`
#[derive(Args, Debug)]
#[command(after_help = "\
Only this machine can reach the page unless --host names another address: then everybody who
reaches that address can make this machine search, within the limits below.

Example:
  ludex serve --port 8080        then open http://localhost:8080 in a browser")]
pub struct ServeArgs {
    /// The port to listen on.
    #[arg(long, value_name = "N", default_value_t = 8080)]
    pub port: u16,
    /// The name or address to listen on, by which browsers call it.
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub host: String,
    /// The most seconds of a question.
    #[arg(long, value_name = "S", default_value_t = 120.0, value_parser = super::common::seconds)]
    pub max_seconds: f64,
    /// Memory for each question, such as 512MiB.
    #[arg(long, value_name = "SIZE", value_parser = super::common::memory, default_value = "512MiB")]
    pub max_memory: u64,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `ludex match`
#[derive(Args, Debug)]
#[command(after_help = "\
A player that answers late, with more than 64 KiB, or with no legal move, has a random one played for it.

Example:
  ludex match games/gdl/tictactoe.kif http://localhost:9147 http://localhost:9148 --play-clock 2")]
pub struct MatchArgs {
    /// The rules in GDL: a .kif or .gdl file.
    pub rules: String,
    /// The players, one for each role in the order of the rules.
    #[arg(required = true, value_name = "URL")]
    pub urls: Vec<String>,
    /// Seconds before the first turn.
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(..=3600))]
    pub start_clock: u64,
    /// Seconds for a move.
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = clap::value_parser!(u64).range(..=3600))]
    pub play_clock: u64,
    /// What the match is called.
    #[arg(long, value_name = "NAME", default_value = "ludex")]
    pub id: String,
    /// Seed of the moves that replace missing ones.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: u64,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}
