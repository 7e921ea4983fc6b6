//! The sliding-tile puzzle (8-puzzle, 15-puzzle): one player slides tiles until they are in order.
//!
//! The board is a word of sixteen nibbles, so that a move is a few shifts and the key is the board
//! itself, mixed.

mod distance;
mod family;
mod hints;
mod notation;
mod patterns;

use ludex_base::mix;
use ludex_game::{Agent, Agents, Game, Model, Outcome, Outcomes, Turn};

use crate::board::cell_name;

/// The largest board: sixteen tiles of four bits fill a word.
const LARGEST: usize = 4;

/// The directions in which a tile can slide, with their names and the step of the blank, which is
/// the opposite one.
const WAYS: [(&str, isize, isize); 4] =
    [("up", 1, 0), ("left", 0, 1), ("right", 0, -1), ("down", -1, 0)];

/// A sliding-tile puzzle.
#[derive(Clone, Debug)]
pub struct NPuzzle {
    agents: Agents,
    outcomes: Outcomes,
    size: usize,
    goal: u64,
    start: PuzzleState,
}

/// The tile on each cell, four bits a cell, row by row from the top; 0 is the blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PuzzleState {
    tiles: u64,
    blank: u8,
}

/// The direction in which a tile slides into the blank, by its index in `WAYS`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slide(u8);

impl PuzzleState {
    fn tile(self, cell: usize) -> usize {
        (self.tiles >> (4 * cell)) as usize & 15
    }

    /// Slides the tile on this cell into the blank.
    fn slide(&mut self, cell: usize) {
        let tile = self.tile(cell) as u64;
        self.tiles ^= tile << (4 * cell) ^ tile << (4 * self.blank);
        self.blank = cell as u8;
    }
}

impl NPuzzle {
    /// Returns a puzzle of this size (2 to 4), scrambled by this many random slides (at least).
    pub fn new(size: usize, scramble: usize, seed: u64) -> NPuzzle {
        assert!((2..=LARGEST).contains(&size), "the tiles fit into a word");
        let last = size * size - 1;
        let goal = (0..last).fold(0, |tiles, cell| tiles | (cell as u64 + 1) << (4 * cell));
        let start = PuzzleState { tiles: goal, blank: last as u8 };
        let agents = Agents::new(["Player"]);
        let mut puzzle = NPuzzle { agents, outcomes: Outcomes::win_loss(), size, goal, start };
        puzzle.start = puzzle.scrambled(scramble, seed);
        puzzle
    }

    /// Returns the solved puzzle after random slides, none of which undoes the one before. If that
    /// leads to the solved puzzle again it goes one further.
    fn scrambled(&self, scramble: usize, seed: u64) -> PuzzleState {
        let (mut state, mut before, mut random) = (self.start, usize::MAX, mix(!seed));
        let mut left = scramble;
        while left > 0 || scramble > 0 && state.tiles == self.goal {
            let cells = (0..4).filter_map(|way| self.source(state, way)).filter(|&c| c != before);
            let cells: Vec<usize> = cells.collect();
            random = mix(random.wrapping_add(0x9e37_79b9_7f4a_7c15));
            before = usize::from(state.blank);
            state.slide(cells[(random >> 33) as usize % cells.len()]);
            left = left.saturating_sub(1);
        }
        state
    }

    /// Returns the cell of the tile that can slide in this direction, if there is one.
    fn source(&self, state: PuzzleState, way: usize) -> Option<usize> {
        beside(self.size, usize::from(state.blank), way)
    }

    /// Returns whether the tiles can be put in order: every slide changes the parity of the
    /// permutation and that of the blank's distance from its corner \[JS79\].
    fn is_solvable(&self, state: PuzzleState) -> bool {
        let last = self.size * self.size - 1;
        // Cells form cycles under "where the tile on it belongs"; a cycle of n is n - 1 swaps.
        let (mut seen, mut swaps) = (0u32, 0);
        for first in 0..=last {
            let mut cell = first;
            while seen & 1 << cell == 0 {
                seen |= 1 << cell;
                swaps += usize::from(cell != first);
                cell = state.tile(cell).checked_sub(1).unwrap_or(last);
            }
        }
        let blank = usize::from(state.blank);
        let away = 2 * (self.size - 1) - blank / self.size - blank % self.size;
        swaps % 2 == away % 2
    }

    /// Returns the name of a cell, row 1 at the bottom as on other boards.
    fn cell_name(&self, cell: usize) -> String {
        cell_name(cell % self.size, self.size - 1 - cell / self.size)
    }
}

impl Model for NPuzzle {
    type State = PuzzleState;
    type Move = Slide;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> PuzzleState {
        self.start
    }

    fn turn(&self, state: &PuzzleState) -> Turn {
        if state.tiles == self.goal { Turn::Final } else { Turn::Of(Agent::FIRST) }
    }

    fn moves(&self, state: &PuzzleState, _agent: Agent, out: &mut Vec<Slide>) {
        if state.tiles != self.goal {
            let ways = (0..4).filter(|&way| self.source(*state, way).is_some());
            out.extend(ways.map(|way| Slide(way as u8)));
        }
    }

    fn outcome(&self, state: &PuzzleState) -> Outcome {
        if state.tiles == self.goal { self.outcomes.best() } else { Outcome::WORST }
    }

    /// The order of the atoms is `at(TILE,CELL)`, then `placed(TILE)`.
    fn holds(&self, state: &PuzzleState, own_atom: u32) -> bool {
        let (cells, atom) = (self.size * self.size, own_atom as usize);
        let placed = (cells - 1) * cells;
        match atom.checked_sub(placed) {
            None => state.tile(atom % cells) == atom / cells + 1,
            Some(tile) => tile < cells - 1 && state.tile(tile) == tile + 1,
        }
    }

    fn key(&self, state: &PuzzleState) -> u64 {
        mix(state.tiles)
    }
}

impl Game for NPuzzle {
    fn play(&self, state: &mut PuzzleState, _agent: Agent, mv: Slide) {
        if let Some(cell) = self.source(*state, usize::from(mv.0)) {
            state.slide(cell);
        }
    }
}

/// Returns the cell from which a tile can slide to this cell in this direction, if there is one.
fn beside(size: usize, cell: usize, way: usize) -> Option<usize> {
    let (_, down, right) = WAYS[way];
    let row = (cell / size).checked_add_signed(down).filter(|&row| row < size)?;
    let column = (cell % size).checked_add_signed(right).filter(|&column| column < size)?;
    Some(row * size + column)
}
