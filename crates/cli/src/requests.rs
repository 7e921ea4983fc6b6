//! What a command wants of a game, once its arguments are understood.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_logic::Definitions;
use ludex_play::PlayerSpec;
use ludex_search::{Budget, Conjunctions, ReadyCosts};

use crate::args::{BudgetArgs, CellOrderName, CheckAlgorithm, PositionArgs, SolveAlgorithm};
use crate::complaint::{Complaint, Place};
use crate::interrupt;

/// `ludex check` for one position.
#[derive(Clone)]
pub struct CheckRequest {
    /// The formula.
    pub formula: String,
    /// Who A is; the agent on turn where nobody is named.
    pub asked: Option<String>,
    /// The concepts: prelude and user files.
    pub definitions: Arc<Definitions>,
    /// The texts of the user files, for the evidence.
    pub user_definitions: Option<String>,
    /// The search.
    pub algorithm: CheckAlgorithm,
    /// Exactly Algorithm 7.
    pub plain: bool,
    /// Whether to recognise transpositions.
    pub transpositions: bool,
    /// What proofs of two parts take together, if it was said.
    pub conjunctions: Option<Conjunctions>,
    /// Whether best-first searches look at once at what takes no move.
    pub look: bool,
    /// Whether proof numbers start with the number of moves, if it was said.
    pub mobility: Option<bool>,
    /// What is to be minimal, if it was said.
    pub cost: Option<ReadyCosts>,
    /// Where to write the proof.
    pub evidence: Option<PathBuf>,
    /// How long to search.
    pub limits: Limits,
}

impl CheckRequest {
    /// A formula of the prelude's concepts about the agent on turn, with nothing special.
    pub fn new(formula: String, limits: Limits) -> CheckRequest {
        CheckRequest {
            formula,
            asked: None,
            definitions: Arc::new(Definitions::prelude().clone()),
            user_definitions: None,
            algorithm: CheckAlgorithm::Dfps,
            plain: false,
            transpositions: true,
            conjunctions: None,
            look: true,
            mobility: None,
            cost: None,
            evidence: None,
            limits,
        }
    }

    /// Whether the search is one for cheapest proofs.
    pub fn minimal(&self) -> bool {
        use CheckAlgorithm::{Dfmps, Mps, Mps2};
        matches!(self.algorithm, Mps | Mps2 | Dfmps)
    }

    /// Whether an answer without a proof is not enough.
    pub fn wants_proof(&self) -> bool {
        self.evidence.is_some() || self.minimal()
    }
}

/// `ludex solve` for one position.
pub struct SolveRequest {
    /// The search.
    pub algorithm: SolveAlgorithm,
    /// Whether to use a transposition table.
    pub transpositions: bool,
    /// Whether to use the game's hints.
    pub hints: bool,
    /// How best-first searches value new positions.
    pub evaluation: Option<String>,
    /// The outcomes to be told apart, as `LOW..HIGH`.
    pub range: Option<String>,
    /// Early bound skipping of SMAB, if it was said.
    pub skip: Option<usize>,
    /// The order of the cells in SMAB, if it was said.
    pub cell_order: Option<CellOrderName>,
    /// Whether the matrix is to be shown.
    pub matrix: bool,
    /// Whether to find all best moves rather than one.
    pub all_best: bool,
    /// Where answers and checkpoints are kept.
    pub store: Option<PathBuf>,
    /// Seconds between two checkpoints.
    pub checkpoint_every: Option<f64>,
    /// Where to write the pair of proofs.
    pub evidence: Option<PathBuf>,
    /// How long to search.
    pub limits: Limits,
}

impl SolveRequest {
    /// A value by an algorithm, with one best move and nothing special.
    pub fn new(algorithm: SolveAlgorithm, limits: Limits) -> SolveRequest {
        SolveRequest {
            algorithm,
            transpositions: true,
            hints: true,
            evaluation: None,
            range: None,
            skip: None,
            cell_order: None,
            matrix: false,
            all_best: false,
            store: None,
            checkpoint_every: None,
            evidence: None,
            limits,
        }
    }
}

/// `ludex query`.
pub struct QueryRequest {
    /// Game Prolog: refuse `force` where both sides can act in one scenery.
    pub strict: bool,
    /// Game Prolog: also run the search printed in the paper.
    pub as_published: bool,
    /// How long to search.
    pub limits: Limits,
}

/// The budget as it was typed, from which every search gets its own.
#[derive(Clone, Debug)]
pub struct Limits {
    max_nodes: Option<u64>,
    max_time: Option<Duration>,
    max_bytes: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// How many threads may be used.
    pub threads: usize,
    /// Whether progress may be shown.
    pub quiet: bool,
}

impl Limits {
    /// Limits from what was typed.
    pub fn new(args: &BudgetArgs, quiet: bool) -> Limits {
        let max_time = args.max_seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
        let max_bytes = usize::try_from(args.max_memory).unwrap_or(usize::MAX);
        let (max_nodes, seed, threads) = (args.max_nodes, args.seed, args.threads as usize);
        Limits { max_nodes, max_time, max_bytes, seed, threads, quiet }
    }

    /// No limit but 64 MiB of tables, the same on every machine, and no progress.
    pub fn fixed() -> Limits {
        let (max_nodes, max_time, max_bytes) = (None, None, 64 << 20);
        Limits { max_nodes, max_time, max_bytes, seed: 0, threads: 1, quiet: true }
    }

    /// The same limits without progress, and no more than these.
    pub fn at_most(&self, max_nodes: Option<u64>, max_seconds: Option<f64>) -> Limits {
        let max_time = max_seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
        Limits {
            max_nodes: self.max_nodes.into_iter().chain(max_nodes).min(),
            max_time: self.max_time.into_iter().chain(max_time).min(),
            quiet: true,
            ..*self
        }
    }

    /// A budget that starts now.
    pub fn budget(&self) -> Budget {
        Budget {
            max_nodes: self.max_nodes,
            deadline: self.max_time.and_then(|time| Instant::now().checked_add(time)),
            max_bytes: self.max_bytes,
            stop: Some(interrupt::flag()),
        }
    }
}

/// A position to set up.
#[derive(Clone, Default, Debug)]
pub struct SetUp {
    /// In the game's notation; the start where none is given.
    pub position: Option<String>,
    /// Moves to play from there.
    pub moves: Option<String>,
    /// The score a batch says is expected, for the agent on turn.
    pub expected: Option<f64>,
    /// The line of the batch it stands on.
    pub place: Option<Place>,
}

impl SetUp {
    /// The position that was typed as arguments.
    pub fn typed(args: PositionArgs) -> SetUp {
        SetUp { position: args.position, moves: args.moves, ..SetUp::default() }
    }

    /// A complaint with this position, shown where it stands.
    pub fn blame(&self, complaint: Complaint) -> Complaint {
        match &self.place {
            Some(place) => complaint.within(place),
            None => complaint,
        }
    }
}

/// `ludex play`.
pub struct PlayRequest {
    /// One for each agent.
    pub players: Vec<PlayerSpec>,
    /// The seed of all randomness.
    pub seed: u64,
    /// The memory of each player.
    pub max_bytes: usize,
}

/// `ludex tournament`.
pub struct TournamentRequest {
    /// Those who meet.
    pub players: Vec<PlayerSpec>,
    /// The games of every group at every arrangement of places.
    pub rounds: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// Matches at the same time.
    pub threads: usize,
    /// The memory of each player.
    pub max_bytes: usize,
}
