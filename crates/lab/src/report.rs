//! Published next to measured: the rows of a report, and which claims hold.

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
    /// What the thesis claims, and whether it holds here.
    pub claims: Vec<ClaimRow<'t>>,
    /// What cannot be matched and why.
    pub notes: &'t [String],
    /// Whether the run was interrupted, so that figures are of a part of the positions.
    pub interrupted: bool,
    #[serde(skip)]
    pub(crate) table: &'t Table,
    #[serde(skip)]
    pub(crate) results: &'t Results,
}

/// A figure, published and measured.
#[derive(Serialize, Debug)]
pub struct Row<'t> {
    /// On which board.
    pub board: &'t str,
    /// The game.
    pub game: &'t str,
    /// Of what.
    pub measure: Measure,
    /// With which setting.
    pub setting: &'t str,
    /// On how many positions here.
    pub positions: usize,
    /// On how many positions in the thesis, where it says.
    pub published_positions: Option<u64>,
    /// What the thesis has.
    pub published: Option<&'t Entry>,
    /// What we have.
    pub measured: Finding,
    /// Measured over published; of shares, where positions are counted and not as many.
    pub ratio: Option<Ratio>,
    /// What else was measured.
    pub also: Vec<(Measure, Option<Entry>)>,
}

/// What was found for a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Finding {
    /// This.
    Measured(Entry),
    /// Nothing, as it takes long and the run was not a full one.
    Long,
    /// Nothing, as the program cannot run it, or as there is nothing to compare with.
    Unavailable,
    /// Nothing yet: the run was interrupted.
    Pending,
}

/// A claim and its verdict.
#[derive(Serialize, Debug)]
pub struct ClaimRow<'t> {
    /// On which board.
    pub board: &'t str,
    /// Of what.
    pub measure: Measure,
    /// In words.
    pub says: &'t str,
    /// Whether it holds here.
    pub holds: Verdict,
}

impl<'t> Report<'t> {
    /// The report of a run.
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

/// The standard error of a score.
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

    /// What was measured, if anything was.
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
    /// The entry, or `null`.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.entry().serialize(to)
    }
}
