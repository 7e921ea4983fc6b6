//! Values of positions, with their evidence.

mod auto;
mod matrices;
mod options;
mod store;
mod turns;

use ludex_game::DynState;
use ludex_search::{AlgorithmInfo, Task, algorithms_for, find_algorithm};

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
        AnyGame::Turns(typed, game) => {
            turns::run(turns::Solving { session, typed: &**typed, game }, request, states, each)
        }
        AnyGame::Simultaneous(typed, game) => {
            let solving = matrices::Solving { session, typed: &**typed, game };
            matrices::run(solving, request, states, each)
        }
    }
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

/// Makes the error for a name that is no algorithm for a task.
fn unfit(name: &str, task: Task) -> InputError {
    let names = || algorithms_for(task).map(|info| info.name).collect::<Vec<_>>().join(", ");
    let other = if task == Task::Value { Task::Matrix } else { Task::Value };
    match (find_algorithm(name, other), task) {
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
