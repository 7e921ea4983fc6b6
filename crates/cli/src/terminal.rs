//! Humans at the terminal.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use ludex::{Humans, complaint_line, lenient_move, shortened};
use ludex_play::{Ask, Question};

use crate::interrupt;
use crate::print::{harmless, tell, wrapped};

/// Asks humans for their moves on standard error, and reads them from standard input.
#[derive(Default)]
pub struct Terminal {
    /// Whether the board was drawn for them: later it is drawn after every move.
    pub drawn: Arc<AtomicBool>,
    /// What was typed last.
    typed: Option<String>,
}

/// What can be typed instead of a move.
const HELP: &str = "type a move, as it is listed or shorter (b2 for (mark b 2)); or
  moves   list the moves          board   draw the board
  hint    a good move             undo    take the last move back
  resign  give up the game        quit    leave it, without a result (--save keeps it)
  help    this text";

impl Humans for Terminal {
    fn human(&self) -> Option<Box<dyn Ask + '_>> {
        Some(Box::new(Terminal { drawn: self.drawn.clone(), typed: None }))
    }
}

impl Ask for Terminal {
    /// Asks for a move until a line is one; an empty line lists the moves. What the game cannot read
    /// is taken for the only move it can mean. Returns `None` at the end of the input and after
    /// Ctrl-C.
    fn ask(&mut self, question: &Question<'_>) -> Option<String> {
        if !self.drawn.swap(true, Ordering::Relaxed) {
            tell!("{}", question.drawing);
        }
        let refused = self.typed.take().filter(|_| question.complaint.is_some());
        if let Some(mv) = refused.and_then(|typed| lenient_move(&typed, question.moves)) {
            return Some(mv.clone());
        }
        let mut complaint = complaint_line(question.complaint);
        loop {
            anstream::eprint!("{}", harmless(&format!("{complaint}{} plays: ", question.agent)));
            std::io::stderr().flush().ok()?;
            let Some(line) = read_line() else {
                // What is printed next begins a line of its own.
                anstream::eprintln!();
                return None;
            };
            complaint.clear();
            let line = line.trim().to_string();
            match line.as_str() {
                _ if question.moves.contains(&line) => return Some(line),
                "help" | "?" => tell!("{HELP}"),
                "board" => tell!("{}", question.drawing),
                "" | "moves" | "show moves" => {
                    let listed = format!("the moves are {}", shortened(question.moves, 60));
                    tell!("{}", wrapped(&listed, 2));
                }
                _ => return self.typed.insert(line).clone().into(),
            }
        }
    }
}

/// Reads a line of standard input. Returns `None` at its end, or as soon as Ctrl-C is pressed: a
/// thread of its own waits for the line, since reading goes on after a signal.
pub fn read_line() -> Option<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        // Nobody waits for it any more after Ctrl-C.
        let _ = sender.send(read.is_ok_and(|bytes| bytes > 0).then_some(line));
    });
    loop {
        match receiver.recv_timeout(Duration::from_millis(50)) {
            Ok(line) => return line,
            Err(RecvTimeoutError::Timeout) if !interrupt::interrupted() => {}
            Err(_) => return None,
        }
    }
}
