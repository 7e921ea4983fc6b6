//! The bound with more moves left: they are distributed over the men, one after the other.

use cozy_chess::{BitBoard, Piece};

use super::{Net, Task};
use crate::chess::reach::{attacked_from, promotes};

/// The greatest number of moves for which the guarded squares of men are tabulated.
const HOPES: usize = 4;

impl Net<'_> {
    /// Returns whether the task can be done if some men move and the others stay.
    pub(super) fn moves_do(&self, task: &Task, guards: &[BitBoard]) -> bool {
        let mut hopes = [[BitBoard::EMPTY; HOPES]; 17];
        for at in (0..self.count).rev() {
            let after = hopes[at + 1];
            for (moves, hope) in hopes[at].iter_mut().enumerate().take(self.moves as usize + 1) {
                let own =
                    if moves == 0 { guards[at] } else { self.hope(&self.men[at], moves as u32) };
                *hope = after[moves] | guards[at] | own;
            }
        }
        self.place(task, guards, &hopes, 0, self.moves, BitBoard::EMPTY)
    }

    /// Places one man after the other; returns whether the task can be done.
    fn place(
        &self,
        task: &Task,
        guards: &[BitBoard],
        hopes: &[[BitBoard; HOPES]; 17],
        at: usize,
        moves: u32,
        guarded: BitBoard,
    ) -> bool {
        let Some(patience) = self.patience.get().checked_sub(1) else { return true };
        self.patience.set(patience);
        let hope = if moves as usize >= HOPES { BitBoard::FULL } else { hopes[at][moves as usize] };
        if !task.is_done(guarded | hope) {
            return false;
        }
        if at == self.count {
            return task.is_done(guarded);
        }
        if self.place(task, guards, hopes, at + 1, moves, guarded | guards[at]) {
            return true;
        }
        (1..=moves).any(|spent| self.place_moved(task, guards, hopes, at, (moves, spent), guarded))
    }

    /// Places a man that spends this many of the moves; returns whether the task can be done.
    fn place_moved(
        &self,
        task: &Task,
        guards: &[BitBoard],
        hopes: &[[BitBoard; HOPES]; 17],
        at: usize,
        (moves, spent): (u32, u32),
        guarded: BitBoard,
    ) -> bool {
        let man = &self.men[at];
        let promoted = man.piece == Piece::Pawn && promotes(self.us, man.from, spent);
        let mut seen = [BitBoard::EMPTY; 64];
        let mut count = 0;
        let left = moves - spent;
        let hope =
            if left as usize >= HOPES { BitBoard::FULL } else { hopes[at + 1][left as usize] };
        // What the men after this one cannot guard it must guard itself.
        let hard = task.open & !task.blockable & !guarded & !hope;
        if !hard.is_subset(self.hope(man, spent)) {
            return false;
        }
        let places = self.places(man, spent) & !man.from.bitboard();
        let places = hard
            .into_iter()
            .fold(places, |places, square| places & self.attackers(man.piece, square, promoted));
        for to in places {
            let guards_there = attacked_from(self.us, man.piece, to, promoted);
            let new = guards_there & task.open & !guarded;
            if new.is_empty() || seen[..count].contains(&new) {
                continue;
            }
            if spent == 1 && !self.can_go(man, to, task) {
                continue;
            }
            seen[count] = new;
            count += 1;
            if self.place(task, guards, hopes, at + 1, left, guarded | new) {
                return true;
            }
        }
        false
    }
}
