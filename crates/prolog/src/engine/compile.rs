//! Compilation of clauses to instructions.

use ludex_base::with_stack;
use rustc_hash::{FxHashMap, FxHashSet};

use super::code::{Entry, MUST, Op, Sum};
use crate::program::{CoreLiteral, CoreRule};
use crate::symbol::Symbol;
use crate::syntax::{Operator, Term};
use crate::terms::Cell;

/// The number of slots at the start of a frame that hold the continuation.
pub const HEADER: u32 = 2;

/// Compiled code, and the numbers of the predicates it calls.
#[derive(Debug)]
pub struct Code {
    /// All instructions; the first is [`Op::Halt`].
    pub ops: Vec<Op>,
    /// By instruction: the number of its clause, for error messages.
    pub origins: Vec<u32>,
    /// The numbers of predicates.
    pub predicates: FxHashMap<(Symbol, usize), u32>,
}

impl Default for Code {
    fn default() -> Code {
        Code { ops: vec![Op::Halt], origins: vec![0], predicates: FxHashMap::default() }
    }
}

impl Code {
    /// Returns the number of a predicate; a new one if it has none.
    pub fn predicate(&mut self, functor: (Symbol, usize)) -> u32 {
        let next = self.predicates.len() as u32;
        *self.predicates.entry(functor).or_insert(next)
    }

    /// Compiles a clause.
    pub fn clause(&mut self, rule: &CoreRule) -> Entry {
        let start = self.ops.len() as u32;
        let plan = schedule(&rule.body);
        let framed = is_framed(&plan);
        let mut compiler = Compiler {
            code: self,
            rule,
            seen: FxHashSet::default(),
            often: repeated(rule),
            kept: kept(rule, &plan),
            slots: HEADER + rule.variables as u32,
            framed,
            sizes: Vec::new(),
        };
        compiler.head(&rule.head);
        compiler.body(&plan);
        let size = compiler.slots;
        let sizes = std::mem::take(&mut compiler.sizes);
        sizes.into_iter().for_each(|at| self.set_size(at, size));
        self.origins.resize(self.ops.len(), rule.number as u32);
        Entry { start, size, framed }
    }

    /// Sets the size of the frame in a call that was emitted before the size was known.
    fn set_size(&mut self, at: usize, full: u32) {
        match &mut self.ops[at] {
            Op::Call { size, .. } | Op::Not { size, .. } | Op::After { size, .. } => *size = full,
            _ => {}
        }
    }
}

/// Returns whether a goal runs while the clause still needs its slots: any goal but tests and one
/// last call.
fn is_framed(plan: &[Planned]) -> bool {
    let calls = |planned: &&Planned| !matches!(planned.literal, CoreLiteral::Test(..));
    let needing = plan.iter().filter(calls).count();
    let last_is_call = matches!(plan.last().map(|p| p.literal), Some(CoreLiteral::Call(_)));
    needing > usize::from(last_is_call)
}

/// Returns the variables that occur more than once.
fn repeated(rule: &CoreRule) -> FxHashSet<u32> {
    let (mut once, mut often) = (FxHashSet::default(), FxHashSet::default());
    let mut visit = |v| {
        if !once.insert(v) {
            often.insert(v);
        }
    };
    rule.head.each_variable(&mut visit);
    rule.body.iter().for_each(|literal| each_variable(literal, &mut visit));
    often
}

/// Returns the variables that only pass an argument of the head, or the tail of a list there, to
/// the same argument of the first call: they stay in their registers.
fn kept(rule: &CoreRule, plan: &[Planned]) -> FxHashSet<u32> {
    let first = plan.iter().find(|planned| !matches!(planned.literal, CoreLiteral::Test(..)));
    let Some(CoreLiteral::Call(call)) = first.map(|planned| planned.literal) else {
        return FxHashSet::default();
    };
    let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
    let mut count = |v| *counts.entry(v).or_insert(0) += 1;
    rule.head.each_variable(&mut count);
    rule.body.iter().for_each(|literal| each_variable(literal, &mut count));
    let pairs = rule.head.arguments().iter().zip(call.arguments());
    let passed_on = pairs.filter_map(|(head, argument)| match (passed_variable(head), argument) {
        (Some(v), Term::Variable(w)) if v == *w => Some(v),
        _ => None,
    });
    passed_on.filter(|v| counts[v] == 2).collect()
}

/// Returns the variable if an argument of a head is a variable, or a list whose tail is a variable.
fn passed_variable(argument: &Term) -> Option<u32> {
    match argument {
        Term::Variable(v) => Some(*v),
        Term::Compound(_, parts) => match &parts[..] {
            [Term::Variable(_) | Term::Compound(..), Term::Variable(rest)] => Some(*rest),
            _ => None,
        },
        Term::Integer(_) | Term::Constant(_) => None,
    }
}

fn each_variable(literal: &CoreLiteral, visit: &mut impl FnMut(u32)) {
    match literal {
        CoreLiteral::Call(atom) | CoreLiteral::Not(atom) => atom.each_variable(visit),
        CoreLiteral::After(left, right) | CoreLiteral::Test(_, left, right) => {
            left.each_variable(visit);
            right.each_variable(visit);
        }
    }
}

/// Returns the index key of an argument of a head.
pub fn key_of(argument: Option<&Term>) -> Cell {
    match argument {
        None | Some(Term::Variable(_)) => Cell::NONE,
        Some(Term::Integer(number)) => Cell::integer(*number),
        Some(Term::Constant(symbol)) => Cell::constant(*symbol),
        Some(Term::Compound(symbol, arguments)) => Cell::functor(*symbol, arguments.len()),
    }
}

/// A goal of a body in the order of execution; see [`schedule`].
struct Planned<'r> {
    literal: &'r CoreLiteral,
    /// Whether it may be skipped if its variables are not bound: it is run again later.
    soft: bool,
}

/// Returns the goals of a body in the order of execution. Tests and negations need bound variables.
/// If a later goal could still bind them, the test is tried where it is written, which may prune or
/// end a recursion, and run again after its variables are bound: the truth of a body does not
/// depend on the order of its goals.
fn schedule(body: &[CoreLiteral]) -> Vec<Planned<'_>> {
    let binds = |literal: &CoreLiteral| match literal {
        CoreLiteral::Call(_) | CoreLiteral::After(..) => true,
        CoreLiteral::Test(operator, ..) => matches!(operator, Operator::Unify | Operator::Is),
        CoreLiteral::Not(_) => false,
    };
    let mut bound = FxHashSet::default();
    let mut plan = Vec::new();
    let mut waiting: Vec<&CoreLiteral> = Vec::new();
    for (i, literal) in body.iter().enumerate() {
        let mut later = FxHashSet::default();
        for other in body[i + 1..].iter().filter(|other| binds(other)) {
            each_variable(other, &mut |v| {
                later.insert(v);
            });
        }
        let mut open = false;
        let mut wants = |v| open |= later.contains(&v) && !bound.contains(&v);
        match literal {
            CoreLiteral::Call(_) | CoreLiteral::After(..) => {}
            CoreLiteral::Test(Operator::Unify, ..) => {}
            CoreLiteral::Test(Operator::Is, _, right) => right.each_variable(&mut wants),
            CoreLiteral::Test(_, left, right) => {
                left.each_variable(&mut wants);
                right.each_variable(&mut wants);
            }
            CoreLiteral::Not(atom) => atom.each_variable(&mut wants),
        }
        plan.push(Planned { literal, soft: open });
        if open {
            waiting.push(literal);
        } else if binds(literal) {
            each_variable(literal, &mut |v| {
                bound.insert(v);
            });
        }
        waiting.retain(|&waiter| {
            let mut ready = true;
            let mut check = |v| ready &= bound.contains(&v) || !later.contains(&v);
            match waiter {
                CoreLiteral::Test(Operator::Is, _, right) => right.each_variable(&mut check),
                waiter => each_variable(waiter, &mut check),
            }
            if ready {
                plan.push(Planned { literal: waiter, soft: false });
                each_variable(waiter, &mut |v| {
                    bound.insert(v);
                });
            }
            !ready
        });
    }
    plan
}

struct Compiler<'c> {
    code: &'c mut Code,
    rule: &'c CoreRule,
    /// The variables that have a value by now.
    seen: FxHashSet<u32>,
    often: FxHashSet<u32>,
    /// The variables that stay in their registers; see [`kept`].
    kept: FxHashSet<u32>,
    slots: u32,
    framed: bool,
    /// The instructions that need the size of the frame.
    sizes: Vec<usize>,
}

impl Compiler<'_> {
    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
    }

    fn new_slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    // --- heads -----------------------------------------------------------------------------------

    fn head(&mut self, head: &Term) {
        let mut inner = Vec::new();
        for (i, argument) in head.arguments().iter().enumerate() {
            let place = i as u8;
            match argument {
                Term::Variable(v) if !self.often.contains(v) || self.kept.contains(v) => {}
                Term::Variable(v) => {
                    let slot = HEADER + v;
                    let first = self.seen.insert(*v);
                    self.emit(match first {
                        true => Op::GetVariable { slot, argument: place },
                        false => Op::GetValue { slot, argument: place },
                    });
                }
                Term::Compound(symbol, arguments) => {
                    let functor = Cell::functor(*symbol, arguments.len());
                    if !self.pair(functor, place, arguments, &mut inner) {
                        self.emit(Op::GetStructure { functor, argument: place });
                        self.parts(arguments, &mut inner);
                    }
                }
                constant => {
                    self.emit(Op::GetConstant { constant: atomic(constant), argument: place })
                }
            }
        }
        while let Some((slot, term)) = inner.pop() {
            let Term::Compound(symbol, arguments) = term else { continue };
            self.emit(Op::SlotStructure { functor: Cell::functor(*symbol, arguments.len()), slot });
            self.parts(arguments, &mut inner);
        }
    }

    /// Emits a compound argument with two parts as one instruction, if there is a suitable one;
    /// returns whether it did.
    fn pair<'t>(
        &mut self,
        functor: Cell,
        argument: u8,
        parts: &'t [Term],
        inner: &mut Vec<(u32, &'t Term)>,
    ) -> bool {
        let [first, second] = parts else { return false };
        let known = |term: &Term| matches!(term, Term::Variable(v) if self.seen.contains(v));
        let new =
            |term: &Term| matches!(term, Term::Variable(_) | Term::Compound(..)) && !known(term);
        let (value, fits) = (known(first), new(second) && first != second);
        if !fits || !(value || new(first)) {
            return false;
        }
        let left = match first {
            Term::Variable(v) if value => HEADER + v,
            _ => self.part_slot(first, inner),
        };
        let stays = matches!(second, Term::Variable(v) if self.kept.contains(v));
        let right = if stays { MUST } else { self.part_slot(second, inner) };
        self.emit(match (value, stays) {
            (true, false) => Op::GetValuePair { functor, argument, left, right },
            (false, false) => Op::GetPair { functor, argument, left, right },
            (true, true) => Op::GetValueStep { functor, argument, left },
            (false, true) => Op::GetStep { functor, argument, left },
        });
        true
    }

    /// Returns the slot for a part that has no value yet; a compound part is postponed.
    fn part_slot<'t>(&mut self, part: &'t Term, inner: &mut Vec<(u32, &'t Term)>) -> u32 {
        if let Term::Variable(v) = part {
            self.seen.insert(*v);
            return HEADER + v;
        }
        let slot = self.new_slot();
        inner.push((slot, part));
        slot
    }

    /// Emits the parts of a compound term of the head; compound parts are postponed.
    fn parts<'t>(&mut self, parts: &'t [Term], inner: &mut Vec<(u32, &'t Term)>) {
        for part in parts {
            let op = match part {
                Term::Variable(v) if !self.often.contains(v) => Op::PartAny,
                Term::Variable(v) if self.seen.insert(*v) => Op::PartVariable { slot: HEADER + v },
                Term::Variable(v) => Op::PartValue { slot: HEADER + v },
                Term::Compound(..) => {
                    let slot = self.new_slot();
                    inner.push((slot, part));
                    Op::PartVariable { slot }
                }
                constant => Op::PartConstant { constant: atomic(constant) },
            };
            self.emit(op);
        }
    }

    // --- bodies ----------------------------------------------------------------------------------

    fn body(&mut self, plan: &[Planned]) {
        for (i, planned) in plan.iter().enumerate() {
            let last = i + 1 == plan.len();
            match planned.literal {
                CoreLiteral::Call(atom) => {
                    self.arguments(atom);
                    let predicate = self.predicate(atom);
                    match (last, self.framed) {
                        (true, true) => return self.emit(Op::Leave { predicate }),
                        (true, false) => return self.emit(Op::Jump { predicate }),
                        (false, _) => self.sized(Op::Call { predicate, size: 0 }),
                    }
                }
                CoreLiteral::Not(atom) => self.negation(atom, planned.soft),
                CoreLiteral::After(action, atom) => {
                    let action = self.operand(action);
                    self.arguments(atom);
                    let predicate = self.predicate(atom);
                    self.sized(Op::After { predicate, action, size: 0 });
                }
                CoreLiteral::Test(operator, left, right) => {
                    self.test(*operator, left, right, planned.soft);
                }
            }
        }
        self.emit(if self.framed { Op::Return } else { Op::Proceed });
    }

    /// Emits a comparison or a calculation. A soft test is skipped if it cannot be decided; a hard
    /// one reports an error.
    fn test(&mut self, operator: Operator, left: &Term, right: &Term, soft: bool) {
        if let (Operator::Is, Term::Variable(v), false) = (operator, left, soft)
            && !self.seen.contains(v)
        {
            return self.calculation(*v, right);
        }
        // All variables get a value first, since the rest may be skipped.
        [left, right].iter().for_each(|term| term.each_variable(&mut |v| self.ensure_value(v)));
        let start = self.code.ops.len();
        let (left, right) = match operator {
            Operator::Unify | Operator::Different => (self.operand(left), self.operand(right)),
            Operator::Is => (self.operand(left), self.expression(operator, right)),
            _ => (self.expression(operator, left), self.expression(operator, right)),
        };
        self.emit(Op::Test { operator, left, right, otherwise: MUST });
        if soft {
            self.skippable(start);
        }
    }

    /// Emits `V is E` for a new variable: the value goes to its slot, and the arena is not used.
    fn calculation(&mut self, variable: u32, right: &Term) {
        right.each_variable(&mut |v| self.ensure_value(v));
        let value = self.expression(Operator::Is, right);
        if self.seen.contains(&variable) {
            // `X is X + 1`: the variable has no value, and the calculation reports an error.
            let (operator, left) = (Operator::Is, HEADER + variable);
            return self.emit(Op::Test { operator, left, right: value, otherwise: MUST });
        }
        self.seen.insert(variable);
        let (operator, sign) = (Operator::Is, Symbol::PLUS);
        let sum = Sum { operator, sign, left: value, right: MUST, otherwise: MUST };
        match self.code.ops.last_mut() {
            Some(Op::Compute { slot, .. }) if *slot == value => *slot = HEADER + variable,
            _ => self.emit(Op::Compute { sum, slot: HEADER + variable }),
        }
    }

    /// Makes the tests from an instruction on skippable where they cannot be decided.
    fn skippable(&mut self, start: usize) {
        let after = self.code.ops.len() as u32;
        for op in &mut self.code.ops[start..] {
            match op {
                Op::Test { otherwise, .. } | Op::Ground { otherwise, .. } => *otherwise = after,
                Op::Compute { sum, .. } => sum.otherwise = after,
                _ => {}
            }
        }
    }

    /// Returns the slot that holds the value of an expression, or a term that is not a number.
    fn expression(&mut self, operator: Operator, term: &Term) -> u32 {
        let Term::Compound(sign, parts) = term else { return self.operand(term) };
        let mut slots = [MUST; 2];
        if !(1..=2).contains(&parts.len()) {
            return self.operand(term);
        }
        for (slot, part) in slots.iter_mut().zip(parts) {
            *slot = with_stack(64 << 10, || self.expression(operator, part));
        }
        let ([left, right], slot) = (slots, self.new_slot());
        let sum = Sum { operator, sign: *sign, left, right, otherwise: MUST };
        self.emit(Op::Compute { sum, slot });
        slot
    }

    /// Emits a NOT goal. The variables that it shares with the rest of the clause must be ground;
    /// if a later goal can still bind them, it is skipped here.
    fn negation(&mut self, atom: &Term, soft: bool) {
        let mut inside: FxHashMap<u32, usize> = FxHashMap::default();
        atom.each_variable(&mut |v| *inside.entry(v).or_insert(0) += 1);
        let mut shared: Vec<u32> = inside.keys().copied().collect();
        shared.retain(|v| self.occurrences(*v) > inside[v]);
        shared.sort_unstable();
        shared.iter().for_each(|&v| self.ensure_value(v));
        let checks = self.code.ops.len();
        shared.iter().for_each(|v| self.emit(Op::Ground { slot: HEADER + v, otherwise: MUST }));
        self.arguments(atom);
        let predicate = self.predicate(atom);
        self.sized(Op::Not { predicate, size: 0 });
        if !soft {
            return;
        }
        self.skippable(checks);
        // Its local variables have no value where it was skipped: they are new in its second run.
        self.seen.retain(|v| shared.contains(v) || !inside.contains_key(v));
    }

    /// Returns the number of occurrences of a variable in the clause.
    fn occurrences(&self, variable: u32) -> usize {
        let mut total = 0;
        let mut count = |v| total += usize::from(v == variable);
        self.rule.head.each_variable(&mut count);
        self.rule.body.iter().for_each(|literal| each_variable(literal, &mut count));
        total
    }

    fn sized(&mut self, op: Op) {
        self.sizes.push(self.code.ops.len());
        self.emit(op);
    }

    fn predicate(&mut self, atom: &Term) -> u32 {
        self.code.predicate(atom.functor().unwrap_or((Symbol::FAIL, 0)))
    }

    /// Emits a new variable if a variable has no value yet.
    fn ensure_value(&mut self, variable: u32) {
        if self.seen.insert(variable) {
            self.emit(Op::NewVariable { slot: HEADER + variable });
        }
    }

    /// Emits the arguments of a call. Compound ones are built before any register is set.
    fn arguments(&mut self, atom: &Term) {
        let slots: Vec<Option<u32>> = atom
            .arguments()
            .iter()
            .map(|argument| matches!(argument, Term::Compound(..)).then(|| self.operand(argument)))
            .collect();
        for (i, argument) in atom.arguments().iter().enumerate() {
            let place = i as u8;
            match (argument, slots[i]) {
                (_, Some(slot)) => self.emit(Op::PutValue { slot, argument: place }),
                (Term::Variable(v), _) if self.kept.contains(v) => {}
                (Term::Variable(v), _) if !self.often.contains(v) => {
                    self.emit(Op::PutAny { argument: place })
                }
                (Term::Variable(v), _) => {
                    self.ensure_value(*v);
                    self.emit(Op::PutValue { slot: HEADER + v, argument: place });
                }
                (constant, _) => {
                    self.emit(Op::PutConstant { constant: atomic(constant), argument: place })
                }
            }
        }
    }

    /// Returns the slot that holds a term.
    fn operand(&mut self, term: &Term) -> u32 {
        match term {
            Term::Variable(v) => {
                self.ensure_value(*v);
                HEADER + v
            }
            Term::Compound(symbol, parts) => self.build(*symbol, parts),
            constant => {
                let slot = self.new_slot();
                self.emit(Op::SlotConstant { constant: atomic(constant), slot });
                slot
            }
        }
    }

    /// Emits a compound term, its compound parts first.
    fn build(&mut self, symbol: Symbol, parts: &[Term]) -> u32 {
        let slots: Vec<Option<u32>> = parts
            .iter()
            .map(|part| match part {
                Term::Compound(symbol, parts) => {
                    Some(with_stack(64 << 10, || self.build(*symbol, parts)))
                }
                _ => None,
            })
            .collect();
        let slot = self.new_slot();
        self.emit(Op::Build { functor: Cell::functor(symbol, parts.len()), slot });
        for (part, built) in parts.iter().zip(slots) {
            let op = match (part, built) {
                (_, Some(slot)) => Op::SetValue { slot },
                (Term::Variable(v), _) if !self.often.contains(v) => Op::SetAny,
                (Term::Variable(v), _) if self.seen.insert(*v) => {
                    Op::SetVariable { slot: HEADER + v }
                }
                (Term::Variable(v), _) => Op::SetValue { slot: HEADER + v },
                (constant, _) => Op::SetConstant { constant: atomic(constant) },
            };
            self.emit(op);
        }
        slot
    }
}

/// Returns the cell of a constant or a number.
fn atomic(term: &Term) -> Cell {
    match term {
        Term::Integer(number) => Cell::integer(*number),
        Term::Constant(symbol) => Cell::constant(*symbol),
        Term::Variable(_) | Term::Compound(..) => Cell::NONE,
    }
}
