//! Evidence: what lets anybody check an answer without trusting the search that found it.
//!
//! There are two kinds. A [`Proof`] (Def. 24–25) shows that a formula holds or fails in a state; a
//! [`Solution`] (Def. 3, 11, 12) shows what one side can force. Searches make them in memory;
//! [`Evidence`] is the same as text, to be kept in a file (`FORMAT.md` describes it) and read by
//! people; [`check`] accepts or rejects it by replaying the rules of the game and nothing else.
//!
//! The checker shares no code with any search: `check.rs`, `legal.rs` and `walk.rs` are all there is to
//! trust.

mod check;
mod evidence;
mod file;
mod json;
mod legal;
mod proof;
mod rejection;
mod solution;
mod table;
mod transcribe;
mod walk;

pub use check::{Stats, check, check_proof, check_solution};
pub use evidence::{
    Bound, Claim, Evidence, FORMAT, ProofLine, ProofStep, ProofText, SolutionLine, SolutionStep,
    VERSION,
};
pub use file::{FileError, digest};
pub use proof::{Proof, ProofNode, Step};
pub use rejection::Rejection;
pub use solution::{Holder, Solution, SolutionNode};
pub use table::Statement;
