//! Evaluates a circuit for many states at once: bit `i` of every value belongs to state `i`.

use super::circuit::{Circuit, Kind, ScheduledLoop, Stage, Step, Tap};

/// The values of a circuit for `64 × W` states.
pub(crate) type Lanes<const W: usize> = [u64; W];

/// The values of a circuit during evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Values<const W: usize> {
    pub values: Vec<Lanes<W>>,
}

impl<const W: usize> Values<W> {
    pub fn new(circuit: &Circuit) -> Self {
        Values { values: vec![[0; W]; circuit.size] }
    }

    /// Returns the value of a wire.
    #[inline]
    pub fn tap(&self, tap: Tap) -> Lanes<W> {
        let (mask, value) = (tap.mask(), self.values[tap.place()]);
        std::array::from_fn(|w| value[w] ^ mask)
    }

    /// Evaluates a stage. The stages before it must have been evaluated.
    pub fn evaluate(&mut self, circuit: &Circuit, stage: Stage) {
        for step in &circuit.steps[stage as usize] {
            match *step {
                Step::Gates { kind, from, to } => {
                    let gates = &circuit.gates[from as usize..to as usize];
                    let first = circuit.first + from as usize;
                    match kind {
                        Kind::And => self.gates(gates, first, |a, b| a & b),
                        Kind::AndNot => self.gates(gates, first, |a, b| a & !b),
                        Kind::Nor => self.gates(gates, first, |a, b| !(a | b)),
                    }
                }
                Step::Loop(number) => self.close(&circuit.loops[number as usize]),
            }
        }
    }

    /// Evaluates gates of one kind. They only use earlier values, so that the values are split
    /// where the results start.
    #[inline]
    fn gates(&mut self, gates: &[[u32; 2]], first: usize, gate: impl Fn(u64, u64) -> u64) {
        let (inputs, results) = self.values.split_at_mut(first);
        for (&[a, b], result) in gates.iter().zip(results) {
            let (a, b) = (&inputs[a as usize], &inputs[b as usize]);
            for w in 0..W {
                result[w] = gate(a[w], b[w]);
            }
        }
    }

    /// Computes the least fixpoint of a loop: sweeps until nothing changes in any state.
    fn close(&mut self, scheduled: &ScheduledLoop) {
        let registers = scheduled.first..scheduled.first + scheduled.rules.len();
        self.values[registers].fill([0; W]);
        while self.sweep(scheduled) {}
    }

    /// Performs one sweep over all registers. Returns whether anything changed.
    fn sweep(&mut self, scheduled: &ScheduledLoop) -> bool {
        let (mut ways, mut needs) = (scheduled.ways.iter(), &scheduled.needs[..]);
        let mut changed = 0;
        for (register, &rules) in scheduled.rules.iter().enumerate() {
            let place = scheduled.first + register;
            let before = self.values[place];
            let mut sum = before;
            for &(condition, count) in ways.by_ref().take(rules as usize) {
                let (mine, rest) = needs.split_at(count as usize);
                needs = rest;
                let mut all = self.tap(condition);
                for &need in mine {
                    let need = &self.values[need as usize];
                    (0..W).for_each(|w| all[w] &= need[w]);
                }
                (0..W).for_each(|w| sum[w] |= all[w]);
            }
            (0..W).for_each(|w| changed |= sum[w] ^ before[w]);
            self.values[place] = sum;
        }
        changed != 0
    }
}
