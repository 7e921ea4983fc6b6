//! The squares that a man could reach in a number of moves on an empty board: an optimistic
//! measure, so that what it calls impossible is impossible.

use std::sync::LazyLock;

use cozy_chess::{
    BitBoard, Color, Piece, Rank, Square, get_bishop_rays, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_rays,
};

/// With more moves than this a man counts as able to be everywhere.
const MOST: usize = 4;

/// Indexed by colour, man, square and number of moves (at most this many).
static REACH: LazyLock<Vec<[BitBoard; MOST + 1]>> = LazyLock::new(|| {
    let mut table = vec![[BitBoard::EMPTY; MOST + 1]; 2 * 6 * 64];
    for moves in 0..=MOST {
        for color in Color::ALL {
            for piece in Piece::ALL {
                for from in Square::ALL {
                    table[index(color, piece, from)][moves] = match moves {
                        0 => from.bitboard(),
                        _ => one_more(&table, (color, piece, from), moves),
                    };
                }
            }
        }
    }
    table
});

/// The squares a man attacks from any of these squares, indexed in the same way.
static GUARDS: LazyLock<Vec<[BitBoard; MOST + 1]>> = LazyLock::new(|| {
    let mut table = REACH.clone();
    for color in Color::ALL {
        for piece in Piece::ALL {
            for from in Square::ALL {
                let reached = &mut table[index(color, piece, from)];
                for (moves, squares) in reached.iter_mut().enumerate() {
                    let places = squares.into_iter();
                    let promoted = piece == Piece::Pawn && promotes(color, from, moves as u32);
                    *squares = places.fold(BitBoard::EMPTY, |all, at| {
                        all | attacked_from(color, piece, at, promoted)
                    });
                }
            }
        }
    }
    table
});

/// Returns the squares a man attacks from a square on an empty board; a pawn that may have promoted
/// counts as any piece.
pub(super) fn attacked_from(color: Color, piece: Piece, at: Square, promoted: bool) -> BitBoard {
    match piece {
        Piece::Pawn if promoted => {
            get_pawn_attacks(at, color) | attacks(Piece::Queen, at) | get_knight_moves(at)
        }
        Piece::Pawn => get_pawn_attacks(at, color),
        _ => attacks(piece, at),
    }
}

/// Returns whether a pawn can promote within this many moves.
pub(super) fn promotes(color: Color, from: Square, moves: u32) -> bool {
    let last = Rank::Eighth.relative_to(color);
    let far = (last as usize).abs_diff(from.rank() as usize) as u32;
    moves >= far.min(5) // two squares at once from where it starts
}

fn index(color: Color, piece: Piece, from: Square) -> usize {
    (color as usize * 6 + piece as usize) * 64 + from as usize
}

/// Returns the squares where a man can be after a first step and one move less. A pawn on the last
/// rank is any piece.
fn one_more(
    table: &[[BitBoard; MOST + 1]],
    (color, piece, from): (Color, Piece, Square),
    moves: usize,
) -> BitBoard {
    let mut reached = from.bitboard();
    for to in step(color, piece, from) {
        let promotes = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(color);
        let becomes: &[Piece] = if promotes { &[Piece::Queen, Piece::Knight] } else { &[piece] };
        for &piece in becomes {
            reached |= table[index(color, piece, to)][moves - 1];
        }
    }
    reached
}

/// Returns the squares of one move on an empty board, including captures by pawns.
fn step(color: Color, piece: Piece, from: Square) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(from, color) | pushes(color, from),
        _ => attacks(piece, from),
    }
}

/// Returns the squares a pawn on this square is pushed to.
pub(super) fn pushes(color: Color, from: Square) -> BitBoard {
    let forward = if color == Color::White { 1 } else { -1 };
    let once = from.try_offset(0, forward).map_or(BitBoard::EMPTY, Square::bitboard);
    match from.rank() == Rank::Second.relative_to(color) {
        true => once | from.offset(0, 2 * forward).bitboard(),
        false => once,
    }
}

/// Returns the squares a piece other than a pawn attacks on an empty board.
pub(super) fn attacks(piece: Piece, from: Square) -> BitBoard {
    match piece {
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_rays(from),
        Piece::Rook => get_rook_rays(from),
        Piece::Queen => get_bishop_rays(from) | get_rook_rays(from),
        Piece::King => get_king_moves(from),
        Piece::Pawn => BitBoard::EMPTY,
    }
}

/// Returns the squares a man could be on after at most this many moves of its own on an empty
/// board. Where a pawn can have promoted, the new piece can be there.
pub(super) fn within(color: Color, piece: Piece, from: Square, moves: u32) -> BitBoard {
    let known = REACH[index(color, piece, from)].get(moves as usize);
    known.copied().unwrap_or(BitBoard::FULL)
}

/// Returns the squares a man could attack after at most this many moves of its own on an empty
/// board.
pub(super) fn guards_within(color: Color, piece: Piece, from: Square, moves: u32) -> BitBoard {
    let known = GUARDS[index(color, piece, from)].get(moves as usize);
    known.copied().unwrap_or(BitBoard::FULL)
}
