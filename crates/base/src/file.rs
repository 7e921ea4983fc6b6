//! Files that are written whole.

use std::fs;
use std::io;
use std::path::Path;

/// Writes a file, all of it or nothing: whoever reads it never sees half of it, and what was there
/// before stays if something goes wrong.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match path.metadata() {
        // A pipe or a device cannot be replaced.
        Ok(metadata) if !metadata.is_file() => fs::write(path, bytes),
        _ => replace(path, bytes),
    }
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        fs::remove_file(&beside).ok();
    }
    written
}
