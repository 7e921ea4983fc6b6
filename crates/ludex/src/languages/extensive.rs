//! Extensive games: `.efg` files.

use std::sync::Arc;

use ludex_base::Budget;
use ludex_game::{Diagram, DynGame, OnTurnOnly};
use ludex_prolog::{ExtensiveGame, GameNode, TREE_QUERIES, TreeGame, answer_about_tree};
use serde_json::{Map, json};

use super::game_prolog::replied;
use super::{AskedFile, GameFile};
use crate::answers::{Described, Replied};
use crate::error::InputError;
use crate::requests::Query;
use crate::session::Session;
use crate::trees::{MOST_DRAWN, too_large};

/// Opens a game in extensive form with perfect information.
pub(super) fn open(file: &Arc<GameFile>, budget: &Budget) -> Result<Session, InputError> {
    let game = DynGame::new(OnTurnOnly::new(TreeGame::new(tree(file, budget)?)));
    Ok(Session::of(&file.name, game).of_file(file))
}

/// Reads a game to be asked.
pub(super) fn read(file: &GameFile, budget: &Budget) -> Result<Box<dyn AskedFile>, InputError> {
    Ok(Box::new(tree(file, budget)?))
}

fn tree(file: &GameFile, budget: &Budget) -> Result<ExtensiveGame, InputError> {
    let wrong = |error| InputError::in_text(&file.name, &file.text, error);
    ExtensiveGame::read_efg_within(&file.text, budget)
        .map_err(|why| InputError::opening(&file.name, why, wrong))
}

impl AskedFile for ExtensiveGame {
    fn ask(&self, request: &Query) -> Result<Replied, InputError> {
        let query = request.query.as_str();
        let found = answer_about_tree(self, query, &request.limits.budget());
        found.map(replied).map_err(|error| InputError::in_text("query", query, error))
    }

    fn described(&self, _: &Budget) -> Result<Described, InputError> {
        let ends = |node: &&GameNode| matches!(node, GameNode::Terminal { .. });
        Ok(Described {
            language: "extensive form".to_string(),
            agents: self.players.clone(),
            statistics: Map::from_iter([
                ("nodes".to_string(), json!(self.nodes.len())),
                ("ends".to_string(), json!(self.nodes.iter().filter(ends).count())),
            ]),
            warnings: Vec::new(),
        })
    }

    fn words(&self) -> &'static [&'static str] {
        TREE_QUERIES
    }

    fn tree(&self, budget: &Budget) -> Result<Option<Diagram>, InputError> {
        match self.nodes.len() > MOST_DRAWN {
            true => Err(too_large()),
            false => Ok(Some(self.diagram(budget))),
        }
    }
}
