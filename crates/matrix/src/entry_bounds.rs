//! Bounds beyond which an unknown entry matters: the linear programs of [Saf13, Fig. 5.9 and 5.10].
//!
//! Action `a` is dominated by a mixture of others as soon as its entry in column `b` is at most
//!
//! ```text
//! max Σ x_i e_i   where   Σ x_i g_ij ≥ 0 for all other columns j,   Σ x_i = 1,   x ≥ 0,
//! ```
//!
//! with `e_i` the (pessimistic) entry of action `i` in column `b` and `g_ij` its advantage over `a`
//! in column `j`. The program solved is the dual, `min t` where `t ≥ e_i + Σ_j y_j g_ij` and `y ≥
//! 0`: taking `t` from the action with the largest `e` leaves right-hand sides that are not
//! negative, so the simplex method can start at once.

use crate::tableau::{Ending, Tableau};

/// A workspace for these programs, to be kept between calls.
///
/// ```
/// use ludex_matrix::EntryBounds;
/// let mut bounds = EntryBounds::new();
/// // Two others: one gains 1 where the other loses 1; they have 4 and 2 in the given column.
/// assert_eq!(bounds.largest(&[4.0, 2.0], 1, &[-1.0, 1.0]), Some(3.0));
/// // No mixture of actions that are all worse somewhere.
/// assert_eq!(bounds.largest(&[4.0, 2.0], 1, &[-1.0, -1.0]), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct EntryBounds {
    tableau: Tableau,
}

impl EntryBounds {
    /// Returns an empty workspace.
    pub fn new() -> EntryBounds {
        EntryBounds::default()
    }

    /// Returns the largest `Σ x_i e_i` of a mixture that is as good as the action in all other
    /// columns: `advantages` holds, for each action `i`, its advantage in each of `columns`
    /// columns. Returns `None` if there is no such mixture (or it could not be found).
    pub fn largest(&mut self, e: &[f64], columns: usize, advantages: &[f64]) -> Option<f64> {
        if e.len().checked_mul(columns)? != advantages.len() {
            return None;
        }
        let top = (0..e.len()).max_by(|&i, &k| e[i].total_cmp(&e[k]))?;
        let base = &advantages[top * columns..(top + 1) * columns];
        // The best action alone may suffice: with `y = 0` nothing can be gained.
        if base.iter().all(|&advantage| advantage >= 0.0) {
            return Some(e[top]);
        }
        self.fill(e, top, columns, advantages);
        match self.tableau.maximise() {
            Ending::Optimal => Some(e[top] - self.tableau.objective()),
            Ending::Unbounded | Ending::Stuck => None,
        }
    }

    /// Sets up `max −Σ_j y_j g_top,j − s` where `Σ_j y_j (g_ij − g_top,j) − s ≤ e_top − e_i`, with
    /// `s` the excess of `t` over the top action's bound.
    fn fill(&mut self, e: &[f64], top: usize, columns: usize, advantages: &[f64]) {
        let base = &advantages[top * columns..(top + 1) * columns];
        self.tableau.reset(e.len() - 1, columns + 1);
        let others = (0..e.len()).filter(|&i| i != top);
        for (row, i) in others.enumerate() {
            let (cells, limit) = self.tableau.row_mut(row);
            let advantages = &advantages[i * columns..(i + 1) * columns];
            for ((cell, advantage), base) in cells.iter_mut().zip(advantages).zip(base) {
                *cell = advantage - base;
            }
            cells[columns] = -1.0;
            *limit = e[top] - e[i];
        }
        let (costs, _) = self.tableau.row_mut(e.len() - 1);
        costs[..columns].copy_from_slice(base);
        costs[columns] = 1.0;
    }
}
