//! The table of a formula's parts, by which the nodes of a proof name their formulas in a file.
//!
//! A formula DAG numbers its nodes in the order of their creation. The table numbers the parts of
//! one formula by its structure alone (parts before wholes, left before right), so the checker can
//! compute the table and require that the file has exactly this one.

use ludex_game::{Atom, Notation};
use ludex_logic::{Connective, Formula, Formulas};
use rustc_hash::FxHashMap;

use crate::Rejection;

/// A formula, as text and compiled.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a> {
    /// The formula as it was asked.
    pub text: &'a str,
    /// The text of the definitions it uses beyond the prelude.
    pub definitions: Option<&'a str>,
    /// The DAG that it is compiled into.
    pub dag: &'a Formulas,
    /// The compiled formula.
    pub formula: Formula,
}

/// The parts of a formula, numbered.
pub(crate) struct Table {
    /// A line for each part.
    pub lines: Vec<String>,
    numbers: FxHashMap<Formula, u32>,
}

impl Table {
    /// Returns the table of a formula's parts.
    pub fn new<G: Notation>(game: &G, dag: &Formulas, formula: Formula) -> Table {
        let mut table = Table { lines: Vec::new(), numbers: FxHashMap::default() };
        let own_atoms = game.atoms();
        // An explicit stack, because formulas may be deep. `true` marks a part whose parts are
        // done.
        let mut stack = vec![(formula.positive(), false)];
        while let Some((part, done)) = stack.pop() {
            if table.numbers.contains_key(&part) {
                continue;
            }
            if done {
                let line = table.line(game, &own_atoms, dag.connective(part));
                let number = u32::try_from(table.lines.len()).expect("a DAG has fewer nodes");
                table.numbers.insert(part, number);
                table.lines.push(line);
                continue;
            }
            stack.push((part, true));
            match dag.connective(part) {
                Connective::True | Connective::Atom(_) => {}
                Connective::And(left, right) => {
                    stack.extend([(right.positive(), false), (left.positive(), false)]);
                }
                Connective::Box(_, inner) => stack.push((inner.positive(), false)),
            }
        }
        table
    }

    /// Returns the number of a part, ignoring its negation.
    pub fn number(&self, part: Formula) -> u32 {
        self.numbers[&part.positive()]
    }

    /// Requires that a file has exactly this table.
    pub fn require(&self, found: &[String]) -> Result<(), Rejection> {
        for (number, line) in self.lines.iter().enumerate() {
            match found.get(number) {
                Some(found) if found == line => {}
                Some(found) => {
                    let reason = format!("formula {number} is `{line}`, but reads `{found}`");
                    return Err(Rejection::of_all(reason));
                }
                None => {
                    let reason = format!("formula {number}, `{line}`, is missing from the table");
                    return Err(Rejection::of_all(reason));
                }
            }
        }
        match found.get(self.lines.len()) {
            None => Ok(()),
            Some(more) => {
                let reason = format!("`{more}` in the table is no part of the claim's formula");
                Err(Rejection::of_all(reason))
            }
        }
    }

    fn line<G: Notation>(&self, game: &G, own_atoms: &[String], part: Connective) -> String {
        match part {
            Connective::True => "true".to_owned(),
            Connective::Atom(atom) => format!("atom {}", atom_text(game, own_atoms, atom)),
            Connective::And(left, right) => {
                format!("and {} {}", self.reference(left), self.reference(right))
            }
            Connective::Box(agent, inner) => {
                format!("box {} {}", game.agents().name(agent), self.reference(inner))
            }
        }
    }

    /// Returns a part as another one refers to it: `5`, or `!5` if it is negated there.
    fn reference(&self, part: Formula) -> String {
        format!("{}{}", if part.negated() { "!" } else { "" }, self.number(part))
    }
}

fn atom_text<G: Notation>(game: &G, own_atoms: &[String], atom: Atom) -> String {
    let name = |agent| game.agents().name(agent);
    match atom {
        Atom::Win(agent) => format!("win({})", name(agent)),
        Atom::Lost(agent) => format!("lost({})", name(agent)),
        Atom::Turn(agent) => format!("turn({})", name(agent)),
        Atom::Final => "final".to_owned(),
        Atom::Outcome(outcome) => format!("outcome({})", game.outcomes().name(outcome)),
        Atom::Own(number) => own_atoms[number as usize].clone(),
    }
}
