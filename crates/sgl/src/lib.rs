//! Strategies as logic: the strategic game logic of *A Logic for Reasoning About Game Strategies*
//! \[ZT15\].
//!
//! A [`File`] (`.sgl`) either describes a game by rules in logic, or has strategies for a built-in
//! game; [`query`] answers questions about it: what a strategy does and guarantees, what is valid
//! in all models, whether a proof is correct.

mod advise;
pub mod atl;
mod expand;
mod file;
mod find;
mod formula;
mod frame;
mod game;
mod logic;
mod model;
mod query;
mod question;
mod reference;
mod rules;
mod summary;
mod syntax;
mod value;

pub use advise::Advisor;
pub use file::File;
pub use find::{Found, Goal, Rates, find_strategy};
pub use formula::{Facts, Formula, Formulas, Node};
pub use frame::Frame;
pub use game::{RuleGame, RuleMove, RuleState, open_game, open_game_compared, open_game_within};
pub use logic::{AXIOMS, Axiom, Rejection, Verdict};
pub use ludex_base::SourceError as SglError;
pub use model::default_budget;
pub use query::{Answer, query, query_game, query_within};
pub use question::{CHECKS, Check, strategy_query, strategy_query_against};
pub use rules::Rules;
pub use summary::{Summary, summary};
pub use syntax::QUERIES;

/// The stack that formulas need, in bytes: they are trees whose depth the parser bounds, and
/// functions over them are recursive.
const STACK_SIZE: usize = 64 << 20;
