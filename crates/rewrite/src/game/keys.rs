//! Keys of states: 64 bits, updated bit by bit if the universe is fixed.

use ludex_base::mix;

#[inline]
pub(super) fn bit_key(word: usize, bit: u32) -> u64 {
    mix((64 * word as u64 + u64::from(bit) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[inline]
pub(super) fn location_key(location: usize) -> u64 {
    mix((location as u64 + 1).wrapping_mul(0xd1b5_4a32_d192_ed03))
}

pub(super) fn fixed_key(words: &[u64]) -> u64 {
    let mut key = 0;
    for (i, &word) in words.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            key ^= bit_key(i, left.trailing_zeros());
            left &= left - 1;
        }
    }
    key
}

pub(super) fn free_key(words: &[u64], location: usize) -> u64 {
    words.iter().fold(location_key(location), |key, &word| {
        mix(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ mix(word.wrapping_add(0x1234_5678_9abc_def1)))
    })
}
