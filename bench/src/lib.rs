//! The workloads of Ludex's benchmarks, each with its right answer.
//!
//! Criterion (`cargo bench -p ludex-bench`) and the program `figures` run the same workloads: the
//! first to measure a change, the second to print one table. A workload asserts its own answers, so
//! a search that is fast and wrong cannot look good.

mod best_first;
mod clock;
mod combat;
mod formulas;
mod playouts;
mod problems;
mod proofs;
mod rewriting;
mod sets;
mod simultaneous;
mod values;

pub use best_first::{BEST_FIRST, BestFirstFound, BestFirstQuestion};
pub use clock::{Spent, best_of, timed};
pub use combat::{BATTLES, Battle, Prepared as PreparedBattle};
pub use formulas::{FORMULAS, FormulaQuestion, Mode, Prepared, total};
pub use playouts::{CONTESTS, Contest, Playouts, Tally};
pub use problems::ChessProblem;
pub use proofs::{PROOFS, ProofQuestion, Proved};
pub use rewriting::{REWRITING, Rates, Rewriting};
pub use sets::{Position, SETS, Set};
pub use simultaneous::{GOOFSPIEL, GoofspielAlgorithm, GoofspielQuestion, MATRIX_SIZES, Matrices};
pub use values::{Found, VALUES, ValueQuestion};
