//! Looking at a position piece by piece, where [`Session::show`] would draw all of it; and random
//! play from it.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ludex_game::{Agent, DynState, Model, Notation, Turn};
use ludex_play::{Playout, Playouts};
use serde_json::{Map, Value};

use crate::describe;
use crate::error::InputError;
use crate::requests::StopFlag;
use crate::session::{AnyGame, Session, either};
use crate::trail::Trail;

impl Session {
    /// Returns who is to choose.
    pub fn turn(&self) -> Turn {
        either!(&self.game, game => game.turn(&self.state))
    }

    /// Returns the position in the game's notation.
    pub fn position(&self) -> String {
        either!(&self.game, game => game.write_position(&self.state))
    }

    /// Returns the moves of an agent, on turn or not, or what can happen by chance.
    pub fn moves(&self, agent: Agent) -> Vec<String> {
        either!(&self.game, game => {
            let mut moves = Vec::new();
            game.moves(&self.state, agent, &mut moves);
            moves.into_iter().map(|mv| game.write_move(&self.state, agent, mv)).collect()
        })
    }

    /// Returns how the game ended for the first agent, once it is over.
    pub fn outcome(&self) -> Option<&str> {
        let over = self.turn() == Turn::Final;
        over.then(|| either!(&self.game, game => game.outcomes().name(game.outcome(&self.state))))
    }

    /// Returns what every agent got, once the game is over.
    pub fn scores(&self) -> Option<Map<String, Value>> {
        let over = self.turn() == Turn::Final;
        over.then(|| either!(&self.game, game => describe::scores(game, &self.state)))
    }

    /// Returns the names of the game's own atoms that are true, sorted.
    pub fn facts(&self) -> Vec<String> {
        either!(&self.game, game => game.facts(&self.state))
    }

    /// Returns the state of a game that was opened with its type erased, or `None` of any other.
    pub fn erased_state(&self) -> Option<&DynState> {
        match &self.game {
            AnyGame::Turns(typed, _) => typed.inner(&self.state),
            AnyGame::Simultaneous(typed, _) => typed.inner(&self.state),
        }
    }

    /// Plays a number of games from the position at random, until `stop` is raised.
    pub fn playouts(&self, plays: u64, seed: u64, stop: &StopFlag) -> Result<Playouts, InputError> {
        let found = self.playable().playouts(&self.state, plays, seed, &stop.0);
        self.require_sound().map(|()| found)
    }

    /// Plays one game from the position at random; returns its moves and the last position.
    pub fn playout(&self, seed: u64) -> Result<(Vec<Vec<String>>, Session), InputError> {
        let Playout { moves, end } = self.playable().playout(&self.state, seed);
        self.require_sound()?;
        Ok((moves, Session { state: end, trail: Trail::default(), ..self.clone() }))
    }
}

/// Positions are equal if their games are (by name and file) and their states are.
impl PartialEq for Session {
    fn eq(&self, other: &Session) -> bool {
        self.state == other.state && self.name == other.name && self.same_file(other)
    }
}

impl Eq for Session {}

impl Hash for Session {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

impl Session {
    fn same_file(&self, other: &Session) -> bool {
        match (&self.file, &other.file) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two) || one.text == two.text,
            (one, two) => one.is_none() && two.is_none(),
        }
    }
}
