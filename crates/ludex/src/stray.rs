//! Options that mean nothing to an algorithm: refused by name, so that nobody believes they had an
//! effect. What an algorithm does in any case may be asked for.

use ludex_search::{AlgorithmInfo, SearchOption, algorithms_for};

use crate::error::InputError;

/// An option: its name, whether it was given, and what an algorithm that takes it takes.
pub(crate) type Given<'a> = (&'a str, bool, &'a [SearchOption]);

/// Fails if an option was given that the algorithm does not take.
pub(crate) fn require_taken(
    algorithm: &AlgorithmInfo,
    options: &[Given<'_>],
) -> Result<(), InputError> {
    let takes = |kinds: &[SearchOption]| kinds.iter().any(|&kind| algorithm.takes(kind));
    let stray = options.iter().find(|(_, given, kinds)| *given && !takes(kinds));
    let Some(&(option, _, kinds)) = stray else { return Ok(()) };
    let name = algorithm.name;
    let error = InputError::about("algorithm", name, format!("{option} means nothing to {name}"));
    Err(match takers(algorithm, kinds) {
        takers if takers.is_empty() => error.help(format!("leave {option} out")),
        takers => error.help(format!("it is an option of {takers}")),
    })
}

/// Returns whether a table was asked for, or none where there always is one. Searches of a tree never
/// have one.
pub(crate) fn wants_table(algorithm: &AlgorithmInfo, transpositions: Option<bool>) -> bool {
    let tree = matches!(algorithm.name, "dfs" | "sequence-form");
    transpositions.is_some_and(|on| on || !tree)
}

/// Lists the algorithms for the same task that take an option: `mps, mps2 and dfmps`.
fn takers(algorithm: &AlgorithmInfo, kinds: &[SearchOption]) -> String {
    let takes = |info: &&AlgorithmInfo| kinds.iter().any(|&kind| info.takes(kind));
    let names: Vec<&str> =
        algorithms_for(algorithm.task).filter(takes).map(|info| info.name).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}
