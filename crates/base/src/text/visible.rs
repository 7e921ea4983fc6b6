//! Characters that a terminal obeys instead of showing them.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns whether a character is not shown but may change what is shown, or make two texts look alike:
/// control characters, marks that turn the direction of writing, ends of lines, and what has no width.
///
/// ```
/// use ludex_base::is_invisible;
/// assert!(['\u{1b}', '\u{200b}', '\u{202e}', '\u{2028}', '\u{e0041}'].into_iter().all(is_invisible));
/// assert!(!['a', ' ', 'é', '♟', '⬢', '棋'].into_iter().any(is_invisible));
/// ```
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Returns a text on one line in which every invisible character is written out, so that a text of
/// somebody else cannot rewrite what is on the screen.
///
/// ```
/// use ludex_base::visible;
/// assert_eq!(visible("a b"), "a b");
/// assert_eq!(visible("not valid\rvalid\u{1b}[K"), "not valid\\rvalid\\u{1b}[K");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    match text.contains(is_invisible) {
        true => Cow::Owned(escaped(text, is_invisible)),
        false => Cow::Borrowed(text),
    }
}

/// Returns a text of several lines in which every other invisible character is written out.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    let hidden = |character| character != '\n' && is_invisible(character);
    match text.contains(hidden) {
        true => Cow::Owned(escaped(text, hidden)),
        false => Cow::Borrowed(text),
    }
}

/// Returns JSON in which the invisible characters of texts are written out in the way of JSON, but for the
/// ends of lines between its parts.
///
/// ```
/// use ludex_base::visible_json;
/// assert_eq!(visible_json("[\"a\u{202e}b\u{e0041}\"]\n"), "[\"a\\u202eb\\udb40\\udc41\"]\n");
/// ```
pub fn visible_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for character in json.chars() {
        match character != '\n' && is_invisible(character) {
            true => character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                // Writing to a text does not fail.
                write!(shown, "\\u{unit:04x}").unwrap_or_default();
            }),
            false => shown.push(character),
        }
    }
    shown
}

fn escaped(text: &str, hidden: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match hidden(character) {
            // Writing to a text does not fail.
            true => write!(shown, "{}", character.escape_default()).unwrap_or_default(),
            false => shown.push(character),
        }
    }
    shown
}
