//! What the methods of a class return, as values of the model.

use std::sync::Arc;

use ludex::InputError;
use ludex_game::{Agent, Bounds, Outcome, Turn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

use super::record::{MoveList, OwnMove, OwnResult, OwnState, Record};
use super::shared::Shared;
use crate::error::input_error;

/// Makes the error for what a method has returned.
fn wrong(value: &Bound<'_, PyAny>, method: &str, expected: impl Into<String>) -> PyErr {
    let shown = value.repr().map_or_else(|_| "something".to_string(), |text| text.to_string());
    let message = format!("`{method}` returned {shown}");
    input_error(value.py(), InputError::new(message).help(expected.into()))
}

/// Returns the error for a value that is not hashable; other errors stay as they are.
fn unhashable(value: &Bound<'_, PyAny>, method: &str, error: PyErr) -> PyErr {
    let py = value.py();
    if !error.is_instance_of::<PyTypeError>(py) || value.hash().is_ok() {
        return error;
    }
    let help = "states and moves are hashable: tuples instead of lists, frozensets instead of sets";
    let told = wrong(value, method, help);
    told.set_cause(py, Some(error));
    told
}

impl Shared {
    /// Asks whose turn it is.
    pub fn ask_turn(&self, py: Python<'_>, record: &Record) -> PyResult<Turn> {
        let state = record.state.bind(py);
        let turn = self.methods.turn.bind(py).call1((state,))?;
        if turn.is_none() {
            return Ok(Turn::Final);
        }
        if self.outcome_ends && !self.methods.outcome.bind(py).call1((state,))?.is_none() {
            return Ok(Turn::Final);
        }
        if self.simultaneous {
            return Ok(Turn::Together);
        }
        match self.place(&turn)? {
            Some(agent) => Ok(Turn::Of(agent)),
            None => {
                let names = self.agents.names().join(", ");
                Err(wrong(&turn, "turn", format!("one of {names}, or None once the game is over")))
            }
        }
    }

    /// Returns the agent that a value means: the agent itself, its name or its place.
    fn place(&self, value: &Bound<'_, PyAny>) -> PyResult<Option<Agent>> {
        let py = value.py();
        if value.hash().is_ok()
            && let Some(place) = self.agent_places.bind(py).get_item(value)?
        {
            return Ok(Some(Agent(place.extract()?)));
        }
        if value.is_instance_of::<PyString>() {
            return Ok(self.agents.named(&value.extract::<String>()?));
        }
        let place = value.extract::<usize>().ok().filter(|_| !value.is_instance_of::<PyBool>());
        Ok(place.filter(|&place| place < self.agents.len()).map(|place| Agent(place as u8)))
    }

    /// Asks for the moves of an agent.
    pub fn ask_moves(&self, py: Python<'_>, record: &Record, agent: Agent) -> PyResult<MoveList> {
        let name = self.agent_objects[agent.index()].bind(py);
        let found = self.methods.moves.bind(py).call1((record.state.bind(py), name))?;
        Ok(MoveList::new(self.read_moves(&found, "moves")?))
    }

    fn read_moves(&self, found: &Bound<'_, PyAny>, method: &str) -> PyResult<Vec<OwnMove>> {
        let listed = found.try_iter().map_err(|error| {
            match error.is_instance_of::<PyTypeError>(found.py()) {
                true => wrong(found, method, "an iterable of moves is expected"),
                false => error,
            }
        })?;
        let mut moves = Vec::new();
        for mv in listed {
            let mv = mv?;
            let interned = self.intern_move(&mv);
            moves.push(interned.map_err(|error| unhashable(&mv, method, error))?);
        }
        Ok(moves)
    }

    /// Asks for the moves of the agent on turn in a good order; those it leaves out come last.
    pub fn ask_order(
        &self,
        py: Python<'_>,
        record: &Record,
        agent: Agent,
        moves: &[OwnMove],
    ) -> PyResult<Vec<OwnMove>> {
        let Some(order) = &self.methods.order else { return Ok(moves.to_vec()) };
        let name = self.agent_objects[agent.index()].bind(py);
        let found = order.bind(py).call1((record.state.bind(py), name))?;
        let mut ordered = Vec::new();
        for mv in self.read_moves(&found, "order")? {
            if !moves.contains(&mv) {
                return Err(wrong(&found, "order", "only moves that `moves` lists are expected"));
            }
            if !ordered.contains(&mv) {
                ordered.push(mv);
            }
        }
        ordered
            .extend(moves.iter().filter(|&mv| !ordered.contains(mv)).copied().collect::<Vec<_>>());
        Ok(ordered)
    }

    /// Plays a move.
    pub fn ask_play(
        &self,
        py: Python<'_>,
        record: &Record,
        agent: Agent,
        mv: OwnMove,
    ) -> PyResult<OwnState> {
        let (name, mv) = (&self.agent_objects[agent.index()], self.move_record(mv));
        let next = self.methods.play.bind(py).call1((record.state.bind(py), name, &mv.object))?;
        self.require_state(next)
    }

    /// Plays a joint move.
    pub fn ask_joint(
        &self,
        py: Python<'_>,
        record: &Record,
        joint: &[OwnMove],
    ) -> PyResult<OwnState> {
        let agents = PyTuple::new(py, &self.agent_objects)?;
        let moves: Vec<_> = joint.iter().map(|&mv| self.move_record(mv)).collect();
        let moves = PyTuple::new(py, moves.iter().map(|mv| &mv.object))?;
        let next = self.methods.play.bind(py).call1((record.state.bind(py), agents, moves))?;
        self.require_state(next)
    }

    fn require_state(&self, next: Bound<'_, PyAny>) -> PyResult<OwnState> {
        match next.is_none() {
            true => Err(wrong(&next, "play", "the state after the move is expected")),
            false => self.intern(&next).map_err(|error| unhashable(&next, "play", error)),
        }
    }

    /// Asks how a final state ended.
    pub fn ask_result(&self, py: Python<'_>, record: &Record) -> PyResult<OwnResult> {
        let found = self.methods.outcome.bind(py).call1((record.state.bind(py),))?;
        if let Ok(dict) = found.cast::<PyDict>() {
            let payoff = |agent: &Py<PyAny>| match dict.get_item(agent)? {
                Some(payoff) => payoff.extract::<f64>(),
                None => Err(wrong(&found, "outcome", "a number for every agent is expected")),
            };
            let payoffs = self.agent_objects.iter().map(payoff).collect::<PyResult<Vec<_>>>()?;
            return self.result_of(&found, payoffs);
        }
        if found.is_instance_of::<PyString>() || found.extract::<f64>().is_ok() {
            let outcome = self.outcome(&found, "outcome")?;
            return self.result_of_outcome(&found, outcome);
        }
        match found.extract::<Vec<f64>>() {
            Ok(payoffs) => self.result_of(&found, payoffs),
            Err(_) => Err(wrong(&found, "outcome", self.outcome_help())),
        }
    }

    /// Reads an outcome by its name or its number for the first agent.
    fn outcome(&self, value: &Bound<'_, PyAny>, method: &str) -> PyResult<Outcome> {
        let found = match value.extract::<String>() {
            Ok(name) => self.outcomes.named(&name),
            Err(_) => value.extract::<f64>().ok().and_then(|number| self.numbered(number)),
        };
        found.ok_or_else(|| wrong(value, method, self.outcome_help()))
    }

    fn numbered(&self, number: f64) -> Option<Outcome> {
        self.outcomes.iter().find(|&outcome| self.outcomes.number(outcome) == number)
    }

    fn outcome_help(&self) -> String {
        let name = |outcome| self.outcomes.name(outcome).to_string();
        let names: Vec<String> = self.outcomes.iter().map(name).collect();
        format!(
            "the outcomes of this game are {} for the first agent; the attribute `outcomes` lists \
             others, such as `outcomes = range(-10, 11)`; where every agent has a payoff of its \
             own, return one number for each",
            ludex::shortened(&names, 12)
        )
    }

    fn result_of_outcome(&self, found: &Bound<'_, PyAny>, outcome: Outcome) -> PyResult<OwnResult> {
        let number = self.outcomes.number(outcome);
        let payoffs = match self.agents.len() {
            1 => vec![number],
            2 => vec![number, 0.0 - number],
            _ => {
                let help = "in a game for more than two, one number for each agent is expected";
                return Err(wrong(found, "outcome", help));
            }
        };
        Ok(OwnResult { outcome, payoffs })
    }

    fn result_of(&self, found: &Bound<'_, PyAny>, payoffs: Vec<f64>) -> PyResult<OwnResult> {
        if payoffs.len() != self.agents.len() || payoffs.iter().any(|payoff| !payoff.is_finite()) {
            return Err(wrong(found, "outcome", "one finite number for each agent is expected"));
        }
        if !self.zero_sum {
            // The outcomes then tell little: how the first agent fared.
            let below = |&outcome: &Outcome| self.outcomes.number(outcome) <= payoffs[0];
            let outcome = self.outcomes.iter().filter(below).last().unwrap_or(Outcome::WORST);
            return Ok(OwnResult { outcome, payoffs });
        }
        if payoffs.len() == 2 && payoffs[0] + payoffs[1] != 0.0 {
            let help = "what two agents get adds up to 0, unless the class says `zero_sum = False`";
            return Err(wrong(found, "outcome", help));
        }
        match self.numbered(payoffs[0]) {
            Some(outcome) => Ok(OwnResult { outcome, payoffs }),
            None => Err(wrong(found, "outcome", self.outcome_help())),
        }
    }

    /// Asks for bounds on the value of a state.
    pub fn ask_bounds(&self, py: Python<'_>, record: &Record) -> PyResult<Bounds> {
        let all = Bounds { low: Outcome::WORST, high: self.outcomes.best() };
        let Some(method) = &self.methods.bounds else { return Ok(all) };
        let found = method.bind(py).call1((record.state.bind(py),))?;
        if found.is_none() {
            return Ok(all);
        }
        let Ok((low, high)) = found.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
            return Err(wrong(&found, "bounds", "a pair of outcomes is expected, or None"));
        };
        let (low, high) = (self.outcome(&low, "bounds")?, self.outcome(&high, "bounds")?);
        match low <= high {
            true => Ok(Bounds { low, high }),
            false => Err(wrong(&found, "bounds", "the first is the lower one")),
        }
    }

    /// Asks whether an atom is true.
    pub fn ask_atom(&self, py: Python<'_>, record: &Record, atom: usize) -> PyResult<bool> {
        match &self.methods.holds {
            Some(holds) => {
                holds.bind(py).call1((record.state.bind(py), &self.atoms[atom]))?.is_truthy()
            }
            None => Ok(false),
        }
    }

    /// Writes a state, and keeps the text.
    pub fn ask_text(&self, py: Python<'_>, record: &Arc<Record>) -> PyResult<String> {
        let text = record.state.bind(py).repr()?.to_string();
        self.keep_text(&text, &OwnState(record.clone()));
        Ok(text)
    }

    /// Draws a state: what `draw` returns, or its text.
    pub fn ask_drawing(&self, py: Python<'_>, record: &Record) -> PyResult<String> {
        match &self.methods.draw {
            Some(draw) => Ok(draw.bind(py).call1((record.state.bind(py),))?.str()?.to_string()),
            None => Ok(record.state.bind(py).str()?.to_string()),
        }
    }

    /// Reads a state as Python writes values; `known_only` refuses those that were never reached.
    pub fn read_state(
        &self,
        py: Python<'_>,
        text: &str,
        known_only: bool,
    ) -> PyResult<Option<OwnState>> {
        self.ask_text(py, &self.initial(py)?.0)?;
        if let Some(state) = self.state_of_text(text) {
            return Ok(Some(state));
        }
        let literal = py.import("ast")?.getattr("literal_eval")?;
        let Ok(value) = literal.call1((text,)) else { return Ok(None) };
        if value.hash().is_err() {
            return Ok(None);
        }
        if known_only || self.known(&value)?.is_some() {
            return self.known(&value);
        }
        // A value that the rules cannot read is no state.
        let candidate = Record::new(0, value.clone().unbind(), self.agents.len(), 0);
        let Ok(turn) = self.ask_turn(py, &candidate) else { return Ok(None) };
        let readable = match turn {
            Turn::Of(agent) => self.ask_moves(py, &candidate, agent).is_ok(),
            _ => true,
        };
        if readable { self.intern(&value).map(Some) } else { Ok(None) }
    }
}
