//! The concepts a command knows: the prelude and the user's files.

use std::path::PathBuf;

use ludex_logic::{Definitions, LogicError};

use crate::open;
use crate::problem::Problem;

/// Reads the prelude and the files; also gives the text of the files, for evidence.
pub fn read(files: &[PathBuf]) -> Result<(Definitions, Option<String>), Problem> {
    let mut definitions = Definitions::prelude().clone();
    let mut texts = Vec::new();
    for path in files {
        let text = open::read(path)?;
        definitions.add(&path.display().to_string(), &text).map_err(problem)?;
        texts.push(text);
    }
    Ok((definitions, (!texts.is_empty()).then(|| texts.join("\n"))))
}

/// An error of the formula language, shown.
pub fn problem(error: LogicError) -> Problem {
    Problem::at(&error.input.name, &error.input.text, error.span, error.message)
        .maybe_help(error.help)
}
