//! What comes back from a question.

use ludex_base::{Budget, NoAnswer, OutOfBudget, TextError};
use serde_json::Value;

use crate::engine::{MAX_INFERENCES, Stop, default_budget};

/// An answer as a value, with its evidence where there is some.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The result, in the form of the test vectors; `null` if a limit was reached.
    pub result: Value,
    /// A strategy, a plan, a trace.
    pub witness: Option<Value>,
    /// What should be known about the answer: both sides can act at once, a path is not legal, the
    /// published search says something else.
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

    /// Makes an answer that is not known, since a limit was reached.
    pub(crate) fn unknown(stopped: impl Into<OutOfBudget>) -> Answer {
        Answer { stopped: Some(stopped.into()), ..Answer::new(Value::Null) }
    }
}

/// How a question is answered.
#[derive(Clone, Debug)]
pub struct Options {
    /// What may be used: sceneries are nodes.
    pub budget: Budget,
    /// The most inferences (calls of predicates).
    pub max_inferences: u64,
    /// Refuse `force` where both sides can act in one scenery.
    pub strict: bool,
    /// For `force`: also run the search printed in Section 6 of the paper, and say where it differs.
    pub as_published: bool,
}

impl Default for Options {
    /// Returns options with [`default_budget`] and 20 billion inferences.
    fn default() -> Options {
        let (budget, max_inferences) = (default_budget(), MAX_INFERENCES);
        Options { budget, max_inferences, strict: false, as_published: false }
    }
}

/// What is wrong with a question or a program.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Error {
    /// The question is not well written; the place is in its text.
    #[error("{0}")]
    Query(TextError),
    /// The program asks for something that has no answer; the place is in the text of the program.
    #[error("{0}")]
    Program(TextError),
}

impl Error {
    /// Says why an evaluation stopped.
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

    /// Makes an answer that is not known of an evaluation that reached a limit.
    pub(crate) fn or_unknown(stop: Stop, program: &crate::Program) -> Result<Answer, Error> {
        match Error::from_stop(stop, program) {
            NoAnswer::Invalid(error) => Err(error),
            NoAnswer::Stopped(stopped) => Ok(Answer::unknown(stopped)),
        }
    }
}
