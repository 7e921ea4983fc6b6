//! Definitions that mention themselves: `REL Chain(x) = B(x) and (Top(x) or ex y (Next(x, y) and
//! Chain(y)))`. Such a relation is the least one that fits its definition. All arguments but one
//! must be passed on as they are, so that it is a set of elements for each choice of the others.

use crate::syntax::{Definition, Formula, Name};

impl Definition {
    /// Returns whether the definition mentions itself.
    pub fn is_recursive(&self) -> bool {
        let mut found = false;
        self.body.for_each_relation(&mut |name| found |= *name == self.name);
        found
    }

    /// Returns the place of the argument that changes from call to call, or what is wrong.
    pub(crate) fn recursive_place(&self) -> Result<usize, &'static str> {
        let mut calls = Calls { definition: self, changing: Vec::new(), wrong: None };
        calls.formula(&self.body, true, &mut Vec::new());
        calls.changing.sort_unstable();
        calls.changing.dedup();
        match (calls.wrong, &calls.changing[..]) {
            (Some(wrong), _) => Err(wrong),
            (None, [place]) => Ok(*place),
            (None, []) => Err("it only repeats itself"),
            (None, _) => Err("only one of its arguments may change"),
        }
    }

    /// Returns the body, with a relation of one argument in place of the definition itself.
    pub(crate) fn body_over(&self, place: usize, current: &Name) -> Formula {
        let call =
            |arguments: &[Name]| Formula::Relation(current.clone(), vec![arguments[place].clone()]);
        replaced(&self.body, &self.name, &call)
    }
}

/// The calls of a definition in its own body.
struct Calls<'d> {
    definition: &'d Definition,
    changing: Vec<usize>,
    wrong: Option<&'static str>,
}

impl Calls<'_> {
    fn formula(&mut self, formula: &Formula, positive: bool, bound: &mut Vec<Name>) {
        match formula {
            Formula::True | Formula::False | Formula::Equal(..) => {}
            Formula::Relation(name, arguments) if *name == self.definition.name => {
                if !positive {
                    self.wrong.get_or_insert("it must not be negated there");
                }
                let parameters = self.definition.parameters.iter();
                let same = |(x, y): (&Name, &Name)| x == y && !bound.contains(x);
                let changed = parameters.zip(arguments).map(same).enumerate();
                self.changing.extend(changed.filter(|(_, same)| !same).map(|(place, _)| place));
            }
            Formula::Relation(..) => {}
            Formula::Compare(_, a, b) => {
                let mut inside = false;
                let mut look = |name: &Name| inside |= *name == self.definition.name;
                a.for_each_relation(&mut look);
                b.for_each_relation(&mut look);
                if inside {
                    self.wrong.get_or_insert("it must not be counted there");
                }
            }
            Formula::Not(body) => self.formula(body, !positive, bound),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part, positive, bound));
            }
            Formula::Exists(variables, body) | Formula::Forall(variables, body) => {
                let known = bound.len();
                bound.extend_from_slice(variables);
                self.formula(body, positive, bound);
                bound.truncate(known);
            }
        }
    }
}

/// Returns a formula with other formulas in place of a relation.
fn replaced(formula: &Formula, name: &Name, by: &dyn Fn(&[Name]) -> Formula) -> Formula {
    let again = |f: &Formula| replaced(f, name, by);
    match formula {
        Formula::Relation(other, arguments) if other == name => by(arguments),
        Formula::Not(body) => Formula::Not(Box::new(again(body))),
        Formula::And(parts) => Formula::And(parts.iter().map(again).collect()),
        Formula::Or(parts) => Formula::Or(parts.iter().map(again).collect()),
        Formula::Exists(x, body) => Formula::Exists(x.clone(), Box::new(again(body))),
        Formula::Forall(x, body) => Formula::Forall(x.clone(), Box::new(again(body))),
        other => other.clone(),
    }
}
