//! Formulas as text: with `|`, `<agent>` and `^n`, the game's names for agents, and no unnecessary
//! parentheses. The text is parsed back as the same formula.
//!
//! A formula can be exponentially longer as text than as a DAG, so the text is cut off at a length.
//! The pending pieces are kept in a list rather than on the call stack: a formula may be a million
//! nodes deep.

use ludex_base::quote;
use ludex_game::{Agent, Atom};
use rustc_hash::FxHashMap;

use crate::{Connective, Definitions, Formula, Formulas, Vocabulary, compile};

/// The precedence of the parts of a formula.
const OR: u8 = 1;
const AND: u8 = 2;
const PREFIX: u8 = 3;

impl Formulas {
    /// Returns the formula as text. After `limit` bytes it is cut off with `…`; a text that is not
    /// cut off is parsed back as the same formula with [`Definitions::prelude`].
    pub fn display(&self, formula: Formula, vocabulary: &Vocabulary, limit: usize) -> String {
        let work = vec![Piece::Formula(formula, 0)];
        let mut printer = Printer {
            formulas: self,
            vocabulary,
            atoms: FxHashMap::default(),
            work,
            text: String::new(),
        };
        while let Some(piece) = printer.work.pop() {
            printer.print(piece);
            if printer.text.len() > limit {
                return cut(printer.text, limit);
            }
        }
        printer.text
    }
}

fn cut(mut text: String, limit: usize) -> String {
    let end = (0..=limit).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    text.truncate(end);
    text.push('…');
    text
}

enum Piece {
    Text(&'static str),
    /// A formula, in parentheses if its precedence is lower than this.
    Formula(Formula, u8),
}

struct Printer<'f> {
    formulas: &'f Formulas,
    vocabulary: &'f Vocabulary,
    atoms: FxHashMap<Atom, String>,
    /// What is still to be printed, the next piece last.
    work: Vec<Piece>,
    text: String,
}

impl Printer<'_> {
    fn print(&mut self, piece: Piece) {
        match piece {
            Piece::Text(text) => self.text.push_str(text),
            Piece::Formula(formula, tightness) => self.formula(formula, tightness),
        }
    }

    fn formula(&mut self, formula: Formula, tightness: u8) {
        let negated = formula.negated();
        match self.formulas.connective(formula) {
            Connective::True => self.text.push_str(if negated { "false" } else { "true" }),
            Connective::Atom(atom) => self.atom(atom, negated),
            Connective::And(left, right) if negated => {
                self.binary(" | ", OR, tightness, [!left, !right]);
            }
            Connective::And(left, right) => self.binary(" & ", AND, tightness, [left, right]),
            Connective::Box(agent, _) => self.modal(agent, formula),
        }
    }

    /// Pushes `left operator right`. Operators associate to the left, so the right side binds
    /// tighter.
    fn binary(
        &mut self,
        operator: &'static str,
        power: u8,
        tightness: u8,
        [left, right]: [Formula; 2],
    ) {
        let parentheses = power < tightness;
        if parentheses {
            self.text.push('(');
            self.work.push(Piece::Text(")"));
        }
        self.work.push(Piece::Formula(right, power + 1));
        self.work.push(Piece::Text(operator));
        self.work.push(Piece::Formula(left, power));
    }

    /// Pushes a modality, with an exponent for equal modalities that follow it.
    fn modal(&mut self, agent: Agent, formula: Formula) {
        let mut times = 0;
        let mut body = formula;
        while let Some(inner) = self.inside(agent, formula.negated(), body) {
            body = inner;
            times += 1;
        }
        let word = self.vocabulary.agent_word(agent);
        let (open, close) = if formula.negated() { ('<', '>') } else { ('[', ']') };
        let exponent = if times > 1 { format!("^{times}") } else { String::new() };
        self.text.push_str(&format!("{open}{word}{close}{exponent}"));
        if !matches!(self.formulas.connective(body), Connective::Box(..)) {
            self.text.push(' ');
        }
        self.work.push(Piece::Formula(body, PREFIX));
    }

    /// Returns the body of a formula that is a modality of this agent and kind, or `None` for
    /// others.
    fn inside(&self, agent: Agent, diamond: bool, formula: Formula) -> Option<Formula> {
        match self.formulas.connective(formula) {
            Connective::Box(a, inner) if a == agent && formula.negated() == diamond => {
                Some(if diamond { !inner } else { inner })
            }
            _ => None,
        }
    }

    fn atom(&mut self, atom: Atom, negated: bool) {
        let vocabulary = self.vocabulary;
        let name = self.atoms.entry(atom).or_insert_with(|| atom_text(atom, vocabulary));
        self.text.push_str(if negated { "!" } else { "" });
        self.text.push_str(name);
    }
}

/// Returns the text of an atom that is parsed back as this atom.
fn atom_text(atom: Atom, vocabulary: &Vocabulary) -> String {
    let agent = |agent| vocabulary.agent_word(agent);
    match atom {
        Atom::Win(a) => format!("win({})", agent(a)),
        Atom::Lost(a) => format!("lost({})", agent(a)),
        Atom::Turn(a) => format!("turn({})", agent(a)),
        Atom::Final => "final".to_owned(),
        Atom::Outcome(outcome) => {
            let name = vocabulary.outcomes().name(outcome);
            let plain = format!("outcome({name})");
            let quoted = || format!("outcome({})", quote(name));
            if reads_as(&plain, atom, vocabulary) { plain } else { quoted() }
        }
        Atom::Own(number) => {
            let Some(name) = vocabulary.atoms().get(number as usize) else {
                return "<<…>>".to_owned(); // a path formula, which a message shows in short
            };
            if reads_as(name, atom, vocabulary) { name.clone() } else { quote(name) }
        }
    }
}

/// Returns whether a text is parsed as this atom. A game may name its atoms freely, also like a
/// concept of the prelude or with blanks and operators, so the text is parsed to find out.
fn reads_as(text: &str, atom: Atom, vocabulary: &Vocabulary) -> bool {
    compile(text, Definitions::prelude(), vocabulary).is_ok_and(|compiled| {
        let root = compiled.root;
        !root.negated() && compiled.formulas.connective(root) == Connective::Atom(atom)
    })
}
