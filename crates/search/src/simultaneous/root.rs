//! The matrix of the root, from which the answer is computed.

use ludex_game::{Agent, SimultaneousGame};
use ludex_matrix::Solver;

use super::context::MatrixSearchContext;
use super::memory::Interval;
use super::report::SimultaneousReport;
use crate::budget::Stopped;

/// The root's matrix with the bounds of each cell.
#[derive(Default, Debug)]
pub(super) struct Root {
    rows: usize,
    columns: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    /// The value, if there is no matrix.
    settled: Option<f64>,
    /// The rows and the columns that are not known to be dominated.
    kept: (Vec<usize>, Vec<usize>),
}

impl Root {
    /// Records that the state is final.
    pub fn settle(&mut self, payoff: f64) {
        self.settled = Some(payoff);
    }

    /// Records that the state has a matrix without known cells.
    pub fn open(&mut self, (rows, columns): (usize, usize), (low, high): Interval) {
        (self.rows, self.columns) = (rows, columns);
        self.low = vec![low; self.rows * self.columns];
        self.high = vec![high; self.rows * self.columns];
        self.kept = ((0..rows).collect(), (0..columns).collect());
    }

    /// Records that the other rows and columns are dominated.
    pub fn keep(&mut self, rows: &[usize], columns: &[usize]) {
        self.kept = (rows.to_vec(), columns.to_vec());
    }

    /// Records the bounds of a cell.
    pub fn fill(&mut self, cell: usize, (low, high): Interval) {
        (self.low[cell], self.high[cell]) = (low, high);
    }

    /// Computes the answer. Unknown values count as the worst for one agent, then for the other:
    /// the first's strategy is optimal in the first matrix, the second's in the second.
    pub fn report<G: SimultaneousGame>(
        &self,
        context: &MatrixSearchContext<G>,
        state: &G::State,
        bytes: usize,
        stopped: Option<Stopped>,
    ) -> SimultaneousReport<G::Move> {
        let mut report = SimultaneousReport {
            bounds: context.range,
            row: Vec::new(),
            column: Vec::new(),
            nodes: context.meter.nodes(),
            lp_calls: context.lp_calls,
            serial_nodes: 0,
            largest: context.largest,
            bytes,
            stopped,
        };
        if let Some(value) = self.settled {
            report.bounds = (value, value);
        }
        if self.rows > 0 {
            let (low, row, _) = self.solve(&self.low);
            let (high, _, column) = self.solve(&self.high);
            report.row = context.mixed(state, Agent::FIRST, &row);
            report.column = context.mixed(state, Agent::SECOND, &column);
            report.bounds = match stopped {
                Some(_) => (low, high),
                None => (low + (high - low) / 2.0, low + (high - low) / 2.0),
            };
        }
        report
    }

    /// Returns the value of one of the matrices without dominated rows and columns, and strategies
    /// in all.
    fn solve(&self, entries: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
        let (rows, columns) = &self.kept;
        let line = |&row: &usize| columns.iter().map(move |column| row * self.columns + column);
        let kept: Vec<f64> = rows.iter().flat_map(line).map(|cell| entries[cell]).collect();
        let mut solver = Solver::new();
        let value = solver.solve(rows.len(), columns.len(), &kept);
        let row = spread(self.rows, rows, solver.row());
        (value, row, spread(self.columns, columns, solver.column()))
    }
}

/// Extends a strategy for some moves to all.
fn spread(length: usize, places: &[usize], weights: &[f64]) -> Vec<f64> {
    let mut all = vec![0.0; length];
    places.iter().zip(weights).for_each(|(&place, &weight)| all[place] = weight);
    all
}
