//! Sceneries: sets of atoms, what is true in them, and the sceneries that actions lead to.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::machine::{Alternatives, Limit, Machine, Stop};
use super::tables::OVERHEAD;
use crate::terms::{Cell, TermId, functor_of};

/// A scenery, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SceneryId(pub u32);

impl SceneryId {
    /// The scenery before any action.
    pub const INITIAL: SceneryId = SceneryId(0);
}

/// The atoms of a scenery, grouped by predicate.
#[derive(Debug, Default)]
pub struct Atoms {
    /// The atoms.
    pub atoms: Vec<TermId>,
    /// The index key of each atom: [`Cell::NONE`] for a variable.
    keys: Vec<Cell>,
    /// By predicate: the range of its atoms.
    ranges: Vec<(u32, u32)>,
}

impl Atoms {
    /// Returns the range of the atoms of a predicate.
    #[inline]
    pub fn range(&self, predicate: u32) -> (u32, u32) {
        self.ranges.get(predicate as usize).copied().unwrap_or((0, 0))
    }

    /// Returns the index of the next atom from `place` on that can match the key.
    #[inline]
    pub fn next(&self, place: u32, end: u32, key: Cell) -> u32 {
        if key == Cell::NONE || place >= end {
            return place;
        }
        let fits = |other: &Cell| *other == key || *other == Cell::NONE;
        let found = self.keys[place as usize..end as usize].iter().position(fits);
        found.map_or(end, |skipped| place + skipped as u32)
    }
}

/// All sceneries found so far. Sceneries with the same atoms are one.
#[derive(Debug, Default)]
pub struct Sceneries {
    sets: Vec<Arc<[TermId]>>,
    numbers: FxHashMap<Arc<[TermId]>, SceneryId>,
    /// Sceneries computed from incomplete tables, by their atoms and the predicates of which atoms
    /// may be missing. What they have is true, but they are not the sceneries with just these atoms.
    guesses: FxHashMap<(Vec<TermId>, Vec<u32>), SceneryId>,
    missing: FxHashMap<SceneryId, Vec<u32>>,
    indexed: FxHashMap<SceneryId, Arc<Atoms>>,
    /// The atoms of the current scenery.
    pub loaded: Arc<Atoms>,
}

/// The number of sceneries whose index is kept.
const INDEXED: usize = 256;

impl Sceneries {
    /// Returns the number of a set of atoms, in any order.
    pub fn number(&mut self, mut atoms: Vec<TermId>) -> SceneryId {
        atoms.sort_unstable();
        atoms.dedup();
        if let Some(&id) = self.numbers.get(&atoms[..]) {
            return id;
        }
        let (set, id): (Arc<[TermId]>, _) = (atoms.into(), SceneryId(self.sets.len() as u32));
        self.sets.push(set.clone());
        self.numbers.insert(set, id);
        id
    }

    /// Returns the atoms of a scenery, sorted by number.
    pub fn atoms(&self, id: SceneryId) -> &Arc<[TermId]> {
        &self.sets[id.0 as usize]
    }

    /// Returns the number of a set of atoms, in any order; of some predicates atoms may be missing.
    fn guess(&mut self, mut atoms: Vec<TermId>, missing: Vec<u32>) -> SceneryId {
        if missing.is_empty() {
            return self.number(atoms);
        }
        atoms.sort_unstable();
        atoms.dedup();
        let key = (atoms, missing);
        if let Some(&id) = self.guesses.get(&key) {
            return id;
        }
        let id = SceneryId(self.sets.len() as u32);
        self.sets.push(key.0.as_slice().into());
        self.missing.insert(id, key.1.clone());
        self.guesses.insert(key, id);
        id
    }
}

impl Machine {
    /// Makes a scenery the current one, where goals are evaluated.
    pub(super) fn enter_scenery(&mut self, id: SceneryId) {
        if self.current == id {
            return;
        }
        self.current = id;
        if id == SceneryId::INITIAL {
            return; // its facts are compiled
        }
        if let Some(atoms) = self.sceneries.indexed.get(&id) {
            self.sceneries.loaded = atoms.clone();
            return;
        }
        let atoms = Arc::new(self.index_atoms(id));
        if self.sceneries.indexed.len() >= INDEXED {
            self.sceneries.indexed.clear();
        }
        self.sceneries.indexed.insert(id, atoms.clone());
        self.sceneries.loaded = atoms;
    }

    /// Returns the atoms of a scenery by predicate, without those that no clause refers to.
    fn index_atoms(&self, id: SceneryId) -> Atoms {
        let predicate = |atom: TermId| self.numbers.get(&self.flats.functor(atom)).copied();
        let all = self.sceneries.atoms(id).iter();
        let mut numbered: Vec<(u32, TermId)> =
            all.filter_map(|&atom| Some((predicate(atom)?, atom))).collect();
        ludex_base::sort(&mut numbered);
        let mut ranges = vec![(0, 0); self.predicates.len()];
        for (place, &(number, _)) in numbered.iter().enumerate() {
            let (start, end) = &mut ranges[number as usize];
            *start = if *end == 0 { place as u32 } else { *start };
            *end = place as u32 + 1;
        }
        let key = |&(number, atom): &(u32, TermId)| {
            let place = self.predicates[number as usize].indexed_on as usize;
            match argument(self.flats.get(atom), place) {
                Some(first) if !is_variable(first) => first,
                _ => Cell::NONE,
            }
        };
        let keys = numbered.iter().map(key).collect();
        let atoms: Vec<TermId> = numbered.into_iter().map(|(_, atom)| atom).collect();
        Atoms { atoms, keys, ranges }
    }

    /// Evaluates `[action] goal`: the answers of the goal in the scenery after the action. An
    /// action with variables stands for every enabled action that it matches.
    pub(super) fn after(&mut self, predicate: u32, action: Cell) -> Result<bool, Stop> {
        let arity = self.predicates[predicate as usize].arity as usize;
        self.registers[arity] = action;
        // The choice point keeps the goal while other goals use the registers; its table comes
        // last.
        self.push_choice(Alternatives::Answers { table: 0, next: 0 }, arity as u32 + 1);
        let goal: Vec<Cell> = self.registers[..=arity].to_vec();
        let (waiting, scenery) = (self.wait(), self.current);
        let mut answers = Vec::new();
        for step in self.actions_of(action)? {
            let (trail, cells) = (self.heap.trail_length(), self.heap.cells.len());
            let (mut variables, mut built) = (Vec::new(), Vec::new());
            self.heap.build_flat(&step, &mut variables, &mut built);
            let fits = self.heap.unify(goal[arity], built[0]);
            self.registers[..arity].copy_from_slice(&goal[..arity]);
            let arguments = self.flat_registers(arity);
            self.heap.undo(trail, cells);
            if !fits {
                continue;
            }
            let next = self.successor_now(scenery, &step, predicate)?;
            let table = self.table_of(next, predicate, arguments)?;
            let with_action = |answer: Box<[Cell]>| [&answer[..], &step[..]].concat().into();
            answers.extend(self.tables.answers(table).into_iter().map(with_action));
        }
        self.go_back(&waiting);
        let table = self.tables.finished(answers);
        self.set_alternatives(Some(Alternatives::Answers { table, next: 0 }));
        Ok(false) // on to the first answer
    }

    /// Returns the ground actions that the action of a goal stands for.
    fn actions_of(&mut self, action: Cell) -> Result<Vec<Box<[Cell]>>, Stop> {
        let (mut variables, mut flat) = (Vec::new(), Vec::new());
        self.heap.flatten(action, &mut variables, &mut flat);
        if variables.is_empty() {
            return Ok(vec![flat.into()]);
        }
        flat.push(Cell::numbered(variables.len()));
        let table = self.table_of(self.current, self.effect, flat.into())?;
        let mut actions: Vec<Box<[Cell]>> = Vec::new();
        for answer in self.tables.answers(table) {
            let action = first_term(&answer);
            if action.iter().all(|cell| !is_variable(*cell))
                && !actions.iter().any(|a| **a == *action)
            {
                actions.push(action.into());
            }
        }
        Ok(actions)
    }

    /// Returns the scenery after a ground action, as far as a predicate can depend on it and as far
    /// as it is known yet.
    fn successor_now(
        &mut self,
        scenery: SceneryId,
        action: &[Cell],
        predicate: u32,
    ) -> Result<SceneryId, Stop> {
        let (mut atoms, mut missing) = (Vec::new(), Vec::new());
        for &head in self.dependence.of(predicate).iter() {
            let mut complete = !self.is_unsure(scenery, head);
            let (effect, past) = self.dependence.changed(head);
            for (_, role) in [(effect, self.effect), (past, self.past)].iter().filter(|r| r.0) {
                let goal = [action, &self.any_atom(head)].concat().into();
                let table = self.table_of(scenery, *role, goal)?;
                complete &= self.tables.is_complete(table);
                for answer in self.tables.answers(table) {
                    atoms.push(self.flats.intern(&renumbered(&answer[action.len()..])));
                }
            }
            missing.extend((!complete).then_some(head));
        }
        Ok(self.sceneries.guess(atoms, missing))
    }

    /// Returns whether a predicate can depend on atoms that may be missing in a scenery.
    pub(super) fn is_unsure(&mut self, scenery: SceneryId, predicate: u32) -> bool {
        match self.sceneries.missing.get(&scenery) {
            None => false,
            Some(missing) => {
                self.dependence.of(predicate).iter().any(|head| missing.contains(head))
            }
        }
    }

    /// Returns the flat atom of a predicate whose arguments are different variables.
    pub fn any_atom(&self, predicate: u32) -> Vec<Cell> {
        let Some(functor) = self.predicates[predicate as usize].functor else { return Vec::new() };
        match (functor.kind(), functor.arity()) {
            (crate::terms::Kind::Functor(name, _), 0) => vec![Cell::constant(name)],
            (_, arity) => [functor].into_iter().chain((0..arity).map(Cell::numbered)).collect(),
        }
    }

    // --- queries from outside --------------------------------------------------------------------

    /// Runs a question in a scenery; its bindings are undone, and after an error the machine is
    /// reset.
    fn ask<T>(
        &mut self,
        scenery: SceneryId,
        question: impl Fn(&mut Machine) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        self.enter_scenery(scenery);
        let answer = self.take_turns(question);
        match answer.is_err() || self.tables.are_many() {
            true => self.reset(),
            false => self.heap.undo(0, 0),
        }
        answer
    }

    /// Returns the answers of a predicate in a scenery, as flat tuples without repetitions.
    fn all_answers(
        &mut self,
        scenery: SceneryId,
        predicate: u32,
    ) -> Result<Vec<Box<[Cell]>>, Stop> {
        self.ask(scenery, |machine| {
            let goal = machine.put_variables(predicate);
            let (mut answers, mut known) = (Vec::new(), FxHashSet::default());
            let mut cells = 0;
            let mut found = machine.first(predicate, true)?;
            while found {
                let (mut variables, mut answer) = (Vec::new(), Vec::new());
                goal.iter().for_each(|&t| machine.heap.flatten(t, &mut variables, &mut answer));
                let answer: Box<[Cell]> = answer.into();
                if known.insert(answer.clone()) {
                    cells += 2 * answer.len() + OVERHEAD;
                    answers.push(answer);
                }
                if cells > machine.max_cells() {
                    return Err(Stop::Limit(Limit::Memory));
                }
                found = machine.next()?;
            }
            Ok(answers)
        })
    }

    /// Returns the answers of the query in a scenery: for each, the values of its variables.
    /// Unbound variables are numbered across the values, so that equal ones can be recognised.
    pub fn answers(&mut self, scenery: SceneryId) -> Result<Vec<Vec<TermId>>, Stop> {
        let Some(query) = self.query else { return Ok(Vec::new()) };
        let answers = self.all_answers(scenery, query)?;
        let split = |answer: &[Cell]| -> Vec<Box<[Cell]>> {
            terms_of(answer).into_iter().map(|term| term.into()).collect()
        };
        let terms: Vec<Vec<Box<[Cell]>>> = answers.iter().map(|answer| split(answer)).collect();
        let mut intern = |term: Box<[Cell]>| self.flats.intern(&term);
        Ok(terms.into_iter().map(|terms| terms.into_iter().map(&mut intern).collect()).collect())
    }

    /// Returns whether the query is true in a scenery.
    pub fn holds(&mut self, scenery: SceneryId) -> Result<bool, Stop> {
        let Some(query) = self.query else { return Ok(false) };
        self.ask(scenery, |machine| {
            machine.put_variables(query);
            let found = machine.first(query, true)?;
            machine.cut(0);
            Ok(found)
        })
    }

    /// Returns how often resolution of the query succeeds in a scenery; equal answers are counted
    /// separately.
    pub fn count_answers(&mut self, scenery: SceneryId) -> Result<u64, Stop> {
        let Some(query) = self.query else { return Ok(0) };
        self.ask(scenery, |machine| {
            machine.put_variables(query);
            let (mut count, mut found) = (0, machine.first(query, true)?);
            while found {
                count += 1;
                found = machine.next()?;
            }
            Ok(count)
        })
    }

    /// Puts new variables into the registers as the arguments of a predicate, and returns them.
    fn put_variables(&mut self, predicate: u32) -> Vec<Cell> {
        let arity = self.predicates[predicate as usize].arity as usize;
        let goal: Vec<Cell> = (0..arity).map(|_| self.heap.variable()).collect();
        self.registers[..arity].copy_from_slice(&goal);
        self.top = 0;
        goal
    }

    /// Returns the enabled actions of a scenery and the sceneries that they lead to.
    pub fn successors(&mut self, scenery: SceneryId) -> Result<Vec<(TermId, SceneryId)>, Stop> {
        let effects = self.all_answers(scenery, self.effect)?;
        let past = self.all_answers(scenery, self.past)?;
        let mut next: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
        let mut order = Vec::new();
        let mut open: Vec<&[Cell]> = Vec::new();
        for effect in &effects {
            let action = first_term(effect);
            if action.iter().any(|cell| is_variable(*cell)) {
                open.push(effect); // it adds to an enabled action, but enables none
                continue;
            }
            let (action, rest) = (self.flats.intern(action), &effect[action.len()..]);
            let atom = self.flats.intern(&renumbered(rest));
            let atoms = next.entry(action).or_insert_with(|| {
                order.push(action);
                Vec::new()
            });
            if !adds_nothing(rest) {
                atoms.push(atom);
            }
        }
        open.extend(past.iter().map(|memory| &memory[..]));
        let mut found = Vec::with_capacity(order.len());
        for action in order {
            let mut atoms = next.remove(&action).unwrap_or_default();
            self.add_open_effects(action, &open, &mut atoms);
            found.push((action, self.sceneries.number(atoms)));
        }
        Ok(found)
    }

    /// Returns the scenery after any ground action, enabled or not.
    pub fn successor(&mut self, scenery: SceneryId, action: TermId) -> Result<SceneryId, Stop> {
        let mut effects = self.all_answers(scenery, self.effect)?;
        effects.extend(self.all_answers(scenery, self.past)?);
        let effects: Vec<&[Cell]> = effects.iter().map(|effect| &effect[..]).collect();
        let mut atoms = Vec::new();
        self.add_open_effects(action, &effects, &mut atoms);
        Ok(self.sceneries.number(atoms))
    }

    /// Adds the atoms of the effects with variables whose action matches the given one.
    fn add_open_effects(&mut self, action: TermId, effects: &[&[Cell]], atoms: &mut Vec<TermId>) {
        let action: Vec<Cell> = self.flats.get(action).to_vec();
        for effect in effects {
            if effect[0] != action[0] && !is_variable(effect[0]) {
                continue;
            }
            let (mut variables, mut pair) = (Vec::new(), Vec::new());
            self.heap.build_flat(effect, &mut variables, &mut pair);
            let (mut none, mut given) = (Vec::new(), Vec::new());
            self.heap.build_flat(&action, &mut none, &mut given);
            if self.heap.unify(pair[0], given[0]) {
                let (mut variables, mut flat) = (Vec::new(), Vec::new());
                self.heap.flatten(pair[1], &mut variables, &mut flat);
                if !adds_nothing(&flat) {
                    atoms.push(self.flats.intern(&flat));
                }
            }
            self.heap.undo(0, 0);
        }
    }

    /// Returns the predicates of rules and rigid facts, whose atoms are not part of sceneries.
    pub fn derived_predicates(&self) -> Vec<u32> {
        let shown = |functor: Cell| match functor.kind() {
            crate::terms::Kind::Functor(name, _) => !self.symbols.name(name).starts_with('$'),
            _ => false,
        };
        let all = self.predicates.iter().enumerate();
        let derived = all.filter(|(_, p)| p.derived && p.functor.is_some_and(shown));
        derived.map(|(number, _)| number as u32).collect()
    }

    /// Returns the ground atoms of a predicate that are true in a scenery.
    pub fn atoms_of(&mut self, scenery: SceneryId, predicate: u32) -> Result<Vec<TermId>, Stop> {
        let Some(functor) = self.predicates[predicate as usize].functor else {
            return Ok(Vec::new());
        };
        let mut atoms = Vec::new();
        for answer in self.all_answers(scenery, predicate)? {
            if answer.iter().any(|cell| is_variable(*cell)) {
                continue;
            }
            let flat = match (functor.kind(), functor.arity()) {
                (crate::terms::Kind::Functor(name, _), 0) => vec![Cell::constant(name)],
                _ => [&[functor], &answer[..]].concat(),
            };
            atoms.push(self.flats.intern(&flat));
        }
        Ok(atoms)
    }

    /// Returns the number of a predicate, if the program defines it.
    pub fn predicate(&self, name: crate::symbol::Symbol, arity: usize) -> Option<u32> {
        let number = *self.numbers.get(&Cell::functor(name, arity))?;
        self.predicates[number as usize].known.then_some(number)
    }

    /// Returns whether the program defines `payoff/2`.
    pub fn has_payoffs(&self) -> bool {
        self.predicate(crate::symbol::Symbol::PAYOFF, 2).is_some()
    }

    /// Returns the atoms of a scenery.
    pub fn atoms(&self, scenery: SceneryId) -> &Arc<[TermId]> {
        self.sceneries.atoms(scenery)
    }

    /// Returns the scenery with these atoms.
    pub fn scenery(&mut self, atoms: Vec<TermId>) -> SceneryId {
        self.sceneries.number(atoms)
    }

    /// Returns whether an atom belongs to a predicate that is not shown, generated for a
    /// composition or a converse.
    pub fn is_hidden(&self, atom: TermId) -> bool {
        match functor_of(self.flats.get(atom)[0]).kind() {
            crate::terms::Kind::Functor(name, _) => self.symbols.name(name).starts_with('$'),
            _ => false,
        }
    }
}

/// Returns whether an effect only enables its action, which ends something.
fn adds_nothing(atom: &[Cell]) -> bool {
    atom == [Cell::constant(crate::symbol::Symbol::ENDS)]
}

fn is_variable(cell: Cell) -> bool {
    matches!(cell.kind(), crate::terms::Kind::Numbered(_))
}

/// Returns the first of the terms of a flat tuple.
pub fn first_term(tuple: &[Cell]) -> &[Cell] {
    let mut open = 1;
    let end = tuple.iter().position(|cell| {
        open += cell.arity();
        open -= 1;
        open == 0
    });
    &tuple[..end.map_or(tuple.len(), |end| end + 1)]
}

/// Returns the first cell of an argument of a flat atom.
fn argument(atom: &[Cell], place: usize) -> Option<Cell> {
    let mut rest = atom.get(1..)?;
    for _ in 0..place {
        rest = rest.get(first_term(rest).len()..)?;
    }
    rest.first().copied()
}

/// Returns the terms of a flat tuple.
fn terms_of(tuple: &[Cell]) -> Vec<&[Cell]> {
    let (mut rest, mut terms) = (tuple, Vec::new());
    while !rest.is_empty() {
        let first = first_term(rest);
        terms.push(first);
        rest = &rest[first.len()..];
    }
    terms
}

/// Returns a part of a tuple as a term of its own, with its variables renumbered.
fn renumbered(part: &[Cell]) -> Vec<Cell> {
    let mut seen: Vec<Cell> = Vec::new();
    let mut number = |cell: Cell| match is_variable(cell) {
        false => cell,
        true => {
            let known = seen.iter().position(|&other| other == cell);
            Cell::numbered(known.unwrap_or_else(|| {
                seen.push(cell);
                seen.len() - 1
            }))
        }
    };
    part.iter().map(|&cell| number(cell)).collect()
}
