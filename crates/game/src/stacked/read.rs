//! Parsing a stacked-matrix game from JSON (the format of `STACKED.md`).
//!
//! Everything is checked here, while the places in the text are known.

use ludex_base::{Budget, NoAnswer};
use rustc_hash::FxHashMap;

use super::draft::{Cell, Draft, no_cycle};
use super::payoffs::{Payoff, Payoffs};
use super::{Matrix, StackedGame, StackedState};
use crate::json::fields::{Fields, distinct, entries, expected, spelled, unknown, word, words};
use crate::json::{Json, Kind, Word};
use crate::{Agents, Fraction, FractionError, Outcomes, TextError};

const GAME_FIELDS: [&str; 7] =
    ["about", "agents", "matrix", "rows", "columns", "initial", "states"];
const STATE_FIELDS: [&str; 3] = ["matrix", "rows", "columns"];

/// The name of the only state of a plain matrix.
const PLAIN: &str = "matrix";

impl StackedGame {
    /// Returns whether a JSON text is a stacked-matrix game rather than an explicit graph: it, or
    /// one of its states, has a matrix.
    pub fn recognises(text: &str, budget: &Budget) -> bool {
        let json = Json::read_within(text, budget);
        let Ok(Json { kind: Kind::Object(fields), .. }) = json else { return false };
        let has = |fields: &[(Word, Json)]| fields.iter().any(|(key, _)| key.text == "matrix");
        let stacked = |state: &Json| match &state.kind {
            Kind::Object(fields) => has(fields),
            Kind::List(_) => true,
            _ => false,
        };
        has(&fields)
            || fields.iter().filter(|(key, _)| key.text == "states").any(|(_, states)| {
                matches!(&states.kind, Kind::Object(states) if states.iter().any(|(_, s)| stacked(s)))
            })
    }

    /// Parses a game. The error says what is wrong, where in the text, and what was expected.
    pub fn from_json(text: &str) -> Result<StackedGame, TextError> {
        StackedGame::from_json_within(text, &Budget::default())
            .map_err(|why| why.invalid().expect("the budget has no limit that is polled"))
    }

    /// Parses a game as [`StackedGame::from_json`] does, within a budget.
    pub fn from_json_within(
        text: &str,
        budget: &Budget,
    ) -> Result<StackedGame, NoAnswer<TextError>> {
        let json = Json::read_within(text, budget)?;
        let game = Fields::new("a game (an object)", &json, &GAME_FIELDS)?;
        if let Some(about) = game.get("about") {
            word("a text", about)?;
        }
        let agents = match game.get("agents") {
            Some(json) => read_agents(json)?,
            None => Agents::new(["Max", "Min"]),
        };
        let mut reader = Reader { text, ..Reader::default() };
        let (drafts, initial) = match game.get("matrix") {
            Some(_) => (vec![reader.plain(&game)?], 0),
            None => reader.stack(&game)?,
        };
        budget.poll()?;
        no_cycle(&drafts)?;
        Ok(reader.assemble(agents, initial, drafts)?)
    }
}

/// The parts of the game that are known while its matrices are parsed.
#[derive(Default)]
struct Reader<'t> {
    text: &'t str,
    state_numbers: FxHashMap<String, u32>,
    /// The names of the states in the order of the file.
    states: Vec<String>,
    payoffs: Payoffs,
}

impl Reader<'_> {
    fn plain(&mut self, game: &Fields) -> Result<Draft, TextError> {
        for field in ["initial", "states"] {
            if let Some(json) = game.get(field) {
                let message = format!("a game has a \"matrix\" or \"states\", not \"{field}\" too");
                return Err(TextError::new(message, json.span.clone()).help(
                    "put the matrix into a state: \"states\": { \"s0\": { \"matrix\": … } }",
                ));
            }
        }
        self.matrix(PLAIN, game)
    }

    fn stack(&mut self, game: &Fields) -> Result<(Vec<Draft>, u32), TextError> {
        for field in ["rows", "columns"] {
            if let Some(json) = game.get(field) {
                let message = format!("\"{field}\" belongs to a matrix");
                return Err(TextError::new(message, json.span.clone())
                    .help("name the moves of each state beside its matrix"));
            }
        }
        let states = game.need("states", "{ \"s0\": { \"matrix\": [[…], …] }, … }")?;
        let states = entries("an object of states", states)?;
        for ((name, _), number) in states.iter().zip(0..) {
            spelled("a state", name)?;
            self.require_no_number(name)?;
            self.state_numbers.insert(name.text.clone(), number);
            self.states.push(name.text.clone());
        }
        let drafts = states.iter().map(|(name, json)| match &json.kind {
            Kind::List(_) => self.rows_of(&name.text, json, [None, None]),
            _ => {
                let state = Fields::new("a state with a matrix", json, &STATE_FIELDS)?;
                self.matrix(&name.text, &state)
            }
        });
        let drafts = drafts.collect::<Result<Vec<Draft>, TextError>>()?;
        let initial = word("the name of a state", game.need("initial", "the name of a state")?)?;
        Ok((drafts, self.state(&initial)?))
    }

    /// Fails if the name of a state could be taken for a payoff.
    fn require_no_number(&self, name: &Word) -> Result<(), TextError> {
        if name.text.parse::<Fraction>() == Err(FractionError::NotANumber) {
            return Ok(());
        }
        let message = format!("\"{}\" is a payoff and cannot be the name of a state", name.text);
        Err(TextError::new(message, name.span.clone()).help("expected a name that is no number"))
    }

    fn state(&self, name: &Word) -> Result<u32, TextError> {
        let known = || self.states.iter().map(String::as_str);
        self.state_numbers.get(&name.text).copied().ok_or_else(|| unknown("state", name, known()))
    }

    fn matrix(&mut self, name: &str, fields: &Fields) -> Result<Draft, TextError> {
        let matrix = fields.need("matrix", "[[…], …], one list a row")?;
        self.rows_of(name, matrix, ["rows", "columns"].map(|field| fields.get(field)))
    }

    fn rows_of(
        &mut self,
        name: &str,
        json: &Json,
        named: [Option<&Json>; 2],
    ) -> Result<Draft, TextError> {
        let Kind::List(rows) = &json.kind else { return Err(expected("a list of rows", json)) };
        let (mut cells, mut width) = (Vec::new(), None);
        for row in rows {
            let Kind::List(items) = &row.kind else { return Err(expected("a row (a list)", row)) };
            if *width.get_or_insert(items.len()) != items.len() {
                return Err(ragged(row, items.len(), width));
            }
            for item in items {
                cells.push((self.cell(item)?, item.span.clone()));
            }
        }
        let sizes = [rows.len(), width.unwrap_or(0)];
        if sizes.contains(&0) {
            return Err(TextError::new("the matrix is empty", json.span.clone())
                .help("each agent needs at least one move"));
        }
        let [of_rows, of_columns] = named;
        let moves =
            [move_names("row", of_rows, sizes[0])?, move_names("column", of_columns, sizes[1])?];
        Ok(Draft { name: name.to_string(), moves, cells })
    }

    fn cell(&mut self, json: &Json) -> Result<Cell, TextError> {
        match &json.kind {
            Kind::Text(text) if text.parse::<Fraction>() == Err(FractionError::NotANumber) => {
                self.named(json)
            }
            Kind::Number(_) | Kind::Text(_) | Kind::List(_) => {
                let payoff = Payoff::of_cell(self.text, json)?;
                Ok(Cell::Payoff(self.payoffs.number(payoff, json.span.clone())))
            }
            _ => Err(expected("a payoff or the name of a state", json)),
        }
    }

    /// Returns a state by its name; words such as `inf` that look like numbers get an error of
    /// their own.
    fn named(&self, json: &Json) -> Result<Cell, TextError> {
        let name = word("the name of a state", json)?;
        if !self.state_numbers.contains_key(&name.text) && name.text.parse::<f64>().is_ok() {
            return Err(TextError::new(format!("{} is no payoff", name.text), name.span)
                .help("a payoff is a finite number"));
        }
        self.state(&name).map(Cell::Matrix)
    }

    fn assemble(
        self,
        agents: Agents,
        initial: u32,
        drafts: Vec<Draft>,
    ) -> Result<StackedGame, TextError> {
        let (sorted, rank) = self.payoffs.sorted()?;
        let matrices = drafts.len() as u32;
        let state = |cell| match cell {
            Cell::Matrix(number) => StackedState(number),
            Cell::Payoff(number) => StackedState(matrices + rank[number as usize]),
        };
        let finished = |draft: Draft| Matrix {
            cells: draft.cells.iter().map(|&(cell, _)| state(cell)).collect(),
            name: draft.name,
            moves: draft.moves,
        };
        Ok(StackedGame {
            agents,
            outcomes: Outcomes::new(sorted.iter().map(|payoff| (payoff.name(), payoff.number))),
            exact: sorted.iter().map(|payoff| payoff.exact).collect(),
            initial: StackedState(initial),
            matrices: drafts.into_iter().map(finished).collect(),
        })
    }
}

fn read_agents(json: &Json) -> Result<Agents, TextError> {
    let names = words("a list of agents", json)?;
    distinct("an agent", &names)?;
    if names.len() != 2 {
        let message = format!("a stacked-matrix game has 2 agents, not {}", names.len());
        return Err(TextError::new(message, json.span.clone())
            .help("the first chooses rows, the second columns: [\"Max\", \"Min\"]"));
    }
    Ok(Agents::new(names.into_iter().map(|name| name.text)))
}

fn ragged(row: &Json, found: usize, width: Option<usize>) -> TextError {
    let width = width.unwrap_or(0);
    let message = format!("this row has {found} cells, the rows before it have {width}");
    TextError::new(message, row.span.clone()).help("all rows of a matrix are of the same length")
}

/// Returns the names of rows or columns: as given, or numbers from 1.
fn move_names(what: &str, json: Option<&Json>, count: usize) -> Result<Vec<String>, TextError> {
    let Some(json) = json else { return Ok((1..=count).map(|n| n.to_string()).collect()) };
    let names = words(&format!("a list of the names of the {what}s"), json)?;
    distinct(&format!("a {what}"), &names)?;
    if names.len() != count {
        let message = format!("there are {} names for {count} {what}s", names.len());
        return Err(TextError::new(message, json.span.clone()));
    }
    Ok(names.into_iter().map(|name| name.text).collect())
}
