//! The Rust half of the Python package `ludex`: a face on the library, which decides nothing.
//! What Python sees is documented in `python/ludex`; this crate converts values, runs requests on
//! threads so that Ctrl-C works, and makes games of Python classes.

#![cfg(feature = "module")]

mod called;
mod convert;
mod error;
mod evidence;
mod functions;
mod game;
mod jobs;
mod keywords;
mod matrix;
mod own;
mod position;
mod problem;
mod request;
mod run;
mod sampling;
mod source;
mod tree;

use pyo3::prelude::*;

/// The module `ludex._ludex`.
#[pymodule]
mod _ludex {
    #[pymodule_export]
    use super::evidence::{Evidence, read_evidence, verify, walk};
    #[pymodule_export]
    use super::functions::{algorithms, check_laws, concepts, games, main, players};
    #[pymodule_export]
    use super::game::{OpenGame, open, open_own, open_text};
    #[pymodule_export]
    use super::jobs::{
        PyJobRun, batch_positions, lab, lab_search, match_count, play_matches, run_job,
        solve_positions, tournament_of,
    };
    #[pymodule_export]
    use super::matrix::matrix;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::problem::problem;
    #[pymodule_export]
    use super::source::{restore, restore_own};
    #[pymodule_export]
    use super::tree::draw_tree;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
