//! The values of a coordinate, in their order.

use ludex_base::sort_by_key;

/// The values of a coordinate, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Axis {
    pub names: Vec<String>,
}

/// Returns a value as a number with what stands before it: `c4` is 4 with `c`.
pub(super) fn numbered(value: &str) -> Option<(&str, u32)> {
    let digits = value.find(|c: char| c.is_ascii_digit())?;
    Some((&value[..digits], value[digits..].parse().ok()?))
}

impl Axis {
    /// Returns the values of a coordinate in order, if they are numbers, numbers with the same
    /// letters before them, or single letters, and there are at least two.
    pub fn new(values: &[&str]) -> Option<Axis> {
        let mut values = values.to_vec();
        ludex_base::sort(&mut values);
        values.dedup();
        let prefix = values.first().and_then(|&first| numbered(first)).map(|n| n.0);
        let counted = |v: &&str| numbered(v).map(|n| n.0) == prefix;
        let letter = |v: &&str| v.len() == 1 && v.as_bytes()[0].is_ascii_alphabetic();
        if prefix.is_some() && values.iter().all(counted) {
            sort_by_key(&mut values, |v| numbered(v).map(|n| n.1));
        } else if !values.iter().all(letter) {
            return None;
        }
        (values.len() > 1).then(|| Axis::of_words(&values))
    }

    /// Returns any values as an axis, in the given order.
    pub fn of_words(values: &[&str]) -> Axis {
        Axis { names: values.iter().map(|&v| v.to_owned()).collect() }
    }

    pub fn position(&self, value: &str) -> Option<i16> {
        self.names.iter().position(|name| name == value).map(|at| at as i16)
    }

    pub fn len(&self) -> i16 {
        self.names.len() as i16
    }

    /// Returns whether the values are letters, as the columns of a chess board are.
    pub fn has_letters(&self) -> bool {
        self.names.iter().all(|name| numbered(name).is_none())
    }
}
