//! The instructions of the machine for ordinary clauses.
//!
//! A clause gets its arguments in registers. Variables that are needed after a call live in a
//! frame, behind two words with the continuation; all others live in registers. An operand is one
//! number: below [`FRAME`] a register, from there on a slot of the frame.

use crate::terms::Cell;

/// The first operand that is a slot of the frame.
pub const FRAME: u16 = 256;

/// As a jump target: the goal fails.
pub const FAIL: u32 = u32::MAX;

/// A register or a slot of the frame.
pub type Place = u16;

/// An operand of arithmetic: a small number, or the register or slot that has one.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    At(Place),
    Small(i16),
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// The goals of the question are true.
    Halt,
    /// The goal fails.
    Fail,
    /// to := from
    Move {
        from: Place,
        to: Place,
    },
    /// unify(left, right)
    Unify {
        left: Place,
        right: Place,
    },
    /// unify(place, constant)
    GetConstant {
        constant: Cell,
        at: Place,
    },
    /// The place holds a compound term with this functor, or becomes one; its parts follow.
    GetStructure {
        functor: Cell,
        at: Place,
    },
    /// [`Op::GetStructure`] for a list whose two parts are new variables.
    GetList {
        at: Place,
        left: Place,
        right: Place,
    },
    /// [`Op::GetList`] where the left part has a value.
    GetListValue {
        at: Place,
        left: Place,
        right: Place,
    },
    /// place := the next part
    PartVariable {
        to: Place,
    },
    /// unify(place, the next part)
    PartValue {
        at: Place,
    },
    /// unify(constant, the next part)
    PartConstant {
        constant: Cell,
    },
    /// Skips parts that are not used.
    PartAny {
        count: u16,
    },
    /// to := constant
    PutConstant {
        constant: Cell,
        to: Place,
    },
    /// to := a new variable
    PutVariable {
        to: Place,
    },
    /// to := a compound term with this functor, whose parts follow
    Build {
        functor: Cell,
        to: Place,
    },
    /// to := the list of two places
    BuildList {
        left: Place,
        right: Place,
        to: Place,
    },
    /// the next part := place
    SetValue {
        at: Place,
    },
    /// the next part := a new variable, also in the place
    SetVariable {
        to: Place,
    },
    /// the next part := constant
    SetConstant {
        constant: Cell,
    },
    /// the next parts := new variables
    SetAny {
        count: u16,
    },
    /// to := a term without variables, by its number
    PutGround {
        number: u32,
        to: Place,
    },
    /// Calls a predicate and returns; the frame has this size.
    Call {
        predicate: u32,
        size: u16,
    },
    /// The last call of a clause with a frame.
    Leave {
        predicate: u32,
    },
    /// The last call of a clause without one.
    Jump {
        predicate: u32,
    },
    /// The end of a clause with a frame.
    Return,
    /// The end of a clause without one.
    Proceed,
    /// Runs a built-in predicate whose arguments are in the first registers.
    Builtin {
        number: u16,
    },
    /// Leaves a choice point that continues at another instruction.
    Try {
        otherwise: u32,
        size: u16,
    },
    Goto {
        to: u32,
    },
    /// to := the number of choice points when the predicate was called
    Level {
        to: Place,
    },
    /// to := the number of choice points
    Mark {
        to: Place,
    },
    /// Removes the choice points above this number.
    Cut {
        at: Place,
    },
    /// Removes the choice points of the predicate.
    NeckCut,
    /// Disables the alternative of the choice point at this number.
    SoftCut {
        at: Place,
    },
    /// Compares two numbers.
    Compare {
        test: Test,
        left: Source,
        right: Source,
        otherwise: u32,
    },
    /// Tests the kind of a term.
    Type {
        test: Type,
        at: Place,
        otherwise: u32,
    },
    /// Tests whether two terms are identical (`same`), or not.
    Identical {
        same: bool,
        left: Place,
        right: Place,
        otherwise: u32,
    },
    /// to := the result of an operation
    Compute {
        function: Function,
        left: Source,
        right: Source,
        to: Place,
    },
    /// to := the value of an expression
    Evaluate {
        at: Place,
        to: Place,
    },
    /// Calls the term in the first register with more arguments.
    Meta {
        extra: u8,
    },
    /// Calls the term in the first register as a part of a body; cuts go to the second register.
    Body,
    /// Leaves a choice point that catches exceptions.
    Catch,
    /// Ends the part of a clause whose exceptions are caught.
    EndCatch,
    /// Unifies the arguments with the head of a clause that is kept as a term, and calls its body.
    Interpret {
        number: u32,
    },
}

/// Comparisons of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    Less,
    Greater,
    AtMost,
    AtLeast,
    Equal,
    Unequal,
}

/// Operations that are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Function {
    Add,
    Subtract,
    Multiply,
    Quotient,
    Modulo,
    Remainder,
    And,
    Or,
    ShiftLeft,
    ShiftRight,
}

/// Tests of the kind of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Var,
    Nonvar,
    Atom,
    Number,
    Integer,
    Float,
    Atomic,
    Compound,
    Callable,
}

/// A compiled clause.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its first instruction.
    pub start: u32,
    /// The size of its frame; 0 if it has none.
    pub size: u32,
}
