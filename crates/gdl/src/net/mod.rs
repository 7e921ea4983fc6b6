//! The propositional network: a ground description as a circuit, evaluated with bit operations for
//! many plays at a time.

mod aig;
mod build;
mod circuit;
mod constants;
mod evaluate;
mod factor;
mod pick;
mod playouts;
mod schedule;
mod simplify;

pub(crate) use aig::{Node, Wire};
pub(crate) use build::{Built, build};
pub(crate) use circuit::{Circuit, Stage, Tap};
pub(crate) use constants::constants;
pub(crate) use evaluate::{Lanes, Values};
pub(crate) use playouts::Batch;
pub(crate) use simplify::simplify;
