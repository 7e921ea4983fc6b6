//! The star: its cells, who is beside whom, and its six arms.
//!
//! A cell has three coordinates `x + y + z = 0`, one for each direction of lines; `z` counts rows
//! downwards and `x - y` half columns to the right. The star is two large triangles laid over each
//! other: all coordinates at most `size`, or all at least `-size`.

use crate::word::Word;

/// No cell.
pub(super) const NONE: u8 = u8::MAX;

/// The six ways along the lines.
const WAYS: [(i32, i32); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

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
    /// In each of the six ways, the cell one further and the cell two further.
    lines: Vec<[(u8, u8); 6]>,
    /// The mirror image of each cell, left and right exchanged.
    pub mirror: Vec<u8>,
}

impl<W: Word> Star<W> {
    pub fn new(size: usize) -> Star<W> {
        let points = points(size as i32);
        let find = |x: i32, y: i32| {
            points.iter().position(|&point| point == (x, y)).map_or(NONE, |cell| cell as u8)
        };
        let mut star = Star {
            size,
            places: points
                .iter()
                .map(|&(x, y)| ((2 * size as i32 - x - y) as i16, (x - y) as i16))
                .collect(),
            arms: [W::EMPTY; 6],
            towards: Vec::new(),
            beside: vec![W::EMPTY; points.len()],
            lines: Vec::new(),
            mirror: points.iter().map(|&(x, y)| find(y, x)).collect(),
        };
        for (cell, &(x, y)) in points.iter().enumerate() {
            let z = -x - y;
            let towards = [z, -x, y, -z, x, -y];
            star.towards.push(towards.map(|far| far as i8));
            for (arm, _) in towards.iter().enumerate().filter(|&(_, &far)| far > size as i32) {
                star.arms[arm] |= W::cell(cell as u32);
            }
            let line = WAYS.map(|(dx, dy)| (find(x + dx, y + dy), find(x + 2 * dx, y + 2 * dy)));
            for (near, _) in line.into_iter().filter(|&(near, _)| near != NONE) {
                star.beside[cell] |= W::cell(u32::from(near));
            }
            star.lines.push(line);
        }
        star
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
        let (mut hops, mut left) = (W::cell(from), W::cell(from));
        while left.any() {
            let cell = left.first();
            left = left.rest();
            if (self.beside[cell as usize] & others).is_empty() {
                continue;
            }
            for (over, to) in self.lines[cell as usize] {
                let hop = to != NONE && others.has(over.into()) && !others.has(to.into());
                if hop && !hops.has(to.into()) {
                    hops |= W::cell(to.into());
                    left |= W::cell(to.into());
                }
            }
        }
        (hops | self.beside[from as usize] & !others) & !W::cell(from)
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
