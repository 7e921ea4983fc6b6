//! `ludex new`: writes a commented skeleton of a game.

use std::path::Path;

use ludex::{InputError, files, skeleton};

use super::End;
use crate::args::NewArgs;
use crate::print::say;

/// Writes the file, unless there is one of this name.
pub fn run(args: NewArgs) -> Result<End, InputError> {
    let skeleton = skeleton(&args.language, &args.name)?;
    let path = Path::new(&skeleton.path);
    if path.exists() {
        return Err(InputError::cannot_write(path, "there is such a file already"));
    }
    files::write(path, &skeleton.text)?;
    say!("wrote {0}; try `ludex show {0}`, `ludex solve {0}`, `ludex rules {0}`", skeleton.path);
    Ok(End::Answered)
}
