//! Proves that no state can occur twice in a play.
//!
//! Facts are ranked one after the other. A fact can be added to the ranking if there is a direction
//! (from true to false, or from false to true) in which it changes only in steps that also change a
//! fact of higher rank. In every step that changes ranked facts, the highest of them then changes in
//! its other direction, so that the state grows in a lexicographic order. If every step changes a
//! ranked fact, no state comes back. Facts that stay true, facts that count, pieces that only
//! advance and boards that fill up are all cases of this.

use batsat::Lit;
use ludex_base::{Budget, Stopped};

use super::steps::{Invariants, Steps};
use crate::net::Built;

/// The size of the largest circuit that is analysed.
pub(crate) const LARGEST: usize = 60_000;

/// Returns the number of decisions that the proof may take. Each costs more in a large circuit, and
/// more are needed for a solution.
fn decisions(built: &Built) -> u64 {
    let size = built.aig.nodes.len().max(5_000) as u64;
    12_000_000_000_000 / (size * size)
}

/// Returns whether it is proved that every step of play changes the state in a direction that is
/// never reversed.
pub(crate) fn is_acyclic(
    built: &Built,
    invariants: &Invariants,
    budget: &Budget,
) -> Result<bool, Stopped> {
    let proved = Ranking::new(built, invariants, budget).complete();
    budget.poll().map(|()| proved.unwrap_or(false))
}

/// A fact that is not ranked yet.
struct Candidate {
    now: Lit,
    next: Lit,
    /// Whether a step without a change of ranked facts was found in which it becomes true, and one
    /// in which it becomes false.
    seen: [bool; 2],
}

struct Ranking<'b> {
    steps: Steps<'b>,
    open: Vec<Candidate>,
}

impl<'b> Ranking<'b> {
    fn new(built: &'b Built, invariants: &Invariants, budget: &'b Budget) -> Ranking<'b> {
        let mut steps = Steps::new(built, invariants, decisions(built), budget);
        let candidate =
            |fact| Candidate { now: steps.fact(fact), next: steps.next(fact), seen: [false; 2] };
        let open = (0..built.facts.len()).map(candidate).collect();
        Ranking { steps, open }
    }

    /// Ranks facts until no step is left without a change of one, or no fact can be ranked. Returns
    /// `None` if that takes too long.
    fn complete(&mut self) -> Option<bool> {
        loop {
            let count = self.open.len();
            if !self.steps.possible(&[])? {
                return Some(true);
            }
            self.open.iter_mut().for_each(|candidate| candidate.seen = [false; 2]);
            self.note();
            self.pass()?;
            if self.open.len() == count {
                return Some(false);
            }
        }
    }

    /// Tries all facts once.
    fn pass(&mut self) -> Option<()> {
        let mut at = 0;
        while at < self.open.len() {
            match self.can_be_ranked(at)? {
                true => self.rank(at),
                false => at += 1,
            }
        }
        Some(())
    }

    /// Returns whether a fact has a direction in which it never changes alone.
    fn can_be_ranked(&mut self, at: usize) -> Option<bool> {
        for direction in [0, 1] {
            let Candidate { now, next, seen } = self.open[at];
            if seen[direction] {
                continue;
            }
            let change = if direction == 0 { [!now, next] } else { [now, !next] };
            if !self.steps.possible(&change)? {
                return Some(true);
            }
            self.note();
        }
        Some(false)
    }

    /// Adds a fact to the ranking: from now on only steps that do not change it are considered.
    fn rank(&mut self, at: usize) {
        let Candidate { now, next, .. } = self.open.remove(at);
        self.steps.clause([!now, next]);
        self.steps.clause([now, !next]);
    }

    /// Notes the changes of all facts in the step that was found last.
    fn note(&mut self) {
        for Candidate { now, next, seen } in &mut self.open {
            match (self.steps.value(*now), self.steps.value(*next)) {
                (false, true) => seen[0] = true,
                (true, false) => seen[1] = true,
                _ => {}
            }
        }
    }
}
