//! Hashes that are the same on every machine (keys of states, digests of files), and hashes with a
//! secret seed.

use std::hash::{BuildHasher, Hasher, RandomState};

use sha2::{Digest, Sha256};

/// Mixes 64 bits well (the finaliser of SplitMix64). A bijection: different inputs give different
/// outputs. Makes a key of a state that fits into 64 bits, and Zobrist numbers
/// (`mix(index + constant)`).
#[inline]
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Returns the 64-bit FNV-1a hash of some bytes.
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Returns the digest of a game's file: evidence about one file is not evidence about another.
///
/// ```
/// assert!(ludex_base::digest(b"a").starts_with("sha256:ca978112ca1bbdcafac231b39a23dc4d"));
/// ```
pub fn digest(bytes: &[u8]) -> String {
    format!("sha256:{:x}", Sha256::digest(bytes))
}

/// Returns the SHA-256 of some bytes as four words.
pub fn digest_words(bytes: &[u8]) -> [u64; 4] {
    let digest = Sha256::digest(bytes);
    let (words, _) = digest.as_chunks();
    std::array::from_fn(|place| u64::from_be_bytes(words[place]))
}

/// How a digest that was written down fits a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DigestMatch {
    /// It is the digest of this file.
    Same,
    /// It is a checksum of 64 bits, as files of earlier versions have it, and fits. Another file with
    /// the same checksum can be made on purpose.
    SameChecksum,
    /// It is of another file.
    Different,
}

/// Compares a digest that was written down with a file.
///
/// ```
/// use ludex_base::{DigestMatch, compare_digest, digest};
/// assert_eq!(compare_digest(&digest(b"a"), b"a"), DigestMatch::Same);
/// assert_eq!(compare_digest("fnv1a:af63dc4c8601ec8c", b"a"), DigestMatch::SameChecksum);
/// assert_eq!(compare_digest(&digest(b"a"), b"b"), DigestMatch::Different);
/// ```
pub fn compare_digest(written: &str, bytes: &[u8]) -> DigestMatch {
    if written == digest(bytes) {
        DigestMatch::Same
    } else if written == format!("fnv1a:{:016x}", hash_bytes(bytes)) {
        DigestMatch::SameChecksum
    } else {
        DigestMatch::Different
    }
}

/// The prime below 2^64 modulo which [`HashSeed`] computes: 2^64 − 59.
const PRIME: u64 = u64::MAX - 58;

/// A secret of a search or of a file: the seed of hashes that nobody can steer.
///
/// Whoever describes a game knows the plain keys of its states and can describe states with equal
/// ones. A hash with a seed that is drawn later cannot be prepared for: two different sequences of
/// n words, whoever chose them, have equal hashes for at most n (2n, if words are greater than
/// 2^64 − 60) of about 2^64 seeds, since the hash is a polynomial of the seed \[WC81\].
///
/// ```
/// use ludex_base::HashSeed;
/// let seed = HashSeed::random();
/// assert_ne!(seed.hash([1, 2]), seed.hash([2, 1]));
/// assert_ne!(seed.hash([0]), seed.hash([0, 0]));
/// assert_eq!(HashSeed::from_word(seed.word()).hash([7]), seed.hash([7]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashSeed(u64);

impl HashSeed {
    /// Draws a seed from the random numbers of the operating system.
    pub fn random() -> HashSeed {
        // The keys of this hasher are drawn by the standard library, other ones at every call.
        HashSeed(RandomState::new().build_hasher().finish() % PRIME)
    }

    /// Returns the seed that was saved as this word.
    pub fn from_word(word: u64) -> HashSeed {
        HashSeed(word % PRIME)
    }

    /// Returns the word to save it as.
    pub fn word(self) -> u64 {
        self.0
    }

    /// Returns the hash of some words.
    #[inline]
    pub fn hash(self, words: impl IntoIterator<Item = u64>) -> u64 {
        // The coefficients are 1 and the words, so that no two sequences are one polynomial.
        words.into_iter().fold(1, |sum, word| match word.checked_sub(PRIME - 1) {
            None => self.step(sum, word),
            // A word that is no number below the prime is two of them.
            Some(rest) => self.step(self.step(sum, PRIME - 1), rest),
        })
    }

    /// Returns `sum * seed + word` modulo the prime.
    #[inline]
    fn step(self, sum: u64, word: u64) -> u64 {
        let product = u128::from(sum) * u128::from(self.0) + u128::from(word);
        let reduce = |x: u128| u128::from(x as u64) + (x >> 64) * 59;
        let reduced = reduce(reduce(product));
        (if reduced >= u128::from(PRIME) { reduced - u128::from(PRIME) } else { reduced }) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_polynomials_of_the_seed() {
        let prime = u128::from(PRIME);
        for number in 0..1000 {
            let seed = HashSeed::from_word(mix(number));
            let words = [mix(number + 1), PRIME - 2, mix(number + 2), 0];
            let plain = words.iter().fold(1, |sum: u128, &word| {
                (sum * u128::from(seed.0) % prime + u128::from(word)) % prime
            });
            assert_eq!(u128::from(seed.hash(words)), plain);
        }
    }

    #[test]
    fn words_beyond_the_prime_are_not_those_below_it() {
        let seed = HashSeed::random();
        let words = [0, 1, 57, 58, 59, 60, PRIME - 2, PRIME - 1, PRIME, PRIME + 1, u64::MAX];
        let mut hashes: Vec<u64> = words.iter().map(|&word| seed.hash([word])).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), words.len());
    }

    #[test]
    fn seeds_differ_from_draw_to_draw() {
        assert_ne!(HashSeed::random(), HashSeed::random());
    }
}
