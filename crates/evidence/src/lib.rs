//! Evidence, with which anybody can check an answer without trusting the search that found it.
//!
//! There are four kinds. A [`Proof`] [Saf13, Def. 24–25] shows that a formula holds or fails in a
//! state; a [`Solution`] [Saf13, Def. 3, 11, 12] shows what one side can force; a [`MixedStrategy`]
//! shows what one side gets in expectation where both move simultaneously; an equilibrium shows what
//! all agents get where each plays for its own payoff. Searches make them in memory; [`Evidence`] is
//! their textual form, packed in parts ([`NodeList`]), to be kept in a file (`FORMAT.md` describes
//! it) and read by people; [`check`] and [`check_mixed`] accept or reject it by replaying the rules of the
//! game and nothing else.
//!
//! The checker shares no code with any search: only `check.rs`, `legal.rs` and `walk.rs`, for
//! equilibria `equilibrium/check.rs`, and for mixed strategies `mixed/check.rs` and
//! `mixed/number.rs`, need to be trusted.

mod binary;
mod check;
mod equilibrium;
mod evidence;
mod file;
mod json;
mod legal;
mod metered;
mod mixed;
mod nodes;
mod numbers;
mod packing;
mod proof;
mod rejection;
mod solution;
mod table;
mod transcribe;
mod walk;

pub use check::{Stats, check, check_proof, check_solution, check_within, read_root};
pub use evidence::{
    Bound, Claim, EquilibriumLine, EquilibriumStep, Evidence, FORMAT, MixedBound, MixedLine,
    ProofLine, ProofStep, ProofText, SolutionLine, SolutionStep, VERSION,
};
pub use file::FileError;
pub use mixed::{Guarantees, MixedStrategy, check_mixed, check_mixed_within};
pub use nodes::NodeList;
pub use proof::{Proof, ProofNode, Step};
pub use rejection::Rejection;
pub use solution::{Holder, Solution, SolutionNode};
pub use table::Statement;
