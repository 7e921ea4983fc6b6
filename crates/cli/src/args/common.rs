//! Options that several commands share.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
pub use ludex::parse_memory as memory;
use ludex::{Limits, SetUp};
use ludex_search::{AlgorithmInfo, Task};

use crate::interrupt;
use crate::progress::Spinner;
use crate::watch;

/// Which position is meant.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// The game: NAME, NAME:key=value,key=value, or a file (.json: an explicit game graph, a matrix
    /// or a stack of matrices).
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
    /// Stop at this much memory, such as 512MiB or 2GiB; tables are made to fit. Without it tables
    /// have 1GiB, and nothing else is limited.
    #[arg(long, value_name = "SIZE", value_parser = memory, allow_negative_numbers = true)]
    pub max_memory: Option<u64>,
    /// Seed of all randomness.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: u64,
    /// How many threads may be used: by alphabeta, df-pn and best-first searches of values, by pnps2
    /// and mps2; the others use one.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: u32,
}

/// What a command without a search may use.
#[derive(Args, Debug)]
pub struct LimitArgs {
    /// Stop after this many seconds.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub max_seconds: Option<f64>,
    /// Stop at this much memory, such as 512MiB or 2GiB.
    #[arg(long, value_name = "SIZE", value_parser = memory, allow_negative_numbers = true)]
    pub max_memory: Option<u64>,
}

impl LimitArgs {
    /// Returns the limits, to which the program is held from now on.
    pub fn limits(&self) -> Limits {
        let (max_seconds, stop) = (self.max_seconds, interrupt::flag());
        watch::hold(Limits { max_seconds, stop, ..Limits::default() }, self.max_memory)
    }
}

impl PositionArgs {
    /// Returns the position to set up.
    pub fn set_up(self) -> SetUp {
        SetUp { position: self.position, moves: self.moves, ..SetUp::default() }
    }
}

impl BudgetArgs {
    /// Returns the limits of a request that Ctrl-C stops and a spinner watches. The program is held
    /// to them from now on.
    pub fn limits(&self, quiet: bool, spinner: &Spinner) -> Limits {
        let limits = Limits {
            max_nodes: self.max_nodes,
            max_seconds: self.max_seconds,
            seed: self.seed,
            threads: self.threads as usize,
            stop: interrupt::flag(),
            watcher: spinner.watcher(quiet),
            ..Limits::default()
        };
        watch::hold(limits, self.max_memory)
    }
}

/// Makes the parser for the names of algorithms, with what each is and where it was published.
pub fn algorithm_names(
    algorithms: impl Iterator<Item = &'static AlgorithmInfo>,
) -> PossibleValuesParser {
    let value = |info: &AlgorithmInfo| {
        let kind = match info.task {
            Task::Matrix => "Simultaneous moves: ",
            Task::Expectation => "Chance: ",
            _ => "",
        };
        let node = match info.node {
            "" => String::new(),
            node => format!(". Node: {node}"),
        };
        let source = if info.source.is_empty() { "" } else { " " };
        let help = format!("{kind}{}{source}{}{node}", info.summary, info.source);
        PossibleValue::new(info.name).help(help).aliases(info.other_name())
    };
    PossibleValuesParser::new(algorithms.map(value).collect::<Vec<_>>())
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

/// On or off.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// Yes.
    On,
    /// No.
    Off,
}

impl Switch {
    /// Returns whether it is on.
    pub fn is_on(self) -> bool {
        self == Switch::On
    }
}

/// Reads a time such as `0.5` or `60`.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds such as 0.5 or 60 is expected".to_string()),
    }
}
