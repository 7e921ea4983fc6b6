//! Limits of the numbers of a node: when they are exceeded, a tree search would leave the node.

use crate::costs::{Cost, Costs, Minimal, Operator, least_disproof};

/// A node is left when one of its numbers exceeds its limit. No number exceeds infinity: with
/// infinite limits the node is searched until it is settled, even if it is known earlier whether it
/// holds.
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

    /// Returns whether a value is settled or exceeds the limits.
    #[inline]
    pub fn done(self, value: Minimal) -> bool {
        value.settled || value.proof > self.proof || value.disproof > self.disproof
    }

    /// Returns the limits of a child: within them this node is not done, and no other child is
    /// chosen, that is, none has a cheaper disproof than `rival`. Switching to the other child and
    /// back at every step would take longer than staying a little too long, which is harmless: a
    /// settled number is right, in whatever order it was found. A quarter more halves the nodes on
    /// random games.
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

/// Returns how expensive a child may become next to a rival, as in the 1 + ε trick of df-pn
/// \[PL07\].
fn patience(rival: Cost) -> Cost {
    rival.finite().map_or(rival, |rival| Cost::new(rival.saturating_add(rival / 4)))
}

/// Returns the greatest cost, at least `from`, at which an increasing function is at most the
/// limit.
fn greatest(from: Cost, limit: Cost, function: impl Fn(Cost) -> Cost) -> Cost {
    let (Some(from), Some(_)) = (from.finite(), limit.finite()) else { return Cost::INFINITE };
    let within = |x: u64| function(Cost::new(x)) <= limit;
    let largest = u64::MAX - 1;
    // `low` is within the limit; steps get longer until one exceeds it, then shorter again.
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
