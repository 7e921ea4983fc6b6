//! What is known of a state of a game written in Python.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::AtomicU8;
use std::sync::{Arc, Mutex, OnceLock, Weak};

use ludex_game::{Bounds, Outcome, Turn};
use pyo3::prelude::*;

/// A move by its number among all that the game has listed so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OwnMove(pub u32);

/// A state of Python's, and what the class has said about it so far.
///
/// Nothing is computed while a lock is held: another thread may wait for it with the GIL. What two
/// threads compute at the same time is the same, and the first is kept.
pub struct Record {
    pub number: u32,
    pub state: Py<PyAny>,
    pub turn: OnceLock<Turn>,
    /// The moves of each agent.
    pub moves: Box<[OnceLock<MoveList>]>,
    pub result: OnceLock<OwnResult>,
    pub bounds: OnceLock<Bounds>,
    pub ordered: OnceLock<Vec<OwnMove>>,
    /// For each atom: not asked, false or true.
    pub atoms: Box<[AtomicU8]>,
    /// The states after joint moves.
    pub joint: Mutex<HashMap<Vec<OwnMove>, Weak<Record>>>,
}

/// The moves of an agent, and the states after them as far as they were played.
pub struct MoveList {
    pub moves: Vec<OwnMove>,
    pub next: Vec<OnceLock<Weak<Record>>>,
}

/// How a final state ended.
pub struct OwnResult {
    pub outcome: Outcome,
    pub payoffs: Vec<f64>,
}

impl Record {
    /// Makes a state of which nothing is known.
    pub fn new(number: u32, state: Py<PyAny>, agents: usize, atoms: usize) -> Record {
        Record {
            number,
            state,
            turn: OnceLock::new(),
            moves: (0..agents).map(|_| OnceLock::new()).collect(),
            result: OnceLock::new(),
            bounds: OnceLock::new(),
            ordered: OnceLock::new(),
            atoms: (0..atoms).map(|_| AtomicU8::new(0)).collect(),
            joint: Mutex::default(),
        }
    }
}

impl MoveList {
    /// Makes the list of these moves, none of which was played.
    pub fn new(moves: Vec<OwnMove>) -> MoveList {
        let next = moves.iter().map(|_| OnceLock::new()).collect();
        MoveList { moves, next }
    }

    /// Returns the place of the state after a move.
    pub fn next(&self, mv: OwnMove) -> Option<&OnceLock<Weak<Record>>> {
        let place = self.moves.iter().position(|&known| known == mv)?;
        self.next.get(place)
    }
}

/// A state of a game written in Python. The game keeps all its states.
#[derive(Clone)]
pub struct OwnState(pub Arc<Record>);

impl PartialEq for OwnState {
    fn eq(&self, other: &OwnState) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for OwnState {}

impl Hash for OwnState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.number.hash(hasher);
    }
}

impl fmt::Debug for OwnState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "state {}", self.0.number)
    }
}
