//! Bounds for the next cell, and dominance: the linear programs of Fig. 5.6–5.10 over a frame.

use ludex_matrix::{EntryBounds, Solver};

use super::frame::Frame;
use crate::simultaneous::memory::Interval;

/// A workspace for the programs.
#[derive(Default, Debug)]
pub(super) struct Programs {
    bounds: EntryBounds,
    solver: Solver,
    /// Entries of other actions in the line asked about.
    others: Vec<f64>,
    /// Advantages of other actions.
    advantages: Vec<f64>,
    pub calls: u64,
}

impl Programs {
    /// `α_ab` (Fig. 5.9): if the cell holds at most this, its row is dominated by a mixture of other
    /// rows and of what Max has elsewhere, `alpha`.
    pub fn alpha(
        &mut self,
        frame: &Frame,
        (row, column): (usize, usize),
        alpha: Option<f64>,
    ) -> Option<f64> {
        let columns = frame.cols.iter().filter(|&&j| j != column);
        self.clear();
        for &i in frame.rows.iter().filter(|&&i| i != row) {
            self.others.push(frame.low(i, column));
            self.advantages.extend(columns.clone().map(|&j| frame.low(i, j) - frame.high(row, j)));
        }
        if let Some(alpha) = alpha {
            self.others.push(alpha);
            self.advantages.extend(columns.clone().map(|&j| alpha - frame.high(row, j)));
        }
        self.largest(frame.cols.len() - 1)
    }

    /// `β_ab` (Fig. 5.10): if the cell holds at least this, its column is dominated by a mixture of
    /// other columns and of what Min has elsewhere, `beta`.
    pub fn beta(
        &mut self,
        frame: &Frame,
        (row, column): (usize, usize),
        beta: Option<f64>,
    ) -> Option<f64> {
        let rows = frame.rows.iter().filter(|&&i| i != row);
        self.clear();
        for &j in frame.cols.iter().filter(|&&j| j != column) {
            self.others.push(-frame.high(row, j));
            self.advantages.extend(rows.clone().map(|&i| frame.low(i, column) - frame.high(i, j)));
        }
        if let Some(beta) = beta {
            self.others.push(-beta);
            self.advantages.extend(rows.clone().map(|&i| frame.low(i, column) - beta));
        }
        self.largest(frame.rows.len() - 1).map(|largest| -largest)
    }

    fn clear(&mut self) {
        self.others.clear();
        self.advantages.clear();
    }

    /// The program itself, unless one look shows that no mixture is good enough: there is a line
    /// where all others are worse.
    fn largest(&mut self, lines: usize) -> Option<f64> {
        if self.others.is_empty() || !self.each_line_has_a_winner(lines) {
            return None;
        }
        self.calls += 1;
        self.bounds.largest(&self.others, lines, &self.advantages)
    }

    fn each_line_has_a_winner(&self, lines: usize) -> bool {
        let wins =
            |line: usize| self.advantages.iter().skip(line).step_by(lines).any(|&a| a >= 0.0);
        (0..lines).all(wins)
    }

    /// Drops rows and columns that are dominated until none is left.
    pub fn eliminate(&mut self, frame: &mut Frame) {
        loop {
            let row = (0..frame.rows.len()).find(|&at| self.row_dominated(frame, frame.rows[at]));
            if let Some(at) = row {
                frame.rows.remove(at);
                continue;
            }
            let column =
                (0..frame.cols.len()).find(|&at| self.column_dominated(frame, frame.cols[at]));
            match column {
                Some(at) => frame.cols.remove(at),
                None => return,
            };
        }
    }

    /// Whether a row is dominated by a mixture of others: Fig. 5.6, or 5.7 where there is one
    /// column. The system is feasible if Max can keep the game of advantages at 0.
    pub fn row_dominated(&mut self, frame: &Frame, row: usize) -> bool {
        self.clear();
        for &i in frame.rows.iter().filter(|&&i| i != row) {
            self.advantages
                .extend(frame.cols.iter().map(|&j| frame.low(i, j) - frame.high(row, j)));
        }
        self.others.resize(frame.rows.len() - 1, 0.0);
        self.winning(frame.cols.len())
    }

    /// Whether a column is dominated by a mixture of others (Fig. 5.8).
    pub fn column_dominated(&mut self, frame: &Frame, column: usize) -> bool {
        self.clear();
        for &j in frame.cols.iter().filter(|&&j| j != column) {
            self.advantages
                .extend(frame.rows.iter().map(|&i| frame.low(i, column) - frame.high(i, j)));
        }
        self.others.resize(frame.cols.len() - 1, 0.0);
        self.winning(frame.rows.len())
    }

    fn winning(&mut self, lines: usize) -> bool {
        if self.others.is_empty() || !self.each_line_has_a_winner(lines) {
            return false;
        }
        self.calls += 1;
        self.solver.solve(self.others.len(), lines, &self.advantages) >= 0.0
    }

    /// The value of the game left when all is known of it; within the window if nothing is left.
    pub fn nash(&mut self, frame: &Frame, (alpha, beta): Interval) -> f64 {
        if frame.rows.is_empty() {
            return alpha;
        }
        if frame.cols.is_empty() {
            return beta;
        }
        frame.rest(&mut self.advantages);
        self.calls += 1;
        self.solver.solve(frame.rows.len(), frame.cols.len(), &self.advantages).clamp(alpha, beta)
    }
}
