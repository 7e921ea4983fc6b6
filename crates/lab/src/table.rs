//! The content of a data file: games, positions, settings, published figures, claims.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Entry, Matrix, Measure};

/// A published table or figure, and how to reproduce it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// `table-2.2`, `figure-3.3`: also the name of the files written.
    pub name: String,
    /// A short title.
    pub title: String,
    /// What the publication shows with it.
    pub shows: String,
    /// The table whose runs it uses: boards and settings that are not given are taken from it.
    pub same_as: Option<String>,
    /// Only these boards of the other table; all if none is named.
    #[serde(default)]
    pub only: Vec<String>,
    /// The measures compared.
    pub measures: Vec<Measure>,
    /// Additional measures that were not published there.
    #[serde(default)]
    pub also: Vec<Measure>,
    /// The approximate duration in seconds, without and with the long rows.
    pub takes: [u32; 2],
    /// What cannot be reproduced and why; how our runs differ.
    pub notes: Vec<String>,
    /// Games with positions.
    #[serde(default, rename = "board")]
    pub boards: Vec<Board>,
    /// Ways to solve them.
    #[serde(default, rename = "setting")]
    pub settings: Vec<Setting>,
    /// The published figures.
    #[serde(default)]
    pub published: Vec<Published>,
    /// The claims of the publication.
    #[serde(default, rename = "claim")]
    pub claims: Vec<Claim>,
    /// The axes, if it is a figure.
    pub scatter: Option<Scatter>,
    /// Concepts crossed with searches, in place of a list of settings.
    pub matrix: Option<Matrix>,
}

impl Table {
    /// Returns how long it takes in words, without and with the long rows: the latter only if longer.
    pub fn takes_text(&self) -> [String; 2] {
        let [quick, full] = self.takes;
        [time(quick), if full > quick { time(full) } else { String::new() }]
    }
}

/// Returns a duration in words, rounded down.
fn time(seconds: u32) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

/// Positions of one game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The name in \[Saf13\].
    pub name: String,
    /// The game with its keys, as `ludex solve` takes it.
    pub game: String,
    /// Its positions.
    #[serde(default)]
    pub positions: Selection,
    /// The number of positions of the published figures, if it is more than one.
    pub published_positions: Option<u64>,
    /// The settings that take long here, and run only in a full run.
    #[serde(default)]
    pub long: Vec<String>,
    /// Whether all of them do.
    #[serde(default)]
    pub all_long: bool,
    /// The values of `{name}` in the formulas of the settings.
    #[serde(default)]
    pub parameters: BTreeMap<String, u32>,
    /// `--max-nodes` of every search here.
    pub max_nodes: Option<u64>,
    /// The opponent of the settings: the game is then a scenario of `ludex combat`.
    pub opponent: Option<String>,
    /// Whether this is the average of all boards: nothing is run for it.
    #[serde(default)]
    pub average: bool,
}

/// Positions: those listed; or all sequences of a number of moves (those that reach the same
/// position are all kept), a random sample of them, or one. The start by default.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// Positions in the notation of the game.
    #[serde(default)]
    pub listed: Vec<String>,
    /// The number of moves played from the start.
    #[serde(default)]
    pub after: u32,
    /// The number of plays of uniformly random moves, rather than all sequences.
    pub sample: Option<u32>,
    /// Only this one of all, counted from 1 in the order in which the game lists its moves.
    pub pick: Option<usize>,
    /// The numbers of fights, in a quick run and in a full one.
    pub fights: Option<[u32; 2]>,
}

/// The settings of a search in the words of `ludex solve`; or of `ludex check`, if a formula is
/// asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The name in \[Saf13\].
    pub name: String,
    /// `--algorithm`; in fights the player, where `{opponent}` stands for the board's.
    pub algorithm: String,
    /// `--transpositions`.
    #[serde(default = "yes")]
    pub transpositions: bool,
    /// `--hints`. The programs of \[Saf13\] know nothing of the game: off by default.
    #[serde(default)]
    pub hints: bool,
    /// `--evaluation`: the evaluation of leaves; for proof numbers their initialisation.
    pub evaluation: Option<String>,
    /// `--plain`, of a search for the truth of a formula.
    #[serde(default)]
    pub plain: bool,
    /// `--skip`, of SMAB.
    pub skip: Option<usize>,
    /// `--conjunctions`, of proof numbers of formulas.
    pub conjunctions: Option<String>,
    /// The question.
    #[serde(default)]
    pub question: Question,
    /// Distinguish only the outcomes from the first to the second: worse ones count as the first,
    /// better ones as the second.
    pub range: Option<[String; 2]>,
    /// `--max-nodes` of a search.
    pub max_nodes: Option<u64>,
    /// `--max-seconds` of a search.
    pub max_seconds: Option<f64>,
}

fn yes() -> bool {
    true
}

/// The question of a setting about a position.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Its value.
    #[default]
    Value,
    /// Whether its value is at least this outcome.
    AtLeast(String),
    /// Whether it is at least its value (which is given) and at least the next better outcome: the
    /// two runs of PNS that [Saf13, Section 3.8] counts.
    BothBoundsOfTheValue,
    /// Whether a formula is true, with A the agent on turn.
    Formula(String),
    /// No question: the two players of the setting play this many matches on either side, in a quick
    /// run a quarter of them. The algorithm of the setting is the two as `ludex tournament` takes them.
    Matches(u32),
}

/// Published figures: one of each setting.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The board.
    pub board: String,
    /// The measure.
    pub measure: Measure,
    /// The figures by the name of the setting.
    pub entries: BTreeMap<String, Entry>,
}

/// An ordering that the publication claims, or figures that must be reproduced exactly.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The claim in words.
    pub says: String,
    /// The board.
    pub board: String,
    /// The measure.
    pub measure: Measure,
    /// Each of these settings has a lower figure …
    #[serde(default)]
    pub lower: Vec<String>,
    /// … than each of those.
    #[serde(default)]
    pub than: Vec<String>,
    /// Each of these settings has exactly the published figure.
    #[serde(default)]
    pub as_published: Vec<String>,
    /// Each of these settings has at least this figure.
    #[serde(default)]
    pub least: BTreeMap<String, f64>,
}

/// A figure with one point for each position: settings against one another.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Scatter {
    /// The measure.
    pub measure: Measure,
    /// The setting on the horizontal axis.
    pub x: String,
    /// The settings on the vertical axis.
    pub y: Vec<String>,
}

impl Setting {
    /// Returns the setting as it is run on a board.
    pub(crate) fn on(&self, board: &Board) -> Setting {
        let mut setting = self.clone();
        setting.max_nodes = self.max_nodes.into_iter().chain(board.max_nodes).min();
        if let Some(opponent) = &board.opponent {
            setting.algorithm = self.algorithm.replace("{opponent}", opponent);
        }
        if let Question::Formula(formula) = &mut setting.question {
            for (name, value) in &board.parameters {
                *formula = formula.replace(&format!("{{{name}}}"), &value.to_string());
            }
        }
        setting
    }

    /// Returns the formula, if a parameter in it has no value.
    fn blank(&self) -> Option<String> {
        match &self.question {
            Question::Formula(formula) if formula.contains('{') => Some(formula.clone()),
            _ => None,
        }
    }
}

impl Table {
    /// Returns `Table 2.2`, `Figure 3.3`, `Matrix`.
    pub fn heading(&self) -> String {
        let capital = |word: &str| match word.split_at_checked(1) {
            Some((first, rest)) => format!("{}{rest}", first.to_uppercase()),
            None => String::new(),
        };
        match self.name.split_once('-') {
            Some((kind, number)) => format!("{} {number}", capital(kind)),
            None => capital(&self.name),
        }
    }

    /// Returns a published figure.
    pub fn published(&self, board: &str, setting: &str, measure: Measure) -> Option<&Entry> {
        let figures = self.published.iter().find(|p| p.board == board && p.measure == measure);
        figures?.entries.get(setting)
    }

    /// Returns the index of a setting in the list.
    pub fn setting(&self, name: &str) -> Option<usize> {
        self.settings.iter().position(|setting| setting.name == name)
    }

    /// Returns the index of a board in the list.
    pub fn board(&self, name: &str) -> Option<usize> {
        self.boards.iter().position(|board| board.name == name)
    }

    /// Returns a description of the first fault of the data, if there is any.
    pub fn fault(&self) -> Option<String> {
        let unknown_setting = |name: &String| self.setting(name).is_none();
        let unknown_board = |name: &String| self.board(name).is_none();
        let long = self.boards.iter().flat_map(|board| &board.long);
        let claimed = self.claims.iter().flat_map(|claim| {
            let compared = claim.lower.iter().chain(&claim.than).chain(&claim.as_published);
            compared.chain(claim.least.keys())
        });
        let drawn = self.scatter.iter().flat_map(|s| s.y.iter().chain([&s.x]));
        let entered = self.published.iter().flat_map(|p| p.entries.keys());
        let mut settings = long.chain(claimed).chain(drawn).chain(entered);
        let published = self.published.iter().map(|p| (&p.board, p.measure));
        let claims = self.claims.iter().map(|c| (&c.board, c.measure));
        let mut cells = published.chain(claims);
        if self.boards.is_empty() || self.settings.is_empty() || self.measures.is_empty() {
            return Some("there is nothing to measure".to_string());
        }
        if let Some(name) = settings.find(|name| unknown_setting(name)) {
            return Some(format!("there is no setting `{name}`"));
        }
        let asked = |board: &Board| self.settings.iter().find_map(|s| s.on(board).blank());
        if let Some(blank) = self.boards.iter().find_map(asked) {
            return Some(format!("nothing stands for the blanks of `{blank}`"));
        }
        cells.find_map(|(board, measure)| {
            if unknown_board(board) {
                return Some(format!("there is no board `{board}`"));
            }
            let missing = !self.measures.contains(&measure);
            missing.then(|| format!("{measure} on `{board}` is not among the measures"))
        })
    }
}
