//! A program as a game: sceneries are states, atoms are propositions.
//!
//! Players are the owners of actions, in the order in which play reaches them (or in that of rigid
//! facts `player(P)`, if there are any). A player is on turn if it has an enabled action; if
//! several have one, the first of them in playing order is. A scenery without enabled actions is
//! final. Its payoffs are those of `payoff(P,N)`, or 1 for `win(P)` and −1 for the others, or 0.

mod compared;
mod notation;
mod study;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ludex_base::{Budget, NoAnswer};
use ludex_game::{
    Agent, Agents, Fraction, Game, HashSeed, Hints, Model, Outcome, Outcomes, TextError, Turn,
};
use rustc_hash::FxHashMap;

use crate::Program;
use crate::engine::{SceneryId, default_budget, max_states};
use crate::play::{Graph, NoSets, Sights};
use crate::reference::Reference;
use crate::terms::TermId;

/// A state: a scenery, valid for the game that created it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PrologState(u32);

/// A move: an action, valid for the game that created it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PrologMove(pub(crate) u32);

/// A game given by a program.
///
/// ```
/// use ludex_game::{Agent, Game, Model, Notation, Turn};
/// use ludex_prolog::{Program, PrologGame};
/// let text = "s.  [1:a] m :- s.  [2:b] win(1) :- m.  [2:c] win(2) :- m.";
/// let program = Program::read(text).unwrap();
/// let game = PrologGame::new(&program, 1000).unwrap();
/// let start = game.initial();
/// assert_eq!(game.turn(&start), Turn::Of(Agent::FIRST));
/// let a = game.read_move(&start, Agent::FIRST, "a").unwrap();
/// let next = game.after(&start, Agent::FIRST, a);
/// assert_eq!(game.write_position(&next), "{m}");
/// assert_eq!(game.atoms(), ["m", "s", "win(1)", "win(2)"]);
/// ```
#[derive(Debug)]
pub struct PrologGame {
    agents: Agents,
    outcomes: Outcomes,
    atoms: Vec<String>,
    /// The numbers of the atoms.
    numbers: FxHashMap<TermId, u32>,
    /// The players as terms, by agent; `None` for the agent that owns the actions without a player.
    players: Vec<Option<TermId>>,
    /// Whether all of legal play was explored when the game was constructed.
    complete: bool,
    /// Whether there is one player, or all of legal play was explored and the payoffs of two players
    /// always add up to the same number.
    zero_sum: bool,
    inner: Mutex<Inner>,
}

/// The part of the game that grows during play.
#[derive(Debug)]
struct Inner {
    graph: Graph,
    /// The predicates whose atoms are propositions, besides those of sceneries.
    derived: Vec<u32>,
    known: FxHashMap<SceneryId, Arc<Facts>>,
    /// Why a state could not be evaluated, if that has happened.
    fault: Option<String>,
    /// Plain resolution of the program, if states are compared with it.
    reference: Option<Reference>,
}

/// The evaluated properties of a state.
#[derive(Debug)]
struct Facts {
    turn: Turn,
    moves: Vec<(Agent, TermId, SceneryId)>,
    /// The true propositions, sorted.
    truths: Vec<TermId>,
    payoffs: Vec<i64>,
    key: u64,
    /// The SHA-256 of the text of the state.
    digest: [u64; 4],
    /// The error, if the state cannot be evaluated; then no player has a move.
    fault: Option<String>,
}

impl PrologGame {
    /// Returns the game of a program. Up to `states` sceneries are explored to find the players,
    /// the propositions and the payoffs. A larger game must declare its players,
    /// `[...] player(1).`; propositions that become true only further on have no name, and payoffs
    /// are those of `win(P)`.
    pub fn new(program: &Program, states: usize) -> Result<PrologGame, TextError> {
        let budget = Budget { max_nodes: Some(states as u64), ..default_budget() };
        study::study(program, budget).map_err(study::not_stopped)
    }

    /// Returns the game of a program as [`PrologGame::new`] does, unless the time or memory of a
    /// budget is used up or its stop flag is raised before the game is explored. What is evaluated
    /// later has the memory of the budget, but no deadline.
    pub fn opened_within(
        program: &Program,
        states: usize,
        budget: &Budget,
    ) -> Result<PrologGame, NoAnswer<TextError>> {
        let (most, usual) = (Some(states as u64), default_budget());
        let max_bytes = budget.max_bytes.min(usual.max_bytes);
        let now = Budget { max_nodes: most, max_bytes, ..budget.clone() };
        let game = study::study(program, now);
        budget.poll()?;
        let game = game?;
        game.lock().graph.machine.budget = Budget { max_nodes: most, max_bytes, ..usual };
        Ok(game)
    }

    /// Returns the game of a program, within a budget that also holds for what is evaluated later.
    pub fn within(program: &Program, budget: &Budget) -> Result<PrologGame, TextError> {
        let states = max_states(budget) as u64;
        let budget = Budget { max_nodes: Some(states), ..budget.clone() };
        study::study(program, budget).map_err(study::not_stopped)
    }

    /// Returns whether all of legal play was explored when the game was constructed.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns the information sets of states where somebody acts, each by its number; `None` where
    /// the play is over.
    pub(crate) fn information(
        &self,
        states: &[PrologState],
    ) -> Result<(Sights, Vec<Option<usize>>), NoSets> {
        let (mut sights, graph) = (Sights::default(), &mut self.lock().graph);
        let mut sets = Vec::with_capacity(states.len());
        for state in states {
            let node = graph.node(SceneryId(state.0));
            let over = graph.moves(node)?.is_empty();
            sets.push(if over { None } else { Some(sights.set(graph, node)?) });
        }
        Ok((sights, sets))
    }

    /// Returns an action as text, with its player.
    pub(crate) fn action_text(&self, action: TermId) -> String {
        self.lock().graph.action_text(action)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn facts(&self, state: PrologState) -> Arc<Facts> {
        self.lock().facts(SceneryId(state.0), &self.players)
    }
}

impl Model for PrologGame {
    type State = PrologState;
    type Move = PrologMove;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> PrologState {
        PrologState(SceneryId::INITIAL.0)
    }

    fn turn(&self, state: &PrologState) -> Turn {
        self.facts(*state).turn
    }

    fn moves(&self, state: &PrologState, agent: Agent, out: &mut Vec<PrologMove>) {
        let facts = self.facts(*state);
        let own = facts.moves.iter().filter(|(owner, ..)| *owner == agent);
        out.extend(own.map(|&(_, action, _)| PrologMove(action.0)));
    }

    fn outcome(&self, state: &PrologState) -> Outcome {
        let payoff = self.payoff(state, Agent::FIRST);
        let distance = |outcome: &Outcome| (self.outcomes.number(*outcome) - payoff).abs();
        let nearest = self.outcomes.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let nearest = nearest.unwrap_or(Outcome::WORST);
        if self.outcomes.number(nearest) != payoff {
            let unlisted = || format!("the payoff {payoff} is none of those found at first");
            self.lock().fault.get_or_insert_with(unlisted);
        }
        nearest
    }

    fn holds(&self, state: &PrologState, own_atom: u32) -> bool {
        let facts = self.facts(*state);
        facts.truths.iter().any(|atom| self.numbers.get(atom) == Some(&own_atom))
    }

    fn key(&self, state: &PrologState) -> u64 {
        self.facts(*state).key
    }

    fn seeded_key(&self, state: &PrologState, seed: HashSeed) -> Option<u64> {
        Some(seed.hash(self.facts(*state).digest))
    }

    fn payoff(&self, state: &PrologState, agent: Agent) -> f64 {
        self.facts(*state).payoffs.get(agent.index()).map_or(0.0, |&payoff| payoff as f64)
    }

    fn fraction(&self, state: &PrologState, agent: Agent) -> Option<Fraction> {
        self.facts(*state).payoffs.get(agent.index()).map(|&payoff| Fraction::from(payoff))
    }

    fn zero_sum(&self) -> bool {
        self.zero_sum
    }

    fn fault(&self) -> Option<String> {
        self.lock().fault.clone()
    }
}

impl Game for PrologGame {
    fn play(&self, state: &mut PrologState, agent: Agent, mv: PrologMove) {
        let facts = self.facts(*state);
        let found =
            facts.moves.iter().find(|(owner, action, _)| *owner == agent && action.0 == mv.0);
        if let Some(&(_, _, target)) = found {
            *state = PrologState(target.0);
        }
    }
}

impl Hints for PrologGame {}
