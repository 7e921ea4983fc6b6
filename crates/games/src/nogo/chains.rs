//! Chains and liberties by flood fill, and from them the legal cells of both agents.

use crate::word::Word;

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

/// The chains of one agent, sorted by their liberties.
struct Chains<W> {
    /// The only liberties of chains that have just one.
    last: W,
    /// The stones of chains with two liberties or more.
    roomy: W,
}

impl<W: Word> Grid<W> {
    pub fn new(rows: u32, columns: u32) -> Grid<W> {
        let board = W::lowest(rows * columns);
        let tall = rows > 1;
        let first = (0..rows).fold(W::EMPTY, |cells, row| cells | W::cell(row * columns));
        let last = first << (columns - 1);
        Grid { board, left: board & !first, right: board & !last, columns, tall }
    }

    /// The cells next to these, possibly with some of these.
    #[inline(always)]
    pub fn neighbours(&self, cells: W) -> W {
        let mut next = (cells & self.left) >> 1 | (cells & self.right) << 1;
        if self.tall {
            next |= cells >> self.columns | cells << self.columns;
        }
        next & self.board
    }

    /// The chain of these stones that contains the given cells.
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

    /// A chain without a liberty, if there is one.
    pub fn captured(&self, stones: [W; 2]) -> Option<W> {
        let empty = self.board & !(stones[0] | stones[1]);
        stones.into_iter().find_map(|own| {
            let safe = self.chain(own, self.neighbours(empty) & own);
            let dead = own & !safe;
            dead.any().then(|| self.chain(own, W::cell(dead.first())))
        })
    }

    #[inline]
    fn sorted(&self, mut stones: W, empty: W) -> Chains<W> {
        let mut chains = Chains { last: W::EMPTY, roomy: W::EMPTY };
        while stones.any() {
            let chain = self.chain(stones, W::cell(stones.first()));
            let liberties = self.neighbours(chain) & empty;
            match liberties.rest().is_empty() {
                true => chains.last |= liberties,
                false => chains.roomy |= chain,
            }
            stones ^= chain;
        }
        chains
    }

    /// The cells where each agent may place a stone: not the last liberty of a chain of the
    /// opponent, and next to another liberty or to a chain of its own that has another one.
    #[inline]
    pub fn legal(&self, stones: [W; 2]) -> [W; 2] {
        let empty = self.board & !(stones[0] | stones[1]);
        let [black, white] = stones.map(|own| self.sorted(own, empty));
        let beside_empty = self.neighbours(empty);
        let legal = |own: &Chains<W>, theirs: &Chains<W>| {
            empty & !theirs.last & (beside_empty | self.neighbours(own.roomy))
        };
        [legal(&black, &white), legal(&white, &black)]
    }
}
