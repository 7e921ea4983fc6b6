//! What is asked about a chess problem.

use ludex_logic::{Play, Stipulation};
use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::requests::{DefinitionsText, Limits};

/// Problems of at most this many moves are solved with all their variations, longer ones not so deep.
const IN_FULL: u32 = 3;
/// How many solutions a list has at most, unless more are asked for.
const MOST: usize = 10_000;

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
    /// How many solutions a list has at most, if all are asked for; 10,000 where nothing is said. The
    /// short ones, set play and duplex are lists of their own.
    pub limit: Option<usize>,
    /// Also first moves that fail to one defence only.
    pub tries: bool,
    /// Also the play with the other side starting.
    pub set_play: bool,
    /// Also the solutions with the colours exchanged.
    pub duplex: bool,
    /// How many moves deep to look at the play after a key.
    pub variations: Option<u32>,
    /// The solutions that the author intended, between semicolons: `1.Qf6`.
    pub intended: Option<String>,
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
        let with_keys = self.parsed().filter(has_play);
        let by_default = with_keys.map(|s| if s.moves <= IN_FULL { s.moves } else { 1 });
        Problem { variations: self.variations.or(by_default), ..self }
    }

    /// Leaves out set play and tries where they mean nothing: on a page they are ticked once for all
    /// problems.
    pub fn without_meaningless(self) -> Problem {
        let Some(stipulation) = self.parsed() else { return self };
        let keys = has_play(&stipulation);
        let set_play = self.set_play && (keys || stipulation.set_play().is_some());
        let variations = self.variations.filter(|_| keys);
        Problem { set_play, tries: self.tries && keys, variations, ..self }
    }

    fn parsed(&self) -> Option<Stipulation> {
        self.stipulation.as_deref().and_then(|text| Stipulation::parse(text).ok())
    }

    /// Returns how many solutions a list has at most.
    pub(super) fn most(&self) -> usize {
        self.limit.unwrap_or(MOST)
    }

    /// Fails if an option was given that has no effect.
    fn require_meaning(&self, stipulation: Option<&Stipulation>) -> Result<(), InputError> {
        let keys = stipulation.is_some_and(has_play);
        let set_play = keys || stipulation.is_some_and(|s| s.set_play().is_some());
        let proof_game = stipulation.is_some_and(|s| s.play == Play::ProofGame);
        let options = [
            ("--tries", self.tries && !keys),
            ("--variations", self.variations.is_some_and(|depth| depth > 0) && !keys),
            ("--set-play", self.set_play && !set_play),
            ("--duplex", self.duplex && (stipulation.is_none() || proof_game)),
            ("--evidence", self.evidence && proof_game),
            ("--asked", self.agent.is_some() && proof_game),
            ("--define", self.definitions.is_some() && stipulation.is_some()),
            (
                "--intended",
                self.intended.is_some() && stipulation.is_none_or(Stipulation::is_parry),
            ),
        ];
        let stray = options.into_iter().find(|(_, stray)| *stray);
        match (stray, &self.stipulation, &self.formula) {
            (Some((option, _)), Some(text), _) => Err(stray_option(option, "stipulation", text)),
            (Some((option, _)), None, Some(text)) => Err(stray_option(option, "formula", text)),
            _ if self.intended.is_some() && !self.all => {
                Err(InputError::new("--intended needs all solutions to compare with")
                    .help("add --all"))
            }
            _ if self.limit.is_some() && !self.all => {
                Err(InputError::new("--limit means nothing where one solution is looked for")
                    .help("add --all"))
            }
            _ => Ok(()),
        }
    }
}

/// Returns whether there is play after a key to look at: the sides do not cooperate, and both move.
fn has_play(stipulation: &Stipulation) -> bool {
    !stipulation.cooperative() && !stipulation.is_parry()
}

/// Makes the error for an option that means nothing to what is asked.
fn stray_option(option: &str, kind: &str, text: &str) -> InputError {
    let help = match option {
        "--define" => "definitions are for --formula",
        "--duplex" => "it is for stipulations other than proof games",
        "--evidence" => "the lines of proof games are checked by playing them",
        "--asked" => "White begins",
        "--intended" => "it is for stipulations other than parry series",
        "--set-play" => "it is for #n, s#n, r#n, semi-r#n and h#n",
        _ => "it is for stipulations with keys: #n, s#n, r#n, semi-r#n",
    };
    InputError::about(kind, text, format!("{option} means nothing to {text}")).help(help)
}

/// What is asked about a position.
pub(super) enum Asked {
    Stipulation(Stipulation, String),
    Formula(String),
}

impl Asked {
    pub fn read(request: &Problem) -> Result<Asked, InputError> {
        match (&request.stipulation, &request.formula) {
            (Some(text), _) => {
                let stipulation = Stipulation::parse(text)
                    .map_err(|error| InputError::in_text("stipulation", text, error))?;
                request.require_meaning(Some(&stipulation))?;
                Ok(Asked::Stipulation(stipulation, text.clone()))
            }
            (None, Some(formula)) => {
                request.require_meaning(None)?;
                Ok(Asked::Formula(formula.clone()))
            }
            (None, None) => Err(InputError::new("a stipulation or a formula is needed")),
        }
    }
}
