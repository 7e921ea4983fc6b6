//! Alternating-time temporal logic over games: what coalitions can force, now or eventually.
//!
//! `<<A,B>>X φ`, `<<A>>F φ`, `<<A>>G φ`, `<<A>> φ U ψ` \[AHK02\], decided by fixpoints on the graph
//! of all reachable states, cycles included. CTL is the special case where the coalition is all
//! agents (`E…`) or none (`A…`). A final state is its own successor.
//!
//! The functions to call:
//!
//! | game | question | check of the evidence |
//! | --- | --- | --- |
//! | [`Game`] | [`check_atl_at`] | [`verify_atl`] |
//! | [`SimultaneousGame`] | [`check_atl_simultaneous_at`] | [`verify_atl_simultaneous`] |
//!
//! [`Game`]: ludex_game::Game
//! [`SimultaneousGame`]: ludex_game::SimultaneousGame
//!
//! [`check_atl`] and [`check_atl_simultaneous`] ask about the start of the game. The [`AtlAnswer`]
//! says whether the formula is true, how many states were visited, and which moves the coalition
//! makes (or, if the formula is false and one agent moves at a time, which moves of the other
//! agents prevent it): pairs of a position and the moves `AGENT MOVE` there. An error is a place in
//! the text of the formula, or the limit that was reached ([`NoAnswer`](ludex_base::NoAnswer)).
//! [`is_atl`] tells ATL formulas from modal formulas.

mod check;
mod evaluate;
mod evidence;
mod formula;
mod graph;

pub use check::{
    AtlAnswer, check_atl, check_atl_at, check_atl_simultaneous, check_atl_simultaneous_at,
};
pub use evaluate::{Winning, evaluate, winning};
pub use evidence::{verify_atl, verify_atl_simultaneous};
pub use formula::{Atl, is_atl, parse_atl};
pub use graph::ConcurrentGame;
