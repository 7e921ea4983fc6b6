//! The concepts a command knows: the prelude and the user's file.

use std::path::Path;

use ludex_logic::Definitions;

use crate::complaint::Complaint;
use crate::open;

/// Reads the prelude and the file; also gives the text of the file, for evidence.
pub fn read(file: Option<&Path>) -> Result<(Definitions, Option<String>), Complaint> {
    let mut definitions = Definitions::prelude().clone();
    let Some(path) = file else { return Ok((definitions, None)) };
    let text = open::read(path)?;
    definitions.add(&path.display().to_string(), &text).map_err(Complaint::in_source)?;
    Ok((definitions, Some(text)))
}
