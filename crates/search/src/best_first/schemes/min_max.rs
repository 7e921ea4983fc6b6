//! Minimax values [Saf13, Example 4].

use ludex_game::Bounds;

use crate::best_first::scheme::{Facts, Kind, Needs, Player, Question, Scheme, Verdict};

/// The values of a heuristic evaluation, backed up by maximum and minimum; infinite where solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MinMax {
    /// What is to be proved.
    pub question: Question,
    /// Use an evaluation of the state; without it all open leaves are equal.
    pub evaluation: bool,
}

impl Scheme for MinMax {
    type Part = f64;
    type Focus = ();
    type Urgency = f64;

    fn needs(&self) -> Needs {
        Needs { evaluation: self.evaluation, ..Needs::default() }
    }

    #[inline]
    fn evaluate(&self, facts: &Facts, out: &mut Vec<f64>) {
        out.push(match self.question.verdict(facts.bounds) {
            Verdict::Proved => f64::INFINITY,
            Verdict::Disproved => f64::NEG_INFINITY,
            Verdict::Open if self.evaluation => facts.evaluation,
            Verdict::Open => 0.5,
        });
    }

    #[inline]
    fn bounds(&self, info: &[f64]) -> Bounds {
        self.question.bounds(match info[0] {
            f64::INFINITY => Verdict::Proved,
            f64::NEG_INFINITY => Verdict::Disproved,
            _ => Verdict::Open,
        })
    }

    #[inline]
    fn solved(&self, info: &[f64]) -> bool {
        info[0].is_infinite()
    }

    fn focus(&self, _: &[f64]) {}

    #[inline]
    fn urgency(&self, player: Player, _: (), _: &[f64], child: &[f64]) -> f64 {
        match player {
            Player::Max => child[0],
            Player::Min => -child[0],
        }
    }

    #[inline]
    fn update<'c>(
        &self,
        player: Player,
        _: Kind,
        children: impl Iterator<Item = &'c [f64]> + Clone,
        out: &mut [f64],
    ) {
        let values = children.map(|child| child[0]);
        out[0] = match player {
            Player::Max => values.fold(f64::NEG_INFINITY, f64::max),
            Player::Min => values.fold(f64::INFINITY, f64::min),
        };
    }

    fn discourage(&self, chooser: Player, info: &mut [f64]) {
        info[0] += if chooser == Player::Max { -1.0 } else { 1.0 };
    }
}
