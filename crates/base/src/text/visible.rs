//! Characters that a terminal obeys instead of showing them.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns whether a character is not shown but changes what is shown: control characters, and marks
/// that turn the direction of writing.
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
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
