//! The star: its cells, their neighbours, and its six arms.
//!
//! A cell has three coordinates `x + y + z = 0`, one for each direction of lines; `z` counts rows
//! downwards and `x - y` half columns to the right. The star is two large triangles laid over each
//! other: all coordinates at most `size`, or all at least `-size`.

use crate::bitboard::Bitboard;

/// The six directions along the lines, in pairs: up, across, down; the left one first.
const ABOVE: [(i32, i32); 2] = [(0, 1), (1, 0)];
const BESIDE: [(i32, i32); 2] = [(-1, 1), (1, -1)];
const BELOW: [(i32, i32); 2] = [(-1, 0), (0, -1)];

/// The cells around a cell in three pairs: two in the row above, left and right, two in the row
/// below. Each pair is a few adjacent bits, so it is read by one shift, and the cells behind its
/// pieces are looked up without a branch: whether a hop is possible is unpredictable.
#[derive(Clone, Copy, Debug)]
struct Around<W> {
    /// The lowest bit of each pair; left and right have the cell itself between them.
    starts: [u8; 3],
    /// For each pair, the cells behind the pieces in it: none, the first, the second, both.
    behind: [[W; 4]; 3],
}

impl<W: Bitboard> Around<W> {
    /// Returns the surroundings of a cell; `look` returns the cell beside it and the one behind
    /// that.
    fn new(cell: usize, look: impl Fn((i32, i32)) -> (Option<usize>, W)) -> Around<W> {
        let mut around = Around { starts: [0; 3], behind: [[W::EMPTY; 4]; 3] };
        for (pair, ways) in [ABOVE, BESIDE, BELOW].into_iter().enumerate() {
            let seen = ways.map(&look);
            let first = seen.iter().find_map(|&(over, _)| over).unwrap_or(0);
            let start = if ways == BESIDE { cell.saturating_sub(1) } else { first };
            around.starts[pair] = start as u8;
            for (over, to) in seen {
                let Some(over) = over else { continue };
                let bit = if over == start { 1 } else { 2 };
                (0..4).filter(|set| set & bit != 0).for_each(|set| around.behind[pair][set] |= to);
            }
        }
        around
    }

    /// Returns the cells that a piece on this cell could hop to if they were empty.
    #[inline]
    fn behind(&self, pieces: W) -> W {
        let [above, beside, below] =
            self.starts.map(|start| (pieces >> u32::from(start)).low() as usize);
        // The cell between left and right is empty.
        self.behind[0][above & 3]
            | self.behind[1][(beside | beside >> 1) & 3]
            | self.behind[2][below & 3]
    }
}

/// A star-shaped board; cells are numbered row by row from the top.
#[derive(Clone, Debug)]
pub(super) struct Star<W> {
    /// The side of an arm.
    pub size: usize,
    /// Row (from 0 at the top) and half column (0 in the middle) of every cell.
    pub places: Vec<(i16, i16)>,
    /// The cells of each arm: bottom, then clockwise.
    pub arms: [W; 6],
    /// The distance of each cell towards each arm.
    pub towards: Vec<[i8; 6]>,
    /// The cells beside each cell.
    pub beside: Vec<W>,
    around: Vec<Around<W>>,
    /// The mirror image of each cell, left and right exchanged.
    pub mirror: Vec<u8>,
}

impl<W: Bitboard> Star<W> {
    pub fn new(size: usize) -> Star<W> {
        let points = points(size as i32);
        let place = |&(x, y): &(i32, i32)| ((2 * size as i32 - x - y) as i16, (x - y) as i16);
        let mut star = Star {
            size,
            places: points.iter().map(place).collect(),
            arms: [W::EMPTY; 6],
            towards: Vec::new(),
            beside: Vec::new(),
            around: Vec::new(),
            mirror: Vec::new(),
        };
        (0..points.len()).for_each(|cell| star.add(cell, &points));
        star
    }

    /// Adds the tables of one cell.
    fn add(&mut self, cell: usize, points: &[(i32, i32)]) {
        let (x, y) = points[cell];
        let find = |x: i32, y: i32| points.iter().position(|&point| point == (x, y));
        let set = |found: Option<usize>| found.map_or(W::EMPTY, |cell| W::cell(cell as u32));
        let towards = [-x - y, -x, y, x + y, x, -y];
        for (arm, _) in towards.iter().enumerate().filter(|&(_, &far)| far > self.size as i32) {
            self.arms[arm] |= W::cell(cell as u32);
        }
        self.towards.push(towards.map(|far| far as i8));
        let near = [ABOVE, BESIDE, BELOW].concat();
        let near = near.into_iter().map(|(dx, dy)| set(find(x + dx, y + dy)));
        self.beside.push(near.fold(W::EMPTY, |all, cell| all | cell));
        self.around.push(Around::new(cell, |(dx, dy)| {
            (find(x + dx, y + dy), set(find(x + 2 * dx, y + 2 * dy)))
        }));
        self.mirror.push(find(y, x).unwrap_or(cell) as u8);
    }

    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// Returns the number of cells in each row from the top.
    pub fn widths(&self) -> Vec<usize> {
        let mut widths = vec![0; 4 * self.size + 1];
        self.places.iter().for_each(|&(row, _)| widths[row as usize] += 1);
        widths
    }

    /// Returns the cells a piece can go to: one step, or any number of hops over single pieces.
    pub fn targets(&self, from: u32, occupied: W) -> W {
        // The piece itself is lifted: it can be neither hopped over nor in the way.
        let others = occupied & !W::cell(from);
        let (mut reached, mut left) = (W::cell(from), W::cell(from));
        while left.any() {
            let cell = left.first() as usize;
            left = left.rest();
            let found = self.around[cell].behind(others) & !(others | reached);
            reached |= found;
            left |= found;
        }
        (reached | self.beside[from as usize] & !others) & !W::cell(from)
    }
}

/// Returns the coordinates (x, y) of all cells, by rows from the top and from the left.
fn points(size: i32) -> Vec<(i32, i32)> {
    let mut points = Vec::new();
    for z in -2 * size..=2 * size {
        for x in -2 * size..=2 * size {
            let all = [x, -x - z, z];
            if all.iter().all(|&c| c <= size) || all.iter().all(|&c| c >= -size) {
                points.push((x, -x - z));
            }
        }
    }
    points
}
