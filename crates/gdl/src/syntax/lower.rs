//! Converts nested lists to rules.
//!
//! Disjunctions are expanded: a rule with `(or a b)` becomes two rules, as rules without
//! disjunctions are simpler to join and to ground. Negations are pushed down to atoms.

use ludex_base::Span;

use super::expr::{Expr, Kind};
use super::rule::{Literal, Pattern, Rule};
use super::unify::Substitution;
use crate::error::{Category, GdlError, Result};
use crate::symbol::{AND, DISTINCT, IMPLIED_BY, NOT, OR, Symbol, Symbols};

/// The largest number of alternatives of one rule.
const ALTERNATIVES: usize = 10_000;

/// The largest number of variables of a rule.
const VARIABLES: usize = 1_000;

/// The largest number of rules of a text, after expanding disjunctions.
const RULES: usize = 1_000_000;

/// Converts the forms of a text to rules.
pub(crate) fn lower(forms: &[Expr], symbols: &mut Symbols) -> Result<Vec<Rule>> {
    let mut rules = Vec::new();
    for form in forms {
        Lowering { symbols, variables: Vec::new() }.form(form, &mut rules)?;
        if rules.len() > RULES {
            let message = format!("there are more than {RULES} rules");
            return Err(GdlError::new(Category::Limit, message, form.span));
        }
    }
    Ok(rules)
}

struct Lowering<'s> {
    symbols: &'s mut Symbols,
    variables: Vec<String>,
}

/// A literal before equations are solved.
#[derive(Clone)]
enum Part {
    Literal(Literal, Span),
    Equal(Pattern, Pattern),
}

type Alternatives = Vec<Vec<Part>>;

fn fault(message: impl Into<String>, span: Span) -> GdlError {
    GdlError::new(Category::Syntax, message, span)
}

impl Lowering<'_> {
    fn form(mut self, form: &Expr, rules: &mut Vec<Rule>) -> Result<()> {
        let (head, body) = match form.parts() {
            [] => return Err(fault("an empty list is not a rule", form.span)),
            [arrow, rest @ ..] if arrow.as_word() == Some("<=") => match rest {
                [] => return Err(fault("a rule needs a head after `<=`", form.span)),
                [head, body @ ..] => (head, body),
            },
            _ => (form, &[][..]),
        };
        let head_span = head.span;
        let head = self.atom(head)?;
        let mut alternatives: Alternatives = vec![Vec::new()];
        for literal in body {
            let more = self.literal(literal, true)?;
            alternatives = product(alternatives, &more, literal.span)?;
        }
        let variables = self.variables;
        for parts in alternatives {
            let solved = solve(&head, parts).map(|(head, body, places)| Rule {
                head,
                body,
                places,
                variables: variables.clone(),
                span: form.span,
                head_span,
            });
            rules.extend(solved);
        }
        Ok(())
    }

    /// Returns the alternatives of a literal, or of its negation.
    fn literal(&mut self, expr: &Expr, positive: bool) -> Result<Alternatives> {
        let arguments = expr.parts().get(1..).unwrap_or(&[]);
        match expr.head() {
            Some("not") => match arguments {
                [inner] => self.literal(inner, !positive),
                _ => Err(keyword_arity(
                    NOT,
                    "one argument",
                    arguments.len(),
                    expr.span,
                    self.symbols,
                )),
            },
            Some("or") => self.connective(arguments, positive, positive, expr.span),
            Some("and") => self.connective(arguments, positive, !positive, expr.span),
            Some("distinct") => match arguments {
                [a, b] => {
                    let (a, b) = (self.term(a)?, self.term(b)?);
                    Ok(vec![vec![match positive {
                        true => Part::Literal(Literal::Distinct(a, b), expr.span),
                        false => Part::Equal(a, b),
                    }]])
                }
                _ => Err(keyword_arity(
                    DISTINCT,
                    "two arguments",
                    arguments.len(),
                    expr.span,
                    self.symbols,
                )),
            },
            Some("<=") => Err(fault("a rule cannot stand inside a rule", expr.span)
                .help("is a closing parenthesis missing before it?")),
            _ => {
                let atom = self.atom(expr)?;
                let literal = if positive { Literal::Holds(atom) } else { Literal::Fails(atom) };
                Ok(vec![vec![Part::Literal(literal, expr.span)]])
            }
        }
    }

    /// Returns the alternatives of parts joined by "or" if `any`, by "and" otherwise.
    fn connective(
        &mut self,
        parts: &[Expr],
        positive: bool,
        any: bool,
        span: Span,
    ) -> Result<Alternatives> {
        let mut all: Alternatives = if any { Vec::new() } else { vec![Vec::new()] };
        for part in parts {
            let more = self.literal(part, positive)?;
            match any {
                true => all.extend(more),
                false => all = product(all, &more, span)?,
            }
        }
        if all.len() > ALTERNATIVES { Err(too_many(span)) } else { Ok(all) }
    }

    /// Converts an atom: a name, or a list that starts with one.
    fn atom(&mut self, expr: &Expr) -> Result<Pattern> {
        match self.term(expr)? {
            Pattern::Variable(_) => {
                Err(fault("a variable cannot stand in place of a relation", expr.span))
            }
            Pattern::Apply(symbol @ (NOT | OR | AND | DISTINCT | IMPLIED_BY), _) => {
                let name = self.symbols.name(symbol);
                let message = format!("`{name}` cannot be the head of a rule or a fact");
                Err(GdlError::new(Category::KeywordMisuse, message, expr.span))
            }
            atom => Ok(atom),
        }
    }

    fn term(&mut self, expr: &Expr) -> Result<Pattern> {
        match &expr.kind {
            Kind::Word(word) if word.starts_with('?') => {
                Ok(Pattern::Variable(self.variable(word, expr.span)?))
            }
            Kind::Word(word) => Ok(Pattern::Apply(self.symbols.intern(word), Vec::new())),
            Kind::List(parts) => {
                let [head, arguments @ ..] = &parts[..] else {
                    return Err(fault("an empty list is not a term", expr.span));
                };
                let Some(name) = head.as_word().filter(|w| !w.starts_with('?')) else {
                    return Err(fault("a list must start with a name", head.span));
                };
                if arguments.len() > usize::from(u8::MAX) {
                    let message = format!("`{name}` has more than 255 arguments");
                    return Err(GdlError::new(Category::Limit, message, expr.span));
                }
                let symbol = self.symbols.intern(name);
                let arguments = arguments.iter().map(|a| self.term(a));
                Ok(Pattern::Apply(symbol, arguments.collect::<Result<_>>()?))
            }
        }
    }

    fn variable(&mut self, name: &str, span: Span) -> Result<u16> {
        if let Some(known) = self.variables.iter().position(|v| v == name) {
            return Ok(known as u16);
        }
        if self.variables.len() == VARIABLES {
            let message = format!("a rule has more than {VARIABLES} variables");
            return Err(GdlError::new(Category::Limit, message, span));
        }
        self.variables.push(name.to_owned());
        Ok((self.variables.len() - 1) as u16)
    }
}

fn keyword_arity(
    keyword: Symbol,
    takes: &str,
    has: usize,
    span: Span,
    symbols: &Symbols,
) -> GdlError {
    let name = symbols.name(keyword);
    GdlError::new(Category::Arity, format!("`{name}` takes {takes} but has {has}"), span)
}

fn too_many(span: Span) -> GdlError {
    let message =
        format!("the disjunctions of this rule have more than {ALTERNATIVES} combinations");
    GdlError::new(Category::Limit, message, span).help("define a relation for each disjunction")
}

/// Returns all combinations of one alternative from each side.
fn product(left: Alternatives, right: &Alternatives, span: Span) -> Result<Alternatives> {
    if left.len().saturating_mul(right.len()) > ALTERNATIVES {
        return Err(too_many(span));
    }
    let pairs = left.iter().flat_map(|l| right.iter().map(move |r| [&l[..], &r[..]].concat()));
    Ok(pairs.collect())
}

/// Solves the equations of an alternative. Returns `None` if they have no solution.
fn solve(head: &Pattern, parts: Vec<Part>) -> Option<(Pattern, Vec<Literal>, Vec<Span>)> {
    let mut solution = Substitution::default();
    for part in &parts {
        if let Part::Equal(a, b) = part
            && !solution.unify(a, b)
        {
            return None;
        }
    }
    let literals = parts.into_iter().filter_map(|part| match part {
        Part::Literal(literal, span) => Some((solution.apply_literal(&literal), span)),
        Part::Equal(..) => None,
    });
    let (body, places) = literals.unzip();
    Some((solution.apply(head), body, places))
}
