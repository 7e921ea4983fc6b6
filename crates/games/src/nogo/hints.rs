//! Hints for NoGo: who has run out of moves for good, symmetry, and move order by mobility.

use ludex_game::{Agent, Bounds, Game, Hints, Outcome};

use super::rows::{LONGEST, sum_key};
use super::{NoGo, Position, Stone};
use crate::bitboard::Bitboard;
use crate::board::share;
use crate::symmetry::turn_number;

impl<W: Bitboard> Hints for NoGo<W> {
    /// Returns bounds by legal cells, which only become fewer: an agent without any loses after one
    /// more move of the other.
    #[inline]
    fn bounds(&self, state: &Position<W>) -> Bounds {
        let (loss, win) = (Outcome::WORST, self.outcomes.best());
        match self.legal(state, state.turn.other()).is_empty() {
            true if state.turn.index() == 0 => Bounds::exactly(win),
            true => Bounds::exactly(loss),
            false => Bounds { low: loss, high: win },
        }
    }

    /// Puts moves first that leave the agent many legal cells and the opponent few.
    fn candidates(&self, state: &Position<W>, out: &mut Vec<Stone>) {
        let mover = state.turn;
        let (mut list, mut count) = ([0u32; 128], 0);
        for cell in self.legal(state, mover).cells() {
            let next = self.after(state, mover, Stone(cell as u8));
            let [own, theirs] = [mover, mover.other()].map(|a| self.legal(&next, a).count());
            list[count] = (128 + own - theirs) << 8 | (255 - cell);
            count += 1;
        }
        let list = &mut list[..count];
        list.sort_unstable_by(|a, b| b.cmp(a));
        out.extend(list.iter().map(|&entry| Stone((255 - (entry & 255)) as u8)));
    }

    /// Returns the smallest key over all symmetries of the board; a board of one row is even a sum
    /// of games.
    fn canonical_key(&self, state: &Position<W>) -> u64 {
        let cells = self.rows * self.columns;
        if self.rows.min(self.columns) == 1 && cells <= LONGEST {
            let legal = self.legal(state, Agent::FIRST) | self.legal(state, Agent::SECOND);
            return sum_key(state.stones, legal, cells) ^ turn_number(state.turn);
        }
        let stones = state.stones.map(|stones| stones.cells().map(|cell| cell as usize));
        self.symmetries.least(stones) ^ turn_number(state.turn)
    }

    fn evaluations(&self) -> &'static [&'static str] {
        &["mobility"]
    }

    /// Returns Black's share of all legal moves, the leaf value of product propagation [Saf13,
    /// Table 2.4].
    fn evaluation(&self, _which: usize, state: &Position<W>) -> f64 {
        share([Agent::FIRST, Agent::SECOND].map(|agent| self.legal(state, agent).count()))
    }
}
