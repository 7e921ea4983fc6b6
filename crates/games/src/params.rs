//! Names of games: `NAME`, `NAME:key=value,key=value` or `NAME(key=value,key=value)`.

use std::ops::{Range, RangeInclusive};

use ludex_base::{TextError, suggest};

use crate::GameInfo;

/// The parsed name of a game, not yet looked up.
///
/// ```
/// use ludex_games::GameSpec;
/// let spec = GameSpec::parse("connect4:columns=5,rows=4").unwrap();
/// assert_eq!(spec.name, "connect4");
/// assert_eq!(spec.values.len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSpec {
    /// The name, as typed.
    pub name: String,
    /// Key, value, and the place of both in the text.
    pub values: Vec<(String, String, Range<usize>)>,
}

impl GameSpec {
    /// Parses a text such as `mk:m=3,k=3`.
    pub fn parse(text: &str) -> Result<GameSpec, TextError> {
        let end = text.len();
        let (name, start, stop) = match text.find([':', '(']) {
            None => (text, end, end),
            Some(at) if text[at..].starts_with(':') => (&text[..at], at + 1, end),
            Some(at) if text.ends_with(')') => (&text[..at], at + 1, end - 1),
            Some(at) => {
                return Err(TextError::new("this parenthesis is never closed", at..at + 1)
                    .help("write NAME(key=value,key=value) or NAME:key=value,key=value"));
            }
        };
        let mut spec = GameSpec { name: name.trim().to_string(), values: Vec::new() };
        let mut at = start;
        if !text[start..stop].trim().is_empty() {
            for part in text[start..stop].split(',') {
                spec.values.push(key_value(part, at)?);
                at += part.len() + 1;
            }
        }
        Ok(spec)
    }
}

fn key_value(part: &str, at: usize) -> Result<(String, String, Range<usize>), TextError> {
    let span = at..at + part.len();
    match part.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
            Ok((key.trim().to_lowercase(), value.trim().to_string(), span))
        }
        _ => Err(TextError::new(format!("`{}` is not of the form key=value", part.trim()), span)),
    }
}

/// The keys of a game with their values: those given, and defaults for the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameParams {
    values: Vec<(&'static str, String, Range<usize>)>,
}

impl GameParams {
    /// Checks the given keys against the keys of a game.
    pub fn new(info: &GameInfo, spec: &GameSpec) -> Result<GameParams, TextError> {
        let mut values: Vec<_> =
            info.keys.iter().map(|k| (k.name, k.default.to_string(), 0..0)).collect();
        for (key, value, span) in &spec.values {
            let Some(slot) = values.iter_mut().find(|(name, ..)| name == key) else {
                let known: Vec<&str> = info.keys.iter().map(|k| k.name).collect();
                let help = match known.len() {
                    0 => format!("{} has no keys", info.name),
                    1 => format!("the only key of {} is {}", info.name, known[0]),
                    _ => format!("the keys of {} are {}", info.name, known.join(", ")),
                };
                let help = match suggest(key, known.iter().copied()) {
                    Some(close) => format!("did you mean `{close}`? {help}"),
                    None => help,
                };
                let message = format!("{} has no key `{key}`", info.name);
                return Err(TextError::new(message, span.clone()).help(help));
            };
            if !slot.2.is_empty() {
                return Err(TextError::new(format!("`{key}` is given twice"), span.clone()));
            }
            (slot.1, slot.2) = (value.clone(), span.clone());
        }
        Ok(GameParams { values })
    }

    /// Returns the value of a key as text.
    pub fn text(&self, key: &str) -> &str {
        &self.get(key).1
    }

    /// Returns the value of a key that is a whole number within a range.
    pub fn number(&self, key: &str, range: RangeInclusive<usize>) -> Result<usize, TextError> {
        match self.text(key).parse() {
            Ok(n) if range.contains(&n) => Ok(n),
            _ => Err(self.error(
                key,
                format!("`{key}` must be a whole number from {} to {}", range.start(), range.end()),
            )),
        }
    }

    /// Returns the index of the value of a key among a few words.
    pub fn word(&self, key: &str, words: &[&str]) -> Result<usize, TextError> {
        let text = self.text(key);
        words.iter().position(|w| w.eq_ignore_ascii_case(text)).ok_or_else(|| {
            let message = format!("`{key}` must be one of {}, not `{text}`", words.join(", "));
            match suggest(text, words.iter().copied()) {
                Some(close) => self.error(key, message).help(format!("did you mean `{close}`?")),
                None => self.error(key, message),
            }
        })
    }

    /// Returns the value of a key that is numbers separated by `-`, such as `3-4-5`.
    pub fn numbers(
        &self,
        key: &str,
        range: RangeInclusive<usize>,
    ) -> Result<Vec<usize>, TextError> {
        let numbers: Option<Vec<usize>> = self
            .text(key)
            .split('-')
            .map(|n| n.trim().parse().ok().filter(|n| range.contains(n)))
            .collect();
        numbers.ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            self.error(key, format!("`{key}` must be numbers from {low} to {high}, as in 3-4-5"))
        })
    }

    /// Returns an error that points at the value of a key.
    pub fn error(&self, key: &str, message: impl Into<String>) -> TextError {
        TextError::new(message, self.get(key).2.clone())
    }

    /// Returns the keys as they are written after the name: `columns=7,rows=6`.
    pub fn canonical(&self) -> String {
        let pairs: Vec<String> = self.values.iter().map(|(k, v, _)| format!("{k}={v}")).collect();
        pairs.join(",")
    }

    fn get(&self, key: &str) -> &(&'static str, String, Range<usize>) {
        self.values
            .iter()
            .find(|(name, ..)| *name == key)
            .expect("a game asks only for keys on its page")
    }
}
