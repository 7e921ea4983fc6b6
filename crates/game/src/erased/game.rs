//! The games whose type is erased, as games.

use std::fmt;
use std::sync::Arc;

use ludex_base::{Budget, Stopped};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{DynMove, DynState, ErasedGame, ErasedModel, ErasedSimultaneous, Numbered};
use crate::{
    Agent, Agents, Bounds, Fraction, Game, HashSeed, Hints, Model, Notation, OffTurnMark, Outcome,
    Outcomes, Picture, Sampler, SimultaneousGame, TextError, Turn,
};

/// A game of turns of any type.
///
/// ```
/// use ludex_game::{DynGame, ExplicitGame, Game, Model, Notation};
/// let game = ExplicitGame::from_json(r#"{ "agents": ["Max", "Min"], "initial": "s",
///     "states": { "s": { "moves": { "Max": ["a"] } }, "a": {} } }"#).unwrap();
/// let game = DynGame::new(game);
/// let (start, agent) = (game.initial(), game.agents().named("max").unwrap());
/// let mv = game.read_move(&start, agent, "a").unwrap();
/// assert_eq!(game.write_position(&game.after(&start, agent, mv)), "a");
/// ```
#[derive(Clone)]
pub struct DynGame(Arc<dyn ErasedGame>);

impl DynGame {
    /// Erases the type of a game.
    pub fn new<G: Hints<State: 'static> + Notation + Send + 'static>(game: G) -> DynGame {
        DynGame(Arc::new(Numbered::new(game)))
    }
}

/// A game of simultaneous moves of any type.
#[derive(Clone)]
pub struct DynSimultaneousGame(Arc<dyn ErasedSimultaneous>);

impl DynSimultaneousGame {
    /// Erases the type of a game.
    pub fn new<G>(game: G) -> DynSimultaneousGame
    where
        G: SimultaneousGame<State: 'static> + Notation + Send + 'static,
    {
        DynSimultaneousGame(Arc::new(Numbered::new(game)))
    }
}

macro_rules! model {
    ($game:ident, $erased:ident) => {
        impl From<Arc<dyn $erased>> for $game {
            fn from(game: Arc<dyn $erased>) -> $game {
                $game(game)
            }
        }

        impl $game {
            /// Returns the game over states and moves whose type is erased.
            pub fn model(&self) -> &dyn ErasedModel {
                &*self.0
            }
        }

        impl fmt::Debug for $game {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let agents = self.0.agents().names();
                f.debug_struct(stringify!($game)).field("agents", &agents).finish()
            }
        }

        impl Model for $game {
            type State = DynState;
            type Move = DynMove;

            fn agents(&self) -> &Agents {
                self.0.agents()
            }

            fn outcomes(&self) -> &Outcomes {
                self.0.outcomes()
            }

            fn initial(&self) -> DynState {
                self.0.initial()
            }

            fn turn(&self, state: &DynState) -> Turn {
                self.0.turn(state)
            }

            fn moves(&self, state: &DynState, agent: Agent, out: &mut Vec<DynMove>) {
                self.0.moves(state, agent, out);
            }

            fn outcome(&self, state: &DynState) -> Outcome {
                self.0.outcome(state)
            }

            fn holds(&self, state: &DynState, own_atom: u32) -> bool {
                self.0.holds(state, own_atom)
            }

            fn key(&self, state: &DynState) -> u64 {
                self.0.key(state)
            }

            fn seeded_key(&self, state: &DynState, seed: HashSeed) -> Option<u64> {
                self.0.seeded_key(state, seed)
            }

            fn has_chance(&self) -> bool {
                self.0.has_chance()
            }

            fn probabilities(&self, state: &DynState, out: &mut Vec<Fraction>) {
                self.0.probabilities(state, out);
            }

            fn can_repeat(&self) -> bool {
                self.0.can_repeat()
            }

            fn can_repeat_within(&self, budget: &Budget) -> Result<bool, Stopped> {
                self.0.can_repeat_within(budget)
            }

            fn heap_bytes(&self) -> usize {
                self.0.heap_bytes()
            }

            fn fault(&self) -> Option<String> {
                self.0.fault()
            }

            fn off_turn_remarks(&self, since: OffTurnMark) -> Vec<String> {
                self.0.off_turn_remarks(since)
            }

            fn uncounted_key(&self, state: &DynState) -> Option<u64> {
                self.0.uncounted_key(state)
            }

            fn sampler(&self, seed: u64) -> Option<Box<dyn Sampler<DynState> + '_>> {
                self.0.sampler(seed)
            }

            fn payoff(&self, state: &DynState, agent: Agent) -> f64 {
                self.0.payoff(state, agent)
            }

            fn fraction(&self, state: &DynState, agent: Agent) -> Option<Fraction> {
                self.0.fraction(state, agent)
            }

            fn zero_sum(&self) -> bool {
                self.0.zero_sum()
            }

            fn zero_sum_within(&self, budget: &Budget) -> Result<bool, Stopped> {
                self.0.zero_sum_within(budget)
            }

            fn wins(&self, state: &DynState, agent: Agent) -> bool {
                self.0.wins(state, agent)
            }
        }

        impl Notation for $game {
            fn write_move(&self, state: &DynState, agent: Agent, mv: DynMove) -> String {
                self.0.write_move(state, agent, mv)
            }

            fn print_move(&self, state: &DynState, agent: Agent, mv: DynMove) -> String {
                self.0.print_move(state, agent, mv)
            }

            fn read_move(&self, state: &DynState, agent: Agent, text: &str) -> Option<DynMove> {
                self.0.read_move(state, agent, text)
            }

            fn write_position(&self, state: &DynState) -> String {
                self.0.write_position(state)
            }

            fn read_position(&self, text: &str) -> Result<DynState, TextError> {
                self.0.read_position(text)
            }

            fn atoms(&self) -> Vec<String> {
                self.0.atoms()
            }

            fn picture(&self, state: &DynState) -> Picture {
                self.0.picture(state)
            }

            fn facts(&self, state: &DynState) -> Vec<String> {
                self.0.facts(state)
            }
        }
    };
}

model!(DynGame, ErasedGame);
model!(DynSimultaneousGame, ErasedSimultaneous);

impl Game for DynGame {
    fn play(&self, state: &mut DynState, agent: Agent, mv: DynMove) {
        self.0.play(state, agent, mv);
    }

    fn random_playout(
        &self,
        state: &mut DynState,
        rng: &mut Xoshiro256PlusPlus,
        limit: u32,
        _moves: &mut Vec<DynMove>,
    ) -> u32 {
        self.0.random_playout(state, rng, limit)
    }
}

impl Hints for DynGame {
    fn bounds(&self, state: &DynState) -> Bounds {
        self.0.bounds(state)
    }

    fn candidates(&self, state: &DynState, out: &mut Vec<DynMove>) {
        self.0.candidates(state, out);
    }

    fn ordered(&self, state: &DynState, agent: Agent, out: &mut Vec<DynMove>) {
        self.0.ordered(state, agent, out);
    }

    fn moves_towards(
        &self,
        state: &DynState,
        agent: Agent,
        own_atom: u32,
        left: &[u32],
        out: &mut Vec<DynMove>,
    ) {
        self.0.moves_towards(state, agent, own_atom, left, out);
    }

    fn reachable(&self, state: &DynState, own_atom: u32, left: &[u32]) -> bool {
        self.0.reachable(state, own_atom, left)
    }

    fn may_win_at_once(&self, state: &DynState, agent: Agent) -> bool {
        self.0.may_win_at_once(state, agent)
    }

    fn canonical_key(&self, state: &DynState) -> u64 {
        self.0.canonical_key(state)
    }

    fn least_moves(&self, state: &DynState, at_least: Outcome) -> Option<u32> {
        self.0.least_moves(state, at_least)
    }

    fn history_size(&self) -> usize {
        self.0.history_size()
    }

    fn history_index(&self, mv: DynMove) -> usize {
        self.0.history_index(mv)
    }

    fn evaluations(&self) -> &'static [&'static str] {
        self.0.evaluations()
    }

    fn evaluations_within(&self, budget: &Budget) -> Result<&'static [&'static str], Stopped> {
        self.0.evaluations_within(budget)
    }

    fn evaluation(&self, which: usize, state: &DynState) -> f64 {
        self.0.evaluation(which, state)
    }
}

impl SimultaneousGame for DynSimultaneousGame {
    fn play_joint(&self, state: &mut DynState, joint: &[DynMove]) {
        self.0.play_joint(state, joint);
    }

    fn mirrored(&self, state: &DynState) -> Option<DynState> {
        self.0.mirrored(state)
    }

    fn value_bounds(&self, state: &DynState) -> (f64, f64) {
        self.0.value_bounds(state)
    }
}
