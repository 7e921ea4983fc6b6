//! Approximate values, with guaranteed bounds.

use super::report::Mixed;
use crate::budget::Stopped;

/// The result of an approximate search of a stacked-matrix game.
#[derive(Clone, PartialEq, Debug)]
pub struct Approximation<M> {
    /// An estimate of the value for the first agent, if there is one already.
    pub value: Option<f64>,
    /// The value lies between these (up to rounding).
    pub bounds: (f64, f64),
    /// The strategy of the first agent in the state asked about; empty in a final state.
    pub row: Mixed<M>,
    /// The strategy of the second agent.
    pub column: Mixed<M>,
    /// The nodes visited.
    pub nodes: u64,
    /// The linear programs solved.
    pub lp_calls: u64,
    /// The bytes of tables and trees.
    pub bytes: usize,
    /// Why the search ended before it was done, if it did.
    pub stopped: Option<Stopped>,
}

impl<M> Approximation<M> {
    /// Returns an approximation without information but these bounds.
    pub(super) fn new(bounds: (f64, f64)) -> Approximation<M> {
        let (row, column) = (Vec::new(), Vec::new());
        Approximation {
            value: None,
            bounds,
            row,
            column,
            nodes: 0,
            lp_calls: 0,
            bytes: 0,
            stopped: None,
        }
    }

    /// Returns whether the value is known, not only approximated.
    pub fn exact(&self) -> bool {
        self.bounds.0 == self.bounds.1
    }
}
