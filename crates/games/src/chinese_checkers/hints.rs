//! Hints for Chinese Checkers: move order by advance, and symmetry.

use ludex_game::{Hints, Model, Turn};

use super::{CheckersState, ChineseCheckers, PASS, Race, number};
use crate::bitboard::Bitboard;
use ludex_base::mix;

impl<W: Bitboard> Hints for ChineseCheckers<W> {
    /// Puts the moves that go farthest towards the goal first.
    fn candidates(&self, state: &CheckersState<W>, out: &mut Vec<Race>) {
        let Turn::Of(agent) = self.turn(state) else { return };
        let start = out.len();
        self.moves(state, agent, out);
        let goal = (self.homes[agent.index()] + 3) % 6;
        let far = |cell: u8| self.star.towards.get(usize::from(cell)).map_or(0, |far| far[goal]);
        out[start..].sort_by_key(|mv| far(mv.from) - far(mv.to));
    }

    /// Exchanges left and right if there are two players.
    fn canonical_key(&self, state: &CheckersState<W>) -> u64 {
        if self.agents.len() != 2 {
            return self.key(state);
        }
        let mut mirrored = 0;
        for agent in self.agents.iter() {
            for cell in state.pieces[agent.index()].cells() {
                mirrored ^= number(agent, self.star.mirror[cell as usize]);
            }
        }
        state.key.min(mirrored) ^ mix(u64::from(state.turn.0))
    }

    fn history_size(&self) -> usize {
        self.star.cells() * self.star.cells() + 1
    }

    #[inline]
    fn history_index(&self, mv: Race) -> usize {
        let cells = self.star.cells();
        if mv == PASS { cells * cells } else { usize::from(mv.from) * cells + usize::from(mv.to) }
    }
}
