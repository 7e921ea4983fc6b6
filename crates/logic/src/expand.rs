//! Expands expressions: calls of concepts are replaced by the bodies of their clauses.
//!
//! A call is expanded once for the same arguments, and equal formulas are one node, so `omega(30)`
//! or `aps(12)` takes time and memory proportional to its depth although its text would be
//! exponential.

use ludex_base::{Span, with_stack};
use ludex_game::Agent;
use rustc_hash::FxHashMap;

use crate::ROOM;
use crate::coalition::Paths;
use crate::definitions::{Clauses, Definitions, Pattern, Text};
use crate::error::Result;
use crate::syntax::{Expression, Id, Operator};
use crate::{Formula, Formulas, Vocabulary};

/// The greatest depth of nested calls. Whether deeper ones would ever end is not known.
const DEEPEST_CALLS: usize = 10_000;
/// The greatest depth of nested expressions, including those of the definitions called.
const DEEPEST: usize = 100_000;
/// The greatest number of formulas in the DAG of one question.
const MOST_FORMULAS: usize = 2_000_000;
/// The greatest number of expressions evaluated in one expansion.
const MOST_STEPS: usize = 5_000_000;

/// What an expression stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    Number(i64),
    Agent(Agent),
    Formula(Formula),
}

/// The context of an expression: its text, and the values bound to the parameters of its clause.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'s> {
    /// The number of the file, or one more than the last for the formula that is compiled.
    pub layer: usize,
    pub text: &'s Text,
    pub clause: Option<(&'s [Pattern], &'s [Value])>,
}

impl<'s> Scope<'s> {
    /// Returns the words at a place.
    pub fn words(self, span: Span) -> &'s str {
        span.of(&self.text.source.text)
    }

    /// Returns the value bound to a parameter.
    pub fn bound(self, word: &str) -> Option<Value> {
        let (patterns, values) = self.clause?;
        let named = |pattern: &Pattern| matches!(pattern, Pattern::Name(name) if name == word);
        patterns.iter().position(named).map(|i| values[i])
    }
}

/// The state of an expansion.
pub(crate) struct Expander<'d> {
    pub definitions: &'d Definitions,
    pub vocabulary: &'d Vocabulary,
    pub formulas: Formulas,
    pub paths: Paths,
    /// Whether path formulas are allowed.
    pub coalitions: bool,
    /// The first role in the formula that is also the name of another agent.
    pub ambiguous_role: Option<Span>,
    /// The formula that is compiled.
    pub text: &'d Text,
    /// The formulas of calls; `None` while a call is being expanded.
    known: FxHashMap<(usize, Vec<Value>), Option<Formula>>,
    /// The calls being expanded, the outermost first.
    pub calls: Vec<(usize, Vec<Value>)>,
    /// The place of the outermost call in the formula that is compiled.
    pub outermost: Span,
    depth: usize,
    steps: usize,
}

impl<'d> Expander<'d> {
    pub fn new(text: &'d Text, definitions: &'d Definitions, vocabulary: &'d Vocabulary) -> Self {
        Expander {
            definitions,
            vocabulary,
            formulas: Formulas::new(),
            paths: Paths::new(vocabulary.atoms().len()),
            coalitions: false,
            ambiguous_role: None,
            text,
            known: FxHashMap::default(),
            calls: Vec::new(),
            outermost: Span::default(),
            depth: 0,
            steps: 0,
        }
    }

    /// Evaluates an expression that must be a formula.
    pub fn formula(&mut self, scope: Scope, id: Id) -> Result<Formula> {
        let span = scope.text.syntax.span(id);
        let value = match scope.text.syntax.expression(id) {
            Expression::Name => self.name(scope, span, true)?,
            _ => self.value(scope, id)?,
        };
        match value {
            Value::Formula(formula) => Ok(formula),
            other => Err(self.mismatch(scope, span, other, "a formula")),
        }
    }

    /// Evaluates an expression that must be a number.
    pub fn number(&mut self, scope: Scope, id: Id) -> Result<i64> {
        match self.value(scope, id)? {
            Value::Number(number) => Ok(number),
            other => Err(self.mismatch(scope, scope.text.syntax.span(id), other, "a number")),
        }
    }

    /// Evaluates an expression one level deeper, on a bigger stack where needed.
    pub fn value(&mut self, scope: Scope, id: Id) -> Result<Value> {
        let span = scope.text.syntax.span(id);
        self.step(scope, span)?;
        if self.depth == DEEPEST {
            return Err(self.outermost_error(scope, span, "is nested too deeply"));
        }
        self.depth += 1;
        let value = with_stack(ROOM, || self.expression(scope, id, span));
        self.depth -= 1;
        value
    }

    fn expression(&mut self, scope: Scope, id: Id, span: Span) -> Result<Value> {
        match *scope.text.syntax.expression(id) {
            Expression::True => Ok(Value::Formula(Formula::TRUE)),
            Expression::False => Ok(Value::Formula(Formula::FALSE)),
            Expression::Number(number) => Ok(Value::Number(number)),
            Expression::Name => self.name(scope, span, false),
            Expression::Quoted => self.quoted(scope, span).map(Value::Formula),
            Expression::Call(ref call) => self.call(scope, span, call),
            Expression::Not(inner) => Ok(Value::Formula(!self.formula(scope, inner)?)),
            Expression::Negative(inner) => {
                let number = self.number(scope, inner)?.checked_neg();
                self.in_range(scope, span, number)
            }
            Expression::Binary(operator, left, right) => {
                self.binary(scope, span, operator, [left, right])
            }
            Expression::Path { ref coalition, temporal } => {
                self.path(scope, span, coalition, temporal)
            }
            Expression::Modal { diamond, agent, times, body } => {
                let agent = self.agent(scope, agent)?;
                let times = self.times(scope, times)?;
                let body = self.formula(scope, body)?;
                self.modal(scope, span, diamond, agent, times, body)
            }
        }
    }

    fn binary(
        &mut self,
        scope: Scope,
        span: Span,
        operator: Operator,
        [left, right]: [Id; 2],
    ) -> Result<Value> {
        match operator {
            Operator::And | Operator::Or | Operator::Implies => {
                let left = self.formula(scope, left)?;
                let right = self.formula(scope, right)?;
                Ok(Value::Formula(match operator {
                    Operator::And => self.formulas.and(left, right),
                    Operator::Or => self.formulas.or(left, right),
                    _ => self.formulas.or(!left, right),
                }))
            }
            Operator::Plus | Operator::Minus | Operator::Times => {
                let left = self.number(scope, left)?;
                let right = self.number(scope, right)?;
                let result = match operator {
                    Operator::Plus => left.checked_add(right),
                    Operator::Minus => left.checked_sub(right),
                    _ => left.checked_mul(right),
                };
                self.in_range(scope, span, result)
            }
        }
    }

    fn in_range(&self, scope: Scope, span: Span, number: Option<i64>) -> Result<Value> {
        let error = || self.error(scope, span, "the result is too large a number", None);
        number.map(Value::Number).ok_or_else(error)
    }

    /// Evaluates the exponent of a modality; 1 if there is none.
    fn times(&mut self, scope: Scope, id: Option<Id>) -> Result<i64> {
        let Some(id) = id else { return Ok(1) };
        let times = self.number(scope, id)?;
        let message = format!("a modality cannot be repeated {times} times");
        let error = || self.error(scope, scope.text.syntax.span(id), message, None);
        if times < 0 { Err(error()) } else { Ok(times) }
    }

    fn modal(
        &mut self,
        scope: Scope,
        span: Span,
        diamond: bool,
        agent: Agent,
        times: i64,
        mut body: Formula,
    ) -> Result<Value> {
        for _ in 0..times {
            self.step(scope, span)?;
            body = match diamond {
                true => self.formulas.diamond(agent, body),
                false => self.formulas.boxed(agent, body),
            };
        }
        Ok(Value::Formula(body))
    }

    /// Returns the formula of a concept for these arguments, called at a place.
    pub fn concept(
        &mut self,
        scope: Scope,
        span: Span,
        index: usize,
        arguments: Vec<Value>,
    ) -> Result<Formula> {
        if self.calls.is_empty() {
            self.outermost = span;
        }
        let key = (index, arguments);
        match self.known.get(&key) {
            Some(&Some(formula)) => return Ok(formula),
            Some(None) => return Err(self.endless(scope, span, &key)),
            None if self.calls.len() == DEEPEST_CALLS => {
                return Err(self.too_deep(scope, span, &key, DEEPEST_CALLS));
            }
            None => {}
        }
        self.known.insert(key.clone(), None);
        self.calls.push(key.clone());
        let formula = self.expand(scope, span, index, &key.1);
        self.calls.pop();
        match formula {
            Ok(formula) => self.known.insert(key, Some(formula)),
            Err(_) => self.known.remove(&key),
        };
        formula
    }

    fn expand(
        &mut self,
        scope: Scope,
        span: Span,
        index: usize,
        arguments: &[Value],
    ) -> Result<Formula> {
        let definitions = self.definitions;
        let concept: &Clauses = &definitions.concepts[index];
        let opponents = self.vocabulary.opponents().len() as i64;
        let fits = |pattern: &Pattern, value: &Value| match *pattern {
            Pattern::Name(_) => true,
            Pattern::Number(number) => *value == Value::Number(number),
            Pattern::Opponents => *value == Value::Number(opponents),
        };
        let matching = concept.clauses.iter().find(|clause| {
            clause.patterns.iter().zip(arguments).all(|(pattern, value)| fits(pattern, value))
        });
        let Some(clause) = matching else { return Err(self.no_clause(scope, span, index)) };
        let text = &*definitions.layers[concept.layer].text;
        let inner =
            Scope { layer: concept.layer, text, clause: Some((&clause.patterns, arguments)) };
        self.formula(inner, clause.body)
    }

    /// Counts a step; fails when there have been too many.
    fn step(&mut self, scope: Scope, span: Span) -> Result<()> {
        self.steps += 1;
        if !self.has_room() {
            return Err(self.outermost_error(scope, span, "is too large when written out"));
        }
        Ok(())
    }

    /// Returns whether the limits on steps and formulas are not reached yet.
    pub fn has_room(&self) -> bool {
        self.steps <= MOST_STEPS && self.formulas.len() <= MOST_FORMULAS
    }
}
