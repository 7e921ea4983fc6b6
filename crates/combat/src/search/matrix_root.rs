//! A matrix at the root: where both sides act, neither chooses first. Candidate moves of both sides
//! are played against each other, and the decision is drawn from a mixed strategy of the matrix
//! game.

use ludex_matrix::Solver;

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
    /// The greatest number of candidates of a side.
    pub candidates: usize,
    /// The fraction of the time in which candidates are found.
    pub share: f64,
    /// The seed of draws from mixed strategies.
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
    solver: Solver,
    decisions: u64,
}

impl MatrixRoot {
    /// Returns a player with these settings.
    pub fn new(config: MatrixConfig) -> MatrixRoot {
        MatrixRoot { config, solver: Solver::new(), decisions: 0 }
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
        let mut entries = Vec::new();
        // Rows that are not complete do not count.
        let is_complete =
            |joint: &&Joint| row(&mut greedy, side, joint, &columns, &mut entries).is_ok();
        let complete = rows.iter().take_while(is_complete).count();
        entries.truncate(complete * columns.len());
        self.solver.solve(complete, columns.len(), &entries);
        let mixed = if complete == 0 { &[] } else { self.solver.row() };
        let at = draw(mixed, mix(self.config.seed, self.decisions));
        (rows[at.min(rows.len() - 1)], None, greedy.clock.statistics(0))
    }

    /// Returns the moves of a side for the rows: the moves of its scripts, improvements on these,
    /// and the moves of single scripts.
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
    entries: &mut Vec<f64>,
) -> Result<(), OutOfTime> {
    for reply in columns {
        entries.push(f64::from(value_of(greedy.value_of(side, joint, reply)?)));
    }
    Ok(())
}

/// Returns an index drawn from a mixed strategy.
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
    use super::draw;

    #[test]
    fn draws_follow_the_mixture() {
        let mut counts = [0; 3];
        for seed in 0..3000 {
            counts[draw(&[0.5, 0.2, 0.3], seed)] += 1;
        }
        for (count, share) in counts.into_iter().zip([1500, 600, 900]) {
            assert!(i32::abs(count - share) < 120, "{counts:?}");
        }
    }

    #[test]
    fn nothing_to_draw_from_is_the_first() {
        assert_eq!(draw(&[], 1), 0);
        assert_eq!(draw(&[1.0], 7), 0);
    }
}
