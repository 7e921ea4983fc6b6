//! The table players sit at: any game, whether its agents move in turns or together.

use std::io::{BufRead, Write};

use ludex_game::Picture;
use ludex_play::{
    Ask, CannotPlay, Desk, PlayOptions, Played, Question, Rules, Table, TournamentOptions,
    Transcript, play_game, play_tournament,
};

use crate::complaint::Complaint;
use crate::interrupt;
use crate::lines::shortened;
use crate::requests::{PlayRequest, TournamentRequest};

/// Plays one game.
pub fn play<G: Rules>(
    game: &G,
    start: &G::State,
    request: &PlayRequest,
    watch: &mut dyn FnMut(Picture, &[Played]),
) -> Result<Transcript, Complaint> {
    let options =
        PlayOptions { seed: request.seed, max_bytes: request.max_bytes, ..PlayOptions::default() };
    let stop = interrupt::flag();
    let watch = &mut |state: &G::State, moves: &[Played]| watch(game.picture(state), moves);
    play_game(game, start, &request.players, &Terminal::default(), &options, Some(&stop), watch)
        .map_err(|error| refused(game, error))
}

/// Plays many games.
pub fn tournament<G: Rules>(
    name: &str,
    game: &G,
    request: &TournamentRequest,
    watch: &(dyn Fn(usize, usize) + Sync),
) -> Result<Table, Complaint> {
    let options = TournamentOptions {
        rounds: request.rounds,
        seed: request.seed,
        threads: request.threads,
        max_bytes: request.max_bytes,
        ..TournamentOptions::default()
    };
    let stop = interrupt::flag();
    let told = |_: &_, _: &_, done: usize, all: usize| watch(done, all);
    play_tournament(name, game, &request.players, &options, Some(&stop), &told)
        .map_err(|error| refused(game, error))
}

fn refused<G: Rules>(game: &G, error: CannotPlay) -> Complaint {
    let help = format!("the agents are {}", game.agents().names().join(", "));
    Complaint::new(error.to_string()).help(help)
}

/// Humans sit at the terminal.
#[derive(Default)]
struct Terminal {
    /// Whether the board was drawn for them: later it is drawn after every move.
    drawn: bool,
}

impl<G: Rules> Desk<G> for Terminal {
    fn human(&self) -> Option<Box<dyn Ask + '_>> {
        Some(Box::new(Terminal::default()))
    }
}

impl Ask for Terminal {
    /// An empty answer lists the moves, the end of the input gives up.
    fn ask(&mut self, question: &Question<'_>) -> Option<String> {
        if !std::mem::replace(&mut self.drawn, true) {
            anstream::eprintln!("{}", question.drawing);
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
            anstream::eprintln!("the moves are {}", shortened(question.moves, 60));
        }
    }
}
