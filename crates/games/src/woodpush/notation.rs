//! Parsing, writing and drawing Woodpush.

use ludex_game::{Agent, Ink, Notation, Picture, Shape, TextError};

use super::{Row, Step, Woodpush};
use crate::bitboard::Bitboard;
use crate::board::read_rows;

/// The content of a cell in position text: empty, a piece of Left, of Right.
const SYMBOLS: [char; 3] = ['.', 'L', 'R'];
/// The content of a cell in drawings.
const MARKS: [&str; 3] = ["·", "▶", "◀"];

/// Returns 0 for an empty cell, otherwise one more than the number of the agent whose piece it is.
fn content(row: &Row, cell: usize) -> usize {
    row.pieces.iter().position(|pieces| pieces.has(cell as u32)).map_or(0, |agent| agent + 1)
}

impl Woodpush {
    /// Parses what follows ` ko=`. The piece must be the last of a block that can have been shoved
    /// just now: behind it an opponent's piece; at the other end of the block the pusher, before it
    /// a piece of the agent on turn, and behind it the empty cell where it came from.
    fn read_ko(&self, row: &Row, text: &str) -> Option<u8> {
        let cell = text.parse::<usize>().ok()?.checked_sub(1).filter(|&c| c < self.length)?;
        let origin = self.next_empty(row, cell, row.turn != Agent::FIRST)?;
        let steps = origin.abs_diff(cell).checked_sub(2)?;
        let behind = |n| if origin < cell { cell - n } else { cell + n };
        let has = |agent: Agent, n| row.pieces[agent.index()].has(behind(n) as u32);
        let (own, theirs) = (row.turn, row.turn.other());
        let shoved = has(own, 0) && has(theirs, 1) && has(own, steps) && has(theirs, steps + 1);
        shoved.then_some(cell as u8)
    }

    fn check_pieces(&self, row: &Row, span: std::ops::Range<usize>) -> Result<(), TextError> {
        if row.pieces == [0, 0] {
            return Err(TextError::new("there must be a piece on the board", span));
        }
        match self.agents.iter().find(|a| row.pieces[a.index()].count() as usize > self.pieces) {
            None => Ok(()),
            Some(agent) => {
                let name = self.agents.name(agent);
                let message = format!("{name} has more than {} pieces", self.pieces);
                Err(TextError::new(message, span).help("the key `pieces` sets how many there are"))
            }
        }
    }
}

impl Notation for Woodpush {
    fn write_move(&self, row: &Row, agent: Agent, mv: Step) -> String {
        match mv {
            Step::Push(cell) => format!("push{}", cell + 1),
            Step::Slide(cell) => match self.ahead(row, agent, cell.into()) {
                Some(goal) => format!("{}-{}", cell + 1, goal + 1),
                None => format!("{}-off", cell + 1),
            },
        }
    }

    fn write_position(&self, row: &Row) -> String {
        let cells: String = (0..self.length).map(|cell| SYMBOLS[content(row, cell)]).collect();
        let ko = row.ko.map_or(String::new(), |cell| format!(" ko={}", cell + 1));
        format!("{cells} {}{ko}", self.agents.name(row.turn))
    }

    fn read_position(&self, text: &str) -> Result<Row, TextError> {
        let (board, ko) = match text.split_once(" ko=") {
            Some((board, ko)) => (board, Some(ko)),
            None => (text, None),
        };
        let symbols = String::from_iter(SYMBOLS);
        let (cells, turn) = read_rows(board, &[self.length], &symbols, &self.agents)?;
        let mut row = Row { pieces: [0; 2], turn, ko: None };
        for (cell, content) in cells.into_iter().flatten().enumerate() {
            if content > 0 {
                row.pieces[usize::from(content - 1)] |= u64::cell(cell as u32);
            }
        }
        self.check_pieces(&row, 0..self.length)?;
        if let Some(ko) = ko {
            let error =
                TextError::new("no push there was made just now", board.len() + 1..text.len());
            let help = "after `ko=` stands the last piece of the block that was just pushed";
            row.ko = Some(self.read_ko(&row, ko).ok_or_else(|| error.help(help))?);
        }
        Ok(row)
    }

    fn atoms(&self) -> Vec<String> {
        let mut atoms = Vec::new();
        for agent in self.agents.names() {
            atoms.extend((1..=self.length).map(|cell| format!("piece({agent},{cell})")));
        }
        atoms.extend((1..=self.length).map(|cell| format!("empty({cell})")));
        atoms.extend(self.agents.names().iter().map(|agent| format!("push({agent})")));
        atoms
    }

    fn picture(&self, row: &Row) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        for cell in 0..self.length {
            let (content, column2) = (content(row, cell), 2 * cell as i16);
            let ink = content.checked_sub(1).map_or(Ink::Plain, |agent| Ink::Of(agent as u8));
            picture.cell(0, column2, MARKS[content], ink).name = (cell + 1).to_string();
            picture.label(1, column2, (cell + 1).to_string());
        }
        if let Some(cell) = row.ko {
            picture.note(format!("The piece on {} may not push back at once", cell + 1));
        }
        picture
    }
}
