//! `solve` of a game of simultaneous moves: values, mixed strategies, and their evidence.

use std::time::Instant;

use ludex_evidence::{Evidence, Guarantees, check_mixed};
use ludex_game::{Agent, Notation, SimultaneousGame, Turn};
use ludex_search::{BackwardOptions, Refusal, backward, mixed_strategies};
use serde_json::{Map, Value};

use super::Simultaneous;
use super::engine::{self, Found};
use crate::answer::{MatrixShown, ProofSize, Solved};
use crate::args::SolveAlgorithm;
use crate::complaint::Complaint;
use crate::describe;
use crate::interrupt;
use crate::progress::Spinner;
use crate::requests::{SetUp, SolveRequest};

/// Solves every one of the positions.
pub fn run<G: SimultaneousGame + Notation + 'static>(
    table: &mut Simultaneous<G>,
    request: &SolveRequest,
    positions: &[SetUp],
    each: &mut dyn FnMut(Solved),
) -> Result<(), Complaint> {
    let algorithm = engine::choose(request)?;
    applicable(request, algorithm)?;
    let states: Vec<G::State> =
        positions.iter().map(|set_up| table.at(set_up)).collect::<Result<_, _>>()?;
    for state in &states {
        let mut spinner = Spinner::new(request.limits.quiet);
        let (budget, start) = (request.limits.budget(), Instant::now());
        let found = match algorithm {
            SolveAlgorithm::Auto => {
                engine::solve_best(&table.game, state, request, &budget, &mut spinner)
                    .map(|(found, algorithm, why)| (found, algorithm, Some(why.to_string())))
            }
            _ => engine::solve(&table.game, state, algorithm, request, &budget, &mut spinner)
                .map(|found| (found, algorithm, None)),
        };
        let (found, algorithm, why) = found.map_err(|refusal| table.refused(refusal))?;
        let seconds = start.elapsed().as_secs_f64();
        drop(spinner);
        describe::sound(&table.game)?;
        let done = found.done;
        let mut solved = table.solved(state, found, seconds);
        (solved.algorithm, solved.why) = (engine::name(algorithm), why);
        if request.matrix {
            solved.matrix = table.matrix(state, request)?;
        }
        if done {
            table.prove_value(request, state, &mut solved)?;
        }
        each(solved);
        if interrupt::interrupted() {
            break;
        }
    }
    Ok(())
}

/// Options that only mean something where agents take turns, or in another search.
fn applicable(request: &SolveRequest, algorithm: SolveAlgorithm) -> Result<(), Complaint> {
    let of_turns = [
        (request.store.is_some(), "--store"),
        (request.range.is_some(), "--range"),
        (request.evaluation.as_deref().is_some_and(|name| name != "none"), "--evaluation"),
    ];
    if let Some((_, option)) = of_turns.into_iter().find(|(given, _)| *given) {
        let message = format!("{option} is for games where agents take turns");
        return Err(Complaint::new(message));
    }
    let of_smab =
        [(request.skip.is_some(), "--skip"), (request.cell_order.is_some(), "--cell-order")];
    match of_smab.into_iter().find(|(given, _)| *given && algorithm != SolveAlgorithm::Smab) {
        Some((_, option)) => {
            Err(Complaint::new(format!("{option} is an option of smab"))
                .help("add --algorithm smab"))
        }
        None => Ok(()),
    }
}

impl<G: SimultaneousGame + Notation + 'static> Simultaneous<G> {
    /// Why a game has no value.
    fn refused(&self, refusal: Refusal) -> Complaint {
        let help = match refusal {
            Refusal::NotZeroSum { .. } => {
                "only zero-sum games have a value: what one agent gains \
                                           the other must lose"
            }
            Refusal::Agents(_) => "only games of two agents have a value",
            _ => "a stacked-matrix game ends, and both agents have a move until then",
        };
        Complaint::new(format!("{} cannot be solved: {refusal}", self.name)).help(help)
    }

    pub(super) fn at(&mut self, set_up: &SetUp) -> Result<G::State, Complaint> {
        use crate::erased::AnyGame;
        self.set_up(set_up.position.as_deref(), set_up.moves.as_deref())
            .map_err(|complaint| set_up.blame(complaint))?;
        Ok(self.state.clone())
    }

    fn solved(&self, state: &G::State, found: Found<G::Move>, seconds: f64) -> Solved {
        let (low, high) = (0.0 + found.bounds.0, 0.0 + found.bounds.1);
        let value = found.value.map(|value| 0.0 + value);
        let [row, column] = &found.strategies;
        let mut best: Vec<&(G::Move, f64)> = row.iter().collect();
        best.sort_by(|a, b| b.1.total_cmp(&a.1));
        Solved {
            value: value.map_or(Value::Null, describe::number),
            first: self.game.agents().name(Agent::FIRST).to_string(),
            score: value,
            relative: None,
            fraction: found.fraction,
            exact: found.value.is_some() && low == high,
            approximate: low != high && found.done,
            best: best
                .into_iter()
                .map(|&(mv, _)| self.game.write_move(state, Agent::FIRST, mv))
                .collect(),
            all_best: false,
            bounds: [low, high],
            bound_names: [low, high].map(|bound| describe::number(bound).to_string()),
            algorithm: String::new(),
            why: None,
            position: self.game.write_position(state),
            turn: None,
            nodes: found.nodes,
            created: found.nodes,
            first_level: None,
            distance: None,
            line: None,
            lp_calls: found.lp_calls,
            strategies: match self.game.turn(state) {
                Turn::Final => Map::new(),
                _ => [(Agent::FIRST, row), (Agent::SECOND, column)]
                    .map(|(agent, mixed)| self.strategy(state, agent, mixed))
                    .into_iter()
                    .collect(),
            },
            matrix: None,
            seconds,
            memory: found.bytes as u64,
            proof: None,
            gap: None,
            expected: None,
            stored: None,
            stopped: found.stopped.map(|stopped| stopped.to_string()),
        }
    }

    /// An agent's moves with their probabilities.
    fn strategy(
        &self,
        state: &G::State,
        agent: Agent,
        mixed: &[(G::Move, f64)],
    ) -> (String, Value) {
        let share = |&(mv, share): &(G::Move, f64)| {
            (self.game.write_move(state, agent, mv), describe::number(share))
        };
        let shares: Map<String, Value> = mixed.iter().map(share).collect();
        (self.game.agents().name(agent).to_string(), Value::Object(shares))
    }

    /// The matrix of a state with the values of its cells, those found within the budget.
    fn matrix(
        &self,
        state: &G::State,
        request: &SolveRequest,
    ) -> Result<Option<MatrixShown>, Complaint> {
        if self.game.turn(state) == Turn::Final {
            return Ok(None);
        }
        let moves = [Agent::FIRST, Agent::SECOND].map(|agent| {
            let mut moves = Vec::new();
            self.game.moves(state, agent, &mut moves);
            moves
        });
        let budget = request.limits.budget();
        let cell = |row: G::Move, column: G::Move| {
            let mut next = state.clone();
            self.game.play_joint(&mut next, &[row, column]);
            let mut spinner = Spinner::new(request.limits.quiet);
            let options = BackwardOptions::default();
            backward(&self.game, &next, options, &budget, &mut spinner)
                .map(|report| report.value().map(|value| 0.0 + value))
                .map_err(|refusal| self.refused(refusal))
        };
        let line = |&row: &G::Move| moves[1].iter().map(|&column| cell(row, column)).collect();
        let values = moves[0].iter().map(line).collect::<Result<Vec<Vec<Option<f64>>>, _>>()?;
        let [rows, columns] = [Agent::FIRST, Agent::SECOND].map(|agent| {
            let text = |&mv: &G::Move| self.game.write_move(state, agent, mv);
            moves[agent.index()].iter().map(text).collect()
        });
        Ok(Some(MatrixShown { rows, columns, values }))
    }

    /// Writes optimal strategies with their guarantees into a file; or says why there are none.
    fn prove_value(
        &self,
        request: &SolveRequest,
        state: &G::State,
        solved: &mut Solved,
    ) -> Result<(), Complaint> {
        let Some(path) = &request.evidence else { return Ok(()) };
        let mut spinner = Spinner::new(request.limits.quiet);
        let budget = request.limits.budget();
        let strategies = mixed_strategies(&self.game, state, &budget, &mut spinner)
            .map_err(|refusal| self.refused(refusal))?;
        let [low, high] = match strategies {
            Ok(strategies) => strategies,
            Err(stopped) => {
                solved.stopped = Some(format!("no proof within the budget: {stopped}"));
                return Ok(());
            }
        };
        let failed = |rejection: ludex_evidence::Rejection| Complaint::new(rejection.to_string());
        let mut evidence = Evidence::mixed(&self.name, &self.game, state, Some(&low), Some(&high))
            .map_err(failed)?;
        evidence.digest.clone_from(&self.digest);
        let guarantees = check_mixed(&self.game, &evidence).map_err(failed)?;
        solved.gap = guarantees.gap().map(|gap| Guarantees::float(&gap));
        let size = evidence.size() as u64;
        evidence
            .write(path)
            .map_err(|error| Complaint::new(format!("cannot write {}: {error}", path.display())))?;
        solved.proof = Some(ProofSize { size, cost: size as f64, minimal: None });
        Ok(())
    }
}
