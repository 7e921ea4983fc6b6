//! Hints for chess: moves are ordered as checks, then captures and promotions, then the rest.
//!
//! Checks come first since most questions about chess are about mates: a check leaves few replies.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_king_moves, get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_moves,
    get_rook_rays,
};
use ludex_game::{Agent, Hints, Model};

use super::{Chess, ChessMove, ChessState, FIFTY, aim, atoms, color_of, mate_bound};

/// The values of the pieces, in the order of cozy-chess.
const WORTH: [u32; 6] = [1, 3, 3, 5, 9, 0];
/// A score greater than that of any capture with promotion.
const CHECK: u32 = 1000;

impl Hints for Chess {
    fn candidates(&self, state: &ChessState, out: &mut Vec<ChessMove>) {
        let start = out.len();
        let on_turn = self.side_on_turn(state);
        self.moves(state, on_turn, out);
        sort(&state.board, &mut out[start..]);
        if self.passing && out.len() == start {
            self.moves(state, on_turn.other(), out);
        }
    }

    fn ordered(&self, state: &ChessState, agent: Agent, out: &mut Vec<ChessMove>) {
        let start = out.len();
        self.moves(state, agent, out);
        if color_of(agent) == state.board.side_to_move() {
            sort(&state.board, &mut out[start..]);
        }
    }

    fn moves_towards(
        &self,
        state: &ChessState,
        agent: Agent,
        atom: u32,
        left: &[u32],
        out: &mut Vec<ChessMove>,
    ) {
        if let Some(target) = self.target.as_ref().filter(|_| atom == atoms::DIAGRAM) {
            let start = out.len();
            self.moves(state, agent, out);
            let left = [0, 1].map(|side| left.get(side).copied().unwrap_or(u32::MAX));
            let mut kept = start;
            for i in start..out.len() {
                if target.allows(&state.board, out[i], left) {
                    out[kept] = out[i];
                    kept += 1;
                }
            }
            return out.truncate(kept);
        }
        let Some(mated) = aim::mated(atom) else { return self.moves(state, agent, out) };
        let moves = |color: Color| left.get(color as usize).copied().unwrap_or(0);
        let mover = color_of(agent);
        let on_turn = mover == state.board.side_to_move();
        match (moves(!mated), moves(mated)) {
            // A side does not mate itself, and nobody mates after the end of the game.
            (0, _) if mated == mover || state.board.halfmove_clock() >= FIFTY => {}
            (0, _) if on_turn => aim::push_checks(&state.board, out),
            (0, _) => {
                self.off_turn(state).iter().for_each(|board| aim::push_checks(board, out));
            }
            (1, 0) if mated == mover && on_turn => {
                let hopes = mate_bound::hopes_of_last_move(&state.board);
                let start = out.len();
                self.moves(state, agent, out);
                let mut kept = start;
                for i in start..out.len() {
                    if hopes.allow(&state.board, out[i]) {
                        out[kept] = out[i];
                        kept += 1;
                    }
                }
                out.truncate(kept);
            }
            _ => self.moves(state, agent, out),
        }
    }

    fn reachable(&self, state: &ChessState, atom: u32, left: &[u32]) -> bool {
        if let Some(target) = self.target.as_ref().filter(|_| atom == atoms::DIAGRAM) {
            return target
                .may_follow(&state.board, [0, 1].map(|side| left.get(side).copied().unwrap_or(0)));
        }
        let Some(mated) = aim::mated(atom) else { return true };
        let moves = |color: Color| left.get(color as usize).copied().unwrap_or(0);
        mate_bound::may_be_mated(&state.board, mated, moves(!mated), moves(mated))
    }

    fn history_size(&self) -> usize {
        64 * 64
    }

    #[inline]
    fn history_index(&self, mv: ChessMove) -> usize {
        usize::from(mv.0 & 0xfff)
    }
}

/// The number of moves that are sorted without an allocation: positions with more are rare.
const FEW: usize = 64;

/// Sorts moves of the side on turn. Score and move are one number, so that each score is computed
/// once and the order is fixed.
fn sort(board: &Board, moves: &mut [ChessMove]) {
    let lines = CheckLines::new(board);
    let (mut few, mut many) = ([0u32; FEW], Vec::new());
    let scored = few.get_mut(..moves.len()).unwrap_or_else(|| {
        many.resize(moves.len(), 0);
        &mut many
    });
    // Moves of the same piece come one after the other.
    let mut mover = None;
    for (slot, mv) in scored.iter_mut().zip(&*moves) {
        let moved = match mover {
            Some((from, piece)) if from == mv.from() => piece,
            _ => board.piece_on(mv.from()).unwrap_or(Piece::Pawn),
        };
        mover = Some((mv.from(), moved));
        *slot = lines.score(board, *mv, moved) << 16 | u32::from(mv.0);
    }
    scored.sort_unstable_by(|a, b| b.cmp(a));
    for (mv, scored) in moves.iter_mut().zip(&*scored) {
        *mv = ChessMove(*scored as u16);
    }
}

/// The squares from which each kind of piece would give check, and the pieces that uncover one.
pub(super) struct CheckLines {
    pub king: Square,
    near: BitBoard,
    pub squares: [BitBoard; 6],
    pub screens: BitBoard,
}

impl CheckLines {
    pub fn new(board: &Board) -> CheckLines {
        let us = board.side_to_move();
        let king = board.king(!us);
        let bishop = get_bishop_moves(king, board.occupied());
        let rook = get_rook_moves(king, board.occupied());
        let (pawn, knight) = (get_pawn_attacks(king, !us), get_knight_moves(king));
        CheckLines {
            king,
            near: get_king_moves(king),
            squares: [pawn, knight, bishop, rook, bishop | rook, BitBoard::EMPTY],
            screens: screens(board, king),
        }
    }

    /// Returns whether a move gives check directly or uncovers one; the few checks by castling or
    /// by capturing en passant are not detected.
    fn gives_check(&self, mv: ChessMove, moved: Piece) -> bool {
        let lands = mv.promotion().unwrap_or(moved);
        self.squares[lands as usize].has(mv.to())
            || self.screens.has(mv.from()) && !get_line_rays(self.king, mv.from()).has(mv.to())
    }

    fn score(&self, board: &Board, mv: ChessMove, moved: Piece) -> u32 {
        // Castling goes to the square of the rook, which is not taken.
        let takes = board.colors(!board.side_to_move()).has(mv.to());
        let taken = if takes { board.piece_on(mv.to()) } else { None };
        // The most valuable victim first, taken by the least valuable piece.
        let mut score = taken.map_or(0, |taken| 10 * WORTH[taken as usize] + 10)
            + mv.promotion().map_or(0, |piece| 10 * WORTH[piece as usize])
            + 9
            - WORTH[moved as usize];
        if self.gives_check(mv, moved) {
            score += CHECK;
        }
        // Quiet moves that take flight squares mate more often than others.
        if self.near.has(mv.to()) { score + 2 } else { score }
    }
}

/// Returns our pieces that alone stand between one of our line pieces and the king.
fn screens(board: &Board, king: Square) -> BitBoard {
    let ours = board.colors(board.side_to_move());
    let queens = board.pieces(Piece::Queen);
    let lines = get_bishop_rays(king) & (board.pieces(Piece::Bishop) | queens)
        | get_rook_rays(king) & (board.pieces(Piece::Rook) | queens);
    let mut screens = BitBoard::EMPTY;
    for attacker in lines & ours {
        let between = get_between_rays(attacker, king) & board.occupied();
        if between.len() == 1 {
            screens |= between & ours;
        }
    }
    screens
}
