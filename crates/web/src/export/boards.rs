//! Boards of many positions, packed: every place of a cell and every content is written once, and a
//! board is two texts with one character for each cell.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use ludex::{Board, BoardCell, InputError, Session};
use serde::{Serialize, Serializer};

/// Boards that share their cells.
#[derive(Default, Serialize)]
pub(super) struct Boards {
    /// The places of the cells of boards, by their characters.
    layouts: Vec<String>,
    /// Cells without their contents.
    places: Palette,
    /// Contents of cells.
    contents: Palette,
    /// Boards without cells.
    rests: Vec<Board>,
    #[serde(skip)]
    layout_numbers: HashMap<String, usize>,
    /// Numbers of `rests`, by what they are as JSON.
    #[serde(skip)]
    rest_numbers: HashMap<String, usize>,
}

/// The numbers of a layout and a rest, and the contents. Where there are no cells, the drawing as text
/// instead of the contents.
#[derive(Serialize)]
pub(super) struct PackedBoard(usize, usize, String);

impl Boards {
    /// Packs the board of a position.
    pub fn pack(&mut self, session: &Session) -> Result<PackedBoard, InputError> {
        let mut board = session.still_board();
        let cells = std::mem::take(&mut board.cells);
        let layout = cells.iter().map(|cell| self.places.character(place(cell)));
        let layout = layout.collect::<Result<String, InputError>>()?;
        let content = match cells.is_empty() {
            true => session.picture().to_text(),
            false => {
                let contents = cells.into_iter().map(|cell| self.contents.character(content(cell)));
                contents.collect::<Result<_, InputError>>()?
            }
        };
        Ok(PackedBoard(self.layout(layout), self.rest(board), content))
    }

    fn rest(&mut self, board: Board) -> usize {
        let key = serde_json::to_string(&board).expect("boards have string keys");
        let next = self.rests.len();
        let number = *self.rest_numbers.entry(key).or_insert(next);
        if number == next {
            self.rests.push(board);
        }
        number
    }

    fn layout(&mut self, layout: String) -> usize {
        let next = self.layouts.len();
        let number = *self.layout_numbers.entry(layout.clone()).or_insert(next);
        if number == next {
            self.layouts.push(layout);
        }
        number
    }
}

/// Returns a cell without its content.
fn place(cell: &BoardCell) -> BoardCell {
    let (text, content) = (String::new(), String::new());
    BoardCell { text, content, agent: None, colour: None, last: false, ..cell.clone() }
}

/// Returns the content of a cell, whatever its place.
fn content(cell: BoardCell) -> BoardCell {
    let (name, ground, label, shaded) = (String::new(), String::new(), false, false);
    BoardCell { row: 0, column2: 0, x: 0.0, y: 0.0, name, ground, label, shaded, ..cell }
}

/// What characters stand for.
#[derive(Default)]
struct Palette(HashMap<CellKey, (char, BoardCell)>);

/// What tells cells apart: numbers with a point as their bits.
#[derive(PartialEq, Eq, Hash)]
struct CellKey {
    place: (i16, i16, u64, u64),
    texts: [String; 4],
    colour: (Option<u8>, Option<String>),
    marks: [bool; 3],
}

impl CellKey {
    fn of(cell: &BoardCell) -> CellKey {
        let texts = [&cell.name, &cell.text, &cell.ground, &cell.content];
        CellKey {
            place: (cell.row, cell.column2, cell.x.to_bits(), cell.y.to_bits()),
            texts: texts.map(String::clone),
            colour: (cell.agent, cell.colour.clone()),
            marks: [cell.last, cell.label, cell.shaded],
        }
    }
}

impl Palette {
    /// Returns the character of a cell.
    fn character(&mut self, cell: BoardCell) -> Result<char, InputError> {
        let next = self.0.len();
        match self.0.entry(CellKey::of(&cell)) {
            Entry::Occupied(known) => Ok(known.get().0),
            Entry::Vacant(new) => {
                let character = usable_characters().nth(next).ok_or_else(|| {
                    InputError::new("the boards have too many different cells for a page")
                })?;
                Ok(new.insert((character, cell)).0)
            }
        }
    }
}

impl Serialize for Palette {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sorted: BTreeMap<char, &BoardCell> =
            self.0.values().map(|(character, cell)| (*character, cell)).collect();
        sorted.serialize(serializer)
    }
}

/// Lists characters that JSON and HTML write as they are, and JavaScript counts as one.
fn usable_characters() -> impl Iterator<Item = char> {
    ('0'..'\u{d7ff}').filter(|c| c.is_alphanumeric())
}
