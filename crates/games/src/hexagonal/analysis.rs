//! What is known of a position of Hex without searching: who wins by virtual connections on the
//! board where dead and captured cells are filled in, or which moves may win [HBJ+05].

use super::inferior::sufficient;
use super::virtual_connections::Connections;
use super::{Connection, Stones};
use crate::bitboard::Bitboard;

/// The most empty cells of a position that is analysed: on larger boards it takes too long.
const MOST: u32 = 49;

/// What is known of a position.
pub(super) enum Analysis<W> {
    /// An agent wins; if it is on turn by moving to one of these cells.
    Won { agent: usize, moves: W },
    /// If the agent on turn wins it does so by one of these moves.
    Open { moves: W, connections: Box<[Connections<W>; 2]> },
}

impl<W: Bitboard, const NEAR: usize> Connection<W, NEAR> {
    /// Returns what is known of a position that is not final, if it is one of Hex and has few
    /// enough empty cells.
    pub(super) fn analysis(&self, state: &Stones<W, NEAR>) -> Option<Analysis<W>> {
        if NEAR != 1 || self.empty(state).count() > MOST {
            return None;
        }
        let own = state.turn.index();
        let (stones, graphs) = self.filled(state.stones);
        if let Some(agent) = graphs.iter().position(|graph| graph.won) {
            // Captured cells stay captured if their owner plays there.
            let moves = self.on_shortest_path(state.stones[agent], stones[agent], agent);
            return Some(Analysis::Won { agent, moves });
        }
        let mine = self.connections(stones, own, true)?;
        if let Some(key) = mine.key {
            return Some(Analysis::Won { agent: own, moves: W::cell(key) });
        }
        let theirs = self.connections(stones, 1 - own, false)?;
        if theirs.full {
            return Some(Analysis::Won { agent: 1 - own, moves: W::EMPTY });
        }
        let moves = sufficient(&graphs[own], &graphs[1 - own], theirs.common);
        Some(Analysis::Open { moves, connections: Box::new([mine, theirs]) })
    }

    /// Returns cells to be played first on paths from side to side over the stones of an agent and
    /// as few as possible of the cells filled in for it: those next to the first side.
    fn on_shortest_path(&self, stones: W, filled: W, agent: usize) -> W {
        let (first, last) = (self.near[agent][0], self.last[agent]);
        let mut reached = self.spread(W::EMPTY, stones & last, stones);
        loop {
            let next = (self.around(reached) | last) & filled & !stones & !reached;
            let at_first = |&cell: &u32| {
                let chain = self.spread(W::EMPTY, W::cell(cell), stones);
                (chain & first).any()
            };
            let ends = next.cells().filter(at_first).fold(W::EMPTY, |set, c| set | W::cell(c));
            if ends.any() || next.is_empty() {
                return ends;
            }
            reached = self.spread(reached, next, stones);
        }
    }
}

/// Returns the moves in the order of the currents through them.
pub(super) fn ordered<W: Bitboard>(moves: W, connections: &[Connections<W>; 2]) -> Vec<u32> {
    let [mine, theirs] = connections;
    let both = mine.currents().into_iter().zip(theirs.currents());
    let sums = both.map(|((cell, own), (_, other))| (cell, own + other));
    let mut worth: Vec<(u32, f64)> = sums.filter(|&(cell, _)| moves.has(cell)).collect();
    ludex_base::sort_by(&mut worth, |a, b| b.1.total_cmp(&a.1));
    worth.into_iter().map(|(cell, _)| cell).collect()
}
