//! Fights as people see them: recordings as JSON, and as animated pictures.

mod animation;
mod recording;

pub use recording::{RecordedUnit, Recording, Shot, record};
