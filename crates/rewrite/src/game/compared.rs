//! A game whose every answer is compared with the definitions, so that the engine (bits, masks,
//! facts that are updated move by move) need not be trusted. A difference is a fault, and no answer is
//! given about the game.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use ludex_base::{TextError, ordered_set};
use ludex_game::{
    Agent, Agents, Fraction, Game, Hints, Model, Notation, Outcome, Outcomes, Picture, Turn,
};

use super::state::MOST_MATCHED;
use super::{RewriteGame, RewriteMove, RewriteState};
use crate::naive;
use crate::structure::Structure;
use crate::syntax::{Description, Formula, Name};

/// The greatest number of maps of a left-hand side into the structure that are tried one by one.
const MOST_MAPS: u128 = 1_000_000;

/// A game with every answer compared with the definitions. It is slow: every map of a left-hand side
/// into the structure is tried.
pub struct ComparedGame {
    game: RewriteGame,
    /// What the answers are compared with.
    definition: Description,
    /// The first difference.
    difference: OnceLock<String>,
}

impl ComparedGame {
    /// Returns the game, compared; `None` if a rule has too many elements to try all maps.
    pub fn new(game: RewriteGame) -> Option<ComparedGame> {
        let definition = game.description().clone();
        ComparedGame::with_definition(game, definition)
    }

    /// Returns the game, compared with another description of what should be the same game: one with
    /// as many locations and rules. Returns `None` if a rule has too many elements to try all maps.
    pub fn with_definition(game: RewriteGame, definition: Description) -> Option<ComparedGame> {
        let size = definition.model.size() as u128;
        let fits = |&rule: &usize| {
            let left = definition.rules[rule].left.size() as u32;
            size.checked_pow(left).is_some_and(|maps| maps <= MOST_MAPS)
        };
        let all = definition.used_rules().iter().all(fits);
        all.then(|| ComparedGame { game, definition, difference: OnceLock::new() })
    }

    /// Notes a difference, if there is one.
    fn require(&self, same: bool, what: &str, state: &RewriteState) {
        if !same {
            let position = || self.game.write_position(state);
            let text = || format!("engine and definition differ in {what} of {}", position());
            self.difference.get_or_init(text);
        }
    }

    /// Returns the moves of a location in a structure, by definition.
    fn defined_moves(&self, location: usize, structure: &Structure) -> BTreeSet<RewriteMove> {
        let mut moves = BTreeSet::new();
        for edge in self.game.edges_of(location) {
            let rule = &self.definition.rules[self.game.edges[edge].rule];
            for image in naive::matches(&self.definition, structure, rule) {
                let mut matched = [0; MOST_MATCHED];
                matched.iter_mut().zip(image).for_each(|(place, e)| *place = e as u16);
                moves.insert(RewriteMove { edge: edge as u16, matched });
            }
        }
        moves
    }

    fn require_payoff(&self, state: &RewriteState, agent: Agent) {
        let (game, structure) = (&self.game, self.game.structure(state));
        let location = &self.definition.locations[usize::from(state.location)];
        let Some(term) = location.payoffs.get(agent.index()) else { return };
        let due = naive::value(&self.definition, &structure, term, &Vec::new());
        let compiled = &game.payoffs[usize::from(state.location)][agent.index()];
        self.require(game.engine.value(&state.words, compiled) == due, "the payoffs", state);
    }

    /// Requires that a move was played as defined.
    fn require_play(&self, before: &RewriteState, mv: RewriteMove, next: &RewriteState) {
        let (game, step) = (&self.game, &self.game.edges[usize::from(mv.edge)]);
        let rule = &self.definition.rules[step.rule];
        let image: Vec<usize> = mv.matched[..step.size].iter().map(|&e| usize::from(e)).collect();
        let (due, right) = naive::apply(&game.structure(before), rule, &image);
        let found = game.structure(next);
        // Unmatched elements keep their names. Those of the right-hand side are known by their places
        // in it: new ones may be called otherwise.
        let applied = game.engine.applied(&before.words, step.rule, &mv.matched[..step.size]);
        let images = applied.map(|(_, images)| images).unwrap_or_default();
        let place = |(i, name): (usize, &Name)| match i.checked_sub(due.size() - right.len()) {
            Some(r) => images.get(r).map(|&image| usize::from(image)),
            None => found.element(name),
        };
        let places: Option<Vec<usize>> = due.elements.iter().enumerate().map(place).collect();
        let same = places.is_some_and(|places| same_relations(&due, &found, &places));
        self.require(same && usize::from(next.location) == step.target, "a successor", before);
    }
}

/// Returns whether two structures have the same tuples, with the elements of the first at these places
/// of the second.
fn same_relations(first: &Structure, second: &Structure, places: &[usize]) -> bool {
    let distinct = ordered_set(places);
    let tuples = |name: &Name| {
        let relation = first.relations.get(name);
        let tuples = relation.into_iter().flat_map(|relation| &relation.tuples);
        ordered_set::<Vec<usize>>(tuples.map(|t| t.iter().map(|&e| places[e]).collect()))
    };
    let there = |name: &Name| second.relations.get(name).map(|r| r.tuples.clone());
    let mut names = first.relations.keys().chain(second.relations.keys());
    distinct.len() == second.size()
        && first.size() == second.size()
        && names.all(|name| tuples(name) == there(name).unwrap_or_default())
}

impl Model for ComparedGame {
    type State = RewriteState;
    type Move = RewriteMove;

    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        self.game.outcomes()
    }

    fn initial(&self) -> RewriteState {
        let start = self.game.initial();
        let (model, found) = (&self.definition.model, self.game.structure(&start));
        let places: Option<Vec<usize>> =
            model.elements.iter().map(|name| found.element(name)).collect();
        let same = places.is_some_and(|places| same_relations(model, &found, &places));
        self.require(same, "the start", &start);
        start
    }

    fn turn(&self, state: &RewriteState) -> Turn {
        let found = self.game.turn(state);
        let location = usize::from(state.location);
        let over = self.defined_moves(location, &self.game.structure(state)).is_empty();
        self.require(over == (found == Turn::Final), "the end", state);
        found
    }

    fn moves(&self, state: &RewriteState, agent: Agent, out: &mut Vec<RewriteMove>) {
        let before = out.len();
        self.game.moves(state, agent, out);
        let found = ordered_set(out[before..].iter().copied());
        let location = self.game.moving[usize::from(state.location)].get(agent.index());
        let due = match (state.over, location.copied().flatten()) {
            (false, Some(location)) => self.defined_moves(location, &self.game.structure(state)),
            _ => BTreeSet::new(),
        };
        let same = found == due && found.len() == out.len() - before;
        self.require(same, "the moves", state);
    }

    fn outcome(&self, state: &RewriteState) -> Outcome {
        self.require_payoff(state, Agent::FIRST);
        self.game.outcome(state)
    }

    fn holds(&self, state: &RewriteState, own_atom: u32) -> bool {
        let found = self.game.holds(state, own_atom);
        let structure = self.game.structure(state);
        let due = match self.game.sentences.get(own_atom as usize) {
            Some((name, _)) => {
                let sentence = Formula::Relation(name.clone(), Vec::new());
                naive::holds(&self.definition, &structure, &sentence, &Vec::new())
            }
            None => self.marked(&structure, own_atom as usize - self.game.sentences.len()),
        };
        self.require(found == due, "what is true", state);
        found
    }

    fn key(&self, state: &RewriteState) -> u64 {
        self.game.key(state)
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn payoff(&self, state: &RewriteState, agent: Agent) -> f64 {
        self.require_payoff(state, agent);
        self.game.payoff(state, agent)
    }

    fn fraction(&self, state: &RewriteState, agent: Agent) -> Option<Fraction> {
        self.require_payoff(state, agent);
        self.game.fraction(state, agent)
    }

    fn zero_sum(&self) -> bool {
        self.game.zero_sum()
    }

    fn fault(&self) -> Option<String> {
        self.difference.get().cloned().or_else(|| self.game.fault())
    }
}

impl ComparedGame {
    /// Returns whether the atom of a mark, `P(a1)`, is true in a structure.
    fn marked(&self, structure: &Structure, atom: usize) -> bool {
        let size = self.game.engine.layout.size;
        let Some(&relation) = self.game.marks.get(atom / size) else { return false };
        structure.has(&self.game.engine.layout.names[relation], &[atom % size])
    }
}

impl Game for ComparedGame {
    fn play(&self, state: &mut RewriteState, agent: Agent, mv: RewriteMove) {
        let before = state.clone();
        self.game.play(state, agent, mv);
        if self.game.fault().is_none() {
            self.require_play(&before, mv, state);
        }
    }
}

impl Hints for ComparedGame {}

impl Notation for ComparedGame {
    fn write_move(&self, state: &RewriteState, agent: Agent, mv: RewriteMove) -> String {
        self.game.write_move(state, agent, mv)
    }

    fn read_move(&self, state: &RewriteState, agent: Agent, text: &str) -> Option<RewriteMove> {
        self.game.read_move(state, agent, text)
    }

    fn write_position(&self, state: &RewriteState) -> String {
        self.game.write_position(state)
    }

    fn read_position(&self, text: &str) -> Result<RewriteState, TextError> {
        self.game.read_position(text)
    }

    fn atoms(&self) -> Vec<String> {
        self.game.atoms()
    }

    fn picture(&self, state: &RewriteState) -> Picture {
        self.game.picture(state)
    }
}
