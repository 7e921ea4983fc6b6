//! The syntax tree of a text.
//!
//! Numbers, agents and formulas share one grammar, because only the definitions say which of them
//! an argument should be; [`crate::compile`] decides which it is. The tree is an arena: a text of a
//! hundred thousand nested parentheses must not overflow the stack when it is dropped either.

use std::ops::Range;

use ludex_base::{Span, TextError};

use crate::coalition::Temporal;

/// A node of a [`Syntax`] tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Id(u32);

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Implies,
    Or,
    And,
    Plus,
    Minus,
    Times,
}

/// An expression: a formula, a number or an agent.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    True,
    False,
    Number(i64),
    /// A name without arguments: a parameter, an agent, an atom, a definition, or `k`.
    Name,
    /// `"…"`: the game's own atom (or, in a modality, the agent) with exactly this name.
    Quoted,
    /// `name(argument, …)`
    Call(Call),
    Not(Id),
    /// `-n`
    Negative(Id),
    Binary(Operator, Id, Id),
    /// `<agent>^times body` or `[agent]^times body`
    Modal {
        diamond: bool,
        agent: Id,
        times: Option<Id>,
        body: Id,
    },
    /// `<<agents>>X body`, `E(left U right)` and the like
    Path {
        coalition: Members,
        temporal: Temporal<Id>,
    },
}

/// The members of a coalition: those listed (nobody for CTL's `A`), or all agents (CTL's `E`).
#[derive(Clone, Debug)]
pub(crate) enum Members {
    Listed(Vec<Id>),
    All,
}

/// `name(argument, …)`
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub name: Span,
    pub arguments: Vec<Argument>,
}

/// An argument, which may be an expression or the raw text of an atom's argument. A call of a
/// definition needs the former, an atom only the latter, so `1/2` is no error until it is used.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    /// Its tokens, by their numbers in the text.
    pub tokens: Range<usize>,
    pub span: Span,
    pub expression: Result<Id, Box<TextError>>,
}

/// The nodes of all expressions of a text, each with its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Syntax {
    nodes: Vec<(Expression, Span)>,
}

impl Syntax {
    pub fn add(&mut self, expression: Expression, span: Span) -> Id {
        self.nodes.push((expression, span));
        Id((self.nodes.len() - 1) as u32)
    }

    pub fn expression(&self, id: Id) -> &Expression {
        &self.nodes[id.0 as usize].0
    }

    pub fn span(&self, id: Id) -> Span {
        self.nodes[id.0 as usize].1
    }
}
