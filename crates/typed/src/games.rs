//! The types of games that the searches are compiled for.

use std::sync::Arc;

use ludex_game::{
    DynGame, DynSimultaneousGame, Hints, Notation, Numbered, SimultaneousGame, TextError,
};
use ludex_games::{Playable, Visitor};
use ludex_gdl::{GdlGame, GdlTurnGame};
use ludex_rewrite::RewriteGame;

use crate::traits::{MatrixGame, TurnGame};

/// A game of either kind with its searches and players.
#[derive(Clone)]
pub enum Typed {
    /// One agent moves at a time.
    Turns(Arc<dyn TurnGame>),
    /// All agents move at the same time.
    Simultaneous(Arc<dyn MatrixGame>),
}

impl Typed {
    /// Compiles the searches and players for a game of turns.
    pub fn turns<G>(game: G) -> Typed
    where
        G: Hints<State: 'static> + Notation + Send + 'static,
    {
        Typed::Turns(Arc::new(Numbered::new(game)))
    }

    /// Compiles the searches and players for a game of simultaneous moves.
    pub fn simultaneous<G>(game: G) -> Typed
    where
        G: SimultaneousGame<State: 'static> + Notation + Send + 'static,
    {
        Typed::Simultaneous(Arc::new(Numbered::new(game)))
    }
}

/// Makes a built-in game by its name and keys; also returns the name with all keys written out.
#[inline(never)]
pub fn built_in(text: &str) -> Result<(String, Typed), TextError> {
    ludex_games::build(text, |name| Named { name })
}

struct Named {
    name: String,
}

impl Visitor for Named {
    type Output = (String, Typed);

    fn sequential<G: Playable>(self, game: G) -> (String, Typed) {
        (self.name, Typed::turns(game))
    }

    fn simultaneous<G>(self, game: G) -> (String, Typed)
    where
        G: SimultaneousGame + Notation + Send + Sync + 'static,
    {
        (self.name, Typed::simultaneous(game))
    }
}

/// Compiles the searches and players for a type of game here. Were the conversion inlined, they would
/// be compiled where it is called.
macro_rules! compiled_for {
    ($($kind:ident: $game:ty,)*) => {
        $(impl From<$game> for Typed {
            #[inline(never)]
            fn from(game: $game) -> Typed {
                Typed::$kind(game)
            }
        })*
    };
}

compiled_for! {
    turns: DynGame,
    turns: GdlTurnGame,
    turns: RewriteGame,
    simultaneous: DynSimultaneousGame,
    simultaneous: GdlGame,
}
