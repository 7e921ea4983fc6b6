//! A game written in Python as a game of the model.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ludex::InputError;
use ludex_game::{
    Agent, Agents, Bounds, Game, Hints, Model, Notation, Outcome, Outcomes, Picture,
    SimultaneousGame, TextError, Turn,
};
use pyo3::prelude::*;

use super::Run;
use super::record::{MoveList, OwnMove, OwnResult, OwnState};
use super::shared::Shared;
use crate::error::input_error;

/// A game written in Python, for one request.
pub struct OwnGame {
    pub shared: Arc<Shared>,
    pub run: Arc<Run>,
    /// Whether positions are read only if they were reached before.
    pub known_only: bool,
}

impl OwnGame {
    /// Asks Python; what it raises unwinds this thread.
    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        Python::attach(question).unwrap_or_else(|error| self.run.fail(error))
    }

    /// Returns the moves of an agent.
    fn list<'s>(&self, state: &'s OwnState, agent: Agent) -> Option<&'s MoveList> {
        let place = state.0.moves.get(agent.index())?;
        if place.get().is_none() {
            let found = match self.turn(state) {
                Turn::Final => MoveList::new(Vec::new()),
                _ => self.ask(|py| self.shared.ask_moves(py, &state.0, agent)),
            };
            let _ = place.set(found);
        }
        place.get()
    }

    /// Returns how a state ended, if it is final.
    fn result<'s>(&self, state: &'s OwnState) -> Option<&'s OwnResult> {
        let place = &state.0.result;
        if place.get().is_none() && self.turn(state) == Turn::Final {
            let _ = place.set(self.ask(|py| self.shared.ask_result(py, &state.0)));
        }
        place.get()
    }
}

/// Makes the error for a text that means two moves.
fn alike(py: Python<'_>, text: &str) -> PyErr {
    let error = InputError::new(format!("two moves are written `{text}`"));
    input_error(py, error.help("`str` of different moves is different, also without blanks"))
}

impl Model for OwnGame {
    type State = OwnState;
    type Move = OwnMove;

    fn agents(&self) -> &Agents {
        &self.shared.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.shared.outcomes
    }

    fn initial(&self) -> OwnState {
        self.shared.first()
    }

    fn turn(&self, state: &OwnState) -> Turn {
        if let Some(&turn) = state.0.turn.get() {
            return turn;
        }
        let turn = self.ask(|py| self.shared.ask_turn(py, &state.0));
        *state.0.turn.get_or_init(|| turn)
    }

    fn moves(&self, state: &OwnState, agent: Agent, out: &mut Vec<OwnMove>) {
        if let Some(list) = self.list(state, agent) {
            out.extend_from_slice(&list.moves);
        }
    }

    fn outcome(&self, state: &OwnState) -> Outcome {
        self.result(state).map_or(Outcome::WORST, |result| result.outcome)
    }

    fn holds(&self, state: &OwnState, own_atom: u32) -> bool {
        let Some(known) = state.0.atoms.get(own_atom as usize) else { return false };
        match known.load(Ordering::Relaxed) {
            0 => {
                let truth = self.ask(|py| self.shared.ask_atom(py, &state.0, own_atom as usize));
                known.store(1 + u8::from(truth), Ordering::Relaxed);
                truth
            }
            known => known == 2,
        }
    }

    fn key(&self, state: &OwnState) -> u64 {
        u64::from(state.0.number)
    }

    fn can_repeat(&self) -> bool {
        self.shared.can_repeat
    }

    fn payoff(&self, state: &OwnState, agent: Agent) -> f64 {
        self.result(state).map_or(0.0, |result| result.payoffs[agent.index()])
    }

    fn zero_sum(&self) -> bool {
        self.shared.zero_sum
    }
}

impl Game for OwnGame {
    fn play(&self, state: &mut OwnState, agent: Agent, mv: OwnMove) {
        let place = self.list(state, agent).and_then(|list| list.next(mv));
        let known = place.and_then(|place| place.get()).and_then(|next| next.upgrade());
        let next = match known {
            Some(known) => OwnState(known),
            None => {
                let next = self.ask(|py| self.shared.ask_play(py, &state.0, agent, mv));
                if let Some(place) = place {
                    let _ = place.set(Arc::downgrade(&next.0));
                }
                next
            }
        };
        *state = next;
    }
}

impl SimultaneousGame for OwnGame {
    fn play_joint(&self, state: &mut OwnState, joint: &[OwnMove]) {
        let lock = || state.0.joint.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = lock().get(joint).and_then(|next| next.upgrade());
        let next = match known {
            Some(known) => OwnState(known),
            None => {
                let next = self.ask(|py| self.shared.ask_joint(py, &state.0, joint));
                lock().insert(joint.to_vec(), Arc::downgrade(&next.0));
                next
            }
        };
        *state = next;
    }
}

impl Hints for OwnGame {
    fn bounds(&self, state: &OwnState) -> Bounds {
        if self.shared.methods.bounds.is_none() {
            return Bounds { low: Outcome::WORST, high: self.shared.outcomes.best() };
        }
        if let Some(&known) = state.0.bounds.get() {
            return known;
        }
        let found = self.ask(|py| self.shared.ask_bounds(py, &state.0));
        *state.0.bounds.get_or_init(|| found)
    }

    fn candidates(&self, state: &OwnState, out: &mut Vec<OwnMove>) {
        let Some(agent) = self.turn(state).agent() else { return };
        if self.shared.methods.order.is_none() {
            return self.moves(state, agent, out);
        }
        let place = &state.0.ordered;
        if place.get().is_none() {
            let Some(list) = self.list(state, agent) else { return };
            let found = self.ask(|py| self.shared.ask_order(py, &state.0, agent, &list.moves));
            let _ = place.set(found);
        }
        out.extend(place.get().into_iter().flatten());
    }
}

impl Notation for OwnGame {
    fn write_move(&self, _: &OwnState, _: Agent, mv: OwnMove) -> String {
        self.shared.move_record(mv).text.clone()
    }

    /// Returns the move that is written so; where there is none, the only one that is written so in
    /// other letters: `bxc3` and `Bxc3` are two moves of chess.
    fn read_move(&self, state: &OwnState, agent: Agent, text: &str) -> Option<OwnMove> {
        let moves = &self.list(state, agent)?.moves;
        let only = |same: &dyn Fn(&str) -> bool| {
            let mut found = moves.iter().filter(|&&mv| same(&self.shared.move_record(mv).text));
            (found.next().copied(), found.next().is_none())
        };
        match only(&|written| written == text) {
            (Some(mv), true) => Some(mv),
            (Some(_), false) => self.ask(|py| Err(alike(py, text))),
            (None, _) => match only(&|written| written.eq_ignore_ascii_case(text)) {
                (found, true) => found,
                (_, false) => None,
            },
        }
    }

    fn write_position(&self, state: &OwnState) -> String {
        self.ask(|py| self.shared.ask_text(py, &state.0))
    }

    fn read_position(&self, text: &str) -> Result<OwnState, TextError> {
        let read = self.ask(|py| self.shared.read_state(py, text, self.known_only));
        read.ok_or_else(|| {
            TextError::new("this is not a state of the game", 0..text.len())
                .help("a position is written as Python writes its state, such as ('XO.', 2)")
        })
    }

    fn atoms(&self) -> Vec<String> {
        self.shared.atoms.clone()
    }

    fn picture(&self, state: &OwnState) -> Picture {
        let drawing = self.ask(|py| self.shared.ask_drawing(py, &state.0));
        let mut picture = Picture::of_text(drawing.lines().next().unwrap_or("(nothing)"));
        drawing.lines().skip(1).for_each(|line| picture.note(line));
        picture
    }
}
