//! JSON that remembers the place of every value.
//!
//! `serde_json` forgets places and lets the last of two equal keys win; an error in a game file is
//! to be underlined, and two equal keys are one. So `serde_json` checks the syntax, and a scanner
//! that relies on this cuts the text into a tree with byte spans.

pub mod fields;

use std::ops::Range;

use ludex_base::{Budget, NoAnswer, Stopped, Ticker};

use crate::TextError;

/// A value and its place in the text.
#[derive(Debug)]
pub struct Json {
    pub kind: Kind,
    pub span: Range<usize>,
}

/// The kind of a value.
#[derive(Debug)]
pub enum Kind {
    Text(String),
    Number(f64),
    List(Vec<Json>),
    /// Keys and values in the order of the text.
    Object(Vec<(Word, Json)>),
    /// `true`, `false` or `null`, for which a game file has no use.
    Other(String),
}

/// A string and its place, the quotes included.
#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    pub span: Range<usize>,
}

impl Json {
    /// Parses a document within a budget.
    pub fn read_within(text: &str, budget: &Budget) -> Result<Json, NoAnswer<TextError>> {
        if text.trim().is_empty() {
            let empty = TextError::new("the file is empty", 0..text.len());
            let help = "expected a game: { \"agents\": […], \"initial\": …, \"states\": {…} }";
            return Err(empty.help(help).into());
        }
        serde_json::from_str::<serde_json::Value>(text).map_err(|e| syntax_error(text, &e))?;
        let value = Scanner { text, at: 0, ticker: Ticker::new(budget) }.value()?;
        unique_keys(&value)?;
        budget.poll()?;
        Ok(value)
    }

    /// Returns a description of the kind of this value, for messages.
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Text(text) => format!("the text \"{text}\""),
            Kind::Number(number) => format!("the number {number}"),
            Kind::List(_) => "a list".into(),
            Kind::Object(_) => "an object".into(),
            Kind::Other(word) => word.clone(),
        }
    }
}

/// Converts the line and column of `serde_json` to a place: the character at which parsing failed.
fn syntax_error(text: &str, error: &serde_json::Error) -> TextError {
    let before: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut start = (before + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let end = start + text[start..].chars().next().map_or(0, char::len_utf8);
    if error.is_eof() {
        return TextError::new("the file ends too early", start..end)
            .help("a bracket or a quotation mark is not closed");
    }
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    if let Some(word) = ["NaN", "Infinity"].iter().find(|word| text[start..].starts_with(**word)) {
        return TextError::new(format!("{word} is no number"), start..start + word.len())
            .help("expected a finite number");
    }
    TextError::new(format!("this is not JSON: {message}"), start..end)
}

/// Fails if an object has two equal keys: the second would silently replace the first.
fn unique_keys(value: &Json) -> Result<(), TextError> {
    match &value.kind {
        Kind::List(items) => items.iter().try_for_each(unique_keys),
        Kind::Object(entries) => {
            let mut seen = rustc_hash::FxHashSet::default();
            for (key, value) in entries {
                if !seen.insert(key.text.as_str()) {
                    return Err(TextError::new(
                        format!("\"{}\" occurs twice here", key.text),
                        key.span.clone(),
                    )
                    .help("each name may be given once: rename one of the two"));
                }
                unique_keys(value)?;
            }
            Ok(())
        }
        Kind::Text(_) | Kind::Number(_) | Kind::Other(_) => Ok(()),
    }
}

/// A scanner of a text that is known to be JSON (and so not nested too deeply for recursion).
struct Scanner<'t> {
    text: &'t str,
    at: usize,
    ticker: Ticker<'t>,
}

impl Scanner<'_> {
    fn value(&mut self) -> Result<Json, Stopped> {
        self.ticker.tick()?;
        self.skip_blanks();
        let start = self.at;
        let kind = match self.peek() {
            Some(b'"') => Kind::Text(self.word().text),
            Some(b'{') => Kind::Object(self.items(Self::entry)?),
            Some(b'[') => Kind::List(self.items(Self::value)?),
            _ => self.scalar(),
        };
        Ok(Json { kind, span: start..self.at })
    }

    /// Returns the items between the bracket here and its partner.
    fn items<T>(&mut self, item: fn(&mut Self) -> Result<T, Stopped>) -> Result<Vec<T>, Stopped> {
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.skip_blanks();
            match self.peek() {
                None | Some(b'}' | b']') => break,
                Some(b',') => self.at += 1,
                Some(_) => items.push(item(self)?),
            }
        }
        self.at += 1;
        Ok(items)
    }

    fn entry(&mut self) -> Result<(Word, Json), Stopped> {
        let key = self.word();
        self.skip_blanks();
        self.at += 1; // the colon
        Ok((key, self.value()?))
    }

    fn word(&mut self) -> Word {
        let start = self.at;
        let mut escaped = false;
        let inner = self.text[start + 1..].bytes().position(|b| {
            let end = b == b'"' && !escaped;
            escaped = b == b'\\' && !escaped;
            end
        });
        self.at = inner.map_or(self.text.len(), |n| start + n + 2);
        let text = serde_json::from_str(&self.text[start..self.at]).unwrap_or_default();
        Word { text, span: start..self.at }
    }

    fn scalar(&mut self) -> Kind {
        let rest = &self.text[self.at..];
        let end = rest.find([',', ']', '}', ' ', '\t', '\n', '\r']).unwrap_or(rest.len());
        self.at += end;
        let word = &rest[..end];
        word.parse().map_or(Kind::Other(word.into()), Kind::Number)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Json, TextError> {
        Json::read_within(text, &Budget::default()).map_err(|why| why.invalid().expect("no limit"))
    }

    #[test]
    fn spans_point_at_what_is_written() {
        let text = " {\"a\\\"b\" : [1, -2.5e1,\"x\u{e9}\"], \"c\":{ } , \"d\":null}";
        let json = read(text).expect("valid");
        let Kind::Object(entries) = &json.kind else { panic!("an object") };
        assert_eq!(&text[json.span.clone()], text.trim());
        assert_eq!(entries[0].0.text, "a\"b");
        assert_eq!(&text[entries[0].0.span.clone()], "\"a\\\"b\"");
        let Kind::List(items) = &entries[0].1.kind else { panic!("a list") };
        let spans: Vec<&str> = items.iter().map(|item| &text[item.span.clone()]).collect();
        assert_eq!(spans, ["1", "-2.5e1", "\"x\u{e9}\""]);
        assert!(matches!(items[1].kind, Kind::Number(n) if n == -25.0));
        assert!(matches!(&entries[1].1.kind, Kind::Object(inner) if inner.is_empty()));
        assert!(matches!(&entries[2].1.kind, Kind::Other(word) if word == "null"));
    }

    #[test]
    fn syntax_errors_and_double_keys_are_placed() {
        let text = "{\n \"a\": 1,\n \"b\": ]\n}";
        let error = read(text).expect_err("not JSON");
        assert_eq!(&text[error.span], "]");
        let text = "{\"a\": {\"b\": 1, \"b\": 2}}";
        let error = read(text).expect_err("twice");
        assert_eq!(error.span, 15..18);
        for text in ["{", "", "\u{e9}", "{\"a\":1e999}", "[\"\\ud800\"]", "[1] \u{e9}"] {
            let error = read(text).expect_err(text);
            assert!(text.get(error.span).is_some(), "{text}");
        }
        assert!(read(&"[".repeat(100_000)).is_err());
    }
}
