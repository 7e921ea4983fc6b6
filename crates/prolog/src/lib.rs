//! Game Prolog \[BR04\]: games as modal Horn clauses.
//!
//! A program says what is true in the initial *scenery*, what follows there, and what the effects
//! of actions are: `[1:take(K)] pile(M) :- can(1,K,M).` A question asks for plans, for what is true
//! after a path, or for what a coalition of players can force.

mod engine;
mod extensive;
mod game;
mod ordinary;
mod play;
mod program;
mod published;
mod query;
mod reference;
mod resolution;
mod symbol;
mod syntax;
mod terms;

pub use engine::default_budget;
pub use extensive::{
    Equilibrium, ExtensiveGame, GameNode, HiddenValue, NoValue, Profiles, Removal,
    STRATEGIC_QUERIES, SetPlay, StrategicGame, StrategicMove, StrategicState, StrategicTable,
    TreeGame, TreeMove, TreeState,
};
pub use game::{PrologGame, PrologMove, PrologState};
pub use ordinary::{Ordinary, Solutions};
pub use play::Refused;
pub use program::Program;
pub use query::{
    Answer, Answers, Error, OneAnswer, OneByOne, Options, PlanAnswer, QUERIES, Query, Session,
    TREE_QUERIES, answer, answer_about_tree, is_question, query, verify, verify_strictly,
    verify_within,
};
pub use resolution::{
    Answer as Refutation, Bounds, Candidate, Derivation, Resolution, Selection, Trace, TraceStep,
    left_most, right_most,
};
pub use symbol::{Symbol, Symbols};
pub use syntax::{Act, Clause, Goal, Goals, Modality, Operator, Term};
