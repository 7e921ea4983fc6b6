//! The propositional network: a ground description as a circuit, evaluated with bit operations on many
//! plays at a time.

mod aig;
mod build;
mod circuit;
mod constants;
mod evaluate;
mod pick;
mod playouts;
mod schedule;

pub(crate) use build::{Outputs, build};
pub(crate) use circuit::{Circuit, Stage};
pub(crate) use evaluate::Values;
pub(crate) use playouts::{Batch, Finished};
