//! Asks the machine: answers one after the other, and errors in words.

use ludex_base::suggest;

use super::clause::functor;
use super::code::{FRAME, Op};
use super::database::{Database, Definition};
use super::engine::{End, Engine, Wrong};
use super::write::Style;
use crate::symbol::Symbol;
use crate::terms::{Cell, Kind};

/// Adds the code that runs a question: the first register has the goal, the second what is asked
/// for.
pub fn add_question_code(database: &mut Database) -> u32 {
    let start = database.ops.len() as u32;
    let call = database.call;
    database.ops.extend([
        Op::Move { from: 1, to: FRAME + 2 },
        Op::Call { predicate: call, size: 3 },
        Op::Halt,
    ]);
    database.live.insert(start + 2, Box::new([2]));
    start
}

impl Engine {
    /// Finds the first answer to a goal; the template is what [`Engine::template`] gives then.
    pub fn ask(&mut self, goal: Cell, template: Cell) -> Result<bool, End> {
        self.choices.clear();
        self.saved.clear();
        self.collections.clear();
        self.redirected.clear();
        self.protect_last_choice();
        (self.registers[0], self.registers[1]) = (goal, template);
        (self.go_on, self.frame, self.top, self.base) = (0, 0, 0, 0);
        if self.frames.len() < 8 {
            self.frames.resize(1024, Cell::NONE);
        }
        (self.frames[0], self.frames[1]) = (Cell::raw(0), Cell::raw(0));
        self.at = self.question as usize;
        let found = self.run();
        self.ended(found)
    }

    /// Finds the next answer.
    pub fn again(&mut self) -> Result<bool, End> {
        let found = match self.retry() {
            Ok(true) => self.run(),
            // An exception while the next clause is tried has nowhere to be caught.
            other => other,
        };
        self.ended(found)
    }

    /// Returns whether there may be another answer.
    pub fn may_have_more(&self) -> bool {
        !self.choices.is_empty()
    }

    /// Returns what was asked for, with the values of the answer.
    pub fn template(&self) -> Cell {
        self.frames[2]
    }

    fn ended(&mut self, found: Result<bool, Wrong>) -> Result<bool, End> {
        match found {
            Ok(found) => Ok(found),
            Err(Wrong::Limit(limit)) => Err(End::Limit(limit)),
            Err(Wrong::Halt) => Err(End::Halt),
            Err(Wrong::Ball(ball)) => Err(End::Exception(self.explain(ball))),
        }
    }

    /// Returns an exception that nothing caught in words.
    fn explain(&mut self, ball: Cell) -> String {
        let style = Style { quoted: true, numbered: true, ..Style::default() };
        let text = |engine: &Engine, term: Cell| {
            engine.written(term, style).unwrap_or_else(|_| "a large term".into())
        };
        let ball = self.heap.deref(ball);
        let error = self.database.symbols.intern("error");
        if functor(&self.heap, ball) != Some((error, 2)) {
            return format!("nothing caught the exception {}", text(self, ball));
        }
        let formal = self.heap.deref(self.heap.cells[ball.place() + 1]);
        let context = self.heap.deref(self.heap.cells[ball.place() + 2]);
        let place = match functor(&self.heap, context) {
            Some((name, 2)) if self.database.symbols.name(name) == "context" => {
                let part = self.heap.deref(self.heap.cells[context.place() + 1]);
                format!(" in {}", text(self, part))
            }
            _ => String::new(),
        };
        let Some((name, arity)) = functor(&self.heap, formal) else {
            return format!("error: {}{place}", text(self, formal));
        };
        let part = |i: usize| text(self, self.heap.cells[formal.place() + i]);
        let message = match (self.database.symbols.name(name), arity) {
            ("instantiation_error", 0) => "a variable has no value".to_owned(),
            ("existence_error", 2) if part(1) == "procedure" => {
                return self.undefined(self.heap.cells[formal.place() + 2]);
            }
            ("type_error", 2) => format!("expected {}, found {}", part(1), part(2)),
            ("domain_error", 2) => format!("{} is no {}", part(2), part(1)),
            ("evaluation_error", 1) => format!("arithmetic: {}", part(1)),
            ("resource_error", 1) => format!("too large: {}", part(1)),
            ("permission_error", 3) => {
                format!("no permission to {} {} {}", part(1), part(2), part(3))
            }
            _ => text(self, formal),
        };
        format!("{message}{place}")
    }

    fn undefined(&self, indicator: Cell) -> String {
        let indicator = self.heap.deref(indicator);
        let parts =
            (self.heap.cells[indicator.place() + 1], self.heap.cells[indicator.place() + 2]);
        let (Kind::Constant(name), Kind::Integer(arity)) =
            (self.heap.deref(parts.0).kind(), self.heap.deref(parts.1).kind())
        else {
            return "a predicate is not defined".into();
        };
        let found = suggestion(&self.database, name, arity as usize);
        let help = found.map(|other| format!("; did you mean `{other}`?")).unwrap_or_default();
        format!("nothing defines `{}/{arity}`{help}", self.database.symbols.name(name))
    }
}

/// Returns a predicate that could have been meant.
pub fn suggestion(database: &Database, name: Symbol, arity: usize) -> Option<String> {
    let symbols = &database.symbols;
    let shown = |name: &str| !name.starts_with('$');
    let defined: Vec<(&str, u32)> = database
        .predicates
        .iter()
        .filter(|predicate| !matches!(predicate.definition, Definition::Unknown))
        .map(|predicate| (symbols.name(predicate.name), predicate.arity))
        .filter(|(name, _)| shown(name))
        .collect();
    let wanted = symbols.name(name);
    if let Some((other, arity)) = defined.iter().find(|(other, _)| *other == wanted) {
        return Some(format!("{other}/{arity}"));
    }
    let near = suggest(wanted, defined.iter().map(|(name, _)| *name))?;
    let fits = |(other, count): &&(&str, u32)| *other == near && *count as usize == arity;
    let best = defined.iter().find(fits).or_else(|| defined.iter().find(|one| one.0 == near))?;
    Some(format!("{}/{}", best.0, best.1))
}
