//! Bounds for the next cell, and dominance: the linear programs of [Saf13, Fig. 5.6–5.10] over a
//! frame.

use ludex_matrix::{EntryBounds, Solver};

use super::frame::Frame;
use crate::simultaneous::memory::Interval;

/// A workspace for the programs.
#[derive(Default, Debug)]
pub(super) struct Programs {
    bounds: EntryBounds,
    solver: Solver,
    /// Entries of other actions in the current line.
    others: Vec<f64>,
    /// Advantages of other actions.
    advantages: Vec<f64>,
    pub calls: u64,
}

impl Programs {
    /// Returns `α_ab` [Saf13, Fig. 5.9]: if the cell holds at most this, its row is dominated by a
    /// mixture of other rows and of Max's guarantee elsewhere, `alpha`.
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

    /// Returns `β_ab` [Saf13, Fig. 5.10]: if the cell holds at least this, its column is dominated
    /// by a mixture of other columns and of Min's guarantee elsewhere, `beta`.
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

    /// Solves the program, unless a simple test shows that no mixture is good enough: there is a
    /// line where all others are worse.
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

    /// Removes rows and columns that are dominated until none is left.
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

    /// Returns whether a row is dominated by a mixture of others: [Saf13, Fig. 5.6], or [Saf13,
    /// Fig. 5.7] if there is one column. The system is feasible if Max can keep the game of
    /// advantages at 0.
    pub fn row_dominated(&mut self, frame: &Frame, row: usize) -> bool {
        self.clear();
        for &i in frame.rows.iter().filter(|&&i| i != row) {
            self.advantages
                .extend(frame.cols.iter().map(|&j| frame.low(i, j) - frame.high(row, j)));
        }
        self.others.resize(frame.rows.len() - 1, 0.0);
        self.winning(frame.cols.len())
    }

    /// Returns whether a column is dominated by a mixture of others [Saf13, Fig. 5.8].
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

    /// Returns the value of the remaining game when all of it is known; within the window if
    /// nothing is left.
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
