//! The part of a game written in Python that all requests share: its class, its states and moves.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use ludex_game::{Agents, Outcomes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

pub use super::record::OwnState;
use super::record::{OwnMove, Record};

/// A game written in Python.
pub struct Shared {
    /// The instance of the class.
    pub object: Py<PyAny>,
    pub name: String,
    pub agents: Agents,
    pub outcomes: Outcomes,
    pub atoms: Vec<String>,
    pub simultaneous: bool,
    pub can_repeat: bool,
    pub zero_sum: bool,
    /// Whether `outcome` returns `None` as long as the game is not over.
    pub outcome_ends: bool,
    pub methods: Methods,
    /// What the class calls its agents, and the place of each.
    pub agent_objects: Vec<Py<PyAny>>,
    pub agent_places: Py<PyDict>,
    /// The numbers of states and moves.
    state_numbers: Py<PyDict>,
    move_numbers: Py<PyDict>,
    records: Mutex<Vec<Arc<Record>>>,
    moves: Mutex<Vec<Arc<MoveRecord>>>,
    /// States by their text.
    texts: Mutex<HashMap<String, Arc<Record>>>,
}

/// The methods of the class; those that it need not have are `None` where it has them not.
#[derive(FromPyObject)]
pub struct Methods {
    pub initial: Py<PyAny>,
    pub turn: Py<PyAny>,
    pub moves: Py<PyAny>,
    pub play: Py<PyAny>,
    pub outcome: Py<PyAny>,
    pub holds: Option<Py<PyAny>>,
    pub draw: Option<Py<PyAny>>,
    pub bounds: Option<Py<PyAny>>,
    pub order: Option<Py<PyAny>>,
}

/// A move of Python's, and its text.
pub struct MoveRecord {
    pub object: Py<PyAny>,
    pub text: String,
}

/// What the Python half says of a class once it has looked at it (`ludex._own.Description`).
#[derive(FromPyObject)]
struct Description {
    name: String,
    agents: Vec<Py<PyAny>>,
    outcomes: Vec<(String, f64)>,
    atoms: Vec<String>,
    simultaneous: bool,
    can_repeat: bool,
    zero_sum: bool,
    outcome_ends: bool,
    methods: Methods,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Shared {
    /// Makes a game of an instance of a class and its description.
    pub fn new(object: &Bound<'_, PyAny>, description: &Bound<'_, PyAny>) -> PyResult<Shared> {
        let py = object.py();
        let read: Description = description.extract()?;
        let agent_places = PyDict::new(py);
        let mut names = Vec::new();
        for (place, agent) in read.agents.iter().enumerate() {
            agent_places.set_item(agent, place)?;
            names.push(agent.bind(py).str()?.to_string());
        }
        if names.is_empty() || names.len() > 255 {
            return Err(PyValueError::new_err("a game has 1 to 255 agents"));
        }
        let shared = Shared {
            object: object.clone().unbind(),
            name: read.name,
            agents: Agents::new(names),
            outcomes: Outcomes::new(read.outcomes),
            atoms: read.atoms,
            simultaneous: read.simultaneous,
            can_repeat: read.can_repeat,
            zero_sum: read.zero_sum,
            outcome_ends: read.outcome_ends,
            methods: read.methods,
            agent_objects: read.agents,
            agent_places: agent_places.unbind(),
            state_numbers: PyDict::new(py).unbind(),
            move_numbers: PyDict::new(py).unbind(),
            records: Mutex::default(),
            moves: Mutex::default(),
            texts: Mutex::default(),
        };
        shared.initial(py)?;
        Ok(shared)
    }

    /// Returns the state that was interned first, which is the start.
    pub fn first(&self) -> OwnState {
        OwnState(lock(&self.records)[0].clone())
    }

    /// Returns the state at the start.
    pub fn initial(&self, py: Python<'_>) -> PyResult<OwnState> {
        self.intern(&self.methods.initial.bind(py).call0()?)
    }

    /// Returns the number of a value: the one it has, or the next.
    fn number(table: &Bound<'_, PyDict>, value: &Bound<'_, PyAny>, next: usize) -> PyResult<usize> {
        table.set_default_with_result(value, next)?.1.extract()
    }

    /// Returns what is known of a state.
    pub fn intern(&self, state: &Bound<'_, PyAny>) -> PyResult<OwnState> {
        let table = self.state_numbers.bind(state.py());
        if let Some(number) = table.get_item(state)? {
            return Ok(OwnState(lock(&self.records)[number.extract::<usize>()?].clone()));
        }
        // Numbers are given without asking Python, so that the list is in order; that of a state
        // which another thread has interned meanwhile is not used.
        let next = {
            let mut records = lock(&self.records);
            let number = records.len();
            let (agents, atoms) = (self.agents.len(), self.atoms.len());
            let record = Record::new(number as u32, state.clone().unbind(), agents, atoms);
            records.push(Arc::new(record));
            number
        };
        let number = Shared::number(table, state, next)?;
        Ok(OwnState(lock(&self.records)[number].clone()))
    }

    /// Returns the state if it was interned before.
    pub fn known(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<OwnState>> {
        match self.state_numbers.bind(state.py()).get_item(state)? {
            Some(number) => {
                Ok(Some(OwnState(lock(&self.records)[number.extract::<usize>()?].clone())))
            }
            None => Ok(None),
        }
    }

    /// Returns the number of a move.
    pub fn intern_move(&self, mv: &Bound<'_, PyAny>) -> PyResult<OwnMove> {
        let table = self.move_numbers.bind(mv.py());
        if let Some(number) = table.get_item(mv)? {
            return Ok(OwnMove(number.extract()?));
        }
        let text = move_text(&mv.str()?)?;
        let next = {
            let mut moves = lock(&self.moves);
            let number = moves.len();
            moves.push(Arc::new(MoveRecord { object: mv.clone().unbind(), text }));
            number
        };
        Ok(OwnMove(Shared::number(table, mv, next)? as u32))
    }

    /// Returns a move by its number.
    pub fn move_record(&self, mv: OwnMove) -> Arc<MoveRecord> {
        lock(&self.moves)[mv.0 as usize].clone()
    }

    /// Keeps the text of a state, so that it can be read.
    pub fn keep_text(&self, text: &str, state: &OwnState) {
        lock(&self.texts).entry(text.to_string()).or_insert_with(|| state.0.clone());
    }

    /// Returns the state that was written so.
    pub fn state_of_text(&self, text: &str) -> Option<OwnState> {
        lock(&self.texts).get(text).cloned().map(OwnState)
    }
}

/// Returns a move as one word: what separates moves is written `_`, but for what stands in
/// parentheses.
pub fn move_text(text: &Bound<'_, PyString>) -> PyResult<String> {
    let text = text.to_string();
    let balanced = is_balanced(&text);
    let mut depth = 0_usize;
    let word = |letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let parenthesis = !balanced && matches!(letter, '(' | ')');
        let separator = letter.is_whitespace() || letter == ',';
        if parenthesis || separator && (depth == 0 || !balanced) { '_' } else { letter }
    };
    let word: String = text.chars().map(word).collect();
    Ok(if word.is_empty() { "_".to_string() } else { word })
}

/// Returns whether every parenthesis is closed, and none before it is opened.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i64;
    let good = text.chars().all(|letter| {
        depth += i64::from(letter == '(') - i64::from(letter == ')');
        depth >= 0
    });
    good && depth == 0
}
