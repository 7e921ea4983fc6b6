//! The syntax trees of formulas, items and files.

use ludex_base::Span;

/// An argument, an action or an index: arithmetic over names.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ExprKind {
    Number(i64),
    /// Text in quotation marks: a move or a cell of a game whose names are not words.
    Quoted(String),
    /// `name` or `name(arg,…)`.
    Name(String, Vec<Expr>),
    Binary(char, Box<Expr>, Box<Expr>),
}

/// The finite sets that binders range over.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Set {
    Range(Expr, Expr),
    Agents,
    Others(Expr),
    Actions(Option<Expr>),
    List(Vec<Expr>),
}

/// `name in set`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Binding {
    pub name: String,
    pub set: Set,
    pub span: Span,
}

/// A parsed formula.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Tree {
    Truth(bool),
    Initial,
    Terminal,
    /// An atom, or a call of a definition or strategy; also a quoted atom of a game.
    Atom(Expr),
    Does(Expr),
    Legal(Expr),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Implies(Box<Tree>, Box<Tree>),
    Iff(Box<Tree>, Box<Tree>),
    Else(Box<Tree>, Box<Tree>),
    Also(Box<Tree>, Box<Tree>),
    Exec(Expr, Box<Tree>),
    Select(Expr, Box<Tree>),
    Strategy(Box<Tree>, Box<Tree>),
    Next(Box<Tree>),
    /// `and(bindings) body` or `or(bindings) body`.
    Each {
        all: bool,
        bindings: Vec<Binding>,
        body: Box<Tree>,
    },
}

/// The head of a declaration or a rule: `name(arg,…)`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Head {
    pub name: String,
    pub args: Vec<Expr>,
    pub span: Span,
}

/// The kind of a definition: a strategy is a definition that is listed as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MacroKind {
    Define,
    Strategy,
}

/// An item of a file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Item {
    Game {
        text: String,
        span: Span,
    },
    Agents(Vec<Head>),
    Const {
        name: Head,
        value: Expr,
    },
    Action {
        heads: Vec<Head>,
        owner: Expr,
        bindings: Vec<Binding>,
    },
    Fluent {
        heads: Vec<Head>,
        bindings: Vec<Binding>,
    },
    /// Groups of atoms, each with the indices that it is listed for.
    Init {
        groups: Vec<(Vec<Expr>, Vec<Binding>)>,
        span: Span,
    },
    Macro {
        kind: MacroKind,
        head: Head,
        body: Tree,
    },
    Terminal {
        body: Tree,
        span: Span,
    },
    Legal {
        head: Head,
        body: Tree,
    },
    Next {
        head: Head,
        body: Tree,
    },
    Axiom {
        body: Tree,
    },
}
