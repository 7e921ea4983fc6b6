//! Chess problems.

use ludex::{DefinitionsText, Problem};
use pyo3::prelude::*;

use crate::convert::to_python;
use crate::error::converted;
use crate::evidence::Evidence;
use crate::limits::Asked;
use crate::run::{run, with_partial};
use crate::source::Source;

/// Solves a chess problem, as `ludex problem` does.
#[pyfunction]
#[pyo3(name = "_problem", signature = (stipulation, position, *, formula=None, agent=None,
    all=false, tries=false, set_play=false, duplex=false, variations=None, define=None, evidence=false,
    seconds=None, nodes=None, memory=None, threads=1, seed=0))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn problem<'py>(
    py: Python<'py>,
    stipulation: Option<String>,
    position: String,
    formula: Option<String>,
    agent: Option<String>,
    all: bool,
    tries: bool,
    set_play: bool,
    duplex: bool,
    variations: Option<u32>,
    define: Option<String>,
    evidence: bool,
    seconds: Option<f64>,
    nodes: Option<u64>,
    memory: Option<Bound<'py, PyAny>>,
    threads: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = Asked { seconds, nodes, memory, threads, seed }.limits(py)?;
    let stop = limits.stop.clone();
    let definitions = define.map(|text| DefinitionsText { name: "define".into(), text });
    let asked = Problem {
        stipulation,
        formula,
        position,
        agent,
        definitions,
        all,
        tries,
        set_play,
        duplex,
        variations,
        evidence,
        limits,
    };
    let (solved, raised) = run(py, &stop, None, || ludex::solve_problem(&asked))?;
    let mut solved = converted(py, solved)?;
    let found = solved.evidence.take();
    let evidence = found.map(|found| {
        let source = Source::Name(found.game.as_str().into());
        Evidence::of(found, &source)
    });
    let class = py.import("ludex._answers")?.getattr("ProblemSolved")?;
    let answer = class.call1((to_python(py, &solved)?, solved.to_text(), evidence))?;
    match raised {
        Some(error) => Err(with_partial(py, error, &answer)),
        None => Ok(answer),
    }
}
