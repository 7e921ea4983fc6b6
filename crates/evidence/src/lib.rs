//! Evidence: proofs (Def. 24–25) and weak solutions (Def. 3, 11–13).

mod proof;
mod solution;

pub use proof::{Proof, ProofNode, Step};
pub use solution::{Holder, Solution, SolutionNode};
