//! Access to JSON values, with errors that say what was expected and where.

use super::{Json, Kind, Word};
use crate::{TextError, nearest};

/// Returns the error for a value of the wrong kind.
pub fn expected(what: &str, found: &Json) -> TextError {
    let message = format!("expected {what}, found {}", found.describe());
    TextError::new(message, found.span.clone())
}

/// Returns the error "There is no …", with a suggestion or the list of known names.
pub fn unknown<'a>(kind: &str, word: &Word, known: impl Iterator<Item = &'a str>) -> TextError {
    let known: Vec<&str> = known.collect();
    let error = TextError::new(format!("there is no {kind} \"{}\"", word.text), word.span.clone());
    match nearest(&word.text, known.iter().copied()) {
        Some(near) => error.help(format!("did you mean \"{near}\"?")),
        None if known.is_empty() => error,
        None => {
            let more = if known.len() > 8 { ", …" } else { "" };
            let known = known[..known.len().min(8)].join(", ");
            error.help(format!("expected one of: {known}{more}"))
        }
    }
}

/// Returns the string that a value must be.
pub fn word(what: &str, json: &Json) -> Result<Word, TextError> {
    match &json.kind {
        Kind::Text(text) => Ok(Word { text: text.clone(), span: json.span.clone() }),
        _ => Err(expected(what, json)),
    }
}

/// Returns the list of strings that a value must be.
pub fn words(what: &str, json: &Json) -> Result<Vec<Word>, TextError> {
    match &json.kind {
        Kind::List(items) => items.iter().map(|item| word("a name", item)).collect(),
        _ => Err(expected(what, json)),
    }
}

/// Returns the entries of the object that a value must be.
pub fn entries<'j>(what: &str, json: &'j Json) -> Result<&'j [(Word, Json)], TextError> {
    match &json.kind {
        Kind::Object(entries) => Ok(entries),
        _ => Err(expected(what, json)),
    }
}

/// An object with a fixed set of fields.
pub struct Fields<'j> {
    json: &'j Json,
    entries: &'j [(Word, Json)],
}

impl<'j> Fields<'j> {
    /// Returns the fields of an object that may have these fields and no others.
    pub fn new(what: &str, json: &'j Json, known: &[&str]) -> Result<Fields<'j>, TextError> {
        let entries = entries(what, json)?;
        match entries.iter().find(|(key, _)| !known.contains(&key.text.as_str())) {
            Some((key, _)) => Err(unknown("field", key, known.iter().copied())),
            None => Ok(Fields { json, entries }),
        }
    }

    /// Returns a field that may be missing.
    pub fn get(&self, name: &str) -> Option<&'j Json> {
        self.entries.iter().find(|(key, _)| key.text == name).map(|(_, value)| value)
    }

    /// Returns a field that must be there.
    pub fn need(&self, name: &str, what: &str) -> Result<&'j Json, TextError> {
        self.get(name).ok_or_else(|| {
            let start = self.json.span.start;
            TextError::new(format!("the field \"{name}\" is missing"), start..start + 1)
                .help(format!("expected \"{name}\": {what}"))
        })
    }
}

/// Checks the spelling of a name: at least one character, without blanks and control characters.
pub fn spelled(what: &str, word: &Word) -> Result<(), TextError> {
    let wrong = |c: char| c.is_whitespace() || c.is_control();
    if !word.text.is_empty() && !word.text.contains(wrong) {
        return Ok(());
    }
    let message = match word.text.as_str() {
        "" => format!("the name of {what} is empty"),
        text => format!("the name of {what} contains a blank: \"{text}\""),
    };
    Err(TextError::new(message, word.span.clone()).help("expected a name without blanks"))
}

/// Checks that names are well spelled and differ in more than upper and lower case.
pub fn distinct(what: &str, words: &[Word]) -> Result<(), TextError> {
    let mut seen = rustc_hash::FxHashSet::default();
    for word in words {
        spelled(what, word)?;
        if !seen.insert(word.text.to_ascii_lowercase()) {
            let message = format!("\"{}\" is the name of {what} already", word.text);
            return Err(TextError::new(message, word.span.clone())
                .help("expected different names; upper and lower case count as the same"));
        }
    }
    Ok(())
}
