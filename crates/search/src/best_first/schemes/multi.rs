//! Multization [Saf13, Section 3.6]: a scheme for many outcomes made from one for two.

use ludex_game::{Bounds, Outcome};

use crate::best_first::scheme::{Facts, Kind, Needs, Player, Question, Scheme, TwoOutcomeScheme};

/// A two-outcome scheme for every outcome but the worst [Saf13, Def. 20]: `Multi<ProofNumbers>` is
/// MOPNS, `Multi<Product>` is MOPP. The n-th part of a value is about "at least the outcome n + 1
/// above the worst".
#[derive(Clone, Debug)]
pub struct Multi<S> {
    parts: Vec<S>,
    /// The outcomes that are distinguished.
    range: Bounds,
}

impl<S: TwoOutcomeScheme> Multi<S> {
    /// Makes the scheme that distinguishes the outcomes of a range of more than one: worse outcomes
    /// count as the worst of them, better ones as the best. `best` is the best outcome of the game.
    pub fn new(base: &S, best: Outcome, range: Bounds) -> Multi<S> {
        let outcomes = (range.low.0 + 1..=range.high.0).map(Outcome);
        let parts = outcomes.map(|at_least| base.asking(Question { at_least, best })).collect();
        Multi { parts, range }
    }
}

impl<S: TwoOutcomeScheme> Scheme for Multi<S> {
    type Part = S::Part;
    /// The index of the part that a descent is about.
    type Focus = usize;
    type Urgency = S::Urgency;

    fn width(&self) -> usize {
        self.parts.len()
    }

    fn needs(&self) -> Needs {
        self.parts[0].needs()
    }

    #[inline]
    fn evaluate(&self, facts: &Facts, out: &mut Vec<S::Part>) {
        for part in &self.parts {
            part.evaluate(facts, out);
        }
    }

    /// Implements [Saf13, Eq. 3.18].
    #[inline]
    fn bounds(&self, info: &[S::Part]) -> Bounds {
        let mut both = self.range;
        for (scheme, part) in self.parts.iter().zip(info) {
            let bounds = scheme.bounds(std::slice::from_ref(part));
            both.low = both.low.max(bounds.low);
            both.high = both.high.min(bounds.high);
        }
        both
    }

    /// Returns the index for the attracting outcome [Saf13, Eq. 3.21]: the one that takes least
    /// effort to prove that it *is* the value, which is to prove "at least it" and to disprove "at
    /// least the next better". A descent is about one of these two, the open one; if both are open,
    /// about the first.
    #[inline]
    fn focus(&self, root: &[S::Part]) -> usize {
        let (mut least, mut focus) = (f64::INFINITY, 0);
        let mut up = 0.0;
        for outcome in 0..=root.len() {
            let down = match root.get(outcome) {
                Some(&part) => self.parts[outcome].effort_down(part),
                None => 0.0,
            };
            if up + down < least {
                least = up + down;
                focus = if up > 0.0 { outcome - 1 } else { outcome };
            }
            if let Some(&part) = root.get(outcome) {
                up = self.parts[outcome].effort_up(part);
            }
        }
        focus.min(root.len() - 1)
    }

    /// Implements [Saf13, Eq. 3.19].
    #[inline]
    fn urgency(
        &self,
        player: Player,
        focus: usize,
        parent: &[S::Part],
        child: &[S::Part],
    ) -> S::Urgency {
        let at = focus..=focus;
        self.parts[focus].urgency(player, (), &parent[at.clone()], &child[at])
    }

    /// Implements [Saf13, Eq. 3.20].
    #[inline]
    fn update<'c>(
        &self,
        player: Player,
        kind: Kind,
        children: impl Iterator<Item = &'c [S::Part]> + Clone,
        out: &mut [S::Part],
    ) where
        S::Part: 'c,
    {
        for (i, scheme) in self.parts.iter().enumerate() {
            scheme.update(
                player,
                kind,
                children.clone().map(|child| &child[i..=i]),
                &mut out[i..=i],
            );
        }
    }

    fn efforts(&self, root: &[S::Part]) -> Option<[f64; 2]> {
        let focus = self.focus(root);
        self.parts[focus].efforts(&root[focus..=focus])
    }

    fn discourage(&self, chooser: Player, info: &mut [S::Part]) {
        for (scheme, part) in self.parts.iter().zip(info) {
            let part = std::slice::from_mut(part);
            if !scheme.solved(part) {
                scheme.discourage(chooser, part);
            }
        }
    }
}
