//! Modal formulas (MMLK, Def. 22) and the library of solution concepts.

mod formula;

pub use formula::{Connective, Formula, Formulas};
