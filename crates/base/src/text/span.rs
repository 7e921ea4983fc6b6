//! A place in a text.

use std::ops::Range;

use crate::TextError;

/// A place in a text, in bytes. Unlike a range it is `Copy` and takes eight bytes, as every node of
/// a syntax tree has one. Texts are shorter than 4 GiB: lexers refuse longer ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// Returns the empty place at a byte.
    pub fn at(byte: usize) -> Span {
        Span::from(byte..byte)
    }

    /// Returns the place from the start of this span to the end of another one.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end.max(self.start) }
    }

    /// Returns the empty place at the end of this span.
    pub fn after(self) -> Span {
        Span { start: self.end, end: self.end }
    }

    /// Returns the place without its first and its last byte: what is between quotation marks.
    pub fn inner(self) -> Span {
        Span { start: self.start + 1, end: self.end - 1 }
    }

    /// Returns the place as a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the words at this place.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }

    /// Makes an error at this place.
    pub fn error(self, message: impl Into<String>) -> TextError {
        TextError::new(message, self)
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Span {
        Span { start: range.start as u32, end: range.end as u32 }
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Range<usize> {
        span.range()
    }
}
