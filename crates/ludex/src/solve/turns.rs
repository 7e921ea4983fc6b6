//! Values of games of turns, and their pairs of proofs.

use std::time::Instant;

use ludex_evidence::Evidence;
use ludex_game::{Agent, Bounds, DynGame, DynMove, DynState, Game, Model, Notation, Outcome};
use ludex_search::{
    AlgorithmInfo, Checkpoints, ErasedValueSearch, SolveReport, Stopped, Task, find_algorithm,
    solution_play,
};
use ludex_store::{Answer, Question};
use serde_json::Value;

use super::store::SolveStore;
use super::{auto, named_value, options, unfit};
use crate::answers::{ProofSize, Solved};
use crate::describe;
use crate::error::InputError;
use crate::requests::Solve;
use crate::session::Session;
use crate::typed::TurnGame;

/// A game being solved.
#[derive(Clone, Copy)]
pub(super) struct Solving<'s> {
    pub session: &'s Session,
    pub typed: &'s dyn TurnGame,
    pub game: &'s DynGame,
}

/// A search with its name, and why it was chosen.
struct Chosen<'s> {
    algorithm: &'static AlgorithmInfo,
    why: Option<String>,
    search: Box<dyn ErasedValueSearch + 's>,
}

/// Solves every one of the states.
pub(super) fn run(
    solving: Solving<'_>,
    request: &Solve,
    states: &[(DynState, Option<f64>)],
    each: &mut dyn FnMut(Solved),
) -> Result<(), InputError> {
    let mut chosen = solving.choose(request)?;
    let mut store = match &request.store {
        Some(path) => {
            let method = options::method(chosen.algorithm, request);
            Some(SolveStore::open(path, method, request.checkpoint_every)?)
        }
        None => None,
    };
    for (state, expected) in states {
        let mut solved = solving.one(&mut chosen, request, store.as_mut(), state)?;
        solved.expected = *expected;
        each(solved);
        if request.limits.stop.is_raised() {
            break;
        }
    }
    Ok(())
}

/// Refuses options that only mean something where agents move at the same time.
pub(super) fn refuse_matrix_options(request: &Solve) -> Result<(), InputError> {
    let given = [
        (request.skip.is_some(), "--skip"),
        (request.cell_order.is_some(), "--cell-order"),
        (request.matrix, "--matrix"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, option)) => {
            Err(InputError::new(format!("{option} is for games of simultaneous moves")))
        }
    }
}

/// Makes an answer to be kept.
fn answer(solved: &Solved, exact: Outcome) -> Answer {
    Answer {
        low: exact.0,
        high: exact.0,
        best: solved.best.clone(),
        all_best: solved.all_best,
        algorithm: solved.algorithm.clone(),
        nodes: solved.nodes,
        seconds: solved.seconds,
    }
}

impl<'s> Solving<'s> {
    /// Makes the search that a request names, or the one that suits the game.
    fn choose(self, request: &Solve) -> Result<Chosen<'s>, InputError> {
        match named_value(self.game, request)? {
            Some(algorithm) => self.make(algorithm.name, None, request),
            None => {
                let (name, why) = auto::choose(self.game);
                self.make(name, Some(why), request)
            }
        }
    }

    /// Makes the search with this name.
    fn make(
        self,
        name: &str,
        why: Option<String>,
        request: &Solve,
    ) -> Result<Chosen<'s>, InputError> {
        let algorithm = [Task::Value, Task::Path].into_iter().find_map(|t| find_algorithm(name, t));
        let algorithm = algorithm.ok_or_else(|| unfit(name, Task::Value))?;
        let options = options::value_options(self.game, algorithm, request)?;
        let search = self.typed.value_search(algorithm.name, &options);
        let search = search.ok_or_else(|| unfit(algorithm.name, Task::Value))?;
        Ok(Chosen { algorithm, why, search })
    }

    /// Searches for the value of a state. Where the automatic choice was for a shortest play and
    /// that takes too long, any play will do.
    fn search(
        self,
        chosen: &mut Chosen<'s>,
        request: &Solve,
        state: &DynState,
        checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<SolveReport<DynMove>, InputError> {
        let (budget, mut observer) = (request.limits.budget(), request.limits.observer());
        if chosen.why.is_some() && chosen.algorithm.task == Task::Path {
            let half = auto::for_shortest_play(&budget);
            let report = chosen.search.solve(state, &half, &mut observer, None);
            let out_of = [Some(Stopped::Nodes), Some(Stopped::Time), Some(Stopped::Memory)];
            if !out_of.contains(&report.stopped) {
                return Ok(report);
            }
            let (name, why) = auto::choose_any_play(self.game);
            *chosen = self.make(name, Some(why), request)?;
        }
        Ok(chosen.search.solve(state, &budget, &mut observer, checkpoints))
    }

    /// Solves a state, or takes its value from the store.
    fn one(
        self,
        chosen: &mut Chosen<'s>,
        request: &Solve,
        mut store: Option<&mut SolveStore>,
        state: &DynState,
    ) -> Result<Solved, InputError> {
        let start = Instant::now();
        let known = store.as_mut().and_then(|store| self.recall(store, state));
        let stored = known.is_some();
        let report = match known {
            Some(report) => report,
            None => {
                let checkpoints = store.as_mut().map(|store| &mut **store as &mut dyn Checkpoints);
                self.search(chosen, request, state, checkpoints)?
            }
        };
        let (report, shortest) = self.with_play(chosen, request, state, report);
        self.session.require_sound()?;
        let exact = report.bounds.exact();
        let mut solved = self.solved(state, report, chosen, start.elapsed().as_secs_f64());
        solved.shortest = shortest;
        solved.distance = solved.distance.filter(|_| shortest != Some(false));
        if let Some(store) = store {
            solved.stored = Some(stored);
            if let (Some(value), false, None) = (exact, stored, &request.range) {
                store.keep(&answer(&solved, value))?;
            }
            if let Some(failure) = store.failure() {
                solved.stopped = Some(format!("no checkpoint was saved: {failure}"));
            }
        }
        if let (Some(value), true) = (exact, request.evidence) {
            self.prove(chosen, request, state, value, &mut solved)?;
        }
        Ok(solved)
    }

    /// Adds a play to the value of a game of one agent, which is its solution, and says whether it
    /// is a shortest one. Where nothing is better than the worst outcome no play is a solution.
    fn with_play(
        self,
        chosen: &mut Chosen<'_>,
        request: &Solve,
        state: &DynState,
        mut report: SolveReport<DynMove>,
    ) -> (SolveReport<DynMove>, Option<bool>) {
        let value = report.bounds.exact().filter(|_| self.game.agents().len() == 1);
        let Some(value) = value else { return (report, None) };
        if value == Outcome::WORST {
            report.line = None;
        }
        if value == Outcome::WORST || report.line.is_some() {
            let shortest = report.line.as_ref().map(|_| true);
            return (report, shortest);
        }
        let (budget, mut observer) = (request.limits.budget(), request.limits.observer());
        let solutions = chosen.search.weak_solutions(state, value, &budget, &mut observer);
        let strategy = solutions.ok().flatten().and_then(|both| both.max);
        report.line = strategy.map(|strategy| solution_play(&strategy));
        let shortest = report.line.as_ref().map(|_| false);
        (report, shortest)
    }

    /// Returns the answer that is known about a state, if it is exact. A game of one agent is
    /// searched again: the store keeps no plays.
    fn recall(self, store: &mut SolveStore, state: &DynState) -> Option<SolveReport<DynMove>> {
        let question = Question {
            game: self.session.name.clone(),
            digest: self.session.digest(),
            position: self.game.write_position(state),
        };
        let answer = store.turn_to(question)?;
        if answer.low != answer.high || self.game.agents().len() == 1 {
            return None;
        }
        let agent = self.game.turn(state).agent();
        let read = |text: &String| self.game.read_move(state, agent?, text);
        Some(SolveReport {
            best: answer.best.iter().filter_map(read).collect(),
            all_best: answer.all_best,
            nodes: answer.nodes,
            created: answer.nodes,
            ..SolveReport::unknown(Bounds::exactly(Outcome(answer.low)))
        })
    }

    fn solved(
        self,
        state: &DynState,
        report: SolveReport<DynMove>,
        chosen: &Chosen<'_>,
        seconds: f64,
    ) -> Solved {
        let (agents, outcomes) = (self.game.agents(), self.game.outcomes());
        let exact = report.bounds.exact();
        let turn = self.game.turn(state).agent();
        let score = exact.map(|outcome| outcomes.number(outcome));
        let flip = if turn == Some(Agent::SECOND) { -1.0 } else { 1.0 };
        let bounds = [report.bounds.low, report.bounds.high];
        let best = turn.map_or(Vec::new(), |agent| {
            report.best.iter().map(|&mv| self.game.write_move(state, agent, mv)).collect()
        });
        Solved {
            value: exact.map_or(Value::Null, |outcome| self.value(outcome)),
            score,
            relative: score.map(|score| 0.0 + flip * score),
            exact: exact.is_some(),
            best,
            all_best: report.all_best,
            bounds: bounds.map(|outcome| outcomes.number(outcome)),
            bound_names: bounds.map(|outcome| outcomes.name(outcome).to_string()),
            algorithm: chosen.algorithm.name.to_string(),
            why: chosen.why.clone(),
            turn: turn.map(|agent| agents.name(agent).to_string()),
            nodes: report.nodes,
            created: report.created,
            first_level: report.first_level,
            distance: report.line.as_ref().map(|line| line.len() as u32),
            line: report.line.map(|line| self.written(state, &line)),
            seconds,
            memory: report.bytes as u64,
            stopped: match (exact, report.stopped) {
                (_, Some(stopped)) => Some(stopped.to_string()),
                (None, None) => Some("play can go on for ever, and nobody can force more".into()),
                (Some(_), None) => None,
            },
            ..Solved::unknown(agents.name(Agent::FIRST), self.game.write_position(state))
        }
    }

    /// Writes a play from a state as text.
    fn written(self, state: &DynState, line: &[(Agent, DynMove)]) -> Vec<String> {
        let mut state = state.clone();
        let write = |&(agent, mv): &(Agent, DynMove)| {
            let text = self.game.write_move(&state, agent, mv);
            self.game.play(&mut state, agent, mv);
            text
        };
        line.iter().map(write).collect()
    }

    /// Returns the name of an outcome, or its number where it is named by that.
    fn value(self, outcome: Outcome) -> Value {
        let outcomes = self.game.outcomes();
        let (name, number) = (outcomes.name(outcome), outcomes.number(outcome));
        match name.parse::<f64>() {
            Ok(n) if n == number => describe::number(number),
            _ => Value::String(name.to_string()),
        }
    }

    /// Adds the pair of proofs for a value to the answer; or why there is none.
    fn prove(
        self,
        chosen: &mut Chosen<'_>,
        request: &Solve,
        state: &DynState,
        value: Outcome,
        solved: &mut Solved,
    ) -> Result<(), InputError> {
        let (budget, mut observer) = (request.limits.budget(), request.limits.observer());
        let solutions = match chosen.search.weak_solutions(state, value, &budget, &mut observer) {
            Ok(Some(solutions)) => solutions,
            Ok(None) => {
                let why = "no bounded proof exists, as play can go on for ever";
                solved.stopped = Some(why.to_string());
                return Ok(());
            }
            Err(stopped) => {
                solved.stopped = Some(format!("no proof within the budget: {stopped}"));
                return Ok(());
            }
        };
        let low = solutions.max.as_ref().map(|solution| (value, solution));
        let high = solutions.min.as_ref().map(|solution| (value, solution));
        let mut evidence = Evidence::value(&self.session.name, self.game, state, low, high)
            .map_err(|rejection| InputError::new(rejection.to_string()))?;
        evidence.digest = self.session.digest();
        solved.proof = Some(ProofSize::of(evidence.size()));
        solved.evidence = Some(evidence);
        Ok(())
    }
}
