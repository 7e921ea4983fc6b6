//! Watching a search think: the tree that it grows, step by step, with what every node knows.

use ludex_game::{Agent, DynGame, DynState, Game, Model, Notation, Outcome};
use ludex_search::{Player, StepNode, StepValue, SteppedSearch, Verdict, search_steps};
use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::requests::Limits;
use crate::session::{AnyGame, Session};

/// The most steps of a search that is watched.
const MOST_STEPS: usize = 1000;

/// Asks for the steps of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Steps {
    /// The search: `pns` or `mcts`.
    pub algorithm: String,
    /// The search is about whether the first agent gets at least this outcome; by default the best.
    pub outcome: Option<String>,
    /// The number of steps.
    pub steps: usize,
    /// What it may use; the seed is that of the playouts.
    pub limits: Limits,
}

impl Default for Steps {
    fn default() -> Steps {
        let algorithm = "pns".to_string();
        Steps { algorithm, outcome: None, steps: 50, limits: Limits::default() }
    }
}

/// The steps of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stepped {
    /// The search.
    pub algorithm: String,
    /// What is searched for, in words.
    pub question: String,
    /// The tree before the first step, then what changed by each.
    pub steps: Vec<StepsTaken>,
    /// Whether the question was decided: `true`, `false`, or `null`.
    pub answer: Option<bool>,
}

/// What a step did: one descent from the root to a leaf, which is expanded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StepsTaken {
    /// The nodes from the root to the leaf.
    pub path: Vec<u32>,
    /// The nodes that are new or have changed.
    pub nodes: Vec<SteppedNode>,
}

/// A node of the tree after a step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SteppedNode {
    /// Its number; 0 is the root.
    pub node: u32,
    /// The node above it; `null` for the root.
    pub parent: Option<u32>,
    /// The move that leads to it from there.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Whether the first agent chooses here.
    pub first: bool,
    /// The proof number, or the playouts that the first agent won; `null` is infinite.
    pub up: Option<f64>,
    /// The disproof number, or all playouts; `null` is infinite.
    pub down: Option<f64>,
    /// Whether the question is decided here: `true`, `false`, or `null`.
    pub decided: Option<bool>,
}

impl Session {
    /// Runs a search and returns every step of it.
    ///
    /// ```
    /// let game = ludex::open("tictactoe").unwrap();
    /// let stepped = game.steps(&ludex::Steps { steps: 3, ..Default::default() }).unwrap();
    /// assert_eq!(stepped.steps.len(), 4); // the root alone, then three steps
    /// ```
    pub fn steps(&self, request: &Steps) -> Result<Stepped, InputError> {
        let AnyGame::Turns(_, game) = &self.game else {
            return Err(self.needs_turns("searched step by step"));
        };
        self.require_no_chance("searches are watched")?;
        if self.agents().len() > 2 {
            return Err(InputError::new("searches are watched in games of one or two agents"));
        }
        let search = match request.algorithm.as_str() {
            "pns" => SteppedSearch::Pns,
            "mcts" => SteppedSearch::Mcts,
            other => {
                let message = format!("`{other}` cannot be watched step by step");
                return Err(InputError::new(message).help("pns and mcts can"));
            }
        };
        let at_least = self.outcome_named(request.outcome.as_deref())?;
        let budget = request.limits.budget();
        let question = (search, at_least);
        let steps = request.steps.min(MOST_STEPS);
        let (taken, _stopped) =
            search_steps(game, &self.state, question, request.limits.seed, steps, &budget);
        self.require_sound()?;
        let mut tree = Told { game, states: vec![self.state.clone()] };
        let steps: Vec<StepsTaken> = taken
            .into_iter()
            .map(|step| StepsTaken {
                path: step.path,
                nodes: step.nodes.into_iter().map(|node| tree.node(node)).collect(),
            })
            .collect();
        let mut root = steps.iter().flat_map(|step| &step.nodes).filter(|node| node.node == 0);
        let (first, outcome) = (self.agents().name(Agent::FIRST), self.outcomes().name(at_least));
        Ok(Stepped {
            algorithm: request.algorithm.clone(),
            question: format!("{first} gets at least {outcome}"),
            answer: root.next_back().and_then(|node| node.decided),
            steps,
        })
    }

    fn outcome_named(&self, name: Option<&str>) -> Result<Outcome, InputError> {
        let outcomes = self.outcomes();
        let Some(name) = name else { return Ok(outcomes.best()) };
        let found = outcomes.iter().find(|&outcome| outcomes.name(outcome) == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = outcomes.iter().map(|outcome| outcomes.name(outcome)).collect();
            let message = format!("there is no outcome called `{name}`");
            InputError::new(message).help(format!("the outcomes are {}", names.join(", ")))
        })
    }
}

/// The states of the nodes that were told, by which moves are written.
struct Told<'g> {
    game: &'g DynGame,
    states: Vec<DynState>,
}

impl Told<'_> {
    fn node(&mut self, node: StepNode<ludex_game::DynMove>) -> SteppedNode {
        let above = node.parent.and_then(|(parent, mv)| {
            let state = self.states.get(parent as usize)?.clone();
            let agent = self.game.turn(&state).agent()?;
            if node.node as usize == self.states.len() {
                self.states.push(self.game.after(&state, agent, mv));
            }
            Some((parent, self.game.write_move(&state, agent, mv)))
        });
        let (parent, mv) = above.unzip();
        let (up, down) = match node.value {
            StepValue::ProofNumbers(proof, disproof) => {
                (proof.map(f64::from), disproof.map(f64::from))
            }
            StepValue::Visits(wins, playouts) => (Some(wins), Some(f64::from(playouts))),
        };
        let decided = match node.verdict {
            Verdict::Proved => Some(true),
            Verdict::Disproved => Some(false),
            Verdict::Open => None,
        };
        SteppedNode {
            node: node.node,
            parent,
            mv,
            first: node.player == Player::Max,
            up,
            down,
            decided,
        }
    }
}
