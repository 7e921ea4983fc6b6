//! Programs: parsing, checks, and the clause forms of the engines.

mod check;
mod core;
mod inertia;
mod library;
mod lower;

pub use core::{Core, CoreLiteral, CoreRule, Role};
pub use lower::{Literal, Lowering, Rule, RuleKind, Shift, branches};

use std::sync::Arc;

use ludex_base::{Budget, NoAnswer, TextError, Ticker};

use crate::ordinary::{Include, Ordinary, unlimited};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::{Clause, Goals, Parser, Sense, Show, Term};

/// A program: its clauses in the order of the file, and warnings about it.
///
/// ```
/// use ludex_prolog::Program;
/// let program = Program::read("s.  [1:a] m :- s.  [2:b] p :- m, NOT u.").unwrap();
/// assert_eq!(program.clauses().len(), 3);
/// assert_eq!(program.warnings()[0].message, "nothing defines `u`");
/// assert_eq!(program.to_text(), "s.\n[1:a] m :- s.\n[2:b] p :- m, NOT u.\n");
/// assert!(Program::read("s :- .").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    symbols: Symbols,
    clauses: Vec<Clause>,
    queries: Vec<Goals>,
    warnings: Vec<TextError>,
    library: Vec<Clause>,
    /// The predicates that are declared, and need no clause.
    declared: Vec<(Symbol, usize)>,
    /// The program as an ordinary one with its text, if it is not in the pure language.
    ordinary: Option<(Arc<Ordinary>, Arc<str>)>,
}

impl Program {
    /// Parses a program that includes no files.
    pub fn read(text: &str) -> Result<Program, TextError> {
        let none = |name: &str| Err(format!("`{name}` cannot be included here"));
        Program::read_with(text, &none)
    }

    /// Parses a program; the function returns the texts of files that it includes, or why there is
    /// none. A program that is not in the language of modal Horn clauses is an ordinary one.
    pub fn read_with(text: &str, include: Include) -> Result<Program, TextError> {
        Program::read_within(text, include, &Budget::default()).map_err(unlimited)
    }

    /// Parses a program as [`Program::read_with`] does, within a budget.
    pub fn read_within(
        text: &str,
        include: Include,
        budget: &Budget,
    ) -> Result<Program, NoAnswer<TextError>> {
        let pure = match Program::read_pure(text, budget) {
            // Only games declare what is inertial.
            Err(NoAnswer::Invalid(error)) if text.contains(":- inertial") => {
                return Err(error.into());
            }
            Err(NoAnswer::Invalid(error)) => error,
            Ok((program, unknown)) => match unknown {
                Some(error) if program.has_actions() => return Err(error.into()),
                Some(error) => error,
                None if program.has_actions() || program.declared.is_empty() => return Ok(program),
                // Predicates of a program without actions are declared to be changed by it.
                None => TextError::new("this program has no actions", 0..0),
            },
            Err(stopped) => return Err(stopped),
        };
        let ordinary = match Ordinary::read_far(text, include, budget) {
            Ok(ordinary) => ordinary,
            Err(NoAnswer::Stopped(stopped)) => return Err(stopped.into()),
            // A clause that is wrong in one language and right in the other shows which is meant.
            Err(NoAnswer::Invalid((error, right))) if right > pure.span.start => {
                return Err(error.into());
            }
            Err(NoAnswer::Invalid(_)) => return Err(pure.into()),
        };
        Ok(Program {
            symbols: ordinary.symbols().clone(),
            clauses: Vec::new(),
            queries: Vec::new(),
            warnings: ordinary.warnings().to_vec(),
            library: Vec::new(),
            declared: Vec::new(),
            ordinary: Some((Arc::new(ordinary), text.into())),
        })
    }

    /// Parses a program of modal Horn clauses. Returns it with the error that it calls what nothing
    /// defines, if it does.
    fn read_pure(
        text: &str,
        budget: &Budget,
    ) -> Result<(Program, Option<TextError>), NoAnswer<TextError>> {
        let mut symbols = Symbols::default();
        let (mut clauses, mut queries) = (Vec::new(), Vec::new());
        let (mut declared, mut inertial) = (Vec::new(), Vec::new());
        let (mut parser, ticker) = (Parser::new(text, &mut symbols)?, Ticker::new(budget));
        while !parser.at_end() {
            ticker.tick()?;
            if parser.at_query() {
                queries.push(parser.query()?);
            } else if parser.at_directive() {
                let (stays, named) = parser.directive()?;
                if stays { &mut inertial } else { &mut declared }.extend(named);
            } else {
                clauses.push(parser.clause()?);
            }
        }
        inertia::add(&mut clauses, &inertial, &symbols)?;
        let library = library::needed(&clauses, &queries, &mut symbols);
        let declared = declared.into_iter().map(|one| (one.name, one.arity)).collect();
        let (warnings, ordinary) = (Vec::new(), None);
        let mut program =
            Program { symbols, clauses, queries, warnings, library, declared, ordinary };
        let findings = check::check(&program, budget)?;
        program.warnings = findings.warnings;
        Ok((program, findings.unknown))
    }

    /// Returns whether a clause says what an action does.
    fn has_actions(&self) -> bool {
        self.clauses.iter().any(|c| !c.prefix.is_empty() || c.sense != Sense::Holds)
    }

    /// Returns the program as an ordinary one, if it is not in the pure language.
    pub(crate) fn ordinary(&self) -> Option<&Ordinary> {
        self.ordinary.as_ref().map(|(ordinary, _)| &**ordinary)
    }

    /// Returns the names of the program.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Returns the clauses in the order of the file; the first has the number 1 in traces.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Returns the queries `?- …` written in the file.
    pub fn queries(&self) -> &[Goals] {
        &self.queries
    }

    /// Returns the warnings: undefined predicates and unsafe negation.
    pub fn warnings(&self) -> &[TextError] {
        &self.warnings
    }

    /// Returns a warning for each predicate of the goals that the program does not define.
    pub(crate) fn undefined_in(&self, goals: &Goals) -> Vec<String> {
        check::undefined_in(self, &goals.goals)
    }

    /// Returns the predicates that are declared, and need no clause.
    pub(crate) fn declared(&self) -> &[(Symbol, usize)] {
        &self.declared
    }

    /// Returns the clauses of the list library that the program uses.
    pub(crate) fn library(&self) -> &[Clause] {
        &self.library
    }

    /// Returns the program as text, one clause per line; parsing it gives the same program.
    pub fn to_text(&self) -> String {
        if let Some((_, text)) = &self.ordinary {
            return text.to_string();
        }
        let symbols = &self.symbols;
        let clauses = self.clauses.iter().map(|clause| {
            let show = Show { what: clause, symbols, variables: &clause.variables };
            format!("{show}\n")
        });
        let queries = self.queries.iter().map(|query| {
            let show = Show { what: query, symbols, variables: &query.variables };
            format!("{show}\n")
        });
        let declared = self.declared.iter().map(|&(name, arity)| {
            format!(":- dynamic {}/{arity}.\n", self.show(&Term::Constant(name)))
        });
        declared.chain(clauses).chain(queries).collect()
    }

    /// Parses goals about the program: `p, NOT q(X)`. Returns them with a copy of the program that
    /// has their names.
    pub fn goals(&self, text: &str) -> Result<(Program, Goals), TextError> {
        let mut symbols = self.symbols.clone();
        let goals = Parser::new(text, &mut symbols)?.query()?;
        Ok((self.with_symbols(symbols, Some(&goals)), goals))
    }

    /// Returns the program with the names of a query, and the library that the query needs.
    pub(crate) fn with_symbols(&self, symbols: Symbols, query: Option<&Goals>) -> Program {
        let mut program = Program { symbols, ..self.clone() };
        let queries: Vec<Goals> = query.into_iter().chain(&self.queries).cloned().collect();
        program.library = library::needed(&self.clauses, &queries, &mut program.symbols);
        program
    }

    /// Returns the program with other clauses.
    pub(crate) fn with_clauses(&self, clauses: Vec<Clause>) -> Program {
        Program { clauses, ..self.clone() }
    }

    /// Returns a term as text.
    pub fn show(&self, term: &Term) -> String {
        Show { what: term, symbols: &self.symbols, variables: &[] }.to_string()
    }
}
