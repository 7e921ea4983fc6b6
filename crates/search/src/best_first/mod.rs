//! Best-first search: one loop over explorers and information schemes.
//!
//! The loop is `search.rs` on the nodes of `tree.rs`; `schemes/` defines the information values of
//! nodes. `games/` and `formulas/` define what a node is, a state or a state and a formula, and run
//! the searches.

mod checkpoint;
mod collect;
#[cfg(test)]
#[path = "../../tests/common/mod.rs"]
mod common;
mod explorer;
mod formulas;
mod found_below;
mod games;
mod laws;
mod low_memory;
mod parallel;
mod path;
#[cfg(test)]
mod propositions;
mod scheme;
mod schemes;
mod search;
mod stream;
mod tree;

pub use checkpoint::Word;
pub use explorer::{Explorer, Link, Mark};
pub use formulas::{BestFirstCheckOptions, BestFirstChecker, CheckAlgorithm, Mps, MpsOptions};
pub use found_below::FoundBelow;
pub use games::{
    Algorithm, BestFirstOptions, BestFirstSolver, BoundsSink, CheckpointSize, Checkpoints,
    Evaluation, Extras, SearchStep, StateWriter, StepNode, StepValue, SteppedSearch, search_steps,
};
pub use laws::check_scheme;
pub use parallel::elsewhere::{JobNews, JobOffice, JobRecord, LeafJob, ProofJob};
pub use scheme::{Facts, Kind, Needs, Player, Question, Scheme, TwoOutcomeScheme, Verdict};
pub use schemes::{
    Blind, Conjunctions, Effort, MinMax, MinimalProofs, MonteCarlo, Multi, Product, ProofNumbers,
    ScoreBounded,
};
