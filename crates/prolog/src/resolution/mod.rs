//! Resolution SLD(f): goals carry modal prefixes, and a refutation yields a plan [BR04, Section 4].
//!
//! With the selected goal `g = [b…][c…] q`, a clause renamed apart, and their most general unifier:
//!
//! - **RED**, head `[c…] q'`: g is replaced by the body, each atom prefixed by `[b…]`.
//! - **EXT**, g = `[c…] q`, head `[b…][c…] q'`: g is replaced by the body, every other goal is
//!   prefixed by `[b…]`, which also goes in front of the plan.
//! - **INV** for `[i:c-] p`: a clause `[i:c] h :- B` with p in B; g becomes h, and EXT with the
//!   same clause is the next step [BR04, Section 5.4].
//!
//! A fact reduces only a goal without prefix (\[BR04\] allows any prefix, which is not sound), and
//! no EXT follows (condition iv.c).

mod draw;
mod goal;
mod search;
mod steps;
mod trace;

pub use draw::draw;
pub use goal::{Candidate, Selection, left_most, right_most};
pub use search::{Answer, Bounds, Derivation, Resolution};
pub(crate) use trace::plan_text;
pub use trace::{Trace, TraceStep};
