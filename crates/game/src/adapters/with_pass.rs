//! A game where agents that are not on turn may pass.

use ludex_base::{Budget, Stopped};

use super::{same_payoffs, same_positions, same_states};
use crate::{
    Agent, Agents, Bounds, Choice, Game, Hints, Model, Notation, OffTurnMark, Outcomes, Turn,
};

/// The game with a pass for every agent that is not on turn, which leaves the position as it is:
/// the second interpretation of turns in the remark on [Saf13, Def. 21]. Nobody passes when the
/// game is over.
///
/// Only agents off turn pass, so the value of the game is the same; formulas that move agents off
/// turn see the difference.
#[derive(Clone, Debug)]
pub struct WithPass<G> {
    game: G,
}

impl<G> WithPass<G> {
    /// Returns the game with passes.
    pub fn new(game: G) -> WithPass<G> {
        WithPass { game }
    }
}

impl<G: Model> Model for WithPass<G> {
    type State = G::State;
    type Move = Choice<G::Move>;

    same_states!();
    same_payoffs!();

    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        self.game.outcomes()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }

    fn moves(&self, state: &G::State, agent: Agent, out: &mut Vec<Self::Move>) {
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        out.extend(moves.into_iter().map(Choice::Move));
        if self.game.turn(state).agent().is_some_and(|on_turn| on_turn != agent) {
            out.push(Choice::Pass);
        }
    }

    /// Always `true`: a pass repeats the state (unless there is only one agent).
    fn can_repeat(&self) -> bool {
        self.game.can_repeat() || self.agents().len() > 1
    }

    fn off_turn_remarks(&self, since: OffTurnMark) -> Vec<String> {
        self.game.off_turn_remarks(since)
    }
}

impl<G: Game> Game for WithPass<G> {
    fn play(&self, state: &mut G::State, agent: Agent, mv: Self::Move) {
        if let Choice::Move(mv) = mv {
            self.game.play(state, agent, mv);
        }
    }
}

impl<G: Notation> Notation for WithPass<G> {
    same_positions!();

    fn write_move(&self, state: &G::State, agent: Agent, mv: Self::Move) -> String {
        match mv {
            Choice::Move(mv) => self.game.write_move(state, agent, mv),
            Choice::Pass => self.pass_text(state, agent),
        }
    }

    fn read_move(&self, state: &G::State, agent: Agent, text: &str) -> Option<Self::Move> {
        if let Some(mv) = self.game.read_move(state, agent, text) {
            return Some(Choice::Move(mv));
        }
        let off_turn = self.game.turn(state).agent().is_some_and(|on_turn| on_turn != agent);
        let pass = off_turn && self.pass_text(state, agent).eq_ignore_ascii_case(text);
        pass.then_some(Choice::Pass)
    }
}

impl<G: Notation> WithPass<G> {
    /// Returns `pass`, followed by dashes if the game itself has a move of that name.
    fn pass_text(&self, state: &G::State, agent: Agent) -> String {
        let texts = (0..8).map(|dashes| format!("pass{}", "'".repeat(dashes)));
        let mut free = texts.filter(|text| self.game.read_move(state, agent, text).is_none());
        free.next().unwrap_or_else(|| "pass".into())
    }
}

/// An agent on turn has the same moves as before, so all hints stay valid.
impl<G: Hints> Hints for WithPass<G> {
    fn bounds(&self, state: &G::State) -> Bounds {
        self.game.bounds(state)
    }

    fn candidates(&self, state: &G::State, out: &mut Vec<Self::Move>) {
        let mut moves = Vec::new();
        self.game.candidates(state, &mut moves);
        out.extend(moves.into_iter().map(Choice::Move));
    }

    fn look(
        &self,
        state: &G::State,
        open: impl FnOnce(Bounds) -> bool,
        out: &mut Vec<Self::Move>,
    ) -> Bounds {
        let mut moves = Vec::new();
        let bounds = self.game.look(state, open, &mut moves);
        out.extend(moves.into_iter().map(Choice::Move));
        bounds
    }

    fn canonical_key(&self, state: &G::State) -> u64 {
        self.game.canonical_key(state)
    }

    /// Returns one more than the game has, for the pass.
    fn history_size(&self) -> usize {
        match self.game.history_size() {
            0 => 0,
            size => size + 1,
        }
    }

    fn history_index(&self, mv: Self::Move) -> usize {
        match mv {
            Choice::Move(mv) => self.game.history_index(mv),
            Choice::Pass => self.game.history_size(),
        }
    }

    fn evaluations(&self) -> &'static [&'static str] {
        self.game.evaluations()
    }

    fn evaluations_within(&self, budget: &Budget) -> Result<&'static [&'static str], Stopped> {
        self.game.evaluations_within(budget)
    }

    fn evaluation(&self, which: usize, state: &G::State) -> f64 {
        self.game.evaluation(which, state)
    }
}
