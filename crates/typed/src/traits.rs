//! What is compiled for every type of game, behind traits that hide the type.

use std::any::Any;
use std::sync::Arc;

use ludex_base::Ticker;
use ludex_evidence::MixedStrategy;
use ludex_game::{
    Agent, DynGame, DynMove, DynSimultaneousGame, DynState, ErasedGame, ErasedSimultaneous, Hints,
    Notation, Numbered, Question, SimultaneousGame,
};
use ludex_logic::Compiled;
use ludex_play::PlayableGame;
use ludex_search::{
    Budget, CheckSearchOptions, ErasedCheckSearch, MatrixAnswer, MatrixOptions, Observer, Refusal,
    Stopped, ValueOptions, ValueSearch, bind_check_search, bind_value_search, make_check_search,
    make_value_search, mixed_strategies, solve_matrices,
};

/// A game of turns with its searches.
pub trait TurnGame: ErasedGame {
    /// Returns the game for code that does not know its type.
    fn erased(self: Arc<Self>) -> DynGame;

    /// Makes the search for values with this name.
    fn value_search(
        &self,
        name: &str,
        options: &ValueOptions,
    ) -> Option<Box<dyn ValueSearch<DynGame> + '_>>;

    /// Makes the search for the truth of a formula about an agent with this name.
    fn check_search<'g>(
        &'g self,
        name: &str,
        asked: Agent,
        compiled: &'g Compiled,
        options: &CheckSearchOptions<'g>,
    ) -> Option<Box<dyn ErasedCheckSearch + 'g>>;

    /// Counts the lines of play of exactly this many moves.
    fn perft(&self, state: &DynState, depth: u32, ticker: &Ticker) -> Result<u64, Stopped>;

    /// Returns the game for players.
    fn playable(self: Arc<Self>) -> PlayableGame;

    /// Returns the state behind a state, if the type of the game was erased before.
    fn inner<'s>(&self, state: &'s DynState) -> Option<&'s DynState>;
}

impl<G: Hints<State: 'static> + Notation + Send + 'static> TurnGame for Numbered<G> {
    fn erased(self: Arc<Self>) -> DynGame {
        let game: Arc<dyn ErasedGame> = self;
        game.into()
    }

    fn value_search(
        &self,
        name: &str,
        options: &ValueOptions,
    ) -> Option<Box<dyn ValueSearch<DynGame> + '_>> {
        let search = make_value_search(name, self.game(), options)?;
        Some(bind_value_search(self, search))
    }

    fn check_search<'g>(
        &'g self,
        name: &str,
        asked: Agent,
        compiled: &'g Compiled,
        options: &CheckSearchOptions<'g>,
    ) -> Option<Box<dyn ErasedCheckSearch + 'g>> {
        let question = Question { game: self.game(), asked };
        let search = make_check_search(name, question, compiled, options)?;
        Some(bind_check_search(self, search))
    }

    fn perft(&self, state: &DynState, depth: u32, ticker: &Ticker) -> Result<u64, Stopped> {
        ludex_game::perft_within(self.game(), state.get(), depth, ticker)
    }

    fn playable(self: Arc<Self>) -> PlayableGame {
        PlayableGame::turns(self)
    }

    fn inner<'s>(&self, state: &'s DynState) -> Option<&'s DynState> {
        (state.get::<G::State>() as &dyn Any).downcast_ref()
    }
}

/// Mixed strategies of both agents, or why there are none.
pub type MixedStrategies = Result<[MixedStrategy<DynState, DynMove>; 2], Stopped>;

/// A game of simultaneous moves with its searches.
pub trait MatrixGame: ErasedSimultaneous {
    /// Returns the game for code that does not know its type.
    fn erased(self: Arc<Self>) -> DynSimultaneousGame;

    /// Solves a state by the algorithm with this name.
    fn solve(
        &self,
        name: &str,
        state: &DynState,
        options: &MatrixOptions,
        limits: (&Budget, &mut dyn Observer),
    ) -> Option<Result<MatrixAnswer<DynMove>, Refusal>>;

    /// Finds mixed strategies that guarantee the value.
    fn mixed_strategies(
        &self,
        state: &DynState,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<MixedStrategies, Refusal>;

    /// Returns the game for players.
    fn playable(self: Arc<Self>) -> PlayableGame;

    /// Returns the state behind a state, if the type of the game was erased before.
    fn inner<'s>(&self, state: &'s DynState) -> Option<&'s DynState>;
}

impl<G> MatrixGame for Numbered<G>
where
    G: SimultaneousGame<State: 'static> + Notation + Send + 'static,
{
    fn erased(self: Arc<Self>) -> DynSimultaneousGame {
        let game: Arc<dyn ErasedSimultaneous> = self;
        game.into()
    }

    fn solve(
        &self,
        name: &str,
        state: &DynState,
        options: &MatrixOptions,
        limits: (&Budget, &mut dyn Observer),
    ) -> Option<Result<MatrixAnswer<DynMove>, Refusal>> {
        let found = solve_matrices(name, self.game(), state.get(), options, limits)?;
        Some(found.map(|found| found.map(|mv| self.number(mv))))
    }

    fn mixed_strategies(
        &self,
        state: &DynState,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<MixedStrategies, Refusal> {
        let found = mixed_strategies(self.game(), state.get(), budget, observer)?;
        Ok(found.map(|both| both.map(|strategy| strategy.map(DynState::new, |mv| self.number(mv)))))
    }

    fn playable(self: Arc<Self>) -> PlayableGame {
        PlayableGame::simultaneous(self)
    }

    fn inner<'s>(&self, state: &'s DynState) -> Option<&'s DynState> {
        (state.get::<G::State>() as &dyn Any).downcast_ref()
    }
}
