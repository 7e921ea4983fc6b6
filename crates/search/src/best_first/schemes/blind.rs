//! The Blind scheme: bounds only [Saf13, Example 7].

use ludex_game::{Bounds, Outcome};

use crate::best_first::scheme::{Facts, Kind, Needs, Player, Scheme};

/// The Blind scheme: proved bounds and nothing else. Max is optimistic, Min is pessimistic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blind {
    /// The best outcome of the game.
    pub best: Outcome,
}

/// Returns the bounds of a node computed from those of its children [Saf13, Eq. 3.3, 3.8 and 3.9].
#[inline]
pub(super) fn backed_up(
    player: Player,
    best: Outcome,
    children: impl Iterator<Item = Bounds>,
) -> Bounds {
    let both = |a: Bounds, b: Bounds| match player {
        Player::Max => Bounds { low: a.low.max(b.low), high: a.high.max(b.high) },
        Player::Min => Bounds { low: a.low.min(b.low), high: a.high.min(b.high) },
    };
    let none = if player == Player::Max { Outcome::WORST } else { best };
    children.reduce(both).unwrap_or(Bounds::exactly(none))
}

impl Scheme for Blind {
    type Part = Bounds;
    type Focus = ();
    type Urgency = u16;

    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// Implements [Saf13, Prop. 15].
    #[inline]
    fn evaluate(&self, facts: &Facts, out: &mut Vec<Bounds>) {
        out.push(facts.bounds);
    }

    fn bounds(&self, info: &[Bounds]) -> Bounds {
        info[0]
    }

    fn focus(&self, _: &[Bounds]) {}

    /// Implements [Saf13, Eq. 3.2].
    #[inline]
    fn urgency(&self, player: Player, _: (), _: &[Bounds], child: &[Bounds]) -> u16 {
        match player {
            Player::Max => child[0].high.0,
            Player::Min => self.best.0 - child[0].low.0,
        }
    }

    #[inline]
    fn update<'c>(
        &self,
        player: Player,
        _: Kind,
        children: impl Iterator<Item = &'c [Bounds]> + Clone,
        out: &mut [Bounds],
    ) {
        out[0] = backed_up(player, self.best, children.map(|child| child[0]));
    }

    /// Does nothing: a virtual loss must not change bounds, and this scheme has nothing else.
    fn discourage(&self, _: Player, _: &mut [Bounds]) {}
}
