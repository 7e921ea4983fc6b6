//! Packs the files of the page into one block, a quarter of their size, which the program carries.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=page");
    let entries = fs::read_dir("page")?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    let (mut page, mut files) = (String::new(), String::new());
    for path in paths {
        let start = page.len();
        page += &fs::read_to_string(&path)?;
        let name = path.file_name().unwrap_or_default();
        files += &format!("({name:?}, {start}..{}),\n", page.len());
    }
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("page.zst"), zstd::bulk::compress(page.as_bytes(), 19)?)?;
    fs::write(Path::new(&out).join("files.rs"), format!("&[{files}]"))
}
