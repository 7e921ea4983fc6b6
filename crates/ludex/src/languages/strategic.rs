//! Strategic games: `.nfg` files, and matrices in JSON whose cells have two payoffs.

use std::sync::Arc;

use ludex_base::Budget;
use ludex_game::DynSimultaneousGame;
use ludex_prolog::{STRATEGIC_QUERIES, StrategicGame, StrategicTable};
use serde_json::{Map, json};

use super::game_prolog::replied;
use super::{AskedFile, GameFile, cannot_be_asked};
use crate::answers::{Described, Replied};
use crate::error::InputError;
use crate::requests::Query;
use crate::session::Session;

/// Opens an `.nfg` file as a game of one simultaneous move.
pub(super) fn open(file: &Arc<GameFile>, _: &Budget) -> Result<Session, InputError> {
    Ok(session(file, parse(file)?))
}

/// Makes a session of a strategic game.
pub(super) fn session(file: &Arc<GameFile>, game: StrategicGame) -> Session {
    Session::of(&file.name, DynSimultaneousGame::new(StrategicTable::new(game))).of_file(file)
}

/// Reads an `.nfg` file to be asked.
pub(super) fn read(file: &GameFile, _: &Budget) -> Result<Box<dyn AskedFile>, InputError> {
    Ok(Box::new(parse(file)?))
}

/// Reads a matrix in JSON with two payoffs a cell to be asked; other JSON answers no questions.
pub(super) fn read_json(file: &GameFile, _: &Budget) -> Result<Box<dyn AskedFile>, InputError> {
    match StrategicGame::from_json(&file.text) {
        Some(game) => Ok(Box::new(game)),
        None => Err(cannot_be_asked(&file.name)),
    }
}

fn parse(file: &GameFile) -> Result<StrategicGame, InputError> {
    let wrong = |error| InputError::in_text(&file.name, &file.text, error);
    StrategicGame::read_nfg(&file.text).map_err(wrong)
}

impl AskedFile for StrategicGame {
    fn ask(&self, request: &Query) -> Result<Replied, InputError> {
        let query = request.query.as_str();
        let found = StrategicGame::ask(self, query, &request.limits.budget());
        found.map(replied).map_err(|error| InputError::in_text("query", query, error))
    }

    fn described(&self, _: &Budget) -> Result<Described, InputError> {
        let actions = |player: usize| self.actions(player).len();
        Ok(Described {
            language: "strategic form".to_string(),
            agents: self.players.clone(),
            statistics: Map::from_iter([(
                "actions".to_string(),
                json!((0..self.players.len()).map(actions).collect::<Vec<_>>()),
            )]),
            warnings: Vec::new(),
        })
    }

    fn words(&self) -> &'static [&'static str] {
        STRATEGIC_QUERIES
    }
}
