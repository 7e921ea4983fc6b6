//! The table players sit at: any game, whether its agents move in turns or together.

use std::io::{BufRead, Write};

use ludex_game::{Agent, Picture};
use ludex_games::Playable;
use ludex_play::{
    Ask, CannotPlay, Desk, PlayOptions, Played, Question, Quick, Rules, Strategy, Table,
    TournamentOptions, Transcript, Turns, play_game, play_tournament_at,
};
use ludex_sgl::Advisor;

use crate::complaint::Complaint;
use crate::interrupt;
use crate::languages::strategies;
use crate::lines::shortened;
use crate::requests::{PlayRequest, TournamentRequest};

/// Plays one game.
pub fn play<G: Rules>(
    game: &G,
    start: &G::State,
    desk: &dyn Desk<G>,
    request: &PlayRequest,
    watch: &mut dyn FnMut(Picture, &[Played]),
) -> Result<Transcript, Complaint> {
    let options =
        PlayOptions { seed: request.seed, max_bytes: request.max_bytes, ..PlayOptions::default() };
    let stop = interrupt::flag();
    let watch = &mut |state: &G::State, moves: &[Played]| watch(game.picture(state), moves);
    play_game(game, start, &request.players, desk, &options, Some(&stop), watch)
        .map_err(|error| refused(game, error))
}

/// Plays many games.
pub fn tournament<G: Rules>(
    name: &str,
    game: &G,
    desk: &(dyn Desk<G> + Sync),
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
    play_tournament_at(name, game, &request.players, desk, &options, Some(&stop), &told)
        .map_err(|error| refused(game, error))
}

fn refused<G: Rules>(game: &G, error: CannotPlay) -> Complaint {
    let help = format!("the agents are {}", game.agents().names().join(", "));
    Complaint::new(error.to_string()).help(help)
}

/// A game of turns at the table, with quick playouts where it has them.
pub type InTurn<'g, G> = Quick<'g, Turns<&'g G>>;

/// Where the players of a tournament on a game of turns get strategies from: files of logic.
pub struct Library<'g, G>(pub &'g G);

impl<'g, G: Playable> Desk<InTurn<'g, G>> for Library<'g, G> {
    fn strategy(&self, name: &str) -> Result<Box<dyn Strategy<InTurn<'g, G>> + '_>, String> {
        advised(self.0, name)
    }
}

/// The strategy `FILE#NAME`.
fn advised<'g, G: Playable>(
    game: &'g G,
    name: &str,
) -> Result<Box<dyn Strategy<InTurn<'g, G>> + 'g>, String> {
    let (path, strategy) = name
        .split_once('#')
        .ok_or_else(|| format!("`{name}` does not say which strategy: FILE#NAME is expected"))?;
    let file = strategies::read(path).map_err(|complaint| complaint.to_string())?;
    let advisor = Advisor::new(game, &file, strategy).map_err(|error| error.to_string())?;
    Ok(Box::new(Advised(advisor)))
}

/// A strategy of logic at play.
struct Advised<'g, G: Playable>(Advisor<'g, G>);

impl<'g, G: Playable> Strategy<InTurn<'g, G>> for Advised<'g, G> {
    fn advise(&mut self, state: &G::State, agent: Agent) -> Option<G::Move> {
        self.0.moves(state, agent).ok()?.first().copied()
    }
}

/// The same for a game between players, where humans sit at the terminal.
pub struct Parlour<'g, G>(pub &'g G);

impl<'g, G: Playable> Desk<InTurn<'g, G>> for Parlour<'g, G> {
    fn human(&self) -> Option<Box<dyn Ask + '_>> {
        Some(Box::new(Terminal::default()))
    }

    fn strategy(&self, name: &str) -> Result<Box<dyn Strategy<InTurn<'g, G>> + '_>, String> {
        advised(self.0, name)
    }
}

/// Humans sit at the terminal.
#[derive(Default)]
pub struct Terminal {
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
