//! The order of the values of a coordinate.

use ludex_gdl::{GroundRules, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// The rules, which determine the order of the values of a coordinate.
pub(super) struct Orders<'a> {
    pub rules: &'a GroundRules,
}

impl Orders<'_> {
    /// Returns the values in their order, or `None` if they have none or are fewer than two.
    pub fn order(&self, values: &FxHashSet<Term>) -> Option<Vec<Term>> {
        if values.len() < 2 || values.iter().any(|&t| !self.rules.arguments(t).is_empty()) {
            return None;
        }
        self.natural(values).or_else(|| self.by_relation(values))
    }

    /// Returns consecutive numbers or letters in their order.
    fn natural(&self, values: &FxHashSet<Term>) -> Option<Vec<Term>> {
        let number = |t: &Term| -> Option<(u32, Term)> {
            let name = self.rules.name(*t);
            let mut letters = name.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) if letter.is_ascii_lowercase() => Some((letter.into(), *t)),
                _ => Some((1000 + name.parse::<u32>().ok()?, *t)),
            }
        };
        let mut numbers: Vec<(u32, Term)> = values.iter().map(number).collect::<Option<_>>()?;
        ludex_base::sort_by_key(&mut numbers, |n| n.0);
        let close = numbers.windows(2).all(|pair| pair[1].0 == pair[0].0 + 1);
        close.then(|| numbers.into_iter().map(|n| n.1).collect())
    }

    /// Returns the order in which a relation of the rules leads through all values.
    fn by_relation(&self, values: &FxHashSet<Term>) -> Option<Vec<Term>> {
        self.rules.pairs().find_map(|(_, pairs)| {
            let inner = |&(a, b): &(Term, Term)| values.contains(&a) && values.contains(&b);
            let steps: FxHashMap<Term, Term> = pairs.iter().copied().filter(inner).collect();
            let reached: FxHashSet<Term> = steps.values().copied().collect();
            let exact = pairs.iter().filter(|p| inner(p)).count() == values.len() - 1;
            let first = values.iter().find(|t| !reached.contains(t))?;
            let path: Vec<Term> = std::iter::successors(Some(*first), |t| steps.get(t).copied())
                .take(values.len())
                .collect();
            (exact && path.len() == values.len()).then_some(path)
        })
    }
}
