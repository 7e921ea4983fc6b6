//! The star: its cells, who is beside whom, and its six arms.
//!
//! A cell has three coordinates `x + y + z = 0`, one for each direction of lines; `z` counts rows
//! downwards and `x - y` half columns to the right. The star is two large triangles laid over each
//! other: all coordinates at most `size`, or all at least `-size`.

use crate::word::Word;

/// The six ways along the lines.
const WAYS: [(i32, i32); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// Room for the number of a cell, in bits.
const STRIDE: usize = 7;

/// A star-shaped board; cells are numbered row by row from the top.
#[derive(Clone, Debug)]
pub(super) struct Star<W> {
    /// The side of an arm.
    pub size: usize,
    /// Row (from 0 at the top) and half column (0 in the middle) of every cell.
    pub places: Vec<(i16, i16)>,
    /// The cells of each arm: bottom, then clockwise.
    pub arms: [W; 6],
    /// How far each cell is towards each arm.
    pub towards: Vec<[i8; 6]>,
    /// The cells beside each cell.
    pub beside: Vec<W>,
    /// All cells.
    board: W,
    /// The cell behind the second cell as seen from the first beside it; a number beyond the cells
    /// where the board ends.
    behind: Vec<u8>,
    /// The mirror image of each cell, left and right exchanged.
    pub mirror: Vec<u8>,
}

impl<W: Word> Star<W> {
    pub fn new(size: usize) -> Star<W> {
        let points = points(size as i32);
        let place = |&(x, y): &(i32, i32)| ((2 * size as i32 - x - y) as i16, (x - y) as i16);
        let mut star = Star {
            size,
            places: points.iter().map(place).collect(),
            arms: [W::EMPTY; 6],
            towards: Vec::new(),
            beside: Vec::new(),
            board: W::lowest(points.len() as u32),
            behind: vec![W::BITS as u8 - 1; points.len() << STRIDE],
            mirror: Vec::new(),
        };
        (0..points.len()).for_each(|cell| star.add(cell, &points));
        star
    }

    /// Adds what is known about one cell.
    fn add(&mut self, cell: usize, points: &[(i32, i32)]) {
        let (x, y) = points[cell];
        let find = |x: i32, y: i32| points.iter().position(|&point| point == (x, y));
        let set = |found: Option<usize>| found.map_or(W::EMPTY, |cell| W::cell(cell as u32));
        let towards = [-x - y, -x, y, x + y, x, -y];
        for (arm, _) in towards.iter().enumerate().filter(|&(_, &far)| far > self.size as i32) {
            self.arms[arm] |= W::cell(cell as u32);
        }
        self.towards.push(towards.map(|far| far as i8));
        let near = WAYS.map(|(dx, dy)| set(find(x + dx, y + dy)));
        self.beside.push(near.into_iter().fold(W::EMPTY, |all, cell| all | cell));
        for (dx, dy) in WAYS {
            let (over, to) = (find(x + dx, y + dy), find(x + 2 * dx, y + 2 * dy));
            if let (Some(over), Some(to)) = (over, to) {
                self.behind[cell << STRIDE | over] = to as u8;
            }
        }
        self.mirror.push(find(y, x).unwrap_or(cell) as u8);
    }

    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// The number of cells in each row from the top.
    pub fn widths(&self) -> Vec<usize> {
        let mut widths = vec![0; 4 * self.size + 1];
        self.places.iter().for_each(|&(row, _)| widths[row as usize] += 1);
        widths
    }

    /// The cells a piece can go to: one step, or any number of hops over single pieces.
    pub fn targets(&self, from: u32, occupied: W) -> W {
        // The piece itself is lifted: it can be neither hopped over nor in the way.
        let others = occupied & !W::cell(from);
        let (mut reached, mut left) = (W::cell(from), W::cell(from));
        while left.any() {
            let cell = left.first() as usize;
            left = left.rest();
            // Whether a hop ends on an empty cell is as good as random: no branch asks for it.
            let mut behind = W::EMPTY;
            for over in (self.beside[cell] & others).cells() {
                behind |= W::cell(self.behind[cell << STRIDE | over as usize].into());
            }
            let found = behind & self.board & !(others | reached);
            reached |= found;
            left |= found;
        }
        (reached | self.beside[from as usize] & !others) & !W::cell(from)
    }
}

/// The coordinates (x, y) of all cells, by rows from the top and from the left.
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
