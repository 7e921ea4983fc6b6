//! The instructions of the machine.
//!
//! A clause runs in a frame: two words that say where to go on, then one slot for each variable and for
//! each compound term on its way. Arguments are passed in registers of their own. Variables live in the
//! arena, never in frames, so that a frame can be dropped before the last call.

use crate::symbol::Symbol;
use crate::syntax::Operator;
use crate::terms::Cell;

/// Where a test jumps if its operands are not bound yet: nowhere, that is an error. Also: no slot.
pub const MUST: u32 = u32::MAX;

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// The goal that was asked is true.
    Halt,
    /// slot := argument
    GetVariable { slot: u32, argument: u8 },
    /// unify(slot, argument)
    GetValue { slot: u32, argument: u8 },
    /// unify(constant, argument)
    GetConstant { constant: Cell, argument: u8 },
    /// The argument is a compound term with this functor, or becomes one.
    GetStructure { functor: Cell, argument: u8 },
    /// The same for one with two parts that are both new variables: lists, most of all.
    GetPair { functor: Cell, argument: u8, left: u32, right: u32 },
    /// The same where the left part has a value already.
    GetValuePair { functor: Cell, argument: u8, left: u32, right: u32 },
    /// The same for a slot.
    SlotStructure { functor: Cell, slot: u32 },
    /// [`Op::GetPair`] where the right part takes the place of the argument: a step down a list.
    GetStep { functor: Cell, argument: u8, left: u32 },
    /// [`Op::GetValuePair`] where the right part takes the place of the argument.
    GetValueStep { functor: Cell, argument: u8, left: u32 },
    /// The next part of the compound term: slot := part
    PartVariable { slot: u32 },
    /// unify(slot, part)
    PartValue { slot: u32 },
    /// unify(constant, part)
    PartConstant { constant: Cell },
    /// A part that nobody asks for.
    PartAny,
    /// slot := new variable
    NewVariable { slot: u32 },
    /// argument := new variable
    PutAny { argument: u8 },
    /// argument := slot
    PutValue { slot: u32, argument: u8 },
    /// argument := constant
    PutConstant { constant: Cell, argument: u8 },
    /// slot := constant
    SlotConstant { constant: Cell, slot: u32 },
    /// slot := a compound term with this functor, whose parts follow
    Build { functor: Cell, slot: u32 },
    /// the next part := slot
    SetValue { slot: u32 },
    /// the next part := new variable, also in the slot
    SetVariable { slot: u32 },
    /// the next part := constant
    SetConstant { constant: Cell },
    /// the next part := new variable
    SetAny,
    /// Calls a predicate and comes back; the frame has this size.
    Call { predicate: u32, size: u32 },
    /// The last call of a clause with a frame.
    Leave { predicate: u32 },
    /// The last call of a clause without one.
    Jump { predicate: u32 },
    /// The end of a clause with a frame.
    Return,
    /// The end of a clause without one.
    Proceed,
    /// The slot must be ground, or else jump (or complain).
    Ground { slot: u32, otherwise: u32 },
    /// Negation as failure.
    Not { predicate: u32, size: u32 },
    /// `[action] atom`: the atom in the scenery after the action.
    After { predicate: u32, action: u32, size: u32 },
    /// A comparison, or the end of a calculation.
    Test { operator: Operator, left: u32, right: u32, otherwise: u32 },
    /// slot := the value of a sum
    Compute { sum: Sum, slot: u32 },
}

/// What a sign makes of one operand or two, inside a goal with this operator.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// The operator of the goal.
    pub operator: Operator,
    /// The sign.
    pub sign: Symbol,
    /// The slot of the first operand.
    pub left: u32,
    /// That of the second one, or [`MUST`].
    pub right: u32,
    /// Where to go on if an operand is not bound yet.
    pub otherwise: u32,
}

/// A compiled clause: what is needed to run it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its first instruction.
    pub start: u32,
    /// The size of its frame.
    pub size: u32,
    /// Whether the frame must be kept while goals of the body run.
    pub framed: bool,
}

/// What stops an evaluation: the program asks for something that has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// The number of the clause in the file; 0 for the query.
    pub clause: usize,
}
