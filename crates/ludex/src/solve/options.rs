//! The options of a search for values, from what was asked.

use ludex_game::{Bounds, DynGame, Hints, Model, nearest};
use ludex_search::{AlgorithmInfo, Evaluation, SearchOption, ValueOptions};

use crate::error::InputError;
use crate::requests::{Best, Solve};
use crate::stray::{require_taken, wants_table};

/// Returns the options for an algorithm.
pub(super) fn value_options(
    game: &DynGame,
    algorithm: &AlgorithmInfo,
    request: &Solve,
) -> Result<ValueOptions, InputError> {
    let range = range(game, request)?;
    require_fit(game, algorithm, request)?;
    let evaluation = evaluation(game, algorithm, request)?;
    Ok(ValueOptions {
        transpositions: request.transpositions.unwrap_or(true),
        hints: request.hints.unwrap_or(true),
        best: request.best.unwrap_or_default().into(),
        evaluation,
        range,
        seed: request.limits.seed,
        threads: request.limits.threads,
        max_bytes: request.limits.max_bytes(),
        evidence: request.evidence,
    })
}

/// Fails if an option was given that has no effect on the search of this game.
fn require_fit(
    game: &DynGame,
    algorithm: &AlgorithmInfo,
    request: &Solve,
) -> Result<(), InputError> {
    use SearchOption::{Checkpoints, Evaluation, Mobility, Range, Transpositions};
    let evaluation = request.evaluation.as_deref();
    let table = wants_table(algorithm, request.transpositions);
    let options = [
        ("--transpositions", table, &[Transpositions][..]),
        ("--hints", request.hints == Some(true), &[SearchOption::Hints]),
        ("--evaluation", evaluation.is_some_and(|name| name != "none"), &[Evaluation, Mobility]),
        ("--range", request.range.is_some(), &[Range]),
        ("--checkpoint-every", request.checkpoint_every.is_some(), &[Checkpoints]),
    ];
    require_taken(algorithm, &options)?;
    require_moves_to_compare(game, request)?;
    let name = algorithm.name;
    let tree = algorithm.takes(Range) && request.transpositions == Some(true);
    let graph = matches!(name, "alphabeta" | "mtdf") && request.transpositions == Some(false);
    if game.can_repeat() && (tree || graph) {
        let message = match tree {
            true => format!("{name} cannot recognise transpositions here"),
            false => format!("{name} keeps the graph of positions here, with or without a table"),
        };
        let why = "play can come back to a position of this game: leave --transpositions out";
        return Err(InputError::about("algorithm", name, message).help(why));
    }
    Ok(())
}

/// Fails if all best moves were asked for where the answer is a play.
fn require_moves_to_compare(game: &DynGame, request: &Solve) -> Result<(), InputError> {
    if request.best == Some(Best::All) && game.agents().len() == 1 {
        return Err(InputError::about("best", "all", "--best all means nothing here")
            .help("the solution of a game for one is a play: leave --best out"));
    }
    Ok(())
}

/// The version of the formats of checkpoints.
const CHECKPOINTS: u32 = 3;

/// Describes all that decides whether a checkpoint can be used: the versions, the algorithm, its
/// options. Which best moves are wanted does not matter: the value comes first.
pub(super) fn method(algorithm: &AlgorithmInfo, request: &Solve) -> String {
    let Solve { transpositions, hints, evaluation, range, .. } = request;
    format!(
        "{CHECKPOINTS} {} {} {transpositions:?} {hints:?} {evaluation:?} {range:?} {}",
        env!("CARGO_PKG_VERSION"),
        algorithm.name,
        request.limits.seed,
    )
}

/// Returns whether it matters what evaluations the game offers.
pub(super) fn wants_evaluations(algorithm: &AlgorithmInfo, request: &Solve) -> bool {
    request.evaluation.is_some() || algorithm.takes(SearchOption::OwnEvaluation)
}

/// Returns the evaluation that was asked for, or the one the algorithm uses by default.
fn evaluation(
    game: &DynGame,
    algorithm: &AlgorithmInfo,
    request: &Solve,
) -> Result<Evaluation, InputError> {
    if !wants_evaluations(algorithm, request) {
        return Ok(Evaluation::None);
    }
    let own = game.evaluations();
    let Some(name) = &request.evaluation else {
        return Ok(if own.is_empty() { Evaluation::None } else { Evaluation::OfGame(0) });
    };
    let proof_numbers = algorithm.takes(SearchOption::Mobility);
    if let Some(number) = own.iter().position(|own| own == name) {
        return match name.as_str() {
            "mobility" if proof_numbers => Ok(Evaluation::Mobility),
            _ if proof_numbers => Err(no_evaluation_of_a_game(algorithm, name)),
            _ => Ok(Evaluation::OfGame(number)),
        };
    }
    match name.as_str() {
        "none" => Ok(Evaluation::None),
        "mobility" => Ok(Evaluation::Mobility),
        _ => {
            let mut names = vec!["none", "mobility"];
            names.extend(own.iter().filter(|own| **own != "mobility"));
            let list = names.join(", ");
            let help = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`? This game has {list}"),
                None => format!("this game has {list}"),
            };
            let message = format!("there is no evaluation called `{name}`");
            Err(InputError::at("evaluation", name, 0..name.len(), message).help(help))
        }
    }
}

/// Makes the error for proof numbers, which take no evaluation of a game.
fn no_evaluation_of_a_game(algorithm: &AlgorithmInfo, name: &str) -> InputError {
    let message = format!("--evaluation {name} means nothing to {}", algorithm.name);
    InputError::at("evaluation", name, 0..name.len(), message)
        .help("proof numbers start with `none` or with `mobility`; pp, mcts and minmax evaluate")
}

/// Returns the outcomes to be told apart, if that was asked for.
fn range(game: &DynGame, request: &Solve) -> Result<Option<Bounds>, InputError> {
    let Some(text) = &request.range else { return Ok(None) };
    let outcomes = game.outcomes();
    let ends = text.split_once("..").and_then(|(low, high)| {
        let (low, high) = (outcomes.named(low.trim())?, outcomes.named(high.trim())?);
        (low < high).then_some(Bounds { low, high })
    });
    ends.map(Some).ok_or_else(|| {
        let names: Vec<&str> = outcomes.iter().map(|outcome| outcomes.name(outcome)).collect();
        let message = format!("`{text}` is not a range of outcomes");
        InputError::at("range", text, 0..text.len(), message)
            .help(format!("give two of {} as LOW..HIGH", names.join(", ")))
    })
}
