//! Published and measured figures side by side: the rows of a report, and which claims hold.

use serde::{Serialize, Serializer};

use crate::claim::Verdict;
use crate::entry::{Entry, Ratio};
use crate::measure::{Measure, score};
use crate::run::{BoardResults, Results, Skipped};
use crate::table::{Board, Table};

/// A table as it was run.
#[derive(Serialize, Debug)]
pub struct Report<'t> {
    /// Its name.
    #[serde(rename = "table")]
    pub name: &'t str,
    /// Its title.
    pub title: &'t str,
    /// One row for each board, measure and setting.
    pub rows: Vec<Row<'t>>,
    /// The claims of \[Saf13\], and whether they hold here.
    pub claims: Vec<ClaimRow<'t>>,
    /// What cannot be reproduced and why.
    pub notes: &'t [String],
    /// Whether the run was interrupted, so that figures cover only a part of the positions.
    pub interrupted: bool,
    #[serde(skip)]
    pub(crate) table: &'t Table,
    #[serde(skip)]
    pub(crate) results: &'t Results,
}

/// A figure, published and measured.
#[derive(Serialize, Debug)]
pub struct Row<'t> {
    /// The board.
    pub board: &'t str,
    /// The game.
    pub game: &'t str,
    /// The measure.
    pub measure: Measure,
    /// The setting.
    pub setting: &'t str,
    /// The number of positions here.
    pub positions: usize,
    /// The number of positions in the publication, if it states it.
    pub published_positions: Option<u64>,
    /// The published figure.
    pub published: Option<&'t Entry>,
    /// The measured figure.
    pub measured: Finding,
    /// Measured over published; of fractions, if positions are counted and their numbers differ.
    pub ratio: Option<Ratio>,
    /// Other measured quantities.
    pub also: Vec<(Measure, Option<Entry>)>,
}

impl Row<'_> {
    /// Returns of how many positions the figure was counted in the publication and here, if it is a
    /// number of positions and the publication says of how many.
    pub(crate) fn shares(&self) -> Option<(f64, f64)> {
        let of = self.published_positions.filter(|_| self.measure.counts_positions())?;
        (of > 0 && self.positions > 0).then_some((of as f64, self.positions as f64))
    }
}

/// The result for a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Finding {
    /// A figure.
    Measured(Entry),
    /// No figure: it takes long and the run was not a full one.
    Long,
    /// No figure: the program cannot run it, or there is nothing to compare with.
    Unavailable,
    /// No figure yet: the run was interrupted.
    Pending,
}

/// A claim and its verdict.
#[derive(Serialize, Debug)]
pub struct ClaimRow<'t> {
    /// The board.
    pub board: &'t str,
    /// The measure.
    pub measure: Measure,
    /// The claim in words.
    pub says: &'t str,
    /// Whether it holds here.
    pub holds: Verdict,
}

impl<'t> Report<'t> {
    /// Returns the report of a run.
    pub fn new(table: &'t Table, results: &'t Results) -> Report<'t> {
        let mut rows = Vec::new();
        for (index, board) in table.boards.iter().enumerate() {
            for &measure in &table.measures {
                let rows_of =
                    |setting| row(table, board, results.boards.get(index), measure, setting);
                rows.extend((0..table.settings.len()).map(rows_of));
            }
        }
        let claims = table.claims.iter().map(|claim| {
            let found = |setting: &str| {
                let here = |row: &&Row| {
                    (row.board, row.setting) == (claim.board.as_str(), setting)
                        && row.measure == claim.measure
                };
                rows.iter().find(here).and_then(|row| row.measured.entry())
            };
            let (board, measure, says) = (claim.board.as_str(), claim.measure, claim.says.as_str());
            let published = |setting: &str| table.published(board, setting, measure);
            let error = |setting: &str| match claim.measure {
                Measure::Score => score_error(table, results, board, setting),
                _ => 0.0,
            };
            ClaimRow { board, measure, says, holds: claim.verdict(found, published, error) }
        });
        let claims = claims.collect();
        Report {
            name: &table.name,
            title: &table.title,
            rows,
            claims,
            notes: &table.notes,
            interrupted: results.interrupted,
            table,
            results,
        }
    }
}

/// Returns the standard error of a score.
fn score_error(table: &Table, results: &Results, board: &str, setting: &str) -> f64 {
    let searches = table.board(board).zip(table.setting(setting)).and_then(|(board, setting)| {
        Some(&results.boards.get(board)?.settings.get(setting)?.searches)
    });
    searches.map_or(0.0, |searches| score(searches).1)
}

fn row<'t>(
    table: &'t Table,
    board: &'t Board,
    results: Option<&BoardResults>,
    measure: Measure,
    setting: usize,
) -> Row<'t> {
    let name = &table.settings[setting].name;
    let published = table.published(&board.name, name, measure);
    let measured = Finding::of(results, measure, setting);
    let positions = results.map_or(0, |r| r.settings[setting].searches.len());
    let share = |entry: &Entry, of: f64| entry.map(|x| x / of);
    let ratio = measured.entry().zip(published).and_then(|(ours, theirs)| {
        match board.published_positions.filter(|_| measure.counts_positions()) {
            Some(of) => share(ours, positions as f64).ratio(&share(theirs, of as f64)),
            None => ours.ratio(theirs),
        }
    });
    let also = |&measure: &Measure| (measure, results.and_then(|r| measure.entry(r, setting)));
    Row {
        board: &board.name,
        game: &board.game,
        measure,
        setting: name,
        positions,
        published_positions: board.published_positions,
        published,
        measured,
        ratio,
        also: table.also.iter().map(also).collect(),
    }
}

impl Finding {
    fn of(results: Option<&BoardResults>, measure: Measure, setting: usize) -> Finding {
        let Some(results) = results else { return Finding::Pending };
        let of_setting = &results.settings[setting];
        match (&of_setting.skipped, measure.entry(results, setting)) {
            (Some(Skipped::Long), _) => Finding::Long,
            (Some(Skipped::Unavailable(_)), _) => Finding::Unavailable,
            (None, Some(entry)) => Finding::Measured(entry),
            (None, None) if of_setting.searches.is_empty() => Finding::Pending,
            (None, None) => Finding::Unavailable,
        }
    }

    /// Returns the measured entry, if there is one.
    pub fn entry(&self) -> Option<&Entry> {
        match self {
            Finding::Measured(entry) => Some(entry),
            _ => None,
        }
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Finding::Measured(entry) => entry.fmt(f),
            Finding::Long => f.write_str("--full"),
            Finding::Unavailable => f.write_str("n/a"),
            Finding::Pending => f.write_str("–"),
        }
    }
}

impl Serialize for Finding {
    /// Writes the entry, or `null`.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.entry().serialize(to)
    }
}
