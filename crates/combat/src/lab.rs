//! The published experiments with combat (Tables 5.6, 5.7, 5.8) as data, and how to run them again.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::model::{CombatError, Profile};
use crate::player::PlayerSpec;
use crate::scenario::Scenario;
use crate::tournament::{Pairing, tournament};

/// Games of a cell in the thesis: 73 armies, five starts each.
pub const FULL_GAMES: u32 = 365;

/// A published table: scores of players (columns) against opponents (rows).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatTable {
    /// `table-5.6`.
    pub name: String,
    /// A short title.
    pub title: String,
    /// What the thesis shows with it.
    pub shows: String,
    /// What differs here, and why.
    pub notes: Vec<String>,
    /// The opponents.
    pub rows: Vec<TableRow>,
    /// The players.
    pub columns: Vec<TableColumn>,
    /// Scores by row and column; nothing where none was published: such cells are not run.
    pub published: Vec<Vec<Option<f64>>>,
    /// What the thesis or we say of it.
    pub claims: Vec<CombatClaim>,
}

/// An opponent.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRow {
    /// As the thesis calls it.
    pub name: String,
    /// The player.
    pub opponent: String,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableColumn {
    /// As the thesis calls it.
    pub name: String,
    /// The player; `{opponent}` stands for the row's.
    pub player: String,
}

/// A claim about a table: one column is above another in every row, or above a number on average or
/// in each row.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatClaim {
    /// In words.
    pub says: String,
    /// The column that is lower.
    pub lower: Option<String>,
    /// The column that is higher.
    pub higher: String,
    /// Its average is at least this.
    pub average: Option<f64>,
    /// It is at least this in every row.
    pub each: Option<f64>,
}

/// A cell, published next to measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CombatCell {
    /// The opponent.
    pub row: String,
    /// The player.
    pub column: String,
    /// The score published.
    pub published: f64,
    /// What was measured.
    pub measured: Pairing,
}

/// A claim, and whether the figures measured bear it out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CombatVerdict {
    /// In words.
    pub says: String,
    /// Whether it holds in every row that was measured.
    pub holds: bool,
}

/// A table that was run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CombatReport {
    /// Which table.
    pub name: String,
    /// Its cells, row by row.
    pub cells: Vec<CombatCell>,
    /// Its claims.
    pub claims: Vec<CombatVerdict>,
}

static TABLES: LazyLock<Vec<CombatTable>> = LazyLock::new(|| {
    let files = [
        include_str!("../tables/table-5.6.json"),
        include_str!("../tables/table-5.7.json"),
        include_str!("../tables/table-5.8.json"),
    ];
    files.map(|text| serde_json::from_str(text).expect("a test reads every table")).to_vec()
});

/// All tables, in order.
pub fn combat_tables() -> &'static [CombatTable] {
    &TABLES
}

impl CombatTable {
    /// Runs the table with so many games a cell; `progress` is told every cell, and says whether to
    /// go on.
    pub fn run(
        &self,
        games: u32,
        mut progress: impl FnMut(&CombatCell) -> bool,
    ) -> Result<CombatReport, CombatError> {
        let scenario = Scenario::thesis();
        let mut cells = Vec::new();
        'rows: for (row, published) in self.rows.iter().zip(&self.published) {
            for (column, published) in self.columns.iter().zip(published) {
                let Some(published) = *published else { continue };
                let player = column.player.replace("{opponent}", &row.opponent);
                let players: [PlayerSpec; 2] = [player.parse()?, row.opponent.parse()?];
                let both = [&players[0], &players[1]];
                let measured = tournament(&scenario, Profile::Thesis, both, 0, games, |_, _| true)?;
                let (row, column) = (row.name.clone(), column.name.clone());
                cells.push(CombatCell { row, column, published, measured });
                if !cells.last().is_some_and(&mut progress) {
                    break 'rows;
                }
            }
        }
        let claims = self.claims.iter().map(|claim| claim.judge(&cells)).collect();
        Ok(CombatReport { name: self.name.clone(), cells, claims })
    }
}

impl CombatClaim {
    fn judge(&self, cells: &[CombatCell]) -> CombatVerdict {
        let column = |name: &str| -> Vec<&CombatCell> {
            cells.iter().filter(|cell| cell.column == name).collect()
        };
        let higher = column(&self.higher);
        let score = |cell: &CombatCell| cell.measured.score;
        let above = |cell: &&CombatCell| match &self.lower {
            None => true,
            Some(lower) => {
                let other = column(lower).into_iter().find(|other| other.row == cell.row);
                other.is_none_or(|other| score(other) <= score(cell))
            }
        };
        let mean = higher.iter().map(|cell| score(cell)).sum::<f64>() / higher.len().max(1) as f64;
        let holds = higher.iter().all(above)
            && self.average.is_none_or(|least| mean >= least)
            && self.each.is_none_or(|least| higher.iter().all(|cell| score(cell) >= least));
        CombatVerdict { says: self.says.clone(), holds: holds && !higher.is_empty() }
    }
}
