//! What comes back from a question.

use ludex_game::TextError;
use serde_json::Value;

use crate::engine::{Limits, Stop};

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
}

impl Answer {
    pub(crate) fn new(result: impl Into<Value>) -> Answer {
        Answer { result: result.into(), witness: None, notes: Vec::new() }
    }

    pub(crate) fn with(mut self, witness: Value) -> Answer {
        self.witness = Some(witness);
        self
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Answer {
        self.notes.push(note.into());
        self
    }

    /// No answer, since a limit was reached.
    pub(crate) fn unknown(what: &str) -> Answer {
        Answer::new(Value::Null).note(format!("no answer within the limit of {what}"))
    }
}

/// How a question is answered.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What may be used.
    pub limits: Limits,
    /// Refuse `force` where both sides can act in one scenery.
    pub strict: bool,
    /// For `force`: also run the search printed in Section 6 of the paper, and say where it differs.
    pub as_published: bool,
}

/// Why there is no answer.
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
    /// What to make of an evaluation that stopped: no answer, or an error.
    pub(crate) fn from_stop(stop: Stop, program: &crate::Program) -> Result<Answer, Error> {
        match stop {
            Stop::Limit(what) => Ok(Answer::unknown(what)),
            Stop::Fault(fault) => {
                let clause = fault.clause.checked_sub(1).and_then(|n| program.clauses().get(n));
                let span = clause.map_or(0..0, |clause| clause.span.clone());
                let error = TextError::new(fault.message, span);
                Err(match clause {
                    Some(_) => Error::Program(error),
                    None => Error::Query(error),
                })
            }
        }
    }
}
