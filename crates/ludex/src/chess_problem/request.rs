//! What is asked about a chess problem.

use ludex_logic::Stipulation;
use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::requests::{DefinitionsText, Limits};

/// Problems of at most this many moves are solved with all their variations, longer ones not so deep.
const IN_FULL: u32 = 3;

/// Asks for the solutions of a chess problem.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Problem {
    /// The stipulation: `#3`, `h#2.5`, `s#4`, `r#2`, `ser-h#5` and the like.
    pub stipulation: Option<String>,
    /// Instead of a stipulation any formula, whose moves are to be found.
    pub formula: Option<String>,
    /// The position, as FEN.
    pub position: String,
    /// Who moves first, or is A in a formula; the side on turn if nobody is named.
    pub agent: Option<String>,
    /// Definitions to add to the prelude.
    pub definitions: Option<DefinitionsText>,
    /// All solutions rather than one.
    pub all: bool,
    /// Also first moves that fail to one defence only.
    pub tries: bool,
    /// Also the play with the other side starting.
    pub set_play: bool,
    /// Also the solutions with the colours exchanged.
    pub duplex: bool,
    /// How many moves deep to look at the play after a key.
    pub variations: Option<u32>,
    /// Whether the answer is to come with evidence.
    pub evidence: bool,
    /// What the searches may use.
    pub limits: Limits,
}

impl Problem {
    /// Asks for one solution of a stipulation in a position.
    pub fn new(stipulation: impl Into<String>, position: impl Into<String>) -> Problem {
        let (stipulation, position) = (Some(stipulation.into()), position.into());
        Problem { stipulation, position, ..Problem::default() }
    }

    /// Looks at the play after a key as deep as a page allows, unless it was said how deep.
    pub fn with_page_variations(self) -> Problem {
        let stipulation =
            self.stipulation.as_deref().and_then(|text| Stipulation::parse(text).ok());
        let by_default = stipulation.map(|s| if s.moves <= IN_FULL { s.moves } else { 1 });
        Problem { variations: self.variations.or(by_default), ..self }
    }
}

/// What is asked about a position.
pub(super) enum Asked {
    Stipulation(Stipulation, String),
    Formula(String),
}

impl Asked {
    pub fn read(request: &Problem) -> Result<Asked, InputError> {
        match (&request.stipulation, &request.formula) {
            (Some(text), _) => Stipulation::parse(text)
                .map(|stipulation| Asked::Stipulation(stipulation, text.clone()))
                .map_err(|error| InputError::in_text("stipulation", text, error)),
            (None, Some(formula)) => Ok(Asked::Formula(formula.clone())),
            (None, None) => Err(InputError::new("a stipulation or a formula is needed")),
        }
    }
}
