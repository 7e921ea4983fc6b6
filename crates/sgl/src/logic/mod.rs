//! The logic itself: validity in all models of a frame, proofs, normal forms.

mod axioms;
mod circuit;
mod normal;
mod proof;
mod sigma;
mod validity;
mod write;

pub use axioms::{AXIOMS, Axiom};
pub(crate) use normal::{eliminate, forget, normal_form};
pub(crate) use proof::check_proof;
pub use proof::{Rejection, Verdict};
pub(crate) use validity::{Countermodel, Finding, decide};
pub(crate) use write::write;
