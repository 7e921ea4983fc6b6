//! Printing: parsing a printed text yields the same value.

use std::fmt::{self, Display, Formatter, Write};

use crate::structure::{Structure, Tuple};
use crate::syntax::{Comparison, Description, Formula, Location, Rule, Term};

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Formula::True => f.write_str("true"),
            Formula::False => f.write_str("false"),
            Formula::Relation(name, arguments) => write!(f, "{name}({})", arguments.join(", ")),
            Formula::Equal(x, y) => write!(f, "{x} = {y}"),
            Formula::Compare(comparison, left, right) => write!(f, "{left} {comparison} {right}"),
            Formula::Not(body) => match &**body {
                Formula::Equal(x, y) => write!(f, "{x} != {y}"),
                Formula::Compare(Comparison::Same, left, right) => write!(f, "{left} != {right}"),
                body => write!(f, "not {}", Operand(body)),
            },
            Formula::And(parts) => joined(f, parts, " and ", "true"),
            Formula::Or(parts) => joined(f, parts, " or ", "false"),
            Formula::Exists(variables, body) => {
                write!(f, "ex {} {}", variables.join(", "), Operand(body))
            }
            Formula::Forall(variables, body) => {
                write!(f, "all {} {}", variables.join(", "), Operand(body))
            }
        }
    }
}

/// Prints the parts of a conjunction or disjunction; those of the other kind go in parentheses.
fn joined(f: &mut Formatter, parts: &[Formula], operator: &str, none: &str) -> fmt::Result {
    // With fewer than two parts there is no operator that shows the kind.
    if let [only] = parts {
        return write!(f, "{only}");
    }
    for (i, part) in parts.iter().enumerate() {
        f.write_str(if i > 0 { operator } else { "" })?;
        match part {
            Formula::And(_) | Formula::Or(_) => write!(f, "({part})")?,
            part => write!(f, "{part}")?,
        }
    }
    if parts.is_empty() { f.write_str(none) } else { Ok(()) }
}

/// The operand of `not` or a quantifier: in parentheses unless it is atomic.
struct Operand<'a>(&'a Formula);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self.0 {
            Formula::Relation(..) | Formula::True | Formula::False => write!(f, "{}", self.0),
            formula => write!(f, "({formula})"),
        }
    }
}

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Same => "=",
        })
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Term::Number(number) => write!(f, "{number}"),
            Term::Add(parts) => write_sum(f, parts),
            Term::Times(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    f.write_str(if i > 0 { " * " } else { "" })?;
                    match part {
                        Term::Times(_) => write!(f, "({part})")?,
                        part => write!(f, "{part}")?,
                    }
                }
                Ok(())
            }
            Term::Power(base, exponent) => match &**base {
                Term::Times(_) | Term::Power(..) => write!(f, "({base})^{exponent}"),
                Term::Number(n) if *n < crate::Rational::ZERO => write!(f, "({n})^{exponent}"),
                base => write!(f, "{base}^{exponent}"),
            },
            Term::Truth(formula) => write!(f, ":({formula})"),
            Term::Sum(variables, guard, term) => {
                write!(f, "Sum ({} | {guard} : {term})", variables.join(", "))
            }
        }
    }
}

/// Prints `((a + b) + c)`: every sum in its parentheses.
fn write_sum(f: &mut Formatter, parts: &[Term]) -> fmt::Result {
    for _ in 1..parts.len() {
        f.write_char('(')?;
    }
    for (i, part) in parts.iter().enumerate() {
        match i {
            0 => write!(f, "{part}")?,
            _ => write!(f, " + {part})")?,
        }
    }
    if parts.is_empty() { f.write_char('0') } else { Ok(()) }
}

impl Display for Structure {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let drawn = drawn_elements(self);
        let listed: Vec<&str> =
            self.elements.iter().skip(drawn).map(|element| &**element).collect();
        write!(f, "[{} |{} | ]", listed.join(", "), relations_text(self))?;
        match self.grid {
            Some(_) => write!(f, " \"\n{}\"", grid_text(self, "\n", "  ")),
            None => Ok(()),
        }
    }
}

/// Returns the relations of a structure, but not what its grid shows: ` P:1 {(a)}; E:2 {(a, b)}`.
pub(crate) fn relations_text(structure: &Structure) -> String {
    let drawn = drawn_elements(structure);
    let mut text = String::new();
    for (name, relation) in &structure.relations {
        if structure.grid.is_some() && (&**name == "R" || &**name == "C") {
            continue;
        }
        // Marks of the elements of a grid are shown in the grid.
        let marks = |t: &&Tuple| relation.arity != 1 || t[0] >= drawn;
        let tuple = |tuple: &Tuple| {
            let names: Vec<&str> = tuple.iter().map(|&e| &*structure.elements[e]).collect();
            format!("({})", names.join(", "))
        };
        let tuples: Vec<String> = relation.tuples.iter().filter(marks).map(tuple).collect();
        let separator = if text.is_empty() { " " } else { "; " };
        text += &format!("{separator}{name}:{} {{{}}}", relation.arity, tuples.join("; "));
    }
    text
}

/// Returns the number of elements that are cells of the grid, which come first.
fn drawn_elements(structure: &Structure) -> usize {
    structure.grid.as_ref().map_or(0, |grid| grid.cells.iter().flatten().count())
}

/// Returns the grid of a structure: rows from the top, each with an indentation and an ending.
pub(crate) fn grid_text(structure: &Structure, ending: &str, indent: &str) -> String {
    let Some(grid) = &structure.grid else { return String::new() };
    let unary: Vec<_> = structure.relations.iter().filter(|(_, r)| r.arity == 1).collect();
    let cell = |cell: Option<usize>| {
        let Some(element) = cell else { return "*".to_owned() };
        let marks: Vec<&str> = unary
            .iter()
            .filter(|(_, r)| r.tuples.contains([element].as_slice()))
            .map(|(name, _)| &***name)
            .collect();
        if marks.is_empty() { ".".to_owned() } else { marks.join("+") }
    };
    let rows: Vec<&[Option<usize>]> = grid.cells.chunks(grid.columns).collect();
    let mut text = String::new();
    for row in rows.iter().rev() {
        let cells: Vec<String> = row.iter().map(|&c| cell(c)).collect();
        text += &format!("{indent}{}{ending}", cells.join(" "));
    }
    text
}

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "RULE {}:\n  {} ->\n  {}", self.name, self.left, self.right)?;
        if !self.exact.is_empty() {
            write!(f, "\n  emb {}", self.exact.join(", "))?;
        }
        if self.explicit_origin {
            let pairs: Vec<String> = (self.right.elements.iter().zip(&self.origin))
                .filter_map(|(r, l)| l.map(|l| format!("{r} <- {}", self.left.elements[l])))
                .collect();
            write!(f, "\n  with [{}]", pairs.join(", "))?;
        }
        for (word, formula) in [("pre", &self.pre), ("post", &self.post)] {
            if *formula != Formula::True {
                write!(f, "\n  {word} {formula}")?;
            }
        }
        Ok(())
    }
}

impl Description {
    fn write_location(&self, f: &mut Formatter, location: &Location) -> fmt::Result {
        write!(
            f,
            "LOC {} {{ PLAYER {}\n  PAYOFF {{ ",
            location.number, self.players[location.player]
        )?;
        for (i, (player, payoff)) in self.players.iter().zip(&location.payoffs).enumerate() {
            write!(f, "{}{player}: {payoff}", if i > 0 { "; " } else { "" })?;
        }
        let moves: Vec<String> = location
            .moves
            .iter()
            .map(|edge| {
                let (rule, target) = (&self.rules[edge.rule], &self.locations[edge.target]);
                format!("{} -> {}", rule.name, target.number)
            })
            .collect();
        writeln!(f, " }}\n  MOVES [{}] }}", moves.join("; "))
    }
}

impl Display for Description {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        writeln!(f, "PLAYERS {}", self.players.join(", "))?;
        for definition in &self.definitions {
            let parameters = definition.parameters.join(", ");
            writeln!(f, "REL {}({parameters}) = {}", definition.name, definition.body)?;
        }
        for rule in &self.rules {
            writeln!(f, "{rule}")?;
        }
        for location in &self.locations {
            self.write_location(f, location)?;
        }
        writeln!(f, "START {}\nMODEL {}", self.locations[self.start].number, self.model)
    }
}
