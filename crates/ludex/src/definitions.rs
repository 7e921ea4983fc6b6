//! The concepts a question knows: the prelude and the user's definitions.

use std::path::Path;

use ludex_logic::Definitions;

use crate::error::InputError;
use crate::files;
use crate::requests::DefinitionsText;

/// Returns the prelude with definitions added to it.
pub fn definitions(user: Option<&DefinitionsText>) -> Result<Definitions, InputError> {
    let mut definitions = Definitions::prelude().clone();
    if let Some(DefinitionsText { name, text }) = user {
        definitions.add(name, text).map_err(InputError::in_source)?;
    }
    Ok(definitions)
}

impl DefinitionsText {
    /// Reads a file of definitions.
    pub fn read(path: &Path) -> Result<DefinitionsText, InputError> {
        Ok(DefinitionsText { name: path.display().to_string(), text: files::read(path)? })
    }
}
