//! Depth-first searches: formulas (DFPS) and values (DFS, alpha-beta, df-pn), with their evidence.

mod alpha_beta;
mod claims;
mod cyclic;
mod dfpn;
mod dfps;
mod dfps_plain;
mod dfs;
mod line;
mod mps;
mod mtdf;
mod null_window;
mod ordering;
mod proof;
mod solution;
mod solve;

pub use alpha_beta::AlphaBeta;
pub(crate) use alpha_beta::halve;
pub use claims::{Claim, OpenClaims, ProvedStates};
pub use dfpn::{DfMopns, DfPn, DfPnOptions};
pub use dfps::{CheckOptions, CheckReport, Checker, Line, check};
pub use dfps_plain::Queries;
pub use dfs::dfs;
pub(crate) use dfs::dfs_for;
pub use mps::DfMps;
pub(crate) use mtdf::mtdf;
pub use proof::prove;
pub use solution::{WeakSolutions, weak_solutions};
pub use solve::{BestMoves, SolveOptions, SolveReport, solve};
