//! Evidence files: one data model, two encodings. `FORMAT.md` describes them.
//!
//! JSON is for people. The binary encoding (`binary.rs`) is for large evidence: about a tenth of
//! the size, written and read in parts. The name of a file determines how it is written, its
//! content how it is read.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use ludex_base::{Budget, NoAnswer, Stopped};
use serde::{Deserialize, Serialize};

use crate::binary::{self, IN_PARTS, MAGIC};
use crate::json::Lines;
use crate::packing::{MAX_UNPACKED, read_all};
use crate::{Evidence, FORMAT, VERSION};

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
    /// Another version of the binary encoding.
    #[error(
        "this evidence file has version {0} of the binary encoding; versions 1 to {IN_PARTS} are known"
    )]
    Encoding(u32),
    /// Invalid JSON.
    #[error("this evidence file is not right: {0}")]
    Json(serde_json::Error),
    /// An invalid binary file.
    #[error("this evidence file is damaged: {0}")]
    Damaged(String),
    /// A binary file that is too large, whatever the budget.
    #[error("this evidence is too large: a part has more than {} GiB unpacked", MAX_UNPACKED >> 30)]
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
        Evidence::read_within(path, &unlimited()).map_err(without_limit)
    }

    /// Reads a file as [`Evidence::read`] does, or says that the budget was used up: a small file
    /// may stand for very much evidence.
    pub fn read_within(path: &Path, budget: &Budget) -> Result<Evidence, NoAnswer<FileError>> {
        let file = File::open(path).map_err(FileError::Io)?;
        Evidence::decode(BufReader::new(file), budget)
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
        binary::encode(self)
    }

    /// Decodes either encoding, recognised by its content.
    ///
    /// ```
    /// use ludex_evidence::Evidence;
    /// let error = Evidence::from_bytes(b"checkmate").unwrap_err();
    /// assert!(error.to_string().starts_with("this is not an evidence file"));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Evidence, FileError> {
        Evidence::decode(bytes, &unlimited()).map_err(without_limit)
    }

    /// Decodes either encoding as [`Evidence::from_bytes`] does, or says that the budget was used up:
    /// a few bytes may stand for very much evidence.
    pub fn from_bytes_within(
        bytes: &[u8],
        budget: &Budget,
    ) -> Result<Evidence, NoAnswer<FileError>> {
        Evidence::decode(bytes, budget)
    }

    fn decode(mut from: impl Read, budget: &Budget) -> Result<Evidence, NoAnswer<FileError>> {
        let start = read_all(from.by_ref().take(MAGIC.len() as u64), u64::MAX, budget)?;
        let evidence = if start == MAGIC {
            binary::decode(from, budget)?
        } else {
            let bytes = read_all(start.chain(from), budget.max_bytes as u64, budget)?;
            from_json(&bytes, budget)?
        };
        require_header(Some(&evidence.format), Some(evidence.version))?;
        Ok(evidence)
    }
}

/// Returns a budget without limits.
pub(crate) fn unlimited() -> Budget {
    Budget { max_bytes: usize::MAX, ..Budget::default() }
}

fn without_limit(why: NoAnswer<FileError>) -> FileError {
    match why {
        NoAnswer::Invalid(error) => error,
        NoAnswer::Stopped(_) => FileError::TooLarge,
    }
}

/// Decodes the header first, so that a file of another version is not called invalid.
fn from_json(bytes: &[u8], budget: &Budget) -> Result<Evidence, NoAnswer<FileError>> {
    #[derive(Deserialize)]
    struct Header {
        format: Option<String>,
        version: Option<u32>,
    }
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(FileError::NotEvidence.into());
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
}
