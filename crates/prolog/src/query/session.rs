//! Goals that are evaluated repeatedly, with the number of inferences.

use ludex_base::{NoAnswer, TextError};

use super::answer::Error;
use crate::Program;
use crate::engine::{Machine, SceneryId};
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

    /// Returns the goals as they were parsed.
    pub fn goals(&self) -> &Goals {
        &self.goals
    }

    /// Returns whether the goals are true in the initial scenery.
    pub fn holds_initially(&mut self) -> Result<bool, NoAnswer<Error>> {
        let held = self.machine.holds(SceneryId::INITIAL);
        held.map_err(|stop| Error::from_stop(stop, &self.program))
    }

    /// Returns how often resolution of the goals succeeds in the initial scenery; equal answers are
    /// counted separately.
    pub fn count_initially(&mut self) -> Result<u64, NoAnswer<Error>> {
        let counted = self.machine.count_answers(SceneryId::INITIAL);
        counted.map_err(|stop| Error::from_stop(stop, &self.program))
    }

    /// Returns the number of inferences (calls of predicates) so far.
    pub fn inferences(&self) -> u64 {
        self.machine.inferences
    }
}
