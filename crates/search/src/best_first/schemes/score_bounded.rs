//! Score bounded Monte Carlo tree search [Saf13, Section 3.5.3].

use ludex_game::{Bounds, Outcome};

use super::blind::backed_up;
use super::monte_carlo::confidence;
use crate::best_first::checkpoint::Word;
use crate::best_first::scheme::{Facts, Kind, Needs, Player, Scheme};

/// Monte Carlo tree search for many outcomes, with bounds on the score of every node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreBounded {
    /// The best outcome of the game.
    pub best: Outcome,
    /// An evaluation instead of playouts.
    pub evaluation: bool,
}

/// The number of playouts below a node, the sum of their rewards (ranks divided by the best rank)
/// and the bounds of the node [Saf13, Eq. 3.11].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    reward: f64,
    playouts: u32,
    bounds: Bounds,
}

impl Word for Score {
    const BYTES: usize = 16;

    fn save(self, out: &mut Vec<u8>) {
        self.reward.save(out);
        self.playouts.save(out);
        self.bounds.save(out);
    }

    fn load(bytes: &[u8]) -> Option<Score> {
        let (reward, rest) = bytes.split_at_checked(8)?;
        let (playouts, bounds) = rest.split_at_checked(4)?;
        let (reward, playouts) = (f64::load(reward)?, u32::load(playouts)?);
        Some(Score { reward, playouts, bounds: Bounds::load(bounds)? })
    }
}

impl Scheme for ScoreBounded {
    type Part = Score;
    type Focus = ();
    /// Whether the child can still improve its parent, then the upper confidence bound.
    type Urgency = (bool, f64);

    fn needs(&self) -> Needs {
        Needs { evaluation: self.evaluation, playout: !self.evaluation, ..Needs::default() }
    }

    /// Implements [Saf13, Eq. 3.14].
    #[inline]
    fn evaluate(&self, facts: &Facts, out: &mut Vec<Score>) {
        let scale = f64::from(self.best.0.max(1));
        let reward = match facts.bounds.exact() {
            Some(outcome) => f64::from(outcome.0) / scale,
            None if self.evaluation => facts.evaluation,
            None => facts.playout / scale,
        };
        out.push(Score { reward, playouts: 1, bounds: facts.bounds });
    }

    #[inline]
    fn bounds(&self, info: &[Score]) -> Bounds {
        info[0].bounds
    }

    fn focus(&self, _: &[Score]) {}

    /// Implements [Saf13, Eq. 3.12], recognising dominated children by the bounds of their parent:
    /// a child of a Max node whose optimistic bound is not above the pessimistic bound of the
    /// parent is dominated, and so is every solved child. This makes the relation a total preorder.
    #[inline]
    fn urgency(&self, player: Player, _: (), parent: &[Score], child: &[Score]) -> (bool, f64) {
        let (parent, child) = (parent[0], child[0]);
        let relevant = match player {
            Player::Max => child.bounds.high > parent.bounds.low,
            Player::Min => child.bounds.low < parent.bounds.high,
        };
        let open = child.bounds.exact().is_none();
        let bound = confidence(player, child.reward, child.playouts, parent.playouts);
        (relevant && open, bound)
    }

    /// Implements [Saf13, Eq. 3.13].
    #[inline]
    fn update<'c>(
        &self,
        player: Player,
        _: Kind,
        children: impl Iterator<Item = &'c [Score]> + Clone,
        out: &mut [Score],
    ) {
        let (mut reward, mut playouts) = (0.0, 0u32);
        for child in children.clone() {
            reward += child[0].reward;
            playouts = playouts.saturating_add(child[0].playouts);
        }
        let bounds = backed_up(player, self.best, children.map(|child| child[0].bounds));
        if playouts == 0 {
            (reward, playouts) = (if player == Player::Max { 0.0 } else { 1.0 }, 1);
        }
        out[0] = Score { reward, playouts, bounds };
    }

    fn discourage(&self, chooser: Player, info: &mut [Score]) {
        info[0].playouts = info[0].playouts.saturating_add(8);
        if chooser == Player::Min {
            info[0].reward += 8.0;
        }
    }
}
