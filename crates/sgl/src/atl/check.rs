//! ATL questions about games, with a strategy as evidence.

use ludex_base::{Budget, NoAnswer, OutOfBudget, TextError, suggest};
use ludex_game::{Agent, Atom, Game, Notation, SimultaneousGame};

use super::evaluate::{Objective, objective};
use super::{Atl, ConcurrentGame, evaluate, parse_atl};

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

/// Decides an ATL formula at the start of a game where one agent moves at a time.
///
/// ```
/// use ludex_sgl::atl::check_atl;
/// let nim = ludex_games::Nim::new(&[1, 2]);
/// let answer = check_atl(&nim, "<<First>>F win(First)", &Default::default()).unwrap();
/// assert!(answer.holds);
/// assert_eq!(answer.strategy[0].1, ["First 2:1"]);
/// ```
pub fn check_atl<G: Game + Notation>(
    game: &G,
    text: &str,
    budget: &Budget,
) -> Result<AtlAnswer, NoAnswer<TextError>> {
    check_atl_at(game, &game.initial(), text, budget)
}

/// Decides an ATL formula in a state of a game where one agent moves at a time.
pub fn check_atl_at<G: Game + Notation>(
    game: &G,
    start: &G::State,
    text: &str,
    budget: &Budget,
) -> Result<AtlAnswer, NoAnswer<TextError>> {
    decide(game, text, || ConcurrentGame::of_game_at(game, start.clone(), budget), true)
}

/// Decides an ATL formula at the start of a game with simultaneous moves.
pub fn check_atl_simultaneous<G: SimultaneousGame + Notation>(
    game: &G,
    text: &str,
    budget: &Budget,
) -> Result<AtlAnswer, NoAnswer<TextError>> {
    check_atl_simultaneous_at(game, &game.initial(), text, budget)
}

/// Decides an ATL formula in a state of a game with simultaneous moves.
pub fn check_atl_simultaneous_at<G: SimultaneousGame + Notation>(
    game: &G,
    start: &G::State,
    text: &str,
    budget: &Budget,
) -> Result<AtlAnswer, NoAnswer<TextError>> {
    decide(game, text, || ConcurrentGame::of_simultaneous_at(game, start.clone(), budget), false)
}

/// Parses and decides a formula on a graph that fits the budget; `turns` as in
/// [`Question::answer`].
fn decide<G: Notation>(
    game: &G,
    text: &str,
    build: impl FnOnce() -> Result<(ConcurrentGame, Vec<G::State>), OutOfBudget>,
    turns: bool,
) -> Result<AtlAnswer, NoAnswer<TextError>> {
    let question = Question::read(game, text)?;
    let (graph, states) = build()?;
    Ok(question.answer(game, &graph, &states, turns))
}

/// A formula and its atoms.
pub(super) struct Question {
    pub formula: Atl,
    atoms: Vec<Atom>,
}

impl Question {
    pub fn read<G: Notation>(game: &G, text: &str) -> Result<Question, TextError> {
        let known = vocabulary(game);
        let mut atoms = Vec::new();
        let mut atom = |name: &str| {
            let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
            let found = known.iter().find(|(known, _)| known.eq_ignore_ascii_case(&name));
            let Some((_, atom)) = found else {
                let near = suggest(&name, known.iter().map(|(known, _)| known.as_str()));
                return Err(near.map(|near| format!("did you mean `{near}`?")));
            };
            atoms.push(*atom);
            Ok(atoms.len() as u32 - 1)
        };
        let formula = parse_atl(text, game.agents(), &mut atom)?;
        Ok(Question { formula, atoms })
    }

    /// Returns the objective of the coalition, if the formula has one.
    pub fn objective<G: Notation>(
        &self,
        game: &G,
        graph: &ConcurrentGame,
        states: &[G::State],
    ) -> Option<Objective> {
        objective(graph, &self.formula, &|state, atom| {
            game.satisfies(&states[state], self.atoms[atom as usize])
        })
    }

    /// Returns whether the formula is true in the first state.
    pub fn holds<G: Notation>(
        &self,
        game: &G,
        graph: &ConcurrentGame,
        states: &[G::State],
    ) -> bool {
        evaluate(graph, &self.formula, &|state, atom| {
            game.satisfies(&states[state], self.atoms[atom as usize])
        })[0]
    }

    /// Returns the answer with its evidence. `turns` says that one agent moves at a time, so that
    /// the other agents have a counter-strategy if the coalition has no strategy.
    fn answer<G: Notation>(
        &self,
        game: &G,
        graph: &ConcurrentGame,
        states: &[G::State],
        turns: bool,
    ) -> AtlAnswer {
        let mut answer = AtlAnswer {
            holds: false,
            states: graph.len(),
            strategy: Vec::new(),
            counter: Vec::new(),
        };
        let Some(objective) = self.objective(game, graph, states) else {
            answer.holds = self.holds(game, graph, states);
            return answer;
        };
        let win = objective.solve(graph);
        answer.holds = win.holds[0];
        if win.holds[0] {
            answer.strategy = follow(game, graph, states, &win.strategy);
        } else if turns {
            let against = objective.opposed(graph.agents()).solve(graph);
            answer.counter = follow(game, graph, states, &against.strategy);
        }
        answer
    }
}

/// Returns all atoms of a game by name: its own, and those that every game has.
fn vocabulary<G: Notation>(game: &G) -> Vec<(String, Atom)> {
    let own = game.atoms().into_iter().enumerate();
    let mut known: Vec<(String, Atom)> =
        own.map(|(number, name)| (name, Atom::Own(number as u32))).collect();
    known.push(("final".to_owned(), Atom::Final));
    for agent in game.agents().iter() {
        let name = game.agents().name(agent);
        known.push((format!("turn({name})"), Atom::Turn(agent)));
        known.push((format!("win({name})"), Atom::Win(agent)));
        known.push((format!("lost({name})"), Atom::Lost(agent)));
    }
    let outcomes = game.outcomes();
    known.extend(
        outcomes.iter().map(|o| (format!("outcome({})", outcomes.name(o)), Atom::Outcome(o))),
    );
    known
}

/// Returns the moves of the coalition in the positions that its strategy can reach, breadth first.
fn follow<G: Notation>(
    game: &G,
    graph: &ConcurrentGame,
    states: &[G::State],
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
        let agent = Agent(agent as u8);
        let mut list = Vec::new();
        game.moves(state, agent, &mut list);
        let chooses = game.turn(state).agent().is_none_or(|turn| turn == agent);
        if chooses && list.len() as u32 == graph.counts(number)[agent.index()] {
            let text = game.write_move(state, agent, list[*chosen as usize]);
            texts.push(format!("{} {text}", game.agents().name(agent)));
        }
    }
    texts
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
