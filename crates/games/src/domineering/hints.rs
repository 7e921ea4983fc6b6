//! Hints for Domineering: who is sure to have enough moves left, which parts of the board are mere
//! counts of moves, symmetry, and move order by mobility.

use ludex_game::{Agent, Bounds, Hints, Outcome};

use super::duel::margin;
use super::places::Places;
use super::{Domineering, Domino, Filled};
use crate::bitboard::Bitboard;
use crate::board::share;

impl<W: Bitboard> Hints for Domineering<W> {
    /// Returns exact bounds if one agent is sure to place more dominoes than the other can place at
    /// most.
    #[inline]
    fn bounds(&self, state: &Filled<W>) -> Bounds {
        let empty = self.empty(state);
        let (loss, win) = (Outcome::WORST, self.outcomes.best());
        if self.outlasts(empty, Agent::FIRST, state.turn) {
            Bounds::exactly(win)
        } else if self.outlasts(empty, Agent::SECOND, state.turn) {
            Bounds::exactly(loss)
        } else {
            Bounds { low: loss, high: win }
        }
    }

    /// Puts moves first that leave the agent room for many dominoes, above all safe ones, and the
    /// opponent room for few, of equal ones those near the edge (`preference`). Of the places in
    /// runs the opponent cannot touch one is enough, and it comes last: it only spends a move.
    /// Places that are no better than another are left out.
    fn candidates(&self, state: &Filled<W>, out: &mut Vec<Domino>) {
        let (empty, mover) = (self.empty(state), state.turn.index());
        let (own, theirs) = (&self.places[mover], &self.places[1 - mover]);
        let covered = theirs.covered(empty);
        let reserve = own.all(own.runs_without(empty, covered));
        let room = |own: &Places<W>, theirs: &Places<W>, empty: W| {
            own.packed(empty).1 + own.packed(empty & !theirs.covered(empty)).1
        };
        let (mut list, mut count) = ([0u32; 128], 0);
        for cell in (own.all(empty) & !reserve & !own.dominated(empty, covered)).cells() {
            let next = empty & !own.domino(cell);
            let score = 256 + room(own, theirs, next) - room(theirs, own, next);
            let preference = u32::from(self.preference[mover][cell as usize]);
            list[count] = score << 16 | preference << 8 | (255 - cell);
            count += 1;
        }
        let list = &mut list[..count];
        list.sort_unstable_by(|a, b| b.cmp(a));
        out.extend(list.iter().map(|&entry| Domino((255 - (entry & 255)) as u8)));
        out.extend(reserve.cells().next().map(|cell| Domino(cell as u8)));
    }

    /// Returns a key that is equal for states that differ in nothing that matters: mirror images,
    /// cells no domino can cover, and runs that only one agent can touch, of which only the number
    /// of dominoes counts (they are integers in the sense of \[Con76\], so those of the
    /// two agents cancel).
    fn canonical_key(&self, state: &Filled<W>) -> u64 {
        let empty = self.empty(state);
        let covered = self.places.map(|places| places.covered(empty));
        let [upright, flat] = [0, 1]
            .map(|agent: usize| self.places[agent].runs_without(empty, covered[1 - agent] & empty));
        let spare = self.places[0].packed(upright).1 as i32 - self.places[1].packed(flat).1 as i32;
        let rest = (covered[0] | covered[1]) & !upright & !flat;
        let turned = self.turned(rest);
        let flipped = self.flipped(rest);
        let least = rest.min(turned).min(flipped).min(self.turned(flipped));
        least.key(state.turn) ^ ludex_base::mix(spare as u64)
    }

    fn evaluations(&self) -> &'static [&'static str] {
        &["mobility"]
    }

    /// Returns Vertical's share of all places, the leaf value of product propagation [Saf13, Table
    /// 2.2].
    fn evaluation(&self, _which: usize, state: &Filled<W>) -> f64 {
        let empty = self.empty(state);
        share(self.places.map(|places| places.all(empty).count()))
    }
}

/// The most preferred place has this preference.
const MOST: u32 = 100;

/// Returns for each agent and lower cell of a domino how much it is preferred to others that leave
/// as much room: near the edge, best on the second line from it, as what is left of the board then
/// has few holes. This halves the nodes: of 6x7, 7x6, 7x7, 6x8 and 8x6 the geometric mean is 68,888
/// and was 152,551 with the lowest cell first, 159,638 with the middle first.
pub(super) fn preference(rows: u32, columns: u32) -> [Vec<u8>; 2] {
    let of = |upright: bool| {
        let preferred = |cell: u32| {
            let (row, column) = (cell / columns, cell % columns);
            let distance = |at: u32, lines: u32| at.min(lines.saturating_sub(at + 1));
            let (across, along) = match upright {
                true => (distance(column, columns), distance(row, rows - 1)),
                false => (distance(row, rows), distance(column, columns - 1)),
            };
            (MOST + 3 * (across % 2)).saturating_sub(2 * across + along) as u8
        };
        (0..rows * columns).map(preferred).collect()
    };
    [of(true), of(false)]
}

impl<W: Bitboard> Domineering<W> {
    /// Returns whether the agent is sure to outlast the other.
    #[inline]
    fn outlasts(&self, empty: W, agent: Agent, turn: Agent) -> bool {
        let own = &self.places[agent.index()];
        let theirs = &self.places[agent.other().index()];
        margin(own, theirs, empty, agent == turn) > 0
    }

    /// Returns the board turned by half a turn.
    #[inline]
    fn turned(&self, cells: W) -> W {
        cells.reversed() >> (W::BITS - self.rows * self.columns)
    }

    /// Returns the board with its rows in the opposite order.
    #[inline]
    fn flipped(&self, mut cells: W) -> W {
        let row = W::lowest(self.columns);
        let mut flipped = cells & row;
        for _ in 1..self.rows {
            cells >>= self.columns;
            flipped = flipped << self.columns | (cells & row);
        }
        flipped
    }
}
