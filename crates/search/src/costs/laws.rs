//! The laws of cost functions, as a property test for any of them [Saf13, Section 4.2.5].

use ludex_game::{Agent, Atom, Outcome};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Cost, Costs, Operator};

const ROUNDS: usize = 500;

/// Checks on random multisets that the aggregators are increasing and do not depend on an order,
/// and that they and the base costs are infinite only if they have to be; the error is the law that
/// is violated.
pub fn check_costs(costs: &dyn Costs, agents: u8, seed: u64) -> Result<(), String> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let atoms = [Atom::Final, Atom::Own(0), Atom::Win(Agent(0)), Atom::Outcome(Outcome(0))];
    if costs.truth().is_infinite() || atoms.iter().any(|&atom| costs.atom(atom).is_infinite()) {
        return Err("a base cost is infinite".to_owned());
    }
    let operators: Vec<Operator> =
        (0..agents).map(|agent| Operator::Box(Agent(agent))).chain([Operator::And]).collect();
    for _ in 0..ROUNDS {
        let count = random.next_u64() as usize % 6;
        let parts: Vec<Cost> = (0..count).map(|_| cost(&mut random)).collect();
        let (one, other) = (cost(&mut random), cost(&mut random));
        for &operator in &operators {
            multiset(costs, operator, &parts, (one.min(other), one.max(other)))?;
        }
    }
    Ok(())
}

/// Checks the laws about one multiset `X` and costs `x ≤ y`.
fn multiset(
    costs: &dyn Costs,
    operator: Operator,
    parts: &[Cost],
    (x, y): (Cost, Cost),
) -> Result<(), String> {
    let of = |parts: &[Cost]| operator.aggregate(costs, &mut parts.iter().copied());
    let with = |more: Cost| [parts, &[more]].concat();
    let broken = |law: &str| Err(format!("{law}: {operator:?} over {parts:?} with {x} and {y}"));
    if !(of(parts) <= of(&with(x)) && of(&with(x)) <= of(&with(y))) {
        return broken("an aggregator is not increasing");
    }
    let mut backwards = with(x);
    backwards.reverse();
    if of(&backwards) != of(&with(x)) {
        return broken("an aggregator depends on an order");
    }
    let infinite = with(x).iter().any(|part| part.is_infinite());
    if of(&with(x)).is_infinite() != infinite {
        return broken("an aggregate is infinite exactly if a part is");
    }
    if of(&[]).is_infinite() {
        return broken("nothing costs something finite");
    }
    Ok(())
}

/// Returns a small or a large cost, and now and then an infinite one.
fn cost(random: &mut Xoshiro256PlusPlus) -> Cost {
    let number = random.next_u64();
    match number % 8 {
        0 => Cost::INFINITE,
        1 => Cost::LARGEST,
        2 => Cost::new(number),
        _ => Cost::new(number >> 40 & 15),
    }
}

#[cfg(test)]
mod tests {
    use super::super::COSTS;
    use super::*;

    /// A cost function where more children cost less, which is not allowed.
    struct Discount;

    impl Costs for Discount {
        fn atom(&self, _: Atom) -> Cost {
            Cost::new(1)
        }

        fn conjunction(&self, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
            parts.min().unwrap_or(Cost::ZERO)
        }

        fn boxed(&self, _: Agent, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
            parts.sum()
        }
    }

    #[test]
    fn the_ready_costs_obey_the_laws() {
        for ready in COSTS {
            assert_eq!(check_costs(ready.costs, 3, 7), Ok(()), "{}", ready.name);
        }
    }

    #[test]
    fn a_broken_law_is_named() {
        let complaint = check_costs(&Discount, 2, 7).unwrap_err();
        assert!(complaint.contains(": And over ["), "{complaint}");
    }
}
