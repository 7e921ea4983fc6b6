//! Packing: postcard, compressed by zstd, unpacked within a budget.

use std::io::Read;

use ludex_base::{Budget, NoAnswer, Stopped};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::FileError;
use crate::metered::Metered;

/// The greatest unpacked size of what is packed at once. A small file that unpacks to more is an
/// accident or malice.
pub(crate) const MAX_UNPACKED: u64 = 1 << 30;

/// The bytes that are read or unpacked from one look at the budget to the next.
const CHUNK: u64 = 1 << 20;

/// Packs nodes.
pub(crate) fn pack<T: Serialize>(nodes: &[T]) -> Box<[u8]> {
    pack_value(nodes).into()
}

/// Packs a value.
pub(crate) fn pack_value<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    let plain = postcard::to_stdvec(value).expect("texts, numbers and lists can be written");
    let mut packer = zstd::bulk::Compressor::new(LEVEL).expect("memory takes it");
    packer.include_checksum(true).expect("zstd has checksums");
    packer.compress(&plain).expect("memory takes it")
}

/// The compression level: higher ones take longer and save little.
const LEVEL: i32 = 6;

/// Unpacks a value within a budget. Fails if something follows it.
pub(crate) fn unpack<T: DeserializeOwned>(
    packed: &[u8],
    budget: &Budget,
) -> Result<T, NoAnswer<FileError>> {
    let plain = inflate(packed, MAX_UNPACKED, budget)?;
    let mut decoder = postcard::Deserializer::from_flavor(Metered::new(&plain, budget));
    let value = T::deserialize(&mut decoder);
    let damaged = |error: postcard::Error| FileError::Damaged(error.to_string());
    let (left, stopped) = decoder.finalize().map_err(damaged)?;
    if let Some(stopped) = stopped {
        return Err(stopped.into());
    }
    match left.is_empty() || value.is_err() {
        true => Ok(value.map_err(damaged)?),
        false => Err(FileError::Damaged("something follows the end".to_owned()).into()),
    }
}

/// Unpacks zstd data, if it is not larger than `limit` once unpacked.
fn inflate(packed: &[u8], limit: u64, budget: &Budget) -> Result<Vec<u8>, NoAnswer<FileError>> {
    let unpacker = zstd::Decoder::with_buffer(packed).map_err(FileError::Io)?;
    let most = limit.min(budget.max_bytes as u64);
    read_all(unpacker, most, budget).map_err(|why| match why {
        NoAnswer::Invalid(error) => FileError::Damaged(error.to_string()).into(),
        NoAnswer::Stopped(stopped) if stopped.reason() == Stopped::Memory && most == limit => {
            FileError::TooLarge.into()
        }
        stopped => stopped,
    })
}

/// Reads everything, part by part, if it is not more than `most` bytes.
pub(crate) fn read_all(
    mut from: impl Read,
    most: u64,
    budget: &Budget,
) -> Result<Vec<u8>, NoAnswer<FileError>> {
    let mut bytes = Vec::new();
    loop {
        budget.poll()?;
        let part = from.by_ref().take(CHUNK).read_to_end(&mut bytes).map_err(FileError::Io)?;
        if bytes.len() as u64 > most {
            return Err(Stopped::Memory.into());
        }
        if part == 0 {
            return Ok(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few bytes can unpack to any number of them: that must not take all memory.
    #[test]
    fn bombs_are_defused() {
        let packed = zstd::encode_all(&vec![0; 1 << 20][..], 0).expect("memory takes it");
        assert!(packed.len() < 200);
        let budget = Budget::default();
        let too_large = inflate(&packed, 1000, &budget);
        assert!(matches!(too_large, Err(NoAnswer::Invalid(FileError::TooLarge))));
        assert_eq!(inflate(&packed, 1 << 20, &budget).expect("it fits").len(), 1 << 20);
        let small = Budget { max_bytes: 1000, ..Budget::default() };
        let out_of_memory = inflate(&packed, 1 << 20, &small);
        assert!(matches!(out_of_memory, Err(NoAnswer::Stopped(_))));
    }

    #[test]
    fn nothing_follows_what_is_packed() {
        assert_eq!(unpack::<u8>(&pack_value(&7u8), &Budget::default()).expect("a byte"), 7);
        let error = unpack::<u8>(&pack_value(&(7u8, 0u8)), &Budget::default());
        let error = error.expect_err("a byte follows").to_string();
        assert!(error.contains("something follows the end"), "{error}");
    }

    #[test]
    fn decoding_without_memory_is_no_damage() {
        let budget = Budget { max_bytes: 30, ..Budget::default() };
        let stopped = unpack::<Vec<u8>>(&pack_value(&[7u8; 20]), &budget);
        assert!(matches!(stopped, Err(NoAnswer::Stopped(_))), "{stopped:?}");
    }
}
