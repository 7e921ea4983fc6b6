//! A matrix at the root: where both sides act, neither chooses first. Candidate moves of both sides
//! are played against each other, and a mixed strategy of the matrix game is drawn from.

use super::clock::{Clock, Limit, OutOfTime, Statistics};
use super::evaluation::{Score, value_of};
use super::hash::mix;
use super::portfolio::{Greedy, PortfolioConfig};
use crate::model::{Joint, Rules, Side, State};
use crate::scripts::Script;

/// The settings of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct MatrixConfig {
    /// The search that finds candidates, and whose playouts value the cells.
    pub portfolio: PortfolioConfig,
    /// The most candidates of a side.
    pub candidates: usize,
    /// The part of the time in which candidates are found.
    pub share: f64,
    /// For draws from mixed strategies.
    pub seed: u64,
}

impl Default for MatrixConfig {
    fn default() -> MatrixConfig {
        let portfolio = PortfolioConfig { actions: true, ..PortfolioConfig::default() };
        MatrixConfig { portfolio, candidates: 8, share: 0.4, seed: 1 }
    }
}

/// A player that solves a matrix at the root.
pub struct MatrixRoot {
    config: MatrixConfig,
    decisions: u64,
}

impl MatrixRoot {
    /// A player with these settings.
    pub fn new(config: MatrixConfig) -> MatrixRoot {
        MatrixRoot { config, decisions: 0 }
    }

    /// Decides for a side that can act.
    pub fn decide(
        &mut self,
        rules: &Rules,
        state: &State,
        side: Side,
        limit: Limit,
    ) -> (Joint, Option<Score>, Statistics) {
        self.decisions += 1;
        let clock = Clock::new(limit);
        let part = clock.part(self.config.share);
        let mut greedy = Greedy::new(&self.config.portfolio, rules, state, part);
        let _ = greedy.assign(side);
        let rows = self.candidates(&mut greedy, side);
        let columns = self.candidates(&mut greedy, side.other());
        greedy.clock = clock.count(&greedy.clock);
        let mut matrix = Vec::new();
        // Rows that are not complete do not count.
        while matrix.len() < rows.len() {
            match row(&mut greedy, side, &rows[matrix.len()], &columns) {
                Ok(row) => matrix.push(row),
                Err(OutOfTime) => break,
            }
        }
        let mix_of_rows = solve(&matrix);
        let at = draw(&mix_of_rows, mix(self.config.seed, self.decisions));
        (rows[at.min(rows.len() - 1)], None, greedy.clock.statistics(0))
    }

    /// The moves of a side that are worth a row: what its scripts do, what improves on that, and
    /// what single scripts do.
    fn candidates(&self, greedy: &mut Greedy, side: Side) -> Vec<Joint> {
        let (rules, state) = (greedy.rules, greedy.state);
        let mut joint = Joint::NONE;
        let policy = &greedy.policy[side.index()];
        Script::decide_assigned(policy, rules, state, side, &mut joint);
        let mut found = vec![joint];
        if !state.can_act(side) {
            return found;
        }
        let mut better = joint;
        let _ = greedy.improve_actions(side, &mut better);
        found.insert(0, better);
        for script in [Script::NokAv, Script::KitingAv, Script::AttackClosest] {
            let mut joint = Joint::NONE;
            script.decide_surely(rules, state, side, &mut joint);
            found.push(joint);
        }
        let mut different: Vec<Joint> = Vec::new();
        for joint in found {
            if !different.contains(&joint) && different.len() < self.config.candidates.max(1) {
                different.push(joint);
            }
        }
        different
    }
}

fn row(
    greedy: &mut Greedy,
    side: Side,
    joint: &Joint,
    columns: &[Joint],
) -> Result<Vec<f64>, OutOfTime> {
    let cell = |reply: &Joint| Ok(f64::from(value_of(greedy.value_of(side, joint, reply)?)));
    columns.iter().map(cell).collect()
}

/// Rounds of regret matching: the average is then within a few thousandths of the range of a matrix
/// of this size, far below what a playout can tell.
const ROUNDS: usize = 500;

/// A mixed strategy for the rows, by regret matching with regrets that never fall below 0.
pub(crate) fn solve(matrix: &[Vec<f64>]) -> Vec<f64> {
    let (rows, columns) = (matrix.len(), matrix.first().map_or(0, Vec::len));
    if rows <= 1 || columns == 0 {
        return vec![1.0; rows.min(1)];
    }
    let mut regrets = (vec![0.0; rows], vec![0.0; columns]);
    let mut total = vec![0.0; rows];
    for round in 1..=ROUNDS {
        let (x, y) = (mixture(&regrets.0), mixture(&regrets.1));
        let of_row: Vec<f64> =
            matrix.iter().map(|row| row.iter().zip(&y).map(|(v, p)| v * p).sum()).collect();
        let of_column: Vec<f64> = (0..columns)
            .map(|column| matrix.iter().zip(&x).map(|(row, p)| row[column] * p).sum())
            .collect();
        let value: f64 = of_row.iter().zip(&x).map(|(v, p)| v * p).sum();
        for (regret, v) in regrets.0.iter_mut().zip(&of_row) {
            *regret = f64::max(*regret + v - value, 0.0);
        }
        for (regret, v) in regrets.1.iter_mut().zip(&of_column) {
            *regret = f64::max(*regret + value - v, 0.0);
        }
        total.iter_mut().zip(&x).for_each(|(sum, p)| *sum += p * round as f64);
    }
    let sum: f64 = total.iter().sum();
    total.iter().map(|part| part / sum).collect()
}

/// In proportion to regrets; evenly, if there are none.
fn mixture(regrets: &[f64]) -> Vec<f64> {
    let sum: f64 = regrets.iter().sum();
    match sum > 0.0 {
        true => regrets.iter().map(|regret| regret / sum).collect(),
        false => vec![1.0 / regrets.len() as f64; regrets.len()],
    }
}

/// An index drawn from a mixed strategy.
fn draw(mixed: &[f64], seed: u64) -> usize {
    let mut left = (mix(seed, 0x1234_5678) >> 11) as f64 / (1u64 << 53) as f64;
    for (at, share) in mixed.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return at;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::solve;

    #[test]
    fn known_matrices_are_solved() {
        // Rock, paper, scissors; a saddle point; Example 15 of the thesis (value 3).
        let even = solve(&[vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]]);
        assert!(even.iter().all(|part| (part - 1.0 / 3.0).abs() < 0.02), "{even:?}");
        let saddle = solve(&[vec![3.0, 5.0], vec![2.0, 9.0]]);
        assert!(saddle[0] > 0.98, "{saddle:?}");
        let example = [vec![6.0, 1.0, 0.0], vec![3.0, 3.0, 3.0], vec![0.0, 1.0, 6.0]];
        let mixed = solve(&example);
        let of =
            |column: usize| -> f64 { example.iter().zip(&mixed).map(|(r, p)| r[column] * p).sum() };
        let worst = (0..3).map(of).fold(f64::INFINITY, f64::min);
        assert!(worst > 2.95, "{mixed:?} {worst}");
    }

    #[test]
    fn matching_pennies_with_unequal_stakes() {
        // Value 0.2 with the first row two times in five.
        let mixed = solve(&[vec![2.0, -1.0], vec![-1.0, 1.0]]);
        assert!((mixed[0] - 0.4).abs() < 0.02, "{mixed:?}");
    }
}
