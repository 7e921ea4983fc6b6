//! What connection games know about good play: bridges, where to break into the opponent's, the
//! centre, symmetry, and the reduction evaluation.

use ludex_game::{Agent, Bounds, Hints, Outcome};

use super::{Cell, Connection, Stones};
use crate::permutation::canonical_board_key;
use crate::word::Word;

impl<W: Word, const NEAR: usize> Hints for Connection<W, NEAR> {
    /// Exact if bridges join all sides of an agent.
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

    /// A cell that joins all sides by bridges; else the cells that break into all such threats of
    /// the opponent (any other move loses to one of them), the centre first.
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
        let mut must = empty;
        for cell in empty.cells() {
            if let Some(carrier) = after(1 - own, cell) {
                must &= carrier;
            }
        }
        out.extend(self.order.iter().filter(|cell| must.has(cell.0.into())));
    }

    fn canonical_key(&self, state: &Stones<W, NEAR>) -> u64 {
        canonical_board_key(state.stones, state.turn, &self.symmetries)
    }

    fn slots(&self) -> usize {
        self.cells()
    }

    fn slot(&self, mv: Cell) -> usize {
        usize::from(mv.0)
    }

    fn evaluations(&self) -> &'static [&'static str] {
        &["reduction"]
    }

    fn evaluation(&self, _which: usize, state: &Stones<W, NEAR>) -> f64 {
        self.reduction.evaluate(state.stones.map(Word::cells))
    }
}
