//! An ordinary program that was loaded: what every machine for it starts with.

use std::sync::Arc;

use ludex_base::{Budget, NoAnswer, Stopped, TextError};

use super::consult::{Include, Loaded, Loader, with_library};
use super::database::{Database, Definition};
use super::engine::{End, Engine};
use super::solve::suggestion;
use crate::symbol::Symbols;

/// A loaded program.
#[derive(Debug)]
pub struct Ordinary {
    pub(super) database: Database,
    pub(super) loaded: Loaded,
}

impl Ordinary {
    /// Loads a text; `include` finds the files that it includes.
    pub fn read(text: &str, include: Include) -> Result<Ordinary, TextError> {
        let read = Ordinary::read_far(text, include, &Budget::default());
        read.map_err(|why| unlimited(why.map_invalid(|(error, _)| error)))
    }

    /// Loads a text within a budget; an error comes with the place up to which the text is right.
    pub(crate) fn read_far(
        text: &str,
        include: Include,
        budget: &Budget,
    ) -> Result<Ordinary, NoAnswer<(TextError, usize)>> {
        let mut database = with_library(Symbols::default());
        let mut loader = Loader::new(&mut database, include, budget);
        if let Err(why) = loader.text(text, false) {
            return Err(why.map_invalid(|error| (error, loader.right)));
        }
        let (heap, mut loaded) = (loader.heap, loader.loaded);
        database.link(&heap, false);
        loaded.warnings.extend(undefined(&database, budget)?);
        Ok(Ordinary { database, loaded })
    }

    /// Returns the warnings: variables that occur once, predicates that nothing defines.
    pub fn warnings(&self) -> &[TextError] {
        &self.loaded.warnings
    }

    /// Returns the names of the program.
    pub fn symbols(&self) -> &Symbols {
        &self.database.symbols
    }

    /// Returns a machine that has run the directives of the program.
    pub fn start(&self, budget: &Budget, max_inferences: u64) -> Result<Engine, End> {
        let mut engine = Engine::new(self.database.clone(), budget.clone(), max_inferences);
        for fact in &self.loaded.facts {
            let clause = built(&mut engine, fact);
            if engine.add_clause(clause, true).is_err() {
                return Err(End::Exception("a dynamic clause cannot be added".into()));
            }
            engine.heap.undo(0, 0);
        }
        for goal in &self.loaded.goals {
            let goal = built(&mut engine, goal);
            engine.ask(goal, goal)?;
        }
        Ok(engine)
    }
}

fn built(engine: &mut Engine, flat: &Arc<[crate::terms::Cell]>) -> crate::terms::Cell {
    let (mut variables, mut built) = (Vec::new(), Vec::new());
    engine.heap.build_flat(flat, &mut variables, &mut built);
    built[0]
}

/// Returns what is wrong with a text that was read without limits.
pub(crate) fn unlimited(why: NoAnswer<TextError>) -> TextError {
    match why {
        NoAnswer::Invalid(error) => error,
        NoAnswer::Stopped(stopped) => TextError::new(stopped.to_string(), 0..0),
    }
}

/// Returns a warning for each predicate that is called and not defined.
fn undefined(database: &Database, budget: &Budget) -> Result<Vec<TextError>, Stopped> {
    let missing = database
        .predicates
        .iter()
        .filter(|predicate| matches!(predicate.definition, Definition::Unknown));
    let warning = |predicate: &super::database::Predicate| {
        let (name, arity) = (predicate.name, predicate.arity as usize);
        let text = format!("nothing defines `{}/{arity}`", database.symbols.name(name));
        let warning = TextError::new(text, 0..0);
        match suggestion(database, name, arity) {
            Some(other) => warning.help(format!("did you mean `{other}`?")),
            None => warning.help("a call of it is an error"),
        }
    };
    missing.map(|predicate| budget.poll().map(|()| warning(predicate))).collect()
}
