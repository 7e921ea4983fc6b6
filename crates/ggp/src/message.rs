//! The messages of the game manager.

use std::fmt::Write;
use std::time::Duration;

use crate::kif::Kif;

/// The longest clock in seconds, an hour: a match with a longer one would keep its place too long.
const LONGEST: f64 = 3_600.0;

/// The longest name of a match or of a role, in bytes.
const LONGEST_NAME: usize = 1000;

/// A message of the game manager to a player.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// Asks for the name and status of the player.
    Info,
    /// Announces a game.
    Preview,
    /// Starts a match.
    Start(Box<Start>),
    /// Asks for a move, with the last moves of all roles; none at the first turn.
    Play {
        /// The match.
        id: String,
        /// The moves in the order of the roles.
        moves: Option<Vec<String>>,
    },
    /// Ends a match, with the last moves of all roles.
    Stop {
        /// The match.
        id: String,
        /// The moves in the order of the roles.
        moves: Option<Vec<String>>,
    },
    /// Ends a match without a result.
    Abort {
        /// The match.
        id: String,
    },
}

/// The message that starts a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    /// The match.
    pub id: String,
    /// The role to play.
    pub role: String,
    /// The rules of the game: KIF without the parentheses around them.
    pub rules: String,
    /// The time until the first turn.
    pub start_clock: Duration,
    /// The time for a move.
    pub play_clock: Duration,
}

impl Message {
    /// Parses a message.
    pub fn read(text: &str) -> Result<Message, String> {
        // Case does not matter.
        let text = text.to_lowercase();
        let message = Kif::read_one(&text)?;
        // A command alone may stand without parentheses.
        let parts = message.list().unwrap_or_else(|| vec![message]);
        let command = parts.first().and_then(|first| first.word());
        let command = command.ok_or("a message begins with a command")?;
        let rest = &parts[1..];
        match (command, rest) {
            ("info" | "ping", _) => Ok(Message::Info),
            ("preview", _) => Ok(Message::Preview),
            ("start", [id, role, rules, start, play, ..]) => {
                let rules = rules.list().ok_or("the rules are a list")?;
                Ok(Message::Start(Box::new(Start {
                    id: name(*id)?,
                    role: name(*role)?,
                    rules: lines(&rules),
                    start_clock: seconds(*start)?,
                    play_clock: seconds(*play)?,
                })))
            }
            ("play", [id, moves, ..]) => {
                Ok(Message::Play { id: id.to_string(), moves: read_moves(*moves)? })
            }
            ("stop", [id, moves, ..]) => {
                Ok(Message::Stop { id: id.to_string(), moves: read_moves(*moves)? })
            }
            ("stop", [id]) => Ok(Message::Stop { id: id.to_string(), moves: None }),
            ("abort", [id, ..]) => Ok(Message::Abort { id: id.to_string() }),
            ("start" | "play" | "stop" | "abort", _) => {
                Err(format!("`{command}` needs more than {} words", rest.len()))
            }
            _ => Err(format!("there is no command `{command}`")),
        }
    }
}

fn seconds(kif: Kif<'_>) -> Result<Duration, String> {
    let seconds = kif.word().and_then(|word| word.parse().ok());
    let seconds = seconds.filter(|s: &f64| (0.0..=LONGEST).contains(s));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| format!("`{kif}` is no number of seconds"))
}

/// Parses the name of a match or of a role, which are kept as long as the match.
fn name(kif: Kif<'_>) -> Result<String, String> {
    let name = kif.to_string();
    match name.len() <= LONGEST_NAME {
        true => Ok(name),
        false => Err(format!("a name is longer than {LONGEST_NAME} bytes")),
    }
}

/// Writes expressions, one a line.
fn lines(all: &[Kif<'_>]) -> String {
    let mut text = String::new();
    for (number, one) in all.iter().enumerate() {
        let end = if number > 0 { "\n" } else { "" };
        // Writing to a text cannot fail.
        let _ = write!(text, "{end}{one}");
    }
    text
}

/// Parses a list of moves. Returns `None` for `nil` and `()`.
fn read_moves(kif: Kif<'_>) -> Result<Option<Vec<String>>, String> {
    match (kif.word(), kif.list()) {
        (Some("nil"), _) => Ok(None),
        (_, Some(moves)) if moves.is_empty() => Ok(None),
        (_, Some(moves)) => Ok(Some(moves.iter().map(Kif::to_string).collect())),
        _ => Err(format!("moves are a list, not `{kif}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_leniently() {
        for text in ["(info)", "info", " ( INFO ) ", "(Info)\n"] {
            assert_eq!(Message::read(text), Ok(Message::Info), "{text}");
        }
        let start = "(START Match.1 White\n((role white) ; a comment )\n(init (cell 1)))  10 5)";
        let Ok(Message::Start(start)) = Message::read(start) else { panic!("a start message") };
        assert_eq!((start.id.as_str(), start.role.as_str()), ("match.1", "white"));
        assert_eq!(start.rules, "(role white)\n(init (cell 1))");
        assert_eq!(start.play_clock, Duration::from_secs(5));
        let play = Message::read("(play m ((mark 1 1) NOOP))");
        let moves = Some(vec!["(mark 1 1)".to_string(), "noop".to_string()]);
        assert_eq!(play, Ok(Message::Play { id: "m".into(), moves }));
        assert_eq!(
            Message::read("( play M1 nil)"),
            Ok(Message::Play { id: "m1".into(), moves: None })
        );
        assert_eq!(Message::read("(stop m)"), Ok(Message::Stop { id: "m".into(), moves: None }));
    }

    #[test]
    fn garbage_is_refused() {
        let deep = "(".repeat(100_000);
        let wrong = [
            "",
            "(",
            ")",
            "()",
            "(())",
            "hello",
            "(play)",
            "(play m)",
            "(play m x)",
            "(start m r)",
            "(start m r () x 5)",
            "(start m r () -1 5)",
            "(start m r () 1e99 5)",
            "(abort)",
            "(start m r rules 1 1)",
            "(info) (info)",
            "\u{0}\u{ff}",
            "; nothing",
            &deep,
        ];
        for text in wrong {
            assert!(Message::read(text).is_err(), "{:?}", text.get(..20));
        }
    }
}
