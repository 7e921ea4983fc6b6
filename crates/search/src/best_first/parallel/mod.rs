//! Best-first search by several threads or machines, with and without a second level.

pub(super) mod elsewhere;
pub(super) mod job_tree;
pub(super) mod jobs;
mod threads;
mod unfolding;
pub(super) mod virtual_loss;
