//! The instructions of the machine.
//!
//! A clause runs in a frame: two words with the continuation, then one slot for each variable and
//! for each compound term that is under construction. Arguments are passed in separate registers.
//! Variables live in the arena, never in frames, so that a frame can be dropped before the last
//! call.

use crate::symbol::Symbol;
use crate::syntax::Operator;
use crate::terms::Cell;

/// As the jump target of a test whose operands are not bound: an error. Also: no slot.
pub const MUST: u32 = u32::MAX;

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// The goal of the run is true.
    Halt,
    /// slot := argument
    GetVariable { slot: u32, argument: u8 },
    /// unify(slot, argument)
    GetValue { slot: u32, argument: u8 },
    /// unify(constant, argument)
    GetConstant { constant: Cell, argument: u8 },
    /// The argument is a compound term with this functor, or becomes one.
    GetStructure { functor: Cell, argument: u8 },
    /// [`Op::GetStructure`] for a term of two parts that are both new variables, such as a list.
    GetPair { functor: Cell, argument: u8, left: u32, right: u32 },
    /// [`Op::GetPair`] where the left part already has a value.
    GetValuePair { functor: Cell, argument: u8, left: u32, right: u32 },
    /// [`Op::GetStructure`] for a slot.
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
    /// Skips a part that is not used.
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
    /// Calls a predicate and returns; the frame has this size.
    Call { predicate: u32, size: u32 },
    /// The last call of a clause with a frame.
    Leave { predicate: u32 },
    /// The last call of a clause without one.
    Jump { predicate: u32 },
    /// The end of a clause with a frame.
    Return,
    /// The end of a clause without one.
    Proceed,
    /// Requires that the slot is ground; otherwise jumps or reports an error.
    Ground { slot: u32, otherwise: u32 },
    /// Negation as failure.
    Not { predicate: u32, size: u32 },
    /// `[action] atom`: the atom in the scenery after the action.
    After { predicate: u32, action: u32, size: u32 },
    /// A comparison, or the last step of a calculation.
    Test { operator: Operator, left: u32, right: u32, otherwise: u32 },
    /// slot := the result of an operation
    Compute { sum: Sum, slot: u32 },
}

/// An arithmetic operation with one or two operands, in a goal with this operator.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// The operator of the goal.
    pub operator: Operator,
    /// The sign of the operation.
    pub sign: Symbol,
    /// The slot of the first operand.
    pub left: u32,
    /// The slot of the second operand, or [`MUST`].
    pub right: u32,
    /// The instruction to jump to if an operand is not bound yet.
    pub otherwise: u32,
}

/// A compiled clause.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its first instruction.
    pub start: u32,
    /// The size of its frame.
    pub size: u32,
    /// Whether the frame must be kept while goals of the body run.
    pub framed: bool,
}

/// An error of the program that stops an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The error message.
    pub message: String,
    /// The number of the clause in the file; 0 for the query.
    pub clause: usize,
}
