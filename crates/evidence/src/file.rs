//! Evidence files: one data model, two encodings. `FORMAT.md` describes them.
//!
//! JSON is for people. The binary encoding (magic bytes, version, then postcard compressed by zstd)
//! is for large evidence: about a tenth of the size. The name of a file determines how it is
//! written, its content how it is read.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use ludex_base::{Budget, NoAnswer, Stopped};
use serde::{Deserialize, Serialize};

use crate::json::Lines;
use crate::metered::Metered;
use crate::{Evidence, FORMAT, VERSION};

/// The first bytes of a binary file: not text, and damaged by transfers that change line ends.
const MAGIC: &[u8; 8] = b"\x89Ludex\r\n";

/// The greatest unpacked size of a binary file: some ten million nodes. A small file that unpacks
/// to more is an accident or malice.
const MAX_UNPACKED: u64 = 1 << 30;

/// The bytes that are read or unpacked from one look at the budget to the next.
const PART: u64 = 1 << 20;

/// How many times its size a JSON text may take once it is read: an empty text is three bytes in a
/// list and three words in memory.
const JSON_GROWTH: usize = 8;

/// Why an evidence file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// An error of the operating system.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Neither encoding.
    #[error("this is not an evidence file: it is neither JSON nor Ludex's binary encoding")]
    NotEvidence,
    /// JSON of another kind.
    #[error("this is not an evidence file: its `format` is not \"{FORMAT}\"")]
    OtherFormat,
    /// Another version.
    #[error("this evidence file has version {0} of the format; only version {VERSION} is known")]
    Version(u32),
    /// Invalid JSON.
    #[error("this evidence file is not right: {0}")]
    Json(serde_json::Error),
    /// An invalid binary file.
    #[error("this evidence file is damaged: {0}")]
    Damaged(String),
    /// A binary file that is too large, whatever the budget.
    #[error("this evidence is too large: more than {} GiB unpacked", MAX_UNPACKED >> 30)]
    TooLarge,
}

impl From<FileError> for NoAnswer<FileError> {
    fn from(error: FileError) -> NoAnswer<FileError> {
        NoAnswer::Invalid(error)
    }
}

impl Evidence {
    /// Writes a file, all of it or nothing: JSON if its name ends in `.json`, else the binary
    /// encoding.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let is_json = path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("json"));
        let bytes = if is_json { self.to_json().into_bytes() } else { self.to_binary()? };
        Ok(ludex_base::write_file(path, &bytes)?)
    }

    /// Reads a file in either encoding. Its content is not checked: that is [`crate::check`].
    pub fn read(path: &Path) -> Result<Evidence, FileError> {
        Evidence::from_bytes(&std::fs::read(path)?)
    }

    /// Reads a file as [`Evidence::read`] does, or says that the budget was used up: a small file
    /// may stand for very much evidence.
    pub fn read_within(path: &Path, budget: &Budget) -> Result<Evidence, NoAnswer<FileError>> {
        let file = File::open(path).map_err(FileError::Io)?;
        let bytes = read_all(file, budget.max_bytes as u64, budget)?;
        Evidence::decode(&bytes, budget)
    }

    /// Returns the JSON encoding: one node per line.
    pub fn to_json(&self) -> String {
        let mut out = Vec::new();
        let mut writer = serde_json::Serializer::with_formatter(&mut out, Lines::of(&self.claim));
        self.serialize(&mut writer)
            .expect("texts, numbers and lists are JSON, and memory takes it");
        out.push(b'\n');
        String::from_utf8(out).expect("JSON is UTF-8")
    }

    /// Returns the binary encoding.
    pub fn to_binary(&self) -> Result<Vec<u8>, FileError> {
        let plain = postcard::to_stdvec(self).map_err(|e| FileError::Damaged(e.to_string()))?;
        if plain.len() as u64 > MAX_UNPACKED {
            return Err(FileError::TooLarge);
        }
        let mut out = [&MAGIC[..], &VERSION.to_le_bytes()].concat();
        let mut packer = zstd::Encoder::new(&mut out, 0)?;
        packer.include_checksum(true)?;
        packer.long_distance_matching(true)?;
        // Given the size, zstd makes its window no larger: packing little costs little.
        packer.set_pledged_src_size(Some(plain.len() as u64))?;
        packer.write_all(&plain)?;
        packer.finish()?;
        Ok(out)
    }

    /// Decodes either encoding, recognised by its content.
    ///
    /// ```
    /// use ludex_evidence::Evidence;
    /// let error = Evidence::from_bytes(b"checkmate").unwrap_err();
    /// assert!(error.to_string().starts_with("this is not an evidence file"));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Evidence, FileError> {
        let unlimited = Budget { max_bytes: usize::MAX, ..Budget::default() };
        Evidence::decode(bytes, &unlimited).map_err(|why| match why {
            NoAnswer::Invalid(error) => error,
            NoAnswer::Stopped(_) => FileError::TooLarge,
        })
    }

    /// Decodes either encoding as [`Evidence::from_bytes`] does, or says that the budget was used up:
    /// a few bytes may stand for very much evidence.
    pub fn from_bytes_within(
        bytes: &[u8],
        budget: &Budget,
    ) -> Result<Evidence, NoAnswer<FileError>> {
        Evidence::decode(bytes, budget)
    }

    fn decode(bytes: &[u8], budget: &Budget) -> Result<Evidence, NoAnswer<FileError>> {
        let evidence = match bytes.strip_prefix(&MAGIC[..]) {
            Some(rest) => from_binary(rest, budget)?,
            None if bytes.trim_ascii_start().starts_with(b"{") => from_json(bytes, budget)?,
            None => return Err(FileError::NotEvidence.into()),
        };
        require_header(Some(&evidence.format), Some(evidence.version))?;
        Ok(evidence)
    }
}

fn from_binary(rest: &[u8], budget: &Budget) -> Result<Evidence, NoAnswer<FileError>> {
    let (version, packed) = rest.split_first_chunk().ok_or(FileError::NotEvidence)?;
    require_header(Some(FORMAT), Some(u32::from_le_bytes(*version)))?;
    let plain = unpack(packed, MAX_UNPACKED, budget)?;
    let mut decoder = postcard::Deserializer::from_flavor(Metered::new(&plain, budget));
    let evidence = Evidence::deserialize(&mut decoder);
    let damaged = |error: postcard::Error| FileError::Damaged(error.to_string());
    let (left, stopped) = decoder.finalize().map_err(damaged)?;
    if let Some(stopped) = stopped {
        return Err(stopped.into());
    }
    match left.is_empty() || evidence.is_err() {
        true => Ok(evidence.map_err(damaged)?),
        false => Err(FileError::Damaged("something follows the end".to_owned()).into()),
    }
}

/// Unpacks zstd data, if it is not larger than `limit` once unpacked.
fn unpack(packed: &[u8], limit: u64, budget: &Budget) -> Result<Vec<u8>, NoAnswer<FileError>> {
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
fn read_all(
    mut from: impl Read,
    most: u64,
    budget: &Budget,
) -> Result<Vec<u8>, NoAnswer<FileError>> {
    let mut bytes = Vec::new();
    loop {
        budget.poll()?;
        let part = from.by_ref().take(PART).read_to_end(&mut bytes).map_err(FileError::Io)?;
        if bytes.len() as u64 > most {
            return Err(Stopped::Memory.into());
        }
        if part == 0 {
            return Ok(bytes);
        }
    }
}

/// Decodes the header first, so that a file of another version is not called invalid.
fn from_json(bytes: &[u8], budget: &Budget) -> Result<Evidence, NoAnswer<FileError>> {
    #[derive(Deserialize)]
    struct Header {
        format: Option<String>,
        version: Option<u32>,
    }
    if bytes.len() > budget.max_bytes / JSON_GROWTH {
        return Err(Stopped::Memory.into());
    }
    let header: Header = serde_json::from_slice(bytes).map_err(FileError::Json)?;
    require_header(header.format.as_deref(), header.version)?;
    budget.poll()?;
    Ok(serde_json::from_slice(bytes).map_err(FileError::Json)?)
}

fn require_header(format: Option<&str>, version: Option<u32>) -> Result<(), FileError> {
    if format != Some(FORMAT) {
        return Err(FileError::OtherFormat);
    }
    match version {
        Some(other) if other != VERSION => Err(FileError::Version(other)),
        // Without a version, decoding reports that it is missing.
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Claim;

    /// A few bytes can unpack to any number of them: that must not take all memory.
    #[test]
    fn bombs_are_defused() {
        let packed = zstd::encode_all(&vec![0; 1 << 20][..], 0).expect("memory takes it");
        assert!(packed.len() < 200);
        let budget = Budget::default();
        let too_large = unpack(&packed, 1000, &budget);
        assert!(matches!(too_large, Err(NoAnswer::Invalid(FileError::TooLarge))));
        assert_eq!(unpack(&packed, 1 << 20, &budget).expect("it fits").len(), 1 << 20);
        let small = Budget { max_bytes: 1000, ..Budget::default() };
        let out_of_memory = unpack(&packed, 1 << 20, &small);
        assert!(matches!(out_of_memory, Err(NoAnswer::Stopped(_))));
    }

    fn small() -> Evidence {
        Evidence::new("g", "p".to_owned(), Claim::Value { low: None, high: None })
    }

    /// The limit is what JSON becomes in memory, and no byte less.
    #[test]
    fn json_is_read_up_to_the_limit() {
        let text = small().to_json();
        let within = |max_bytes| {
            let budget = Budget { max_bytes, ..Budget::default() };
            Evidence::from_bytes_within(text.as_bytes(), &budget)
        };
        assert_eq!(within(text.len() * JSON_GROWTH).expect("it fits"), small());
        let out_of_memory = within(text.len() * JSON_GROWTH - 1);
        assert!(matches!(out_of_memory, Err(NoAnswer::Stopped(_))));
    }

    #[test]
    fn without_limits_there_is_none_on_memory() {
        let position = "p".repeat(Budget::default().max_bytes / JSON_GROWTH + 1);
        let large = Evidence { position, ..small() };
        let read = Evidence::from_bytes(large.to_json().as_bytes()).expect("it is right");
        assert!(read == large);
    }

    /// Returns a binary file with this content.
    fn packed(plain: &[u8]) -> Vec<u8> {
        let packed = zstd::encode_all(plain, 0).expect("memory takes it");
        [&MAGIC[..], &VERSION.to_le_bytes(), &packed].concat()
    }

    #[test]
    fn nothing_follows_the_end_of_a_binary_file() {
        let mut plain = postcard::to_stdvec(&small()).expect("memory takes it");
        assert_eq!(Evidence::from_bytes(&packed(&plain)).expect("it is right"), small());
        plain.push(0);
        let error = Evidence::from_bytes(&packed(&plain)).expect_err("something follows");
        assert!(error.to_string().contains("something follows the end"), "{error}");
    }

    #[test]
    fn decoding_without_memory_is_no_damage() {
        let plain = postcard::to_stdvec(&small()).expect("memory takes it");
        let budget = Budget { max_bytes: plain.len(), ..Budget::default() };
        let stopped = Evidence::from_bytes_within(&packed(&plain), &budget);
        assert!(matches!(stopped, Err(NoAnswer::Stopped(_))), "{stopped:?}");
    }
}
