//! ATL questions about games, with a strategy as evidence.

use ludex_base::{Budget, NoAnswer, OutOfBudget};
use ludex_game::{Agent, Game, Notation, Question, SimultaneousGame};
use ludex_logic::CoalitionFormula;

use super::explore::Explored;
use super::question::{AtlQuestion, Decided, modal_agents};
use super::{ConcurrentGame, Kind, Objective};

/// The answer to an ATL question about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtlAnswer {
    /// Whether the formula is true at the start.
    pub holds: bool,
    /// The number of states that were visited.
    pub states: usize,
    /// If the formula is true and is about what a coalition can force: the moves of the coalition
    /// in each position that its strategy can reach, as (position, moves of the coalition).
    pub strategy: Vec<(String, Vec<String>)>,
    /// If the formula is false, is about what a coalition can force, and one agent moves at a time:
    /// the moves of the other agents that prevent it, in the same form.
    pub counter: Vec<(String, Vec<String>)>,
}

/// Moves by position: (position, moves as `AGENT MOVE`).
pub(super) type Plan = Vec<(String, Vec<String>)>;

/// Decides a formula in a state of a game where one agent moves at a time.
///
/// ```
/// use ludex_game::{Agent, Model};
/// use ludex_logic::{AnyFormula, Definitions, Vocabulary, compile_any};
/// use ludex_sgl::atl::check_atl;
/// let nim = ludex_games::Nim::new(&[1, 2]);
/// let vocabulary = Vocabulary::of(&nim, Agent::FIRST);
/// let formula = compile_any("<<First>>F w", Definitions::prelude(), &vocabulary).unwrap();
/// let AnyFormula::Coalition(formula) = formula else { panic!("it names a coalition") };
/// let answer = check_atl(&nim, &nim.initial(), &formula, &Default::default()).unwrap();
/// assert!(answer.holds);
/// assert_eq!(answer.strategy[0].1, ["First 2:1"]);
/// ```
pub fn check_atl<G: Game + Notation>(
    game: &G,
    start: &G::State,
    formula: &CoalitionFormula,
    budget: &Budget,
) -> Result<AtlAnswer, OutOfBudget> {
    question(game, start, formula, budget)?.answer(budget, true)
}

/// Decides a formula in a state of a game with simultaneous moves. A formula with modalities is
/// refused.
pub fn check_atl_simultaneous<G: SimultaneousGame + Notation>(
    game: &G,
    start: &G::State,
    formula: &CoalitionFormula,
    budget: &Budget,
) -> Result<AtlAnswer, NoAnswer<String>> {
    Ok(simultaneous_question(game, start, formula, budget)?.answer(budget, false)?)
}

/// Explores what a formula about a game with turns depends on.
pub(super) fn question<'a, G: Game + Notation>(
    game: &'a G,
    start: &G::State,
    formula: &'a CoalitionFormula,
    budget: &Budget,
) -> Result<AtlQuestion<'a, G>, OutOfBudget> {
    let (asked, modal) = (formula.asked, modal_agents(formula));
    let explored = Explored::of_game(Question { game, asked }, start.clone(), &modal, budget)?;
    Ok(AtlQuestion { game, formula, explored })
}

/// Explores what a formula about a game with simultaneous moves depends on.
pub(super) fn simultaneous_question<'a, G: SimultaneousGame + Notation>(
    game: &'a G,
    start: &G::State,
    formula: &'a CoalitionFormula,
    budget: &Budget,
) -> Result<AtlQuestion<'a, G>, NoAnswer<String>> {
    if !modal_agents(formula).is_empty() {
        let message = "`<X> φ` and `[X] φ` mean nothing where all agents move at the same time";
        return Err(NoAnswer::Invalid(message.to_owned()));
    }
    let explored = Explored::of_simultaneous(game, start.clone(), budget)?;
    Ok(AtlQuestion { game, formula, explored })
}

impl<G: Notation> AtlQuestion<'_, G> {
    /// Returns the answer with its evidence. `turns` says that one agent moves at a time, so that
    /// the other agents have a counter-strategy if the coalition has no strategy.
    fn answer(&self, budget: &Budget, turns: bool) -> Result<AtlAnswer, OutOfBudget> {
        let graph = &self.explored.graph;
        let mut answer = AtlAnswer {
            holds: false,
            states: graph.len(),
            strategy: Vec::new(),
            counter: Vec::new(),
        };
        let objective = match self.decide(budget)? {
            Decided::Objective(objective) => objective,
            Decided::Truth(holds) => return Ok(AtlAnswer { holds, ..answer }),
        };
        let win = objective.solve(graph);
        answer.holds = win.holds[0];
        let states = &self.explored.states;
        if win.holds[0] {
            answer.strategy = follow(self.game, graph, states, &objective, &win.strategy);
        } else if turns {
            let opposed = objective.opposed(graph.agents());
            let against = opposed.solve(graph);
            answer.counter = follow(self.game, graph, states, &opposed, &against.strategy);
        }
        Ok(answer)
    }
}

/// Returns the moves of the coalition in the positions that its strategy can reach, breadth first.
fn follow<G: Notation>(
    game: &G,
    graph: &ConcurrentGame,
    states: &[G::State],
    objective: &Objective,
    strategy: &[Option<Vec<Option<u32>>>],
) -> Plan {
    let mut seen = vec![false; states.len()];
    seen[0] = true;
    let (mut queue, mut at) = (vec![0usize], 0);
    let mut list = Vec::new();
    while at < queue.len() {
        let state = queue[at];
        at += 1;
        let Some(moves) = &strategy[state] else { continue };
        let texts = texts(game, graph, state, &states[state], moves);
        if !texts.is_empty() {
            list.push((game.write_position(&states[state]), texts));
        }
        if objective.kind == Kind::Next {
            break; // what is done later does not matter
        }
        for next in consistent(graph, state, moves) {
            if !std::mem::replace(&mut seen[next], true) {
                queue.push(next);
            }
        }
    }
    list
}

/// Returns the chosen moves of the agents that have more than one move, as `AGENT MOVE`.
fn texts<G: Notation>(
    game: &G,
    graph: &ConcurrentGame,
    number: usize,
    state: &G::State,
    moves: &[Option<u32>],
) -> Vec<String> {
    let mut texts = Vec::new();
    for (agent, chosen) in moves.iter().enumerate() {
        let Some(chosen) = chosen else { continue };
        if has_moves(game, graph, number, state, agent) {
            let mut list = Vec::new();
            game.moves(state, Agent(agent as u8), &mut list);
            texts.push(write_move(game, state, agent, list[*chosen as usize]));
        }
    }
    texts
}

/// Returns whether an agent has moves to choose from in a state of the graph.
pub(super) fn has_moves<G: Notation>(
    game: &G,
    graph: &ConcurrentGame,
    number: usize,
    state: &G::State,
    agent: usize,
) -> bool {
    let (on_turn, agent) = (game.turn(state).agent(), Agent(agent as u8));
    let mut list = Vec::new();
    game.moves(state, agent, &mut list);
    on_turn.is_none_or(|on_turn| on_turn == agent)
        && list.len() as u32 == graph.counts(number)[agent.index()]
}

/// Returns a move as plans write it: `AGENT MOVE`.
pub(super) fn write_move<G: Notation>(
    game: &G,
    state: &G::State,
    agent: usize,
    mv: G::Move,
) -> String {
    let agent = Agent(agent as u8);
    format!("{} {}", game.agents().name(agent), game.write_move(state, agent, mv))
}

/// Returns the possible successors when the coalition makes these moves.
pub(super) fn consistent<'g>(
    graph: &'g ConcurrentGame,
    state: usize,
    moves: &'g [Option<u32>],
) -> impl Iterator<Item = usize> + 'g {
    let counts = graph.counts(state);
    let fits = move |mut joint: usize| {
        counts.iter().zip(moves).rev().all(|(&count, chosen)| {
            let mv = (joint % count as usize) as u32;
            joint /= count as usize;
            chosen.is_none_or(|chosen| chosen == mv)
        })
    };
    let joints = graph.successors(state).iter().enumerate();
    joints.filter(move |&(joint, _)| fits(joint)).map(|(_, &next)| next as usize)
}
