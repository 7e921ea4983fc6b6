//! The answers of goals about an ordinary program, one at a time.

use ludex_base::{Budget, NoAnswer, OutOfBudget, TextError};

use super::copy::variables_of;
use super::engine::{End, Engine};
use super::program::Ordinary;
use super::reader::Reader;
use super::write::{Style, Writer};
use crate::engine::Limit;
use crate::terms::Cell;

/// The answers of goals in the order in which resolution finds them; equal answers are repeated.
#[derive(Debug)]
pub struct Solutions {
    engine: Engine,
    goal: Cell,
    template: Cell,
    names: Vec<String>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Fresh,
    Found,
    Done,
}

/// Why there is no next answer: an exception in words, or a limit.
pub type Failure = NoAnswer<String>;

impl Solutions {
    /// Runs the directives of a program and reads goals about it.
    pub fn new(
        program: &Ordinary,
        goals: &str,
        budget: &Budget,
        max_inferences: u64,
    ) -> Result<Solutions, NoAnswer<TextError>> {
        let mut engine =
            program.start(budget, max_inferences).map_err(|end| match failure(end) {
                NoAnswer::Invalid(why) => {
                    NoAnswer::Invalid(TextError::new(format!("in a directive: {why}"), 0..0))
                }
                NoAnswer::Stopped(stopped) => NoAnswer::Stopped(stopped),
            })?;
        engine.heap.undo(0, 0);
        let text = goals.trim_start();
        let start = goals.len() - text.len();
        let start = if text.starts_with("?-") { start + 2 } else { start };
        let operators = engine.database.operators.clone();
        let settings = (&operators, engine.database.quotes);
        let symbols = &mut engine.database.symbols;
        let read = Reader::new(goals, start, &mut engine.heap, symbols, settings)
            .and_then(|mut reader| reader.read(true))
            .map_err(NoAnswer::Invalid)?;
        let Some(read) = read else {
            let error = TextError::new("the question is empty", 0..goals.len());
            return Err(NoAnswer::Invalid(error));
        };
        let named = read.variables.iter().filter(|variable| !variable.name.starts_with('_'));
        let (names, cells): (Vec<String>, Vec<Cell>) =
            named.map(|variable| (variable.name.clone(), variable.cell)).unzip();
        let template = engine.heap.list(&cells, Cell::NIL);
        Ok(Solutions { engine, goal: read.term, template, names, state: State::Fresh })
    }

    /// Returns the names of the variables.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Sets the limits of what is resolved from now on.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.engine.set_budget(budget);
    }

    /// Returns what was written since the last time.
    pub fn take_output(&mut self) -> String {
        std::mem::take(&mut self.engine.output)
    }

    /// Returns the number of calls so far.
    pub fn inferences(&self) -> u64 {
        self.engine.inferences
    }

    /// Returns whether there may be another answer.
    pub fn may_have_more(&self) -> bool {
        self.state == State::Fresh || (self.state == State::Found && self.engine.may_have_more())
    }

    /// Finds the next answer; returns `false` if there is none.
    pub fn advance(&mut self) -> Result<bool, Failure> {
        let found = match self.state {
            State::Done => return Ok(false),
            State::Fresh => self.engine.ask(self.goal, self.template),
            State::Found => self.engine.again(),
        };
        self.state = if let Ok(true) = found { State::Found } else { State::Done };
        found.map_err(failure)
    }

    /// Returns the values of the variables in the answer that was found.
    pub fn bindings(&self) -> Result<Vec<(String, String)>, Failure> {
        let (engine, template) = (&self.engine, self.engine.template());
        let too_large = |_| failure(End::Limit(Limit::Memory));
        let most = engine.steps_left();
        let unbound = variables_of(&engine.heap, &[template], most).map_err(too_large)?;
        let (values, _) = super::copy::elements(&engine.heap, template, most).map_err(too_large)?;
        let style = Style { quoted: true, numbered: true, ..Style::default() };
        let database = &engine.database;
        let write = |value: Cell| {
            let (symbols, operators) = (&database.symbols, &database.operators);
            let mut writer = Writer::new(&engine.heap, symbols, operators, style, 64 << 20);
            writer.names = &unbound;
            // A name is itself even if it is an operator.
            let is_name = engine.heap.deref(value).is_atomic();
            writer.write(value, if is_name { 1200 } else { 699 }).map_err(too_large)
        };
        let named = self.names.iter().cloned().zip(values);
        named.map(|(name, value)| Ok((name, write(value)?))).collect()
    }
}

impl Iterator for Solutions {
    type Item = Result<Vec<(String, String)>, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.advance() {
            Ok(true) => Some(self.bindings()),
            Ok(false) => None,
            Err(failure) => Some(Err(failure)),
        }
    }
}

/// Converts the end of an evaluation.
fn failure(end: End) -> Failure {
    match end {
        End::Exception(text) => NoAnswer::Invalid(text),
        End::Limit(limit) => NoAnswer::Stopped(OutOfBudget::from(limit)),
        End::Halt => NoAnswer::Invalid("the program has called `halt`".into()),
    }
}
