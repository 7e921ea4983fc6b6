//! Checks the evidence of an ATL answer by playing all plays that the strategy allows.
//!
//! Of the fixpoint computation only the truth of the inner formulas is used: the strategy is parsed
//! from its text, followed from the start, and every play is checked.

use ludex_base::{Budget, NoAnswer};
use ludex_game::{Agent, Game, Notation, SimultaneousGame};
use ludex_logic::CoalitionFormula;
use rustc_hash::FxHashMap;

use super::check::{consistent, question, simultaneous_question};
use super::question::{AtlQuestion, Decided};
use super::{AtlAnswer, Kind, Objective};

/// Checks an answer of [`check_atl`](super::check_atl); the error says what is wrong, or that the
/// budget was used up.
///
/// ```
/// use ludex_game::{Agent, Model};
/// use ludex_logic::{AnyFormula, Definitions, Vocabulary, compile_any};
/// use ludex_sgl::atl::{check_atl, verify_atl};
/// let nim = ludex_games::Nim::new(&[1, 2]);
/// let (start, vocabulary) = (nim.initial(), Vocabulary::of(&nim, Agent(1)));
/// let formula = compile_any("<<Second>>F w", Definitions::prelude(), &vocabulary).unwrap();
/// let AnyFormula::Coalition(formula) = formula else { panic!("it names a coalition") };
/// let budget = Default::default();
/// let mut answer = check_atl(&nim, &start, &formula, &budget).unwrap();
/// assert!(!answer.holds && answer.counter[0].1 == ["First 2:1"]);
/// verify_atl(&nim, &start, &formula, &answer, &budget).unwrap();
/// answer.counter[0].1[0] = "First 1:1".to_owned();
/// assert!(verify_atl(&nim, &start, &formula, &answer, &budget).is_err());
/// ```
pub fn verify_atl<G: Game + Notation>(
    game: &G,
    start: &G::State,
    formula: &CoalitionFormula,
    answer: &AtlAnswer,
    budget: &Budget,
) -> Result<(), NoAnswer<String>> {
    question(game, start, formula, budget)?.check(answer, budget, true)
}

/// Checks an answer of [`check_atl_simultaneous`](super::check_atl_simultaneous).
pub fn verify_atl_simultaneous<G: SimultaneousGame + Notation>(
    game: &G,
    start: &G::State,
    formula: &CoalitionFormula,
    answer: &AtlAnswer,
    budget: &Budget,
) -> Result<(), NoAnswer<String>> {
    simultaneous_question(game, start, formula, budget)?.check(answer, budget, false)
}

impl<G: Notation> AtlQuestion<'_, G> {
    fn check(
        &self,
        answer: &AtlAnswer,
        budget: &Budget,
        turns: bool,
    ) -> Result<(), NoAnswer<String>> {
        let graph = &self.explored.graph;
        let holds = match self.decide(budget)? {
            Decided::Objective(objective) if answer.holds => {
                return Ok(self.follow(&objective, &answer.strategy)?);
            }
            Decided::Objective(objective) if turns => {
                return Ok(self.follow(&objective.opposed(graph.agents()), &answer.counter)?);
            }
            // There is no evidence: only the answer itself can be compared.
            Decided::Objective(objective) => objective.solve(graph).holds[0],
            Decided::Truth(holds) => holds,
        };
        match holds == answer.holds {
            true => Ok(()),
            false => Err(NoAnswer::Invalid("the answer is wrong".to_owned())),
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
        let mut visited: Vec<Option<bool>> = vec![None; self.explored.graph.len()];
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
        let counts = self.explored.graph.counts(state);
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
        Ok(consistent(&self.explored.graph, state, &moves).collect())
    }

    /// Returns the index of the agent's move in the plan.
    fn chosen(&self, agent: Agent, state: usize, chosen: &[String]) -> Option<u32> {
        let mut moves = Vec::new();
        self.game.moves(&self.explored.states[state], agent, &mut moves);
        let name = self.game.agents().name(agent);
        let text = |mv| {
            format!("{name} {}", self.game.write_move(&self.explored.states[state], agent, mv))
        };
        let place = moves.into_iter().position(|mv| chosen.contains(&text(mv)))?;
        Some(place as u32)
    }

    fn write(&self, state: usize) -> String {
        self.game.write_position(&self.explored.states[state])
    }
}
