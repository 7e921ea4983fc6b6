//! Chains and liberties by flood fill, and from them the legal cells of both agents.

use crate::bitboard::Bitboard;

/// A rectangle of cells counted row by row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid<W> {
    board: W,
    /// The cells that have a neighbour to the left, and to the right.
    left: W,
    right: W,
    columns: u32,
    tall: bool,
}

impl<W: Bitboard> Grid<W> {
    pub fn new(rows: u32, columns: u32) -> Grid<W> {
        let board = W::lowest(rows * columns);
        let tall = rows > 1;
        let first = (0..rows).fold(W::EMPTY, |cells, row| cells | W::cell(row * columns));
        let last = first << (columns - 1);
        Grid { board, left: board & !first, right: board & !last, columns, tall }
    }

    /// Returns the cells next to these, possibly with some of these.
    #[inline(always)]
    pub fn neighbours(&self, cells: W) -> W {
        let mut next = (cells & self.left) >> 1 | (cells & self.right) << 1;
        if self.tall {
            next |= cells >> self.columns | cells << self.columns;
        }
        next & self.board
    }

    /// Returns the chain of these stones that contains the given cells.
    #[inline]
    pub fn chain(&self, stones: W, mut cells: W) -> W {
        loop {
            let more = cells | (self.neighbours(cells) & stones);
            if more == cells {
                return cells;
            }
            cells = more;
        }
    }

    /// Returns a chain without a liberty, if there is one.
    pub fn captured(&self, stones: [W; 2]) -> Option<W> {
        let empty = self.board & !(stones[0] | stones[1]);
        stones.into_iter().find_map(|own| {
            let safe = self.chain(own, self.neighbours(empty) & own);
            let dead = own & !safe;
            dead.any().then(|| self.chain(own, W::cell(dead.first())))
        })
    }

    /// Returns the stones of the chains that have two liberties or more.
    pub fn roomy(&self, stones: [W; 2]) -> [W; 2] {
        let empty = self.board & !(stones[0] | stones[1]);
        stones.map(|own| {
            let (mut todo, mut roomy) = (own, W::EMPTY);
            while todo.any() {
                let chain = self.chain(own, W::cell(todo.first()));
                roomy |= self.if_roomy(chain, empty);
                todo &= !chain;
            }
            roomy
        })
    }

    /// Returns the chain if it has two liberties or more, else the empty set.
    #[inline]
    fn if_roomy(&self, chain: W, empty: W) -> W {
        let liberties = self.neighbours(chain) & empty;
        if liberties.rest().any() { chain } else { W::EMPTY }
    }

    /// Updates `roomy` after a stone of `agent`: only its own chain and the chains of the opponent
    /// beside it change. All of the latter were roomy, otherwise the move would have been a
    /// capture.
    #[inline]
    pub fn update(&self, stones: [W; 2], roomy: &mut [W; 2], agent: usize, stone: W) {
        let empty = self.board & !(stones[0] | stones[1]);
        let beside = self.neighbours(stone);
        let mut own = stone;
        if (beside & stones[agent]).any() {
            own = self.chain(stones[agent], stone);
        }
        roomy[agent] = (roomy[agent] & !own) | self.if_roomy(own, empty);
        let mut theirs = beside & stones[1 - agent];
        while theirs.any() {
            let chain = self.chain(stones[1 - agent], W::cell(theirs.first()));
            roomy[1 - agent] = (roomy[1 - agent] & !chain) | self.if_roomy(chain, empty);
            theirs &= !chain;
        }
    }

    /// Returns the cells where the agent may place a stone: not the last liberty of a chain of the
    /// opponent, and next to an empty cell or to a chain of its own that has another liberty.
    #[inline]
    pub fn legal(&self, stones: [W; 2], roomy: [W; 2], agent: usize) -> W {
        let empty = self.board & !(stones[0] | stones[1]);
        let tight = stones[1 - agent] & !roomy[1 - agent];
        empty & !self.neighbours(tight) & self.neighbours(empty | roomy[agent])
    }
}
