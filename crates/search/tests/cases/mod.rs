//! Random cases of the searches, with what is checked of each.

pub mod best_first;
pub mod costs;
pub mod formulas;
