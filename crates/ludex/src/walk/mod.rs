//! Walks through evidence: at every point the position, what the side that proves does there, and all
//! that the other side can reply.
//!
//! A point is a position and what is to be shown there. Points are made when they are asked for, so
//! that a proof of a million nodes opens at once. Nothing is trusted and nothing is checked here but
//! that every step leads somewhere: whether the evidence is valid is for [`verify`](crate::verify) to
//! say. Every face walks by this: the page, exported pages, Python.

mod coalition;
mod formula;
mod mixed;
mod nodes;
mod points;

use std::collections::{HashMap, VecDeque};

use ludex_evidence::{Claim, Evidence};
use ludex_game::Agent;
use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::requests::Limits;
use crate::session::Session;
use nodes::Nodes;

/// A part of evidence that can be walked through.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WalkPart {
    /// What this part shows, in words.
    pub claim: String,
    /// The number of nodes.
    pub nodes: usize,
    /// The node where the walk begins.
    pub root: u32,
}

/// A point of a walk: a position and what is to be shown there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WalkPoint {
    /// The number of the part.
    pub part: usize,
    /// The number of the node in it.
    pub node: u32,
    /// The position.
    pub position: String,
    /// The number of points of the proof from here on, each counted once.
    pub size: usize,
    /// What is true here, in words: how the game ended, which atoms hold, what the agents get.
    pub facts: Vec<String>,
    /// The moves that the proof goes on with; none where it ends.
    pub steps: Vec<WalkStep>,
}

/// A step from a point to the next.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WalkStep {
    /// Who plays: the agent; `null` where all agents or chance do.
    pub agent: Option<String>,
    /// The move; one for each agent where all move at the same time.
    pub moves: Vec<String>,
    /// Whose step it is.
    pub role: Role,
    /// The probability of the move, where it is one of a mixed strategy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<String>,
    /// What is shown after it, where that is a formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<String>,
    /// Whether it is a move of the agent on turn, so that it can be played on a board.
    pub on_turn: bool,
    /// The node that it leads to.
    pub node: u32,
    /// The number of points of the proof from there on.
    pub size: usize,
}

/// What a step is in a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The side that proves plays this move.
    Chosen,
    /// The other side can play this move; there is a point for each.
    Reply,
    /// The agent could play this move, but gains nothing by it (equilibria).
    Alternative,
    /// Chance can do this.
    Chance,
    /// The side that proves plays its move with some probability, against a move of the other side.
    Mixed,
}

/// A position that was searched for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WalkFound {
    /// The number of the node.
    pub node: u32,
    /// The position.
    pub position: String,
    /// The moves that lead to it from the root of the part.
    pub moves: Vec<String>,
    /// Whether all of them are moves of agents on turn.
    pub on_turn: bool,
}

/// How nodes were reached: from which node, by which moves; the root from none.
type Parents = HashMap<u32, Option<(u32, Vec<String>)>>;

/// Evidence that is walked through.
pub struct ProofWalk<'e> {
    session: Session,
    parts: Vec<(String, Nodes<'e>)>,
}

impl Session {
    /// Opens evidence about this game for a walk. Fails if it is about another file, or a step of it
    /// leads nowhere.
    ///
    /// ```
    /// let game = ludex::open("nim:heaps=1-2").unwrap();
    /// let solved = game.solve(&ludex::Solve::new().evidence(true)).unwrap();
    /// let evidence = solved.evidence.unwrap();
    /// let walk = game.walk(&evidence, &ludex::Limits::default()).unwrap();
    /// let root = walk.point(0, walk.parts()[0].root).unwrap();
    /// assert_eq!(root.steps.len(), 1); // the first player has a move that wins
    /// ```
    pub fn walk<'e>(
        &self,
        evidence: &'e Evidence,
        limits: &Limits,
    ) -> Result<ProofWalk<'e>, InputError> {
        self.require_digest(evidence.digest.as_deref()).map_err(InputError::new)?;
        let parts = match &evidence.claim {
            Claim::Formula { agent, formula, holds, proof, .. } => {
                let holds = if *holds { "holds" } else { "does not hold" };
                vec![(format!("{formula} {holds} for {agent}"), Nodes::Proof(proof))]
            }
            Claim::Value { low, high } => {
                let first = self.agents().name(Agent::FIRST);
                bounds(
                    first,
                    [low, high].map(|bound| {
                        bound.as_ref().map(|bound| (&*bound.outcome, Nodes::Solution(&bound.nodes)))
                    }),
                )
            }
            Claim::Guarantee { agent, low, high } => bounds(
                agent,
                [low, high].map(|bound| {
                    bound.as_ref().map(|bound| (&*bound.outcome, Nodes::Solution(&bound.nodes)))
                }),
            ),
            Claim::Mixed { low, high } => mixed::parts(self, low.as_ref(), high.as_ref(), limits)?,
            Claim::Equilibrium { values, nodes } => {
                let each = values.iter().map(|(agent, value)| format!("{agent} gets {value}"));
                let claim = format!("an equilibrium: {}", each.collect::<Vec<_>>().join(", "));
                vec![(claim, Nodes::Equilibrium(nodes))]
            }
            Claim::Answer { query, holds, witness } => {
                let answer = (query.as_str(), *holds, &witness[..]);
                vec![coalition::part(self, evidence, answer, &limits.budget())?]
            }
        };
        parts.iter().try_for_each(|(_, nodes)| nodes.require_steps())?;
        Ok(ProofWalk { session: self.clone(), parts })
    }
}

/// Returns the parts of bounds: at least this, at most that.
fn bounds<'e>(
    agent: &str,
    [low, high]: [Option<(&str, Nodes<'e>)>; 2],
) -> Vec<(String, Nodes<'e>)> {
    let part = |word: &str, (value, nodes)| (format!("{agent} gets {word} {value}"), nodes);
    let low = low.map(|bound| part("at least", bound));
    low.into_iter().chain(high.map(|bound| part("at most", bound))).collect()
}

impl<'e> ProofWalk<'e> {
    /// Lists the parts.
    pub fn parts(&self) -> Vec<WalkPart> {
        let part = |(claim, nodes): &(String, Nodes<'e>)| WalkPart {
            claim: claim.clone(),
            nodes: nodes.len(),
            root: nodes.root(),
        };
        self.parts.iter().map(part).collect()
    }

    fn nodes(&self, part: usize) -> Result<&Nodes<'e>, InputError> {
        let nodes = self.parts.get(part).map(|(_, nodes)| nodes);
        nodes.ok_or_else(|| InputError::new(format!("the evidence has no part {part}")))
    }

    /// Returns the game with the position of a point set up.
    pub fn session(&self, position: &str) -> Result<Session, InputError> {
        let mut session = self.session.clone();
        let position = Some(position.to_string());
        session.set_up(&crate::SetUp { position, ..crate::SetUp::default() })?;
        Ok(session)
    }

    /// Follows moves from the root of a part. Returns `None` where a move is not in the proof: the
    /// side that proves has chosen another one.
    pub fn follow(&self, part: usize, moves: &[String]) -> Result<Option<WalkPoint>, InputError> {
        let nodes = self.nodes(part)?;
        let (mut node, mut left) = (nodes.root(), moves);
        while !left.is_empty() {
            let steps = points::steps(nodes, node);
            let Some(step) = steps.into_iter().find(|step| left.starts_with(&step.moves)) else {
                return Ok(None);
            };
            left = &left[step.moves.len()..];
            node = step.node;
        }
        self.point(part, node).map(Some)
    }

    /// Finds at most `limit` points whose position contains a text, with moves that lead there.
    pub fn find(
        &self,
        part: usize,
        text: &str,
        limit: usize,
    ) -> Result<Vec<WalkFound>, InputError> {
        let nodes = self.nodes(part)?;
        let wanted = text.trim().to_lowercase();
        let mut parents: Parents = HashMap::new();
        parents.insert(nodes.root(), None);
        let mut queue = VecDeque::from([nodes.root()]);
        let mut found = Vec::new();
        while let Some(node) = queue.pop_front().filter(|_| found.len() < limit) {
            if nodes.position(node).to_lowercase().contains(&wanted) {
                found.push(node);
            }
            for step in points::steps(nodes, node) {
                parents.entry(step.node).or_insert_with(|| {
                    queue.push_back(step.node);
                    Some((node, step.moves))
                });
            }
        }
        found.into_iter().map(|node| self.path(part, node, &parents)).collect()
    }

    /// Returns how a node is reached.
    fn path(&self, part: usize, node: u32, parents: &Parents) -> Result<WalkFound, InputError> {
        let (mut at, mut back, mut on_turn) = (node, Vec::new(), true);
        while let Some(Some((parent, moves))) = parents.get(&at) {
            let point = self.bare_point(part, *parent)?;
            let step = point.steps.iter().find(|step| step.node == at && step.moves == *moves);
            on_turn &= step.is_some_and(|step| step.on_turn);
            back.push(moves.clone());
            at = *parent;
        }
        back.reverse();
        let position = self.nodes(part)?.position(node);
        Ok(WalkFound { node, position, moves: back.concat(), on_turn })
    }
}
