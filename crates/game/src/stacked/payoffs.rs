//! The payoffs of a stacked-matrix game as they are parsed.

use std::ops::Range;

use ludex_base::sort_by;
use rustc_hash::FxHashMap;

use crate::json::fields::expected;
use crate::json::{Json, Kind};
use crate::{Fraction, FractionError, TextError};

/// The greatest number of outcomes of a game.
const MOST: usize = 29_999;

/// A payoff: as floating-point number, and exactly if it was written so.
#[derive(Clone, Copy)]
pub struct Payoff {
    pub number: f64,
    pub exact: Option<Fraction>,
}

impl Payoff {
    /// Returns the name of its outcome.
    pub fn name(&self) -> String {
        self.exact.map_or_else(|| self.number.to_string(), |exact| exact.to_string())
    }

    /// Parses the payoff of a cell that is a number, a text such as `1/3`, or a pair of payoffs.
    pub fn of_cell(text: &str, json: &Json) -> Result<Payoff, TextError> {
        match &json.kind {
            Kind::Text(word) => {
                let exact: Fraction = word.parse().map_err(|error: FractionError| {
                    TextError::new(error.to_string(), json.span.clone())
                        .help("write at most 18 digits above and below the line")
                })?;
                Ok(Payoff { number: exact.number(), exact: Some(exact) })
            }
            // A number that does not fit is rounded to a floating-point number; -0 is 0.
            Kind::Number(number) if number.is_finite() => {
                Ok(Payoff { number: *number + 0.0, exact: text[json.span.clone()].parse().ok() })
            }
            Kind::List(payoffs) => Payoff::of_pair(text, json, payoffs),
            _ => Err(expected("a finite number", json)),
        }
    }

    /// Parses the payoffs of both agents: allowed if they are each other's negatives.
    fn of_pair(text: &str, json: &Json, payoffs: &[Json]) -> Result<Payoff, TextError> {
        let [first, second] = payoffs else {
            let message = format!("a cell has one payoff or two, not {}", payoffs.len());
            return Err(TextError::new(message, json.span.clone())
                .help("a stacked-matrix game has two agents"));
        };
        let [first, second] = [Payoff::of_cell(text, first)?, Payoff::of_cell(text, second)?];
        if first.opposite(&second) {
            return Ok(first);
        }
        let message = format!("{} and {} do not add up to 0", first.name(), second.name());
        Err(TextError::new(format!("the game is not zero-sum: {message}"), json.span.clone())
            .help("what one agent gains the other must lose; one number a cell says it all"))
    }

    fn opposite(&self, other: &Payoff) -> bool {
        match (self.exact, other.exact) {
            (Some(a), Some(b)) => {
                a.denominator() == b.denominator() && a.numerator() == -b.numerator()
            }
            _ => self.number == -other.number,
        }
    }
}

/// The payoffs so far, each with the place of its first occurrence.
#[derive(Default)]
pub struct Payoffs {
    list: Vec<(Payoff, Range<usize>)>,
    numbers: FxHashMap<String, u32>,
}

impl Payoffs {
    /// Returns the number of a payoff, a new one if it has not occurred.
    pub fn number(&mut self, payoff: Payoff, place: Range<usize>) -> u32 {
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(payoff.name()).or_insert(next);
        if number == next {
            self.list.push((payoff, place));
        }
        number
    }

    /// Returns the payoffs in increasing order, and the rank of each number.
    pub fn sorted(&self) -> Result<(Vec<Payoff>, Vec<u32>), TextError> {
        let number = |payoff: usize| self.list[payoff].0.number;
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        sort_by(&mut order, |&a, &b| number(a).total_cmp(&number(b)));
        if let Some(&one_more) = order.get(MOST) {
            let message = format!("there are more than {MOST} different payoffs");
            return Err(TextError::new(message, self.list[one_more].1.clone()));
        }
        if let Some(pair) = order.windows(2).find(|pair| number(pair[0]) >= number(pair[1])) {
            return Err(self.too_near(pair[0], pair[1]));
        }
        let mut rank = vec![0; order.len()];
        (0..).zip(&order).for_each(|(place, &payoff)| rank[payoff] = place);
        Ok((order.into_iter().map(|payoff| self.list[payoff].0).collect(), rank))
    }

    /// Returns the error for two payoffs with the same floating-point number, which distinguishes
    /// outcomes.
    fn too_near(&self, a: usize, b: usize) -> TextError {
        let [(one, _), (other, place)] = [&self.list[a], &self.list[b]];
        let (one, other) = (one.name(), other.name());
        let message = format!("the payoffs {one} and {other} are too near to each other");
        TextError::new(message, place.clone()).help("payoffs must differ as floating-point numbers")
    }
}
