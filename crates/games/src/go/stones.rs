//! Chains and liberties on a square grid, by flood filling whole words.

use crate::bitboard::Bitboard;

/// The points of a square board, row by row from the bottom, as the low bits of a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid<W> {
    pub size: usize,
    /// All points.
    pub all: W,
    /// All points but those of the first and of the last column.
    not_first: W,
    not_last: W,
}

impl<W: Bitboard> Grid<W> {
    pub fn new(size: usize) -> Grid<W> {
        let all = W::lowest((size * size) as u32);
        let column = |c: usize| (0..size).fold(W::EMPTY, |w, r| w | W::cell((r * size + c) as u32));
        Grid { size, all, not_first: all & !column(0), not_last: all & !column(size - 1) }
    }

    /// Returns the points beside some of these (also some of these where they touch).
    #[inline(always)]
    pub fn beside(&self, points: W) -> W {
        let size = self.size as u32;
        ((points & self.not_last) << 1)
            | ((points & self.not_first) >> 1)
            | ((points << size) & self.all)
            | (points >> size)
    }

    /// Returns the points of `within` connected to those of `start` in it.
    #[inline]
    pub fn chain(&self, start: W, within: W) -> W {
        let mut chain = start & within;
        loop {
            let grown = (chain | self.beside(chain)) & within;
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    /// Returns the chains of `stones` that touch the point and no point of `empty`.
    pub fn dead_beside(&self, point: W, stones: W, empty: W) -> W {
        let mut dead = W::EMPTY;
        let mut left = self.beside(point) & stones;
        while left.any() {
            let chain = self.chain(W::cell(left.first()), stones);
            left &= !chain;
            if (self.beside(chain) & empty).is_empty() {
                dead |= chain;
            }
        }
        dead
    }
}
