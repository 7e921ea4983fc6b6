//! Greedy Alpha-Beta \[ML18\]: a portfolio's result as a base, and ABCD for a few units that need
//! not follow it.

use super::abcd::{Abcd, Base};
use super::clock::{Clock, Limit, Statistics};
use super::config::AbcdConfig;
use super::evaluation::Score;
use super::portfolio::{Greedy, PortfolioConfig};
use crate::model::{Joint, Rules, Side, State, bits};

/// The settings of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct GreedyConfig {
    /// The portfolio search that makes the base.
    pub portfolio: PortfolioConfig,
    /// The search of the free units.
    pub search: AbcdConfig,
    /// The number of free units of each side.
    pub free: usize,
    /// The fraction of the time that the portfolio may use.
    pub share: f64,
}

impl Default for GreedyConfig {
    fn default() -> GreedyConfig {
        let search = AbcdConfig { neighbours: true, ..AbcdConfig::default() };
        GreedyConfig { portfolio: PortfolioConfig::default(), search, free: 4, share: 0.4 }
    }
}

/// A player that searches by Greedy Alpha-Beta.
pub struct GreedyAlphaBeta {
    config: GreedyConfig,
    search: Abcd,
    decisions: u64,
}

impl GreedyAlphaBeta {
    /// Returns a player with these settings.
    pub fn new(config: GreedyConfig) -> GreedyAlphaBeta {
        let search = Abcd::new(config.search.clone());
        GreedyAlphaBeta { config, search, decisions: 0 }
    }

    /// Decides for a side that can act.
    pub fn decide(
        &mut self,
        rules: &Rules,
        state: &State,
        side: Side,
        limit: Limit,
    ) -> (Joint, Option<Score>, Statistics) {
        let clock = Clock::new(limit);
        let part = clock.part(self.config.share);
        let mut greedy = Greedy::new(&self.config.portfolio, rules, state, part);
        // If its part of the time runs out, it leaves the best scripts so far.
        let _ = greedy.assign(side);
        self.decisions += 1;
        let base = Base {
            policy: greedy.policy,
            open: Side::BOTH.map(|side| self.open(state, side)),
            salt: self.decisions << 8,
        };
        let clock = clock.count(&greedy.clock);
        self.search.decide_from(rules, state, side, clock, &base)
    }

    /// Returns the units of a side that choose for themselves: those that act soonest, and of these
    /// the ones nearest to an enemy.
    fn open(&self, state: &State, side: Side) -> u64 {
        let enemies: Vec<_> =
            bits(state.living(side.other())).map(|unit| state.unit(side.other(), unit)).collect();
        let mut units: Vec<_> = bits(state.living(side))
            .map(|at| {
                let unit = state.unit(side, at);
                let away = enemies.iter().map(|enemy| {
                    let (dx, dy) = (enemy.x - unit.x, enemy.y - unit.y);
                    dx * dx + dy * dy
                });
                (unit.attack_at.min(unit.move_at), away.min().unwrap_or(0), at)
            })
            .collect();
        units.sort_unstable();
        units.iter().take(self.config.free).fold(0, |set, (_, _, unit)| set | 1 << unit)
    }
}
