//! The last move of the side that is to be mated: which moves may still allow the mate.
//!
//! Only the mating move comes after it. A king's move leads to a mate only where the king can be
//! mated on its new square. Another move changes what the bound counts only if it blocks a flight,
//! takes a man (which may be taken back), leaves a line, makes way for a pawn, or can be taken by
//! one; if the bound allows no mate in the present position, all others can be left out.

use cozy_chess::{BitBoard, Board, Piece, Rank, Square, get_king_moves, get_pawn_attacks};

use super::{Net, castled};
use crate::chess::ChessMove;
use crate::chess::aim::en_passant_square;
use crate::chess::reach::{attacks, promotes, pushes};

/// The moves of the side on turn after which the other side may mate it at once.
pub(in crate::chess) struct Hopes {
    king: Square,
    /// The squares to which the king may go.
    king_to: BitBoard,
    /// Whether castling is to be tried.
    castling: bool,
    /// The squares that other men may leave, and those to which they may go.
    from: BitBoard,
    to: BitBoard,
}

/// Computes the moves to try in a position before the last move of the side on turn.
pub(in crate::chess) fn hopes_of_last_move(board: &Board) -> Hopes {
    let them = board.side_to_move();
    let net = Net::new(board, them, 1, 1);
    let king = net.king;
    let king_to = get_king_moves(king).into_iter().filter(|&at| net.can_mate_on(at, 0, 0));
    let king_to = king_to.fold(BitBoard::EMPTY, |all, at| all | at.bitboard());
    let castling = castled(board, them).next().is_some();
    let (from, to) = match net.can_mate_on(king, 1, 0) {
        false => (BitBoard::EMPTY, BitBoard::EMPTY),
        true if Net::new(board, them, 1, 0).can_mate_on(king, 0, 0) => {
            (BitBoard::FULL, BitBoard::FULL)
        }
        true => changing(&net),
    };
    Hopes { king, king_to, castling, from, to }
}

impl Hopes {
    /// Returns whether a move may allow the mate.
    pub fn allow(&self, board: &Board, mv: ChessMove) -> bool {
        if mv.from() != self.king {
            return self.from.has(mv.from()) || self.to.has(mv.to());
        }
        let castles = board.colors(board.side_to_move()).has(mv.to());
        if castles { self.castling } else { self.king_to.has(mv.to()) }
    }
}

/// Returns the squares from which, and those to which, a man must move to change what the bound
/// counts around the king.
fn changing(net: &Net) -> (BitBoard, BitBoard) {
    let zone = get_king_moves(net.king) | net.king.bitboard();
    let passant = en_passant_square(net.board).map_or(BitBoard::EMPTY, Square::bitboard);
    let (mut from, mut to) = (BitBoard::EMPTY, zone | net.board.colors(net.us) | passant);
    for man in net.men() {
        from |= man.lines;
        if man.piece == Piece::Pawn {
            from |= pushes(net.us, man.from);
            to |= get_pawn_attacks(man.from, net.us);
            if man.from.rank() == Rank::Fifth.relative_to(net.us) {
                // Beside it a pawn that goes two squares can be taken in passing.
                to |= get_king_moves(man.from) & man.from.rank().bitboard();
            }
        }
        let lands = match man.piece {
            Piece::Pawn if promotes(net.us, man.from, 1) => Piece::Queen,
            piece => piece,
        };
        if matches!(lands, Piece::Bishop | Piece::Rook | Piece::Queen) {
            from |= zone.into_iter().fold(BitBoard::EMPTY, |all, at| all | attacks(lands, at));
        }
    }
    (from, to)
}
