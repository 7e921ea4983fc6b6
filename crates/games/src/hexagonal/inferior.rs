//! Cells of Hex that cannot matter, or that one agent owns although nobody has played there, after
//! the analysis of dead cells in \[BHJR07\].
//!
//! An agent sees the board as a graph of the empty cells, where two cells are joined if they touch
//! each other or one of its chains; its two sides, with the chains that touch them, are points of
//! this graph, too. It wins with a set of cells that contains a path from side to side, and only
//! cells on *induced* paths matter. So a cell is *dead* if every two of its neighbours are joined
//! anyway, whoever's graph shows it. A stone of the opponent takes its cell out of the graph: it
//! *kills* a cell if that is dead afterwards. More stones of either colour keep dead cells dead.
//!
//! - Dead cells can be filled with either colour.
//! - If in a pair of cells a stone of an agent on either of them kills the other one, the agent has
//!   *captured* both: they can be filled with its colour, since it answers a stone of the opponent
//!   on one of them by the other.
//! - A move to a cell that the opponent can kill is never needed: if it wins, then another move
//!   wins without a stone there, and against one more stone of the opponent.
//! - A move after which a pair is captured is as good as a move to one of the pair.

use super::Connection;
use crate::bitboard::Bitboard;

/// The most cells of a board.
const CELLS: usize = 128;

/// The board as one agent sees it.
pub(super) struct Graph<W> {
    empty: W,
    /// The cells that each empty cell is joined with, not by way of a side.
    near: [W; CELLS],
    /// The cells that are joined with each side.
    sides: [W; 2],
    /// Whether a chain joins the sides.
    pub(super) won: bool,
}

impl<W: Bitboard> Graph<W> {
    /// Returns the cells that are joined with this one, directly or by way of a side.
    #[inline]
    fn joined(&self, cell: u32) -> W {
        let by_side = |side: W| if side.has(cell) { side } else { W::EMPTY };
        self.near[cell as usize] | by_side(self.sides[0]) | by_side(self.sides[1])
    }

    /// Returns the side that a cell is joined with, or `None` if it is none, or `Some(None)` if
    /// both.
    #[inline]
    fn side(&self, cell: u32) -> Option<Option<W>> {
        let [first, second] = self.sides;
        match (first.has(cell), second.has(cell)) {
            (false, false) => None,
            (true, false) => Some(Some(first)),
            (false, true) => Some(Some(second)),
            (true, true) => Some(None),
        }
    }

    /// Returns whether an empty cell is dead if these other cells are taken out of the graph.
    fn dead(&self, cell: u32, without: W) -> bool {
        let near = self.near[cell as usize] & !without;
        match self.side(cell) {
            None => near.cells().all(|a| (near & !W::cell(a) & !self.joined(a)).is_empty()),
            Some(Some(side)) => (near & !side).is_empty(),
            Some(None) => false,
        }
    }

    /// Returns the cells where a stone of the opponent kills this one, if these others are taken
    /// out; none if it is dead already.
    fn killers(&self, cell: u32, without: W) -> W {
        let near = self.near[cell as usize] & !without;
        match self.side(cell) {
            Some(Some(side)) => {
                let far = near & !side;
                if far.rest().is_empty() { far } else { W::EMPTY }
            }
            Some(None) => W::EMPTY,
            None => {
                let apart = |a: u32| near & !W::cell(a) & !self.joined(a);
                let Some(one) = near.cells().find(|&a| apart(a).any()) else { return W::EMPTY };
                let other = apart(one).first();
                let kills = |by: u32| self.dead(cell, without | W::cell(by));
                let found = [one, other].into_iter().filter(|&by| kills(by));
                found.fold(W::EMPTY, |set, by| set | W::cell(by))
            }
        }
    }

    /// Returns pairs of cells that do not overlap where a stone of the opponent on either cell
    /// kills the other one, if these others are taken out of the graph. Both cells are of `free`,
    /// one of them of `some`.
    fn captured(&self, some: W, free: W, without: W) -> W {
        let mut captured = W::EMPTY;
        for cell in some.cells() {
            let free = free & !captured;
            if !free.has(cell) {
                continue;
            }
            let pairs = self.killers(cell, without) & free;
            let mutual = |&by: &u32| self.killers(by, without).has(cell);
            if let Some(by) = pairs.cells().find(mutual) {
                captured |= W::cell(cell) | W::cell(by);
            }
        }
        captured
    }

    /// Returns the cells that a stone of the opponent can kill.
    fn vulnerable(&self) -> W {
        let found = self.empty.cells().filter(|&cell| self.killers(cell, W::EMPTY).any());
        found.fold(W::EMPTY, |set, cell| set | W::cell(cell))
    }
}

impl<W: Bitboard, const NEAR: usize> Connection<W, NEAR> {
    /// Returns the board as an agent sees it who connects two sides.
    fn graph(&self, stones: [W; 2], agent: usize) -> Graph<W> {
        let empty = self.full & !(stones[0] | stones[1]);
        let ends = [self.near[agent][0], self.last[agent]];
        let sides = ends.map(|end| end & empty);
        let mut graph = Graph { empty, near: [W::EMPTY; CELLS], sides, won: false };
        for cell in empty.cells() {
            graph.near[cell as usize] = self.neighbours[cell as usize] & empty;
        }
        for chain in self.chains(stones[agent]) {
            let around = self.around(chain) & empty;
            let touched = ends.map(|end| (chain & end).any());
            graph.won |= touched == [true; 2];
            for (side, _) in graph.sides.iter_mut().zip(touched).filter(|(_, touched)| *touched) {
                *side |= around;
            }
            if touched == [false; 2] {
                for cell in around.cells() {
                    graph.near[cell as usize] |= around & !W::cell(cell);
                }
            }
        }
        graph
    }

    /// Fills in dead and captured cells, as long as there are any and nobody has connected its
    /// sides. Returns the stones and the board as both agents see it.
    pub(super) fn filled(&self, mut stones: [W; 2]) -> ([W; 2], [Graph<W>; 2]) {
        loop {
            let graphs = [0, 1].map(|agent| self.graph(stones, agent));
            if graphs.iter().any(|graph| graph.won) {
                return (stones, graphs);
            }
            let empty = graphs[0].empty;
            let is_dead = |&cell: &u32| graphs.iter().any(|graph| graph.dead(cell, W::EMPTY));
            let dead = empty.cells().filter(is_dead).fold(W::EMPTY, |set, c| set | W::cell(c));
            stones[0] |= dead;
            if dead.any() {
                continue;
            }
            // What the graph of one agent shows as killed is captured by the other one.
            let first = graphs[1].captured(empty, empty, W::EMPTY);
            let second = graphs[0].captured(empty, empty & !first, W::EMPTY);
            if (first | second).is_empty() {
                return (stones, graphs);
            }
            stones[0] |= first;
            stones[1] |= second;
        }
    }
}

/// Returns the moves of an agent, of these, that suffice: without those that the opponent can kill,
/// and without those that are no better than another one. `own` and `theirs` are the board as the
/// agent and its opponent see it.
pub(super) fn sufficient<W: Bitboard>(own: &Graph<W>, theirs: &Graph<W>, moves: W) -> W {
    let mut left = moves & !own.vulnerable();
    for cell in moves.cells() {
        if left.has(cell) {
            let stone = W::cell(cell);
            let (near, free) = (theirs.near[cell as usize], theirs.empty & !stone);
            left &= !theirs.captured(near, free, stone);
        }
    }
    left
}
