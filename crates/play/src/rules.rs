//! A game as the typed players see it: agents choose, one at a time or all at once, and the chosen
//! moves are played.
//!
//! [`Turns`] and [`Simultaneous`] give the two kinds of games one interface, so that every player
//! is written once. They number the moves of their game, which is what [`PlayableGame`] needs to
//! run a typed player over states and moves whose type is erased.
//!
//! [`PlayableGame`]: crate::PlayableGame

use std::sync::Arc;

use ludex_game::{
    Agent, Agents, Bounds, DynGame, DynMove, DynSimultaneousGame, DynState, ErasedModel, Fraction,
    Game, Hints, Model, Notation, Numbered, Outcome, Outcomes, Picture, Sampler, SimultaneousGame,
    TextError, Turn,
};

use ludex_search::{BackwardOptions, Budget, Silent, backward};

use crate::prover::{Prover, TurnProver};

/// The rules of a game, whether its agents move in turns or simultaneously.
pub trait Rules: Notation {
    /// Plays the chosen moves: that of the agent on turn, or one for each agent in playing order
    /// where all choose simultaneously.
    fn step(&self, state: &mut Self::State, chosen: &[Self::Move]);

    /// Plays a move of an agent whether it is on turn or not. Returns `false`, and plays nothing,
    /// if the game has no moves off turn.
    fn play_off_turn(&self, _state: &mut Self::State, _agent: Agent, _mv: Self::Move) -> bool {
        false
    }

    /// Returns sound bounds on the outcome for the first agent, if the game offers them.
    fn bounds(&self, _state: &Self::State) -> Option<Bounds> {
        None
    }

    /// Returns how promising a state is for the first agent, from 0 to 1, if the game can say.
    fn evaluation(&self, _state: &Self::State) -> Option<f64> {
        None
    }

    /// Returns whether an agent, on turn or not, may have a move that wins at once. `false` saves
    /// trying all moves.
    fn may_win_at_once(&self, _state: &Self::State, _agent: Agent) -> bool {
        true
    }

    /// Returns a key that is equal for states that are mirror images of each other.
    fn canonical_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// Returns a search that proves values of states within a number of bytes, or `None` if the
    /// game is not one of turns between two agents without chance.
    fn prover(&self, _max_bytes: usize) -> Option<Box<dyn Prover<Self::State, Self::Move> + '_>> {
        None
    }

    /// Finds optimal play of an agent in a state, alone or against an opponent whose payoff and its
    /// own have a constant sum. Returns `None` if the budget is not enough, or if there is no such play.
    fn optimum(
        &self,
        _state: &Self::State,
        _agent: Agent,
        _budget: &Budget,
    ) -> Option<Optimum<Self::Move>> {
        None
    }
}

/// Optimal play of an agent in a state.
#[derive(Clone, PartialEq, Debug)]
pub struct Optimum<M> {
    /// The moves with their probabilities: one move, or a mixed strategy.
    pub moves: Vec<(M, f64)>,
    /// What they are worth to the first agent.
    pub value: f64,
}

/// Rules whose states and moves can be erased: the bridge between a typed player and a match.
pub(crate) trait Erase: Rules + Send {
    /// Returns the game over erased states and moves.
    fn model(&self) -> &dyn ErasedModel;
    /// Returns the state behind an erased one.
    fn typed<'s>(&self, state: &'s DynState) -> &'s Self::State;
    /// Erases the type of a state.
    fn erased(&self, state: Self::State) -> DynState;
    /// Returns the number of a move.
    fn number(&self, mv: Self::Move) -> DynMove;
    /// Returns the move with a number.
    fn numbered(&self, mv: DynMove) -> Self::Move;
}

/// A game of turns.
pub struct Turns<G: Model>(Arc<Numbered<G>>);

/// A game of simultaneous moves.
pub struct Simultaneous<G: Model>(Arc<Numbered<G>>);

/// Implements `Model` and `Notation` by passing every method on to what `inner` returns.
macro_rules! same_game {
    ([$($generics:tt)*] $wrapper:ty, $state:ty, $move:ty) => {
        impl<$($generics)*> Model for $wrapper {
            type State = $state;
            type Move = $move;

            fn agents(&self) -> &Agents {
                self.inner().agents()
            }

            fn outcomes(&self) -> &Outcomes {
                self.inner().outcomes()
            }

            fn initial(&self) -> $state {
                self.inner().initial()
            }

            #[inline]
            fn turn(&self, state: &$state) -> Turn {
                self.inner().turn(state)
            }

            #[inline]
            fn moves(&self, state: &$state, agent: Agent, out: &mut Vec<$move>) {
                self.inner().moves(state, agent, out);
            }

            fn outcome(&self, state: &$state) -> Outcome {
                self.inner().outcome(state)
            }

            #[inline]
            fn holds(&self, state: &$state, own_atom: u32) -> bool {
                self.inner().holds(state, own_atom)
            }

            #[inline]
            fn key(&self, state: &$state) -> u64 {
                self.inner().key(state)
            }

            #[inline]
            fn seeded_key(&self, state: &$state, seed: ludex_game::HashSeed) -> Option<u64> {
                self.inner().seeded_key(state, seed)
            }

            fn has_chance(&self) -> bool {
                self.inner().has_chance()
            }

            fn probabilities(&self, state: &$state, out: &mut Vec<Fraction>) {
                self.inner().probabilities(state, out);
            }

            fn can_repeat(&self) -> bool {
                self.inner().can_repeat()
            }

            fn can_repeat_within(
                &self,
                budget: &ludex_base::Budget,
            ) -> Result<bool, ludex_base::Stopped> {
                self.inner().can_repeat_within(budget)
            }

            fn fault(&self) -> Option<String> {
                self.inner().fault()
            }

            fn uncounted_key(&self, state: &$state) -> Option<u64> {
                self.inner().uncounted_key(state)
            }

            fn sampler(&self, seed: u64) -> Option<Box<dyn Sampler<$state> + '_>> {
                self.inner().sampler(seed)
            }

            fn payoff(&self, state: &$state, agent: Agent) -> f64 {
                self.inner().payoff(state, agent)
            }

            fn wins(&self, state: &$state, agent: Agent) -> bool {
                self.inner().wins(state, agent)
            }
        }

        impl<$($generics)*> Notation for $wrapper {
            fn write_move(&self, state: &$state, agent: Agent, mv: $move) -> String {
                self.inner().write_move(state, agent, mv)
            }

            fn print_move(&self, state: &$state, agent: Agent, mv: $move) -> String {
                self.inner().print_move(state, agent, mv)
            }

            fn read_move(&self, state: &$state, agent: Agent, text: &str) -> Option<$move> {
                self.inner().read_move(state, agent, text)
            }

            fn write_position(&self, state: &$state) -> String {
                self.inner().write_position(state)
            }

            fn read_position(&self, text: &str) -> Result<$state, TextError> {
                self.inner().read_position(text)
            }

            fn atoms(&self) -> Vec<String> {
                self.inner().atoms()
            }

            fn picture(&self, state: &$state) -> Picture {
                self.inner().picture(state)
            }

            fn facts(&self, state: &$state) -> Vec<String> {
                self.inner().facts(state)
            }
        }
    };
}

pub(crate) use same_game;

/// Implements what [`Turns`] and [`Simultaneous`] have in common.
macro_rules! wrapper {
    ($wrapper:ident, $kind:ident) => {
        impl<G: Model<State: 'static>> $wrapper<G> {
            /// Wraps a game; a reference to a game is a game, too.
            pub fn new(game: G) -> $wrapper<G> {
                $wrapper(Arc::new(Numbered::new(game)))
            }

            /// Wraps a game whose moves are numbered already.
            pub fn shared(game: Arc<Numbered<G>>) -> $wrapper<G> {
                $wrapper(game)
            }

            #[inline]
            fn inner(&self) -> &G {
                self.0.game()
            }
        }

        same_game!([G: $kind<State: 'static> + Notation + Send] $wrapper<G>, G::State, G::Move);

        impl<G> Erase for $wrapper<G>
        where
            G: $kind<State: 'static> + Notation + Send,
            $wrapper<G>: Rules<State = G::State, Move = G::Move>,
        {
            fn model(&self) -> &dyn ErasedModel {
                &*self.0
            }

            fn typed<'s>(&self, state: &'s DynState) -> &'s G::State {
                state.get()
            }

            fn erased(&self, state: G::State) -> DynState {
                DynState::new(state)
            }

            fn number(&self, mv: G::Move) -> DynMove {
                self.0.number(mv)
            }

            fn numbered(&self, mv: DynMove) -> G::Move {
                self.0.numbered(mv)
            }
        }
    };
}

wrapper!(Turns, Game);
wrapper!(Simultaneous, SimultaneousGame);

/// The methods of `Rules` for a game of turns.
macro_rules! rules_of_turns {
    ($self:ident, $game:expr) => {
        #[inline]
        fn step(&$self, state: &mut Self::State, chosen: &[Self::Move]) {
            if let (Some(agent), Some(&mv)) = ($game.turn(state).mover(), chosen.first()) {
                $game.play(state, agent, mv);
            }
        }

        fn play_off_turn(&$self, state: &mut Self::State, agent: Agent, mv: Self::Move) -> bool {
            $game.play(state, agent, mv);
            true
        }

        fn bounds(&$self, state: &Self::State) -> Option<Bounds> {
            Some(Hints::bounds($game, state))
        }

        fn evaluation(&$self, state: &Self::State) -> Option<f64> {
            (!$game.evaluations().is_empty()).then(|| Hints::evaluation($game, 0, state))
        }

        fn may_win_at_once(&$self, state: &Self::State, agent: Agent) -> bool {
            Hints::may_win_at_once($game, state, agent)
        }

        fn canonical_key(&$self, state: &Self::State) -> u64 {
            Hints::canonical_key($game, state)
        }

        fn prover(
            &$self,
            max_bytes: usize,
        ) -> Option<Box<dyn Prover<Self::State, Self::Move> + '_>> {
            ($self.agents().len() == 2 && !$self.has_chance()).then(|| TurnProver::boxed($game, max_bytes))
        }

        fn optimum(
            &$self,
            state: &Self::State,
            agent: Agent,
            budget: &Budget,
        ) -> Option<Optimum<Self::Move>> {
            if $self.agents().len() > 2 {
                return None;
            }
            let proof = TurnProver::boxed($game, budget.max_bytes).prove(state, budget);
            let on_turn = $game.turn(state) == Turn::Of(agent);
            let (&mv, value) = proof.best.first().zip(proof.bounds.exact()).filter(|_| on_turn)?;
            let value = $game.outcomes().number(value);
            Some(Optimum { moves: vec![(mv, 1.0)], value })
        }
    };
}

impl<G: Hints<State: 'static> + Notation + Send> Rules for Turns<G> {
    rules_of_turns!(self, self.inner());
}

impl Rules for DynGame {
    rules_of_turns!(self, self);
}

impl<G: SimultaneousGame<State: 'static> + Notation + Send> Rules for Simultaneous<G> {
    #[inline]
    fn step(&self, state: &mut G::State, chosen: &[G::Move]) {
        self.inner().play_joint(state, chosen);
    }

    fn optimum(&self, state: &G::State, agent: Agent, budget: &Budget) -> Option<Optimum<G::Move>> {
        mixed_optimum(self.inner(), state, agent, budget)
    }
}

/// Finds an optimal mixed strategy by backward induction.
fn mixed_optimum<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    agent: Agent,
    budget: &Budget,
) -> Option<Optimum<G::Move>> {
    let report = backward(game, state, BackwardOptions::BEST, budget, &mut Silent).ok()?;
    let value = report.value()?;
    let moves = if agent == Agent::FIRST { report.row } else { report.column };
    (!moves.is_empty()).then_some(Optimum { moves, value })
}

impl Rules for DynSimultaneousGame {
    fn step(&self, state: &mut DynState, chosen: &[DynMove]) {
        self.play_joint(state, chosen);
    }

    fn optimum(&self, state: &DynState, agent: Agent, budget: &Budget) -> Option<Optimum<DynMove>> {
        mixed_optimum(self, state, agent, budget)
    }
}

/// A game whose type is erased has erased states and numbered moves as they are.
macro_rules! erased_already {
    ($game:ty) => {
        impl Erase for $game {
            fn model(&self) -> &dyn ErasedModel {
                self.model()
            }

            fn typed<'s>(&self, state: &'s DynState) -> &'s DynState {
                state
            }

            fn erased(&self, state: DynState) -> DynState {
                state
            }

            fn number(&self, mv: DynMove) -> DynMove {
                mv
            }

            fn numbered(&self, mv: DynMove) -> DynMove {
                mv
            }
        }
    };
}

erased_already!(DynGame);
erased_already!(DynSimultaneousGame);
