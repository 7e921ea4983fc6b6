//! Running a table: every setting on every position of every board.

use crate::positions::{fights, positions};
use crate::runner::{Measured, NotRun, Runner};
use crate::table::{Board, Question, Setting, Table};

/// Of as many rounds of matches a quick run plays one.
const QUICK_ROUNDS: u32 = 4;

/// The measurements of a table.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Results {
    /// In the order of the table's boards. Shorter where the run was interrupted.
    pub boards: Vec<BoardResults>,
    /// Whether the run was interrupted.
    pub interrupted: bool,
}

/// The measurements of a board.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct BoardResults {
    /// The positions, as lines of play.
    pub positions: Vec<String>,
    /// In the order of the table's settings.
    pub settings: Vec<SettingResults>,
}

/// The measurements of a setting on a board.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SettingResults {
    /// Why there are none.
    pub skipped: Option<Skipped>,
    /// One search for each position, in their order. Fewer if the run was interrupted.
    pub searches: Vec<Measured>,
}

/// Why a setting was not run on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Skipped {
    /// It takes long, and the run was not a full one.
    Long,
    /// The program cannot run it.
    Unavailable(String),
}

/// Runs a table; the long rows only in a full run.
pub fn run(table: &Table, runner: &mut dyn Runner, full: bool, seed: u64) -> Results {
    let mut results = Results::default();
    for board in &table.boards {
        let mut measured = BoardResults::new(table, board, full);
        let end = match board.average {
            true => {
                measured.pool(&results.boards);
                Ok(())
            }
            false => measured.run(table, board, runner, full, seed),
        };
        results.boards.push(measured);
        if end == Err(NotRun::Interrupted) {
            results.interrupted = true;
            break;
        }
    }
    results
}

impl BoardResults {
    fn new(table: &Table, board: &Board, full: bool) -> BoardResults {
        let long = |setting: &Setting| board.all_long || board.long.contains(&setting.name);
        let skip = |setting: &Setting| SettingResults {
            skipped: match () {
                () if !full && long(setting) => Some(Skipped::Long),
                () if board.opponent.as_ref() == Some(&setting.algorithm) => {
                    Some(Skipped::Unavailable("nobody fights themselves".to_string()))
                }
                () => None,
            },
            searches: Vec::new(),
        };
        let settings = table.settings.iter().map(skip).collect();
        BoardResults { positions: Vec::new(), settings }
    }

    /// Collects everything that was measured on other boards.
    fn pool(&mut self, others: &[BoardResults]) {
        for other in others {
            self.positions.extend_from_slice(&other.positions);
            for (all, one) in self.settings.iter_mut().zip(&other.settings) {
                all.searches.extend_from_slice(&one.searches);
            }
        }
    }

    /// Runs position by position, all settings on one before the next: if the run is interrupted,
    /// the settings have searched the same positions and can still be compared.
    fn run(
        &mut self,
        table: &Table,
        board: &Board,
        runner: &mut dyn Runner,
        full: bool,
        seed: u64,
    ) -> Result<(), NotRun> {
        if self.settings.iter().all(|setting| setting.skipped.is_some()) {
            return Ok(());
        }
        let fights = board.positions.fights.map(|counts| Ok(fights(counts, full, seed)));
        let find = || positions(runner, &board.game, &board.positions, seed);
        match fights.unwrap_or_else(find) {
            Ok(positions) => self.positions = positions,
            Err(NotRun::Unavailable(why)) => {
                let skipped = || Some(Skipped::Unavailable(why.clone()));
                self.settings
                    .iter_mut()
                    .for_each(|s| s.skipped = s.skipped.take().or_else(skipped));
                return Ok(());
            }
            Err(NotRun::Interrupted) => return Err(NotRun::Interrupted),
        }
        let total = self.positions.len() * table.settings.len();
        for (at, line) in self.positions.iter().enumerate() {
            for (index, setting) in table.settings.iter().enumerate() {
                let results = &mut self.settings[index];
                if results.skipped.is_some() {
                    continue;
                }
                let next = format!("{}, {}", board.name, setting.name);
                runner.progress(at * table.settings.len() + index, total, &next);
                match search(runner, board, line, &setting.on(board), full) {
                    Ok(measured) => results.searches.push(measured),
                    Err(NotRun::Unavailable(why)) => {
                        results.skipped = Some(Skipped::Unavailable(why));
                    }
                    Err(NotRun::Interrupted) => return Err(NotRun::Interrupted),
                }
            }
        }
        Ok(())
    }
}

/// Runs one search, or the two that prove a value; or one fight.
fn search(
    runner: &mut dyn Runner,
    board: &Board,
    line: &str,
    setting: &Setting,
    full: bool,
) -> Result<Measured, NotRun> {
    let game = board.game.as_str();
    if let Some(opponent) = &board.opponent {
        let number = line.parse().map_err(|_| NotRun::Unavailable(format!("no fight {line}")))?;
        return runner.fight(game, [&setting.algorithm, opponent], number);
    }
    match &setting.question {
        Question::Value => runner.solve(game, line, setting),
        Question::AtLeast(outcome) => runner.ask(game, line, setting, outcome),
        Question::Formula(formula) => runner.check(game, line, setting, formula),
        Question::Matches(rounds) => {
            let rounds = if full { *rounds } else { rounds.div_ceil(QUICK_ROUNDS) };
            runner.contest(game, &setting.algorithm, rounds)
        }
        Question::BothBoundsOfTheValue => both_bounds(runner, game, line, setting),
    }
}

/// Runs the searches that prove a value: that it is reached, and that no better outcome is. There
/// is nothing to search for if there is no worse outcome, or no better one.
fn both_bounds(
    runner: &mut dyn Runner,
    game: &str,
    line: &str,
    setting: &Setting,
) -> Result<Measured, NotRun> {
    let outcomes = runner.outcomes(game)?;
    let Some((value, score)) = runner.value(game, line)? else { return Ok(Measured::default()) };
    let rank = outcomes.iter().position(|name| *name == value);
    let Some(rank) = rank else { return Ok(Measured::default()) };
    let (value, score) = (Some(value), Some(score));
    let mut measured = Measured { solved: true, value, score, ..Measured::default() };
    if rank > 0 {
        let reached = runner.ask(game, line, setting, &outcomes[rank])?;
        measured = measured.and(reached);
    }
    if let Some(better) = outcomes.get(rank + 1) {
        measured = measured.and(runner.ask(game, line, setting, better)?);
    }
    Ok(measured)
}
