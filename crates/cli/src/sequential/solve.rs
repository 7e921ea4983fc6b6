//! `solve` of a game of turns: values of positions, and their pairs of proofs.

use std::time::Instant;

use ludex_evidence::Evidence;
use ludex_game::{Agent, Bounds, Outcome};
use ludex_games::Playable;
use ludex_search::SolveReport;
use ludex_store::{Answer, Question};
use serde_json::Value;

use super::Sequential;
use super::engine::{Engine, Found};
use super::shelf::Shelf;
use crate::answer::Solved;
use crate::complaint::Complaint;
use crate::describe;
use crate::interrupt;
use crate::progress::Spinner;
use crate::requests::{SetUp, SolveRequest};

/// Solves every one of the positions.
pub fn run<G: Playable>(
    table: &Sequential<G>,
    request: &SolveRequest,
    positions: &[SetUp],
    each: &mut dyn FnMut(Solved),
) -> Result<(), Complaint> {
    if table.game.agents().len() > 2 {
        let message = format!("{} has more than two agents and cannot be solved", table.name);
        return Err(Complaint::new(message)
            .help("ask about one of them: `ludex check GAME \"paranoid(6)\" --for AGENT`"));
    }
    of_turns(request)?;
    let states = table.states(positions)?;
    let mut engine = Engine::new(&table.game, request)?;
    let method = engine.method(request);
    let mut shelf = match &request.store {
        Some(path) => Some(Shelf::open(path, method, request.checkpoint_every)?),
        None => None,
    };
    for (state, set_up) in states.iter().zip(positions) {
        let mut spinner = Spinner::new(request.limits.quiet);
        let budget = request.limits.budget();
        let start = Instant::now();
        let known = shelf.as_mut().and_then(|shelf| table.recall(shelf, state));
        let stored = known.is_some();
        let found =
            known.unwrap_or_else(|| engine.solve(state, &budget, &mut spinner, shelf.as_mut()));
        drop(spinner);
        describe::sound(&table.game)?;
        let exact = found.report.bounds.exact();
        let seconds = start.elapsed().as_secs_f64();
        let mut solved = table.solved(state, found, &engine, seconds);
        solved.expected = set_up.expected;
        if let Some(shelf) = &mut shelf {
            solved.stored = Some(stored);
            if exact.is_some() && !stored && request.range.is_none() {
                shelf.keep(&answer(&solved, exact))?;
            }
            if let Some(failure) = shelf.failure() {
                solved.stopped = Some(format!("no checkpoint was saved: {failure}"));
            }
        }
        if let Some(value) = exact {
            table.prove_value(&mut engine, request, state, value, &mut solved)?;
        }
        each(solved);
        if interrupt::interrupted() {
            break;
        }
    }
    Ok(())
}

/// Refuses what only means something where agents move together.
fn of_turns(request: &SolveRequest) -> Result<(), Complaint> {
    let given = [
        (request.skip.is_some(), "--skip"),
        (request.cell_order.is_some(), "--cell-order"),
        (request.matrix, "--matrix"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, option)) => {
            Err(Complaint::new(format!("{option} is for games of simultaneous moves")))
        }
    }
}

/// An answer to be kept.
fn answer(solved: &Solved, exact: Option<Outcome>) -> Answer {
    let rank = exact.map_or(0, |outcome| outcome.0);
    Answer {
        low: rank,
        high: rank,
        best: solved.best.clone(),
        all_best: solved.all_best,
        algorithm: solved.algorithm.clone(),
        nodes: solved.nodes,
        seconds: solved.seconds,
    }
}

impl<G: Playable> Sequential<G> {
    /// The answer that is known about a state, if it is exact.
    fn recall(&self, shelf: &mut Shelf, state: &G::State) -> Option<Found<G::Move>> {
        let question = Question {
            game: self.name.clone(),
            digest: self.digest.clone(),
            position: self.game.write_position(state),
        };
        let answer = shelf.turn_to(question)?;
        if answer.low != answer.high {
            return None;
        }
        let agent = self.game.turn(state).agent();
        let read = |text: &String| self.game.read_move(state, agent?, text);
        Some(Found::known(SolveReport {
            bounds: Bounds::exactly(Outcome(answer.low)),
            best: answer.best.iter().filter_map(read).collect(),
            all_best: answer.all_best,
            nodes: answer.nodes,
            created: answer.nodes,
            bytes: 0,
            stopped: None,
        }))
    }

    fn solved(
        &self,
        state: &G::State,
        Found { report, first_level, line }: Found<G::Move>,
        engine: &Engine<'_, G>,
        seconds: f64,
    ) -> Solved {
        let outcomes = self.game.outcomes();
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
            first: self.game.agents().name(Agent::FIRST).to_string(),
            score,
            fraction: None,
            relative: score.map(|score| 0.0 + flip * score),
            exact: exact.is_some(),
            approximate: false,
            best,
            all_best: report.all_best,
            bounds: bounds.map(|outcome| outcomes.number(outcome)),
            bound_names: bounds.map(|outcome| outcomes.name(outcome).to_string()),
            algorithm: engine.name(),
            why: engine.why.clone(),
            position: self.game.write_position(state),
            turn: turn.map(|agent| self.game.agents().name(agent).to_string()),
            nodes: report.nodes,
            created: report.created,
            first_level,
            distance: line.as_ref().map(|line| line.len() as u32),
            line: line.map(|line| self.written(state, &line)),
            lp_calls: 0,
            strategies: serde_json::Map::new(),
            matrix: None,
            seconds,
            memory: report.bytes as u64,
            proof: None,
            gap: None,
            expected: None,
            stored: None,
            stopped: match (exact, report.stopped) {
                (_, Some(stopped)) => Some(stopped.to_string()),
                (None, None) => Some("play can go on for ever, and nobody can force more".into()),
                (Some(_), None) => None,
            },
        }
    }

    /// A play from a state as text.
    fn written(&self, state: &G::State, line: &[(Agent, G::Move)]) -> Vec<String> {
        let mut state = state.clone();
        let write = |&(agent, mv): &(Agent, G::Move)| {
            let text = self.game.write_move(&state, agent, mv);
            self.game.play(&mut state, agent, mv);
            text
        };
        line.iter().map(write).collect()
    }

    /// The name of an outcome, or its number where it is named by that.
    fn value(&self, outcome: Outcome) -> Value {
        let outcomes = self.game.outcomes();
        let (name, number) = (outcomes.name(outcome), outcomes.number(outcome));
        match name.parse::<f64>() {
            Ok(n) if n == number => describe::number(number),
            _ => Value::String(name.to_string()),
        }
    }

    /// Writes the pair of proofs for a solved value into a file and its size into the answer; or
    /// there why there is none.
    fn prove_value(
        &self,
        engine: &mut Engine<'_, G>,
        request: &SolveRequest,
        state: &G::State,
        value: Outcome,
        solved: &mut Solved,
    ) -> Result<(), Complaint> {
        let Some(path) = &request.evidence else { return Ok(()) };
        let mut spinner = Spinner::new(request.limits.quiet);
        let budget = request.limits.budget();
        let solutions = match engine.weak_solutions(state, value, &budget, &mut spinner) {
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
        let evidence = Evidence::value(&self.name, &self.game, state, low, high)
            .map_err(|rejection| Complaint::new(rejection.to_string()))?;
        solved.proof = Some(self.write(path, evidence)?);
        Ok(())
    }
}
