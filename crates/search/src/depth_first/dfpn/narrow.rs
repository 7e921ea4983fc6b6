//! Finding the value of a state: by questions about one rank at a time (df-pn), or about all of
//! them at once (depth-first MOPNS).

use ludex_game::{Bounds, Hints, Outcome};

use super::effort::{Effort, INFINITE};
use super::goal::Goal;
use super::solver::Solver;
use super::threads::Found;
use crate::budget::{Meter, Search};
use crate::depth_first::alpha_beta::halve;

impl<G: Hints> Solver<'_, G> {
    /// Narrows the bounds by what is known without searching.
    fn begin(&mut self, meter: &mut Meter, state: &G::State, bounds: &mut Bounds) -> Search<Found> {
        let (question, _) = self.question(true, 1.min(self.best));
        let found = self.peek(meter, state, question)?;
        *bounds = Bounds { low: Outcome(found.low), high: Outcome(found.high) };
        meter.bounds = Some(*bounds);
        Ok(found)
    }

    /// Narrows the bounds by dichotomic search [Saf13, Section 3.3]: the best rank Max can force
    /// and the least Max can be held to, which are equal in games without cycles.
    pub fn narrow(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        bounds: &mut Bounds,
    ) -> Search<()> {
        self.begin(meter, state, bounds)?;
        // Max cannot force `above`; Max cannot be held below `below`.
        let (mut above, mut below) = (self.best + 1, 0);
        loop {
            let (low, high) = (bounds.low.0, bounds.high.0);
            (above, below) = (above.min(high + 1), below.max(low));
            let rank = if low + 1 < above {
                halve(low, above - 1, self.best)
            } else if below < high {
                halve(below, high, self.best)
            } else {
                return Ok(());
            };
            if rank < above && self.can_force(meter, state, true, rank)? {
                bounds.low = Outcome(rank);
            } else if !self.game.can_repeat() || self.can_force(meter, state, false, rank)? {
                bounds.high = Outcome(rank - 1);
            } else {
                (above, below) = (above.min(rank), below.max(rank));
            }
            meter.bounds = Some(*bounds);
            meter.iteration += 1;
        }
    }

    /// Narrows the bounds by following the attracting outcome.
    pub fn attract(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        bounds: &mut Bounds,
    ) -> Search<()> {
        let found = self.begin(meter, state, bounds)?;
        if found.low == found.high {
            return Ok(());
        }
        if !self.game.can_repeat() {
            self.settle(meter, state, true, bounds)?;
            return Ok(());
        }
        let (low, _) = self.settle(meter, state, true, bounds)?;
        bounds.low = Outcome(low);
        let (_, high) = self.settle(meter, state, false, bounds)?;
        bounds.high = Outcome(high);
        Ok(())
    }

    /// Finds the value of a state if a repetition is a failure of one side.
    fn settle(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        finite_max: bool,
        bounds: &mut Bounds,
    ) -> Search<(u16, u16)> {
        let mut slack = 1;
        loop {
            let (question, _) = self.question(finite_max, 1);
            let mut found = self.peek(meter, state, question)?;
            loop {
                // Bounds proved so far are reported even if the search is stopped.
                bounds.low = bounds.low.max(Outcome(found.low));
                bounds.high = bounds.high.min(Outcome(found.high));
                meter.bounds = Some(*bounds);
                meter.iteration += 1;
                let (low, high) = solved(&found.numbers);
                if low >= high {
                    break;
                }
                let goal = attracted(&found.numbers, low, high, slack);
                let next = self.ask(meter, state, question, goal)?;
                found = advanced(&found, next);
                slack = slack.saturating_mul(2);
            }
            let (value, _) = solved(&found.numbers);
            // The failure of a side may depend on repetitions: check it.
            let (rank, known) = if finite_max {
                (value + 1, value == self.best || found.high <= value)
            } else {
                (value, value == 0 || found.low >= value)
            };
            if known || self.is_trap(meter, state, finite_max, rank)? {
                return Ok((value, value));
            }
        }
    }
}

/// Combines the results before and after a run: what was solved stays so, even if the table has
/// lost it.
fn advanced(before: &Found, mut after: Found) -> Found {
    (after.low, after.high) = (after.low.max(before.low), after.high.min(before.high));
    for (new, &old) in after.numbers.iter_mut().zip(&before.numbers) {
        if old.solved() {
            *new = old;
        }
    }
    after
}

/// Returns the bounds that follow from the numbers.
fn solved(numbers: &[Effort]) -> (u16, u16) {
    let low = numbers.iter().rposition(|effort| effort.greater == 0).map_or(0, |pair| pair + 1);
    let high = numbers.iter().position(|effort| effort.smaller == 0).unwrap_or(numbers.len());
    (low as u16, high as u16)
}

/// Returns the goal for the attracting outcome: the one that takes the least effort to prove that
/// it is the value, that is, that it is reached [Saf13, Eq. 3.21] and that the next better one, the
/// distracting outcome, is not. The thresholds are where another outcome would attract more, with
/// some slack.
fn attracted(numbers: &[Effort], low: u16, high: u16, slack: u32) -> Goal {
    let (low, high) = (usize::from(low), usize::from(high));
    let greater = |outcome: usize| if outcome == low { 0 } else { numbers[outcome - 1].greater };
    let smaller = |outcome: usize| if outcome == high { 0 } else { numbers[outcome].smaller };
    let effort = |outcome: usize| u64::from(greater(outcome)) + u64::from(smaller(outcome));
    let star = (low..=high).min_by_key(|&outcome| effort(outcome)).unwrap_or(low);
    let others = (low..=high).filter(|&outcome| outcome != star);
    let second = others.map(effort).min().unwrap_or(u64::MAX);
    let room = (second - effort(star)).max(u64::from(slack)) + 1;
    let limit = |effort: u32| (u64::from(effort) + room).min(u64::from(INFINITE)) as u32;
    if star == low {
        Goal { smaller_limit: limit(smaller(star)), ..Goal::solve(star) }
    } else if star == high {
        Goal { greater_limit: limit(greater(star)), ..Goal::solve(star - 1) }
    } else {
        let (greater_limit, smaller_limit) = (limit(greater(star)), limit(smaller(star)));
        Goal { greater: star - 1, smaller: star, greater_limit, smaller_limit }
    }
}
