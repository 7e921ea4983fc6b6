//! The sliding-tile puzzle as text.

use ludex_game::{Agent, Ink, Model, Notation, Picture, Shape, TextError};

use super::{LARGEST, NPuzzle, PuzzleState, Slide, WAYS};
use crate::board::grid_picture;

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
