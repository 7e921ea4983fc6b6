//! A term, or a part of one, in eight bytes.

use crate::symbol::Symbol;

/// A tagged word: three bits give its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell(u64);

/// The contents of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A reference to another cell; an unbound variable refers to itself.
    Reference(usize),
    /// A compound term: the functor is at this index of the arena, and the arguments follow it.
    Structure(usize),
    /// A name.
    Constant(Symbol),
    /// A whole number.
    Integer(i64),
    /// The name and the number of arguments of a compound term.
    Functor(Symbol, usize),
    /// A variable of a flat term, by its number.
    Numbered(usize),
    /// A number that does not fit a cell: its header is at this index of the arena.
    Boxed(usize),
    /// The header of such a number: whether it is a float, and the number of words that follow.
    Header(bool, usize),
}

const REFERENCE: u64 = 0;
const STRUCTURE: u64 = 1;
const CONSTANT: u64 = 2;
const INTEGER: u64 = 3;
const FUNCTOR: u64 = 4;
const NUMBERED: u64 = 5;
const BOXED: u64 = 6;
const HEADER: u64 = 7;

impl Cell {
    /// The empty list.
    pub const NIL: Cell = Cell((Symbol::NIL.0 as u64) << 3 | CONSTANT);

    /// No term: the key of a missing argument.
    pub const NONE: Cell = Cell(HEADER);

    /// Returns a reference to an index of the arena.
    #[inline]
    pub fn reference(place: usize) -> Cell {
        Cell((place as u64) << 3)
    }

    /// Returns a compound term at an index of the arena.
    #[inline]
    pub fn structure(place: usize) -> Cell {
        Cell((place as u64) << 3 | STRUCTURE)
    }

    /// Returns a name.
    pub fn constant(symbol: Symbol) -> Cell {
        Cell(u64::from(symbol.0) << 3 | CONSTANT)
    }

    /// Returns a number; 61 bits are kept.
    #[inline]
    pub fn integer(number: i64) -> Cell {
        Cell((number as u64) << 3 | INTEGER)
    }

    /// Returns a functor.
    #[inline(always)]
    pub const fn functor(symbol: Symbol, arity: usize) -> Cell {
        Cell(((symbol.0 as u64) << 9 | arity as u64) << 3 | FUNCTOR)
    }

    /// Returns a variable of a flat term.
    pub fn numbered(number: usize) -> Cell {
        Cell((number as u64) << 3 | NUMBERED)
    }

    /// Returns a number whose header is at an index of the arena.
    pub fn boxed(place: usize) -> Cell {
        Cell((place as u64) << 3 | BOXED)
    }

    /// Returns the header of a number with this many words.
    pub fn header(float: bool, words: usize) -> Cell {
        Cell(((words as u64) << 1 | u64::from(float)) << 3 | HEADER)
    }

    /// Returns a word that is not a term, stored as a cell.
    #[inline]
    pub fn raw(word: usize) -> Cell {
        Cell(word as u64)
    }

    /// Returns the word of [`Cell::raw`].
    #[inline]
    pub fn word(self) -> usize {
        self.0 as usize
    }

    /// Returns the contents.
    #[inline]
    pub fn kind(self) -> Kind {
        let payload = self.0 >> 3;
        match self.0 & 7 {
            REFERENCE => Kind::Reference(payload as usize),
            STRUCTURE => Kind::Structure(payload as usize),
            CONSTANT => Kind::Constant(Symbol(payload as u32)),
            INTEGER => Kind::Integer(self.0 as i64 >> 3),
            FUNCTOR => Kind::Functor(Symbol((payload >> 9) as u32), (payload & 511) as usize),
            NUMBERED => Kind::Numbered(payload as usize),
            BOXED => Kind::Boxed(payload as usize),
            _ => Kind::Header(payload & 1 == 1, (payload >> 1) as usize),
        }
    }

    /// Returns whether it is a reference.
    #[inline]
    pub fn is_reference(self) -> bool {
        self.0 & 7 == REFERENCE
    }

    /// Returns whether it is a compound term.
    #[inline]
    pub fn is_structure(self) -> bool {
        self.0 & 7 == STRUCTURE
    }

    /// Returns whether it is a name or a number.
    #[inline]
    pub fn is_atomic(self) -> bool {
        matches!(self.0 & 7, CONSTANT | INTEGER)
    }

    /// Returns the index that a reference or a compound term points to.
    #[inline]
    pub fn place(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// Returns the number of arguments of a functor; 0 for anything else.
    #[inline]
    pub fn arity(self) -> usize {
        if self.0 & 7 == FUNCTOR { ((self.0 >> 3) & 511) as usize } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_what_they_are_given() {
        for number in [0, 1, -1, (1 << 60) - 1, -(1 << 60)] {
            assert_eq!(Cell::integer(number).kind(), Kind::Integer(number));
        }
        assert_eq!(Cell::functor(Symbol(9), 255).kind(), Kind::Functor(Symbol(9), 255));
        assert_eq!(Cell::functor(Symbol(9), 255).arity(), 255);
        assert_eq!(Cell::constant(Symbol(7)).kind(), Kind::Constant(Symbol(7)));
        assert_eq!(Cell::structure(12).place(), 12);
    }
}
