//! Hints for connection games: virtual connections in Hex, bridges elsewhere, intrusions into the
//! opponent's, symmetry, and the reduction evaluation.

use ludex_game::{Bounds, Hints, Outcome};

use super::analysis::{Analysis, ordered};
use super::{Cell, Connection, Stones};
use crate::bitboard::{Bitboard, list_cells};
use crate::permutation::canonical_board_key;

impl<W: Bitboard, const NEAR: usize> Hints for Connection<W, NEAR> {
    /// Returns exact bounds if virtual connections or bridges join all sides of an agent.
    fn bounds(&self, state: &Stones<W, NEAR>) -> Bounds {
        self.known_bounds(state, self.analysis(state).as_ref())
    }

    /// Lists a cell that joins all sides by virtual connections or bridges; else the cells that
    /// intrude into all such threats of the opponent (any other move loses to one of them).
    fn candidates(&self, state: &Stones<W, NEAR>, out: &mut Vec<Cell>) {
        if state.winner.is_none() {
            self.list(state, self.analysis(state), out);
        }
    }

    fn look(
        &self,
        state: &Stones<W, NEAR>,
        open: impl FnOnce(Bounds) -> bool,
        out: &mut Vec<Cell>,
    ) -> Bounds {
        let analysis = self.analysis(state);
        let bounds = self.known_bounds(state, analysis.as_ref());
        if open(bounds) && state.winner.is_none() {
            self.list(state, analysis, out);
        }
        bounds
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
    /// Returns the bounds that follow from an analysis, or without one from bridges.
    fn known_bounds(&self, state: &Stones<W, NEAR>, analysis: Option<&Analysis<W>>) -> Bounds {
        let empty = self.empty(state);
        let linked = |&side: &usize| self.linked_sides(state.stones[side], empty, side).is_some();
        let winner = match analysis {
            Some(Analysis::Won { agent, .. }) => Some(*agent),
            Some(Analysis::Open { .. }) => None,
            None => [0, 1].into_iter().find(linked),
        };
        match winner {
            Some(0) => Bounds::exactly(self.outcomes.best()),
            Some(_) => Bounds::exactly(Outcome::WORST),
            None => Bounds { low: Outcome::WORST, high: self.outcomes.best() },
        }
    }

    fn list(&self, state: &Stones<W, NEAR>, analysis: Option<Analysis<W>>, out: &mut Vec<Cell>) {
        match analysis {
            Some(Analysis::Open { moves, connections }) => {
                let cells = ordered(moves, &connections).into_iter();
                out.extend(cells.map(|cell| Cell(cell as u8)));
            }
            Some(Analysis::Won { agent, moves }) if agent == state.turn.index() => {
                list_cells(moves, out, Cell);
            }
            _ => self.list_by_bridges(state, out),
        }
    }

    /// Lists moves by what is known of bridges: those that leave the opponent the fewest answers
    /// come first, then the better ones by the reduction evaluation.
    fn list_by_bridges(&self, state: &Stones<W, NEAR>, out: &mut Vec<Cell>) {
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
