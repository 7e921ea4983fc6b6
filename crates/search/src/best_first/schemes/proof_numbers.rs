//! Proof numbers [Saf13, Section 2.4].

use ludex_game::Bounds;

use crate::best_first::checkpoint::Word;
use crate::best_first::scheme::{
    Facts, Kind, Needs, Player, Question, Scheme, TwoOutcomeScheme, Verdict,
};

/// Proof Number Search: lower bounds on the effort of a proof and of a disproof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// What is to be proved.
    pub question: Question,
    /// Start with the number of moves where all of them matter, rather than with 1 and 1: the
    /// mobility initialisation of [Saf13, Section 3.7.5].
    pub mobility: bool,
    /// How the efforts for the two parts of a conjunction are combined.
    pub conjunctions: Conjunctions,
}

/// The effort to prove both parts of a conjunction in a state.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Conjunctions {
    /// The sum of their efforts, as in [Saf13, Table 4.3].
    #[default]
    Sum,
    /// The greater of their efforts, which turns PNPS on λ-trees into Lambda PNS [Saf13, Table
    /// 4.13, footnote].
    Max,
}

/// A proof and a disproof number [Saf13, Eq. 2.15].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The proof number.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
}

const INFINITE: u32 = u32::MAX;

impl Effort {
    const PROVED: Effort = Effort { proof: 0, disproof: INFINITE };
    const DISPROVED: Effort = Effort { proof: INFINITE, disproof: 0 };
}

/// Returns a sum that is infinite only if one of the two numbers is [Saf13, Eq. 2.14].
#[inline]
fn plus(a: u32, b: u32) -> u32 {
    if a == INFINITE || b == INFINITE { INFINITE } else { a.saturating_add(b).min(INFINITE - 1) }
}

impl Word for Effort {
    const BYTES: usize = 8;

    fn save(self, out: &mut Vec<u8>) {
        self.proof.save(out);
        self.disproof.save(out);
    }

    fn save_all(efforts: &[Effort], out: &mut Vec<u8>) {
        let start = out.len();
        out.resize(start + efforts.len() * Effort::BYTES, 0);
        for (bytes, effort) in out[start..].as_chunks_mut().0.iter_mut().zip(efforts) {
            let [a, b, c, d] = effort.proof.to_le_bytes();
            let [e, f, g, h] = effort.disproof.to_le_bytes();
            *bytes = [a, b, c, d, e, f, g, h];
        }
    }

    fn load(bytes: &[u8]) -> Option<Effort> {
        let (proof, disproof) = bytes.split_at_checked(4)?;
        Some(Effort { proof: u32::load(proof)?, disproof: u32::load(disproof)? })
    }

    fn load_all(bytes: &[u8], out: &mut Vec<Effort>) -> Option<()> {
        let (words, _) = bytes.as_chunks();
        out.extend(words.iter().map(|&[a, b, c, d, e, f, g, h]| Effort {
            proof: u32::from_le_bytes([a, b, c, d]),
            disproof: u32::from_le_bytes([e, f, g, h]),
        }));
        Some(())
    }
}

impl Scheme for ProofNumbers {
    type Part = Effort;
    type Focus = ();
    type Urgency = std::cmp::Reverse<u32>;

    fn needs(&self) -> Needs {
        Needs { mobility: self.mobility, ..Needs::default() }
    }

    /// Implements [Saf13, Eq. 2.18].
    #[inline]
    fn evaluate(&self, facts: &Facts, out: &mut Vec<Effort>) {
        let many = if self.mobility { facts.mobility.clamp(1, INFINITE - 1) } else { 1 };
        out.push(match (self.question.verdict(facts.bounds), facts.player) {
            (Verdict::Proved, _) => Effort::PROVED,
            (Verdict::Disproved, _) => Effort::DISPROVED,
            (Verdict::Open, Player::Max) => Effort { proof: 1, disproof: many },
            (Verdict::Open, Player::Min) => Effort { proof: many, disproof: 1 },
        });
    }

    #[inline]
    fn bounds(&self, info: &[Effort]) -> Bounds {
        self.question.bounds(match info[0] {
            Effort { proof: 0, .. } => Verdict::Proved,
            Effort { disproof: 0, .. } => Verdict::Disproved,
            _ => Verdict::Open,
        })
    }

    #[inline]
    fn solved(&self, info: &[Effort]) -> bool {
        info[0].proof == 0 || info[0].disproof == 0
    }

    fn focus(&self, _: &[Effort]) {}

    /// Implements [Saf13, Eq. 2.16].
    #[inline]
    fn urgency(&self, player: Player, _: (), _: &[Effort], child: &[Effort]) -> Self::Urgency {
        std::cmp::Reverse(match player {
            Player::Max => child[0].proof,
            Player::Min => child[0].disproof,
        })
    }

    /// Implements [Saf13, Eq. 2.17].
    #[inline]
    fn update<'c>(
        &self,
        player: Player,
        kind: Kind,
        children: impl Iterator<Item = &'c [Effort]> + Clone,
        out: &mut [Effort],
    ) {
        let max = kind == Kind::Conjunction && self.conjunctions == Conjunctions::Max;
        let and = |a: u32, b: u32| if max { a.max(b) } else { plus(a, b) };
        let (mut least, mut all) = (INFINITE, 0);
        match player {
            Player::Max => {
                for child in children {
                    least = least.min(child[0].proof);
                    all = and(all, child[0].disproof);
                }
                out[0] = Effort { proof: least, disproof: all };
            }
            Player::Min => {
                for child in children {
                    least = least.min(child[0].disproof);
                    all = and(all, child[0].proof);
                }
                out[0] = Effort { proof: all, disproof: least };
            }
        }
    }

    fn efforts(&self, root: &[Self::Part]) -> Option<[f64; 2]> {
        Some([self.effort_up(root[0]), self.effort_down(root[0])])
    }

    fn discourage(&self, chooser: Player, info: &mut [Effort]) {
        let Effort { proof, disproof } = &mut info[0];
        let (own, other) = match chooser {
            Player::Max => (proof, disproof),
            Player::Min => (disproof, proof),
        };
        *own = plus(own.saturating_mul(2), 16).min(INFINITE - 1);
        // A search that solves nothing leaves the other number greater, too.
        *other = plus(*other, *other / 4);
    }
}

impl TwoOutcomeScheme for ProofNumbers {
    fn asking(&self, question: Question) -> ProofNumbers {
        ProofNumbers { question, ..*self }
    }

    fn effort_up(&self, part: Effort) -> f64 {
        if part.proof == INFINITE { f64::INFINITY } else { f64::from(part.proof) }
    }

    fn effort_down(&self, part: Effort) -> f64 {
        if part.disproof == INFINITE { f64::INFINITY } else { f64::from(part.disproof) }
    }
}
