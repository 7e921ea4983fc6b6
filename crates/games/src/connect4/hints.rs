//! Hints for Connect Four: who wins with the next two stones, how soon a win is possible at all,
//! and which moves make the most threats. All of it holds for any length of line, both scorings and
//! positions with unequal numbers of stones.

use ludex_game::{Bounds, Hints, Model};

use super::{ConnectFour, Drop, Stones};
use crate::bitboard::Bitboard;

impl<W: Bitboard> Hints for ConnectFour<W> {
    #[inline]
    fn bounds(&self, state: &Stones<W>) -> Bounds {
        self.bounds_by(state, self.good_moves(state))
    }

    #[inline]
    fn candidates(&self, state: &Stones<W>, out: &mut Vec<Drop>) {
        self.by_threats(state, self.good_moves(state).0, out);
    }

    #[inline]
    fn look(
        &self,
        state: &Stones<W>,
        open: impl FnOnce(Bounds) -> bool,
        out: &mut Vec<Drop>,
    ) -> Bounds {
        let good = self.good_moves(state);
        let bounds = self.bounds_by(state, good);
        if open(bounds) {
            self.by_threats(state, good.0, out);
        }
        bounds
    }

    /// Returns the smaller key of two mirror images, which have the same value. They are looked for
    /// only in the first third of a play: later two mirror images hardly ever occur in one search,
    /// and mirroring costs time at every node.
    #[inline]
    fn canonical_key(&self, state: &Stones<W>) -> u64 {
        let key = self.key(state);
        if 3 * state.all.count() > self.columns * self.rows {
            return key;
        }
        let (mine, all) = (self.mirrored(state.mine), self.mirrored(state.all));
        key.min(mine.plus(all).key(state.turn))
    }
}

impl<W: Bitboard> ConnectFour<W> {
    /// Returns the stones that win at once and `true`, or else those that do not lose at once and
    /// `false`.
    #[inline(always)]
    fn good_moves(&self, state: &Stones<W>) -> (W, bool) {
        let wins = self.lines.completing(state.mine) & self.lines.landings(state.all);
        match wins.any() {
            true => (wins, true),
            false => (self.lines.safe(state.mine, state.all), false),
        }
    }

    /// Returns exact bounds if the agent on turn wins at once, or cannot stop the opponent from
    /// winning with its next stone. Otherwise nobody wins sooner than with the stone after that,
    /// and following up in every column may be enough for one side.
    #[inline(always)]
    fn bounds_by(&self, state: &Stones<W>, (good, wins): (W, bool)) -> Bounds {
        let left = self.left(state);
        if wins {
            return Bounds::exactly(self.scored(state.turn, (left + 1) / 2));
        }
        if good.is_empty() {
            return Bounds::exactly(self.scored(state.turn, -(left / 2)));
        }
        let (mut worst, mut best) = (-((left - 2).max(0) / 2), (left - 1) / 2);
        let (low, high) = self.lines.follow_up(state.mine, state.all);
        worst = if low < 0 { worst } else { worst.max(low) };
        best = if high > 0 { best } else { best.min(high) };
        let (worst, best) = (self.scored(state.turn, worst), self.scored(state.turn, best));
        Bounds { low: worst.min(best), high: worst.max(best) }
    }

    /// Appends moves: first those that leave the agent the most cells where it would win, then
    /// those near the centre.
    #[inline(always)]
    fn by_threats(&self, state: &Stones<W>, moves: W, out: &mut Vec<Drop>) {
        let mut scores = [0u32; 26];
        let start = out.len();
        for &column in &self.order {
            let stone = moves & (W::lowest(self.rows) << self.base(u32::from(column)));
            if stone.is_empty() {
                continue;
            }
            let score = self.threats(state.mine | stone, state.all);
            // Insertion sort: the columns come from the centre outwards and stay so among equals.
            let mut place = out.len();
            out.push(Drop(column));
            while place > start && scores[place - 1 - start] < score {
                scores[place - start] = scores[place - 1 - start];
                out[place] = out[place - 1];
                place -= 1;
            }
            scores[place - start] = score;
            out[place] = Drop(column);
        }
    }

    /// Returns the number of empty cells where these stones would be completed to a line.
    #[inline]
    fn threats(&self, stones: W, all: W) -> u32 {
        (self.lines.completing(stones) & self.lines.board & !all).count()
    }

    /// Returns the mirror image of a set of cells.
    #[inline]
    fn mirrored(&self, cells: W) -> W {
        let one = W::lowest(self.rows);
        let mut mirrored = W::EMPTY;
        for column in 0..self.columns {
            let stack = (cells >> self.base(column)) & one;
            mirrored |= stack << self.base(self.columns - 1 - column);
        }
        mirrored
    }
}
