//! Answers as pages of text, whose pieces a terminal gives colours.

mod checked;
mod columns;
mod described;
mod listed;
mod played;
mod replied;
mod shown;
mod solved;
mod verified;

pub use columns::columns;
pub use listed::{concept_page, game_page, games_page};
pub use played::{played_text, tournament_page, transcript_page};
pub use replied::inline;

/// How a piece of a page is to be read; a terminal gives each a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Yes; solutions.
    Good,
    /// No; none, or too many.
    Bad,
    /// What matters most.
    Strong,
    /// Remarks.
    Faint,
}

/// A line of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageLine {
    /// The text.
    pub text: String,
    /// How far the rest of a long line is indented; `None` if the line is not to be broken.
    pub indent: Option<usize>,
}

/// Styles a piece of a page.
pub(crate) type PageStyle<'s> = dyn Fn(Tone, &str) -> String + 's;

/// A page that is being laid out.
pub(crate) struct Page<'s> {
    style: &'s PageStyle<'s>,
    /// The lines so far.
    pub lines: Vec<PageLine>,
}

impl<'s> Page<'s> {
    /// Makes an empty page.
    pub fn new(style: &'s PageStyle<'s>) -> Page<'s> {
        Page { style, lines: Vec::new() }
    }

    /// Adds a line.
    pub fn line(&mut self, text: impl Into<String>) {
        self.lines.push(PageLine { text: text.into(), indent: None });
    }

    /// Adds a line that may be broken, the rest of it indented.
    pub fn long(&mut self, text: impl Into<String>, indent: usize) {
        self.lines.push(PageLine { text: text.into(), indent: Some(indent) });
    }

    /// Adds rows in aligned columns, the last one of which may be broken.
    pub fn table(&mut self, rows: &[Vec<String>]) {
        columns(rows).into_iter().for_each(|(row, indent)| self.long(row, indent));
    }

    /// Returns a piece in a style.
    pub fn styled(&self, tone: Tone, text: &str) -> String {
        (self.style)(tone, text)
    }

    /// Returns the name of a remark.
    pub fn faint(&self, text: &str) -> String {
        self.styled(Tone::Faint, text)
    }
}
