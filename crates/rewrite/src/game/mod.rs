//! Structure rewriting games as implementations of `ludex_game`.

mod compared;
mod hints;
mod keys;
mod notation;
mod outcomes;
mod picture;
mod play;
mod position;
mod state;
mod zero_sum;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use ludex_base::{Budget, OutOfBudget};
use ludex_game::{Agents, Outcomes};

use crate::Rational;
use crate::engine::compile::CompileError;
use crate::engine::model::Engine;
use crate::engine::node::{Node, TermNode};
use crate::heuristics::{Choice, choose};
use crate::logic::strictly_grows;
use crate::structure::Structure;
use crate::syntax::{Description, Formula, Name};
pub use compared::ComparedGame;
use keys::{fixed_key, free_key, location_key};
use outcomes::{first_payoffs, outcomes};
pub(crate) use position::parse_structure;
use state::MOST_MATCHED;
pub use state::{RewriteMove, RewriteState};

/// An edge of the game graph.
struct Step {
    rule: usize,
    target: usize,
    /// The number of elements of its left-hand side.
    size: usize,
}

/// A game described by structure rewriting.
///
/// ```
/// use ludex_game::{Agent, Model, Notation};
/// use ludex_rewrite::{Description, RewriteGame};
/// let text = "PLAYERS X, O
/// RULE Cross: [a | - | - ] -> [a | P(a) | - ] emb P, Q
/// RULE Nought: [a | - | - ] -> [a | Q(a) | - ] emb P, Q
/// LOC 0 { PLAYER X PAYOFF { X: 0; O: 0 } MOVES [Cross -> 1] }
/// LOC 1 { PLAYER O PAYOFF { X: 0; O: 0 } MOVES [Nought -> 0] }
/// MODEL [ | P:1 {}; Q:1 {} | ] \". ./. .\"";
/// let game = RewriteGame::new(&Description::parse(text).unwrap()).unwrap();
/// let mut moves = Vec::new();
/// game.moves(&game.initial(), Agent::SECOND, &mut moves); // off turn
/// assert_eq!(game.write_move(&game.initial(), Agent::SECOND, moves[1]), "Nought:b1");
/// ```
pub struct RewriteGame {
    engine: Engine,
    agents: Agents,
    outcomes: Outcomes,
    /// The exact values of the outcomes.
    values: Vec<Rational>,
    edges: Vec<Step>,
    /// The first edge of each location.
    first_edge: Vec<usize>,
    /// For each location and agent the location whose moves the agent has there.
    moving: Vec<Vec<Option<usize>>>,
    payoffs: Vec<Vec<TermNode>>,
    /// The defined sentences: their names and formulas.
    sentences: Vec<(Name, Node)>,
    /// The numbers of the unary fluents, for atoms such as `P(a1)`.
    marks: Vec<usize>,
    /// The players whose moves set marks, where it is only one.
    owners: BTreeMap<Name, u8>,
    grows: bool,
    /// The learnt weights of the evaluation, if any.
    weights: Option<crate::Weights>,
    /// The derived evaluation, computed on first use.
    provided_evaluation: OnceLock<Option<hints::ProvidedEvaluation>>,
}

/// The reason why a description cannot be played, though its parts can be queried.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unplayable {
    /// A rule has too large a left-hand side.
    #[error("the left-hand side of rule `{0}` has more than {MOST_MATCHED} elements")]
    LeftHandSide(Name),
    /// The payoffs of the first player are too many to enumerate.
    #[error("the payoff of `{0}` can have too many values to list them")]
    Payoffs(Name),
    /// It is too large for the engine.
    #[error("{0}")]
    TooLarge(String),
    /// The budget was used up before it was compiled.
    #[error("{0}")]
    Stopped(OutOfBudget),
}

impl From<CompileError> for Unplayable {
    fn from(error: CompileError) -> Unplayable {
        match error {
            CompileError::Stopped(stopped) => Unplayable::Stopped(stopped.into()),
            error => Unplayable::TooLarge(error.to_string()),
        }
    }
}

impl RewriteGame {
    /// Compiles a description to a game.
    pub fn new(description: &Description) -> Result<RewriteGame, Unplayable> {
        RewriteGame::within(description, &Budget::default())
    }

    /// Compiles a description to a game within a budget: what never changes in it is evaluated.
    pub fn within(description: &Description, budget: &Budget) -> Result<RewriteGame, Unplayable> {
        RewriteGame::with_values(description, first_payoffs(description)?, budget)
    }

    /// Compiles a description without enumerating its payoffs: the outcomes of the game are
    /// meaningless, all else is valid.
    pub(crate) fn any_payoffs(
        description: &Description,
        budget: &Budget,
    ) -> Result<RewriteGame, Unplayable> {
        RewriteGame::with_values(description, vec![Rational::ZERO], budget)
    }

    fn with_values(
        description: &Description,
        values: Vec<Rational>,
        budget: &Budget,
    ) -> Result<RewriteGame, Unplayable> {
        for rule in description.used_rules() {
            let rule = &description.rules[rule];
            if rule.left.size() > MOST_MATCHED {
                return Err(Unplayable::LeftHandSide(rule.name.clone()));
            }
        }
        let mut engine = Engine::new(description, budget)?;
        let (mut payoffs, mut sentences) = (Vec::new(), Vec::new());
        engine.compile(budget, |compiler| {
            for location in &description.locations {
                let terms = location.payoffs.iter().map(|term| compiler.term(term, &[]));
                payoffs.push(terms.collect::<Result<Vec<_>, _>>()?);
            }
            for definition in description.definitions.iter().filter(|d| d.parameters.is_empty()) {
                let formula = Formula::Relation(definition.name.clone(), Vec::new());
                sentences.push((definition.name.clone(), compiler.formula(&formula, &[])?));
            }
            Ok(())
        })?;
        let mut game = RewriteGame {
            agents: Agents::new(description.players.iter().map(|name| name.to_string())),
            outcomes: outcomes(&values),
            values,
            edges: Vec::new(),
            first_edge: Vec::new(),
            moving: moving(description),
            payoffs,
            sentences,
            marks: unary_fluents(&engine),
            owners: picture::owners(description),
            grows: strictly_grows(description),
            weights: None,
            provided_evaluation: OnceLock::new(),
            engine,
        };
        for location in &description.locations {
            game.first_edge.push(game.edges.len());
            game.edges.extend(location.moves.iter().map(|edge| Step {
                rule: edge.rule,
                target: edge.target,
                size: description.rules[edge.rule].left.size(),
            }));
        }
        game.first_edge.push(game.edges.len());
        if game.edges.len() > usize::from(u16::MAX) {
            return Err(Unplayable::TooLarge("there are too many moves in all locations".into()));
        }
        Ok(game)
    }

    /// Returns the description of the game.
    pub fn description(&self) -> &Description {
        &self.engine.description
    }

    /// Returns the payoff of each player if the play ends in this state.
    pub fn payoffs(&self, state: &RewriteState) -> Vec<Rational> {
        let terms = &self.payoffs[usize::from(state.location)];
        terms.iter().map(|term| self.engine.value(&state.words, term)).collect()
    }

    /// Returns the payoff of the first player if the play ends in this state.
    pub fn first_payoff(&self, state: &RewriteState) -> Rational {
        self.engine.value(&state.words, &self.payoffs[usize::from(state.location)][0])
    }

    /// Returns the location of a state, by its index in the description.
    pub fn location(&self, state: &RewriteState) -> usize {
        usize::from(state.location)
    }

    /// Returns the structure of a state.
    pub fn structure(&self, state: &RewriteState) -> Structure {
        self.engine.unpacked(&state.words)
    }

    /// Returns the state with a location and the words of a structure.
    pub(crate) fn state(
        &self,
        location: usize,
        words: crate::engine::model::Words,
    ) -> RewriteState {
        let key = match self.engine.fixed {
            true => fixed_key(&words) ^ location_key(location),
            false => free_key(&words, location),
        };
        let facts = self.engine.facts(&words);
        let mut state = RewriteState { key, facts, location: location as u16, over: false, words };
        state.over = self.is_over(&state);
        state
    }

    fn is_over(&self, state: &RewriteState) -> bool {
        let rules = self.rules_of(usize::from(state.location));
        self.engine.matches(&state.words, state.facts, rules, false, &mut |_, _| false)
    }

    /// Returns the edges of a location and their rules.
    fn rules_of(&self, location: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.edges_of(location).map(|edge| (edge, self.edges[edge].rule))
    }

    fn edges_of(&self, location: usize) -> std::ops::Range<usize> {
        self.first_edge[location]..self.first_edge[location + 1]
    }

    /// Returns the kind of the default heuristic of this game.
    pub fn heuristic_choice(&self) -> Choice {
        choose(self.description())
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }
}

fn unary_fluents(engine: &Engine) -> Vec<usize> {
    let places = engine.layout.places.iter().enumerate();
    let unary = places.filter(|(_, place)| engine.fixed && !place.stable && place.arity == 1);
    unary.map(|(number, _)| number).collect()
}

/// Returns for each location and player the location whose moves the player has there: this one on
/// turn, and off turn the nearest reachable one.
fn moving(description: &Description) -> Vec<Vec<Option<usize>>> {
    let locations = &description.locations;
    let nearest = |start: usize, player: usize| {
        let (mut queue, mut next) = (vec![start], 0);
        while let Some(&at) = queue.get(next) {
            next += 1;
            if locations[at].player == player {
                return Some(at);
            }
            for edge in &locations[at].moves {
                if !queue.contains(&edge.target) {
                    queue.push(edge.target);
                }
            }
        }
        locations.iter().position(|location| location.player == player)
    };
    let players = 0..description.players.len();
    (0..locations.len()).map(|l| players.clone().map(|p| nearest(l, p)).collect()).collect()
}
