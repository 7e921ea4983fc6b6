//! The predicates of a program: compiled clauses with an index, dynamic clauses, built-in ones.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::builtins;
use super::clause::{Goal, functor};
use super::code::{Entry, Op};
use super::compile::compile;
use super::copy::flat_copy;
use super::dynamic::Dynamic;
use super::operators::Operators;
use super::reader::Quotes;
use crate::symbol::{Symbol, Symbols};
use crate::terms::{Cell, Heap, Index, Kind};

/// What a predicate is.
#[derive(Clone, Debug, Default)]
pub enum Definition {
    /// Nothing defines it.
    #[default]
    Unknown,
    Clauses {
        index: Index,
        /// The argument of the index.
        on: u8,
    },
    Dynamic(Dynamic),
    /// One piece of code: a built-in predicate, or a control construct.
    Code(Entry),
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    pub name: Symbol,
    pub arity: u32,
    pub definition: Definition,
    /// Whether the library defines it, and a program must not change it.
    pub library: bool,
}

/// The database.
#[derive(Clone, Debug)]
pub struct Database {
    pub symbols: Symbols,
    pub predicates: Vec<Predicate>,
    numbers: FxHashMap<Cell, u32>,
    builtins: FxHashMap<Cell, u16>,
    /// The number of `call/1`.
    pub call: u32,
    pub ops: Vec<Op>,
    pub lists: Vec<Entry>,
    /// By instruction: the slots that are needed from there on.
    pub live: FxHashMap<u32, Box<[u16]>>,
    pub unsized_calls: Vec<u32>,
    /// Terms without variables that clauses copy.
    pub grounds: Vec<Arc<[Cell]>>,
    pub operators: Operators,
    pub quotes: Quotes,
    /// The number of changes of dynamic predicates.
    pub moment: u64,
    /// Clauses that are too large to be compiled, or wait to be: by predicate.
    waiting: FxHashMap<u32, Vec<(Cell, Entry)>>,
}

impl Database {
    /// Returns a database with the built-in predicates.
    pub fn new(symbols: Symbols) -> Database {
        let mut database = Database {
            symbols,
            predicates: Vec::new(),
            numbers: FxHashMap::default(),
            builtins: FxHashMap::default(),
            call: 0,
            ops: vec![Op::Halt, Op::Fail],
            lists: Vec::new(),
            live: FxHashMap::default(),
            unsized_calls: Vec::new(),
            grounds: Vec::new(),
            operators: Operators::default(),
            quotes: Quotes::default(),
            moment: 0,
            waiting: FxHashMap::default(),
        };
        for (number, builtin) in builtins::ALL.iter().enumerate() {
            let name = database.symbols.intern(builtin.name);
            let functor = Cell::functor(name, builtin.arity);
            database.builtins.insert(functor, number as u16);
            let code = [Op::Builtin { number: number as u16 }, Op::Proceed];
            database.define(builtin.name, builtin.arity, &code, 0);
        }
        for extra in 0..8 {
            database.define("call", 1 + extra, &[Op::Meta { extra: extra as u8 }], 0);
        }
        database.call = database.predicate_named("call", 1);
        database.define("$body", 2, &[Op::Body], 0);
        let (call, frame) = (database.call, super::code::FRAME + 2);
        let catch = [
            Op::Move { from: 1, to: frame },
            Op::Move { from: 2, to: frame + 1 },
            Op::Catch,
            Op::Call { predicate: call, size: 4 },
            Op::EndCatch,
            Op::Return,
        ];
        database.define("catch", 3, &catch, 4);
        let after_call = database.ops.len() as u32 - 2;
        database.live.insert(after_call, Box::new([2, 3]));
        database
    }

    fn define(&mut self, name: &str, arity: usize, code: &[Op], size: u32) {
        let entry = Entry { start: self.ops.len() as u32, size };
        self.ops.extend_from_slice(code);
        let number = self.predicate_named(name, arity);
        self.predicates[number as usize].definition = Definition::Code(entry);
        self.predicates[number as usize].library = true;
    }

    /// Returns the number of a predicate, a new one if it is new.
    pub fn predicate(&mut self, name: Symbol, arity: usize) -> u32 {
        let functor = Cell::functor(name, arity);
        if let Some(&number) = self.numbers.get(&functor) {
            return number;
        }
        let number = self.predicates.len() as u32;
        self.numbers.insert(functor, number);
        let definition = Definition::Unknown;
        self.predicates.push(Predicate { name, arity: arity as u32, definition, library: false });
        number
    }

    fn predicate_named(&mut self, name: &str, arity: usize) -> u32 {
        let name = self.symbols.intern(name);
        self.predicate(name, arity)
    }

    /// Returns the number of a predicate, if it was ever named.
    pub fn known(&self, name: Symbol, arity: usize) -> Option<u32> {
        self.numbers.get(&Cell::functor(name, arity)).copied()
    }

    /// Returns the number of a built-in predicate that a program has not replaced.
    pub fn builtin(&self, name: Symbol, arity: usize) -> Option<u16> {
        self.builtins.get(&Cell::functor(name, arity)).copied()
    }

    /// Keeps a term without variables for clauses that copy it.
    pub fn add_ground(&mut self, heap: &Heap, term: Cell) -> u32 {
        let (flat, _) = flat_copy(heap, term);
        self.grounds.push(flat.into());
        self.grounds.len() as u32 - 1
    }

    /// Adds a clause that is compiled; `link` makes it known. Returns `false` if it is no clause.
    pub fn add_compiled(&mut self, heap: &Heap, head: Cell, body: Cell) -> bool {
        let (Some((name, arity)), Some(goal)) = (functor(heap, head), Goal::of(heap, body, self))
        else {
            return false;
        };
        let number = self.predicate(name, arity);
        let entry = match compile(heap, head, &goal, self) {
            Ok(entry) => entry,
            Err(_) => self.interpreted(heap, head, body),
        };
        self.waiting.entry(number).or_default().push((head, entry));
        true
    }

    /// Returns code for a clause that is too large: its head and body are built and unified.
    fn interpreted(&mut self, heap: &Heap, head: Cell, body: Cell) -> Entry {
        let (flat, _) = super::copy::flat_pair(heap, Symbol::IF, head, body);
        self.grounds.push(flat.into());
        let entry = Entry { start: self.ops.len() as u32, size: 0 };
        self.ops.push(Op::Interpret { number: self.grounds.len() as u32 - 1 });
        entry
    }

    /// Makes an index of the clauses that were added since the last time.
    pub fn link(&mut self, heap: &Heap, library: bool) {
        let mut waiting: Vec<_> = std::mem::take(&mut self.waiting).into_iter().collect();
        ludex_base::sort_by_key(&mut waiting, |(number, _)| *number);
        for (number, clauses) in waiting {
            let arity = self.predicates[number as usize].arity as usize;
            let on = index_argument(heap, &clauses, arity);
            let keyed = clauses.iter().map(|(head, entry)| (argument_key(heap, *head, on), *entry));
            let index = Index::new(&keyed.collect::<Vec<_>>(), &mut self.lists);
            let predicate = &mut self.predicates[number as usize];
            predicate.definition = Definition::Clauses { index, on: on as u8 };
            predicate.library = library;
        }
    }
}

/// Returns the argument for the index: the first one, unless it has no key in any clause; then the
/// one of the next three that has one in most.
fn index_argument(heap: &Heap, clauses: &[(Cell, Entry)], arity: usize) -> usize {
    let keyed = |on: usize| {
        clauses.iter().filter(|(head, _)| argument_key(heap, *head, on) != Cell::NONE).count()
    };
    let (mut best, mut most) = (0, if arity > 0 { keyed(0) } else { 0 });
    for on in 1..arity.min(4) {
        if most > 0 {
            break;
        }
        let own = keyed(on);
        if own > most {
            (best, most) = (on, own);
        }
    }
    best
}

/// Returns the index key of an argument of a head.
pub fn argument_key(heap: &Heap, head: Cell, on: usize) -> Cell {
    match heap.deref(head).kind() {
        Kind::Structure(place) if on < heap.cells[place].arity() => {
            term_key(heap, heap.cells[place + 1 + on])
        }
        _ => Cell::NONE,
    }
}

/// Returns the index key of a term; large numbers have none, so that they are compared.
pub fn term_key(heap: &Heap, term: Cell) -> Cell {
    let term = heap.deref(term);
    match term.kind() {
        Kind::Structure(place) => heap.cells[place],
        Kind::Constant(_) | Kind::Integer(_) => term,
        _ => Cell::NONE,
    }
}
