//! The language of `.gp` files: the syntax trees of terms, goals and clauses.
//!
//! ```text
//! clause   = "[...]" atom "." | { modality } atom [ ":-" goal { "," goal } ] "."
//!          | "[" action "]" "NOT" atom [ ":-" goal { "," goal } ] "."
//!          | ":-" ( "inertial" | "dynamic" ) name "/" number { "," name "/" number } "."
//! modality = "[" act "]"
//! act      = act "+" act | act ";" act | "(" act ")" | action          ; binds tighter than +
//! action   = [ player ":" ] term
//! goal     = { modality | "[" action "-" "]" } atom | "NOT" goal | term "is" term | term OP term
//! query    = "?-" [ "{" players "}" ] goal { "," goal } "."
//! OP       = "<>" | "=" | "<" | ">" | "=<" | ">=" | "=:=" | "=\="
//! ```

mod declare;
mod lexer;
mod parser;
mod print;
mod terms;

pub use declare::Declared;
pub use lexer::is_plain;
pub use parser::Parser;
pub use print::{Show, infix, write_name};
pub use terms::LARGEST;

use std::ops::Range;

use crate::symbol::Symbol;

/// A term. Variables are numbered within their clause.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A variable, by its number in the clause.
    Variable(u32),
    /// An integer.
    Integer(i64),
    /// A name.
    Constant(Symbol),
    /// A name with arguments; lists are built with `.`.
    Compound(Symbol, Vec<Term>),
}

impl Term {
    /// Returns the name and the number of arguments, if the term can be an atom.
    pub fn functor(&self) -> Option<(Symbol, usize)> {
        match self {
            Term::Constant(name) => Some((*name, 0)),
            Term::Compound(name, arguments) => Some((*name, arguments.len())),
            Term::Variable(_) | Term::Integer(_) => None,
        }
    }

    /// Returns the arguments, if there are any.
    pub fn arguments(&self) -> &[Term] {
        match self {
            Term::Compound(_, arguments) => arguments,
            _ => &[],
        }
    }

    /// Calls the visitor with every occurrence of a variable.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Term::Variable(variable) => visit(*variable),
            Term::Compound(_, arguments) => {
                arguments.iter().for_each(|argument| argument.each_variable(visit));
            }
            Term::Integer(_) | Term::Constant(_) => {}
        }
    }

    /// Returns whether the term contains no variable.
    pub fn is_ground(&self) -> bool {
        let mut ground = true;
        self.each_variable(&mut |_| ground = false);
        ground
    }
}

/// The act between the brackets of a modality [BR04, Section 5.3].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// One action: `player:name(…)`, or a name without an owner.
    One(Term),
    /// `a + b`: one of them.
    Choice(Box<Act>, Box<Act>),
    /// `a ; b`: one after the other.
    Sequence(Box<Act>, Box<Act>),
}

/// A modality before an atom of a body or of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Modality {
    /// `[a]`: after the action.
    After(Act),
    /// `[a-]`: before the action, which was the last one.
    Before(Term),
}

/// The operators of comparisons and calculations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// `=`: the two are unified.
    Unify,
    /// `<>`: different ground terms.
    Different,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `=<`
    AtMost,
    /// `>=`
    AtLeast,
    /// `=:=`
    Equal,
    /// `=\=`
    Unequal,
    /// `is`: the value of the right side.
    Is,
}

/// A goal of a body or a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// An atom under modalities.
    Atom(Vec<Modality>, Term),
    /// `NOT goal`: negation as failure.
    Not(Box<Goal>),
    /// A comparison or a calculation.
    Test(Operator, Term, Term),
}

impl Goal {
    /// Calls the visitor with every occurrence of a variable.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Goal::Atom(prefix, atom) => {
                for modality in prefix {
                    match modality {
                        Modality::After(act) => act.each_variable(visit),
                        Modality::Before(action) => action.each_variable(visit),
                    }
                }
                atom.each_variable(visit);
            }
            Goal::Not(goal) => goal.each_variable(visit),
            Goal::Test(_, left, right) => {
                left.each_variable(visit);
                right.each_variable(visit);
            }
        }
    }

    /// Returns the atom of the goal, if it has one.
    pub fn atom(&self) -> Option<&Term> {
        match self {
            Goal::Atom(_, atom) => Some(atom),
            Goal::Not(goal) => goal.atom(),
            Goal::Test(..) => None,
        }
    }
}

impl Goal {
    /// Returns the number of plain goals that its choices stand for; larger numbers than about a
    /// million are not distinguished.
    pub(crate) fn branches(&self) -> usize {
        match self {
            Goal::Atom(prefix, _) => {
                let acts = prefix.iter().map(|modality| match modality {
                    Modality::After(act) => act.branches(),
                    Modality::Before(_) => 1,
                });
                acts.fold(1, |all, own| (all * own).min(BRANCH_LIMIT))
            }
            Goal::Not(goal) => goal.branches(),
            Goal::Test(..) => 1,
        }
    }
}

/// The number of branches at which counting stops.
const BRANCH_LIMIT: usize = 1 << 20;

impl Act {
    /// Returns the number of action sequences that the act stands for; larger numbers than about a
    /// million are not distinguished.
    pub(crate) fn branches(&self) -> usize {
        match self {
            Act::One(_) => 1,
            Act::Choice(left, right) => (left.branches() + right.branches()).min(BRANCH_LIMIT),
            Act::Sequence(left, right) => (left.branches() * right.branches()).min(BRANCH_LIMIT),
        }
    }

    /// Calls the visitor with every occurrence of a variable.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Act::One(action) => action.each_variable(visit),
            Act::Choice(left, right) | Act::Sequence(left, right) => {
                left.each_variable(visit);
                right.each_variable(visit);
            }
        }
    }
}

/// What a clause says of its head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// It is true.
    Holds,
    /// `[a] NOT q :- B.`: the action ends what is inertial. The head is `$ends(a,q)`, and there is
    /// no prefix.
    Ends,
    /// `:- inertial q/1.`: what is true stays true unless an action ends it. The clause is
    /// `[A] q(X) :- q(X), NOT $ends(A,q(X)).`, and it enables no action.
    Stays,
}

/// A clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// What it says of its head.
    pub sense: Sense,
    /// Whether it is marked `[...]`: true in every scenery.
    pub rigid: bool,
    /// The modalities before the head.
    pub prefix: Vec<Act>,
    /// The head.
    pub head: Term,
    /// The body; without one, the clause is a fact.
    pub body: Vec<Goal>,
    /// The names of the variables, by their numbers.
    pub variables: Vec<String>,
    /// The place of the clause in the text.
    pub span: Range<usize>,
}

/// The goals of a query, with the coalition `{1,2}` if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goals {
    /// The players between braces.
    pub coalition: Option<Vec<Term>>,
    /// The goals.
    pub goals: Vec<Goal>,
    /// The names of the variables, by their numbers.
    pub variables: Vec<String>,
}
