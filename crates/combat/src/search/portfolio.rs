//! Portfolio Greedy Search \[CB13\]: a script for every unit, improved one unit at a time;
//! optionally with first actions that no script would choose.

use super::clock::{Clock, Limit, OutOfTime, Statistics};
use super::evaluation::{INFINITE, PLAYOUT_ROUNDS, Score, score};
use super::playout::{Assignment, Playout};
use crate::model::{Joint, MAX_UNITS, Rules, Side, State, bits};
use crate::scripts::Script;

/// The settings of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct PortfolioConfig {
    /// The scripts that units may follow.
    pub scripts: Vec<Script>,
    /// The number of times the enemy improves its scripts in turn.
    pub responses: u32,
    /// The greatest number of passes of each side over its units.
    pub passes: u32,
    /// The rounds of a playout.
    pub rounds: u32,
    /// Whether units may start with any legal action before they follow their scripts.
    pub actions: bool,
    /// For small sides, the scripts that either side may follow after the first actions: the value
    /// of the actions is then that of the game in which both sides choose one. Such playouts are
    /// 200 rounds long.
    pub futures: Vec<Script>,
    /// The greatest number of units of a small side.
    pub small: usize,
    /// The enemy is known to follow this script.
    pub model: Option<Script>,
}

impl Default for PortfolioConfig {
    fn default() -> PortfolioConfig {
        PortfolioConfig {
            scripts: vec![Script::NokAv, Script::KitingAv],
            responses: 0,
            passes: 1,
            rounds: 100,
            actions: false,
            futures: Vec::new(),
            small: 8,
            model: None,
        }
    }
}

impl PortfolioConfig {
    /// Returns our strongest search: for small armies first actions in view of several futures,
    /// which costs many playouts; for large ones a script for every unit, then first actions.
    pub fn with_actions() -> PortfolioConfig {
        let futures = vec![Script::NokAv, Script::KitingAv];
        PortfolioConfig { actions: true, futures, ..PortfolioConfig::default() }
    }
}

/// A player that searches by Portfolio Greedy Search.
pub struct Portfolio {
    config: PortfolioConfig,
}

/// The state of the greedy loop.
pub(crate) struct Greedy<'a> {
    pub config: &'a PortfolioConfig,
    pub rules: &'a Rules,
    pub state: &'a State,
    pub clock: Clock,
    /// The futures that are examined: none if a side is large.
    futures: &'a [Script],
    rounds: u32,
    playout: Playout,
    /// The scripts of both sides.
    pub policy: [Assignment; 2],
}

impl Portfolio {
    /// Returns a player with these settings.
    pub fn new(config: PortfolioConfig) -> Portfolio {
        Portfolio { config }
    }

    /// Decides for a side that can act.
    pub fn decide(
        &mut self,
        rules: &Rules,
        state: &State,
        side: Side,
        limit: Limit,
    ) -> (Joint, Option<Score>, Statistics) {
        let mut greedy = Greedy::new(&self.config, rules, state, Clock::new(limit));
        let finished = if greedy.futures.is_empty() { greedy.assign(side) } else { Ok(()) };
        let mut joint = Joint::NONE;
        let policy = &greedy.policy[side.index()];
        Script::decide_assigned(policy, rules, state, side, &mut joint);
        if finished.is_ok() && self.config.actions {
            // What is found before the time is up is kept.
            let _ = greedy.improve_actions(side, &mut joint);
        }
        (joint, None, greedy.clock.statistics(0))
    }
}

impl<'a> Greedy<'a> {
    pub fn new(
        config: &'a PortfolioConfig,
        rules: &'a Rules,
        state: &'a State,
        clock: Clock,
    ) -> Greedy<'a> {
        let most = Side::BOTH.map(|side| state.living(side).count_ones() as usize);
        let small =
            config.actions && config.model.is_none() && most[0].max(most[1]) <= config.small;
        let futures = if small { &config.futures[..] } else { &[] };
        let rounds = if futures.is_empty() { config.rounds } else { PLAYOUT_ROUNDS };
        let policy = [[Script::NokAv; MAX_UNITS]; 2];
        let playout = Playout::new(state);
        Greedy { config, rules, state, clock, futures, rounds, playout, policy }
    }

    /// Finds scripts for the units of a side: the best single script for each side, then unit by
    /// unit, then as often as configured in turn with the enemy.
    pub fn assign(&mut self, side: Side) -> Result<(), OutOfTime> {
        let enemy = side.other();
        if let Some(script) = self.config.model {
            self.policy[enemy.index()] = [script; MAX_UNITS];
        }
        self.seed(side)?;
        if self.config.model.is_none() {
            self.seed(enemy)?;
        }
        self.improve(side)?;
        for _ in 0..self.config.responses {
            if self.config.model.is_none() {
                self.improve(enemy)?;
            }
            self.improve(side)?;
        }
        Ok(())
    }

    /// Finds the best single script against what the other side does.
    fn seed(&mut self, side: Side) -> Result<(), OutOfTime> {
        let mut best = (-INFINITE, self.policy[side.index()]);
        for script in &self.config.scripts {
            self.policy[side.index()] = [*script; MAX_UNITS];
            let score = self.value(side)?;
            if score > best.0 {
                best = (score, [*script; MAX_UNITS]);
            }
        }
        self.policy[side.index()] = best.1;
        Ok(())
    }

    /// Improves the scripts of a side unit by unit until nothing gets better.
    fn improve(&mut self, side: Side) -> Result<(), OutOfTime> {
        let mut best = self.value(side)?;
        for _ in 0..self.config.passes {
            let before = best;
            for unit in bits(self.state.living(side)) {
                best = self.improve_unit(side, unit, best)?;
            }
            if best == before {
                break;
            }
        }
        Ok(())
    }

    fn improve_unit(&mut self, side: Side, unit: usize, best: Score) -> Result<Score, OutOfTime> {
        let mut kept = (best, self.policy[side.index()][unit]);
        for script in &self.config.scripts {
            if *script == kept.1 {
                continue;
            }
            self.policy[side.index()][unit] = *script;
            match self.value(side) {
                Ok(score) if score > kept.0 => kept = (score, *script),
                Ok(_) => (),
                Err(stop) => {
                    self.policy[side.index()][unit] = kept.1;
                    return Err(stop);
                }
            }
        }
        self.policy[side.index()][unit] = kept.1;
        Ok(kept.0)
    }

    /// Returns the value of the scripts for a side.
    fn value(&mut self, side: Side) -> Result<Score, OutOfTime> {
        let (rules, rounds) = (self.rules, self.rounds);
        let end = self.playout.run(rules, self.state, &self.policy, rounds, &mut self.clock)?;
        Ok(score(end.ltd2(rules, side), end.steps()[side.index()]))
    }

    /// Improves the first actions of the free units, one unit at a time, until nothing gets better;
    /// the enemy does what its scripts say.
    pub fn improve_actions(&mut self, side: Side, joint: &mut Joint) -> Result<Score, OutOfTime> {
        let mut replies = Joint::NONE;
        let enemy = side.other();
        let policy = &self.policy[enemy.index()];
        Script::decide_assigned(policy, self.rules, self.state, enemy, &mut replies);
        let mut best = self.value_of(side, joint, &replies)?;
        loop {
            let before = best;
            for unit in bits(self.state.movers(side)) {
                let actions = self.state.unit_actions(self.rules, side, unit);
                for action in actions.as_slice() {
                    let mut other = *joint;
                    other.set(unit, *action);
                    if other == *joint {
                        continue;
                    }
                    let score = self.value_of(side, &other, &replies)?;
                    if score > best {
                        (best, *joint) = (score, other);
                    }
                }
            }
            if best == before {
                return Ok(best);
            }
        }
    }

    /// Returns the value of a pair of joint moves for a side, if the scripts continue from there.
    pub fn value_of(
        &mut self,
        side: Side,
        joint: &Joint,
        replies: &Joint,
    ) -> Result<Score, OutOfTime> {
        self.playout.state.copy_from(self.state);
        let moves = match side {
            Side::Red => [joint, replies],
            Side::Blue => [replies, joint],
        };
        self.playout.state.play(self.rules, moves);
        if self.futures.is_empty() {
            return self.go_on(side);
        }
        let after = self.playout.state;
        self.value_of_futures(side, &after)
    }

    /// Returns the mean of what either side can guarantee by choosing one script for all its units.
    fn value_of_futures(&mut self, side: Side, after: &State) -> Result<Score, OutOfTime> {
        let policy = self.policy;
        let scripts = self.futures.iter();
        let mut best_rows = -INFINITE;
        let mut worst_columns = vec![-INFINITE; scripts.len()];
        for own in scripts.clone() {
            let mut worst = INFINITE;
            for (enemy, column) in scripts.clone().zip(&mut worst_columns) {
                self.policy[side.index()] = [*own; MAX_UNITS];
                self.policy[side.other().index()] = [*enemy; MAX_UNITS];
                self.playout.state.copy_from(after);
                let result = self.go_on(side);
                if result.is_err() {
                    self.policy = policy;
                }
                let score = result?;
                worst = worst.min(score);
                *column = score.max(*column);
            }
            best_rows = best_rows.max(worst);
        }
        self.policy = policy;
        let best_columns = worst_columns.into_iter().min().unwrap_or(best_rows);
        Ok((best_rows + best_columns) / 2)
    }

    /// Follows the scripts from the present state of the playout; returns its score.
    fn go_on(&mut self, side: Side) -> Result<Score, OutOfTime> {
        let (rules, rounds) = (self.rules, self.rounds);
        let end = self.playout.go_on(rules, &self.policy, rounds, &mut self.clock)?;
        Ok(score(end.ltd2(rules, side), end.steps()[side.index()]))
    }
}
