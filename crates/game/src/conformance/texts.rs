//! Laws of text: what is written is parsed back, and names are unambiguous.

use rustc_hash::FxHashSet;

use super::Inspector;
use crate::{Agent, Notation, below};

/// The number of moves of an agent that are parsed back in one state; parsing compares with all of
/// them.
const READ_BACK: usize = 8;

impl<G: Notation> Inspector<'_, G> {
    /// Checks that the names of atoms are distinct words, also when case is ignored.
    pub(super) fn atoms(&self) -> Result<(), String> {
        let mut seen = FxHashSet::default();
        for name in self.game.atoms() {
            let blank = name.is_empty() || name.contains(char::is_whitespace);
            if blank || !seen.insert(name.to_lowercase()) {
                return Err(format!(
                    "law broken: the names of atoms are distinct and without blanks\n{name:?}"
                ));
            }
        }
        Ok(())
    }

    /// Checks the laws of text in a state. A position reached off turn need not have a notation,
    /// but if it is parsed, it must be parsed as the same state.
    pub(super) fn texts(&mut self, state: &G::State, in_turn: bool) -> Result<(), String> {
        self.position(state, in_turn)?;
        for agent in self.movers(state) {
            self.move_texts(state, agent)?;
        }
        let facts = self.game.facts(state);
        let law = "facts are sorted and distinct";
        self.law(facts.windows(2).all(|w| w[0] < w[1]), law, state, || format!("{facts:?}"))?;
        let picture = self.game.picture(state);
        let drawn = !picture.to_text().trim().is_empty() && picture.to_svg().contains("</svg>");
        self.law(drawn, "a picture shows something", state, || format!("{picture:?}"))
    }

    fn position(&mut self, state: &G::State, must_read: bool) -> Result<(), String> {
        let text = self.game.write_position(state);
        if self.texts.len() < 1000 {
            self.texts.push(text.clone());
        }
        let law = "a position reads back as the same state with the same text";
        match self.game.read_position(&text) {
            Ok(read) => {
                let fault = || format!("written from {state:?}\nread as      {read:?}");
                let same = read == *state && self.game.key(&read) == self.game.key(state);
                self.law(same, law, state, fault)?;
                self.law(self.game.write_position(&read) == text, law, state, fault)
            }
            Err(error) => self.law(!must_read, law, state, || format!("error: {error}")),
        }
    }

    fn move_texts(&mut self, state: &G::State, agent: Agent) -> Result<(), String> {
        let moves = self.moves(state, agent);
        let mut seen = FxHashSet::default();
        for &mv in &moves {
            let text = self.game.write_move(state, agent, mv);
            let blank = text.is_empty() || has_open_blank(&text);
            let law = "a move is written without blanks outside parentheses";
            self.law(!blank, law, state, || format!("{mv:?} is {text:?}"))?;
            let law = "different moves have different texts";
            self.law(seen.insert(text.clone()), law, state, || format!("{mv:?} is {text} too"))?;
        }
        for _ in 0..READ_BACK.min(moves.len()) {
            let mv = moves[below(&mut self.rng, moves.len())];
            self.move_reads_back(state, agent, mv)?;
        }
        self.garbled_moves(state, agent, &moves)
    }

    fn move_reads_back(&self, state: &G::State, agent: Agent, mv: G::Move) -> Result<(), String> {
        let text = self.game.write_move(state, agent, mv);
        let read = self.game.read_move(state, agent, &text);
        let fault = || format!("{text} is {mv:?}, read as {read:?}");
        self.law(read == Some(mv), "a move reads back", state, fault)
    }
}

/// Returns whether a text has a blank outside parentheses: `(mark 1 1)` is one word.
fn has_open_blank(text: &str) -> bool {
    let mut depth = 0;
    text.chars().any(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter.is_whitespace() && depth <= 0
    })
}
