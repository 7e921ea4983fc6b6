//! Whether what one player gains the other loses, from the terms of the payoffs.
//!
//! Both payoffs are brought to sums of multiples of terms that are not taken apart; if these cancel
//! out in every location and leave the same number, the sum of the payoffs is that number in every
//! structure.

use crate::rational::Rational;
use crate::syntax::{Description, Formula, Term};

impl Description {
    /// Returns whether there is one player, or the payoffs of two are known to add up to the same
    /// number in every structure.
    pub fn is_zero_sum(&self) -> bool {
        match self.players.len() {
            1 => true,
            2 => {
                let mut sums = self.locations.iter().map(|location| constant(&location.payoffs));
                let first = sums.next().flatten();
                first.is_some() && sums.all(|sum| sum == first)
            }
            _ => false,
        }
    }
}

/// Returns the sum of terms if it is the same number in every structure.
fn constant(terms: &[Term]) -> Option<Rational> {
    let mut sum = Linear::default();
    terms.iter().for_each(|term| sum.add(&linear(term), &Rational::ONE));
    sum.parts.iter().all(|(_, factor)| factor.is_zero()).then_some(sum.number)
}

/// A number plus multiples of terms that are not taken apart.
#[derive(Clone)]
struct Linear {
    number: Rational,
    parts: Vec<(Term, Rational)>,
}

impl Default for Linear {
    fn default() -> Linear {
        Linear { number: Rational::ZERO, parts: Vec::new() }
    }
}

impl Linear {
    fn of_number(number: Rational) -> Linear {
        Linear { number, parts: Vec::new() }
    }

    fn of_part(term: Term) -> Linear {
        Linear { number: Rational::ZERO, parts: vec![(term, Rational::ONE)] }
    }

    /// Adds a multiple of another sum.
    fn add(&mut self, other: &Linear, times: &Rational) {
        self.number = &self.number + &(&other.number * times);
        for (term, factor) in &other.parts {
            let factor = factor * times;
            match self.parts.iter_mut().find(|(known, _)| known == term) {
                Some((_, known)) => *known = &*known + &factor,
                None => self.parts.push((term.clone(), factor)),
            }
        }
    }

    /// Returns the sum times a number.
    fn scaled(&self, times: &Rational) -> Linear {
        let mut scaled = Linear::default();
        scaled.add(self, times);
        scaled
    }
}

fn linear(term: &Term) -> Linear {
    match term {
        Term::Number(number) => Linear::of_number(number.clone()),
        Term::Add(terms) => {
            let mut sum = Linear::default();
            terms.iter().for_each(|term| sum.add(&linear(term), &Rational::ONE));
            sum
        }
        Term::Times(factors) => product(factors),
        Term::Truth(formula) => truth(formula),
        Term::Power(..) | Term::Sum(..) => Linear::of_part(term.clone()),
    }
}

/// Multiplies the factors that are numbers into the one that is not, if there is only one.
fn product(factors: &[Term]) -> Linear {
    let (mut number, mut other) = (Rational::ONE, None);
    for factor in factors {
        let factor = linear(factor);
        match factor.parts.is_empty() {
            true => number = &number * &factor.number,
            false if other.is_none() => other = Some(factor),
            false => return Linear::of_part(Term::Times(factors.to_vec())),
        }
    }
    match other {
        Some(other) => other.scaled(&number),
        None => Linear::of_number(number),
    }
}

/// The truth of a negation is 1 less that of what it negates.
fn truth(formula: &Formula) -> Linear {
    match formula {
        Formula::True => Linear::of_number(Rational::ONE),
        Formula::False => Linear::default(),
        Formula::Not(inner) => {
            let mut rest = Linear::of_number(Rational::ONE);
            rest.add(&truth(inner), &Rational::from(-1));
            rest
        }
        _ => Linear::of_part(Term::Truth(Box::new(formula.clone()))),
    }
}
