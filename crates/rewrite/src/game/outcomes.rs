//! The possible payoffs, computed from the term before any play.

use std::collections::BTreeSet;

use ludex_base::ordered_set;
use ludex_game::Outcomes;

use super::Unplayable;
use crate::Rational;
use crate::syntax::{Description, Term};

/// The largest number of values that are enumerated.
const MOST: usize = 20_000;

/// Returns a superset of the values of a term over universes of at most `size` elements (unbounded
/// if `None`). Returns `None` if they are too many to enumerate.
fn possible_values(term: &Term, size: Option<usize>) -> Option<BTreeSet<Rational>> {
    let all = |parts: &[Term]| -> Option<Vec<BTreeSet<Rational>>> {
        parts.iter().map(|part| possible_values(part, size)).collect()
    };
    match term {
        Term::Number(number) => Some(ordered_set([number.clone()])),
        Term::Truth(_) => Some(ordered_set([Rational::ZERO, Rational::ONE])),
        Term::Add(parts) => {
            let zero = ordered_set([Rational::ZERO]);
            all(parts)?.iter().try_fold(zero, |a, b| pairwise(&a, b, |x, y| x + y))
        }
        Term::Times(parts) => {
            let one = ordered_set([Rational::ONE]);
            all(parts)?.iter().try_fold(one, |a, b| pairwise(&a, b, |x, y| x * y))
        }
        Term::Power(base, n) => {
            Some(ordered_set(possible_values(base, size)?.iter().map(|value| value.power(*n))))
        }
        Term::Sum(variables, _, term) => {
            let count = size?.checked_pow(variables.len() as u32)?;
            sums(&possible_values(term, size)?, count)
        }
    }
}

fn pairwise(
    a: &BTreeSet<Rational>,
    b: &BTreeSet<Rational>,
    combine: impl Fn(&Rational, &Rational) -> Rational,
) -> Option<BTreeSet<Rational>> {
    if a.len() * b.len() > 64 * MOST {
        return None;
    }
    let all = ordered_set(a.iter().flat_map(|x| b.iter().map(|y| combine(x, y))));
    (all.len() <= MOST).then_some(all)
}

/// Returns all sums of at most `count` of the values: the multiples of their common unit between
/// the least sum and the greatest.
fn sums(values: &BTreeSet<Rational>, count: usize) -> Option<BTreeSet<Rational>> {
    let mut denominators = values.iter().map(Rational::denominator);
    let common = denominators.try_fold(1i64, |common, d| lcm(common, d?))?;
    let scaled = |value: &Rational| (value * &Rational::from(common)).whole();
    let least = scaled(values.first()?)?.min(0).checked_mul(count as i64)?;
    let most = scaled(values.last()?)?.max(0).checked_mul(count as i64)?;
    let unit = values.iter().try_fold(0i64, |unit, value| Some(gcd(unit, scaled(value)?)))?.max(1);
    if (most - least) / unit >= MOST as i64 {
        return None;
    }
    let multiples = (least / unit..=most / unit).map(|i| i * unit);
    Some(ordered_set(multiples.map(|value| Rational::new(value, common))))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn lcm(a: i64, b: i64) -> Option<i64> {
    (a / gcd(a, b)).checked_mul(b)
}

/// Returns the possible payoffs of the first player, or where they are too many to list, those near
/// zero: play that ends with another one is a fault of the game.
pub(super) fn first_payoffs(description: &Description) -> Result<Vec<Rational>, Unplayable> {
    let used = description.used_rules();
    let shrinks =
        |&i: &usize| description.rules[i].right.size() <= description.rules[i].left.size();
    let size = used.iter().all(shrinks).then_some(description.model.size());
    let terms: Vec<&Term> = description.locations.iter().map(|l| &l.payoffs[0]).collect();
    let possible: Option<Vec<BTreeSet<Rational>>> =
        terms.iter().map(|term| possible_values(term, size)).collect();
    let possible = possible.map(|sets| ordered_set(sets.into_iter().flatten()));
    let possible = possible.map(|values| values.into_iter().collect::<Vec<_>>());
    let listed = possible.filter(|values| are_apart(values));
    let values = listed.or_else(|| near_zero(&terms).filter(|values| are_apart(values)));
    values.ok_or_else(|| Unplayable::Payoffs(description.players[0].clone()))
}

/// Returns whether numbers are few enough, and neither too close nor too large to be ordered as
/// floating point numbers.
fn are_apart(values: &[Rational]) -> bool {
    let apart = values.windows(2).all(|pair| pair[0].to_f64() < pair[1].to_f64());
    apart && values.len() < 29_000
}

/// Returns the multiples of the common unit of some terms that are nearest to zero.
fn near_zero(terms: &[&Term]) -> Option<Vec<Rational>> {
    let unit = terms.iter().try_fold(1, |unit, term| lcm(unit, denominator(term)?))?;
    let most = MOST as i64 / 2;
    Some((-most..=most).map(|count| Rational::new(count, unit)).collect())
}

/// Returns a number of which all values of a term are multiples, divided by it: their common
/// denominator. Returns `None` if it is too large.
fn denominator(term: &Term) -> Option<i64> {
    let each = |parts: &[Term], join: fn(i64, i64) -> Option<i64>| {
        parts.iter().try_fold(1, |unit, part| join(unit, denominator(part)?))
    };
    match term {
        Term::Number(number) => number.denominator(),
        Term::Truth(_) => Some(1),
        Term::Add(parts) => each(parts, lcm),
        Term::Times(parts) => each(parts, i64::checked_mul),
        Term::Power(base, n) => denominator(base)?.checked_pow(*n),
        Term::Sum(_, _, term) => denominator(term),
    }
}

/// Returns payoffs as outcomes, the usual ones by name.
pub(super) fn outcomes(values: &[Rational]) -> Outcomes {
    let usual = [(-1, "loss"), (0, "draw"), (1, "win")];
    let is_usual = |value: &Rational| usual.iter().find(|(n, _)| value.whole() == Some(*n));
    let names: Option<Vec<&str>> = values.iter().map(|v| is_usual(v).map(|u| u.1)).collect();
    match names {
        Some(names) => Outcomes::new(names.into_iter().zip(values.iter().map(Rational::to_f64))),
        None => Outcomes::new(values.iter().map(|value| (value.to_string(), value.to_f64()))),
    }
}
