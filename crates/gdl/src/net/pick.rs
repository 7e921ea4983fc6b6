//! Picks a random legal move in all states at once.
//!
//! Counting and picking pass through the moves once each, on bit-sliced numbers: plane `p` holds
//! bit `p` of a number for each state. A state with `n` legal moves draws `k` below `n`; the
//! counter starts at the complement of `k`, so that it overflows exactly at legal move `k`. Moves are
//! added four at a time: all of them to the two lowest planes, and one carry to the others.

use rand::Rng;

use super::evaluate::Lanes;

/// The number of planes: up to 65,535 legal moves in a state.
const PLANES: usize = 16;

/// The number of planes to which every move is added; the others get a carry of a group of moves.
const LOW: usize = 2;

/// The number of moves that are added at a time: as many as overflow the low planes at most once.
const GROUP: usize = 1 << LOW;

/// The number of planes that are transposed at a time.
const BYTE: usize = 8;

/// A picker of moves with its buffers.
#[derive(Clone, Debug)]
pub(super) struct Picker<const W: usize> {
    planes: [Lanes<W>; PLANES],
}

impl<const W: usize> Picker<W> {
    pub fn new() -> Self {
        Picker { planes: [[0; W]; PLANES] }
    }

    /// Picks uniformly one legal move in each state that has one, given the states in which each
    /// move is legal. Calls `played` with the states that each move is played in, one move after the
    /// other; calls after the last move mean nothing. Returns the states that have a legal move.
    pub fn pick(
        &mut self,
        legal: impl Iterator<Item = Lanes<W>> + Clone,
        rng: &mut impl Rng,
        mut played: impl FnMut(Lanes<W>),
    ) -> Lanes<W> {
        let planes = self.count(legal.clone());
        let mut some = [0; W];
        for plane in &self.planes[..planes] {
            (0..W).for_each(|w| some[w] |= plane[w]);
        }
        let choice = self.planes[1..planes.max(1)].iter().any(|plane| *plane != [0; W]);
        if !choice {
            legal.for_each(played);
            return some;
        }
        self.draw(planes, rng);
        let (low, high) = self.planes[..planes].split_at_mut(LOW);
        for states in groups(legal) {
            let carries = states.map(|states| ripple(low, states));
            // A state has at most one of them.
            let carry = std::array::from_fn(|w| carries.iter().fold(0, |any, one| any | one[w]));
            let overflow = ripple(high, carry);
            for carry in carries {
                played(std::array::from_fn(|w| carry[w] & overflow[w]));
            }
        }
        some
    }

    /// Counts the legal moves of each state into the planes. Returns the number of planes needed, at
    /// least the low ones.
    fn count(&mut self, legal: impl Iterator<Item = Lanes<W>>) -> usize {
        self.planes = [[0; W]; PLANES];
        let mut planes = LOW;
        for [a, b, c, d] in groups(legal) {
            let twos = [add_two(&mut self.planes[0], a, b), add_two(&mut self.planes[0], c, d)];
            let fours = add_two(&mut self.planes[1], twos[0], twos[1]);
            let carry = ripple(&mut self.planes[LOW..planes], fours);
            if carry != [0; W] && planes < PLANES {
                self.planes[planes] = carry;
                planes += 1;
            }
        }
        planes
    }

    /// Replaces each number `n` of the planes by the complement of a random number below `n`.
    fn draw(&mut self, planes: usize, rng: &mut impl Rng) {
        for w in 0..W {
            for group in 0..8 {
                let mut numbers = [0u32; 8];
                for (byte, from) in (0..planes).step_by(BYTE).enumerate() {
                    let bits = self.gather(from, w, group);
                    for (lane, number) in numbers.iter_mut().enumerate() {
                        *number |= ((bits >> (8 * lane)) as u32 & 0xff) << (8 * byte);
                    }
                }
                for pair in numbers.chunks_exact_mut(2) {
                    let random = rng.next_u64();
                    pair[0] = below(pair[0], random as u32);
                    pair[1] = below(pair[1], (random >> 32) as u32);
                }
                for (byte, from) in (0..planes).step_by(BYTE).enumerate() {
                    let mut bits = 0;
                    for (lane, number) in numbers.iter().enumerate() {
                        bits |= u64::from(!number >> (8 * byte) & 0xff) << (8 * lane);
                    }
                    self.scatter(from, planes, w, group, bits);
                }
            }
        }
    }

    /// Returns the bytes of eight numbers: planes `from..from + 8` of eight adjacent states.
    #[inline]
    fn gather(&self, from: usize, w: usize, group: usize) -> u64 {
        let mut rows = 0;
        for bit in 0..BYTE {
            rows |= (self.planes[from + bit][w] >> (8 * group) & 0xff) << (8 * bit);
        }
        transpose(rows)
    }

    #[inline]
    fn scatter(&mut self, from: usize, planes: usize, w: usize, group: usize, bytes: u64) {
        let rows = transpose(bytes);
        for bit in 0..BYTE.min(planes - from) {
            let plane = &mut self.planes[from + bit][w];
            let row = rows >> (8 * bit) & 0xff;
            *plane = *plane & !(0xff << (8 * group)) | row << (8 * group);
        }
    }
}

/// Cuts moves into groups. The last one is filled with moves that are legal nowhere.
fn groups<const W: usize>(
    mut legal: impl Iterator<Item = Lanes<W>>,
) -> impl Iterator<Item = [Lanes<W>; GROUP]> {
    std::iter::from_fn(move || {
        let mut group = [[0; W]; GROUP];
        group[0] = legal.next()?;
        group[1..].iter_mut().for_each(|states| *states = legal.next().unwrap_or([0; W]));
        Some(group)
    })
}

/// Adds one to the numbers of some states. Returns the states in which they overflow.
#[inline]
fn ripple<const W: usize>(planes: &mut [Lanes<W>], mut carry: Lanes<W>) -> Lanes<W> {
    for plane in planes {
        for w in 0..W {
            let sum = plane[w] ^ carry[w];
            carry[w] &= plane[w];
            plane[w] = sum;
        }
    }
    carry
}

/// Adds two bits to a plane. Returns the carry.
#[inline]
fn add_two<const W: usize>(plane: &mut Lanes<W>, a: Lanes<W>, b: Lanes<W>) -> Lanes<W> {
    std::array::from_fn(|w| {
        let one = plane[w] ^ a[w];
        let carry = plane[w] & a[w] | one & b[w];
        plane[w] = one ^ b[w];
        carry
    })
}

/// Returns a number below `count` (0 if that is 0), from a random number of 32 bits.
#[inline]
fn below(count: u32, random: u32) -> u32 {
    ((u64::from(count) * u64::from(random)) >> 32) as u32
}

/// Transposes a matrix of 8 × 8 bits with one byte for each row.
#[inline]
fn transpose(x: u64) -> u64 {
    let swap = |x: u64, mask: u64, by: u32| {
        let t = (x ^ x >> by) & mask;
        x ^ t ^ t << by
    };
    let x = swap(x, 0x00aa_00aa_00aa_00aa, 7);
    let x = swap(x, 0x0000_cccc_0000_cccc, 14);
    swap(x, 0x0000_0000_f0f0_f0f0, 28)
}
