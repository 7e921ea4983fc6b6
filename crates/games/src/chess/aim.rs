//! The moves that can mate: those that give check. A mate is found without playing any other move.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, PieceMoves, Rank, Square, get_line_rays};

use super::hints::CheckLines;
use super::{ChessMove, LAST_RANKS, push_piece};

/// The pieces a pawn can become.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Appends the legal moves of the side on turn that give check, and the few that may: castling and
/// captures en passant are not examined.
pub(super) fn push_checks(board: &Board, out: &mut Vec<ChessMove>) {
    let lines = CheckLines::new(board);
    let passant = en_passant_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
    let own = board.colors(board.side_to_move());
    board.generate_moves(|mut moves| {
        let mut kept = match moves.piece {
            Piece::King => own, // castling is the king's move to the rook's square
            Piece::Pawn => passant,
            _ => BitBoard::EMPTY,
        };
        if lines.screens.has(moves.from) {
            kept |= !get_line_rays(lines.king, moves.from);
        }
        if moves.piece == Piece::Pawn {
            push_promotions(&lines, moves, kept, out);
            moves.to &= !LAST_RANKS;
        }
        moves.to &= kept | lines.squares[moves.piece as usize];
        push_piece(moves, out);
        false
    });
}

/// Appends promotions that give check with the new piece (also through the square the pawn has
/// left), or that uncover a check whatever the new piece is.
fn push_promotions(
    lines: &CheckLines,
    moves: PieceMoves,
    uncovers: BitBoard,
    out: &mut Vec<ChessMove>,
) {
    let through = get_line_rays(lines.king, moves.from);
    for to in moves.to & LAST_RANKS {
        for piece in PROMOTIONS {
            if (uncovers | through | lines.squares[piece as usize]).has(to) {
                let mv = Move { from: moves.from, to, promotion: Some(piece) };
                out.push(ChessMove::pack(mv));
            }
        }
    }
}

/// Returns the square behind a pawn that has just gone two squares.
pub(super) fn en_passant_square(board: &Board) -> Option<Square> {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map(|file| Square::new(file, rank))
}

/// Returns the side that is mated if this atom is true, or `None` if the atom is not about mate.
pub(super) fn mated(own_atom: u32) -> Option<Color> {
    Color::try_index(own_atom as usize)
}
