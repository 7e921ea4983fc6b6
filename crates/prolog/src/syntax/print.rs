//! Printing of terms, goals and clauses as text that parses to the same tree.

use std::fmt::{Display, Formatter, Result};

use super::lexer::is_plain;
use super::{Act, Clause, Goal, Goals, Modality, Operator, Sense, Term};
use crate::symbol::{Symbol, Symbols};

/// A tree to be printed, with the names that it needs.
pub struct Show<'a, T> {
    /// The tree.
    pub what: &'a T,
    /// The names of symbols.
    pub symbols: &'a Symbols,
    /// The names of variables; a variable without a name is printed as `_` and its number.
    pub variables: &'a [String],
}

impl<'a, T> Show<'a, T> {
    fn with<U>(&self, what: &'a U) -> Show<'a, U> {
        Show { what, symbols: self.symbols, variables: self.variables }
    }

    fn name(&self, f: &mut Formatter, symbol: Symbol) -> Result {
        write_name(f, self.symbols.name(symbol))
    }
}

/// Writes a name, in quotation marks if it needs them.
pub fn write_name(f: &mut impl std::fmt::Write, name: &str) -> Result {
    if is_plain(name) || name == "[]" {
        return f.write_str(name);
    }
    if let Some(hidden) = name.strip_prefix('$') {
        return f.write_str(hidden);
    }
    write!(f, "'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// Returns the sign of an operator and its binding strength.
pub fn infix(symbol: Symbol) -> Option<(&'static str, u8)> {
    Some(match symbol {
        Symbol::OWNS => (":", 1),
        Symbol::PLUS => ("+", 2),
        Symbol::MINUS => ("-", 2),
        Symbol::TIMES => ("*", 3),
        Symbol::DIVIDE => ("/", 3),
        Symbol::QUOTIENT => ("//", 3),
        Symbol::MODULO => (" mod ", 3),
        _ => return None,
    })
}

impl Show<'_, Term> {
    /// Writes the term as an operand that must bind at least this tightly.
    fn operand(&self, f: &mut Formatter, tightness: u8) -> Result {
        let Term::Compound(symbol, arguments) = self.what else { return write!(f, "{self}") };
        match infix(*symbol) {
            Some((_, own)) if arguments.len() == 2 && own < tightness => write!(f, "({self})"),
            _ => write!(f, "{self}"),
        }
    }

    fn list(&self, f: &mut Formatter) -> Result {
        f.write_str("[")?;
        let mut rest = self.what;
        let mut first = true;
        while let Term::Compound(Symbol::CONS, pair) = rest
            && pair.len() == 2
        {
            write!(f, "{}{}", if first { "" } else { "," }, self.with(&pair[0]))?;
            (rest, first) = (&pair[1], false);
        }
        match rest {
            Term::Constant(Symbol::NIL) => f.write_str("]"),
            rest => write!(f, "|{}]", self.with(rest)),
        }
    }
}

impl Display for Show<'_, Term> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self.what {
            Term::Variable(number) => match self.variables.get(*number as usize) {
                Some(name) => f.write_str(name),
                None => write!(f, "_{number}"),
            },
            Term::Integer(number) => write!(f, "{number}"),
            Term::Constant(symbol) => self.name(f, *symbol),
            Term::Compound(Symbol::CONS, pair) if pair.len() == 2 => self.list(f),
            Term::Compound(Symbol::MINUS, one) if one.len() == 1 => {
                // `-1` would be parsed as a number.
                match &one[0] {
                    Term::Integer(number) => write!(f, "-({number})"),
                    inner => {
                        f.write_str("-")?;
                        self.with(inner).operand(f, 4)
                    }
                }
            }
            Term::Compound(symbol, arguments) => match (infix(*symbol), &arguments[..]) {
                (Some((sign, tightness)), [left, right]) => {
                    self.with(left).operand(f, tightness)?;
                    f.write_str(sign)?;
                    self.with(right).operand(f, tightness + 1)
                }
                _ => {
                    self.name(f, *symbol)?;
                    for (i, argument) in arguments.iter().enumerate() {
                        f.write_str(if i == 0 { "(" } else { "," })?;
                        write!(f, "{}", self.with(argument))?;
                    }
                    f.write_str(")")
                }
            },
        }
    }
}

impl Display for Show<'_, Act> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let part = |f: &mut Formatter, act: &Act, wrap: bool| match wrap {
            true => write!(f, "({})", Show { what: act, ..*self }),
            false => write!(f, "{}", Show { what: act, ..*self }),
        };
        match self.what {
            Act::One(action) => write!(f, "{}", self.with(action)),
            Act::Choice(left, right) => {
                part(f, left, false)?;
                f.write_str(" + ")?;
                part(f, right, matches!(**right, Act::Choice(..)))
            }
            Act::Sequence(left, right) => {
                part(f, left, matches!(**left, Act::Choice(..)))?;
                f.write_str(" ; ")?;
                part(f, right, !matches!(**right, Act::One(_)))
            }
        }
    }
}

impl Display for Operator {
    fn fmt(&self, f: &mut Formatter) -> Result {
        f.write_str(match self {
            Operator::Unify => "=",
            Operator::Different => "<>",
            Operator::Less => "<",
            Operator::Greater => ">",
            Operator::AtMost => "=<",
            Operator::AtLeast => ">=",
            Operator::Equal => "=:=",
            Operator::Unequal => "=\\=",
            Operator::Is => "is",
        })
    }
}

impl Display for Show<'_, Goal> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self.what {
            Goal::Atom(prefix, atom) => {
                for modality in prefix {
                    match modality {
                        Modality::After(act) => write!(f, "[{}]", self.with(act))?,
                        Modality::Before(action) => write!(f, "[{}-]", self.with(action))?,
                    }
                }
                let blank = if prefix.is_empty() { "" } else { " " };
                write!(f, "{blank}{}", self.with(atom))
            }
            Goal::Not(goal) => write!(f, "NOT {}", self.with(&**goal)),
            Goal::Test(operator, left, right) => {
                write!(f, "{} {operator} {}", self.with(left), self.with(right))
            }
        }
    }
}

impl Show<'_, Vec<Goal>> {
    fn goals(&self, f: &mut Formatter) -> Result {
        for (i, goal) in self.what.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, self.with(goal))?;
        }
        Ok(())
    }
}

impl Display for Show<'_, Clause> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let Clause { sense, rigid, prefix, head, body, .. } = self.what;
        match (sense, head.arguments()) {
            (Sense::Stays, arguments) => {
                f.write_str(":- inertial ")?;
                self.name(f, head.functor().map_or(Symbol::FAIL, |functor| functor.0))?;
                return write!(f, "/{}.", arguments.len());
            }
            (Sense::Ends, [action, atom]) => {
                write!(f, "[{}] NOT {}", self.with(action), self.with(atom))?;
            }
            _ => {
                if *rigid {
                    f.write_str("[...] ")?;
                }
                prefix.iter().try_for_each(|act| write!(f, "[{}]", self.with(act)))?;
                write!(f, "{}{}", if prefix.is_empty() { "" } else { " " }, self.with(head))?;
            }
        }
        if !body.is_empty() {
            f.write_str(" :- ")?;
            self.with(body).goals(f)?;
        }
        f.write_str(".")
    }
}

impl Display for Show<'_, Goals> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        f.write_str("?- ")?;
        if let Some(coalition) = &self.what.coalition {
            f.write_str("{")?;
            for (i, player) in coalition.iter().enumerate() {
                write!(f, "{}{}", if i == 0 { "" } else { "," }, self.with(player))?;
            }
            f.write_str("} ")?;
        }
        self.with(&self.what.goals).goals(f)?;
        f.write_str(".")
    }
}
