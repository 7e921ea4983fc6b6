//! Checks the evidence of an ATL answer by playing all plays that the strategy allows.
//!
//! Of the fixpoint computation only the truth of the inner formulas is used: the strategy is parsed
//! from its text, followed from the start, and every play is checked.

use ludex_base::Budget;
use ludex_game::{Agent, Game, Notation, SimultaneousGame};
use rustc_hash::FxHashMap;

use super::check::{Question, consistent};
use super::evaluate::{Kind, Objective};
use super::{AtlAnswer, ConcurrentGame};

/// Checks an answer of [`check_atl_at`](super::check_atl_at); the error says what is wrong.
///
/// ```
/// use ludex_game::Model;
/// use ludex_sgl::atl::{check_atl, verify_atl};
/// let nim = ludex_games::Nim::new(&[1, 2]);
/// let (start, text, budget) = (nim.initial(), "<<Second>>F win(Second)", Default::default());
/// let mut answer = check_atl(&nim, text, &budget).unwrap();
/// assert!(!answer.holds && answer.counter[0].1 == ["First 2:1"]);
/// verify_atl(&nim, &start, text, &answer, &budget).unwrap();
/// answer.counter[0].1[0] = "First 1:1".to_owned();
/// assert!(verify_atl(&nim, &start, text, &answer, &budget).is_err());
/// ```
pub fn verify_atl<G: Game + Notation>(
    game: &G,
    start: &G::State,
    text: &str,
    answer: &AtlAnswer,
    budget: &Budget,
) -> Result<(), String> {
    let question = Question::read(game, text).map_err(|error| error.message)?;
    let (graph, states) = ConcurrentGame::of_game_at(game, start.clone(), budget)
        .map_err(|stopped| stopped.to_string())?;
    Claim { game, question: &question, graph: &graph, states: &states }.check(answer, true)
}

/// Checks an answer of [`check_atl_simultaneous_at`](super::check_atl_simultaneous_at).
pub fn verify_atl_simultaneous<G: SimultaneousGame + Notation>(
    game: &G,
    start: &G::State,
    text: &str,
    answer: &AtlAnswer,
    budget: &Budget,
) -> Result<(), String> {
    let question = Question::read(game, text).map_err(|error| error.message)?;
    let (graph, states) = ConcurrentGame::of_simultaneous_at(game, start.clone(), budget)
        .map_err(|stopped| stopped.to_string())?;
    Claim { game, question: &question, graph: &graph, states: &states }.check(answer, false)
}

struct Claim<'a, G: Notation> {
    game: &'a G,
    question: &'a Question,
    graph: &'a ConcurrentGame,
    states: &'a [G::State],
}

impl<G: Notation> Claim<'_, G> {
    fn check(&self, answer: &AtlAnswer, turns: bool) -> Result<(), String> {
        let objective = self.question.objective(self.game, self.graph, self.states);
        match objective {
            Some(objective) if answer.holds => self.follow(&objective, &answer.strategy),
            Some(objective) if turns => {
                self.follow(&objective.opposed(self.graph.agents()), &answer.counter)
            }
            // There is no evidence: only the answer itself can be compared.
            _ => match self.question.holds(self.game, self.graph, self.states) == answer.holds {
                true => Ok(()),
                false => Err("the answer is wrong".to_owned()),
            },
        }
    }

    /// Checks that every play consistent with the plan meets the objective.
    fn follow(&self, objective: &Objective, plan: &[(String, Vec<String>)]) -> Result<(), String> {
        let plan: FxHashMap<&str, &[String]> =
            plan.iter().map(|(position, moves)| (position.as_str(), moves.as_slice())).collect();
        if objective.kind == Kind::Next {
            let good =
                self.after(objective, &plan, 0)?.into_iter().all(|next| objective.goal[next]);
            return if good { Ok(()) } else { Err("the next state is not as claimed".to_owned()) };
        }
        // Depth first; a state is open while the plays through it are being checked.
        let mut visited: Vec<Option<bool>> = vec![None; self.graph.len()];
        let mut open = vec![(0, self.enter(objective, &plan, 0, &mut visited)?)];
        while let Some((state, rest)) = open.last_mut() {
            let Some(next) = rest.pop() else {
                visited[*state] = Some(false);
                open.pop();
                continue;
            };
            match visited[next] {
                None => open.push((next, self.enter(objective, &plan, next, &mut visited)?)),
                Some(true) if objective.kind == Kind::Until => {
                    return Err(format!("play can go on for ever at {}", self.write(next)));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Returns the successors of a state, none if the objective is met here; the error says that it
    /// is violated.
    fn enter(
        &self,
        objective: &Objective,
        plan: &FxHashMap<&str, &[String]>,
        state: usize,
        visited: &mut [Option<bool>],
    ) -> Result<Vec<usize>, String> {
        visited[state] = Some(true);
        if objective.goal[state] {
            return Ok(Vec::new());
        }
        if !objective.keep[state] {
            return Err(format!("what must stay true is not so at {}", self.write(state)));
        }
        self.after(objective, plan, state)
    }

    /// Returns the possible successors when the coalition follows the plan.
    fn after(
        &self,
        objective: &Objective,
        plan: &FxHashMap<&str, &[String]>,
        state: usize,
    ) -> Result<Vec<usize>, String> {
        let position = self.write(state);
        let chosen = plan.get(position.as_str()).copied().unwrap_or_default();
        let counts = self.graph.counts(state);
        let mut moves: Vec<Option<u32>> = vec![None; counts.len()];
        for agent in (0..counts.len()).filter(|&agent| objective.coalition >> agent & 1 == 1) {
            moves[agent] = match counts[agent] {
                1 => Some(0),
                _ => Some(self.chosen(Agent(agent as u8), state, chosen).ok_or_else(|| {
                    let name = self.game.agents().name(Agent(agent as u8));
                    format!("the strategy has no move of {name} at {position}")
                })?),
            };
        }
        Ok(consistent(self.graph, state, &moves).collect())
    }

    /// Returns the index of the agent's move in the plan.
    fn chosen(&self, agent: Agent, state: usize, chosen: &[String]) -> Option<u32> {
        let mut moves = Vec::new();
        self.game.moves(&self.states[state], agent, &mut moves);
        let name = self.game.agents().name(agent);
        let text = |mv| format!("{name} {}", self.game.write_move(&self.states[state], agent, mv));
        let place = moves.into_iter().position(|mv| chosen.contains(&text(mv)))?;
        Some(place as u32)
    }

    fn write(&self, state: usize) -> String {
        self.game.write_position(&self.states[state])
    }
}
