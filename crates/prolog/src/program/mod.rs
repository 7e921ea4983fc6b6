//! Programs: reading, checking, and bringing clauses into the forms that the engines take.

mod check;
mod core;
mod library;
mod lower;

pub use core::{Core, CoreLiteral, CoreRule, Role};
pub use lower::{Literal, Lowering, Rule, RuleKind, Shift, branches};

use ludex_base::TextError;

use crate::symbol::Symbols;
use crate::syntax::{Clause, Goals, Parser, Show, Term};

/// A program: its clauses in the order of the file, and what seems wrong with it.
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
}

impl Program {
    /// Reads a program.
    pub fn read(text: &str) -> Result<Program, TextError> {
        let mut symbols = Symbols::default();
        let (mut clauses, mut queries) = (Vec::new(), Vec::new());
        let mut parser = Parser::new(text, &mut symbols)?;
        while !parser.at_end() {
            match parser.at_query() {
                true => queries.push(parser.query()?),
                false => clauses.push(parser.clause()?),
            }
        }
        let library = library::needed(&clauses, &queries, &mut symbols);
        let mut program = Program { symbols, clauses, queries, warnings: Vec::new(), library };
        program.warnings = check::warnings(&program);
        Ok(program)
    }

    /// The names of the program.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The clauses in the order of the file; the first has the number 1 in traces.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The queries `?- …` written in the file.
    pub fn queries(&self) -> &[Goals] {
        &self.queries
    }

    /// What seems wrong: undefined predicates and unsafe negation.
    pub fn warnings(&self) -> &[TextError] {
        &self.warnings
    }

    /// What seems wrong with goals about the program: predicates that nothing defines.
    pub(crate) fn undefined_in(&self, goals: &Goals) -> Vec<String> {
        check::undefined_in(self, &goals.goals)
    }

    /// The clauses of the library that the program uses: lists.
    pub(crate) fn library(&self) -> &[Clause] {
        &self.library
    }

    /// The program as text, one clause a line; reading it gives the same program.
    pub fn to_text(&self) -> String {
        let symbols = &self.symbols;
        let clauses = self.clauses.iter().map(|clause| {
            let show = Show { what: clause, symbols, variables: &clause.variables };
            format!("{show}\n")
        });
        let queries = self.queries.iter().map(|query| {
            let show = Show { what: query, symbols, variables: &query.variables };
            format!("{show}\n")
        });
        clauses.chain(queries).collect()
    }

    /// Reads goals about the program: `p, NOT q(X)`. They come with the program that knows their names.
    pub fn goals(&self, text: &str) -> Result<(Program, Goals), TextError> {
        let mut symbols = self.symbols.clone();
        let goals = Parser::new(text, &mut symbols)?.query()?;
        Ok((self.with_symbols(symbols, Some(&goals)), goals))
    }

    /// The same program with names that a query brought along, and the library it needs.
    pub(crate) fn with_symbols(&self, symbols: Symbols, query: Option<&Goals>) -> Program {
        let mut program = Program { symbols, ..self.clone() };
        let queries: Vec<Goals> = query.into_iter().chain(&self.queries).cloned().collect();
        program.library = library::needed(&self.clauses, &queries, &mut program.symbols);
        program
    }

    /// The same program with other clauses.
    pub(crate) fn with_clauses(&self, clauses: Vec<Clause>) -> Program {
        Program { clauses, ..self.clone() }
    }

    /// A term as it is written.
    pub fn show(&self, term: &Term) -> String {
        Show { what: term, symbols: &self.symbols, variables: &[] }.to_string()
    }
}
