//! From conditions and moves to the text of a `.toss` file.

mod formulas;
mod logic;
mod names;
mod places;
mod rules;
mod sentences;
mod text;
mod views;

pub(crate) use formulas::Formulas;
pub(crate) use text::{element, write};
