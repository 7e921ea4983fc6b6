//! Evidence: what lets anybody check an answer without trusting the search that found it.
//!
//! There are three kinds. A [`Proof`] (Def. 24–25) shows that a formula holds or fails in a state; a
//! [`Solution`] (Def. 3, 11, 12) shows what one side can force; a [`MixedStrategy`] shows what one
//! side gets on average where both move at the same time. Searches make them in memory;
//! [`Evidence`] is the same as text, to be kept in a file (`FORMAT.md` describes it) and read by
//! people; [`check`] and [`check_mixed`] accept or reject it by replaying the rules of the game and nothing else.
//!
//! The checker shares no code with any search: `check.rs`, `legal.rs` and `walk.rs`, and for mixed
//! strategies `mixed/check.rs` and `mixed/number.rs`, are all there is to trust.

mod check;
mod evidence;
mod file;
mod json;
mod legal;
mod mixed;
mod proof;
mod rejection;
mod solution;
mod table;
mod transcribe;
mod walk;

pub use check::{Stats, check, check_proof, check_solution};
pub use evidence::{
    Bound, Claim, Evidence, FORMAT, MixedBound, MixedLine, ProofLine, ProofStep, ProofText,
    SolutionLine, SolutionStep, VERSION,
};
pub use file::FileError;
pub use ludex_base::digest;
pub use mixed::{Guarantees, MixedStrategy, check_mixed};
pub use proof::{Proof, ProofNode, Step};
pub use rejection::Rejection;
pub use solution::{Holder, Solution, SolutionNode};
pub use table::Statement;
