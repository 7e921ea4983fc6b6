//! Pattern tables \[KF02\]: for a group of tiles, the slides of these that every solution has.
//!
//! A slide moves one tile, so that the numbers of groups without a common tile add up. A table is
//! found backwards from the solved puzzle, where the other tiles are all alike and slides of theirs
//! cost nothing.

use std::sync::LazyLock;

use super::distance::Cells;
use super::{LARGEST, WAYS, beside};

/// The groups of tiles of the puzzles of size 2, 3 and 4. The tiles of a group are neighbours, and
/// the groups are not their own mirror images in the diagonal, which are looked up as well.
const GROUPS: [&[&[u8]]; LARGEST - 1] = [
    &[&[1, 2, 3]],
    &[&[1, 2, 4, 5], &[3, 6, 7, 8]],
    &[&[1, 2, 5, 6, 9], &[3, 4, 7, 8, 12], &[10, 11, 13, 14, 15]],
];

/// The tables of a size, made when they are first asked for. Those of the 15-puzzle take a second
/// and 48 MiB.
static PATTERNS: [LazyLock<Patterns>; LARGEST - 1] = [
    LazyLock::new(|| Patterns::new(2)),
    LazyLock::new(|| Patterns::new(3)),
    LazyLock::new(|| Patterns::new(4)),
];

/// Returns the tables of a size.
pub(super) fn patterns(size: usize) -> &'static Patterns {
    &PATTERNS[size - 2]
}

/// The tables of all groups of tiles of a size.
pub(super) struct Patterns {
    groups: Vec<Group>,
}

impl Patterns {
    fn new(size: usize) -> Patterns {
        Patterns { groups: GROUPS[size - 2].iter().map(|tiles| Group::new(size, tiles)).collect() }
    }

    /// Returns how many slides a puzzle takes at least.
    pub fn slides(&self, cells: &Cells) -> u32 {
        self.groups.iter().map(|group| u32::from(group.slides[group.index(cells)])).sum()
    }
}

/// The table of a group.
struct Group {
    tiles: &'static [u8],
    /// The slides, by the cells of the tiles and of the blank, four bits each. Without the blank
    /// the tables would be smaller, but the estimates not consistent.
    slides: Vec<u8>,
}

impl Group {
    fn new(size: usize, tiles: &'static [u8]) -> Group {
        let mut group = Group { tiles, slides: vec![u8::MAX; 16 << (4 * tiles.len())] };
        let mut solved: Cells = std::array::from_fn(|tile| tile.wrapping_sub(1) as u8);
        solved[0] = (size * size - 1) as u8;
        let neighbours = (0..size * size).map(|cell| {
            let cells = (0..WAYS.len()).filter_map(|way| beside(size, cell, way));
            cells.map(|cell| cell as u32).collect()
        });
        let neighbours: Vec<Vec<u32>> = neighbours.collect();
        let mut level = vec![group.index(&solved) as u32];
        for slides in 0.. {
            if level.is_empty() {
                break;
            }
            level = group.enter(level, slides, &neighbours);
        }
        group
    }

    /// Enters a number of slides for these boards, and for those that the blank reaches from them
    /// without a slide of the group. Returns the boards one such slide further.
    fn enter(&mut self, mut level: Vec<u32>, slides: u8, neighbours: &[Vec<u32>]) -> Vec<u32> {
        let blank_at = 4 * self.tiles.len();
        let mut next = Vec::new();
        while let Some(board) = level.pop() {
            if self.slides[board as usize] != u8::MAX {
                continue;
            }
            self.slides[board as usize] = slides;
            let (blank, places) = (board >> blank_at, board & ((1 << blank_at) - 1));
            for &cell in &neighbours[blank as usize] {
                match (0..self.tiles.len()).find(|&i| places >> (4 * i) & 15 == cell) {
                    None => level.push(cell << blank_at | places),
                    Some(i) => next.push(cell << blank_at | places ^ (cell ^ blank) << (4 * i)),
                }
            }
        }
        next
    }

    /// Returns the place of a puzzle in the table.
    fn index(&self, cells: &Cells) -> usize {
        let place = |(i, &tile): (usize, &u8)| usize::from(cells[usize::from(tile)]) << (4 * i);
        let blank = usize::from(cells[0]) << (4 * self.tiles.len());
        self.tiles.iter().enumerate().map(place).sum::<usize>() | blank
    }
}
