//! Hints for connection games: bridges, intrusions into the opponent's, symmetry, and the reduction
//! evaluation.

use ludex_game::{Agent, Bounds, Hints, Outcome};

use super::{Cell, Connection, Stones};
use crate::bitboard::Bitboard;
use crate::permutation::canonical_board_key;

impl<W: Bitboard, const NEAR: usize> Hints for Connection<W, NEAR> {
    /// Returns exact bounds if bridges join all sides of an agent.
    fn bounds(&self, state: &Stones<W, NEAR>) -> Bounds {
        let empty = self.empty(state);
        let linked = |agent: Agent| {
            let side = agent.index();
            self.linked_sides(state.stones[side], empty, side).is_some()
        };
        match () {
            _ if linked(Agent::FIRST) => Bounds::exactly(self.outcomes.best()),
            _ if linked(Agent::SECOND) => Bounds::exactly(Outcome::WORST),
            _ => Bounds { low: Outcome::WORST, high: self.outcomes.best() },
        }
    }

    /// Lists a cell that joins all sides by bridges; else the cells that intrude into all such
    /// threats of the opponent (any other move loses to one of them). Those that leave it the
    /// fewest answers come first, then the better ones by the reduction evaluation.
    fn candidates(&self, state: &Stones<W, NEAR>, out: &mut Vec<Cell>) {
        if state.winner.is_some() {
            return;
        }
        let (empty, own) = (self.empty(state), state.turn.index());
        let after = |side: usize, cell: u32| {
            let stone = W::cell(cell);
            let carrier = self.linked_sides(state.stones[side] | stone, empty & !stone, side)?;
            Some(carrier | stone)
        };
        if let Some(cell) = empty.cells().find(|&cell| after(own, cell).is_some()) {
            return out.push(Cell(cell as u8));
        }
        let must = self.must_play(state.stones[1 - own], empty, 1 - own);
        let (mut list, mut count) = ([(0, Cell(0)); 128], 0);
        for cell in must.cells() {
            let mut stones = state.stones;
            stones[own] |= W::cell(cell);
            let chance = self.reduction.chance(stones.map(Bitboard::cells));
            let risk = if own == 0 { 1.0 - chance } else { chance };
            let left = empty & !W::cell(cell);
            let answers = self.must_play(stones[own], left, own).count();
            list[count] = (answers << 24 | (risk * f64::from(1 << 24)) as u32, Cell(cell as u8));
            count += 1;
        }
        list[..count].sort_unstable();
        out.extend(list[..count].iter().map(|&(_, cell)| cell));
    }

    fn canonical_key(&self, state: &Stones<W, NEAR>) -> u64 {
        canonical_board_key(state.stones, state.turn, &self.symmetries)
    }

    fn evaluations(&self) -> &'static [&'static str] {
        &["reduction"]
    }

    fn evaluation(&self, _which: usize, state: &Stones<W, NEAR>) -> f64 {
        self.reduction.evaluate(state.stones.map(Bitboard::cells))
    }
}

impl<W: Bitboard, const NEAR: usize> Connection<W, NEAR> {
    /// Returns the cells that intrude into all connections that an agent with these stones has with
    /// one more.
    fn must_play(&self, stones: W, empty: W, side: usize) -> W {
        let mut must = empty;
        for cell in empty.cells() {
            let stone = W::cell(cell);
            if let Some(carrier) = self.linked_sides(stones | stone, empty & !stone, side) {
                must &= carrier | stone;
            }
        }
        must
    }
}
