//! Structure rewriting games: rules as pictures, goals as counting formulas, play from logic.
//!
//! An implementation of \[KS11\]. A state is a relational structure, a move replaces a part of it
//! that matches the left-hand side of a rule by the right-hand side, and the payoffs of the players
//! are terms of first-order logic with counting.
//!
//! A [`Description`] is the content of a `.toss` file. [`RewriteGame`] plays it, [`query`] answers
//! queries about it, and the query `heuristic` derives evaluations of
//! positions from the goals.

mod engine;
mod evaluate;
mod game;
mod graph;
mod heuristics;
mod lang;
mod logic;
pub mod naive;
mod query;
mod rational;
mod report;
mod structure;
mod syntax;

pub use evaluate::{NoValue, evaluate_formula, evaluate_term};
pub use game::{RewriteGame, RewriteMove, RewriteState, Unplayable};
pub use graph::{StateGraph, default_budget};
pub use heuristics::{Choice, Evaluation, Feature, Lessons, Weights, choose, learn};
pub use lang::{parse_formula, parse_term};
pub use logic::{
    Described, Fluents, TooLarge, and, describe, free_variables, nnf, not, or, prenex, simple_cnf,
    simple_dnf, tnf,
};
pub use query::{QUERIES, query, query_with_work, query_within};
pub use rational::Rational;
pub use report::{Report, report, report_within};
pub use structure::{Grid, Relation, Structure, Tuple};
pub use syntax::{Comparison, Definition, Description, Edge, Formula, Location, Name, Rule, Term};
