//! Reasons for not translating a game.

use ludex_gdl::GdlError;

/// A reason for not translating a game, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The text is not a game.
    #[error("{0}")]
    Rules(#[from] GdlError),
    /// It has a shape that is not recognised.
    #[error("{0}")]
    Shape(String),
    /// The translation does not play the same game.
    #[error("translated, but play differs: {0}")]
    Differs(String),
}

/// The beginning of refusals whose subject is not known yet.
pub(crate) const SOMETHING: &str = "a condition";

impl Refusal {
    /// Returns this refusal with its subject, which is now known.
    pub(crate) fn about(self, name: &str) -> Refusal {
        match self {
            Refusal::Shape(message) => Refusal::Shape(match message.strip_prefix(SOMETHING) {
                Some(rest) => format!("`{name}`{rest}"),
                None => message,
            }),
            other => other,
        }
    }
}

/// Returns a refusal because of the shape of a game.
pub(crate) fn shape<T>(message: impl Into<String>) -> Result<T> {
    Err(Refusal::Shape(message.into()))
}

pub(crate) type Result<T, E = Refusal> = std::result::Result<T, E>;
