//! The published experiments as data: each table and figure of [Saf13, Chapters 2 to 5] is a file
//! in `tables/` with its games, positions, settings, published figures and claims; so is the
//! matrix, which fills the cells that [Saf13, Table 4.13] leaves empty.
//!
//! Nothing here searches. A program that can search implements [`Runner`]; [`run()`] runs a table
//! through it, [`Report`] compares published and measured figures, says which claims hold, and is
//! written as text, CSV, SVG and HTML.
//!
//! ```
//! let table = ludex_lab::find("2.2").unwrap();
//! assert_eq!(table.name, "table-2.2");
//! assert_eq!(table.settings[0].algorithm, "alphabeta");
//! ```

mod bars;
mod catalogue;
mod claim;
mod entry;
mod heat_map;
mod html;
mod matrix;
mod measure;
mod plot;
mod positions;
mod report;
mod run;
mod runner;
mod scatter;
mod spreadsheet;
mod table;
mod text;

pub use bars::{Bar, BarChart};
pub use catalogue::{find, tables};
pub use claim::Verdict;
pub use entry::{Entry, Ratio};
pub use matrix::{Concept, Matrix};
pub use measure::Measure;
pub use plot::{Plot, Point, Series};
pub use positions::{SET_UP, positions};
pub use report::{ClaimRow, Finding, Report, Row};
pub use run::{BoardResults, Results, SettingResults, Skipped, run};
pub use runner::{Measured, NotRun, Queries, Runner};
pub use spreadsheet::csv;
pub use table::{Board, Claim, Published, Question, Scatter, Selection, Setting, Table};
