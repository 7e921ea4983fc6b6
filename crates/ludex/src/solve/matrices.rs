//! Values of games of simultaneous moves: mixed strategies, and their evidence.

use std::time::{Duration, Instant};

use ludex_base::sort_by;
use ludex_evidence::{Evidence, Guarantees, Rejection, check_mixed};
use ludex_game::{
    Agent, DynMove, DynSimultaneousGame, DynState, Model, Notation, SimultaneousGame, Turn,
};
use ludex_search::{
    Budget, CellOrder, MatrixAnswer, MatrixOptions, Observer, Refusal, SearchOption, Task,
};
use ludex_typed::MatrixGame;
use serde_json::{Map, Value};

use super::{AUTO, named, unfit};
use crate::answers::{MatrixTable, ProofSize, Solved};
use crate::describe;
use crate::error::InputError;
use crate::requests::Solve;
use crate::session::Session;
use crate::stray::{require_taken, wants_table};

/// The states and the time that exact numbers are tried for.
const FEW: u64 = 2_000;
const MOMENT: Duration = Duration::from_millis(200);

/// A game being solved.
#[derive(Clone, Copy)]
pub(super) struct Solving<'s> {
    pub session: &'s Session,
    pub typed: &'s dyn MatrixGame,
    pub game: &'s DynSimultaneousGame,
}

/// What was found, by which algorithm, and why that was chosen.
struct Found {
    answer: MatrixAnswer<DynMove>,
    algorithm: &'static str,
    why: Option<&'static str>,
}

/// Solves every one of the states.
pub(super) fn run(
    solving: Solving<'_>,
    request: &Solve,
    states: &[(DynState, Option<f64>)],
    each: &mut dyn FnMut(Solved),
) -> Result<(), InputError> {
    let algorithm = named(request, Task::Matrix)?.map_or(AUTO, |info| info.name);
    refuse_turn_options(request)?;
    refuse_options_of_smab(request)?;
    let options = options(request)?;
    for (state, _) in states {
        each(solving.one(request, algorithm, &options, state)?);
        if request.limits.stop.is_raised() {
            break;
        }
    }
    Ok(())
}

/// Refuses options that only mean something where agents take turns.
fn refuse_turn_options(request: &Solve) -> Result<(), InputError> {
    let of_turns = [
        (request.store.is_some(), "--store"),
        (request.range.is_some(), "--range"),
        (request.evaluation.as_deref().is_some_and(|name| name != "none"), "--evaluation"),
        (request.best.is_some(), "--best"),
        (request.guarantee.is_some(), "--guarantee"),
        (request.equilibria.is_some(), "--equilibria"),
    ];
    match of_turns.into_iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, option)) => {
            Err(InputError::new(format!("{option} is for games where agents take turns")))
        }
    }
}

/// Refuses options that the algorithm does not take.
fn refuse_options_of_smab(request: &Solve) -> Result<(), InputError> {
    let algorithm = named(request, Task::Matrix)?;
    if let Some(algorithm) = algorithm {
        let table = wants_table(algorithm, request.transpositions);
        let options = [
            ("--transpositions", table, &[SearchOption::Transpositions][..]),
            ("--hints", request.hints == Some(true), &[SearchOption::Hints]),
        ];
        require_taken(algorithm, &options)?;
    }
    let takes = |option| algorithm.is_some_and(|info| info.takes(option));
    let given = [
        (request.skip.is_some() && !takes(SearchOption::Skip), "--skip"),
        (request.cell_order.is_some() && !takes(SearchOption::CellOrder), "--cell-order"),
    ];
    match given.into_iter().find(|(stray, _)| *stray) {
        None => Ok(()),
        Some((_, option)) => {
            Err(InputError::new(format!("{option} is an option of smab"))
                .help("add --algorithm smab"))
        }
    }
}

fn options(request: &Solve) -> Result<MatrixOptions, InputError> {
    let cell_order = match request.cell_order.as_deref() {
        None => None,
        Some("l-shaped") => Some(CellOrder::LShaped),
        Some("lexicographic") => Some(CellOrder::Lexicographic),
        Some(other) => {
            let message = format!("there is no order of cells called `{other}`");
            return Err(InputError::about("cell order", other, message)
                .help("the orders are l-shaped and lexicographic"));
        }
    };
    Ok(MatrixOptions {
        transpositions: request.transpositions.unwrap_or(true),
        hints: request.hints.unwrap_or(true),
        skip: request.skip,
        cell_order,
        seed: request.limits.seed,
    })
}

impl Solving<'_> {
    /// Solves a state.
    fn one(
        self,
        request: &Solve,
        algorithm: &'static str,
        options: &MatrixOptions,
        state: &DynState,
    ) -> Result<Solved, InputError> {
        let (budget, start) = (request.limits.budget(), Instant::now());
        let mut observer = request.limits.observer();
        let found = match algorithm {
            AUTO if request.transpositions.is_some() || request.hints == Some(true) => {
                self.backward(state, options, &budget, &mut observer)?
            }
            AUTO => self.automatic(state, options, &budget, &mut observer)?,
            _ => {
                let answer = self.search(algorithm, state, options, &budget, &mut observer)?;
                Found { answer, algorithm, why: None }
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        self.session.require_sound()?;
        let done = found.answer.done;
        let mut solved = self.solved(state, found, seconds);
        if request.matrix {
            solved.matrix = self.matrix(state, request)?;
        }
        if done && request.evidence {
            self.prove(request, state, &mut solved)?;
        }
        Ok(solved)
    }

    /// Solves a state in exact numbers where that takes a moment, else by backward induction. Options
    /// that mean nothing to the former ask for the latter.
    fn automatic(
        self,
        state: &DynState,
        options: &MatrixOptions,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Found, InputError> {
        let soon = Instant::now().checked_add(MOMENT);
        let moment = Budget {
            max_nodes: Some(budget.max_nodes.map_or(FEW, |most| most.min(FEW))),
            deadline: [budget.deadline, soon].into_iter().flatten().min(),
            ..budget.clone()
        };
        let answer = self.search("exact", state, options, &moment, observer)?;
        if answer.done {
            let why = Some("exact, as it is small enough for exact fractions");
            return Ok(Found { answer, algorithm: "exact", why });
        }
        self.backward(state, options, budget, observer)
    }

    /// Solves a state by backward induction, chosen automatically.
    fn backward(
        self,
        state: &DynState,
        options: &MatrixOptions,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Found, InputError> {
        let answer = self.search("backward", state, options, budget, observer)?;
        let why = Some("backward, as each state's matrix is solved once, its mirror image never");
        Ok(Found { answer, algorithm: "backward", why })
    }

    fn search(
        self,
        algorithm: &str,
        state: &DynState,
        options: &MatrixOptions,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<MatrixAnswer<DynMove>, InputError> {
        let found = self.typed.solve(algorithm, state, options, (budget, observer));
        found
            .ok_or_else(|| unfit(algorithm, Task::Matrix))?
            .map_err(|refusal| self.refused(refusal))
    }

    /// Makes the error for a game that has no value.
    fn refused(self, refusal: Refusal) -> InputError {
        let help = match refusal {
            Refusal::NotZeroSum { .. } => {
                "only zero-sum games have a value; `ludex query FILE equilibria` finds all \
                 equilibria of a matrix with two payoffs a cell"
            }
            Refusal::Agents(_) => "only games of two agents have a value",
            _ => "a stacked-matrix game ends, and both agents have a move until then",
        };
        InputError::new(format!("{} cannot be solved: {refusal}", self.session.name)).help(help)
    }

    fn solved(self, state: &DynState, found: Found, seconds: f64) -> Solved {
        let Found { answer, algorithm, why } = found;
        let (low, high) = (0.0 + answer.bounds.0, 0.0 + answer.bounds.1);
        let value = answer.value.map(|value| 0.0 + value);
        // Without a value, strategies are what a search began with.
        let none = [Vec::new(), Vec::new()];
        let [row, column] = if value.is_some() { &answer.strategies } else { &none };
        let mut best: Vec<&(DynMove, f64)> = row.iter().collect();
        sort_by(&mut best, |a, b| b.1.total_cmp(&a.1));
        let write = |&&(mv, _): &&(DynMove, f64)| self.game.write_move(state, Agent::FIRST, mv);
        Solved {
            value: value.map_or(Value::Null, describe::number),
            score: value,
            fraction: answer.fraction,
            exact: value.is_some() && low == high,
            approximate: low != high && answer.done,
            best: best.iter().map(write).collect(),
            bounds: [low, high],
            bound_names: [low, high].map(|bound| describe::number(bound).to_string()),
            algorithm: algorithm.to_string(),
            why: why.map(str::to_string),
            nodes: answer.nodes,
            value_nodes: answer.nodes,
            created: answer.nodes,
            lp_calls: answer.lp_calls,
            strategies: match value.is_none() || self.game.turn(state) == Turn::Final {
                true => Map::new(),
                false => [(Agent::FIRST, row), (Agent::SECOND, column)]
                    .map(|(agent, mixed)| self.strategy(state, agent, mixed))
                    .into_iter()
                    .collect(),
            },
            seconds,
            memory: answer.bytes as u64,
            stopped: answer.stopped.map(|stopped| stopped.to_string()),
            ..Solved::unknown(
                self.game.agents().name(Agent::FIRST),
                self.game.write_position(state),
            )
        }
    }

    /// Lists an agent's moves with their probabilities.
    fn strategy(self, state: &DynState, agent: Agent, mixed: &[(DynMove, f64)]) -> (String, Value) {
        let share = |&(mv, share): &(DynMove, f64)| {
            (self.game.write_move(state, agent, mv), describe::number(share))
        };
        let shares: Map<String, Value> = mixed.iter().map(share).collect();
        (self.game.agents().name(agent).to_string(), Value::Object(shares))
    }

    /// Makes the matrix of a state with the values of its cells, those found within the budget.
    fn matrix(self, state: &DynState, request: &Solve) -> Result<Option<MatrixTable>, InputError> {
        if self.game.turn(state) == Turn::Final {
            return Ok(None);
        }
        let moves = [Agent::FIRST, Agent::SECOND].map(|agent| {
            let mut moves = Vec::new();
            self.game.moves(state, agent, &mut moves);
            moves
        });
        let budget = request.limits.budget();
        let plain = MatrixOptions::default();
        let cell = |row: DynMove, column: DynMove| {
            let mut next = state.clone();
            self.game.play_joint(&mut next, &[row, column]);
            let mut observer = request.limits.observer();
            let found = self.search("backward", &next, &plain, &budget, &mut observer)?;
            Ok(found.value.map(|value| 0.0 + value))
        };
        let line = |&row: &DynMove| moves[1].iter().map(|&column| cell(row, column)).collect();
        let values = moves[0].iter().map(line);
        let values = values.collect::<Result<Vec<Vec<Option<f64>>>, InputError>>()?;
        let [rows, columns] = [Agent::FIRST, Agent::SECOND].map(|agent| {
            let text = |&mv: &DynMove| self.game.write_move(state, agent, mv);
            moves[agent.index()].iter().map(text).collect()
        });
        Ok(Some(MatrixTable { rows, columns, values }))
    }

    /// Adds optimal strategies with their guarantees to the answer; or why there are none.
    fn prove(
        self,
        request: &Solve,
        state: &DynState,
        solved: &mut Solved,
    ) -> Result<(), InputError> {
        let (budget, mut observer) = (request.limits.budget(), request.limits.observer());
        let strategies = self
            .typed
            .mixed_strategies(state, &budget, &mut observer)
            .map_err(|refusal| self.refused(refusal))?;
        let [low, high] = match strategies {
            Ok(strategies) => strategies,
            Err(stopped) => {
                solved.stopped = Some(format!("no proof within the budget: {stopped}"));
                return Ok(());
            }
        };
        let failed = |rejection: Rejection| InputError::new(rejection.to_string());
        let name = &self.session.name;
        let mut evidence =
            Evidence::mixed(name, self.game, state, Some(&low), Some(&high)).map_err(failed)?;
        evidence.digest = self.session.digest();
        let guarantees = check_mixed(self.game, &evidence).map_err(failed)?;
        solved.gap = guarantees.gap().map(|gap| Guarantees::float(&gap));
        solved.proof = Some(ProofSize::of(evidence.size()));
        solved.evidence = Some(evidence);
        Ok(())
    }
}
