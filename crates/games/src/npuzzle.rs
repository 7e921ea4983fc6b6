//! The sliding-tile puzzle (8-puzzle, 15-puzzle): one player slides tiles until they are in order.
//!
//! The board is a word of sixteen nibbles, so that a move is a few shifts and the key is the board
//! itself, mixed.

use ludex_base::mix;
use ludex_game::{
    Agent, Agents, Bounds, Game, Hints, Ink, Model, Notation, Outcome, Outcomes, Picture, Shape,
    TextError, Turn,
};

use crate::board::{cell_name, grid_picture};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

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
        let (row, column) = (state.blank as usize / self.size, state.blank as usize % self.size);
        let (_, down, right) = WAYS[way];
        let row = row.checked_add_signed(down).filter(|&row| row < self.size)?;
        let column = column.checked_add_signed(right).filter(|&column| column < self.size)?;
        Some(row * self.size + column)
    }

    /// Returns the distance of a tile on this cell from its home, in rows and columns.
    fn distance(&self, tile: usize, cell: usize) -> usize {
        let (home, size) = (tile - 1, self.size);
        (home / size).abs_diff(cell / size) + (home % size).abs_diff(cell % size)
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

impl Hints for NPuzzle {
    /// Returns exact bounds for an unsolvable puzzle.
    fn bounds(&self, state: &PuzzleState) -> Bounds {
        match self.is_solvable(*state) {
            true => Bounds { low: Outcome::WORST, high: self.outcomes.best() },
            false => Bounds::exactly(Outcome::WORST),
        }
    }

    /// Puts slides first that bring the tile nearer to its place.
    fn candidates(&self, state: &PuzzleState, out: &mut Vec<Slide>) {
        let start = out.len();
        self.moves(state, Agent::FIRST, out);
        out[start..].sort_by_key(|mv| {
            let cell = self.source(*state, usize::from(mv.0)).unwrap_or_default();
            let tile = state.tile(cell);
            self.distance(tile, usize::from(state.blank)) > self.distance(tile, cell)
        });
    }

    /// Returns the smaller key of the board and its mirror image at the diagonal, with the tiles
    /// renamed to match.
    fn canonical_key(&self, state: &PuzzleState) -> u64 {
        let size = self.size;
        let turned = |cell: usize| cell % size * size + cell / size;
        let mut mirror = 0;
        for cell in (0..size * size).filter(|&cell| cell != usize::from(state.blank)) {
            mirror |= (turned(state.tile(cell) - 1) as u64 + 1) << (4 * turned(cell));
        }
        mix(state.tiles.min(mirror))
    }

    fn history_size(&self) -> usize {
        WAYS.len()
    }

    #[inline]
    fn history_index(&self, mv: Slide) -> usize {
        usize::from(mv.0)
    }
}

impl Notation for NPuzzle {
    fn write_move(&self, state: &PuzzleState, _agent: Agent, mv: Slide) -> String {
        let cell = self.source(*state, usize::from(mv.0));
        cell.map_or(String::new(), |cell| state.tile(cell).to_string())
    }

    fn read_move(&self, state: &PuzzleState, agent: Agent, text: &str) -> Option<Slide> {
        let mut moves = Vec::new();
        self.moves(state, agent, &mut moves);
        moves.into_iter().find(|&mv| {
            self.write_move(state, agent, mv) == text
                || WAYS[usize::from(mv.0)].0.eq_ignore_ascii_case(text)
        })
    }

    fn write_position(&self, state: &PuzzleState) -> String {
        let text = |cell| match state.tile(cell) {
            0 => "_".to_string(),
            tile => tile.to_string(),
        };
        let row = |row| (row * self.size..(row + 1) * self.size).map(text).collect::<Vec<_>>();
        (0..self.size).map(|r| row(r).join("-")).collect::<Vec<_>>().join("/")
    }

    fn read_position(&self, text: &str) -> Result<PuzzleState, TextError> {
        let (mut state, mut seen, mut at) = (PuzzleState { tiles: 0, blank: 0 }, 0u32, 0);
        let rows: Vec<&str> = text.split('/').collect();
        let message = format!("{0} rows of {0} tiles were expected", self.size);
        let shape = |span| TextError::new(&message, span).help("as in `1-2-3/4-5-6/7-8-_`");
        for (row, part) in rows.iter().enumerate() {
            if part.split('-').count() != self.size || row >= self.size {
                return Err(shape(at..at + part.len()));
            }
            for (column, word) in part.split('-').enumerate() {
                let (cell, span) = (row * self.size + column, at..at + word.len());
                let tile = self.read_tile(word.trim(), span.clone())?;
                if seen & 1 << tile != 0 {
                    return Err(TextError::new(format!("`{}` stands twice", word.trim()), span));
                }
                seen |= 1 << tile;
                state.tiles |= tile << (4 * cell);
                if tile == 0 {
                    state.blank = cell as u8;
                }
                at += word.len() + 1;
            }
        }
        if rows.len() == self.size { Ok(state) } else { Err(shape(0..text.len())) }
    }

    fn atoms(&self) -> Vec<String> {
        let cells = self.size * self.size;
        let at = |tile: usize| {
            (0..cells).map(move |cell| format!("at({tile},{})", self.cell_name(cell)))
        };
        let placed = (1..cells).map(|tile| format!("placed({tile})"));
        (1..cells).flat_map(at).chain(placed).collect()
    }

    fn picture(&self, state: &PuzzleState) -> Picture {
        let empty = |_, _| ('·', Ink::Plain);
        let mut picture = grid_picture(self.size, self.size, Shape::Square, empty);
        // Tiles of two digits need more room than the grid gives.
        let wide = if self.size == LARGEST { 3 } else { 2 };
        for cell in &mut picture.cells {
            let column = cell.column2 / 2;
            if !cell.label {
                let tile = state.tile(cell.row as usize * self.size + column as usize);
                if tile > 0 {
                    (cell.text, cell.ink) = (tile.to_string(), Ink::Of(0));
                }
            }
            cell.column2 = wide * column;
        }
        picture
    }
}

impl NPuzzle {
    fn read_tile(&self, word: &str, span: std::ops::Range<usize>) -> Result<u64, TextError> {
        let most = self.size * self.size - 1;
        match word {
            "_" => Ok(0),
            _ => word.parse().ok().filter(|&tile| tile <= most as u64).ok_or_else(|| {
                TextError::new(format!("`{word}` is not a tile"), span)
                    .help(format!("tiles are the numbers from 1 to {most}, `_` is the blank"))
            }),
        }
    }
}

impl Family for NPuzzle {
    const INFO: GameInfo = GameInfo {
        name: "npuzzle",
        aliases: &["8puzzle", "slidingtiles"],
        summary: "the sliding-tile puzzle (8-puzzle, 15-puzzle), for one player",
        rules: "A tile beside the blank slides into it. The puzzle is won when the tiles are in \
                order, row by row from the top left, with the blank in the last place. Half of all \
                positions can never be solved; there the player slides for ever, and the value is \
                a loss. States can repeat.",
        keys: &[
            KeyInfo {
                name: "size",
                default: "3",
                meaning: "tiles in a row, blank included, 2 to 4",
            },
            KeyInfo {
                name: "scramble",
                default: "20",
                meaning: "random slides from the solved puzzle to the start, 0 to 10000",
            },
            KeyInfo { name: "seed", default: "1", meaning: "the seed of these slides" },
        ],
        position: "rows from the top, `_` for the blank: `1-2-3/4-5-6/7-_-8`",
        moves: "the number of the tile that slides, `8`, or the way it goes: `left`",
        atoms: &[
            AtomInfo { pattern: "at(TILE,CELL)", meaning: "the tile is there: `at(8,c1)`" },
            AtomInfo { pattern: "placed(TILE)", meaning: "the tile is where it belongs" },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let size = params.number("size", 2..=LARGEST)?;
        let scramble = params.number("scramble", 0..=10_000)?;
        let seed = params.number("seed", 0..=usize::MAX)?;
        Ok(visitor.sequential(NPuzzle::new(size, scramble, seed as u64)))
    }
}
