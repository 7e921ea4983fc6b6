//! Product propagation [Saf13, Section 2.6].

use ludex_game::Bounds;

use crate::best_first::checkpoint::Word;
use crate::best_first::scheme::{
    Facts, Kind, Needs, Player, Question, Scheme, TwoOutcomeScheme, Verdict,
};

/// Product propagation: the probability of a win, as if the children of a node were independent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Product {
    /// What is to be proved.
    pub question: Question,
    /// Start with an evaluation of the state rather than with 1/2.
    pub evaluation: bool,
}

/// The logarithms of a probability and of its complement. Products become sums, and probabilities
/// near 0 and near 1 stay distinguishable, as they would not in a plain product.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    win: f32,
    loss: f32,
}

impl Odds {
    const PROVED: Odds = Odds { win: 0.0, loss: f32::NEG_INFINITY };
    const DISPROVED: Odds = Odds { win: f32::NEG_INFINITY, loss: 0.0 };

    /// Returns the logarithms for a probability strictly between 0 and 1.
    fn of(probability: f64) -> Odds {
        Odds { win: open(probability.ln()), loss: open((-probability).ln_1p()) }
    }

    fn swapped(self) -> Odds {
        Odds { win: self.loss, loss: self.win }
    }

    /// Returns what the selection relation compares [Saf13, Eq. 2.26]: it grows with the
    /// probability.
    fn log_odds(self) -> f32 {
        self.win - self.loss
    }
}

/// Clamps a logarithm so that it stays that of a number other than 0 and 1 [Saf13, Eq. 2.14].
#[inline]
fn open(log: f64) -> f32 {
    (log as f32).clamp(-1e30, -f32::MIN_POSITIVE)
}

/// Returns the product of the wins: [Saf13, Eq. 2.24] for Min. Decided if some child is lost or all
/// are won.
#[inline]
fn product(children: impl Iterator<Item = Odds>) -> Odds {
    let (mut sum, mut won) = (0f64, true);
    for child in children {
        if child.win == f32::NEG_INFINITY {
            return Odds::DISPROVED;
        }
        won &= child.loss == f32::NEG_INFINITY;
        sum += f64::from(child.win);
    }
    if won {
        return Odds::PROVED;
    }
    Odds { win: open(sum), loss: open((-sum.exp_m1()).ln()) }
}

impl Word for Odds {
    const BYTES: usize = 8;

    fn save(self, out: &mut Vec<u8>) {
        self.win.to_bits().save(out);
        self.loss.to_bits().save(out);
    }

    fn load(bytes: &[u8]) -> Option<Odds> {
        let (win, loss) = bytes.split_at_checked(4)?;
        let number = |bytes| u32::load(bytes).map(f32::from_bits);
        Some(Odds { win: number(win)?, loss: number(loss)? })
    }
}

impl Scheme for Product {
    type Part = Odds;
    type Focus = ();
    type Urgency = f32;

    fn needs(&self) -> Needs {
        Needs { evaluation: self.evaluation, ..Needs::default() }
    }

    /// Implements [Saf13, Eq. 2.25].
    #[inline]
    fn evaluate(&self, facts: &Facts, out: &mut Vec<Odds>) {
        out.push(match self.question.verdict(facts.bounds) {
            Verdict::Proved => Odds::PROVED,
            Verdict::Disproved => Odds::DISPROVED,
            Verdict::Open if self.evaluation => Odds::of(facts.evaluation),
            Verdict::Open => Odds::of(0.5),
        });
    }

    #[inline]
    fn bounds(&self, info: &[Odds]) -> Bounds {
        self.question.bounds(match info[0] {
            Odds { loss: f32::NEG_INFINITY, .. } => Verdict::Proved,
            Odds { win: f32::NEG_INFINITY, .. } => Verdict::Disproved,
            _ => Verdict::Open,
        })
    }

    #[inline]
    fn solved(&self, info: &[Odds]) -> bool {
        info[0].win == f32::NEG_INFINITY || info[0].loss == f32::NEG_INFINITY
    }

    fn focus(&self, _: &[Odds]) {}

    #[inline]
    fn urgency(&self, player: Player, _: (), _: &[Odds], child: &[Odds]) -> f32 {
        match player {
            Player::Max => child[0].log_odds(),
            Player::Min => -child[0].log_odds(),
        }
    }

    #[inline]
    fn update<'c>(
        &self,
        player: Player,
        _: Kind,
        children: impl Iterator<Item = &'c [Odds]> + Clone,
        out: &mut [Odds],
    ) {
        out[0] = match player {
            Player::Max => product(children.map(|child| child[0].swapped())).swapped(),
            Player::Min => product(children.map(|child| child[0])),
        };
    }

    fn efforts(&self, root: &[Self::Part]) -> Option<[f64; 2]> {
        Some([self.effort_up(root[0]), self.effort_down(root[0])])
    }

    fn discourage(&self, chooser: Player, info: &mut [Odds]) {
        let win = match chooser {
            Player::Max => f64::from(info[0].win).exp() * 0.25,
            Player::Min => 1.0 - f64::from(info[0].loss).exp() * 0.25,
        };
        info[0] = Odds::of(win);
    }
}

impl TwoOutcomeScheme for Product {
    fn asking(&self, question: Question) -> Product {
        Product { question, ..*self }
    }

    /// Returns the negative logarithm of the probability of a win.
    fn effort_up(&self, part: Odds) -> f64 {
        -f64::from(part.win)
    }

    fn effort_down(&self, part: Odds) -> f64 {
        -f64::from(part.loss)
    }
}
