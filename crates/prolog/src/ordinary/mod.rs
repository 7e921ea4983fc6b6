//! Ordinary Prolog: what a program can say beside modal Horn clauses.
//!
//! Clauses with cuts, alternatives, exceptions, collected answers, changes of the program or output
//! are run as every Prolog runs them: from left to right, and clauses in order. They are compiled
//! to a register machine of its own, with an index on arguments, last calls that need no memory, and
//! garbage collection.

mod answers;
mod arithmetic;
mod builtins;
mod clause;
mod code;
mod compile;
mod consult;
mod control;
mod copy;
mod database;
mod dynamic;
mod emit;
mod engine;
mod gc;
mod grammar;
mod lexer;
mod meta;
mod number;
mod operators;
mod program;
mod reader;
mod run;
mod solve;
mod write;

pub use answers::Solutions;
pub use consult::Include;
pub use program::Ordinary;
pub(crate) use program::unlimited;
