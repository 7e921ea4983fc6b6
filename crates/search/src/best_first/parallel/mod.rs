//! Best-first search by several threads, with and without a second level.

mod jobs;
mod unfolding;
pub(super) mod virtual_loss;
