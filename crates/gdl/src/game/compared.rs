//! Two engines side by side: every answer of one is compared with that of the other, so that neither
//! has to be trusted alone. A difference is a fault, and no answer is given about the game.

use std::sync::{Arc, OnceLock};

use super::engine::Engine;
use super::state::{GdlMove, GdlState};
use crate::terms::Term;

/// An engine whose answers are compared with those of another one. States and moves are those of the
/// first; they are translated as texts, which takes long.
#[derive(Debug)]
pub(crate) struct Compared {
    engine: Arc<dyn Engine>,
    reference: Arc<dyn Engine>,
    /// The first difference.
    difference: OnceLock<String>,
}

impl Compared {
    /// Returns the first engine, compared with the second.
    pub fn new(engine: Arc<dyn Engine>, reference: Arc<dyn Engine>) -> Compared {
        let compared = Compared { engine, reference, difference: OnceLock::new() };
        let start = compared.engine.initial();
        let same = compared.engine.facts(&start) == reference_facts(&compared);
        compared.require(same, "the facts", &start);
        compared
    }

    /// Notes a difference, if there is one.
    fn require(&self, same: bool, what: &str, state: &GdlState) {
        if !same {
            let (engine, reference) = (self.engine.name(), self.reference.name());
            let facts = self.engine.facts(state).join(" ");
            let text =
                || format!("the engines {engine} and {reference} differ in {what} of {facts}");
            self.difference.get_or_init(text);
        }
    }

    /// Returns a state as one of the reference; notes a difference if it has no such state.
    fn translated(&self, state: &GdlState) -> Option<GdlState> {
        let translated = self.reference.state(&self.engine.facts(state)).ok();
        self.require(translated.is_some(), "the names", state);
        translated
    }

    /// Returns a joint move as one of the reference: each part by its text among the legal moves.
    fn joint(&self, state: &GdlState, joint: &[GdlMove]) -> Option<Vec<GdlMove>> {
        let part = |(role, &mv): (usize, &GdlMove)| {
            let (text, mut legal) = (self.engine.move_text(mv), Vec::new());
            self.reference.legal(state, role, &mut legal);
            legal.into_iter().find(|&mv| self.reference.move_text(mv) == text)
        };
        joint.iter().enumerate().map(part).collect()
    }

    /// Compares an answer of the reference with that of the engine, `found`.
    fn compare<T: PartialEq>(
        &self,
        what: &str,
        state: &GdlState,
        found: &T,
        ask: impl FnOnce(&dyn Engine, &GdlState) -> Option<T>,
    ) {
        if let Some(translated) = self.translated(state) {
            let answer = ask(&*self.reference, &translated);
            self.require(answer.as_ref() == Some(found), what, state);
        }
    }
}

fn reference_facts(compared: &Compared) -> Vec<String> {
    compared.reference.facts(&compared.reference.initial())
}

/// Returns the texts of moves, sorted.
fn texts(engine: &dyn Engine, moves: &[GdlMove]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| engine.move_text(mv)).collect();
    ludex_base::sort(&mut texts);
    texts
}

impl Engine for Compared {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn reference_name(&self) -> Option<&'static str> {
        Some(self.reference.name())
    }

    fn initial(&self) -> GdlState {
        self.engine.initial()
    }

    fn is_terminal(&self, state: &GdlState) -> bool {
        let found = self.engine.is_terminal(state);
        self.compare("the end", state, &found, |other, state| Some(other.is_terminal(state)));
        found
    }

    fn legal(&self, state: &GdlState, role: usize, out: &mut Vec<GdlMove>) {
        let before = out.len();
        self.engine.legal(state, role, out);
        let found = texts(&*self.engine, &out[before..]);
        self.compare("the legal moves", state, &found, |other, state| {
            let mut moves = Vec::new();
            other.legal(state, role, &mut moves);
            Some(texts(other, &moves))
        });
    }

    fn can_move(&self, state: &GdlState) -> bool {
        let found = self.engine.can_move(state);
        self.compare("the legal moves", state, &found, |other, state| Some(other.can_move(state)));
        found
    }

    fn next(&self, state: &GdlState, joint: &[GdlMove]) -> GdlState {
        let next = self.engine.next(state, joint);
        let found = self.engine.facts(&next);
        self.compare("the successor", state, &found, |other, state| {
            let joint = self.joint(state, joint)?;
            Some(other.facts(&other.next(state, &joint)))
        });
        next
    }

    fn goal(&self, state: &GdlState, role: usize) -> Option<u8> {
        let found = self.engine.goal(state, role);
        self.compare("the goals", state, &found, |other, state| Some(other.goal(state, role)));
        found
    }

    fn fault(&self) -> Option<String> {
        let difference = self.difference.get().cloned();
        difference.or_else(|| self.engine.fault()).or_else(|| self.reference.fault())
    }

    fn facts(&self, state: &GdlState) -> Vec<String> {
        self.engine.facts(state)
    }

    fn holds(&self, state: &GdlState, fact: u32) -> bool {
        self.engine.holds(state, fact)
    }

    fn fact_terms(&self) -> Vec<Term> {
        self.engine.fact_terms()
    }

    fn state(&self, facts: &[String]) -> Result<GdlState, usize> {
        self.engine.state(facts)
    }

    fn move_text(&self, mv: GdlMove) -> String {
        self.engine.move_text(mv)
    }

    fn move_word(&self, mv: GdlMove) -> String {
        self.engine.move_word(mv)
    }
}
