//! The last move of a play, for goals that are about it: captures, castling, arrivals.

use cozy_chess::{Board, Color, File, Piece, Square};

use super::ChessMove;

/// What the last move did: six bits for the square it went to, then one bit each for a move at all,
/// a capture, castling, a capture en passant. Zero where nothing is remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LastMove(u16);

const MOVED: u16 = 1 << 6;
const CAPTURE: u16 = 1 << 7;
const CASTLING: u16 = 1 << 8;
const EN_PASSANT: u16 = 1 << 9;

/// The numbers of the atoms about the last move, from the first of them: any move, a capture,
/// castling, a capture en passant, then the squares.
const SQUARES: u32 = 4;
pub(super) const COUNT: u32 = SQUARES + 64;

impl LastMove {
    pub const NONE: LastMove = LastMove(0);

    /// Returns what a move of this side does.
    pub fn of(board: &Board, color: Color, mv: ChessMove) -> LastMove {
        let castles = board.colors(color).has(mv.to());
        let taken = board.colors(!color).has(mv.to());
        let pawn = board.pieces(Piece::Pawn).has(mv.from());
        let passes = pawn && !taken && mv.from().file() != mv.to().file();
        let to = match castles {
            false => mv.to(),
            true if mv.from().file() < mv.to().file() => Square::new(File::G, mv.from().rank()),
            true => Square::new(File::C, mv.from().rank()),
        };
        let flag = |set: bool, bit: u16| if set { bit } else { 0 };
        let bits = flag(taken || passes, CAPTURE) | flag(castles, CASTLING);
        LastMove(to as u16 | MOVED | bits | flag(passes, EN_PASSANT))
    }

    /// Returns a number for hashing, or `None` where nothing is remembered.
    #[inline]
    pub fn key(self) -> Option<u64> {
        (self.0 != 0).then_some(2000 + u64::from(self.0))
    }

    /// Returns whether the n-th atom about the last move is true.
    pub fn holds(self, atom: u32) -> bool {
        match atom {
            ..SQUARES => self.0 & MOVED << atom != 0,
            _ => self.0 & MOVED != 0 && u32::from(self.0 & 63) == atom - SQUARES,
        }
    }
}

/// Returns the names of the atoms about the last move, in the order of their numbers.
pub(super) fn names() -> impl Iterator<Item = String> {
    let kinds = ["moved", "moved(capture)", "moved(castling)", "moved(en_passant)"];
    let squares = Square::ALL.iter().map(|square| format!("moved({square})"));
    kinds.into_iter().map(String::from).chain(squares)
}
