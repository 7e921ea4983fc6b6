//! Laws of malformed text: it is rejected with a proper error or parsed as a proper state, without
//! panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{GARBLED, Inspector};
use crate::{Agent, Notation, TextError, below};

/// Characters that have a meaning in some notation, or are otherwise special.
const SPICE: &str = "0123456789abhkqrxXOKQPw-+/.,:;#*()[]{}\"' \t\n·→é🂡\u{0}\u{301}";

/// The laws that a parsed state must obey.
type Judge<I, S> = fn(&mut I, &S) -> Result<(), String>;

impl<G: Notation> Inspector<'_, G> {
    /// Parses garbled positions. What is accepted must pass the judge and be parsed back.
    pub(super) fn garbled_positions(&mut self, judge: Judge<Self, G::State>) -> Result<(), String> {
        self.texts.push(self.game.write_position(&self.game.initial()));
        self.garbled_position("", judge)?;
        self.garbled_position(&"9".repeat(5000), judge)?;
        for _ in 0..GARBLED {
            let text = self.texts[below(&mut self.rng, self.texts.len())].clone();
            let garbled = self.garble(&text);
            self.garbled_position(&garbled, judge)?;
        }
        Ok(())
    }

    fn garbled_position(&mut self, text: &str, judge: Judge<Self, G::State>) -> Result<(), String> {
        let read = catch_unwind(AssertUnwindSafe(|| self.game.read_position(text)));
        match read {
            Err(_) => Err(format!("law broken: reading never panics\nposition: {text:?}")),
            Ok(Err(error)) => self.proper_error(text, &error),
            Ok(Ok(state)) => {
                let judged = judge(self, &state).and_then(|()| self.texts(&state, true));
                judged.map_err(|fault| format!("{fault}\nread from: {text:?}"))
            }
        }
    }

    /// Checks that an error has a message and points into the text.
    fn proper_error(&self, text: &str, error: &TextError) -> Result<(), String> {
        if !error.message.is_empty() && text.get(error.span.clone()).is_some() {
            return Ok(());
        }
        let law = "an error has a message and a place in the text";
        Err(format!("law broken: {law}\nposition: {text:?}\n{error:?}"))
    }

    /// Parses a garbled move: the result must be `None` or a legal move.
    pub(super) fn garbled_moves(
        &mut self,
        state: &G::State,
        agent: Agent,
        moves: &[G::Move],
    ) -> Result<(), String> {
        let text = match moves.first() {
            Some(&mv) => self.game.write_move(state, agent, mv),
            None => "a1".into(),
        };
        for text in [self.garble(&text), String::new()] {
            let read = self.game.read_move(state, agent, &text);
            let legal = read.is_none_or(|mv| moves.contains(&mv));
            let law = "only legal moves are read";
            self.law(legal, law, state, || format!("{text:?} is read as {read:?}"))?;
        }
        Ok(())
    }

    /// Returns a text with one to three random changes.
    fn garble(&mut self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..=below(&mut self.rng, 3) {
            let at = below(&mut self.rng, letters.len() + 1);
            let letter = self.letter(&letters);
            match below(&mut self.rng, 6) {
                0 if at < letters.len() => drop(letters.remove(at)),
                1 if at < letters.len() => letters[at] = letter,
                2 if at + 1 < letters.len() => letters.swap(at, at + 1),
                3 => letters.truncate(at),
                4 => letters.extend_from_within(at..),
                _ => letters.insert(at, letter),
            }
            letters.truncate(10_000);
        }
        letters.into_iter().collect()
    }

    /// Returns a letter of the text itself or a special one.
    fn letter(&mut self, letters: &[char]) -> char {
        if !letters.is_empty() && below(&mut self.rng, 2) == 0 {
            return letters[below(&mut self.rng, letters.len())];
        }
        let spice = below(&mut self.rng, SPICE.chars().count());
        SPICE.chars().nth(spice).unwrap_or('?')
    }
}
