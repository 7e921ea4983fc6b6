//! Limits of the numbers of a node: past them a tree search would go elsewhere.

use crate::costs::{Cost, Costs, Minimal, Operator, least_disproof};

/// A node is left when one of its numbers is larger than this. Nothing is larger than infinite: then
/// the node is searched until it is settled, even if it is known by then whether it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Limits {
    pub proof: Cost,
    pub disproof: Cost,
}

impl Limits {
    pub const NONE: Limits = Limits { proof: Cost::INFINITE, disproof: Cost::INFINITE };

    #[inline]
    pub fn swapped_if(self, negated: bool) -> Limits {
        if negated { Limits { proof: self.disproof, disproof: self.proof } } else { self }
    }

    /// Whether there is nothing more to do about a value.
    #[inline]
    pub fn done(self, value: Minimal) -> bool {
        value.settled || value.proof > self.proof || value.disproof > self.disproof
    }

    /// The limits of a child: within them this node is not done, and no other child is chosen, that
    /// is, none has a cheaper disproof than `rival`. To go to the other child and back for every step
    /// would take longer than to stay a little too long, which is harmless: a number that is settled is
    /// right in whatever order it was found. A quarter more halves the nodes on random games.
    pub fn below(
        self,
        (costs, operator): (&dyn Costs, Operator),
        children: impl Iterator<Item = Minimal> + Clone,
        place: usize,
        rival: Cost,
    ) -> Limits {
        let child = children.clone().nth(place).unwrap_or(Minimal::open(Cost::ZERO, Cost::ZERO));
        let proofs = |x: Cost| {
            let at = move |(i, other): (usize, Minimal)| if i == place { x } else { other.proof };
            operator.aggregate(costs, &mut children.clone().enumerate().map(at))
        };
        let disproof = |x: Cost| least_disproof(costs, operator, Minimal::open(x, x));
        Limits {
            proof: greatest(child.proof, self.proof, proofs),
            disproof: greatest(child.disproof, self.disproof.min(patience(rival)), disproof),
        }
    }
}

/// How dear a child may become next to a rival, as is usual in df-pn (Pawlewicz and Lew's 1 + ε).
fn patience(rival: Cost) -> Cost {
    rival.finite().map_or(rival, |rival| Cost::new(rival.saturating_add(rival / 4)))
}

/// The greatest cost from `from` up of which an increasing function is at most the limit.
fn greatest(from: Cost, limit: Cost, function: impl Fn(Cost) -> Cost) -> Cost {
    let (Some(from), Some(_)) = (from.finite(), limit.finite()) else { return Cost::INFINITE };
    let within = |x: u64| function(Cost::new(x)) <= limit;
    let largest = u64::MAX - 1;
    // `low` is within; steps get longer until one leads out, then shorter again.
    let (mut low, mut step) = (from, 1_u64);
    while low < largest && within(low.saturating_add(step).min(largest)) {
        low = low.saturating_add(step).min(largest);
        step = step.saturating_mul(2);
    }
    while step > 1 {
        step /= 2;
        if low <= largest - step && within(low + step) {
            low += step;
        }
    }
    Cost::new(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_argument_is_found() {
        for factor in [1, 2, 7] {
            for limit in 0..200 {
                let function = |x: Cost| Cost::new(x.finite().expect("finite") * factor + 3);
                let found = greatest(Cost::ZERO, Cost::new(limit), function).finite();
                let plain = (0..=limit).rfind(|x| x * factor + 3 <= limit).unwrap_or(0);
                assert_eq!(found, Some(plain), "{factor} {limit}");
            }
        }
        let constant = |_| Cost::new(4);
        assert_eq!(greatest(Cost::new(2), Cost::new(4), constant), Cost::LARGEST);
        assert_eq!(greatest(Cost::new(2), Cost::INFINITE, constant), Cost::INFINITE);
    }
}
