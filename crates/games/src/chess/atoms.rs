//! The atoms of chess positions: mate, check, material, squares.
//!
//! The atoms are numbered in groups, so that a number is decoded by arithmetic.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::{ChessState, can_move, last_move};

/// `captured` exists for every piece but the king.
const CAPTURABLE: u32 = 5;
/// The numbers of the first atoms of the groups.
const CHECK: u32 = 2;
const STALEMATE: u32 = 4;
const CAPTURED: u32 = 5;
const SIDE_CAPTURED: u32 = CAPTURED + CAPTURABLE;
const AT: u32 = SIDE_CAPTURED + 2 * CAPTURABLE;
const ATTACKED: u32 = AT + 2 * 6 * 64;
const IMMOBILE: u32 = ATTACKED + 2 * 64;
const DOUBLE_STALEMATE: u32 = IMMOBILE + 1;
/// The atoms about the last move, in games that remember it.
const LAST_MOVE: u32 = DOUBLE_STALEMATE + 1;
const END: u32 = LAST_MOVE + last_move::COUNT;
/// The atom of proof games, whose states do not remember the last move.
pub(super) const DIAGRAM: u32 = LAST_MOVE;

/// The names of the pieces, in the order of cozy-chess.
const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const SIDES: [&str; 2] = ["White", "Black"];

/// Returns the names of all atoms, in the order of their numbers.
pub(super) fn names(remembers: bool, has_diagram: bool) -> Vec<String> {
    let mut names: Vec<String> = SIDES.iter().map(|side| format!("mate({side})")).collect();
    names.extend(SIDES.iter().map(|side| format!("check({side})")));
    names.push("stalemate".to_string());
    names.extend(PIECES[..5].iter().map(|piece| format!("captured({piece})")));
    for side in SIDES {
        names.extend(PIECES[..5].iter().map(|piece| format!("captured({side},{piece})")));
    }
    for side in SIDES {
        for piece in PIECES {
            names.extend(Square::ALL.iter().map(|sq| format!("at({side},{piece},{sq})")));
        }
    }
    for side in SIDES {
        names.extend(Square::ALL.iter().map(|sq| format!("attacked({side},{sq})")));
    }
    names.extend(["immobile", "double_stalemate"].map(String::from));
    names.extend(last_move::names().filter(|_| remembers));
    names.extend(has_diagram.then(|| "diagram".to_string()));
    names
}

/// Returns whether the atom with this number is true.
pub(super) fn holds(state: &ChessState, atom: u32) -> bool {
    let board = &state.board;
    match atom {
        ..CHECK => board.side_to_move() == side(atom) && state.is_mate(),
        // The side that is not on turn is never in check.
        CHECK..STALEMATE => {
            board.side_to_move() == side(atom - CHECK) && !board.checkers().is_empty()
        }
        STALEMATE => board.checkers().is_empty() && !state.can_move(),
        CAPTURED..SIDE_CAPTURED => board.pieces(piece(atom - CAPTURED)).is_empty(),
        SIDE_CAPTURED..AT => {
            let n = atom - SIDE_CAPTURED;
            board.colored_pieces(side(n / CAPTURABLE), piece(n % CAPTURABLE)).is_empty()
        }
        AT..ATTACKED => {
            let n = atom - AT;
            board.colored_pieces(side(n / 384), piece(n / 64 % 6)).has(square(n))
        }
        IMMOBILE => !state.can_move(),
        DOUBLE_STALEMATE => {
            let stuck = |board: Board| !can_move(&board);
            !state.can_move() && board.null_move().is_some_and(stuck)
        }
        LAST_MOVE..END => state.last.holds(atom - LAST_MOVE),
        ATTACKED..IMMOBILE => {
            let n = atom - ATTACKED;
            is_attacked(board, side(n / 64), square(n))
        }
        _ => false,
    }
}

fn side(n: u32) -> Color {
    if n == 0 { Color::White } else { Color::Black }
}

fn piece(n: u32) -> Piece {
    Piece::index(n as usize)
}

fn square(n: u32) -> Square {
    Square::index(n as usize % 64)
}

/// Returns whether a piece of this side, pinned or not, attacks (or protects) the square.
fn is_attacked(board: &Board, by: Color, square: Square) -> bool {
    let theirs = |piece: Piece| board.colored_pieces(by, piece);
    let (queens, occupied) = (theirs(Piece::Queen), board.occupied());
    let hit = |reach: BitBoard, pieces: BitBoard| !reach.is_disjoint(pieces);
    hit(get_pawn_attacks(square, !by), theirs(Piece::Pawn))
        || hit(get_knight_moves(square), theirs(Piece::Knight))
        || hit(get_king_moves(square), theirs(Piece::King))
        || hit(get_bishop_moves(square, occupied), theirs(Piece::Bishop) | queens)
        || hit(get_rook_moves(square, occupied), theirs(Piece::Rook) | queens)
}
