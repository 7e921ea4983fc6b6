//! A bound on mates: whether a mate can still occur within a number of moves of each side. The
//! answer "no" is always right, however well the sides cooperate.
//!
//! A mated king stands somewhere; that square is attacked, and each square around it is attacked by
//! the mating side or occupied by a man of the king's own side. So for every square the king could
//! have walked to, the bound counts what the men of both sides can contribute with their moves: a
//! man that does not move guards what it guards now, one that moves guards what it guards from
//! where it can go, and a man of the king's side that comes to block costs at least one of its
//! moves. Men on a line may be gone by then, but only as many as there are moves to clear them.

mod hopes;
mod last_move;
mod placing;

use std::cell::Cell;

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_between_rays, get_bishop_moves,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::reach::{attacked_from, guards_within, pushes, within};

pub(super) use hopes::hopes_of_last_move;

/// The number of ways to place the men that are tried before the answer is "perhaps".
const PATIENCE: u32 = 4000;

/// Returns whether the side may be mated by a play of at least one and at most these numbers of
/// moves of the other side and of itself.
pub(super) fn may_be_mated(board: &Board, mated: Color, mating_moves: u32, own_moves: u32) -> bool {
    if mating_moves == 0 {
        return false; // the last move is the other side's
    }
    let net = Net::new(board, mated, mating_moves, own_moves);
    let castles = || castled(board, mated).any(|at| net.can_mate_near(at, own_moves, 1));
    net.can_mate_near(net.king, own_moves, 0) || own_moves > 0 && castles()
}

/// Returns the number of moves a king needs from one square to another.
fn distance(a: Square, b: Square) -> u32 {
    let apart = |a: usize, b: usize| a.abs_diff(b) as u32;
    apart(a.file() as usize, b.file() as usize).max(apart(a.rank() as usize, b.rank() as usize))
}

/// The number of men on a line that can be gone in time.
#[derive(Clone, Copy)]
struct Clearing {
    /// The squares where the king stands and where it will stand: nobody else is in the way there.
    kings: BitBoard,
    mating: u32,
    mated: u32,
}

/// A man of the mating side.
#[derive(Clone, Copy)]
struct Man {
    piece: Piece,
    from: Square,
    /// The squares it attacks now, ignoring the other king.
    now: BitBoard,
    /// The squares it attacks on an empty board.
    lines: BitBoard,
}

/// The men of the mating side, and the moves they have left.
struct Net<'b> {
    board: &'b Board,
    us: Color,
    them: Color,
    /// The present square of the king that is to be mated.
    king: Square,
    men: [Man; 16],
    count: usize,
    moves: u32,
    own_moves: u32,
    /// The squares where the king's men could be, by number of moves.
    reached: [BitBoard; 5],
    /// The squares that all men could attack if each had all moves.
    most: BitBoard,
    patience: Cell<u32>,
}

/// The requirements of a mate on a square.
struct Task {
    /// The square.
    at: Square,
    /// The squares that must be guarded unless a man comes to block: the square of the king, and
    /// flights that no man of its own occupies.
    open: BitBoard,
    /// The flights among them that a man can come to.
    blockable: BitBoard,
    /// The number of moves for that.
    blocks: u32,
    /// The number of moves of the king.
    walked: u32,
}

impl Task {
    /// Returns whether guarding these squares is enough.
    fn is_done(&self, guarded: BitBoard) -> bool {
        let rest = self.open & !guarded;
        rest.is_subset(self.blockable) && rest.len() <= self.blocks
    }
}

impl<'b> Net<'b> {
    fn new(board: &'b Board, them: Color, moves: u32, own_moves: u32) -> Net<'b> {
        let (us, king) = (!them, board.king(them));
        let empty = BitBoard::EMPTY;
        let nobody = Man { piece: Piece::King, from: king, now: empty, lines: empty };
        let mut net = Net {
            board,
            us,
            them,
            king,
            men: [nobody; 16],
            count: 0,
            moves,
            own_moves,
            reached: [empty; 5],
            most: empty,
            patience: Cell::new(PATIENCE),
        };
        for piece in Piece::ALL {
            for from in board.colored_pieces(us, piece) {
                net.add(piece, from);
            }
        }
        for moves in 1..=own_moves.min(4) {
            net.reached[moves as usize] = reached(board, them, moves);
        }
        if (moves, own_moves) == (1, 1) {
            // The only move of the mating side is the last one, so this is the next one.
            net.reached[1] &= next_reached(board, them);
        }
        net
    }

    fn add(&mut self, piece: Piece, from: Square) {
        let occupied = self.board.occupied() & !self.king.bitboard();
        let mut lines = attacked_from(self.us, piece, from, false);
        self.most |= lines | guards_within(self.us, piece, from, self.moves);
        let now = match piece {
            Piece::Bishop => get_bishop_moves(from, occupied),
            Piece::Rook => get_rook_moves(from, occupied),
            Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
            Piece::King => {
                for at in castled(self.board, self.us) {
                    lines |= get_king_moves(at);
                    self.most |= guards_within(self.us, piece, at, self.moves);
                }
                lines
            }
            _ => lines,
        };
        self.men[self.count] = Man { piece, from, now, lines };
        self.count += 1;
    }

    fn men(&self) -> &[Man] {
        &self.men[..self.count]
    }

    /// Returns whether a mate is possible on a square or after walking on from it, if the king came
    /// there with a move that also moved another man (1: it castled), or not (0).
    fn can_mate_near(&self, from: Square, own_moves: u32, castled: u32) -> bool {
        let walks = within(self.them, Piece::King, from, own_moves - castled);
        self.can_mate_on(from, own_moves, castled)
            || (walks & !from.bitboard()).into_iter().any(|at| {
                let rest = (own_moves - castled).checked_sub(distance(from, at));
                rest.is_some_and(|rest| self.can_mate_on(at, rest + castled, castled))
            })
    }

    /// Returns whether the king can be mated on a square if its side has this many moves for its
    /// other men.
    fn can_mate_on(&self, at: Square, blocks: u32, castled: u32) -> bool {
        let theirs = self.board.colors(self.them) & !self.king.bitboard();
        if theirs.has(at) && blocks == 0 && self.moves < 2 {
            return false; // nobody makes room
        }
        let zone = get_king_moves(at) | at.bitboard();
        let task = Task {
            at,
            open: zone & !theirs | at.bitboard(),
            blockable: self.reached[blocks.min(4) as usize] & !at.bitboard(),
            blocks,
            walked: self.own_moves + castled - blocks,
        };
        // Most squares fail here: nobody reaches what must be guarded.
        if !task.is_done(self.most) {
            return false;
        }
        let clearing = self.clearing(self.moves, &task);
        let mut guards = [BitBoard::EMPTY; 16];
        for (guard, man) in guards.iter_mut().zip(self.men()) {
            *guard = self.guards(man, zone, clearing);
        }
        match self.moves {
            1 => self.one_move_does(&task, &guards[..self.count]),
            _ => self.moves_do(&task, &guards[..self.count]),
        }
    }

    /// Returns the number of men on a line that can be gone: each side moves one per move, takes
    /// two moves for a man of the other side (to take it and to go on; the king does both at once,
    /// walking on), castles with two men, and captures a pawn en passant without standing where
    /// that stood.
    fn clearing(&self, moves: u32, task: &Task) -> Clearing {
        let castles = |color: Color| u32::from(castled(self.board, color).next().is_some());
        let passant = u32::from(self.board.en_passant().is_some());
        Clearing {
            kings: self.king.bitboard() | task.at.bitboard(),
            mating: moves
                + task.walked.saturating_sub(1)
                + task.blocks / 2
                + castles(self.us)
                + passant,
            mated: task.blocks + moves / 2 + castles(self.them) + passant,
        }
    }

    /// Returns whether a line is free but for men that can be gone.
    fn can_clear(&self, way: BitBoard, clearing: Clearing) -> bool {
        let way = way & !clearing.kings;
        (way & self.board.colors(self.us)).len() <= clearing.mating
            && (way & self.board.colors(self.them)).len() <= clearing.mated
    }

    /// Returns the squares of a zone that a man guards if it stays.
    fn guards(&self, man: &Man, zone: BitBoard, clearing: Clearing) -> BitBoard {
        let mut guarded = man.now & zone;
        for square in man.lines & zone & !man.now {
            if self.can_clear(get_between_rays(man.from, square), clearing) {
                guarded |= square.bitboard();
            }
        }
        guarded
    }

    /// Returns all squares that a man could guard after at most this many moves.
    fn hope(&self, man: &Man, moves: u32) -> BitBoard {
        let hope = guards_within(self.us, man.piece, man.from, moves);
        match man.piece {
            Piece::King => castled(self.board, self.us)
                .fold(hope, |all, at| all | guards_within(self.us, Piece::King, at, moves)),
            _ => hope,
        }
    }

    /// Returns the squares from which a man attacks a square; a pawn that may have promoted counts
    /// as any piece.
    fn attackers(&self, piece: Piece, square: Square, promoted: bool) -> BitBoard {
        attacked_from(self.them, piece, square, promoted)
    }

    /// Returns the squares where a man could be after at most this many moves.
    fn places(&self, man: &Man, moves: u32) -> BitBoard {
        let reached = within(self.us, man.piece, man.from, moves);
        match man.piece {
            Piece::King => castled(self.board, self.us)
                .fold(reached, |all, at| all | within(self.us, Piece::King, at, moves)),
            _ => reached,
        }
    }
}

/// Returns the squares where the men of a side but its king could be within this many moves.
fn reached(board: &Board, color: Color, moves: u32) -> BitBoard {
    let mut reached = BitBoard::EMPTY;
    for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        for from in board.colored_pieces(color, piece) {
            reached |= within(color, piece, from, moves);
        }
    }
    reached
}

/// Returns the squares where the men of a side but its king could be after the very next move.
fn next_reached(board: &Board, color: Color) -> BitBoard {
    let occupied = board.occupied();
    let mut reached = BitBoard::EMPTY;
    for from in board.colored_pieces(color, Piece::Pawn) {
        reached |= get_pawn_attacks(from, color) | pushes(color, from) & !occupied;
    }
    for from in board.colored_pieces(color, Piece::Knight) {
        reached |= get_knight_moves(from);
    }
    let queens = board.pieces(Piece::Queen);
    for from in board.colors(color) & (board.pieces(Piece::Bishop) | queens) {
        reached |= get_bishop_moves(from, occupied);
    }
    for from in board.colors(color) & (board.pieces(Piece::Rook) | queens) {
        reached |= get_rook_moves(from, occupied);
    }
    reached
}

/// Returns the squares where a king that still may castle ends up.
fn castled(board: &Board, color: Color) -> impl Iterator<Item = Square> {
    let rights = board.castle_rights(color);
    let rank = Rank::First.relative_to(color);
    let short = rights.short.map(|_| Square::new(File::G, rank));
    let long = rights.long.map(|_| Square::new(File::C, rank));
    short.into_iter().chain(long)
}
