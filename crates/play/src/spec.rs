//! Players as people write them: `mcts`, `mcts@1s`, `alphabeta@5000n`, `strategy=FILE#NAME@0.5s`.

use std::fmt;
use std::str::FromStr;

use ludex_game::{TextError, nearest};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Limit, PLAYERS};

/// A player by name, with its limit for each move.
///
/// ```
/// use ludex_play::{Limit, PlayerSpec};
/// let spec: PlayerSpec = "mcts@1000n".parse().unwrap();
/// assert_eq!((spec.name.as_str(), spec.limit), ("mcts", Limit::Nodes(1000)));
/// let error = "mtcs".parse::<PlayerSpec>().unwrap_err();
/// assert_eq!(error.help.unwrap(), "did you mean mcts?");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSpec {
    /// The name, as in the list of players.
    pub name: String,
    /// The text after `=`, for players that need it.
    pub argument: Option<String>,
    /// What it may spend on a move.
    pub limit: Limit,
    /// Whether the limit was written, and is not the default.
    pub limited: bool,
}

impl PlayerSpec {
    /// Gives the player a limit unless it has one of its own or needs none.
    pub fn or_limit(self, limit: Limit) -> PlayerSpec {
        let own = self.limited || self.limit == Limit::None;
        let limit = if own { self.limit } else { limit };
        PlayerSpec { limit, ..self }
    }

    /// Parses several players, separated by commas.
    pub fn list(text: &str) -> Result<Vec<PlayerSpec>, TextError> {
        let mut at = 0;
        let mut specs = Vec::new();
        for part in text.split(',') {
            let spec: Result<PlayerSpec, TextError> = part.parse();
            let shift = |error: TextError| {
                let span = error.span.start + at..error.span.end + at;
                TextError { span, ..error }
            };
            specs.push(spec.map_err(shift)?);
            at += part.len() + 1;
        }
        Ok(specs)
    }
}

impl FromStr for PlayerSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<PlayerSpec, TextError> {
        let (player, limit) = match text.rsplit_once('@') {
            Some((player, limit)) => (player, Some(limit)),
            None => (text, None),
        };
        let (name, argument) = match player.split_once('=') {
            Some((name, argument)) => (name, Some(argument)),
            None => (player, None),
        };
        let start = name.len() - name.trim_start().len();
        let span = start..start + name.trim().len();
        let name = name.trim();
        let Some(info) = PLAYERS.iter().find(|info| info.name.eq_ignore_ascii_case(name)) else {
            return Err(unknown(name, span));
        };
        match (info.argument, argument) {
            (Some(form), None) => {
                let message = format!("{} needs more: {}={form}", info.name, info.name);
                return Err(TextError::new(message, span));
            }
            (None, Some(_)) => {
                let message = format!("{} takes nothing after it but a limit", info.name);
                let span = name.len()..player.len();
                return Err(TextError::new(message, span).help(LIMIT_HELP));
            }
            _ => {}
        }
        let at = player.len() + 1;
        let read = |limit: &str| {
            read_limit(limit).ok_or_else(|| no_limit(limit, at.min(text.len())..text.len()))
        };
        Ok(PlayerSpec {
            name: info.name.to_string(),
            argument: argument.map(str::to_string),
            limit: limit.map(read).transpose()?.unwrap_or(info.default_limit()),
            limited: limit.is_some(),
        })
    }
}

const LIMIT_HELP: &str = "write a time as in mcts@1s or mcts@50ms, or nodes as in mcts@1000n";

fn unknown(name: &str, span: std::ops::Range<usize>) -> TextError {
    let names: Vec<&str> = PLAYERS.iter().map(|info| info.name).collect();
    let help = match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("the players are {}", names.join(", ")),
    };
    TextError::new(format!("there is no player called `{name}`"), span).help(help)
}

fn no_limit(text: &str, span: std::ops::Range<usize>) -> TextError {
    TextError::new(format!("`{text}` is no limit"), span).help(LIMIT_HELP)
}

/// Parses a positive number of `s`, `ms` or `n`.
fn read_limit(text: &str) -> Option<Limit> {
    let text = text.trim();
    let letters = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(letters);
    let positive = |number: f64| (number > 0.0 && number.is_finite()).then_some(number);
    match unit.to_ascii_lowercase().as_str() {
        "s" => number.parse().ok().and_then(positive).map(Limit::Seconds),
        "ms" => number.parse().ok().and_then(positive).map(|n: f64| Limit::Seconds(n / 1000.0)),
        "n" => number.parse().ok().filter(|&n: &u64| n > 0).map(Limit::Nodes),
        _ => None,
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(argument) = &self.argument {
            write!(f, "={argument}")?;
        }
        if self.limited { write!(f, "@{}", self.limit) } else { Ok(()) }
    }
}

impl Serialize for PlayerSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Parses the text that `Serialize` writes. A limit of [`PlayerSpec::or_limit`] is not part of it.
impl<'de> Deserialize<'de> for PlayerSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayerSpec, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_written() {
        for text in ["random", "mcts@1s", "alphabeta@0.05s", "uct@7n", "strategy=a b.sgl#w@2s"] {
            let spec: PlayerSpec = text.parse().expect("a player");
            assert_eq!(spec.to_string(), text);
        }
        let spec: PlayerSpec = " MCTS @ 250ms ".parse().expect("blanks and case are no matter");
        assert_eq!((spec.name.as_str(), spec.limit), ("mcts", Limit::Seconds(0.25)));
        assert_eq!("uct".parse::<PlayerSpec>().expect("one").limit, Limit::Seconds(1.0));
    }

    #[test]
    fn a_human_had_a_clock_of_one_second() {
        let human: PlayerSpec = "human".parse().expect("a player");
        assert_eq!((human.limit, human.to_string()), (Limit::None, "human".to_string()));
        assert_eq!(human.or_limit(Limit::Seconds(2.0)).limit, Limit::None);
        let asked: PlayerSpec = "human@30s".parse().expect("a player");
        assert_eq!((asked.limit, asked.to_string()), (Limit::Seconds(30.0), "human@30s".into()));
    }

    #[test]
    fn errors_point_at_the_place() {
        let wrong = [
            ("mcst@1s", 0..4),
            ("mcts@1", 5..6),
            ("mcts@", 5..5),
            ("mcts@-1s", 5..8),
            ("mcts@infs", 5..9),
            ("mcts@0n", 5..7),
            ("mcts@1.5n", 5..9),
            ("mcts=x", 4..6),
            ("strategy", 0..8),
            ("", 0..0),
        ];
        for (text, span) in wrong {
            let error = text.parse::<PlayerSpec>().expect_err(text);
            assert_eq!(error.span, span, "{text}: {error}");
        }
        let error = PlayerSpec::list("random,mcts@x,uct").expect_err("x is no limit");
        assert_eq!(error.span, 12..13);
    }
}
