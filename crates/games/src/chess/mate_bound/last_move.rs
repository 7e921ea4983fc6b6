//! The bound with one move left: it mates, so everything else stays as it is.

use cozy_chess::{
    BitBoard, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_pawn_attacks,
    get_rook_moves,
};

use super::{Man, Net, Task, castled};
use crate::chess::reach::{attacked_from, pushes};

impl Net<'_> {
    /// Returns whether one move of one man can do the task while all others stay.
    pub(super) fn one_move_does(&self, task: &Task, guards: &[BitBoard]) -> bool {
        let (mut once, mut twice) = (BitBoard::EMPTY, BitBoard::EMPTY);
        for &guard in guards {
            twice |= once & guard;
            once |= guard;
        }
        self.men().iter().zip(guards).any(|(man, &guard)| {
            let others = twice | once & !guard;
            self.man_does(task, man, others)
        })
    }

    /// Returns whether a move of this man guards the squares that the others leave open.
    fn man_does(&self, task: &Task, man: &Man, others: BitBoard) -> bool {
        let hard = task.open & !others & !task.blockable;
        if !hard.is_subset(self.hope(man, 1)) {
            return false;
        }
        let does = |lands: Piece, targets: BitBoard| {
            let fitting = hard
                .into_iter()
                .fold(targets, |fitting, square| fitting & self.attackers(lands, square, false));
            fitting.into_iter().any(|to| {
                task.is_done(others | self.attacked_after(man, lands, to, task))
                    && self.can_go(man, to, task)
            })
        };
        match man.piece {
            Piece::Pawn => {
                let last = Rank::Eighth.relative_to(self.us).bitboard();
                let to = pushes(self.us, man.from) | get_pawn_attacks(man.from, self.us);
                match to.is_disjoint(last) {
                    true => does(Piece::Pawn, to),
                    false => does(Piece::Queen, to) || does(Piece::Knight, to),
                }
            }
            Piece::King => does(Piece::King, self.places(man, 1)),
            piece => does(piece, man.lines),
        }
    }

    /// Returns the squares a man attacks after the last move. If the king's side has no move but
    /// the king's last step, only the man itself has left its square by then.
    fn attacked_after(&self, man: &Man, lands: Piece, to: Square, task: &Task) -> BitBoard {
        let lines = attacked_from(self.us, lands, to, false);
        let is_line = matches!(lands, Piece::Bishop | Piece::Rook | Piece::Queen);
        let alone =
            self.board.en_passant().is_none() && castled(self.board, self.us).next().is_none();
        if !is_line || !alone || task.blocks > 0 || task.walked > 1 {
            return lines;
        }
        let gone = self.king.bitboard() | task.at.bitboard() | man.from.bitboard();
        let occupied = self.board.occupied() & !gone;
        match lands {
            Piece::Bishop => get_bishop_moves(to, occupied),
            Piece::Rook => get_rook_moves(to, occupied),
            _ => get_bishop_moves(to, occupied) | get_rook_moves(to, occupied),
        }
    }

    /// Returns whether a man can go to a square in one move, after others have made room.
    pub(super) fn can_go(&self, &Man { piece, from, .. }: &Man, to: Square, task: &Task) -> bool {
        let others = self.moves - 1;
        let clearing = self.clearing(others, task);
        let theirs = self.board.colors(self.them);
        // A man of its own there can have moved away, or have been taken to be taken back.
        let room = task.blocks > 0 || self.can_clear(to.bitboard() & !theirs, clearing);
        match piece {
            Piece::Pawn if from.file() == to.file() => {
                self.can_clear(get_between_rays(from, to) | to.bitboard(), clearing)
            }
            Piece::Pawn => {
                let passes = self.board.en_passant() == Some(to.file());
                room && (theirs.has(to) || passes || self.own_moves > 0)
            }
            _ => room && self.can_clear(get_between_rays(from, to), clearing),
        }
    }
}
