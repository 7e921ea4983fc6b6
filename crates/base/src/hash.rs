//! Hashes that are the same on every machine: keys of states, digests of files.

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
