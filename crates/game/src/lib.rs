//! The game model of Ludex: the game automaton of [Saf13, Def. 21].
//!
//! A game says who can move where and what is true; nothing here searches. The model is one small
//! trait, [`Model`], with two kinds of moves: in a [`Game`] one agent moves at a time, in a
//! [`SimultaneousGame`] all agents choose simultaneously. For *every* agent a game lists the moves
//! it would have in a state, on turn or not: formulas can therefore ask about a ladder, a threat or
//! a null move.
//!
//! Text is separate, in [`Notation`], so that search never touches strings; hints about good play
//! are a third, optional trait, [`Hints`].

mod adapters;
mod agent;
mod atom;
mod chance;
mod conformance;
mod counting;
mod diagram;
mod equilibria;
mod erased;
mod explicit;
mod hints;
mod json;
mod model;
mod notation;
mod off_turn;
mod outcome;
mod picture;
mod question;
mod random;
mod random_stacked;
mod random_stochastic;
mod sampler;
mod stacked;

pub use adapters::{AsSimultaneous, Coalition, OnTurnOnly, Swapped, TwoOutcomes, WithPass};
pub use agent::{Agent, Agents, Turn};
pub use atom::Atom;
pub use chance::{chances, roll};
pub use conformance::{check_laws, check_simultaneous_laws};
pub use counting::{perft, perft_within};
pub use diagram::{Diagram, DiagramNode};
pub use equilibria::{
    Charge, Explored, Induction, NoInduction, PlayGraph, PlayNode, Plays, Unexplored,
};
pub use erased::{
    DynGame, DynMove, DynSimultaneousGame, DynState, ErasedGame, ErasedModel, ErasedSimultaneous,
    Numbered,
};
pub use explicit::{ExplicitGame, ExplicitMove, ExplicitState};
pub use hints::{Bounds, Hints};
pub use ludex_base::{
    Fraction, FractionError, HashSeed, Rational, Source, SourceError, TextError, quote,
    suggest as nearest, unquote,
};
pub use model::{Game, Model, SimultaneousGame};
pub use notation::Notation;
pub use off_turn::{OffTurnLog, OffTurnMark, no_moves_off_turn};
pub use outcome::{Outcome, Outcomes};
pub use picture::{
    Arrow, Badge, Border, Cell, Drawing, DrawnCell, Ink, Picture, Shape, Side, Tone, escape_latex,
    escape_xml,
};
pub use question::{Choice, Question};
pub use random::{GraphShape, RandomGame, below};
pub use random_stacked::{RandomStacked, StackedDag};
pub use random_stochastic::{RandomStochastic, StochasticDag};
pub use sampler::{Sampler, Scores};
pub use stacked::{StackedGame, StackedMove, StackedState};
