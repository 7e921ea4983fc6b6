//! Best-first search: one loop over explorers and information schemes.

mod checkpoint;
mod collect;
mod crew;
mod explorer;
mod game_explorer;
mod jobs;
mod laws;
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
pub use explorer::Explorer;
pub use game_explorer::Evaluation;
pub use laws::check_scheme;
pub use scheme::{Facts, Needs, Player, Question, Scheme, TwoOutcomeScheme, Verdict};
pub use schemes::{Blind, Effort, MinMax, MonteCarlo, Multi, Product, ProofNumbers, ScoreBounded};
pub use session::{Checkpoints, Extras, Pupil};
pub use solver::{Algorithm, BestFirstOptions, BestFirstSolver};
