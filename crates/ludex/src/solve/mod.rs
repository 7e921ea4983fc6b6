//! Values of positions, with their evidence.

mod auto;
mod best_play;
mod endgames;
mod expectation;
mod guarantee;
mod matrices;
mod options;
mod payoffs;
mod proofs;
mod store;
mod turns;
mod words;

pub use words::payoffs_text;

use ludex_base::Stopped;
use ludex_game::{Agent, DynGame, DynState, Hints, Model, Notation, Outcome};
use ludex_search::{
    AlgorithmInfo, FoundBelow, LeafJob, ProofJob, ProvedStates, Task, algorithms_for,
    find_algorithm,
};

use crate::answers::Solved;
use crate::error::InputError;
use crate::requests::Solve;
use crate::session::{AnyGame, Session};

/// The name of the choice that is made by looking at the game.
pub(crate) const AUTO: &str = "auto";

/// Solves every one of the states, each with the score that is expected of it. Ends after the state
/// at which the work was stopped.
pub(crate) fn run(
    session: &Session,
    request: &Solve,
    states: &[(DynState, Option<f64>)],
    each: &mut dyn FnMut(Solved),
) -> Result<(), InputError> {
    match &session.game {
        AnyGame::Simultaneous(..) if request.office.is_some() => Err(not_in_jobs()),
        AnyGame::Turns(typed, game) => {
            turns::refuse_matrix_options(request)?;
            if let Err(stopped) = find_out(game, request) {
                return one_by_one(request, states, each, |state| {
                    let known = unknown(game, &request.algorithm, state);
                    Ok(Solved { stopped: Some(stopped.to_string()), ..known })
                });
            }
            match kind(game, request)? {
                Kind::Guarantee | Kind::Payoffs | Kind::Expectation if request.office.is_some() => {
                    Err(not_in_jobs())
                }
                Kind::Guarantee => guarantee::run(session, game, request, states, each),
                Kind::Payoffs => payoffs::run(session, game, request, states, each),
                Kind::Expectation => expectation::run(session, game, request, states, each),
                Kind::Value => {
                    let solving = turns::Solving { session, typed: &**typed, game };
                    turns::run(solving, request, states, each)
                }
            }
        }
        AnyGame::Simultaneous(typed, game) => {
            let solving = matrices::Solving { session, typed: &**typed, game };
            matrices::run(solving, request, states, each)
        }
    }
}

/// Does a job of a search for the value of the position that is set up.
pub(crate) fn run_job(
    session: &Session,
    request: &Solve,
    job: &LeafJob,
) -> Result<(FoundBelow, u64), InputError> {
    match &session.game {
        AnyGame::Turns(typed, game) if matches!(kind(game, request)?, Kind::Value) => {
            let solving = turns::Solving { session, typed: &**typed, game };
            turns::run_job(solving, request, &session.state, job)
        }
        _ => Err(not_in_jobs()),
    }
}

/// Makes the proofs that a job asks for.
pub(crate) fn prove_claims(
    session: &Session,
    request: &Solve,
    job: &ProofJob,
) -> Result<(Vec<ProvedStates>, u64), InputError> {
    match &session.game {
        AnyGame::Turns(typed, game) if matches!(kind(game, request)?, Kind::Value) => {
            proofs::prove_claims(turns::Solving { session, typed: &**typed, game }, request, job)
        }
        _ => Err(not_in_jobs()),
    }
}

/// Makes the error for a question whose search cannot be divided into jobs.
fn not_in_jobs() -> InputError {
    InputError::new("only searches for the value of a zero-sum game of turns are divided into jobs")
}

/// Solves one state after the other and passes every answer on, with the score that is expected of
/// it. Ends after the state at which the work was stopped.
fn one_by_one(
    request: &Solve,
    states: &[(DynState, Option<f64>)],
    each: &mut dyn FnMut(Solved),
    mut solve: impl FnMut(&DynState) -> Result<Solved, InputError>,
) -> Result<(), InputError> {
    for (state, expected) in states {
        each(Solved { expected: *expected, ..solve(state)? });
        if request.limits.stop.is_raised() {
            break;
        }
    }
    Ok(())
}

/// What is asked of a game of turns.
enum Kind {
    /// The value of a zero-sum game.
    Value,
    /// What all agents get, each of which plays for its own payoff.
    Payoffs,
    /// What the first agent of a zero-sum game with chance can expect.
    Expectation,
    /// What one agent can secure against all others.
    Guarantee,
}

/// Returns what a request asks of a game of turns. A search for the value of a zero-sum game would
/// answer another question in a game that is none.
fn kind(game: &DynGame, request: &Solve) -> Result<Kind, InputError> {
    let all_agents = find_algorithm(&request.algorithm, Task::Payoffs);
    let expectation = find_algorithm(&request.algorithm, Task::Expectation);
    if let Some(info) = expectation {
        return expectation::require_fit(game, request, info).map(|()| Kind::Expectation);
    }
    match (all_agents, &request.guarantee) {
        (Some(info), Some(_)) => {
            let message = format!("{} finds what all agents get, not a guarantee", info.name);
            Err(InputError::new(message).help("leave --algorithm or --guarantee out"))
        }
        (None, Some(_)) => Ok(Kind::Guarantee),
        (Some(_), None) => Ok(Kind::Payoffs),
        (None, None) if game.has_chance() => match named_value(game, request)? {
            Some(info) => Err(knows_no_chance(info)),
            None if expectation::fits(game) && request.equilibria.is_none() => {
                Ok(Kind::Expectation)
            }
            None => Ok(Kind::Payoffs),
        },
        (None, None) => match (named_value(game, request)?, game.zero_sum()) {
            (Some(info), true) if request.equilibria.is_some() => {
                let message = format!("{} finds a value, no equilibria", info.name);
                Err(InputError::new(message).help("add --algorithm backward-induction"))
            }
            (None, true) if request.equilibria.is_some() => Ok(Kind::Payoffs),
            (_, true) => Ok(Kind::Value),
            (None, false) => Ok(Kind::Payoffs),
            (Some(info), false) => Err(not_zero_sum(info)),
        },
    }
}

/// Finds out within the limits whether a game is zero-sum and, where its value is searched for,
/// whether positions come back and which evaluations there are. What follows asks again, and gets the
/// answers at once.
fn find_out(game: &DynGame, request: &Solve) -> Result<(), Stopped> {
    let budget = &request.limits.budget();
    if !game.zero_sum_within(budget)? {
        return Ok(());
    }
    game.can_repeat_within(budget)?;
    let wanted = match find_algorithm(&request.algorithm, Task::Value) {
        Some(info) => options::wants_evaluations(info, request),
        None => request.evaluation.is_some(),
    };
    if wanted {
        game.evaluations_within(budget)?;
    }
    Ok(())
}

/// Makes an answer that knows nothing but what was asked.
fn unknown(game: &DynGame, algorithm: &str, state: &DynState) -> Solved {
    let (agents, outcomes) = (game.agents(), game.outcomes());
    let bounds = [Outcome::WORST, outcomes.best()];
    Solved {
        algorithm: algorithm.to_string(),
        bounds: bounds.map(|outcome| outcomes.number(outcome)),
        bound_names: bounds.map(|outcome| outcomes.name(outcome).to_string()),
        turn: game.turn(state).agent().map(|agent| agents.name(agent).to_string()),
        ..Solved::unknown(agents.name(Agent::FIRST), game.write_position(state))
    }
}

/// Makes the error for a search that does not understand chance.
fn knows_no_chance(info: &AlgorithmInfo) -> InputError {
    let message = format!("{} is for games without chance, and there is chance in this", info.name);
    InputError::new(message).help("leave --algorithm out for what can be expected")
}

/// Makes the error for a search that needs a zero-sum game.
fn not_zero_sum(info: &AlgorithmInfo) -> InputError {
    let message = format!("{} is for zero-sum games, and this is not known to be one", info.name);
    InputError::new(message).help(
        "leave --algorithm out for what all agents get, or add `--guarantee AGENT` for what one of \
         them can secure",
    )
}

/// Returns the algorithm that a request names for a task, or `None` for the automatic choice.
fn named(request: &Solve, task: Task) -> Result<Option<&'static AlgorithmInfo>, InputError> {
    let name = request.algorithm.as_str();
    if name == AUTO {
        return Ok(None);
    }
    match find_algorithm(name, task) {
        Some(info) => Ok(Some(info)),
        None => Err(unfit(name, task)),
    }
}

/// Returns the search for values that a request names, or `None` for the automatic choice. Those
/// for shortest plays are for games of one agent.
fn named_value(
    game: &DynGame,
    request: &Solve,
) -> Result<Option<&'static AlgorithmInfo>, InputError> {
    match (find_algorithm(&request.algorithm, Task::Path), game.agents().len()) {
        (None, _) => named(request, Task::Value),
        (info, 1) => Ok(info),
        (Some(info), agents) => {
            let message =
                format!("{} is for games of one agent, and this one has {agents}", info.name);
            Err(InputError::new(message).help("try --algorithm auto"))
        }
    }
}

/// Makes the error for a name that is no algorithm for a task.
fn unfit(name: &str, task: Task) -> InputError {
    let tasks = match task {
        Task::Value => vec![Task::Value, Task::Path, Task::Payoffs, Task::Expectation],
        _ => vec![task],
    };
    let names = || {
        let infos = tasks.iter().flat_map(|&task| algorithms_for(task));
        infos.map(|info| info.name).collect::<Vec<_>>().join(", ")
    };
    let other = if task == Task::Value { Task::Matrix } else { Task::Value };
    let of_other = find_algorithm(name, other).or_else(|| find_algorithm(name, Task::Path));
    match (of_other, task) {
        (Some(_), Task::Value) => InputError::new(format!(
            "{name} is for games of simultaneous moves"
        ))
        .help("try --algorithm auto; `ludex games` tells which games are of simultaneous moves"),
        (Some(_), _) => InputError::new(format!("{name} is for games where agents take turns"))
            .help(format!("with simultaneous moves there are {}", names())),
        (None, _) => {
            let message = format!("there is no algorithm called `{name}`");
            InputError::about("algorithm", name, message)
                .help(format!("the algorithms are {AUTO}, {}", names()))
        }
    }
}
