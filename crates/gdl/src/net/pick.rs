//! Picks a random legal move in all states at once.
//!
//! Counting and picking pass through the moves once each, on bit-sliced numbers: plane `p` holds
//! bit `p` of a number for each state. A state with `n` legal moves draws `k` below `n`; the
//! counter starts at the complement of `k`, so that it overflows exactly at legal move `k`.

use rand::Rng;

use super::evaluate::Lanes;

/// The number of planes: up to 65,535 legal moves in a state.
const PLANES: usize = 16;

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
    /// move is legal. Calls `played` with each move and the states it is played in. Returns the
    /// states that have a legal move.
    pub fn pick(
        &mut self,
        legal: impl Iterator<Item = Lanes<W>> + Clone,
        rng: &mut impl Rng,
        mut played: impl FnMut(usize, Lanes<W>),
    ) -> Lanes<W> {
        let planes = self.count(legal.clone());
        let mut some = [0; W];
        for plane in &self.planes[..planes] {
            (0..W).for_each(|w| some[w] |= plane[w]);
        }
        let choice = self.planes[1..planes.max(1)].iter().any(|plane| *plane != [0; W]);
        if !choice {
            legal.enumerate().for_each(|(mv, states)| played(mv, states));
            return some;
        }
        self.draw(planes, rng);
        for (mv, states) in legal.enumerate() {
            let mut carry = states;
            for plane in &mut self.planes[..planes] {
                add(plane, &mut carry);
            }
            played(mv, carry);
        }
        some
    }

    /// Counts the legal moves of each state into the planes. Returns the number of planes needed.
    fn count(&mut self, legal: impl Iterator<Item = Lanes<W>>) -> usize {
        self.planes = [[0; W]; PLANES];
        let mut planes = 0;
        for states in legal {
            let mut carry = states;
            for plane in &mut self.planes[..planes] {
                add(plane, &mut carry);
            }
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

/// Adds a carry to a plane, and replaces it by the carry out.
#[inline]
fn add<const W: usize>(plane: &mut Lanes<W>, carry: &mut Lanes<W>) {
    for w in 0..W {
        let sum = plane[w] ^ carry[w];
        carry[w] &= plane[w];
        plane[w] = sum;
    }
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
