//! The information schemes, one file each.

mod blind;
mod min_max;
mod minimal_proofs;
mod monte_carlo;
mod multi;
mod product;
mod proof_numbers;
mod score_bounded;

pub use blind::Blind;
pub use min_max::MinMax;
pub use minimal_proofs::MinimalProofs;
pub use monte_carlo::MonteCarlo;
pub use multi::Multi;
pub use product::Product;
pub use proof_numbers::{Conjunctions, Effort, ProofNumbers};
pub use score_bounded::ScoreBounded;
