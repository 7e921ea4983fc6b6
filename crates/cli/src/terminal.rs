//! Humans at the terminal.

use std::io::{BufRead, Write};

use ludex::{Humans, shortened};
use ludex_play::{Ask, Question};

use crate::print::tell;

/// Asks humans for their moves on standard error, and reads them from standard input.
#[derive(Default)]
pub struct Terminal {
    /// Whether the board was drawn for them: later it is drawn after every move.
    drawn: bool,
}

impl Humans for Terminal {
    fn human(&self) -> Option<Box<dyn Ask + '_>> {
        Some(Box::new(Terminal::default()))
    }
}

impl Ask for Terminal {
    /// Asks for a move until a line is not empty; an empty line lists the moves. Returns `None` at
    /// the end of the input.
    fn ask(&mut self, question: &Question<'_>) -> Option<String> {
        if !std::mem::replace(&mut self.drawn, true) {
            tell!("{}", question.drawing);
        }
        let complaint = question.complaint.map(|text| format!("{text}\n")).unwrap_or_default();
        loop {
            anstream::eprint!("{complaint}{} plays: ", question.agent);
            std::io::stderr().flush().ok()?;
            let mut line = String::new();
            if std::io::stdin().lock().read_line(&mut line).ok()? == 0 {
                return None;
            }
            if !line.trim().is_empty() {
                return Some(line);
            }
            tell!("the moves are {}", shortened(question.moves, 60));
        }
    }
}
