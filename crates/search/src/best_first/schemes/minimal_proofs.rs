//! Minimal proof numbers [Saf13, Section 4.4, Tables 4.9 to 4.11].

use std::cmp::Reverse;

use ludex_game::Bounds;

use crate::best_first::checkpoint::Word;
use crate::best_first::formulas::explorer::IS_TRUE;
use crate::best_first::scheme::{Facts, Kind, Needs, Player, Scheme, Verdict};
use crate::costs::{Cost, Costs, Heuristics, Minimal, Operator, update};

/// Minimal Proof Search: lower bounds on the costs of a proof and a disproof.
///
/// The loop regards a value as decided only when it is *settled* (see [`Minimal`]), so that it
/// continues until the cheapest (dis)proof is known. This is the one law of schemes that this
/// scheme violates: an update may leave open what its children decide already. Updates also never
/// decrease a bound: a leaf that has lost its children to garbage collection keeps its bounds when
/// it is unfolded again, so no work is lost.
#[derive(Clone, Copy)]
pub struct MinimalProofs<'c> {
    /// What to minimise.
    pub costs: &'c dyn Costs,
    /// The heuristics I and J for these costs, for the formulas that are checked.
    pub heuristics: &'c Heuristics,
}

impl MinimalProofs<'_> {
    fn value(&self, facts: &Facts) -> Minimal {
        let Some(formula) = facts.formula else { return Minimal::open(Cost::ZERO, Cost::ZERO) };
        match IS_TRUE.verdict(facts.bounds) {
            Verdict::Open => self.heuristics.leaf(formula, facts.moves_to_win),
            Verdict::Proved => Minimal::settled(true, self.heuristics.i(formula)),
            Verdict::Disproved => Minimal::settled(false, self.heuristics.j(formula)),
        }
    }
}

/// Returns the value without the negation: Max chooses at negated formulas, and [Saf13, Tables 4.10
/// and 4.11] are about the formula below the negation.
#[inline]
fn positive(player: Player, info: &Minimal) -> Minimal {
    info.negated_if(player == Player::Max)
}

impl Scheme for MinimalProofs<'_> {
    type Part = Minimal;
    type Focus = ();
    /// The cheapest disproof first; of equal ones, one that is not settled.
    type Urgency = Reverse<(Cost, bool)>;

    /// A value includes its cost.
    const SAID_BY_BOUNDS: bool = false;

    fn needs(&self) -> Needs {
        Needs { moves_to_win: true, ..Needs::default() }
    }

    /// Implements [Saf13, Table 4.9].
    #[inline]
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

    /// Implements [Saf13, Table 4.11]. The aggregators are increasing, so disproofs can be compared
    /// without applying them.
    #[inline]
    fn urgency(&self, player: Player, _: (), _: &[Minimal], child: &[Minimal]) -> Self::Urgency {
        let child = positive(player, &child[0]);
        Reverse((child.disproof, child.settled))
    }

    /// Implements [Saf13, Table 4.10].
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

    /// Returns whether the values are equal: the tree may contain more expensive proofs than the
    /// one that is known.
    fn justifies(&self, update: &[Minimal], known: &[Minimal]) -> bool {
        update == known
    }

    /// Does nothing: a number that is too large would be taken for a lower bound. Reserved leaves
    /// are not chosen again anyway.
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
