//! Calls, choices and what to do when a goal fails.

use super::machine::{Alternatives, Choice, Machine, Stop};
use super::recursion::Recursion;
use super::scenery::SceneryId;
use crate::terms::{Cell, Kind, TermId};

/// The registers of a clause that waits while another goal is decided.
pub(super) struct Waiting {
    at: usize,
    base: usize,
    go_on: usize,
    frame: usize,
    top: usize,
}

impl Machine {
    /// Calls a predicate whose arguments are in the registers. `false`: it fails.
    #[inline]
    pub(super) fn call(&mut self, predicate: u32) -> Result<bool, Stop> {
        self.count()?;
        match self.predicates[predicate as usize].recursion {
            Recursion::None => self.resolve(predicate),
            Recursion::Descending(arguments) if self.is_bound(arguments) => self.resolve(predicate),
            Recursion::Descending(_) | Recursion::Any => self.call_table(predicate),
        }
    }

    /// Whether one of these arguments is bound.
    #[inline]
    fn is_bound(&self, arguments: u64) -> bool {
        let mut left = arguments;
        while left != 0 {
            let argument = self.registers[left.trailing_zeros() as usize];
            if !self.heap.deref(argument).is_reference() {
                return true;
            }
            left &= left - 1;
        }
        false
    }

    /// Tries the atoms of the scenery and the clauses of a predicate, in this order.
    #[inline]
    pub(super) fn resolve(&mut self, predicate: u32) -> Result<bool, Stop> {
        let definition = &self.predicates[predicate as usize];
        let key = if definition.arity == 0 { Cell::NONE } else { self.key_of(self.registers[0]) };
        let arity = definition.arity;
        if self.current != SceneryId::INITIAL {
            let range = definition.always.candidates(key);
            let (atom, atoms) = match definition.functor {
                Some(functor) => self.sceneries.loaded.range(functor),
                None => (0, 0),
            };
            let (clause, clauses) = (range.start, range.end);
            return Ok(
                self.attempt(Alternatives::Clauses { atom, atoms, clause, clauses, key }, arity)
            );
        }
        let range = definition.initially.candidates(key);
        let first = self.next_clause(range.start, range.end, key);
        if first == range.end {
            return Ok(false);
        }
        let next = self.next_clause(first + 1, range.end, key);
        if next < range.end {
            let (clause, clauses) = (next, range.end);
            let rest = Alternatives::Clauses { atom: 0, atoms: 0, clause, clauses, key };
            self.push_choice(rest, arity);
        }
        self.start_clause(self.lists[first as usize]);
        Ok(true)
    }

    /// What an argument must be equal to in a head.
    #[inline]
    fn key_of(&self, argument: Cell) -> Cell {
        let argument = self.heap.deref(argument);
        if argument.is_reference() {
            Cell::NONE
        } else if argument.is_structure() {
            self.heap.cells[argument.place()]
        } else {
            argument
        }
    }

    /// The next clause from a place on that can match the key.
    #[inline]
    fn next_clause(&self, mut place: u32, end: u32, key: Cell) -> u32 {
        while place < end {
            let other = self.clauses[self.lists[place as usize] as usize].key;
            if key == Cell::NONE || other == Cell::NONE || other == key {
                break;
            }
            place += 1;
        }
        place
    }

    /// The next atom from a place on whose first argument can match the key.
    fn next_atom(&self, mut place: u32, end: u32, key: Cell) -> u32 {
        while place < end {
            let flat = self.flats.get(self.sceneries.loaded.atoms[place as usize]);
            let other = flat.get(1).copied().unwrap_or(Cell::NONE);
            let open = key == Cell::NONE || matches!(other.kind(), Kind::Numbered(_));
            if open || other == key {
                break;
            }
            place += 1;
        }
        place
    }

    /// Starts the first of some alternatives, leaving a choice if there are more.
    fn attempt(&mut self, alternatives: Alternatives, arity: u32) -> bool {
        let Some((pick, rest)) = self.pick(alternatives) else { return false };
        if let Some(rest) = rest {
            self.push_choice(rest, arity);
        }
        self.start(pick)
    }

    /// The first of the alternatives, and the rest if there is one.
    fn pick(&self, alternatives: Alternatives) -> Option<(Pick, Option<Alternatives>)> {
        let Alternatives::Clauses { atom, atoms, clause, clauses, key } = alternatives else {
            return None;
        };
        let atom = self.next_atom(atom, atoms, key);
        let clause = self.next_clause(clause, clauses, key);
        let (pick, atom, clause) = if atom < atoms {
            let pick = Pick::Atom(self.sceneries.loaded.atoms[atom as usize]);
            (pick, self.next_atom(atom + 1, atoms, key), clause)
        } else if clause < clauses {
            let pick = Pick::Clause(self.lists[clause as usize]);
            (pick, atom, self.next_clause(clause + 1, clauses, key))
        } else {
            return None;
        };
        let more = atom < atoms || clause < clauses;
        Some((pick, more.then_some(Alternatives::Clauses { atom, atoms, clause, clauses, key })))
    }

    fn start(&mut self, pick: Pick) -> bool {
        match pick {
            Pick::Clause(clause) => {
                self.start_clause(clause);
                true
            }
            Pick::Atom(atom) => {
                let flat: Vec<Cell> = self.flats.get(atom)[1..].to_vec();
                self.match_tuple(&flat)
            }
        }
    }

    #[inline]
    fn start_clause(&mut self, clause: u32) {
        let clause = self.clauses[clause as usize];
        self.base = self.top;
        let end = self.base + clause.size as usize;
        if self.frames.len() < end {
            self.frames.resize(end.next_power_of_two(), Cell::NONE);
        }
        if clause.framed {
            self.frames[self.base] = Cell::raw(self.go_on);
            self.frames[self.base + 1] = Cell::raw(self.frame);
        }
        self.at = clause.start as usize;
    }

    /// Unifies the registers with the terms of a flat tuple; if that works, the call is done.
    fn match_tuple(&mut self, flat: &[Cell]) -> bool {
        let (mut variables, mut terms) = (Vec::new(), Vec::new());
        self.heap.build_flat(flat, &mut variables, &mut terms);
        for (i, term) in terms.into_iter().enumerate() {
            if !self.heap.unify(self.registers[i], term) {
                return false;
            }
        }
        (self.at, self.base) = (self.go_on, self.frame);
        true
    }

    pub(super) fn push_choice(&mut self, alternatives: Alternatives, arity: u32) {
        let saved = self.saved.len() as u32;
        self.saved.extend_from_slice(&self.registers[..arity as usize]);
        self.choices.push(Choice {
            alternatives,
            heap: self.heap.cells.len() as u32,
            trail: self.heap.trail_length() as u32,
            top: self.top as u32,
            go_on: self.go_on as u32,
            frame: self.frame as u32,
            saved,
            arity,
        });
        self.heap.young = self.heap.cells.len();
    }

    fn pop_choice(&mut self) {
        if let Some(choice) = self.choices.pop() {
            self.saved.truncate(choice.saved as usize);
        }
        self.heap.young = self.choices.last().map_or(0, |choice| choice.heap as usize);
    }

    /// Goes on with the last choice that has something left. `false`: this run is at its bottom.
    pub(super) fn retry(&mut self) -> Result<bool, Stop> {
        while let Some(&choice) = self.choices.last() {
            self.heap.undo(choice.trail as usize, choice.heap as usize);
            let saved = choice.saved as usize..(choice.saved + choice.arity) as usize;
            self.registers[..choice.arity as usize].copy_from_slice(&self.saved[saved]);
            (self.go_on, self.frame) = (choice.go_on as usize, choice.frame as usize);
            self.top = choice.top as usize;
            let started = match choice.alternatives {
                Alternatives::Bottom => {
                    self.pop_choice();
                    return Ok(false);
                }
                Alternatives::Clauses { .. } => {
                    let Some((pick, rest)) = self.pick(choice.alternatives) else {
                        self.pop_choice();
                        continue;
                    };
                    self.go_on_with(rest);
                    self.start(pick)
                }
                Alternatives::Answers { table, next } => self.next_answer(table, next),
            };
            if started {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The last choice has these alternatives left, or none.
    pub(super) fn go_on_with(&mut self, rest: Option<Alternatives>) {
        match (rest, self.choices.last_mut()) {
            (Some(rest), Some(choice)) => choice.alternatives = rest,
            _ => self.pop_choice(),
        }
    }

    fn next_answer(&mut self, table: u32, next: u32) -> bool {
        let Some(answer) = self.tables.answer(table, next) else {
            self.pop_choice();
            return false;
        };
        let last = self.tables.is_last(table, next);
        let rest = Alternatives::Answers { table, next: next + 1 };
        self.go_on_with((!last).then_some(rest));
        self.match_tuple(&answer)
    }

    // --- runs of their own -----------------------------------------------------------------------

    pub(super) fn wait(&self) -> Waiting {
        let Machine { at, base, go_on, frame, top, .. } = *self;
        Waiting { at, base, go_on, frame, top }
    }

    pub(super) fn go_back(&mut self, waiting: &Waiting) {
        (self.at, self.base, self.top) = (waiting.at, waiting.base, waiting.top);
        (self.go_on, self.frame) = (waiting.go_on, waiting.frame);
    }

    /// Starts a run of its own with the arguments in the registers: is there an answer?
    pub(super) fn first(&mut self, predicate: u32, by_table: bool) -> Result<bool, Stop> {
        (self.go_on, self.frame) = (0, 0);
        self.push_choice(Alternatives::Bottom, 0);
        let started = match by_table {
            true => self.call(predicate)?,
            false => self.resolve(predicate)?,
        };
        if !started && !self.retry()? {
            return Ok(false);
        }
        self.run()
    }

    /// The next answer of the run.
    pub(super) fn next(&mut self) -> Result<bool, Stop> {
        Ok(self.retry()? && self.run()?)
    }

    /// Ends the run whose bottom is the choice at this place.
    pub(super) fn cut(&mut self, bottom: usize) {
        if let Some(&choice) = self.choices.get(bottom) {
            self.heap.undo(choice.trail as usize, choice.heap as usize);
            self.saved.truncate(choice.saved as usize);
            self.choices.truncate(bottom);
            self.heap.young = self.choices.last().map_or(0, |choice| choice.heap as usize);
        }
    }

    /// Whether a goal whose arguments are in the registers has an answer: for negation as failure.
    pub(super) fn provable(&mut self, predicate: u32) -> Result<bool, Stop> {
        let (waiting, bottom) = (self.wait(), self.choices.len());
        let lowest = std::mem::replace(&mut self.tables.lowest, usize::MAX);
        let found = stacker::maybe_grow(128 << 10, 8 << 20, || self.first(predicate, true))?;
        self.cut(bottom);
        self.go_back(&waiting);
        let unfinished = self.tables.lowest != usize::MAX || self.sceneries.is_guess(self.current);
        if !found && unfinished {
            return self
                .fault("negation through a loop: whether the NOT goal is true depends on itself");
        }
        self.tables.lowest = self.tables.lowest.min(lowest);
        Ok(found)
    }

    /// Forgets everything an interrupted run left behind.
    pub(super) fn reset(&mut self) {
        self.choices.clear();
        self.saved.clear();
        self.heap.young = 0;
        self.heap.undo(0, 0);
        self.tables.clear();
        (self.at, self.base, self.go_on, self.frame, self.top) = (0, 0, 0, 0, 0);
    }
}

/// What is tried next.
#[derive(Clone, Copy)]
enum Pick {
    Clause(u32),
    Atom(TermId),
}
