//! A tour through the program: the commands of a page of the book, to be run one after the other.

use super::markdown::{Block, add, blocks};
use crate::page::{Page, PageLine, PageStyle};

/// A station of the tour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TourStep {
    /// What is said before.
    pub text: Vec<PageLine>,
    /// The command as it is typed, without the name of the program; empty at the end of the tour.
    pub line: String,
    /// Its arguments.
    pub command: Vec<String>,
}

/// Returns the tour, its pieces styled by `style`. Its commands write their files into the current
/// folder.
///
/// ```
/// let tour = ludex::tour(&|_, text| text.to_string());
/// assert!(tour.iter().any(|step| step.command.first().is_some_and(|word| word == "solve")));
/// ```
pub fn tour(style: &PageStyle<'_>) -> Vec<TourStep> {
    let mut steps = Vec::new();
    let mut page = Page::new(style);
    for block in blocks(include_str!("../../docs/tour.md")) {
        let command = match &block {
            Block::Code(lines) => lines.iter().find_map(|line| line.strip_prefix("$ ludex ")),
            _ => None,
        };
        match command {
            Some(command) => steps.push(TourStep {
                text: std::mem::take(&mut page.lines),
                line: command.to_string(),
                command: words(command),
            }),
            None => {
                if !page.lines.is_empty() {
                    page.line("");
                }
                add(block, &mut page);
            }
        }
    }
    steps.push(TourStep { text: page.lines, line: String::new(), command: Vec::new() });
    steps
}

/// Returns the words of a command, as a shell reads them: quotes keep blanks.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in command.chars() {
        match (letter, words.last_mut()) {
            ('"', _) => quoted = !quoted,
            (' ', _) if !quoted => words.push(String::new()),
            (_, Some(word)) => word.push(letter),
            (_, None) => {}
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
