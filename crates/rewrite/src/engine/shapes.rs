//! Lines on a grid: masks of the same shape in different positions are tested at once, by shifting
//! sets.

use ludex_base::Bits;

/// Masks that differ only by a shift.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Shape {
    /// The distance of each element from the lowest one.
    pub steps: Vec<usize>,
    /// The lowest elements of the masks.
    pub anchors: Vec<u64>,
}

/// The smallest average number of masks for which shapes are worth the effort.
const LEAST_MASKS: usize = 6;

impl Shape {
    /// Groups a list of masks of `width` words each by shape, if there are few shapes. A mask that
    /// is listed twice is in two shapes.
    pub fn all(masks: &[u64], width: usize) -> Option<Vec<Shape>> {
        let mut shapes: Vec<Shape> = Vec::new();
        let most = masks.len() / width / LEAST_MASKS;
        for mask in masks.chunks_exact(width) {
            let elements: Vec<usize> =
                (0..64 * width).filter(|e| mask[e / 64] >> (e % 64) & 1 == 1).collect();
            let anchor = *elements.first()?;
            let steps: Vec<usize> = elements.iter().map(|element| element - anchor).collect();
            let (word, bit) = (anchor / 64, 1 << (anchor % 64));
            let fits = |shape: &&mut Shape| shape.steps == steps && shape.anchors[word] & bit == 0;
            match shapes.iter_mut().find(fits) {
                Some(shape) => shape.anchors[word] |= bit,
                None => {
                    let mut anchors = vec![0; width];
                    anchors[word] = bit;
                    shapes.push(Shape { steps, anchors });
                }
            }
            if shapes.len() > most {
                return None;
            }
        }
        Some(shapes)
    }

    /// Returns the anchors whose masks are full.
    #[inline]
    pub fn full<const W: usize>(&self, own: Bits<W>) -> Bits<W> {
        let mut full = Bits::read(&self.anchors);
        for &step in &self.steps {
            full &= own.lowered(step);
            if full.is_empty() {
                break;
            }
        }
        full
    }

    /// Adds to `counts` the numbers of masks without elements of `against`, by their number of
    /// elements of `own`.
    #[inline]
    pub fn count<const W: usize>(&self, own: Bits<W>, against: Bits<W>, counts: &mut [u32]) {
        let mut free = Bits::read(&self.anchors);
        for &step in &self.steps {
            free &= !against.lowered(step);
        }
        // Bit i of the number of own elements, for all anchors at once.
        let mut digits = [Bits::<W>::EMPTY; DIGITS];
        for &step in &self.steps {
            let mut carry = own.lowered(step) & free;
            for digit in &mut digits {
                if carry.is_empty() {
                    break;
                }
                let sum = Bits(std::array::from_fn(|i| digit.0[i] ^ carry.0[i]));
                carry &= *digit;
                *digit = sum;
            }
        }
        let highest = digits.iter().rposition(|digit| !digit.is_empty()).map_or(0, |i| i + 1);
        let most = self.steps.len().min((1 << highest) - 1);
        for number in (1..=most).rev() {
            let mut same = free;
            for (i, digit) in digits[..highest].iter().enumerate() {
                same &= if number >> i & 1 == 1 { *digit } else { !*digit };
            }
            counts[number] += same.len() as u32;
        }
    }
}

/// The number of binary digits of the length of a line.
const DIGITS: usize = 5;
