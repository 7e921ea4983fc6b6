//! Symmetric keys of boards with stones of two agents: Zobrist keys under all symmetries at once.
//!
//! Each stone has eight numbers, one for the cell it is mapped to by each symmetry of the board, so
//! a stone costs eight parallel exclusive-ors and no board is ever transformed.

use ludex_base::mix;
use ludex_game::Agent;

/// The numbers of the stones of two agents on a rectangular board.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    cells: usize,
    numbers: Vec<[u64; 8]>,
}

impl Symmetries {
    /// Returns the numbers for a board whose cells are counted row by row. A square has all eight
    /// symmetries; any other rectangle has four, each taken twice.
    pub fn new(columns: usize, rows: usize) -> Symmetries {
        let cells = columns * rows;
        let image = |cell: usize, symmetry: usize| {
            let (mut column, mut row) = (cell % columns, cell / columns);
            if symmetry & 1 != 0 {
                column = columns - 1 - column;
            }
            if symmetry & 2 != 0 {
                row = rows - 1 - row;
            }
            if symmetry & 4 != 0 && columns == rows {
                (column, row) = (row, column);
            }
            row * columns + column
        };
        let number = |agent: usize, cell| mix((agent * cells + cell + 1) as u64);
        let numbers = (0..2 * cells)
            .map(|i| std::array::from_fn(|s| number(i / cells, image(i % cells, s))))
            .collect();
        Symmetries { cells, numbers }
    }

    /// Returns the number of a stone: what playing it changes in the key.
    #[inline]
    pub fn number(&self, agent: Agent, cell: usize) -> u64 {
        self.numbers[agent.index() * self.cells + cell][0]
    }

    /// Returns the smallest of the keys of all mirror images of a board.
    #[inline]
    pub fn least(&self, stones: [impl Iterator<Item = usize>; 2]) -> u64 {
        let mut keys = [0; 8];
        for (agent, stones) in stones.into_iter().enumerate() {
            for cell in stones {
                let numbers = &self.numbers[agent * self.cells + cell];
                keys.iter_mut().zip(numbers).for_each(|(key, number)| *key ^= number);
            }
        }
        keys.into_iter().min().expect("there are eight keys")
    }
}

/// Returns the number that the turn adds to a key; not 0 for either agent, so that an empty board
/// has a key too.
#[inline]
pub(crate) fn turn_number(turn: Agent) -> u64 {
    mix(!u64::from(turn.0))
}
