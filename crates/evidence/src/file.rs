//! Evidence files: one data model, two encodings. `FORMAT.md` describes them.
//!
//! JSON is for people. The binary encoding (magic bytes, version, then postcard compressed by zstd)
//! is for large evidence: about a tenth of the size. The name of a file determines how it is
//! written, its content how it is read.

use std::io::{Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::json::Lines;
use crate::{Evidence, FORMAT, VERSION};

/// The first bytes of a binary file: not text, and damaged by transfers that change line ends.
const MAGIC: &[u8; 8] = b"\x89Ludex\r\n";

/// The greatest unpacked size of a binary file: some ten million nodes. A small file that unpacks
/// to more is an accident or malice.
const MAX_UNPACKED: u64 = 1 << 30;

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
    /// A binary file that is too large.
    #[error("this evidence is too large: more than {} GiB unpacked", MAX_UNPACKED >> 30)]
    TooLarge,
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
        let evidence = match bytes.strip_prefix(&MAGIC[..]) {
            Some(rest) => from_binary(rest)?,
            None if bytes.trim_ascii_start().starts_with(b"{") => from_json(bytes)?,
            None => return Err(FileError::NotEvidence),
        };
        require_header(Some(&evidence.format), Some(evidence.version))?;
        Ok(evidence)
    }
}

fn from_binary(rest: &[u8]) -> Result<Evidence, FileError> {
    let (version, packed) = rest.split_first_chunk().ok_or(FileError::NotEvidence)?;
    require_header(Some(FORMAT), Some(u32::from_le_bytes(*version)))?;
    let plain = unpack(packed, MAX_UNPACKED)?;
    let (evidence, left) =
        postcard::take_from_bytes(&plain).map_err(|e| FileError::Damaged(e.to_string()))?;
    if !left.is_empty() {
        return Err(FileError::Damaged("something follows the end".to_owned()));
    }
    Ok(evidence)
}

/// Unpacks zstd data, if it is not larger than `limit` once unpacked.
fn unpack(packed: &[u8], limit: u64) -> Result<Vec<u8>, FileError> {
    let mut plain = Vec::new();
    let unpacker = zstd::Decoder::with_buffer(packed)?;
    let read = unpacker.take(limit + 1).read_to_end(&mut plain);
    let length = read.map_err(|error| FileError::Damaged(error.to_string()))?;
    if length as u64 > limit { Err(FileError::TooLarge) } else { Ok(plain) }
}

/// Decodes the header first, so that a file of another version is not called invalid.
fn from_json(bytes: &[u8]) -> Result<Evidence, FileError> {
    #[derive(Deserialize)]
    struct Header {
        format: Option<String>,
        version: Option<u32>,
    }
    let header: Header = serde_json::from_slice(bytes).map_err(FileError::Json)?;
    require_header(header.format.as_deref(), header.version)?;
    serde_json::from_slice(bytes).map_err(FileError::Json)
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

    /// A few bytes can unpack to any number of them: that must not take all memory.
    #[test]
    fn bombs_are_defused() {
        let packed = zstd::encode_all(&vec![0; 1 << 20][..], 0).expect("memory takes it");
        assert!(packed.len() < 200);
        assert!(matches!(unpack(&packed, 1000), Err(FileError::TooLarge)));
        assert_eq!(unpack(&packed, 1 << 20).expect("it fits").len(), 1 << 20);
    }
}
