//! Best-first search: one loop over explorers and information schemes.

mod checkpoint;
mod collect;
#[cfg(test)]
#[path = "../../tests/common/mod.rs"]
mod common;
mod crew;
mod explorer;
mod formula_checker;
mod formula_explorer;
mod formula_line;
mod formula_look;
mod formula_nodes;
mod formula_proof;
#[cfg(test)]
mod formula_tables;
mod game_explorer;
mod jobs;
mod laws;
mod mps;
mod probe;
#[cfg(test)]
mod propositions;
mod scheme;
mod schemes;
mod search;
mod session;
mod solver;
mod teach;
mod thrift;
mod together;
mod tree;
mod unfolder;
mod virtual_loss;

pub use checkpoint::Word;
pub use explorer::{Explorer, Mark};
pub use formula_checker::{BestFirstCheckOptions, BestFirstChecker, CheckAlgorithm};
pub use game_explorer::Evaluation;
pub use laws::check_scheme;
pub use mps::{Mps, MpsOptions};
pub use scheme::{Facts, Kind, Needs, Player, Question, Scheme, TwoOutcomeScheme, Verdict};
pub use schemes::{
    Blind, Conjunctions, Effort, MinMax, MinimalProofs, MonteCarlo, Multi, Product, ProofNumbers,
    ScoreBounded,
};
pub use session::{Checkpoints, Extras, Pupil};
pub use solver::{Algorithm, BestFirstOptions, BestFirstSolver};
