//! Moves, facts and positions as KIF text.

use ludex_game::{Agent, Model, Notation, Picture, TextError};

use super::{GdlGame, GdlMove, GdlState};
use crate::analysis::Invariants;
use crate::syntax::{Expr, Kind, parse_kif};

impl Notation for GdlGame {
    fn write_move(&self, _state: &GdlState, _agent: Agent, mv: GdlMove) -> String {
        self.engine().move_text(mv)
    }

    /// Parses KIF, `(mark 1 1)`, and the form without blanks, `mark(1,1)`.
    fn read_move(&self, state: &GdlState, agent: Agent, text: &str) -> Option<GdlMove> {
        let mut moves = Vec::new();
        self.moves(state, agent, &mut moves);
        let kif = parse_kif(text).ok().filter(|forms| forms.len() == 1).map(|forms| kif(&forms[0]));
        let word: String = text.to_lowercase().split_whitespace().collect();
        let same = |&mv: &GdlMove| {
            kif.as_ref() == Some(&self.engine().move_text(mv))
                || word == self.engine().move_word(mv)
        };
        moves.into_iter().find(same)
    }

    /// Returns all facts, sorted, or `()` if there is none.
    fn write_position(&self, state: &GdlState) -> String {
        let facts = self.engine().facts(state);
        if facts.is_empty() { "()".to_owned() } else { facts.join(" ") }
    }

    fn read_position(&self, text: &str) -> Result<GdlState, TextError> {
        let forms = parse_kif(text).map_err(TextError::from)?;
        if forms.is_empty() {
            return Err(TextError::new("a position is a list of facts", 0..text.len())
                .help("for instance `(cell 1 1 b) (control white)`; `()` has no facts"));
        }
        let empty = forms.len() == 1 && forms[0].parts().is_empty();
        let forms = if empty { &[][..] } else { &forms[..] };
        let facts: Vec<String> = forms.iter().map(kif).collect();
        let state = self.engine().state(&facts).map_err(|place| {
            let message = format!("`{}` is not a fact of this game", facts[place]);
            TextError::new(message, forms[place].span.range())
        })?;
        match self.broken_invariant(&state) {
            None => Ok(state),
            Some(message) => Err(TextError::new(message, 0..text.len())),
        }
    }

    fn atoms(&self) -> Vec<String> {
        self.atoms.to_vec()
    }

    /// Draws a board, if facts such as `(cell 1 1 x)` form one, with all other facts below it.
    fn picture(&self, state: &GdlState) -> Picture {
        self.board.draw(&self.engine().facts(state))
    }

    /// Returns the facts of the state: `(cell 1 1 b)`.
    fn facts(&self, state: &GdlState) -> Vec<String> {
        self.engine().facts(state)
    }
}

impl GdlGame {
    /// Returns the proved property of all states of a play that a state does not have, as a
    /// sentence. What is known of the game (turns, that no state comes back) rests on them.
    fn broken_invariant(&self, state: &GdlState) -> Option<String> {
        let Invariants { at_most_one, at_least_one } = &self.compiled.cycles.invariants;
        let held = |facts: &Vec<usize>| -> Vec<usize> {
            facts.iter().copied().filter(|&f| self.engine().holds(state, f as u32)).collect()
        };
        let name = |fact: usize| {
            let atom = self.atoms[fact].strip_prefix("true(").and_then(|a| a.strip_suffix(')'));
            atom.unwrap_or_default()
        };
        if let Some(both) = at_most_one.iter().map(held).find(|held| held.len() > 1) {
            let [one, other] = [both[0], both[1]].map(name);
            return Some(format!("no position of this game has both `{one}` and `{other}`"));
        }
        let missing = at_least_one.iter().find(|facts| held(facts).is_empty())?;
        Some(format!("every position of this game has a fact such as `{}`", name(missing[0])))
    }
}

/// Returns an expression as KIF with single blanks.
fn kif(expr: &Expr) -> String {
    match &expr.kind {
        Kind::Word(word) => word.clone(),
        Kind::List(parts) => {
            let parts: Vec<String> = parts.iter().map(kif).collect();
            format!("({})", parts.join(" "))
        }
    }
}
