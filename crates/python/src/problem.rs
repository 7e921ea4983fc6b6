//! Chess problems.

use ludex::Problem;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::convert::to_python;
use crate::evidence::Evidence;
use crate::keywords::Keywords;
use crate::run::{run_request, unless_raised};
use crate::source::Source;

/// Solves a chess problem: `problem("#2", fen, all=True)`.
///
/// stipulation: "#2", "h#2.5", "s#3", "r#2", "ser-h#5" and the like; None if there is a formula.
/// position: as FEN.
/// all: all solutions instead of one.
/// limit: how many solutions a list has at most then (10,000 if None).
/// tries, set_play, duplex: also first moves that fail to one defence only; also the play with the
///     other side starting; also the solutions with colours exchanged.
/// variations: how many moves deep to look at the play after a key.
/// intended: the solutions that the author intended, to find cooks.
/// formula, agent, define: any formula whose moves are to be found, whom it calls A, definitions.
/// evidence, seconds, nodes, memory, threads, seed: as in `Position.solve`.
///
/// Returns a `ludex.ProblemSolved`.
#[pyfunction]
#[pyo3(
    signature = (stipulation, position, **keywords),
    text_signature = "(stipulation, position, *, all=False, limit=None, tries=False, \
        set_play=False, duplex=False, variations=None, intended=None, formula=None, agent=None, define=None, evidence=False, \
        seconds=None, nodes=None, memory=None, threads=1, seed=0)"
)]
pub fn problem<'py>(
    py: Python<'py>,
    stipulation: Option<&str>,
    position: &str,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new(&[], &PyTuple::empty(py), keywords)?;
    let keywords = keywords.with("stipulation", stipulation)?.with("position", position)?;
    let request: Problem = keywords.read()?;
    let work = || ludex::solve_problem(&request);
    let (mut solved, raised) = run_request(py, &request.limits.stop, None, work)?;
    let evidence = solved.evidence.take().map(|found| {
        let source = Source::Name(found.game.as_str().into());
        Evidence::of(found, &source)
    });
    let class = py.import("ludex._answers")?.getattr("ProblemSolved")?;
    let answer = class.call1((to_python(py, &solved)?, solved.to_text(), evidence))?;
    unless_raised(py, answer, raised)
}
