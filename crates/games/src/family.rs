//! The description of a built-in game, and its construction from keys.

use ludex_game::{
    DynGame, DynSimultaneousGame, Game, Hints, Notation, SimultaneousGame, TextError,
};

use crate::GameParams;

/// The page of a game: everything `ludex games NAME` says.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name used on the command line, lower case.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// One line: what the game is.
    pub summary: &'static str,
    /// The rules in a few sentences: how it ends, who wins, off-turn moves, repetition.
    pub rules: &'static str,
    /// The keys, with defaults.
    pub keys: &'static [KeyInfo],
    /// The notation of positions, with an example.
    pub position: &'static str,
    /// The notation of moves, with an example.
    pub moves: &'static str,
    /// The game's own atoms.
    pub atoms: &'static [AtomInfo],
}

/// A key of a game, such as `columns=7`.
#[derive(Clone, Copy, Debug)]
pub struct KeyInfo {
    /// Its name.
    pub name: &'static str,
    /// Its value when none is given.
    pub default: &'static str,
    /// What it means and which values it takes.
    pub meaning: &'static str,
}

/// A group of atoms of a game, such as `stone(AGENT,CELL)`.
#[derive(Clone, Copy, Debug)]
pub struct AtomInfo {
    /// Its pattern.
    pub pattern: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// A game that everything in Ludex can work with: rules, text and hints.
pub trait Playable: Game<State: Send + Sync> + Notation + Hints + Send + Sync + 'static {}

impl<G: Game<State: Send + Sync> + Notation + Hints + Send + Sync + 'static> Playable for G {}

/// What to do with a game once its type is known. This keeps the searches monomorphised: the
/// registry knows names and types, the visitor the task.
pub trait Visitor {
    /// The result.
    type Output;

    /// Visits a game where one agent moves at a time.
    fn sequential<G: Playable>(self, game: G) -> Self::Output;

    /// Visits a game of turns that is not worth a copy of every search: its type is erased.
    fn erased<G: Playable>(self, game: G) -> Self::Output
    where
        Self: Sized,
    {
        self.sequential(DynGame::new(game))
    }

    /// Visits a game where all agents move simultaneously.
    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(
        self,
        game: G,
    ) -> Self::Output;

    /// Visits a game of simultaneous moves that is not worth a copy of every search.
    fn erased_simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(
        self,
        game: G,
    ) -> Self::Output
    where
        Self: Sized,
    {
        self.simultaneous(DynSimultaneousGame::new(game))
    }
}

/// A built-in game with its keys: a family of games of different sizes.
pub trait Family {
    /// The page of the game.
    const INFO: GameInfo;

    /// Makes the game that the keys describe and passes it to the visitor. A size that needs wider
    /// boards may be another type.
    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError>;
}
