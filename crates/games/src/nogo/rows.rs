//! Boards of one row (or one column) as sums of games.
//!
//! On such a board only the ends of a block of stones matter, and where a black stone meets a white
//! one the left is independent of the right. So a position is a sum of components, each a row of
//! empty cells and single stones, and its value depends only on the multiset of them (up to mirror
//! images), where a component and its copy with the colours swapped cancel, as do two copies of one
//! that is its own negative (`G − G = 0` \[Con76\]).

use ludex_base::mix;

use crate::bitboard::Bitboard;

/// Digits of a component; none is 0, so that the length of a component counts.
const EMPTY: u64 = 1;
const BLACK: u64 = 2;
const WHITE: u64 = 3;

/// The longest row whose components fit into 64 bits, two a cell.
pub(super) const LONGEST: u32 = 32;

/// One component, read in both directions, in these and in swapped colours.
#[derive(Default)]
struct Component {
    forwards: [u64; 2],
    backwards: [u64; 2],
    length: u32,
    /// Whether anybody can still move in it.
    alive: bool,
}

impl Component {
    #[inline]
    fn push(&mut self, digit: u64) {
        let swapped = if digit == EMPTY { EMPTY } else { digit ^ 1 };
        for (colours, digit) in [digit, swapped].into_iter().enumerate() {
            self.forwards[colours] = self.forwards[colours] << 2 | digit;
            self.backwards[colours] |= digit << (2 * self.length);
        }
        self.length += 1;
    }
}

/// The sum of components: opposites cancel by sign, those that are their own opposite in pairs.
#[derive(Default)]
struct Sum {
    signed: u64,
    unsigned: u64,
}

impl Sum {
    #[inline]
    fn add(&mut self, component: &Component) {
        if !component.alive {
            return;
        }
        let [code, opposite] = [0, 1].map(|i| component.forwards[i].min(component.backwards[i]));
        match code.cmp(&opposite) {
            std::cmp::Ordering::Less => self.signed = self.signed.wrapping_add(mix(code)),
            std::cmp::Ordering::Equal => self.unsigned ^= mix(code),
            std::cmp::Ordering::Greater => self.signed = self.signed.wrapping_sub(mix(opposite)),
        }
    }
}

/// Returns a key of the sum of games that a row of `length` cells is. `legal` are the cells where
/// somebody may place a stone.
pub(super) fn sum_key<W: Bitboard>(stones: [W; 2], legal: W, length: u32) -> u64 {
    let (mut sum, mut component, mut last) = (Sum::default(), Component::default(), EMPTY);
    for cell in 0..length {
        let digit = match stones.map(|own| own.has(cell)) {
            [true, _] => BLACK,
            [_, true] => WHITE,
            _ => EMPTY,
        };
        if digit != EMPTY && last != EMPTY {
            if digit == last {
                continue;
            }
            sum.add(&component);
            component = Component::default();
        }
        component.push(digit);
        component.alive |= legal.has(cell);
        last = digit;
    }
    sum.add(&component);
    mix(sum.signed) ^ sum.unsigned
}
