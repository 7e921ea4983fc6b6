//! MCTS Solver [Saf13, Section 2.5]: playouts, or an evaluation in their place (MCTS-E) [Saf13,
//! Remark 6].

use ludex_game::Bounds;

use crate::best_first::checkpoint::Word;
use crate::best_first::scheme::{Facts, Kind, Needs, Player, Question, Scheme, Verdict};

/// Monte Carlo tree search that marks solved nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MonteCarlo {
    /// What is to be proved.
    pub question: Question,
    /// MCTS-E: an evaluation instead of playouts.
    pub evaluation: bool,
}

/// The number of playouts through a node and how many of them were won [Saf13, Eq. 2.19].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tally {
    wins: f64,
    playouts: u32,
    verdict: Verdict,
}

impl Tally {
    /// Returns how many of the playouts were won.
    pub fn wins(self) -> f64 {
        self.wins
    }

    /// Returns the number of playouts.
    pub fn playouts(self) -> u32 {
        self.playouts
    }
}

#[cfg(test)]
impl Tally {
    /// Returns the value of the negation [Saf13, Table 4.6].
    pub(in crate::best_first) fn swapped(self) -> Tally {
        let verdict = match self.verdict {
            Verdict::Proved => Verdict::Disproved,
            Verdict::Open => Verdict::Open,
            Verdict::Disproved => Verdict::Proved,
        };
        Tally { wins: f64::from(self.playouts) - self.wins, verdict, ..self }
    }
}

/// Returns the upper confidence bound of [Saf13, Eq. 2.20 and 3.12].
#[inline]
pub(super) fn confidence(player: Player, reward: f64, visits: u32, parent_visits: u32) -> f64 {
    let visits = f64::from(visits);
    let mean = reward / visits;
    let exploration = (2.0 * f64::from(parent_visits).ln() / visits).sqrt();
    if player == Player::Max { mean + exploration } else { exploration - mean }
}

impl Word for Tally {
    const BYTES: usize = 13;

    fn save(self, out: &mut Vec<u8>) {
        self.wins.save(out);
        self.playouts.save(out);
        out.push(self.verdict as u8);
    }

    fn load(bytes: &[u8]) -> Option<Tally> {
        let (wins, rest) = bytes.split_at_checked(8)?;
        let (playouts, verdict) = rest.split_at_checked(4)?;
        let verdicts = [Verdict::Disproved, Verdict::Open, Verdict::Proved];
        let verdict = *verdicts.get(usize::from(*verdict.first()?))?;
        Some(Tally { wins: f64::load(wins)?, playouts: u32::load(playouts)?, verdict })
    }
}

impl Scheme for MonteCarlo {
    type Part = Tally;
    type Focus = ();
    type Urgency = (Verdict, f64);

    fn needs(&self) -> Needs {
        Needs { evaluation: self.evaluation, playout: !self.evaluation, ..Needs::default() }
    }

    /// Implements [Saf13, Eq. 2.21].
    #[inline]
    fn evaluate(&self, facts: &Facts, out: &mut Vec<Tally>) {
        let verdict = self.question.verdict(facts.bounds);
        let wins = match verdict {
            Verdict::Proved => 1.0,
            Verdict::Disproved => 0.0,
            Verdict::Open if self.evaluation => facts.evaluation,
            Verdict::Open => f64::from(facts.playout >= f64::from(self.question.at_least.0)),
        };
        out.push(Tally { wins, playouts: 1, verdict });
    }

    #[inline]
    fn bounds(&self, info: &[Tally]) -> Bounds {
        self.question.bounds(info[0].verdict)
    }

    #[inline]
    fn solved(&self, info: &[Tally]) -> bool {
        info[0].verdict != Verdict::Open
    }

    fn focus(&self, _: &[Tally]) {}

    /// Implements [Saf13, Eq. 2.20].
    #[inline]
    fn urgency(&self, player: Player, _: (), parent: &[Tally], child: &[Tally]) -> (Verdict, f64) {
        let (parent, child) = (parent[0], child[0]);
        let bound = confidence(player, child.wins, child.playouts, parent.playouts);
        let verdict = match (player, child.verdict) {
            (Player::Max, verdict) | (_, verdict @ Verdict::Open) => verdict,
            (Player::Min, Verdict::Proved) => Verdict::Disproved,
            (Player::Min, Verdict::Disproved) => Verdict::Proved,
        };
        (verdict, bound)
    }

    /// Implements [Saf13, Eq. 2.22].
    #[inline]
    fn update<'c>(
        &self,
        player: Player,
        _: Kind,
        children: impl Iterator<Item = &'c [Tally]> + Clone,
        out: &mut [Tally],
    ) {
        let both = |a: Tally, b: Tally| Tally {
            wins: a.wins + b.wins,
            playouts: a.playouts.saturating_add(b.playouts),
            verdict: match ((a.verdict >= b.verdict), player) {
                (true, Player::Max) | (false, Player::Min) => a.verdict,
                _ => b.verdict,
            },
        };
        let none = match player {
            Player::Max => Tally { wins: 0.0, playouts: 1, verdict: Verdict::Disproved },
            Player::Min => Tally { wins: 1.0, playouts: 1, verdict: Verdict::Proved },
        };
        out[0] = children.map(|child| child[0]).reduce(both).unwrap_or(none);
    }

    fn discourage(&self, chooser: Player, info: &mut [Tally]) {
        info[0].playouts = info[0].playouts.saturating_add(8);
        if chooser == Player::Min {
            info[0].wins += 8.0;
        }
    }
}
