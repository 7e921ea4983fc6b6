//! Extensive games: `.efg` files.

use std::sync::Arc;

use ludex_base::{Budget, digest};
use ludex_evidence::{Claim, Evidence};
use ludex_game::{Diagram, DynGame, OnTurnOnly};
use ludex_prolog::{ExtensiveGame, GameNode, TREE_QUERIES, TreeGame, answer_about_tree};
use serde_json::{Map, Value, json};

use super::game_prolog::{replied, witness_line};
use super::{AskedFile, GameFile};
use crate::answers::{Described, Replied, Verified};
use crate::coalitions;
use crate::error::InputError;
use crate::requests::Query;
use crate::session::Session;
use crate::trees::{MOST_DRAWN, too_large};
use crate::verify::verdict_of;

/// How the start of a game is written: the number of its node.
const START: &str = "0";
/// The question that draws the tree.
const TREE: &str = "tree";
/// How evidence of a value begins.
const VALUE: &str = "value = ";

/// Opens a game in extensive form with perfect information.
pub(super) fn open(file: &Arc<GameFile>, budget: &Budget) -> Result<Session, InputError> {
    let tree = tree(file, budget)?;
    if tree.has_hidden_information() {
        let message = "players of this game do not see everything, so it is not played or searched";
        return Err(InputError::about("game", &file.name, message).help(format!(
            "`ludex query {0} value` finds the value of such a game of two players if it is \
             zero-sum, `ludex query {0} tree --svg FILE` draws it",
            file.name
        )));
    }
    let game = DynGame::new(OnTurnOnly::new(TreeGame::new(tree)));
    Ok(Session::of(&file.name, game).of_file(file))
}

/// Reads a game to be asked.
pub(super) fn read(file: &GameFile, budget: &Budget) -> Result<Box<dyn AskedFile>, InputError> {
    let digest = digest(file.text.as_bytes());
    Ok(Box::new(TreeFile { tree: tree(file, budget)?, path: file.name.clone(), digest }))
}

fn tree(file: &GameFile, budget: &Budget) -> Result<ExtensiveGame, InputError> {
    let wrong = |error| InputError::in_text(&file.name, &file.text, error);
    ExtensiveGame::read_efg_within(&file.text, budget)
        .map_err(|why| InputError::opening(&file.name, why, wrong))
}

/// A file with a tree.
struct TreeFile {
    tree: ExtensiveGame,
    path: String,
    digest: String,
}

impl TreeFile {
    /// Makes the evidence for the value of a game: what both players do.
    fn evidence(&self, reply: &Replied) -> Option<Evidence> {
        let value = reply.result.as_object()?.get(self.tree.players.first()?)?.as_str()?;
        let nodes = reply.witness.as_ref()?.get("nodes")?.as_array()?;
        let witness = nodes.iter().map(Value::to_string).collect();
        let claim = Claim::Answer { query: format!("{VALUE}{value}"), holds: true, witness };
        let mut evidence = Evidence::new(&self.path, START.to_string(), claim);
        evidence.digest = Some(self.digest.clone());
        Some(evidence)
    }

    /// Draws the tree.
    fn drawn(&self, budget: &Budget) -> Result<Replied, InputError> {
        let tree = self.tree(budget)?.unwrap_or_default();
        let text = format!("{} nodes; --svg FILE draws them", self.tree.nodes.len());
        let witness = json!({ "text": text, "svg": tree.to_svg(), "dot": tree.to_dot() });
        let (notes, stopped, evidence) = (Vec::new(), None, None);
        Ok(Replied {
            result: json!(self.tree.nodes.len()),
            witness: Some(witness),
            notes,
            stopped,
            evidence,
        })
    }
}

impl AskedFile for TreeFile {
    fn ask(&self, request: &Query) -> Result<Replied, InputError> {
        let (query, budget) = (request.query.as_str(), request.limits.budget());
        if query.trim() == TREE {
            return self.drawn(&budget);
        }
        let found = answer_about_tree(&self.tree, query, &budget);
        let found = found.map_err(|error| InputError::in_text("query", query, error))?;
        let mut reply = replied(found);
        if query.trim() == "value" {
            reply.evidence = self.evidence(&reply);
        }
        Ok(reply)
    }

    fn described(&self, _: &Budget) -> Result<Described, InputError> {
        let ends = |node: &&GameNode| matches!(node, GameNode::Terminal { .. });
        let (tree, hidden) = (&self.tree, self.tree.has_hidden_information());
        let mut statistics = Map::from_iter([
            ("nodes".to_string(), json!(tree.nodes.len())),
            ("ends".to_string(), json!(tree.nodes.iter().filter(ends).count())),
        ]);
        if hidden {
            statistics.insert("hidden_information".to_string(), json!(true));
        }
        Ok(Described {
            language: "extensive form".to_string(),
            agents: tree.players.clone(),
            statistics,
            warnings: Vec::new(),
        })
    }

    fn words(&self) -> &'static [&'static str] {
        TREE_QUERIES
    }

    fn tree(&self, budget: &Budget) -> Result<Option<Diagram>, InputError> {
        match self.tree.nodes.len() > MOST_DRAWN {
            true => Err(too_large()),
            false => Ok(Some(self.tree.diagram(budget))),
        }
    }
}

/// Checks evidence of the value of a game with hidden information by the strategies in it. Returns
/// `None` for evidence about something else.
pub(super) fn verify(
    evidence: &Evidence,
    (query, holds, witness): (&str, bool, &[String]),
    budget: &Budget,
) -> Result<Option<Verified>, InputError> {
    let Some(value) = query.strip_prefix(VALUE).filter(|_| holds) else { return Ok(None) };
    let file = GameFile::read(&evidence.game)?;
    let same = file.require_digest(evidence.digest.as_deref());
    let tree = tree(&file, budget)?;
    let lines: Result<Vec<Value>, String> = witness.iter().map(|line| witness_line(line)).collect();
    let (warnings, verdict) = match (same, lines) {
        (Err(why), _) => (Vec::new(), Err(why)),
        (Ok(warnings), _) if evidence.position != START => {
            let why =
                format!("the claim is about {}, the value about the start", evidence.position);
            (warnings, Err(why))
        }
        (Ok(warnings), Err(why)) => (warnings, Err(why)),
        (Ok(warnings), Ok(lines)) => {
            (warnings, verdict_of(tree.verify_value(value, &lines, budget))?)
        }
    };
    let claim = coalitions::claim(&evidence.game, &evidence.position, query, holds);
    Ok(Some(Verified { warnings, ..Verified::of(claim, verdict, witness.len() as u64) }))
}
