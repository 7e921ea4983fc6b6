//! The engine for descriptions that ground: a circuit, evaluated here for one state at a time.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use ludex_base::sort_by_key;
use rustc_hash::FxHashMap;

use super::engine::Engine;
use super::state::{GdlMove, GdlState};
use crate::net::{Circuit, Stage, Tap, Values};
use crate::program::Program;
use crate::terms::Term;

/// A circuit as an engine. A state has a bit for each fact.
#[derive(Debug)]
pub(crate) struct Network {
    pub circuit: Circuit,
    /// A number that distinguishes the networks of a process.
    number: u64,
    initial: GdlState,
    fact_terms: Vec<Term>,
    fact_texts: Vec<String>,
    /// The facts sorted by text.
    sorted: Vec<u32>,
    places: FxHashMap<String, u32>,
    /// The texts of the moves of all roles, role by role.
    move_texts: Vec<[String; 2]>,
    /// The number of the first move of each role.
    first_move: Vec<u32>,
}

/// The values of the state that was evaluated last; consecutive calls are often about one state.
struct Scratch {
    network: u64,
    state: Option<GdlState>,
    values: Values<1>,
    done: [bool; Stage::COUNT],
}

thread_local! {
    static SCRATCH: RefCell<Option<Scratch>> = const { RefCell::new(None) };
}

static NETWORKS: AtomicU64 = AtomicU64::new(0);

impl Network {
    pub fn new(circuit: Circuit, program: &Program) -> Network {
        let texts: Vec<String> = circuit.facts.iter().map(|&f| program.kif(f)).collect();
        let mut sorted: Vec<u32> = (0..texts.len() as u32).collect();
        sort_by_key(&mut sorted, |&f| &texts[f as usize]);
        let places = texts.iter().enumerate().map(|(i, t)| (t.clone(), i as u32)).collect();
        let (terms, symbols) = (&program.store.terms, &program.description.symbols);
        let (mut first_move, mut move_texts) = (Vec::new(), Vec::new());
        for moves in &circuit.moves {
            first_move.push(move_texts.len() as u32);
            let both =
                |&(mv, ..): &(Term, Tap, usize)| [terms.kif(symbols, mv), terms.infix(symbols, mv)];
            move_texts.extend(moves.iter().map(both));
        }
        let mut initial = GdlState(smallvec::smallvec![0; circuit.facts.len().div_ceil(64)]);
        for (fact, &holds) in circuit.initial.iter().enumerate() {
            initial.0[fact / 64] |= u64::from(holds) << (fact % 64);
        }
        Network {
            fact_terms: circuit.facts.clone(),
            number: NETWORKS.fetch_add(1, Ordering::Relaxed),
            circuit,
            initial,
            fact_texts: texts,
            sorted,
            places,
            move_texts,
            first_move,
        }
    }

    /// Calls a function with the values of a state, evaluated up to a stage.
    fn with<T>(&self, state: &GdlState, stage: Stage, ask: impl FnOnce(&mut Values<1>) -> T) -> T {
        SCRATCH.with_borrow_mut(|scratch| {
            let scratch = match scratch {
                Some(scratch) if scratch.network == self.number => scratch,
                other => other.insert(Scratch {
                    network: self.number,
                    state: None,
                    values: Values::new(&self.circuit),
                    done: [false; Stage::COUNT],
                }),
            };
            if scratch.state.as_ref() != Some(state) {
                self.load(state, scratch);
            }
            let needed = [Stage::Terminal, Stage::Legal, Stage::Shared, stage];
            for needed in needed.into_iter().filter(|&needed| needed <= stage) {
                if !std::mem::replace(&mut scratch.done[needed as usize], true) {
                    scratch.values.evaluate(&self.circuit, needed);
                }
            }
            ask(&mut scratch.values)
        })
    }

    fn load(&self, state: &GdlState, scratch: &mut Scratch) {
        for fact in 0..self.circuit.facts.len() {
            let holds = state.words()[fact / 64] >> (fact % 64) & 1;
            scratch.values.values[self.circuit.fact_value(fact)] = [holds];
        }
        scratch.state = Some(state.clone());
        scratch.done = [false; Stage::COUNT];
    }

    /// Returns for each fact whether it holds in a state.
    pub fn bits(&self, state: &GdlState) -> Vec<bool> {
        let holds = |fact: usize| state.words()[fact / 64] >> (fact % 64) & 1 == 1;
        (0..self.circuit.facts.len()).map(holds).collect()
    }
}

/// Returns whether a wire is true in the first state.
fn is_true(values: &Values<1>, tap: Tap) -> bool {
    values.tap(tap)[0] & 1 == 1
}

impl Engine for Network {
    fn name(&self) -> &'static str {
        "network"
    }

    fn initial(&self) -> GdlState {
        self.initial.clone()
    }

    fn is_terminal(&self, state: &GdlState) -> bool {
        self.with(state, Stage::Terminal, |values| is_true(values, self.circuit.terminal))
    }

    fn legal(&self, state: &GdlState, role: usize, out: &mut Vec<GdlMove>) {
        self.with(state, Stage::Legal, |values| {
            let moves = self.circuit.moves[role].iter().zip(self.first_move[role]..);
            out.extend(moves.filter(|(m, _)| is_true(values, m.1)).map(|(_, n)| GdlMove(n)));
        });
    }

    fn can_move(&self, state: &GdlState) -> bool {
        self.with(state, Stage::Legal, |values| {
            let mut roles = self.circuit.moves.iter();
            roles.all(|moves| moves.iter().any(|m| is_true(values, m.1)))
        })
    }

    fn next(&self, state: &GdlState, joint: &[GdlMove]) -> GdlState {
        let mut next = GdlState(smallvec::smallvec![0; state.0.len()]);
        self.with(state, Stage::Shared, |values| {
            for (role, moves) in self.circuit.moves.iter().enumerate() {
                let played = joint.get(role).map(|mv| mv.0.wrapping_sub(self.first_move[role]));
                for (number, &(_, _, input)) in moves.iter().enumerate() {
                    values.values[input] = [u64::from(played == Some(number as u32))];
                }
            }
            values.evaluate(&self.circuit, Stage::Next);
            for (fact, &tap) in self.circuit.next.iter().enumerate() {
                next.0[fact / 64] |= u64::from(is_true(values, tap)) << (fact % 64);
            }
        });
        next
    }

    fn goal(&self, state: &GdlState, role: usize) -> Option<u8> {
        self.with(state, Stage::Goal, |values| {
            let goals = self.circuit.goals[role].iter();
            goals.filter(|(_, tap)| is_true(values, *tap)).map(|&(value, _)| value).min()
        })
    }

    fn facts(&self, state: &GdlState) -> Vec<String> {
        let held = self.sorted.iter().filter(|&&fact| self.holds(state, fact));
        held.map(|&fact| self.fact_texts[fact as usize].clone()).collect()
    }

    fn holds(&self, state: &GdlState, fact: u32) -> bool {
        state.words()[fact as usize / 64] >> (fact % 64) & 1 == 1
    }

    fn fact_terms(&self) -> Vec<Term> {
        self.fact_terms.clone()
    }

    fn state(&self, facts: &[String]) -> Result<GdlState, usize> {
        let mut state = GdlState(smallvec::smallvec![0; self.initial.0.len()]);
        for (number, fact) in facts.iter().enumerate() {
            let place = *self.places.get(fact).ok_or(number)? as usize;
            state.0[place / 64] |= 1 << (place % 64);
        }
        Ok(state)
    }

    fn move_text(&self, mv: GdlMove) -> String {
        self.move_texts[mv.0 as usize][0].clone()
    }

    fn move_word(&self, mv: GdlMove) -> String {
        self.move_texts[mv.0 as usize][1].clone()
    }
}
