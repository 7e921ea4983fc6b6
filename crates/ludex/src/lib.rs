//! Ludex, the judge of games: answers questions about games, and proves its answers.
//!
//! A **game** is opened from a name, a file or a text; a **question** is its value, a formula, a
//! query in the language of its file; an **answer** is a value that serde writes and reads, and comes
//! with **evidence** that a small independent checker accepts.
//!
//! ```
//! use ludex::Check;
//! use ludex::Solve;
//!
//! let game = ludex::open("connect4:columns=5,rows=4")?; // a name, a file, or `open_text`
//! let solved = game.solve(&Solve::new().evidence(true))?;
//! assert_eq!(solved.value, "draw");
//!
//! let checked = game.check(&Check::new("omega(2)"))?; // does the player on turn win within 2 moves?
//! assert_eq!(checked.answer, Some(false));
//!
//! // Replays the rules and trusts nothing else.
//! assert!(ludex::verify(&solved.evidence.expect("it was asked for"))?.valid);
//! # Ok::<(), ludex::InputError>(())
//! ```
//!
//! A request carries its limits, a stop flag and a watcher; nothing is global, so that one process
//! runs many at once. A game of one's own is opened by [`Session::of_turns`] or
//! [`Session::of_simultaneous`]; `examples/own_game.rs` has one in fewer than 60 lines.
//!
//! What there is to choose from is in lists: [`GAMES`], [`LANGUAGES`], [`ALGORITHMS`], [`PLAYERS`] and
//! [`CONCEPTS`]. For users who know the types of their games the crates below stay public:
//! `ludex-game`, `ludex-search`, `ludex-evidence` and the others.

mod analysis;
mod answers;
mod batch;
mod board;
mod check;
mod chess_problem;
mod coalitions;
mod compare;
mod costs;
mod decided;
mod definitions;
mod describe;
mod distance;
mod error;
mod explain;
mod fights;
pub mod files;
mod first_moves;
mod jobs;
mod judge;
mod lab_report;
mod laboratory;
mod languages;
mod least;
pub mod lists;
mod look;
mod moves;
mod open;
mod page;
mod play;
mod progress;
mod record;
mod requests;
mod session;
mod sgf;
mod signature;
mod skeleton;
mod so_far;
mod solve;
mod steps;
mod strategy;
mod stray;
mod take_back;
mod topics;
mod trail;
mod trees;
mod verify;
mod walk;

use std::sync::LazyLock;

pub use analysis::{
    Analyse, Analysis, Branching, DeadMove, GameLength, LeadChanges, MoveUse, StateCount,
    StrengthResult, TreeEstimate,
};
pub use answers::{
    Checked, Described, EquilibriumList, EquilibriumPlay, MatrixTable, MixedGuarantees, PlanLine,
    ProofSize, QueryCounts, Reached, Replied, Shown, Solved, StoreTrust, Strictly, Verified,
    Warning, Work, with_warnings,
};
pub use batch::{disagreement, read_batch};
pub use board::{Board, BoardCell, BoardMove};
pub use chess_problem::{
    Caption, Problem, ProblemAnswer, ProblemAssumed, ProblemChange, ProblemEntry, ProblemIntention,
    ProblemKey, ProblemMates, ProblemPart, ProblemSolved, ProblemTry, Refused, Variation,
    read_problems, solve_problem, with_twins,
};
pub use compare::{Compared, ComparedRow, compare_algorithms, compare_players};
pub use decided::{DecidedPosition, RuleCheck, RuleDecides, RulesDecide};
pub use definitions::definitions;
pub use error::{InputError, InputText, Place};
pub use fights::{RecordingFile, ReplayedFights, fighters, in_fight, open_scenario, replay_fights};
pub use first_moves::FirstMove;
pub use jobs::{
    Job, JobAnswer, JobFound, JobRun, JobStatus, JobTask, LabFound, LabInParts, LabSearch,
    RunRecord,
};
pub use judge::MoveVerdict;
pub use lab_report::{LabReport, LabSection};
pub use laboratory::Laboratory;
pub use languages::{
    LANGUAGES, Language, LanguageInfo, MatchRules, NextAnswer, Rules, game_of_strategies,
    open_match, open_match_within,
};
pub use least::Least;
pub use ludex_base::{
    NoAnswer, OutOfBudget, ProcessMemory, Rest, Stopped, counted, digest, grouped,
};
pub use ludex_evidence::Evidence;
pub use ludex_games::{GAMES, GameInfo, find as find_game};
pub use ludex_logic::{Concept, KnownAs};
pub use ludex_play::{PLAYERS, Playout, Playouts, Transcript};
pub use ludex_search::{ALGORITHMS, Progress};
pub use moves::{lenient_move, moves_text, shortened, shortened_texts};
pub use open::{
    describe_file, open, open_built_in, open_file, open_file_within, open_simultaneous,
    open_simultaneous_within, open_text, open_text_within, open_within,
};
pub use page::{
    PageLine, Tone, columns, concept_page, game_page, games_page, inline, played_text,
    tournament_page, transcript_page,
};
pub use play::{Functions, Humans, NoHumans};
pub use progress::ProgressLines;
pub use requests::{
    Best, Check, DefinitionsText, FunctionPlayers, Limits, Office, Play, Query, SetUp, Solve,
    StopFlag, Tournament, ValueWatcher, Watcher, parse_memory,
};
pub use session::Session;
pub use signature::signature;
pub use skeleton::{Skeleton, skeleton};
pub use solve::payoffs_text;
pub use steps::{Stepped, SteppedNode, Steps, StepsTaken};
pub use strategy::{
    FoundStrategy, RandomResults, StrategyCheck, StrategyVerdict, StrategyVerdicts, check_strategy,
};
pub use take_back::complaint_line;
pub use topics::{TOPICS, Topic, TourStep, menu_choice, menu_page, tour};
pub use trees::{draw_evidence, evidence_tree};
pub use verify::{
    decode_evidence, read_evidence, read_evidence_within, verify, verify_strictly, verify_within,
};
pub use walk::{ProofWalk, Role, WalkFound, WalkPart, WalkPoint, WalkStep};

/// The solution concepts of the prelude.
pub static CONCEPTS: LazyLock<Vec<Concept>> =
    LazyLock::new(|| ludex_logic::Definitions::prelude().concepts());
