//! Compiles clauses: which variables live in registers and which in the frame.
//!
//! A clause is divided into segments: a call ends one, and so does each part of a control
//! construct that leaves a choice point. A variable that occurs in one segment only lives in a
//! register; any other has a slot of the frame.

use rustc_hash::FxHashMap;

use super::clause::{Goal, arguments};
use super::code::{Entry, FRAME, Op, Place};
use super::database::Database;
use crate::terms::{Cell, Heap, Kind};

/// A clause is too large to be compiled; it is interpreted instead.
#[derive(Debug)]
pub struct TooLarge;

/// What is known about a variable of a clause.
#[derive(Clone, Debug, Default)]
pub struct Variable {
    /// How often it occurs.
    pub count: u32,
    segment: u32,
    /// Whether it has a slot of the frame.
    pub framed: bool,
    /// The last goal in which it occurs.
    pub last: u32,
    /// Where it lives, once it has a value.
    pub home: Option<Place>,
    pub slot: Place,
}

/// The compiler of one clause.
pub struct Compiler<'c> {
    pub heap: &'c Heap,
    pub database: &'c mut Database,
    pub numbers: FxHashMap<usize, u32>,
    pub variables: Vec<Variable>,
    segment: u32,
    segments: u32,
    /// The number of the goal that is compiled.
    pub position: u32,
    /// The variables that live in an argument register.
    pub occupants: Vec<Option<u32>>,
    /// The next free register.
    pub next: u16,
    /// The first register that is no argument of any goal.
    pub floor: u16,
    /// The arguments of the first goal that is called: variables go there at once if possible.
    pub wanted: Vec<Cell>,
    pub framed: bool,
    /// The number of slots of the frame.
    pub slots: u16,
    pub level: Option<Place>,
    pub called: bool,
}

pub(super) type Done = Result<(), TooLarge>;

/// Compiles a clause with this head and body; its code is appended to that of the database.
pub fn compile(
    heap: &Heap,
    head: Cell,
    body: &Goal,
    database: &mut Database,
) -> Result<Entry, TooLarge> {
    let head = arguments(heap, head);
    let floor = head.len().max(widest(body));
    if floor > 200 {
        return Err(TooLarge);
    }
    let start = database.ops.len();
    let mut compiler = Compiler {
        heap,
        database,
        numbers: FxHashMap::default(),
        variables: Vec::new(),
        segment: 0,
        segments: 0,
        position: 0,
        occupants: vec![None; floor],
        next: floor as u16,
        floor: floor as u16,
        wanted: wanted(body),
        framed: false,
        slots: 2,
        level: None,
        called: false,
    };
    let compiled = compiler.clause(&head, body);
    let size = if compiler.framed { u32::from(compiler.slots) } else { 0 };
    let unsized_calls = std::mem::take(&mut database.unsized_calls);
    if compiled.is_err() {
        database.ops.truncate(start);
        return Err(TooLarge);
    }
    for at in unsized_calls {
        match &mut database.ops[at as usize] {
            Op::Call { size: own, .. } | Op::Try { size: own, .. } => *own = size as u16,
            _ => {}
        }
    }
    Ok(Entry { start: start as u32, size })
}

/// Returns the most arguments of a goal that is called.
fn widest(goal: &Goal) -> usize {
    match goal {
        Goal::And(all) => all.iter().map(widest).max().unwrap_or(0),
        Goal::Or(a, b) => widest(a).max(widest(b)),
        Goal::If(a, b, c) | Goal::Soft(a, b, c) => widest(a).max(widest(b)).max(widest(c)),
        Goal::Not(inner) => widest(inner),
        Goal::Builtin(_, arguments) | Goal::Call(_, arguments) => arguments.len(),
        _ => 0,
    }
}

/// Returns the arguments of the first goal that is called.
fn wanted(goal: &Goal) -> Vec<Cell> {
    match goal {
        Goal::And(all) => {
            for goal in all {
                match goal {
                    Goal::Call(_, arguments) | Goal::Builtin(_, arguments) => {
                        return arguments.clone();
                    }
                    Goal::Or(..) | Goal::If(..) | Goal::Soft(..) | Goal::And(_) => break,
                    _ => {}
                }
            }
            Vec::new()
        }
        Goal::Call(_, arguments) | Goal::Builtin(_, arguments) => arguments.clone(),
        _ => Vec::new(),
    }
}

/// Returns the number of goals without parts.
pub(super) fn leaves(goal: &Goal) -> u32 {
    match goal {
        Goal::And(all) => all.iter().map(leaves).sum(),
        Goal::Or(a, b) => leaves(a) + leaves(b),
        Goal::If(a, b, c) | Goal::Soft(a, b, c) => leaves(a) + leaves(b) + leaves(c),
        Goal::Not(inner) => leaves(inner),
        _ => 1,
    }
}

pub(super) fn has_cut(goal: &Goal) -> bool {
    match goal {
        Goal::Cut => true,
        Goal::And(all) => all.iter().any(has_cut),
        Goal::Or(a, b) => has_cut(a) || has_cut(b),
        Goal::If(_, b, c) | Goal::Soft(_, b, c) => has_cut(b) || has_cut(c),
        _ => false,
    }
}

/// Returns whether a goal needs a frame around it.
fn needs_frame(goal: &Goal, last: bool) -> bool {
    match goal {
        Goal::And(all) => {
            let count = all.len();
            all.iter().enumerate().any(|(i, goal)| needs_frame(goal, last && i + 1 == count))
        }
        Goal::Call(..) => !last,
        Goal::If(test, a, b) if test.is_test() => needs_frame(a, last) || needs_frame(b, last),
        Goal::Not(inner) => !inner.is_test(),
        Goal::Or(..) | Goal::If(..) | Goal::Soft(..) => true,
        _ => false,
    }
}

/// Returns whether a cut follows a call, so that its level must be kept.
fn needs_level(goal: &Goal, called: &mut bool) -> bool {
    match goal {
        Goal::Cut => *called,
        Goal::Call(..) => {
            *called = true;
            false
        }
        Goal::And(all) => all.iter().any(|goal| needs_level(goal, called)),
        Goal::If(test, a, b) if test.is_test() => {
            let mut other = *called;
            let needed = needs_level(a, called) | needs_level(b, &mut other);
            *called |= other;
            needed
        }
        Goal::Or(a, b) => {
            *called = true;
            has_cut(a) || has_cut(b)
        }
        Goal::If(_, a, b) | Goal::Soft(_, a, b) => {
            *called = true;
            has_cut(a) || has_cut(b)
        }
        Goal::Not(inner) => {
            *called |= !inner.is_test();
            false
        }
        _ => false,
    }
}

impl Compiler<'_> {
    fn clause(&mut self, head: &[Cell], body: &Goal) -> Done {
        head.iter().for_each(|term| self.note(*term));
        self.scan(body);
        self.position = 0;
        let leveled = needs_level(body, &mut false);
        let many = self.variables.iter().any(|variable| variable.framed);
        self.framed = leveled || many || needs_frame(body, true);
        for i in 0..self.variables.len() {
            if self.variables[i].framed {
                self.variables[i].slot = self.slot()?;
            }
        }
        if leveled {
            let slot = self.slot()?;
            self.level = Some(slot);
            self.emit(Op::Level { to: slot });
        }
        self.head(head)?;
        self.body(body)
    }

    pub(super) fn slot(&mut self) -> Result<Place, TooLarge> {
        self.slots += 1;
        if self.slots > 4000 { Err(TooLarge) } else { Ok(FRAME + self.slots - 1) }
    }

    /// Appends an instruction.
    pub fn emit(&mut self, op: Op) {
        self.database.ops.push(op);
    }

    pub(super) fn here(&self) -> u32 {
        self.database.ops.len() as u32
    }

    fn new_segment(&mut self) {
        self.segments += 1;
        self.segment = self.segments;
    }

    /// Calls the visitor with every occurrence of a variable in a term.
    pub fn each_variable(&self, term: Cell, visit: &mut impl FnMut(usize)) {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match self.heap.deref(term).kind() {
                Kind::Reference(place) => visit(place),
                Kind::Structure(place) => {
                    let arity = self.heap.cells[place].arity();
                    open.extend(self.heap.cells[place + 1..=place + arity].iter().rev());
                }
                _ => {}
            }
        }
    }

    /// Records the occurrences of variables in a term of the current goal.
    fn note(&mut self, term: Cell) {
        let mut found = Vec::new();
        self.each_variable(term, &mut |place| found.push(place));
        for place in found {
            let count = self.variables.len() as u32;
            let number = *self.numbers.entry(place).or_insert(count);
            if number == count {
                self.variables.push(Variable { segment: self.segment, ..Variable::default() });
            }
            let variable = &mut self.variables[number as usize];
            variable.count += 1;
            variable.framed |= variable.segment != self.segment;
            variable.last = self.position;
        }
    }

    fn scan(&mut self, goal: &Goal) {
        match goal {
            Goal::And(all) => all.iter().for_each(|goal| self.scan(goal)),
            Goal::If(test, then, otherwise) if test.is_test() => {
                let segment = self.segment;
                self.scan(test);
                self.scan(then);
                self.segment = segment;
                self.scan(otherwise);
                self.new_segment();
            }
            Goal::Not(inner) if inner.is_test() => self.scan(inner),
            Goal::Not(inner) => {
                self.new_segment();
                self.scan(inner);
                self.new_segment();
            }
            Goal::Or(a, b) => {
                self.new_segment();
                self.scan(a);
                self.new_segment();
                self.scan(b);
                self.new_segment();
            }
            Goal::If(test, then, otherwise) | Goal::Soft(test, then, otherwise) => {
                self.new_segment();
                self.scan(test);
                self.scan(then);
                self.new_segment();
                self.scan(otherwise);
                self.new_segment();
            }
            leaf => {
                self.position += 1;
                let mut terms = Vec::new();
                leaf.each_term(&mut |term| terms.push(term));
                terms.into_iter().for_each(|term| self.note(term));
                if let Goal::Call(..) = leaf {
                    self.new_segment();
                }
            }
        }
    }

    /// Puts a new variable where it lives.
    pub fn start_variable(&mut self, number: u32) -> Result<Place, TooLarge> {
        let home = self.new_home(number)?;
        self.emit(Op::PutVariable { to: home });
        Ok(home)
    }

    /// Chooses where a variable lives from now on.
    pub fn new_home(&mut self, number: u32) -> Result<Place, TooLarge> {
        let variable = &self.variables[number as usize];
        let home = if variable.framed { variable.slot } else { self.register()? };
        self.variables[number as usize].home = Some(home);
        Ok(home)
    }

    /// Returns a free register.
    pub fn register(&mut self) -> Result<Place, TooLarge> {
        self.next += 1;
        if self.next > 254 { Err(TooLarge) } else { Ok(self.next - 1) }
    }
}
