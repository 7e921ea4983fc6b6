//! Reading and writing files, with errors that say what went wrong.

use std::fs;
use std::path::Path;

use ludex_base::write_file;

use crate::error::InputError;

/// Returns how the name of a file ends, without the dot.
pub fn ending(path: &str) -> &str {
    Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// Reads a text file.
pub fn read(path: &Path) -> Result<String, InputError> {
    let bytes = fs::read(path)
        .map_err(|error| InputError::new(format!("cannot read {}: {error}", path.display())))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        InputError::new(format!("{} is not text: byte {at} is not UTF-8", path.display()))
    })
}

/// Reads a text file, or standard input for `-`.
pub fn read_or_stdin(path: &Path) -> Result<String, InputError> {
    if path != Path::new("-") {
        return read(path);
    }
    std::io::read_to_string(std::io::stdin())
        .map_err(|error| InputError::new(format!("cannot read standard input: {error}")))
}

/// Writes a file, all of it or nothing.
pub fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), InputError> {
    write_file(path, text.as_ref()).map_err(|error| InputError::cannot_write(path, error))
}

/// Fails if a file plainly cannot be written, before the work for it is done.
pub fn require_writable(path: &Path) -> Result<(), InputError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if path.is_dir() => Err(InputError::cannot_write(path, "it is a folder")),
        Some(folder) if !folder.is_dir() => {
            let why = format!("there is no folder {}", folder.display());
            Err(InputError::cannot_write(path, why))
        }
        _ => Ok(()),
    }
}
