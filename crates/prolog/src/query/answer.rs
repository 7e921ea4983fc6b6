//! Answers to questions.

use ludex_base::{Budget, NoAnswer, OutOfBudget, TextError};
use serde_json::Value;

use crate::engine::{MAX_INFERENCES, Stop, default_budget};

/// An answer as a value, with its evidence if there is any.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The result, in the form of the test vectors; `null` if a limit was reached.
    pub result: Value,
    /// A strategy, a plan or a trace.
    pub witness: Option<Value>,
    /// Remarks about the answer: both sides can act at once, a path is not legal, the published
    /// search has another answer.
    pub notes: Vec<String>,
    /// The limit that was reached before there was a result.
    pub stopped: Option<OutOfBudget>,
}

impl Answer {
    pub(crate) fn new(result: impl Into<Value>) -> Answer {
        Answer { result: result.into(), witness: None, notes: Vec::new(), stopped: None }
    }

    pub(crate) fn with(mut self, witness: Value) -> Answer {
        self.witness = Some(witness);
        self
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Answer {
        self.notes.push(note.into());
        self
    }

    /// Returns an unknown answer, since a limit was reached.
    pub(crate) fn unknown(stopped: impl Into<OutOfBudget>) -> Answer {
        Answer { stopped: Some(stopped.into()), ..Answer::new(Value::Null) }
    }
}

/// Options for answering a question.
#[derive(Clone, Debug)]
pub struct Options {
    /// The resource limits: sceneries count as nodes.
    pub budget: Budget,
    /// The limit on inferences (calls of predicates).
    pub max_inferences: u64,
    /// Whether to refuse `force` if both sides can act in one scenery.
    pub strict: bool,
    /// For `force`: whether to run also the search of [BR04, Section 6], and report where it
    /// differs.
    pub as_published: bool,
    /// The most answers that an ordinary program gives to `?- goals.`
    pub limit: usize,
}

/// The most answers that are listed unless more are asked for.
pub const ANSWERS: usize = 1000;

impl Default for Options {
    /// Returns options with [`default_budget`] and 20 billion inferences.
    fn default() -> Options {
        let (budget, max_inferences) = (default_budget(), MAX_INFERENCES);
        Options { budget, max_inferences, strict: false, as_published: false, limit: ANSWERS }
    }
}

/// An error in a question or a program.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Error {
    /// The question cannot be parsed; the place is in its text.
    #[error("{0}")]
    Query(TextError),
    /// The program has an error at run time; the place is in the text of the program.
    #[error("{0}")]
    Program(TextError),
}

impl Error {
    /// Converts the reason why an evaluation stopped.
    pub(crate) fn from_stop(stop: Stop, program: &crate::Program) -> NoAnswer<Error> {
        match stop {
            Stop::Limit(limit) => NoAnswer::Stopped(limit.into()),
            Stop::Fault(fault) => {
                let clause = fault.clause.checked_sub(1).and_then(|n| program.clauses().get(n));
                let span = clause.map_or(0..0, |clause| clause.span.clone());
                let error = TextError::new(fault.message, span);
                NoAnswer::Invalid(match clause {
                    Some(_) => Error::Program(error),
                    None => Error::Query(error),
                })
            }
        }
    }

    /// Converts a limit to an unknown answer; a fault stays an error.
    pub(crate) fn or_unknown(stop: Stop, program: &crate::Program) -> Result<Answer, Error> {
        match Error::from_stop(stop, program) {
            NoAnswer::Invalid(error) => Err(error),
            NoAnswer::Stopped(stopped) => Ok(Answer::unknown(stopped)),
        }
    }
}
