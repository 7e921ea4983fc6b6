//! Digests, and codes that only the holder of a key can compute.

use sha2::{Digest, Sha256};

/// A digest, or a code.
pub(crate) type Code = [u8; 32];

/// The length in bytes of the blocks that SHA-256 works on.
const BLOCK: usize = 64;

/// Returns the BLAKE3 digest. To compute it takes a fifth of the time of SHA-256, which was most of
/// the time that it took to read a checkpoint.
pub(crate) fn digest(bytes: &[u8]) -> Code {
    blake3::hash(bytes).into()
}

/// Returns the message authentication code HMAC-SHA-256 of RFC 2104. A key that is shorter than 32
/// bytes is filled up with zeros, as the standard wants it.
pub(crate) fn hmac(key: &Code, message: &[u8]) -> Code {
    let padded = |pad: u8| {
        let mut block = [pad; BLOCK];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().into()
}

/// Returns whether two codes are equal, in a time that does not depend on them.
pub(crate) fn same(a: &Code, b: &Code) -> bool {
    a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(code: Code) -> String {
        code.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn key(bytes: &[u8]) -> Code {
        let mut key = [0; 32];
        key[..bytes.len()].copy_from_slice(bytes);
        key
    }

    #[test]
    fn codes_are_those_of_rfc_4231() {
        let cases: [(Vec<u8>, Vec<u8>, &str); 4] = [
            (
                vec![0x0b; 20],
                b"Hi There".to_vec(),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            ),
            (
                b"Jefe".to_vec(),
                b"what do ya want for nothing?".to_vec(),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
            (
                vec![0xaa; 20],
                vec![0xdd; 50],
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
            ),
            (
                (1..=25).collect(),
                vec![0xcd; 50],
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
            ),
        ];
        for (secret, message, code) in cases {
            assert_eq!(hex(hmac(&key(&secret), &message)), code);
        }
    }

    #[test]
    fn codes_that_differ_in_a_bit_are_not_the_same() {
        let code = digest(b"a");
        assert!(same(&code, &code));
        for bit in 0..256 {
            let mut other = code;
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(!same(&code, &other));
        }
    }
}
