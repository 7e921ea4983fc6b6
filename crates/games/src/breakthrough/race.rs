//! Races: positions that are won because one piece outruns every defence, often many moves before it
//! arrives [SJC12].
//!
//! Let the agent move nothing but one piece, and let the other one have too much: in the time of `t`
//! moves each of its pieces makes up to `t` moves, through anything in its way. Where even then the
//! piece can be neither taken nor blocked until it arrives, and no piece of the other agent arrives
//! before, the agent wins. What one of its moves keeps true no reply can make false, so that a
//! search that looks for evidence finds these moves by the same test.

use ludex_game::Agent;

use super::{Breakthrough, Pieces};
use crate::bitboard::Bitboard;

impl<W: Bitboard> Breakthrough<W> {
    /// Returns whether a piece of the agent outruns every defence. Nobody has arrived yet.
    pub(super) fn outruns(&self, state: &Pieces<W>, agent: Agent) -> bool {
        let other = agent.other();
        let (own, theirs) = (state.pieces[agent.index()], state.pieces[other.index()]);
        // Where pieces of the agent can be unharmed after this number of moves, and all others.
        let (mut runners, mut reached) = (own, theirs);
        let mut on_turn = state.turn == agent;
        while runners.any() {
            let pieces = if on_turn { runners } else { reached };
            let mover = if on_turn { agent } else { other };
            let [(left, _), (right, _)] = self.diagonals(pieces, mover);
            let straight = self.forward(pieces, mover, self.columns);
            if on_turn {
                runners = (left | right | straight & !reached) & !own;
            } else {
                runners &= !(left | right);
                reached |= left | right | straight;
            }
            let arrived = if on_turn { runners } else { reached };
            if (arrived & self.goals[mover.index()]).any() {
                return on_turn;
            }
            on_turn = !on_turn;
        }
        false
    }
}
