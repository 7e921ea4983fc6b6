//! The errors that an expansion reports.

use ludex_base::Span;

use crate::error::{LogicError, shortened};
use crate::expand::{Expander, Scope, Value};
use crate::syntax::Id;

impl Expander<'_> {
    /// Returns an error at a place. If the place is in a definition, the advice names the call that
    /// needs it.
    pub fn error(
        &self,
        scope: Scope,
        span: Span,
        message: impl Into<String>,
        help: Option<String>,
    ) -> LogicError {
        let needed = match self.calls.first() {
            Some(call) if !std::ptr::eq(scope.text, self.text) => {
                Some(format!("needed for `{}` in the formula", self.call_text(call)))
            }
            _ => None,
        };
        let help = match (help, needed) {
            (Some(help), Some(needed)) => Some(format!("{help} ({needed})")),
            (help, needed) => help.or(needed),
        };
        let input = scope.text.source.clone();
        LogicError { message: message.into(), span: span.range(), help, input }
    }

    /// Returns an error about the outermost call, or about the place if that is not in a
    /// definition.
    pub fn outermost_error(&self, scope: Scope, span: Span, message: &str) -> LogicError {
        let (span, what) = match self.calls.first() {
            Some(call) => (self.outermost, format!("`{}`", self.call_text(call))),
            None => (span, "the formula".to_owned()),
        };
        let scope = Scope { text: self.text, layer: scope.layer, clause: None };
        self.error(scope, span, format!("{what} {message}"), None)
    }

    /// Returns the error for a call that needs itself.
    pub fn endless(&self, scope: Scope, span: Span, inner: &(usize, Vec<Value>)) -> LogicError {
        let inner = self.call_text(inner);
        let message = format!("does not terminate: it needs `{inner}` again");
        self.outermost_error(scope, span, &message)
    }

    /// Returns the error for a call that is not finished after the greatest number of nested calls.
    pub fn too_deep(
        &self,
        scope: Scope,
        span: Span,
        inner: &(usize, Vec<Value>),
        deepest: usize,
    ) -> LogicError {
        let inner = self.call_text(inner);
        let message = format!("takes more than {deepest} nested calls, and then needs `{inner}`");
        let mut error = self.outermost_error(scope, span, &message);
        let help = "take a smaller number, or see whether the calls ever come to an end";
        error.help.get_or_insert_with(|| help.to_string());
        error
    }

    pub fn no_clause(&self, scope: Scope, span: Span, index: usize) -> LogicError {
        let concept = &self.definitions.concepts[index];
        let source = &self.definitions.layers[concept.layer].text.source;
        let heads: Vec<String> =
            concept.clauses.iter().map(|c| format!("`{}`", c.head.of(&source.text))).collect();
        let call = self.calls.last().map(|call| self.call_text(call)).unwrap_or_default();
        let help = format!("there is {}", heads.join(", "));
        let message = format!("no clause of `{}` fits `{call}`", concept.name);
        self.error(scope, span, message, Some(help))
    }

    pub fn mismatch(&self, scope: Scope, span: Span, value: Value, expected: &str) -> LogicError {
        let kind = match value {
            Value::Number(_) => "a number",
            Value::Agent(_) => "an agent",
            Value::Formula(_) => "a formula",
        };
        let words = shortened(scope.words(span));
        let message = format!("`{words}` is {kind}, but {expected} is expected here");
        self.error(scope, span, message, None)
    }

    pub fn call_text(&self, (index, arguments): &(usize, Vec<Value>)) -> String {
        let arguments: Vec<String> =
            arguments.iter().map(|&value| self.value_text(value)).collect();
        let name = &self.definitions.concepts[*index].name;
        if arguments.is_empty() {
            name.clone()
        } else {
            format!("{name}({})", arguments.join(", "))
        }
    }

    pub fn value_text(&self, value: Value) -> String {
        match value {
            Value::Number(number) => number.to_string(),
            Value::Agent(agent) => self.vocabulary.agent_word(agent),
            Value::Formula(formula) => self.formulas.display(formula, self.vocabulary, 40),
        }
    }

    /// Returns the error for an expression that is not an agent where one is expected.
    pub fn no_agent(&mut self, scope: Scope, id: Id) -> LogicError {
        let span = scope.text.syntax.span(id);
        match self.value(scope, id) {
            Ok(value) => self.mismatch(scope, span, value, "an agent"),
            Err(error) => error,
        }
    }
}
