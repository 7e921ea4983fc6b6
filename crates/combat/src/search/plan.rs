//! Planning with openings: every unit of the searching side has an opening, an action or a script
//! that it follows for a while before it does what the army does. Openings are improved one unit at
//! a time, as in Portfolio Greedy Search, and kept from decision to decision, as in Portfolio
//! Online Evolution \[WCL16\]: what was found before is not searched for again.
//!
//! A script for a whole fight cannot say «this wounded unit steps back while the others shoot», and
//! a first action alone is undone by the script that follows it; an opening of a few actions can.
//!
//! For armies that are too large to try many openings for every unit, Portfolio Greedy Search is
//! better (`bench/COMBAT.md`).

use super::clock::{Clock, Limit, OutOfTime, Statistics};
use super::evaluation::{INFINITE, Score, score};
use super::opening::{Opening, Openings};
use super::playout::Playout;
use super::portfolio::{Portfolio, PortfolioConfig};
use crate::model::{Joint, Rules, Side, State, bits};
use crate::scripts::Script;

/// The settings of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanConfig {
    /// The scripts of openings.
    pub scripts: Vec<Script>,
    /// The numbers of actions of a unit that an opening may last.
    pub lengths: Vec<u8>,
    /// The scripts of whole armies after the openings: the value of a plan is that of the game in
    /// which both sides choose one of these.
    pub futures: Vec<Script>,
    /// The greatest number of units of a side for which several futures are examined.
    pub small: usize,
    /// The greatest number of units of a side for which openings are examined; larger armies are
    /// left to Portfolio Greedy Search.
    pub large: usize,
    /// The rounds of a playout.
    pub rounds: u32,
    /// Whether openings are kept from decision to decision.
    pub keep: bool,
}

impl Default for PlanConfig {
    fn default() -> PlanConfig {
        PlanConfig {
            scripts: vec![Script::NokAv, Script::KitingAv, Script::Retreat],
            lengths: vec![2, 6],
            futures: vec![Script::NokAv, Script::KitingAv],
            small: 8,
            large: 20,
            rounds: 200,
            keep: true,
        }
    }
}

/// A player that plans with openings.
pub struct Planner {
    config: PlanConfig,
    /// The openings that are left of the last decision.
    kept: Openings,
    portfolio: Portfolio,
}

/// One decision in progress.
struct Planning<'a> {
    config: &'a PlanConfig,
    futures: &'a [Script],
    rules: &'a Rules,
    state: &'a State,
    clock: Clock,
    playout: Playout,
    openings: [Openings; 2],
}

impl Planner {
    /// Returns a player with these settings.
    pub fn new(config: PlanConfig) -> Planner {
        let portfolio = Portfolio::new(PortfolioConfig::with_actions());
        Planner { config, kept: Openings::NONE, portfolio }
    }

    /// Decides for a side that can act.
    pub fn decide(
        &mut self,
        rules: &Rules,
        state: &State,
        side: Side,
        limit: Limit,
    ) -> (Joint, Option<Score>, Statistics) {
        if largest(state) > self.config.large {
            return self.portfolio.decide(rules, state, side, limit);
        }
        let mut planning = Planning::new(&self.config, rules, state, Clock::new(limit));
        // What is found before the time is up is kept.
        let found = planning.plan(side, self.kept);
        let mut openings = planning.openings[side.index()];
        let mut joint = Joint::NONE;
        openings.decide(Script::NokAv, rules, state, side, &mut joint);
        if self.config.keep {
            self.kept = openings;
        }
        (joint, found.ok(), planning.clock.statistics(0))
    }
}

impl<'a> Planning<'a> {
    fn new(config: &'a PlanConfig, rules: &'a Rules, state: &'a State, clock: Clock) -> Self {
        let small = largest(state) <= config.small;
        let most = if small { MOST_FUTURES } else { 1 };
        let futures = &config.futures[..config.futures.len().min(most)];
        let openings = Side::BOTH.map(|side| Openings::NONE.with_base(state.movers(side)));
        let playout = Playout::new(state);
        Planning { config, futures, rules, state, clock, playout, openings }
    }

    /// Improves the openings of a side until nothing gets better: from those that are left of the
    /// last decision, or from none, whichever is better.
    fn plan(&mut self, side: Side, kept: Openings) -> Result<Score, OutOfTime> {
        let movers = self.state.movers(side);
        let mut best = self.value(side, -INFINITE)?;
        best = self.try_all(side, kept.with_base(movers), best)?;
        self.improve(side, best)
    }

    /// Returns the openings that follow a script.
    fn scripted(&self) -> impl Iterator<Item = Opening> + use<'a> {
        let config = self.config;
        let of_script = |script: &'a Script| {
            config.lengths.iter().map(|length| Opening::Script(*script, *length))
        };
        config.scripts.iter().flat_map(of_script)
    }

    /// Takes these openings if they are better; returns the best score.
    fn try_all(&mut self, side: Side, all: Openings, best: Score) -> Result<Score, OutOfTime> {
        let before = std::mem::replace(&mut self.openings[side.index()], all);
        let value = if all == before { Ok(best) } else { self.value(side, best) };
        match value {
            Ok(value) if value > best => Ok(value),
            other => {
                self.openings[side.index()] = before;
                other.map(|_| best)
            }
        }
    }

    fn improve(&mut self, side: Side, mut best: Score) -> Result<Score, OutOfTime> {
        loop {
            let before = best;
            for unit in bits(self.state.movers(side)) {
                best = self.improve_unit(side, unit, best)?;
            }
            if best > before {
                continue;
            }
            best = self.improve_others(side, best)?;
            if best == before {
                return Ok(best);
            }
        }
    }

    /// Improves the openings of units that are not free now: what they do when they are free next.
    fn improve_others(&mut self, side: Side, mut best: Score) -> Result<Score, OutOfTime> {
        for unit in bits(self.state.living(side) & !self.state.movers(side)) {
            for opening in self.scripted() {
                let mut other = self.openings[side.index()];
                other.set(unit, opening);
                best = self.try_all(side, other, best)?;
            }
        }
        Ok(best)
    }

    /// Finds the best opening of one unit; returns the best score.
    fn improve_unit(
        &mut self,
        side: Side,
        unit: usize,
        mut best: Score,
    ) -> Result<Score, OutOfTime> {
        let actions = self.state.unit_actions(self.rules, side, unit);
        let actions = actions.as_slice().iter().map(|action| Opening::Action(*action));
        for opening in actions.chain(self.scripted()) {
            let mut other = self.openings[side.index()];
            other.set(unit, opening);
            best = self.try_all(side, other, best)?;
        }
        Ok(best)
    }

    /// Returns the value of the openings for a side: the mean of what either side can guarantee by
    /// choosing one future. Exact if it is more than `best`, otherwise a bound.
    fn value(&mut self, side: Side, best: Score) -> Result<Score, OutOfTime> {
        let futures = self.futures;
        let mut worst_rows = [INFINITE; MOST_FUTURES];
        let mut minmax = INFINITE;
        for enemy in futures {
            let mut column = -INFINITE;
            for (own, row) in futures.iter().zip(&mut worst_rows) {
                let score = self.play_out(side, *own, *enemy)?;
                *row = score.min(*row);
                column = column.max(score);
            }
            minmax = minmax.min(column);
            // The mean is at most the minmax value.
            if minmax <= best {
                return Ok(minmax);
            }
        }
        let maxmin = worst_rows.into_iter().zip(futures).map(|(row, _)| row).max();
        Ok((maxmin.unwrap_or(minmax) + minmax) / 2)
    }

    fn play_out(&mut self, side: Side, own: Script, enemy: Script) -> Result<Score, OutOfTime> {
        let mut futures = [own; 2];
        futures[side.other().index()] = enemy;
        let (rules, rounds) = (self.rules, self.config.rounds);
        let (openings, clock) = (self.openings, &mut self.clock);
        let end = self.playout.run_openings(rules, self.state, openings, futures, rounds, clock)?;
        Ok(score(end.ltd2(rules, side), end.steps()[side.index()]))
    }
}

/// Returns the number of units of the larger army.
fn largest(state: &State) -> usize {
    let [red, blue] = Side::BOTH.map(|side| state.living(side).count_ones() as usize);
    red.max(blue)
}

/// The greatest number of futures that are examined.
const MOST_FUTURES: usize = 4;
