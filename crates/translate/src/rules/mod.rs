//! The meaning of the rules: atoms as conditions on the board.

mod clauses;
mod expr;
mod reader;

pub(crate) use clauses::{Atom, Body, Clauses};
pub(crate) use expr::{Expr, Known, Node};
pub(crate) use reader::{Family, Reader, Situation, View};
