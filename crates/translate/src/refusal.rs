//! Why a game is not translated.

use ludex_gdl::GdlError;

/// Why a game is not translated, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The text is no game.
    #[error("{0}")]
    Rules(#[from] GdlError),
    /// Something about it is not of the shape that is recognised.
    #[error("{0}")]
    Shape(String),
    /// The translation does not play the same game.
    #[error("translated, but play differs: {0}")]
    Differs(String),
}

/// How refusals start that do not know yet what they are about.
pub(crate) const SOMETHING: &str = "a condition";

impl Refusal {
    /// The same refusal, where it is now known what it is about.
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

/// A refusal because of the shape of a game.
pub(crate) fn shape<T>(message: impl Into<String>) -> Result<T> {
    Err(Refusal::Shape(message.into()))
}

pub(crate) type Result<T, E = Refusal> = std::result::Result<T, E>;
