//! Hashes that are the same on every machine: keys of states, digests of files.

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

/// Returns a short digest of a game's file, so that evidence can tell when the file has changed
/// since. It guards against mistakes, not against malice.
///
/// ```
/// assert_eq!(ludex_base::digest(b"a"), "fnv1a:af63dc4c8601ec8c");
/// ```
pub fn digest(bytes: &[u8]) -> String {
    format!("fnv1a:{:016x}", hash_bytes(bytes))
}
