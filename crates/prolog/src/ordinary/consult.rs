//! Loads the text of an ordinary program: clauses, grammar rules and directives.

use std::sync::{Arc, OnceLock};

use ludex_base::{Budget, NoAnswer, TextError, Ticker};

use super::clause::{arguments, functor};
use super::copy::flat_copy;
use super::database::{Database, Definition};
use super::grammar;
use super::operators::{Fix, Operator};
use super::reader::{Quotes, Read, Reader};
use crate::symbol::{Symbol, Symbols};
use crate::terms::{Cell, Heap, Kind};

/// The library, in the language itself.
const LIBRARY: &str = include_str!("library.pl");

/// Returns the text of a file that a program includes, or why there is none.
pub type Include<'i> = &'i dyn Fn(&str) -> Result<String, String>;

/// What a program says beside its clauses.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The goals of directives, to be run before the first question.
    pub goals: Vec<Arc<[Cell]>>,
    pub warnings: Vec<TextError>,
    /// Dynamic clauses of the text, to be added when a machine starts.
    pub facts: Vec<Arc<[Cell]>>,
}

/// The limit on files that include each other.
const DEEPEST: usize = 20;

/// Loads programs into a database.
pub struct Loader<'l> {
    pub database: &'l mut Database,
    pub heap: Heap,
    pub loaded: Loaded,
    /// The end of the last clause of the text that was right.
    pub right: usize,
    include: Include<'l>,
    depth: usize,
    ticker: Ticker<'l>,
}

/// Returns a database with the library, for these names.
pub fn with_library(symbols: Symbols) -> Database {
    static FRESH: OnceLock<Database> = OnceLock::new();
    if symbols.count() == Symbols::default().count() {
        return FRESH.get_or_init(|| build_library(Symbols::default())).clone();
    }
    build_library(symbols)
}

fn build_library(symbols: Symbols) -> Database {
    let mut database = Database::new(symbols);
    let (none, budget) = (|_: &str| Err(String::new()), Budget::default());
    let mut loader = Loader::new(&mut database, &none, &budget);
    loader.text(LIBRARY, true).expect("the library is well written");
    let heap = loader.heap;
    database.link(&heap, true);
    database
}

impl<'l> Loader<'l> {
    /// Returns a loader that adds to a database within a budget.
    pub fn new(database: &'l mut Database, include: Include<'l>, budget: &'l Budget) -> Loader<'l> {
        let (heap, loaded) = (Heap::default(), Loaded::default());
        Loader { database, heap, loaded, right: 0, include, depth: 0, ticker: Ticker::new(budget) }
    }

    /// Loads a text.
    pub fn text(&mut self, text: &str, library: bool) -> Result<(), NoAnswer<TextError>> {
        let mut at = 0;
        self.ticker.tick()?;
        while let Some(read) = self.read(text, at)? {
            at = read.end;
            self.ticker.tick()?;
            self.term(&read, library)?;
            if self.depth == 0 {
                self.right = at;
            }
        }
        Ok(())
    }

    /// Reads the next term of a text, with the operators that are declared so far.
    fn read(&mut self, text: &str, at: usize) -> Result<Option<Read>, TextError> {
        let (operators, quotes) = (self.database.operators.clone(), self.database.quotes);
        let symbols = &mut self.database.symbols;
        Reader::new(text, at, &mut self.heap, symbols, (&operators, quotes))?.read(false)
    }

    fn term(&mut self, read: &Read, library: bool) -> Result<(), NoAnswer<TextError>> {
        let place = read.start..read.end;
        match functor(&self.heap, read.term) {
            Some((Symbol::IF, 1)) => {
                let goal = arguments(&self.heap, read.term)[0];
                let wrong = |message: String| TextError::new(message, place);
                return self.directive(goal).map_err(|why| why.map_invalid(wrong));
            }
            Some((Symbol::ASK, 1)) => return Ok(()),
            _ => {}
        }
        if !library {
            self.warn_of_singletons(read);
        }
        let clause = match functor(&self.heap, read.term) {
            Some((Symbol::GRAMMAR, 2)) => {
                grammar::clause(&mut self.heap, &mut self.database.symbols, read.term)
                    .map_err(|message| TextError::new(message, place.clone()))?
            }
            _ => read.term,
        };
        Ok(self.clause(clause, library).map_err(|message| TextError::new(message, place))?)
    }

    fn warn_of_singletons(&mut self, read: &Read) {
        let single = read.variables.iter().filter(|v| v.count == 1 && !v.name.starts_with('_'));
        let names: Vec<&str> = single.map(|variable| variable.name.as_str()).collect();
        if !names.is_empty() {
            let message = format!("`{}` occurs only once in this clause", names.join("`, `"));
            let help = "write `_` for what does not matter";
            self.loaded.warnings.push(TextError::new(message, read.start..read.end).help(help));
        }
    }

    fn clause(&mut self, term: Cell, library: bool) -> Result<(), String> {
        let (head, body) = match functor(&self.heap, term) {
            Some((Symbol::IF, 2)) => {
                let parts = arguments(&self.heap, term);
                (parts[0], parts[1])
            }
            _ => (term, Cell::constant(Symbol::TRUE)),
        };
        let Some((name, arity)) = functor(&self.heap, head) else {
            return Err("a clause is about an atom or a compound term".into());
        };
        let number = self.database.predicate(name, arity);
        let predicate = &self.database.predicates[number as usize];
        let written = format!("{}/{arity}", self.database.symbols.name(name));
        match &predicate.definition {
            Definition::Code(_) if !library => {
                return Err(format!("`{written}` is built in and cannot be defined"));
            }
            Definition::Dynamic(_) => {
                let flat = flat_copy(&self.heap, term).0;
                self.loaded.facts.push(flat.into());
                return Ok(());
            }
            _ => {}
        }
        if name == Symbol::AFTER {
            return Err("a clause with an action must be in the language of modal clauses".into());
        }
        if super::meta::is_control(name, arity) {
            return Err(format!("`{written}` is a control construct and cannot be defined"));
        }
        match self.database.add_compiled(&self.heap, head, body) {
            true => Ok(()),
            false => Err("the body of this clause has a part that is no goal".into()),
        }
    }

    // --- directives ------------------------------------------------------------------------------

    fn directive(&mut self, goal: Cell) -> Result<(), NoAnswer<String>> {
        let goal = self.heap.deref(goal);
        let Some((name, _)) = functor(&self.heap, goal) else {
            return Err("a directive is a goal".to_string().into());
        };
        let parts = arguments(&self.heap, goal);
        match (self.database.symbols.name(name), parts.len()) {
            (",", 2) => {
                self.directive(parts[0])?;
                self.directive(parts[1])
            }
            ("dynamic", 1) => Ok(self.each_indicator(parts[0], &mut Loader::make_dynamic)?),
            ("discontiguous" | "module" | "use_module" | "ensure_loaded" | "style_check", _) => {
                Ok(())
            }
            ("op", 3) => Ok(self.declare_operator(&parts)?),
            ("set_prolog_flag", 2) => Ok(self.set_flag(&parts)?),
            ("include", 1) => self.include(parts[0]),
            ("initialization", 1) => {
                self.keep_goal(parts[0]);
                Ok(())
            }
            _ => {
                self.keep_goal(goal);
                Ok(())
            }
        }
    }

    fn make_dynamic(&mut self, name: Symbol, arity: usize) {
        let number = self.database.predicate(name, arity);
        let predicate = &mut self.database.predicates[number as usize];
        if !matches!(predicate.definition, Definition::Dynamic(_)) {
            predicate.definition = Definition::Dynamic(Default::default());
            predicate.library = false;
        }
    }

    fn keep_goal(&mut self, goal: Cell) {
        let flat = flat_copy(&self.heap, goal).0;
        self.loaded.goals.push(flat.into());
    }

    fn name_of(&self, term: Cell) -> Option<String> {
        match self.heap.deref(term).kind() {
            Kind::Constant(name) => Some(self.database.symbols.name(name).to_owned()),
            _ => None,
        }
    }

    /// Calls a function with every `Name/Arity` of a list, a conjunction or one such term.
    pub fn each_indicator(
        &mut self,
        term: Cell,
        visit: &mut dyn FnMut(&mut Loader<'l>, Symbol, usize),
    ) -> Result<(), String> {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            let term = self.heap.deref(term);
            let parts = arguments(&self.heap, term);
            match functor(&self.heap, term) {
                Some((Symbol::COMMA | Symbol::CONS, 2)) => open.extend(parts.iter().rev()),
                Some((Symbol::NIL, 0)) => {}
                Some((Symbol::DIVIDE, 2)) => {
                    let kinds = [parts[0], parts[1]].map(|part| self.heap.deref(part).kind());
                    match kinds {
                        [Kind::Constant(name), Kind::Integer(arity @ 0..=255)] => {
                            visit(self, name, arity as usize);
                        }
                        _ => return Err("expected NAME/ARITY".into()),
                    }
                }
                _ => return Err("expected NAME/ARITY".into()),
            }
        }
        Ok(())
    }

    fn declare_operator(&mut self, parts: &[Cell]) -> Result<(), String> {
        let priority = match self.heap.deref(parts[0]).kind() {
            Kind::Integer(priority @ 0..=1200) => priority as u32,
            _ => return Err("the priority of an operator is a number from 0 to 1200".into()),
        };
        let fix = self.name_of(parts[1]).and_then(|name| Fix::of(&name));
        let Some(fix) = fix else {
            return Err("the type of an operator is xfx, xfy, yfx, fy, fx, xf or yf".into());
        };
        let mut names = vec![parts[2]];
        if self.heap.deref(parts[2]).is_structure() {
            names = match super::copy::elements(&self.heap, parts[2], 1000) {
                Ok((names, _)) => names,
                Err(_) => return Err("this list is too long".into()),
            };
        }
        for name in names {
            match self.name_of(name) {
                Some(name) if !matches!(name.as_str(), "," | "|" | "[]" | "{}") => {
                    self.database.operators.add(&name, Operator { priority, fix });
                }
                _ => return Err("this cannot be an operator".into()),
            }
        }
        Ok(())
    }

    fn set_flag(&mut self, parts: &[Cell]) -> Result<(), String> {
        match (self.name_of(parts[0]).as_deref(), self.name_of(parts[1]).as_deref()) {
            (Some("double_quotes"), Some("codes")) => self.database.quotes = Quotes::Codes,
            (Some("double_quotes"), Some("chars")) => self.database.quotes = Quotes::Chars,
            (Some("double_quotes"), Some("atom")) => self.database.quotes = Quotes::Atom,
            _ => return Err("the flag is `double_quotes`: codes, chars or atom".into()),
        }
        Ok(())
    }

    fn include(&mut self, name: Cell) -> Result<(), NoAnswer<String>> {
        let Some(name) = self.name_of(name) else {
            return Err("expected the name of a file".to_string().into());
        };
        if self.depth >= DEEPEST {
            return Err("files include each other too deeply".to_string().into());
        }
        let text = (self.include)(&name)?;
        self.depth += 1;
        let done = self.text(&text, false);
        self.depth -= 1;
        done.map_err(|why| why.map_invalid(|error| format!("in {name}: {}", error.message)))
    }
}
