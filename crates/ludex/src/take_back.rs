//! What humans may say instead of a move: `undo` takes their last move back, `hint` asks for one,
//! `resign` gives up, and `quit` ends the game without a result.

use std::cell::{Cell, RefCell};

use ludex_game::{DynState, Picture};
use ludex_play::{
    Ask, End, MatchOptions, NoContext, PlayOptions, Played, PlayerSpec, Question, Transcript,
    play_game,
};

use crate::requests::{Limits, Play, StopFlag};
use crate::session::Session;
use crate::so_far::SoFar;
use crate::trail::changed_cells;

/// The player that is asked for a hint.
const HINT: &str = "auto@1s";

/// The name of players that are asked.
pub(crate) const HUMAN: &str = "human";

/// A game while it is played: the positions so far, and how many moves are kept if some are to be
/// taken back.
pub(crate) struct History<'s> {
    session: &'s Session,
    /// Ends the search for a hint.
    stop: StopFlag,
    /// The agents that humans play.
    humans: Vec<String>,
    /// The moves that were played before the last one was taken back.
    before: RefCell<Vec<Played>>,
    /// The moves since then.
    since: RefCell<Vec<Played>>,
    /// The positions and the numbers of moves before them, the first one included.
    states: RefCell<Vec<(usize, DynState)>>,
    kept: Cell<Option<usize>>,
    /// Whether a human does not go on.
    quit: Cell<bool>,
}

impl<'s> History<'s> {
    /// Starts with the position of a session, or where its game began.
    pub fn new(session: &'s Session, request: &Play, players: &[PlayerSpec]) -> History<'s> {
        let SoFar { states, moves } = match request.whole {
            true => session.so_far(),
            false => SoFar { states: vec![(0, session.state.clone())], moves: Vec::new() },
        };
        let agents = session.agents().names().iter().zip(players);
        let asked = agents.filter(|(_, player)| player.name == HUMAN);
        History {
            session,
            stop: request.stop.clone(),
            humans: asked.map(|(agent, _)| agent.clone()).collect(),
            before: RefCell::new(moves),
            since: RefCell::default(),
            states: RefCell::new(states),
            kept: Cell::new(None),
            quit: Cell::new(false),
        }
    }

    /// Returns the position now.
    pub fn state(&self) -> DynState {
        self.states.borrow().last().map_or(self.session.state.clone(), |(_, state)| state.clone())
    }

    /// Draws the position now, with what the last turn changed.
    pub fn picture(&self) -> Picture {
        let mut picture = self.session.drawn(&self.state());
        if let [.., (_, before), _] = &self.states.borrow()[..] {
            let changed = changed_cells(&self.session.drawn(before), &picture);
            changed.into_iter().for_each(|cell| picture.cells[cell].last = true);
        }
        picture
    }

    /// Returns all moves so far.
    pub fn moves(&self) -> Vec<Played> {
        [&self.before.borrow()[..], &self.since.borrow()[..]].concat()
    }

    /// Adds the position after a turn, with the moves since the last one was taken back.
    pub fn add(&self, state: &DynState, since: &[Played]) {
        let turns = self.turns_before();
        let since: Vec<_> =
            since.iter().map(|mv| Played { turn: mv.turn + turns, ..mv.clone() }).collect();
        let count = self.before.borrow().len() + since.len();
        *self.since.borrow_mut() = since;
        self.states.borrow_mut().push((count, state.clone()));
    }

    /// Returns the number of turns before the last move was taken back: play counts from 0 again.
    fn turns_before(&self) -> usize {
        self.before.borrow().last().map_or(0, |played| played.turn + 1)
    }

    /// Goes back if a human asked for it; returns whether the game goes on from there.
    pub fn take_back(&self) -> bool {
        let Some(kept) = self.kept.take() else { return false };
        self.states.borrow_mut().retain(|(count, _)| *count <= kept);
        let mut moves = self.moves();
        moves.truncate(self.states.borrow().last().map_or(0, |(count, _)| *count));
        (*self.before.borrow_mut(), *self.since.borrow_mut()) = (moves, Vec::new());
        true
    }

    /// Returns the record of the whole game.
    pub fn whole(&self, last: Transcript) -> Transcript {
        let turns = self.turns_before();
        let Transcript { moves: since, mut faults, .. } = last;
        faults.iter_mut().for_each(|fault| fault.turn += turns);
        let mut moves = self.before.borrow().clone();
        moves.extend(since.into_iter().map(|mv| Played { turn: mv.turn + turns, ..mv }));
        match self.quit.get() {
            true => Transcript { moves, faults, scores: Vec::new(), end: End::Stopped, ..last },
            false => Transcript { moves, faults, ..last },
        }
    }

    /// Ends the game without a result.
    fn quit(&self) -> Option<String> {
        self.quit.set(true);
        None
    }

    /// Asks for the last move of a human to be taken back; returns whether there is one.
    fn undo(&self) -> bool {
        let last = self.moves().iter().rposition(|played| self.humans.contains(&played.agent));
        self.kept.set(last);
        last.is_some()
    }

    /// Returns a move that is proved to be best, in words; `value` is what it leads to.
    fn proved(&self, mv: &str, value: f64) -> String {
        let outcomes = self.session.outcomes();
        let best = outcomes.number(outcomes.best());
        let worst = outcomes.iter().next().map_or(best, |worst| outcomes.number(worst));
        let limits =
            Limits { max_seconds: Some(1.0), stop: self.stop.clone(), ..Limits::default() };
        match outcomes.len() {
            2 | 3 if self.session.may_have_own_payoffs(&limits.budget()) => {
                format!("hint: {mv} gets {value} (proved)")
            }
            2 | 3 if value == best => format!("hint: {mv} wins (proved)"),
            2 | 3 if value == worst => format!("hint: every move loses (proved), as {mv} does"),
            3 => format!("hint: {mv} draws, and no move wins (proved)"),
            _ => format!("hint: {mv} gets {value} (proved)"),
        }
    }

    /// Returns a good move for an agent, in words.
    fn hint(&self, agent: &str) -> String {
        let game = self.session.playable();
        let players = vec![HINT; self.session.agents().len()].join(",");
        let options = PlayOptions {
            contest: MatchOptions { max_moves: 1, ..MatchOptions::default() },
            ..PlayOptions::default()
        };
        let (start, stop) = (self.state(), Some(&*self.stop.0));
        let played = PlayerSpec::list(&players).ok().and_then(|players| {
            play_game(&game, &start, &players, &NoContext, &options, stop, &mut |_, _| {}).ok()
        });
        let moves = played.into_iter().flat_map(|transcript| transcript.moves);
        match moves.into_iter().find(|played| played.agent == agent) {
            Some(Played { mv, thought, .. }) => match thought.value.filter(|_| thought.proven) {
                Some(value) => self.proved(&mv, value),
                None => format!("hint: {mv}"),
            },
            None => "hint: none was found".to_string(),
        }
    }
}

/// Somebody who is asked, with `undo`, `hint`, `resign` and `quit` understood. Whoever has nothing
/// more to say has quit.
pub(crate) struct AskWithHistory<'s> {
    pub inner: Box<dyn Ask + 's>,
    pub history: &'s History<'s>,
}

impl Ask for AskWithHistory<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Option<String> {
        let mut said: Option<String> = None;
        let drawing = &self.history.picture().to_marked_text();
        loop {
            let complaint = said.as_deref().or(question.complaint);
            let answer = self.inner.ask(&Question { complaint, drawing, ..*question });
            let Some(answer) = answer else { return self.history.quit() };
            let word = answer.trim();
            let is_move = question.moves.iter().any(|mv| mv == word);
            match word {
                "hint" if !is_move => said = Some(self.history.hint(question.agent)),
                "quit" if !is_move => return self.history.quit(),
                "resign" if !is_move => return None,
                "undo" if !is_move && self.history.undo() => return None,
                "undo" if !is_move => said = Some("there is no move to take back".to_string()),
                _ => return Some(answer),
            }
        }
    }
}

/// Returns what was wrong with an answer, or what was said to it, as a line of its own.
pub fn complaint_line(complaint: Option<&str>) -> String {
    match complaint {
        Some(text) if text.starts_with('`') => format!("{text} (try help)\n"),
        Some(text) => format!("{text}\n"),
        None => String::new(),
    }
}
