//! Requests: what is asked of a game. All of them are values that serde writes and reads; what
//! cannot be written (the stop flag, the observer) is left out.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludex_base::{ProcessMemory, Rest};
use ludex_search::{BestMoves, Budget, JobOffice, Observer, Progress};
use serde::{Deserialize, Serialize};

use crate::answers::Solved;
use crate::error::{InputError, Place};
use crate::play::Functions;

/// What a request may use, and who may watch and stop it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Visit at most this many nodes.
    pub max_nodes: Option<u64>,
    /// Stop after this many seconds.
    pub max_seconds: Option<f64>,
    /// Use at most this many bytes for tables and trees.
    pub max_memory: u64,
    /// The memory of the whole process, if the program measures it.
    #[serde(skip)]
    pub process: Option<ProcessMemory>,
    /// Lets other work of the process go first.
    #[serde(skip)]
    pub rest: Option<Rest>,
    /// The seed of all randomness.
    pub seed: u64,
    /// How many threads may be used.
    pub threads: usize,
    /// Stops the work from outside.
    #[serde(skip)]
    pub stop: StopFlag,
    /// Is told how far the work is.
    #[serde(skip)]
    pub watcher: Option<Watcher>,
}

impl Default for Limits {
    /// Allows 1 GiB of memory and one thread, without any other limit.
    fn default() -> Limits {
        Limits {
            max_nodes: None,
            max_seconds: None,
            max_memory: 1 << 30,
            process: None,
            rest: None,
            seed: 0,
            threads: 1,
            stop: StopFlag::default(),
            watcher: None,
        }
    }
}

impl Limits {
    /// Returns limits that are the same on every machine: 64 MiB of tables and nothing else.
    pub fn fixed() -> Limits {
        Limits { max_memory: 64 << 20, ..Limits::default() }
    }

    /// Tightens the limits, and takes the watcher away.
    pub fn at_most(&self, max_nodes: Option<u64>, max_seconds: Option<f64>) -> Limits {
        let seconds = self.max_seconds.into_iter().chain(max_seconds);
        Limits {
            max_nodes: self.max_nodes.into_iter().chain(max_nodes).min(),
            max_seconds: seconds.min_by(f64::total_cmp),
            watcher: None,
            ..self.clone()
        }
    }

    /// Returns the memory in bytes as this machine counts them.
    pub fn max_bytes(&self) -> usize {
        usize::try_from(self.max_memory).unwrap_or(usize::MAX)
    }

    /// Returns a budget that starts now.
    pub fn budget(&self) -> Budget {
        let time = self.max_seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
        Budget {
            max_nodes: self.max_nodes,
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            max_bytes: self.max_bytes(),
            stop: Some(self.stop.0.clone()),
            process: self.process.clone(),
            rest: self.rest.clone(),
        }
    }

    /// Returns the limits that are left after work that began at this moment.
    pub fn since(&self, start: Instant) -> Limits {
        let left = |seconds: f64| (seconds - start.elapsed().as_secs_f64()).max(0.0);
        Limits { max_seconds: self.max_seconds.map(left), ..self.clone() }
    }

    /// Returns an observer that tells the watcher.
    pub fn observer(&self) -> impl Observer + use<> {
        Told(self.watcher.clone())
    }
}

/// A flag that stops work: raise it from any thread.
#[derive(Clone, Default, Debug)]
pub struct StopFlag(pub Arc<AtomicBool>);

impl StopFlag {
    /// Stops the work. Returns whether that was asked before.
    pub fn raise(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Returns whether the work is to stop.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A function that is told a few times a second how far the work is.
#[derive(Clone)]
pub struct Watcher(pub Arc<dyn Fn(&Progress) + Send + Sync>);

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

/// The observer of a search that tells a watcher.
struct Told(Option<Watcher>);

impl Observer for Told {
    fn progress(&mut self, progress: &Progress) {
        if let Some(Watcher(tell)) = &self.0 {
            tell(progress);
        }
    }
}

/// A position to set up.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct SetUp {
    /// In the game's notation; the start where none is given.
    pub position: Option<String>,
    /// Moves to play from there.
    pub moves: Option<String>,
    /// The score a batch says is expected, for the agent on turn.
    pub expected: Option<f64>,
    /// The line of the batch it stands on.
    #[serde(skip)]
    pub place: Option<Place>,
}

impl SetUp {
    /// Describes the position after these moves from the start.
    pub fn moves(moves: impl Into<String>) -> SetUp {
        SetUp { moves: Some(moves.into()), ..SetUp::default() }
    }

    /// Describes a position by the notation of the game.
    pub fn position(position: impl Into<String>) -> SetUp {
        SetUp { position: Some(position.into()), ..SetUp::default() }
    }

    /// Moves an error about this position to the line it stands on.
    pub(crate) fn blame(&self, error: InputError) -> InputError {
        match &self.place {
            Some(place) => error.within(place),
            None => error,
        }
    }
}

/// Which best moves a search looks for once it knows the value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Best {
    /// All of them if that takes at most as many nodes as the value did, or 50,000; otherwise those
    /// found by then, at least one.
    #[default]
    Auto,
    /// One.
    One,
    /// All, whatever that takes.
    All,
    /// None.
    None,
}

impl From<Best> for BestMoves {
    fn from(best: Best) -> BestMoves {
        match best {
            Best::Auto => BestMoves::Auto,
            Best::One => BestMoves::One,
            Best::All => BestMoves::All,
            Best::None => BestMoves::None,
        }
    }
}

/// A function that is told what is known of the value of a position, in an answer that has no best
/// moves yet: bounds while the search goes on (then the answer is not exact), at last the value.
#[derive(Clone)]
pub struct ValueWatcher(pub Arc<dyn Fn(&Solved) + Send + Sync>);

impl fmt::Debug for ValueWatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ValueWatcher")
    }
}

/// Asks for the value of a position with perfect play.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Solve {
    /// The algorithm by its name in [`ALGORITHMS`](crate::ALGORITHMS), or `auto`.
    pub algorithm: String,
    /// Whether to use a transposition table; where nothing is said, searches that can do.
    pub transpositions: Option<bool>,
    /// Whether to use the game's hints; where nothing is said, searches that can do.
    pub hints: Option<bool>,
    /// How best-first searches value new positions.
    pub evaluation: Option<String>,
    /// The outcomes to be told apart, as `LOW..HIGH`.
    pub range: Option<String>,
    /// Early bound skipping of SMAB.
    pub skip: Option<usize>,
    /// The order of the cells in SMAB: `l-shaped` or `lexicographic`.
    pub cell_order: Option<String>,
    /// Whether the matrix is to be shown.
    pub matrix: bool,
    /// Which best moves to find; where nothing is said, [`Best::Auto`] for one position and
    /// [`Best::One`] for each of several.
    pub best: Option<Best>,
    /// Whether a play of best moves is to be found with the value, for the field `line` of the answer.
    pub line: bool,
    /// Is told bounds of the value while the search goes on, and the value as soon as it is known,
    /// before best moves and evidence are looked for.
    #[serde(skip)]
    pub value_watcher: Option<ValueWatcher>,
    /// The file where answers and checkpoints are kept.
    pub store: Option<PathBuf>,
    /// The file of the key that seals the store, which is made if there is none; by default that of
    /// the user ([`ludex_store::Key::of_user`]). What was sealed with another key is not used.
    pub store_key: Option<PathBuf>,
    /// Seconds between two checkpoints.
    pub checkpoint_every: Option<f64>,
    /// The agent whose guarantee is asked for: what it can secure against all others together.
    pub guarantee: Option<String>,
    /// Whether all equilibria are to be listed: at most this many plays, 0 for as many as usual.
    pub equilibria: Option<usize>,
    /// Whether the answer is to come with evidence.
    pub evidence: bool,
    /// Does the second level of the search, if not this process.
    #[serde(skip)]
    pub office: Option<Office>,
    /// What the search may use.
    pub limits: Limits,
}

/// Whoever does the jobs of a search.
#[derive(Clone)]
pub struct Office(pub Arc<Mutex<dyn JobOffice + Send>>);

impl fmt::Debug for Office {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Office")
    }
}

impl Default for Solve {
    fn default() -> Solve {
        Solve {
            algorithm: "auto".to_string(),
            transpositions: None,
            hints: None,
            evaluation: None,
            range: None,
            skip: None,
            cell_order: None,
            matrix: false,
            best: None,
            line: false,
            value_watcher: None,
            store: None,
            store_key: None,
            checkpoint_every: None,
            guarantee: None,
            equilibria: None,
            evidence: false,
            office: None,
            limits: Limits::default(),
        }
    }
}

impl Solve {
    /// Asks for the value and best moves, by the algorithm that suits the game.
    pub fn new() -> Solve {
        Solve::default()
    }

    /// Chooses the algorithm by its name.
    pub fn algorithm(self, name: impl Into<String>) -> Solve {
        Solve { algorithm: name.into(), ..self }
    }

    /// Says whether the answer is to come with evidence.
    pub fn evidence(self, evidence: bool) -> Solve {
        Solve { evidence, ..self }
    }

    /// Says which best moves are to be found.
    pub fn best(self, best: Best) -> Solve {
        Solve { best: Some(best), ..self }
    }

    /// Sets the limits.
    pub fn limits(self, limits: Limits) -> Solve {
        Solve { limits, ..self }
    }
}

/// Asks whether a formula is true in a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Check {
    /// The formula.
    pub formula: String,
    /// Who A is; the agent on turn where nobody is named.
    pub agent: Option<String>,
    /// Definitions to add to the prelude.
    pub definitions: Option<DefinitionsText>,
    /// The algorithm by its name in [`ALGORITHMS`](crate::ALGORITHMS).
    pub algorithm: String,
    /// Exactly the published depth-first search, without table and move ordering.
    pub plain: bool,
    /// Whether to recognise transpositions; where nothing is said, searches that can do.
    pub transpositions: Option<bool>,
    /// The effort of a conjunction, for proof numbers: `sum` or `max`.
    pub conjunctions: Option<String>,
    /// Whether best-first searches decide at once what takes no move; they do where nothing is said.
    pub look: Option<bool>,
    /// What proof numbers start with: `none` or `mobility`.
    pub evaluation: Option<String>,
    /// What searches for cheapest proofs minimise.
    pub cost: Option<String>,
    /// Whether the answer is to come with evidence.
    pub evidence: bool,
    /// What the search may use.
    pub limits: Limits,
}

/// Definitions in the formula language, with the name to show in messages.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DefinitionsText {
    /// What the text is: the name of a file.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Default for Check {
    fn default() -> Check {
        Check {
            formula: String::new(),
            agent: None,
            definitions: None,
            algorithm: "dfps".to_string(),
            plain: false,
            transpositions: None,
            conjunctions: None,
            look: None,
            evaluation: None,
            cost: None,
            evidence: false,
            limits: Limits::default(),
        }
    }
}

impl Check {
    /// Asks about the agent on turn, by depth-first proof search.
    pub fn new(formula: impl Into<String>) -> Check {
        Check { formula: formula.into(), ..Check::default() }
    }

    /// Says whom the formula calls A.
    pub fn agent(self, name: impl Into<String>) -> Check {
        Check { agent: Some(name.into()), ..self }
    }

    /// Chooses the algorithm by its name.
    pub fn algorithm(self, name: impl Into<String>) -> Check {
        Check { algorithm: name.into(), ..self }
    }

    /// Says whether the answer is to come with evidence.
    pub fn evidence(self, evidence: bool) -> Check {
        Check { evidence, ..self }
    }

    /// Sets the limits.
    pub fn limits(self, limits: Limits) -> Check {
        Check { limits, ..self }
    }
}

/// Asks a file written in one of the logic languages.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Query {
    /// The question.
    pub query: String,
    /// Game Prolog: refuse `force` where both sides can act in one scenery.
    pub strict: bool,
    /// Game Prolog: also run the search printed in the paper.
    pub as_published: bool,
    /// Game Prolog: the most answers that an ordinary program lists.
    pub answers: Option<usize>,
    /// What the question may use.
    pub limits: Limits,
}

impl Query {
    /// Asks a question.
    pub fn new(query: impl Into<String>) -> Query {
        Query { query: query.into(), ..Query::default() }
    }
}

/// Asks for a game between players.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Play {
    /// One player for each agent, separated by commas: `mcts@1s,random`.
    pub players: String,
    /// The seed of all randomness.
    pub seed: u64,
    /// The memory of each player in bytes.
    pub max_memory: u64,
    /// Whether the moves that led to the position are part of the game: the transcript has them, and
    /// humans can take them back.
    #[serde(skip)]
    pub whole: bool,
    /// Stops the game from outside.
    #[serde(skip)]
    pub stop: StopFlag,
    /// What reading the files of strategies may take; players have clocks of their own.
    #[serde(skip)]
    pub opening: Limits,
    /// The functions that play as `function=NAME`.
    #[serde(skip)]
    pub functions: Option<FunctionPlayers>,
}

/// Functions of the calling program that play.
#[derive(Clone)]
pub struct FunctionPlayers(pub Arc<dyn Functions>);

impl fmt::Debug for FunctionPlayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FunctionPlayers")
    }
}

impl Default for Play {
    fn default() -> Play {
        Play {
            players: "auto,auto".to_string(),
            seed: 0,
            max_memory: 256 << 20,
            whole: false,
            stop: StopFlag::default(),
            opening: Limits::default(),
            functions: None,
        }
    }
}

impl Play {
    /// Asks for a game between these players, separated by commas.
    pub fn new(players: impl Into<String>) -> Play {
        Play { players: players.into(), ..Play::default() }
    }
}

/// Asks for many games between players.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Tournament {
    /// The players, separated by commas.
    pub players: String,
    /// The games of every group at every arrangement of places.
    pub rounds: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// Matches at the same time.
    pub threads: usize,
    /// The memory of each player in bytes.
    pub max_memory: u64,
    /// Stops the games from outside.
    #[serde(skip)]
    pub stop: StopFlag,
    /// What reading the files of strategies may take; players have clocks of their own.
    #[serde(skip)]
    pub opening: Limits,
    /// The functions that play as `function=NAME`.
    #[serde(skip)]
    pub functions: Option<FunctionPlayers>,
}

impl Default for Tournament {
    fn default() -> Tournament {
        Tournament {
            players: "auto,random".to_string(),
            rounds: 10,
            seed: 0,
            threads: 1,
            max_memory: 128 << 20,
            stop: StopFlag::default(),
            opening: Limits::default(),
            functions: None,
        }
    }
}

/// Parses an amount of memory: `2GiB`, `512MiB`, `64k`, `1000000`.
pub fn parse_memory(text: &str) -> Result<u64, String> {
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
