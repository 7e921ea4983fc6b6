//! A program and a question that are asked again and again, with what it took.

use ludex_game::TextError;

use super::answer::{Answer, Error};
use crate::Program;
use crate::engine::{Limits, Machine, SceneryId, Stop};
use crate::program::Core;
use crate::syntax::Goals;

/// Goals about a program, compiled once.
///
/// ```
/// use ludex_prolog::{Program, Session};
/// let program = Program::read("[...] n(1). [...] n(2). p(X) :- n(X), X > 1.").unwrap();
/// let mut session = Session::new(&program, "p(X)").unwrap();
/// assert!(session.holds_initially().unwrap());
/// assert!(session.inferences() >= 2);
/// ```
#[derive(Debug)]
pub struct Session {
    program: Program,
    goals: Goals,
    machine: Machine,
}

impl Session {
    /// Compiles a program and goals.
    pub fn new(program: &Program, goals: &str) -> Result<Session, TextError> {
        let (program, goals) = program.goals(goals)?;
        let machine = Machine::new(&Core::new(&program, Some(&goals)));
        Ok(Session { program, goals, machine })
    }

    /// What may be used.
    pub fn limits(&mut self) -> &mut Limits {
        &mut self.machine.limits
    }

    /// The goals as they were read.
    pub fn goals(&self) -> &Goals {
        &self.goals
    }

    /// Whether the goals are true in the initial scenery.
    pub fn holds_initially(&mut self) -> Result<bool, Error> {
        let held = self.machine.holds(SceneryId::INITIAL);
        held.or_else(|stop: Stop| {
            let answer: Answer = Error::from_stop(stop, &self.program)?;
            Err(Error::Query(TextError::new(answer.notes.join("; "), 0..0)))
        })
    }

    /// How many inferences (calls of predicates) were made so far.
    pub fn inferences(&self) -> u64 {
        self.machine.inferences
    }
}
