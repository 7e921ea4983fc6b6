//! Minimal proof numbers (Section 4.4): Tables 4.9 to 4.11.

use std::cmp::Reverse;

use ludex_game::Bounds;

use crate::best_first::checkpoint::Word;
use crate::best_first::formulas::explorer::IS_TRUE;
use crate::best_first::scheme::{Facts, Kind, Needs, Player, Scheme, Verdict};
use crate::costs::{Cost, Costs, Heuristics, Minimal, Operator, update};

/// Minimal Proof Search: what a proof and a disproof cost at least.
///
/// A value is decided in the eyes of the loop only when it is *settled* (see [`Minimal`]), so that
/// the loop goes on until the cheapest (dis)proof is known. This is the one law of schemes it does
/// not obey: an update may leave open what its children decide already. Updates never go below what
/// was known before either: a leaf that has lost its children to garbage collection keeps its bounds
/// when it is unfolded again, and work is not undone.
#[derive(Clone, Copy)]
pub struct MinimalProofs<'c> {
    /// What is to be minimal.
    pub costs: &'c dyn Costs,
    /// I and J for these costs, of the formulas that are checked.
    pub heuristics: &'c Heuristics,
}

impl MinimalProofs<'_> {
    fn value(&self, facts: &Facts) -> Minimal {
        let Some(formula) = facts.formula else { return Minimal::open(Cost::ZERO, Cost::ZERO) };
        match IS_TRUE.verdict(facts.bounds) {
            Verdict::Open => self.heuristics.leaf(formula),
            Verdict::Proved => Minimal::settled(true, self.heuristics.i(formula)),
            Verdict::Disproved => Minimal::settled(false, self.heuristics.j(formula)),
        }
    }
}

/// Max chooses at negated formulas. Tables 4.10 and 4.11 are about what is negated there.
#[inline]
fn positive(player: Player, info: &Minimal) -> Minimal {
    info.negated_if(player == Player::Max)
}

impl Scheme for MinimalProofs<'_> {
    type Part = Minimal;
    type Focus = ();
    /// The cheapest disproof first, and of equals one that is not settled.
    type Urgency = Reverse<(Cost, bool)>;

    /// A value has its cost too.
    const SAID_BY_BOUNDS: bool = false;

    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// Table 4.9.
    fn evaluate(&self, facts: &Facts, out: &mut Vec<Minimal>) {
        out.push(self.value(facts));
    }

    #[inline]
    fn bounds(&self, info: &[Minimal]) -> Bounds {
        IS_TRUE.bounds(match info[0].truth() {
            Some(true) if info[0].settled => Verdict::Proved,
            Some(false) if info[0].settled => Verdict::Disproved,
            _ => Verdict::Open,
        })
    }

    #[inline]
    fn solved(&self, info: &[Minimal]) -> bool {
        info[0].settled
    }

    fn focus(&self, _: &[Minimal]) {}

    /// Table 4.11. The aggregators are increasing, so that whose disproof is cheaper can be seen
    /// without them.
    #[inline]
    fn urgency(&self, player: Player, _: (), _: &[Minimal], child: &[Minimal]) -> Self::Urgency {
        let child = positive(player, &child[0]);
        Reverse((child.disproof, child.settled))
    }

    /// Table 4.10.
    #[inline]
    fn update<'c>(
        &self,
        player: Player,
        kind: Kind,
        children: impl Iterator<Item = &'c [Minimal]> + Clone,
        out: &mut [Minimal],
    ) {
        let operator = match kind {
            Kind::Conjunction => Operator::And,
            Kind::Moves(agent) => Operator::Box(agent),
        };
        let children = children.map(|child| positive(player, &child[0]));
        let value = update(self.costs, operator, children);
        out[0] = positive(player, &value).and_also(out[0]);
    }

    fn forget(&self, info: &mut [Minimal]) {
        info[0] = Minimal::open(Cost::ZERO, Cost::ZERO);
    }

    /// There may be dearer proofs in the tree than the one that is known.
    fn justifies(&self, update: &[Minimal], known: &[Minimal]) -> bool {
        update == known
    }

    /// Nothing: a number that is too large would be taken for a lower bound. Leaves that somebody
    /// works at are not chosen again anyway.
    fn discourage(&self, _: Player, _: &mut [Minimal]) {}
}

impl Word for Minimal {
    const BYTES: usize = 17;

    fn save(self, out: &mut Vec<u8>) {
        self.proof.to_bits().save(out);
        self.disproof.to_bits().save(out);
        u8::from(self.settled).save(out);
    }

    fn load(bytes: &[u8]) -> Option<Minimal> {
        let (proof, rest) = bytes.split_at_checked(8)?;
        let (disproof, settled) = rest.split_at_checked(8)?;
        let cost = |bytes| u64::load(bytes).map(Cost::from_bits);
        let settled = match u8::load(settled)? {
            0 => false,
            1 => true,
            _ => return None,
        };
        Some(Minimal { proof: cost(proof)?, disproof: cost(disproof)?, settled })
    }
}
