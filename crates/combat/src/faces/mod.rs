//! Fights as people see them: recordings as JSON and as animated pictures, results
//! as tables.

mod animation;
mod recording;
mod table;

pub use recording::{RecordedUnit, Recording, Shot, record, record_while};
pub use table::{cost_rows, result_rows};
