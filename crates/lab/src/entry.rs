//! An entry of a table: a number, a lower bound such as `> 10^7`, or a word.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The content of a cell, published or measured.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    /// A number.
    Exactly(f64),
    /// More than this: the search was stopped before it had its answer.
    MoreThan(f64),
    /// A result that is not counted, such as `true` or `draw`.
    Word(String),
}

impl Entry {
    /// Returns the number of an entry or of its bound.
    pub fn number(&self) -> Option<f64> {
        match self {
            Entry::Exactly(x) | Entry::MoreThan(x) => Some(*x),
            Entry::Word(_) => None,
        }
    }

    /// Returns this entry with its number changed.
    pub fn map(&self, change: impl FnOnce(f64) -> f64) -> Entry {
        match self {
            Entry::Exactly(x) => Entry::Exactly(change(*x)),
            Entry::MoreThan(x) => Entry::MoreThan(change(*x)),
            Entry::Word(word) => Entry::Word(word.clone()),
        }
    }

    /// Returns whether this is less than the other, or `None` if bounds do not decide it.
    pub fn less_than(&self, other: &Entry) -> Option<bool> {
        use Entry::{Exactly, MoreThan};
        match (self, other) {
            (Exactly(a), Exactly(b)) => Some(a < b),
            // b is more than its bound, so a bound that a does not exceed is enough.
            (Exactly(a), MoreThan(b)) if a <= b => Some(true),
            (MoreThan(a), Exactly(b)) if a >= b => Some(false),
            _ => None,
        }
    }

    /// Returns this entry divided by the other: a bound in one shows in the ratio (`< 0.5`, `> 2`);
    /// bounds in both decide nothing.
    pub fn ratio(&self, other: &Entry) -> Option<Ratio> {
        use Entry::{Exactly, MoreThan};
        let (known, over, under) = match (self, other) {
            (Exactly(a), Exactly(b)) => (Ordering::Equal, a, b),
            (MoreThan(a), Exactly(b)) => (Ordering::Greater, a, b),
            (Exactly(a), MoreThan(b)) => (Ordering::Less, a, b),
            _ => return None,
        };
        (*under > 0.0).then_some(Ratio { known, value: over / under })
    }

    /// Parses `12`, `> 12`, or a word.
    fn read(text: &str) -> Entry {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
        match text.strip_prefix('>').and_then(number) {
            Some(bound) => Entry::MoreThan(bound),
            None => Entry::Word(text.to_string()),
        }
    }
}

/// Measured over published.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    /// Whether the ratio is the value, less than it, or more.
    known: Ordering,
    value: f64,
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.known {
            Ordering::Less => "< ",
            Ordering::Equal => "",
            Ordering::Greater => "> ",
        };
        write!(f, "{sign}{}", decimal(self.value))
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Exactly(x) => f.write_str(&decimal(*x)),
            Entry::MoreThan(x) => write!(f, "> {}", decimal(*x)),
            Entry::Word(word) => f.write_str(word),
        }
    }
}

/// Returns a number for people: whole ones in groups of three, others with as many digits as
/// matter.
pub(crate) fn decimal(x: f64) -> String {
    match x.abs() {
        _ if x.fract() == 0.0 => grouped(x),
        size if size >= 1000.0 => grouped(x.round()),
        size if size >= 10.0 => trimmed(format!("{x:.2}")),
        size if size >= 1.0 => trimmed(format!("{x:.3}")),
        size if size >= 0.001 => trimmed(format!("{x:.4}")),
        _ => format!("{x:.1e}"),
    }
}

fn trimmed(number: String) -> String {
    number.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn grouped(x: f64) -> String {
    let digits = format!("{:.0}", x.abs());
    let mut text = if x < 0.0 { "-".to_string() } else { String::new() };
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Numbers as numbers, bounds and words as text, both in TOML and in JSON.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Raw {
    Whole(i64),
    Number(f64),
    Text(String),
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Entry, D::Error> {
        Ok(match Raw::deserialize(from)? {
            Raw::Whole(n) => Entry::Exactly(n as f64),
            Raw::Number(x) => Entry::Exactly(x),
            Raw::Text(text) => Entry::read(&text),
        })
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let whole = |x: f64| x.fract() == 0.0 && x.abs() < 9e15;
        match self {
            Entry::Exactly(x) if whole(*x) => Raw::Whole(*x as i64),
            Entry::Exactly(x) => Raw::Number(*x),
            Entry::MoreThan(x) => Raw::Text(format!("> {x}")),
            Entry::Word(word) => Raw::Text(word.clone()),
        }
        .serialize(to)
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.known {
            Ordering::Equal => Raw::Number(self.value),
            Ordering::Less => Raw::Text(format!("< {}", self.value)),
            Ordering::Greater => Raw::Text(format!("> {}", self.value)),
        }
        .serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use super::Entry::{self, Exactly, MoreThan, Word};

    #[test]
    fn bounds_tell_what_they_can() {
        assert_eq!(Exactly(1.0).less_than(&Exactly(1.0)), Some(false));
        assert_eq!(Exactly(5.0).less_than(&MoreThan(5.0)), Some(true));
        assert_eq!(Exactly(6.0).less_than(&MoreThan(5.0)), None);
        assert_eq!(MoreThan(5.0).less_than(&Exactly(5.0)), Some(false));
        assert_eq!(MoreThan(4.0).less_than(&Exactly(5.0)), None);
        assert_eq!(MoreThan(1.0).less_than(&MoreThan(9.0)), None);
        assert_eq!(Word("true".into()).less_than(&Exactly(1.0)), None);
    }

    #[test]
    fn ratios_carry_bounds() {
        let ratio = |a: Entry, b: Entry| a.ratio(&b).map(|r| r.to_string());
        assert_eq!(ratio(Exactly(1.0), Exactly(4.0)).as_deref(), Some("0.25"));
        assert_eq!(ratio(Exactly(1.0), MoreThan(4.0)).as_deref(), Some("< 0.25"));
        assert_eq!(ratio(MoreThan(8.0), Exactly(4.0)).as_deref(), Some("> 2"));
        assert_eq!(ratio(MoreThan(8.0), MoreThan(4.0)), None);
        assert_eq!(ratio(Exactly(8.0), Exactly(0.0)), None);
    }

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, -1234.0, 6387283988.0, 1234.5, 40.68, 4.118, 0.87, 0.00123, 0.0000123];
        let shown = shown.map(|x| Exactly(x).to_string());
        let expected =
            ["0", "-1,234", "6,387,283,988", "1,235", "40.68", "4.118", "0.87", "0.0012", "1.2e-5"];
        assert_eq!(shown, expected);
        assert_eq!(Entry::read("> 1e7"), MoreThan(1e7));
        assert_eq!(MoreThan(1e7).to_string(), "> 10,000,000");
        assert_eq!(Entry::read("> many"), Word("> many".into()));
    }
}
