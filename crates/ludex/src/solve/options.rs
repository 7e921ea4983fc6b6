//! The options of a search for values, from what was asked.

use ludex_game::{Bounds, DynGame, Hints, Model, nearest};
use ludex_search::{AlgorithmInfo, Evaluation, SearchOption, ValueOptions};

use crate::error::InputError;
use crate::requests::Solve;

/// Returns the options for an algorithm.
pub(super) fn value_options(
    game: &DynGame,
    algorithm: &AlgorithmInfo,
    request: &Solve,
) -> Result<ValueOptions, InputError> {
    let range = range(game, request)?;
    let evaluation = evaluation(game, algorithm, request)?;
    if range.is_some() && !algorithm.takes(SearchOption::Range) {
        return Err(InputError::new("only best-first searches can be given a range")
            .help("try --algorithm pns or --algorithm mopns"));
    }
    Ok(ValueOptions {
        transpositions: request.transpositions,
        hints: request.hints,
        all_best: request.all_best,
        evaluation,
        range,
        seed: request.limits.seed,
        threads: request.limits.threads,
        max_bytes: request.limits.max_bytes(),
        evidence: request.evidence,
    })
}

/// Describes all that decides whether a checkpoint can be used: the version, the algorithm, its
/// options.
pub(super) fn method(algorithm: &AlgorithmInfo, request: &Solve) -> String {
    let Solve { transpositions, hints, all_best, evaluation, range, .. } = request;
    format!(
        "{} {} {transpositions} {hints} {all_best} {evaluation:?} {range:?} {}",
        env!("CARGO_PKG_VERSION"),
        algorithm.name,
        request.limits.seed,
    )
}

/// Returns the evaluation that was asked for, or the one the algorithm uses by default.
fn evaluation(
    game: &DynGame,
    algorithm: &AlgorithmInfo,
    request: &Solve,
) -> Result<Evaluation, InputError> {
    let own = game.evaluations();
    let Some(name) = &request.evaluation else {
        let first = if own.is_empty() { Evaluation::None } else { Evaluation::OfGame(0) };
        let by_default = algorithm.takes(SearchOption::OwnEvaluation);
        return Ok(if by_default { first } else { Evaluation::None });
    };
    if let Some(number) = own.iter().position(|own| own == name) {
        let evaluates = algorithm.takes(SearchOption::Evaluation);
        let proof_numbers = algorithm.takes(SearchOption::Mobility) || !evaluates;
        return Ok(match name.as_str() {
            "mobility" if proof_numbers => Evaluation::Mobility,
            _ => Evaluation::OfGame(number),
        });
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
