//! Hints for capture Go: move order by distance from the stones in question.

use ludex_game::{Agent, Hints, Model, Turn};

use super::{Go, GoState, NONE, Place};
use crate::bitboard::Bitboard;

impl<W: Bitboard> Hints for Go<W> {
    /// Puts liberties of the stones in question first, then points near them, then the rest, then
    /// the pass.
    fn candidates(&self, state: &GoState<W>, out: &mut Vec<Place>) {
        let Turn::Of(agent) = self.turn(state) else { return };
        let mut left = self.legal(state, agent);
        let mut near = state.targets(Agent::FIRST) | state.targets(Agent::SECOND);
        near = self.grid.chain(near, state.stones[0]) | self.grid.chain(near, state.stones[1]);
        for _ in 0..2 {
            near |= self.grid.beside(near);
            out.extend((left & near).cells().map(|point| Place(point as u8)));
            left &= !near;
        }
        out.extend(left.cells().map(|point| Place(point as u8)));
        out.push(Place(NONE));
    }

    fn history_size(&self) -> usize {
        self.grid.size * self.grid.size + 1
    }

    #[inline]
    fn history_index(&self, mv: Place) -> usize {
        usize::from(mv.0).min(self.grid.size * self.grid.size)
    }
}
