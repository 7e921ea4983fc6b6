//! Fights as people see them: recordings as JSON, and as pictures that move.

mod animation;
mod recording;

pub use recording::{RecordedUnit, Recording, Shot, record};
