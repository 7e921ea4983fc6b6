//! Unification, for `(not (distinct a b))` and for inlining relations.

use super::rule::{Literal, Pattern};

/// A substitution of patterns for variables.
#[derive(Clone, Default, Debug)]
pub(crate) struct Substitution(Vec<(u16, Pattern)>);

impl Substitution {
    /// Unifies two patterns. Returns whether that is possible.
    pub fn unify(&mut self, a: &Pattern, b: &Pattern) -> bool {
        match (self.apply(a), self.apply(b)) {
            (a, b) if a == b => true,
            (Pattern::Variable(v), term) | (term, Pattern::Variable(v)) => {
                !term.variables().contains(&v) && {
                    self.bind(v, term);
                    true
                }
            }
            (Pattern::Apply(f, xs), Pattern::Apply(g, ys)) => {
                f == g && xs.len() == ys.len() && xs.iter().zip(&ys).all(|(x, y)| self.unify(x, y))
            }
        }
    }

    fn bind(&mut self, variable: u16, term: Pattern) {
        let single = Substitution(vec![(variable, term.clone())]);
        for (_, old) in &mut self.0 {
            *old = single.apply(old);
        }
        self.0.push((variable, term));
    }

    pub fn apply(&self, pattern: &Pattern) -> Pattern {
        match pattern {
            Pattern::Variable(v) => {
                let found = self.0.iter().find(|(variable, _)| variable == v);
                found.map_or_else(|| pattern.clone(), |(_, term)| term.clone())
            }
            Pattern::Apply(symbol, arguments) => {
                Pattern::Apply(*symbol, arguments.iter().map(|a| self.apply(a)).collect())
            }
        }
    }

    pub fn apply_literal(&self, literal: &Literal) -> Literal {
        match literal {
            Literal::Holds(atom) => Literal::Holds(self.apply(atom)),
            Literal::Fails(atom) => Literal::Fails(self.apply(atom)),
            Literal::Distinct(a, b) => Literal::Distinct(self.apply(a), self.apply(b)),
        }
    }
}
