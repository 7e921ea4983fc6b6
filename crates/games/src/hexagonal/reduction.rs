//! The reduction evaluation of van Rijswijck \[Rij02\].
//!
//! A full board of Y can be reduced: each cell of a board smaller by one gets the colour that at
//! least two of the three cells of a small triangle have, and the winner stays the same, down to a
//! board of one cell. With the probabilities that the cells will be black (one half for empty
//! cells) in place of colours, as if they were independent, the last cell has the probability that
//! Black wins. Hex is Y on a board where two corners are filled, one with the stones of each
//! colour; the triangle has no rotation by 180 degrees, so mirror images in Hex may differ a
//! little.

/// The number of cells of the largest triangle: Hex of size 11 lies in one of size 21.
const MOST: usize = 21 * 22 / 2;

/// The least distance of an evaluation from 0 and 1: it is about games that are not over.
const DOUBT: f64 = 1e-9;

/// A board as part of a triangle.
#[derive(Clone, Debug)]
pub(super) struct Reduction {
    size: usize,
    /// The empty board: corners that belong to somebody, and one half elsewhere.
    chances: Box<[f64; MOST]>,
    /// The place of each cell of the board.
    places: Vec<u8>,
}

/// Returns the number of a cell of a triangle.
fn number(row: usize, place: usize) -> usize {
    row * (row + 1) / 2 + place
}

/// Returns the probability that at least two of three are black.
#[inline(always)]
fn majority(a: f64, b: f64, c: f64) -> f64 {
    let both = a * b;
    both + c * (a + b - 2.0 * both)
}

impl Reduction {
    /// Returns the triangle of Y itself.
    pub fn of_triangle(size: usize) -> Reduction {
        let places = (0..number(size, 0)).map(|cell| cell as u8).collect();
        Reduction { size, chances: Box::new([0.5; MOST]), places }
    }

    /// Returns the triangle for Hex: a rhombus, its columns from the right, below a corner that
    /// belongs to Black, who is joined to the top by it, and beside one that belongs to White.
    pub fn of_rhombus(size: usize) -> Reduction {
        let (mut chances, whole) = (Box::new([0.5; MOST]), 2 * size - 1);
        for row in 0..whole {
            for place in (0..=row).filter(|&place| row + 1 < size || place >= size) {
                chances[number(row, place)] = if row + 1 < size { 1.0 } else { 0.0 };
            }
        }
        let cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let place = |(row, column)| number(size - 1 + row, size - 1 - column) as u8;
        Reduction { size: whole, chances, places: cells.map(place).collect() }
    }

    /// Returns the probability that Black wins where these cells are black, and these white.
    #[inline]
    pub fn chance(&self, stones: [impl Iterator<Item = u32>; 2]) -> f64 {
        let mut chances = *self.chances;
        let [black, white] = stones;
        black.for_each(|cell| chances[usize::from(self.places[cell as usize])] = 1.0);
        white.for_each(|cell| chances[usize::from(self.places[cell as usize])] = 0.0);
        for size in (1..self.size).rev() {
            let mut cell = 0;
            for row in 0..size {
                for _ in 0..=row {
                    // In place: no later cell needs the old chance of this one.
                    let below = cell + row + 1;
                    chances[cell] = majority(chances[cell], chances[below], chances[below + 1]);
                    cell += 1;
                }
            }
        }
        chances[0]
    }

    /// Returns the probability that Black wins, strictly between 0 and 1.
    pub fn evaluate(&self, stones: [impl Iterator<Item = u32>; 2]) -> f64 {
        self.chance(stones).clamp(DOUBT, 1.0 - DOUBT)
    }
}
