//! A multi-outcome game seen as a two-outcome game [Saf13, Section 3.3].

use super::{same_hints, same_positions, same_states};
use crate::{
    Agent, Agents, Bounds, Game, Hints, Model, Notation, OffTurnMark, Outcome, Outcomes, Turn,
};

/// The game where the first agent wins by reaching at least a given outcome, and loses otherwise.
///
/// The rules and the game graph are unchanged [Saf13, Section 3.3]. The original value is at least
/// `o` exactly if this game is won, so a few of these questions find it by binary search.
///
/// ```
/// use ludex_game::{Model, Outcome, RandomGame, TwoOutcomes};
/// let game = RandomGame { outcomes: 5, ..RandomGame::default() }.generate(1);
/// let at_least_middle = TwoOutcomes::new(&game, Outcome(2));
/// assert_eq!(at_least_middle.outcomes().len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct TwoOutcomes<G> {
    game: G,
    at_least: Outcome,
    outcomes: Outcomes,
}

impl<G> TwoOutcomes<G> {
    /// Returns the game that is won with this outcome or a better one.
    pub fn new(game: G, at_least: Outcome) -> TwoOutcomes<G> {
        TwoOutcomes { game, at_least, outcomes: Outcomes::win_loss() }
    }

    fn restrict(&self, outcome: Outcome) -> Outcome {
        if outcome >= self.at_least { self.outcomes.best() } else { Outcome::WORST }
    }

    fn restricted(&self, bounds: Bounds) -> Bounds {
        Bounds { low: self.restrict(bounds.low), high: self.restrict(bounds.high) }
    }
}

/// There is no sampler: sums of the payoffs of the game do not say how often an outcome was
/// reached.
impl<G: Model> Model for TwoOutcomes<G> {
    type State = G::State;
    type Move = G::Move;

    same_states!();

    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }

    fn moves(&self, state: &G::State, agent: Agent, out: &mut Vec<G::Move>) {
        self.game.moves(state, agent, out);
    }

    fn outcome(&self, state: &G::State) -> Outcome {
        self.restrict(self.game.outcome(state))
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn fault(&self) -> Option<String> {
        self.game.fault()
    }

    fn off_turn_remarks(&self, since: OffTurnMark) -> Vec<String> {
        self.game.off_turn_remarks(since)
    }
}

impl<G: Game> Game for TwoOutcomes<G> {
    fn play(&self, state: &mut G::State, agent: Agent, mv: G::Move) {
        self.game.play(state, agent, mv);
    }
}

impl<G: Notation> Notation for TwoOutcomes<G> {
    same_positions!();

    fn write_move(&self, state: &G::State, agent: Agent, mv: G::Move) -> String {
        self.game.write_move(state, agent, mv)
    }

    fn read_move(&self, state: &G::State, agent: Agent, text: &str) -> Option<G::Move> {
        self.game.read_move(state, agent, text)
    }
}

/// Restricting keeps the order of outcomes, so bounds and candidates stay sound.
impl<G: Hints> Hints for TwoOutcomes<G> {
    same_hints!();

    fn bounds(&self, state: &G::State) -> Bounds {
        self.restricted(self.game.bounds(state))
    }

    fn look(
        &self,
        state: &G::State,
        open: impl FnOnce(Bounds) -> bool,
        out: &mut Vec<G::Move>,
    ) -> Bounds {
        self.restricted(self.game.look(state, |bounds| open(self.restricted(bounds)), out))
    }

    fn evaluation(&self, which: usize, state: &G::State) -> f64 {
        self.game.evaluation(which, state)
    }
}
