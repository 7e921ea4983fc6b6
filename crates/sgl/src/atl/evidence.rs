//! Checks the evidence of an ATL answer by playing all plays that the strategy allows.
//!
//! Of the fixpoint computation only the truth of the inner formulas is used: the strategy is parsed
//! from its text, followed from the start, and every play is checked. Nothing in it may be superfluous:
//! its lines are those of the positions where the coalition has a move to make, in the order in which
//! a breadth-first walk over these plays meets them.

use std::collections::VecDeque;

use ludex_base::{Budget, NoAnswer};
use ludex_game::{Agent, Game, Notation, SimultaneousGame};
use ludex_logic::CoalitionFormula;
use rustc_hash::FxHashMap;

use super::check::{consistent, has_moves, question, simultaneous_question, write_move};
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

/// Returns the positions in which the plays of an answer's strategy end, because what was asked for
/// is so; `None` if the answer has no strategy: the formula is not about what a coalition can force, or
/// it is false.
pub fn atl_ends<G: Game + Notation>(
    game: &G,
    start: &G::State,
    formula: &CoalitionFormula,
    answer: &AtlAnswer,
    budget: &Budget,
) -> Result<Option<Vec<String>>, NoAnswer<String>> {
    question(game, start, formula, budget)?.ends(answer, budget, true)
}

/// Returns the positions in which plays end, as [`atl_ends`] does.
pub fn atl_ends_simultaneous<G: SimultaneousGame + Notation>(
    game: &G,
    start: &G::State,
    formula: &CoalitionFormula,
    answer: &AtlAnswer,
    budget: &Budget,
) -> Result<Option<Vec<String>>, NoAnswer<String>> {
    simultaneous_question(game, start, formula, budget)?.ends(answer, budget, false)
}

/// A line of a plan: a position, and the moves there.
type Line = (String, Vec<String>);

impl<G: Notation> AtlQuestion<'_, G> {
    fn check(
        &self,
        answer: &AtlAnswer,
        budget: &Budget,
        turns: bool,
    ) -> Result<(), NoAnswer<String>> {
        let graph = &self.explored.graph;
        let (plan, other) = match answer.holds {
            true => (&answer.strategy, &answer.counter),
            false => (&answer.counter, &answer.strategy),
        };
        if !other.is_empty() {
            let why = "there is a strategy of the side that does not get its way";
            return Err(NoAnswer::Invalid(why.to_owned()));
        }
        let holds = match self.decide(budget)? {
            Decided::Objective(objective) if answer.holds => {
                return Ok(self.follow(&objective, plan)?);
            }
            Decided::Objective(objective) if turns => {
                return Ok(self.follow(&objective.opposed(graph.agents()), plan)?);
            }
            // There is no evidence: only the answer itself can be compared.
            Decided::Objective(objective) => objective.solve(graph).holds[0],
            Decided::Truth(holds) => holds,
        };
        match (holds == answer.holds, plan.first()) {
            (true, None) => Ok(()),
            (true, Some((position, _))) => Err(NoAnswer::Invalid(superfluous(position))),
            (false, _) => Err(NoAnswer::Invalid("the answer is wrong".to_owned())),
        }
    }

    fn ends(
        &self,
        answer: &AtlAnswer,
        budget: &Budget,
        turns: bool,
    ) -> Result<Option<Vec<String>>, NoAnswer<String>> {
        let agents = self.explored.graph.agents();
        let (objective, plan) = match self.decide(budget)? {
            Decided::Objective(objective) if answer.holds => (objective, &answer.strategy),
            Decided::Objective(objective) if turns => (objective.opposed(agents), &answer.counter),
            _ => return Ok(None),
        };
        let next = self.plays(&objective, &mut plan.iter())?;
        let mut ends: Vec<usize> = match objective.kind {
            Kind::Next => next[&0].clone(),
            _ => next.iter().filter(|(_, next)| next.is_empty()).map(|(&state, _)| state).collect(),
        };
        ends.sort_unstable();
        ends.dedup();
        Ok(Some(ends.into_iter().map(|state| self.write(state)).collect()))
    }

    /// Checks that every play consistent with the plan meets the objective.
    fn follow(&self, objective: &Objective, plan: &[Line]) -> Result<(), String> {
        let mut plan = plan.iter();
        let next = self.plays(objective, &mut plan)?;
        if let Some((position, _)) = plan.next() {
            return Err(superfluous(position));
        }
        match objective.kind {
            Kind::Next if next[&0].iter().all(|&next| objective.goal[next]) => Ok(()),
            Kind::Next => Err("the next state is not as claimed".to_owned()),
            Kind::Until => self.require_end(&next),
            Kind::Weak => Ok(()),
        }
    }

    /// Returns the states that plays of the plan go through, with their possible successors: none
    /// where the objective is met. Fails where it is violated, or where the plan does not say what to
    /// do.
    fn plays(
        &self,
        objective: &Objective,
        plan: &mut std::slice::Iter<'_, Line>,
    ) -> Result<FxHashMap<usize, Vec<usize>>, String> {
        let (mut found, mut queue) = (FxHashMap::default(), VecDeque::from([0]));
        let mut seen = vec![false; self.explored.graph.len()];
        seen[0] = true;
        while let Some(state) = queue.pop_front() {
            let next = self.enter(objective, plan, state)?;
            if objective.kind != Kind::Next {
                let new = next.iter().filter(|&&next| !std::mem::replace(&mut seen[next], true));
                queue.extend(new);
            }
            found.insert(state, next);
        }
        Ok(found)
    }

    /// Returns the successors of a state, none if the objective is met here; the error says that it
    /// is violated.
    fn enter(
        &self,
        objective: &Objective,
        plan: &mut std::slice::Iter<'_, Line>,
        state: usize,
    ) -> Result<Vec<usize>, String> {
        if objective.kind != Kind::Next {
            if objective.goal[state] {
                return Ok(Vec::new());
            }
            if !objective.keep[state] {
                return Err(format!("what must stay true is not so at {}", self.write(state)));
            }
        }
        let (graph, mut moves) = (&self.explored.graph, vec![None; self.explored.graph.agents()]);
        let coalition = (0..graph.agents()).filter(|agent| objective.coalition >> agent & 1 == 1);
        let mut asked = Vec::new();
        for agent in coalition {
            if has_moves(self.game, graph, state, &self.explored.states[state], agent) {
                asked.push(agent);
            }
        }
        if !asked.is_empty() {
            self.chosen(state, &asked, plan.next(), &mut moves)?;
        }
        Ok(consistent(graph, state, &moves).collect())
    }

    /// Sets the moves of the agents asked to those that the line says: one for each, in their order.
    fn chosen(
        &self,
        state: usize,
        asked: &[usize],
        line: Option<&Line>,
        moves: &mut [Option<u32>],
    ) -> Result<(), String> {
        let due = self.write(state);
        let Some((_, texts)) = line.filter(|(position, _)| *position == due) else {
            let found = line.map_or("its end".to_owned(), |(position, _)| position.clone());
            return Err(format!("the strategy comes to {found} where {due} is due"));
        };
        if texts.len() != asked.len() {
            return Err(format!("the strategy has {} moves at {due}", texts.len()));
        }
        for (&agent, text) in asked.iter().zip(texts) {
            let mut legal = Vec::new();
            self.game.moves(&self.explored.states[state], Agent(agent as u8), &mut legal);
            let written =
                |&mv: &G::Move| write_move(self.game, &self.explored.states[state], agent, mv);
            let place = legal.iter().position(|mv| written(mv) == *text);
            let name = self.game.agents().name(Agent(agent as u8));
            let none = || format!("the strategy has no move of {name} at {due}: {text} is none");
            moves[agent] = Some(place.ok_or_else(none)? as u32);
        }
        Ok(())
    }

    /// Requires that no play goes on for ever: states are removed once all their successors are.
    fn require_end(&self, next: &FxHashMap<usize, Vec<usize>>) -> Result<(), String> {
        let mut before: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut open: FxHashMap<usize, usize> = FxHashMap::default();
        for (&state, after) in next {
            open.insert(state, after.len());
            after.iter().for_each(|&after| before.entry(after).or_default().push(state));
        }
        let mut done: Vec<usize> = next.keys().copied().filter(|state| open[state] == 0).collect();
        while let Some(state) = done.pop() {
            open.remove(&state);
            for &source in before.get(&state).into_iter().flatten() {
                let left = open.get_mut(&source).map_or(0, |left| {
                    *left -= 1;
                    *left
                });
                if left == 0 && open.contains_key(&source) {
                    done.push(source);
                }
            }
        }
        match open.keys().min() {
            None => Ok(()),
            Some(&state) => Err(format!("play can go on for ever at {}", self.write(state))),
        }
    }

    fn write(&self, state: usize) -> String {
        self.game.write_position(&self.explored.states[state])
    }
}

fn superfluous(position: &str) -> String {
    format!("what the strategy says at {position} is superfluous")
}
