//! Connections that nobody can break: bridges.
//!
//! Two chains with two empty cells next to both count as one: if the opponent takes one of these
//! cells, the other one joins them. This also holds for a chain and a side. Links whose cells do
//! not overlap hold at the same time, since the opponent intrudes into one of them at a time and
//! each is repaired at once. So an agent whose chains are linked to each other and to all its sides
//! wins, on turn or not: an extra stone does no harm.

use super::Connection;
use crate::bitboard::Bitboard;

impl<W: Bitboard, const NEAR: usize> Connection<W, NEAR> {
    /// Returns the carrier of a connection of all sides of an agent by links: the empty cells that
    /// these links need. `None` does not mean that there is no connection.
    pub(super) fn linked_sides(&self, stones: W, empty: W, agent: usize) -> Option<W> {
        let mut seeds = stones;
        while seeds.any() {
            let seed = self.spread(W::EMPTY, W::cell(seeds.first()), stones);
            let (joined, around, mut carrier) = self.linked_chains(seed, stones, empty);
            let sides = self.near[agent].iter().chain([&self.last[agent]]);
            let all = sides
                .into_iter()
                .all(|&side| (joined & side).any() || link(around & side & empty, &mut carrier));
            if all {
                return Some(carrier);
            }
            seeds &= !joined;
        }
        None
    }

    /// Returns the chains that links join to the first one, the cells next to them, and the cells
    /// of the links. No link uses a side: that would join the sides but not the stones, which Y
    /// requires.
    fn linked_chains(&self, seed: W, stones: W, empty: W) -> (W, W, W) {
        let (mut joined, mut around, mut carrier) = (seed, self.around(seed), W::EMPTY);
        loop {
            let before = joined;
            let mut others = stones & !joined;
            while others.any() {
                let chain = self.spread(W::EMPTY, W::cell(others.first()), stones);
                others &= !chain;
                let beside = self.around(chain);
                if link(around & beside & empty, &mut carrier) {
                    joined |= chain;
                    around |= beside;
                }
            }
            if joined == before {
                return (joined, around, carrier);
            }
        }
    }

    /// Returns the cells next to these, possibly with some of these.
    #[inline]
    pub(super) fn around(&self, cells: W) -> W {
        cells.cells().fold(W::EMPTY, |around, cell| around | self.neighbours[cell as usize])
    }
}

/// Adds two of the shared cells to the carrier if two are free; returns whether it did.
#[inline]
fn link<W: Bitboard>(shared: W, carrier: &mut W) -> bool {
    let free = shared & !*carrier;
    let more = free.rest();
    if more.is_empty() {
        return false;
    }
    *carrier |= W::cell(free.first()) | W::cell(more.first());
    true
}
