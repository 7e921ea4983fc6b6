//! Random plays, `64 × W` at a time. A lane whose play ends starts a new one immediately.

use rand::Rng;

use super::circuit::{Circuit, Stage};
use super::evaluate::{Lanes, Values};
use super::pick::Picker;

/// The plays that ended in one step.
pub(crate) struct Finished<'b, const W: usize> {
    /// The lanes that ended.
    pub lanes: Lanes<W>,
    circuit: &'b Circuit,
    values: &'b Values<W>,
}

impl<const W: usize> Finished<'_, W> {
    /// Returns for a role each goal value with the ended lanes that have it.
    pub fn goals(&self, role: usize) -> impl Iterator<Item = (u8, Lanes<W>)> + '_ {
        self.circuit.goals[role].iter().map(|&(value, tap)| {
            let lanes = self.values.tap(tap);
            (value, std::array::from_fn(|w| lanes[w] & self.lanes[w]))
        })
    }
}

/// Many plays in parallel lanes.
#[derive(Clone, Debug)]
pub(crate) struct Batch<const W: usize> {
    values: Values<W>,
    picker: Picker<W>,
    /// The value of each fact in the state where plays start.
    start: Vec<bool>,
    /// The next values of the facts, until all are computed.
    next: Vec<Lanes<W>>,
}

impl<const W: usize> Batch<W> {
    /// Creates a batch with all lanes in one state.
    pub fn new(circuit: &Circuit, start: Vec<bool>) -> Self {
        let mut values = Values::new(circuit);
        for (fact, &holds) in start.iter().enumerate() {
            values.values[circuit.fact_value(fact)] = [if holds { !0 } else { 0 }; W];
        }
        Batch { values, picker: Picker::new(), next: vec![[0; W]; start.len()], start }
    }

    /// Plays one random joint move in every lane. Lanes whose play has ended are reported and
    /// restarted.
    pub fn step(
        &mut self,
        circuit: &Circuit,
        rng: &mut impl Rng,
        mut finished: impl FnMut(Finished<'_, W>),
    ) {
        self.values.evaluate(circuit, Stage::Terminal);
        self.values.evaluate(circuit, Stage::Legal);
        let mut over = self.values.tap(circuit.terminal);
        for moves in &circuit.moves {
            let stuck = self.pick(moves, rng);
            (0..W).for_each(|w| over[w] |= stuck[w]);
        }
        self.values.evaluate(circuit, Stage::Shared);
        if over != [0; W] {
            self.values.evaluate(circuit, Stage::Goal);
            finished(Finished { lanes: over, circuit, values: &self.values });
        }
        self.values.evaluate(circuit, Stage::Next);
        self.advance(circuit, over);
    }

    /// Picks a move of a role in every lane. Returns the lanes in which it has none.
    fn pick(
        &mut self,
        moves: &[(crate::terms::Term, super::circuit::Tap, usize)],
        rng: &mut impl Rng,
    ) -> Lanes<W> {
        // Moves are inputs of the last stage only, so that setting them leaves the legality values
        // valid.
        let mut played: Vec<Lanes<W>> = Vec::with_capacity(moves.len());
        let values = &self.values;
        let legal = moves.iter().map(|m| values.tap(m.1));
        let some = self.picker.pick(legal, rng, |lanes| played.push(lanes));
        for (&(_, _, input), lanes) in moves.iter().zip(played) {
            self.values.values[input] = lanes;
        }
        std::array::from_fn(|w| !some[w])
    }

    /// Replaces all states by their successors. Lanes whose play has ended are reset to the start.
    fn advance(&mut self, circuit: &Circuit, over: Lanes<W>) {
        for (next, &tap) in self.next.iter_mut().zip(&circuit.next) {
            *next = self.values.tap(tap);
        }
        for (fact, next) in self.next.iter().enumerate() {
            let start = if self.start[fact] { !0 } else { 0 };
            let value = &mut self.values.values[circuit.fact_value(fact)];
            for w in 0..W {
                value[w] = next[w] & !over[w] | start & over[w];
            }
        }
    }
}
