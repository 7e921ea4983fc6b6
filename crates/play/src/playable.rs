//! Games of any type as matches see them: states and moves are erased, so that everything around
//! the searches is compiled once.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludex_game::{
    Agent, Agents, DynGame, DynMove, DynSimultaneousGame, DynState, ErasedModel, Fraction, Hints,
    Model, Notation, Numbered, Outcome, Outcomes, Picture, Sampler, SimultaneousGame, TextError,
    Turn,
};

use crate::playouts::{self, Playout, Playouts};
use crate::registry::{Search, Strategy};
use crate::rules::{Erase, same_game};
use crate::survey::Survey;
use crate::{AlphaBeta, Auto, Clock, Decision, Limit, Mcts, MctsOptions, Nested, Player};
use crate::{Simultaneous, Turns};

/// A game of turns or of simultaneous moves that can be played: its rules over states and moves
/// whose type is erased, and the search players for its type.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Model, Numbered};
/// use ludex_games::{Goofspiel, Nim, Payoff};
/// use ludex_play::PlayableGame;
/// let nim = PlayableGame::turns(Arc::new(Numbered::new(Nim::new(&[3, 4, 5]))));
/// let goofspiel = Goofspiel::new(&[3, 2, 1], Payoff::Result);
/// let goofspiel = PlayableGame::simultaneous(Arc::new(Numbered::new(goofspiel)));
/// for game in [nim, goofspiel] {
///     assert_eq!(game.agents().len(), 2);
/// }
/// ```
#[derive(Clone)]
pub struct PlayableGame(Arc<dyn ErasedRules>);

impl PlayableGame {
    /// Makes a game of turns playable. Its states and moves are those of the `Numbered` game.
    pub fn turns<G>(game: Arc<Numbered<G>>) -> PlayableGame
    where
        G: Hints<State: 'static> + Notation + Send + 'static,
    {
        PlayableGame(Arc::new(Turns::shared(game)))
    }

    /// Makes a game of simultaneous moves playable. Its states and moves are those of the
    /// `Numbered` game.
    pub fn simultaneous<G>(game: Arc<Numbered<G>>) -> PlayableGame
    where
        G: SimultaneousGame<State: 'static> + Notation + Send + 'static,
    {
        PlayableGame(Arc::new(Simultaneous::shared(game)))
    }

    /// Plays the chosen moves: that of the agent on turn, or one for each agent in playing order
    /// where all choose simultaneously.
    pub fn step(&self, state: &mut DynState, chosen: &[DynMove]) {
        self.0.step(state, chosen);
    }

    /// Plays the game at random from its start, to find out what it pays.
    pub fn survey(&self) -> Survey {
        self.0.survey()
    }

    /// Plays a number of games from a state at random, until `stop` is raised. What is found
    /// depends on the seed only.
    pub fn playouts(&self, start: &DynState, plays: u64, seed: u64, stop: &AtomicBool) -> Playouts {
        self.0.playouts(start, plays, seed, stop)
    }

    /// Plays one game from a state at random: the first of [`PlayableGame::playouts`].
    pub fn playout(&self, start: &DynState, seed: u64) -> Playout {
        self.0.playout(start, seed)
    }

    /// Makes a player that searches.
    pub(crate) fn search_player(
        &self,
        search: Search,
        seed: u64,
        max_bytes: usize,
    ) -> Box<dyn Player<PlayableGame> + '_> {
        self.0.search_player(search, seed, max_bytes)
    }

    /// Makes a player by Monte Carlo tree search that tries the moves of a strategy first.
    pub(crate) fn guided_player<'g>(
        &'g self,
        strategy: Box<dyn Strategy + 'g>,
        seed: u64,
        max_bytes: usize,
    ) -> Box<dyn Player<PlayableGame> + 'g> {
        self.0.guided_player(strategy, seed, max_bytes)
    }

    fn inner(&self) -> &dyn ErasedModel {
        self.0.model()
    }
}

same_game!([] PlayableGame, DynState, DynMove);

/// Keeps the states and moves of the game: a [`DynState`] of it is a state here.
impl From<DynGame> for PlayableGame {
    fn from(game: DynGame) -> PlayableGame {
        PlayableGame(Arc::new(game))
    }
}

/// Keeps the states and moves of the game: a [`DynState`] of it is a state here.
impl From<DynSimultaneousGame> for PlayableGame {
    fn from(game: DynSimultaneousGame) -> PlayableGame {
        PlayableGame(Arc::new(game))
    }
}

impl fmt::Debug for PlayableGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayableGame").field("agents", &self.agents().names()).finish()
    }
}

/// What matches need from the rules of a type of game, and the players that search it.
trait ErasedRules: Send + Sync {
    fn model(&self) -> &dyn ErasedModel;
    fn step(&self, state: &mut DynState, chosen: &[DynMove]);
    fn survey(&self) -> Survey;
    fn playouts(&self, start: &DynState, plays: u64, seed: u64, stop: &AtomicBool) -> Playouts;
    fn playout(&self, start: &DynState, seed: u64) -> Playout;
    fn search_player(
        &self,
        search: Search,
        seed: u64,
        max_bytes: usize,
    ) -> Box<dyn Player<PlayableGame> + '_>;
    fn guided_player<'g>(
        &'g self,
        strategy: Box<dyn Strategy + 'g>,
        seed: u64,
        max_bytes: usize,
    ) -> Box<dyn Player<PlayableGame> + 'g>;
}

impl<R: Erase> ErasedRules for R {
    fn model(&self) -> &dyn ErasedModel {
        Erase::model(self)
    }

    fn step(&self, state: &mut DynState, chosen: &[DynMove]) {
        let chosen: Vec<R::Move> = chosen.iter().map(|&mv| self.numbered(mv)).collect();
        let mut next = self.typed(state).clone();
        crate::Rules::step(self, &mut next, &chosen);
        *state = self.erased(next);
    }

    fn survey(&self) -> Survey {
        Survey::new(self, &self.initial(), 0, &Clock::new(Limit::Nodes(u64::MAX)))
    }

    fn playouts(&self, start: &DynState, plays: u64, seed: u64, stop: &AtomicBool) -> Playouts {
        playouts::many(self, start, plays, seed, stop)
    }

    fn playout(&self, start: &DynState, seed: u64) -> Playout {
        playouts::one(self, start, seed)
    }

    fn search_player(
        &self,
        search: Search,
        seed: u64,
        max_bytes: usize,
    ) -> Box<dyn Player<PlayableGame> + '_> {
        let improved = MctsOptions { max_bytes, ..MctsOptions::improved() };
        let player: Box<dyn Player<R>> = match search {
            Search::Auto => Box::new(Auto::new(self, improved, seed)),
            Search::Mcts => Box::new(Mcts::new(self, improved, seed)),
            Search::Uct => {
                Box::new(Mcts::new(self, MctsOptions { max_bytes, ..MctsOptions::uct() }, seed))
            }
            Search::AlphaBeta(style) => Box::new(AlphaBeta::new(self, style, seed, max_bytes)),
            Search::Nested => Box::new(Nested::new(self, seed, max_bytes)),
        };
        Box::new(TypedPlayer { rules: self, player })
    }

    fn guided_player<'g>(
        &'g self,
        mut strategy: Box<dyn Strategy + 'g>,
        seed: u64,
        max_bytes: usize,
    ) -> Box<dyn Player<PlayableGame> + 'g> {
        let policy = move |state: &R::State, agent: Agent| {
            let advice = strategy.advise(&self.erased(state.clone()), agent);
            advice.map(|mv| self.numbered(mv))
        };
        let options = MctsOptions { max_bytes, ..MctsOptions::improved() };
        let player = Mcts::new(self, options, seed).with_policy(Box::new(policy));
        Box::new(TypedPlayer { rules: self, player: Box::new(player) })
    }
}

/// A typed player, which is told and tells erased states and moves.
struct TypedPlayer<'g, R: Erase> {
    rules: &'g R,
    player: Box<dyn Player<R> + 'g>,
}

impl<R: Erase> Player<PlayableGame> for TypedPlayer<'_, R> {
    fn choose(
        &mut self,
        state: &DynState,
        agent: Agent,
        clock: &Clock<'_, DynMove>,
    ) -> Option<Decision<DynMove>> {
        let rules = self.rules;
        let offer = |mv: R::Move| clock.offer(rules.number(mv));
        let decision = self.player.choose(rules.typed(state), agent, &clock.over(&offer))?;
        Some(Decision { mv: rules.number(decision.mv), thought: decision.thought })
    }

    fn prepare(&mut self, state: &DynState, agent: Agent, clock: &Clock<'_, DynMove>) {
        let rules = self.rules;
        let offer = |mv: R::Move| clock.offer(rules.number(mv));
        self.player.prepare(rules.typed(state), agent, &clock.over(&offer));
    }
}
