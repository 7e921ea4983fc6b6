//! Positions, moves and atoms of capture Go as text, and the drawing.

use std::ops::Range;

use ludex_game::{Agent, Ink, Model, Notation, Picture, Shape, TextError};

use super::{Go, GoState, NONE, Phase, Place};
use crate::bitboard::Bitboard;
use crate::board::{cell_name, grid_picture, read_cell, read_rows, write_rows};

/// Empty, Black, White, marked black, marked white.
const SYMBOLS: &str = ".BW+*";
/// `liberties(CELL,N)` for N from 1 to this.
const LIBERTIES: usize = 4;

impl<W: Bitboard> Go<W> {
    fn point_name(&self, point: usize) -> String {
        cell_name(point % self.grid.size, point / self.grid.size)
    }

    /// Returns the index of a point's symbol.
    fn symbol(&self, state: &GoState<W>, point: usize) -> usize {
        let point = point as u32;
        let marked = if state.marked.has(point) { 2 } else { 0 };
        match (state.stones[0].has(point), state.stones[1].has(point)) {
            (true, _) => 1 + marked,
            (_, true) => 2 + marked,
            _ => 0,
        }
    }

    /// Returns the number of liberties of the chain on a point; 0 if there is no stone.
    fn liberties(&self, state: &GoState<W>, point: u32) -> u32 {
        let own = state.stones.into_iter().find(|stones| stones.has(point)).unwrap_or(W::EMPTY);
        let chain = self.grid.chain(W::cell(point), own);
        (self.grid.beside(chain) & state.empty(&self.grid)).count()
    }

    /// The order of the atoms is `captured` for both agents, then for every point in groups of the
    /// same size.
    pub(super) fn atom_holds(&self, state: &GoState<W>, atom: u32) -> bool {
        let Some(own) = atom.checked_sub(2) else {
            return state.phase == Phase::Won(Agent(atom as u8).other());
        };
        let points = (self.grid.size * self.grid.size) as u32;
        let (group, point) = (own / points, own % points);
        match group {
            0 | 1 => state.stones[group as usize].has(point),
            2 => state.empty(&self.grid).has(point),
            3 => state.marked.has(point),
            4 => self.liberties(state, point) == 1,
            5.. if group < 5 + LIBERTIES as u32 => self.liberties(state, point) == group - 4,
            _ => false,
        }
    }

    /// Fails if a chain has no liberties.
    fn check_alive(&self, state: &GoState<W>, span: Range<usize>) -> Result<(), TextError> {
        let stones = state.stones[0] | state.stones[1];
        match stones.cells().find(|&point| self.liberties(state, point) == 0) {
            None => Ok(()),
            Some(point) => {
                let name = self.point_name(point as usize);
                let message = format!("the chain on {name} has no liberty left");
                Err(TextError::new(message, span).help("take captured stones off the board"))
            }
        }
    }

    /// Parses what may follow the rows and the turn: `ko=c3`, `pass=1`, `pass=2`, `won=Black`.
    fn read_extra(
        &self,
        state: &mut GoState<W>,
        (at, word): (usize, &str),
    ) -> Result<(), TextError> {
        let span = at..at + word.len();
        if state.phase != Phase::Open(0) || state.ko != NONE {
            return Err(TextError::new("only one of ko, pass and won can be said", span));
        }
        let phase = match word.split_once('=') {
            Some(("ko", cell)) => return self.read_ko(state, cell, span),
            Some(("pass", "1")) => Some(Phase::Open(1)),
            Some(("pass", "2")) => Some(Phase::Passed),
            Some(("won", name)) => self.agents.named(name).map(Phase::Won),
            _ => None,
        };
        state.phase = phase.ok_or_else(|| {
            TextError::new(format!("`{word}` says nothing about a position"), span)
                .help("after the turn comes nothing, ko=c3, pass=1, pass=2, or won=Black")
        })?;
        Ok(())
    }

    fn read_ko(
        &self,
        state: &mut GoState<W>,
        cell: &str,
        span: Range<usize>,
    ) -> Result<(), TextError> {
        let size = self.grid.size;
        let point = read_cell(cell).filter(|&(c, r)| c < size && r < size);
        let (column, row) = point.ok_or_else(|| {
            TextError::new(format!("`{cell}` is not a point of the board"), span.clone())
        })?;
        let point = (row * size + column) as u32;
        let (stone, other) = (W::cell(point), state.stones[state.turn.other().index()]);
        let empty = state.empty(&self.grid) & !stone;
        let retaken = self.grid.dead_beside(stone, other, empty).count();
        if state.empty(&self.grid).has(point) && retaken == 1 {
            state.ko = point as u8;
            return Ok(());
        }
        Err(TextError::new(format!("there is no ko at {cell}"), span)
            .help("a ko is a point where one stone was taken by one that could be retaken there"))
    }
}

impl<W: Bitboard> Notation for Go<W> {
    fn write_move(&self, _state: &GoState<W>, _agent: Agent, mv: Place) -> String {
        if mv.0 == NONE { "pass".to_string() } else { self.point_name(usize::from(mv.0)) }
    }

    fn write_position(&self, state: &GoState<W>) -> String {
        let size = self.grid.size;
        let symbols: Vec<char> = SYMBOLS.chars().collect();
        let symbol = |point| symbols[self.symbol(state, point)];
        let rows = (0..size).rev().map(|row| (0..size).map(move |c| row * size + c).map(symbol));
        let text = write_rows(rows, self.agents.name(state.turn));
        match state.phase {
            Phase::Open(0) if state.ko == NONE => text,
            Phase::Open(0) => format!("{text} ko={}", self.point_name(usize::from(state.ko))),
            Phase::Open(passes) => format!("{text} pass={passes}"),
            Phase::Passed => format!("{text} pass=2"),
            Phase::Won(agent) => format!("{text} won={}", self.agents.name(agent)),
        }
    }

    fn read_position(&self, text: &str) -> Result<GoState<W>, TextError> {
        let size = self.grid.size;
        // The rows and the turn are the first two words; what follows is read by itself.
        let second = text.find(' ').map_or(text.len(), |at| at + 1);
        let end = text[second..].find(' ').map_or(text.len(), |at| second + at);
        let (rows, turn) = read_rows(&text[..end], &vec![size; size], SYMBOLS, &self.agents)?;
        let mut state = GoState { turn, ..self.initial() };
        let symbols = rows.into_iter().rev().flatten().enumerate();
        for (point, symbol) in symbols.filter(|&(_, symbol)| symbol > 0) {
            let stone = W::cell(point as u32);
            state.stones[usize::from(symbol - 1) % 2] |= stone;
            if symbol > 2 {
                state.marked |= stone;
            }
        }
        self.check_alive(&state, 0..second)?;
        let mut at = end;
        for word in text[end..].split(' ') {
            if !word.is_empty() {
                self.read_extra(&mut state, (at, word))?;
            }
            at += word.len() + 1;
        }
        Ok(state)
    }

    fn atoms(&self) -> Vec<String> {
        let names = (0..self.grid.size * self.grid.size).map(|point| self.point_name(point));
        let names: Vec<String> = names.collect();
        let mut atoms = vec!["captured(Black)".to_string(), "captured(White)".to_string()];
        let mut group = |before: &str, after: &str| {
            atoms.extend(names.iter().map(|name| format!("{before}{name}{after})")));
        };
        for before in ["stone(Black,", "stone(White,", "empty(", "marked(", "atari("] {
            group(before, "");
        }
        for count in 1..=LIBERTIES {
            group("liberties(", &format!(",{count}"));
        }
        atoms
    }

    fn picture(&self, state: &GoState<W>) -> Picture {
        let size = self.grid.size;
        let mut picture = grid_picture(size, size, Shape::Point, |column, row| {
            let symbol = self.symbol(state, row * size + column);
            let signs = ['·', '●', '○', '▲', '△'];
            (signs[symbol], Ink::Plain)
        });
        if state.ko != NONE {
            picture.note(format!("ko at {}", self.point_name(usize::from(state.ko))));
        }
        picture
    }
}
