//! Alternating-time temporal logic over games: what coalitions can force, now or eventually.
//!
//! `<<A,B>>X φ`, `<<A>>F φ`, `<<A>>G φ`, `<<A>> φ U ψ` \[AHK02\], decided by fixpoints on the graph
//! of all reachable states, cycles included. CTL is the special case where the coalition is all
//! agents (`E…`) or none (`A…`). A final state is its own successor.
//!
//! Formulas are read by [`compile_any`](ludex_logic::compile_any) and may mix path formulas with
//! modalities and concepts. The functions to call:
//!
//! | game | question | check of the evidence |
//! | --- | --- | --- |
//! | [`Game`] | [`check_atl`] | [`verify_atl`] |
//! | [`SimultaneousGame`] | [`check_atl_simultaneous`] | [`verify_atl_simultaneous`] |
//!
//! [`Game`]: ludex_game::Game
//! [`SimultaneousGame`]: ludex_game::SimultaneousGame
//!
//! The [`AtlAnswer`] says whether the formula is true, how many states were visited, and which
//! moves the coalition makes (or, if the formula is false and one agent moves at a time, which
//! moves of the other agents prevent it): pairs of a position and the moves `AGENT MOVE` there.

mod check;
mod evidence;
mod explore;
mod graph;
mod objective;
mod question;

pub use check::{AtlAnswer, check_atl, check_atl_simultaneous};
pub use evidence::{atl_ends, atl_ends_simultaneous, verify_atl, verify_atl_simultaneous};
pub use graph::ConcurrentGame;
pub use objective::{Kind, Objective, Winning};
