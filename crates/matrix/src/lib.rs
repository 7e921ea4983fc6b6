//! Matrix games: the value of a zero-sum one and an optimal mixed strategy for both players; all
//! equilibria of others ([`general`]).
//!
//! In a zero-sum game the row player maximises, the column player minimises [Saf13, Section 5.2.1].
//! There are two solvers, for two needs:
//!
//! - [`Solver`] is for searches that solve millions of small matrices: `f64`, a workspace that is
//!   kept between calls, every result checked by the guarantees of both strategies;
//! - [`exact`] is for answers that must be certain: rationals, without any rounding.
//!
//! [`EntryBounds`] computes the bounds that Simultaneous Move Alpha-Beta passes down [Saf13, Fig.
//! 5.9–5.10].
//!
//! ```
//! use ludex_matrix::Solver;
//! let mut solver = Solver::new();
//! // Matching pennies, where heads pay three.
//! let value = solver.solve(2, 2, &[3.0, -1.0, -1.0, 1.0]);
//! assert!((value - 1.0 / 3.0).abs() < 1e-12);
//! assert!((solver.row()[0] - 1.0 / 3.0).abs() < 1e-12);
//! ```

mod entry_bounds;
mod error;
pub mod exact;
pub mod general;
mod large;
mod solver;
mod tableau;

pub use entry_bounds::EntryBounds;
pub use error::MatrixError;
pub use large::solve_by_program;
pub use solver::{Solution, Solver, solve_rows};
