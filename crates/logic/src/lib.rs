//! Modal formulas (MMLK [Saf13, Def. 22]) and the library of solution concepts.
//!
//! [`compile`] turns text into a formula of a hash-consed DAG, [`Formulas`], given the words of a
//! game, [`Vocabulary`], and the concepts that may be called, [`Definitions`]. [`compile_any`] also
//! takes formulas about what coalitions can force \[AHK02\], [`CoalitionFormula`].
//!
//! # Formulas
//!
//! | text | meaning |
//! | --- | --- |
//! | `true`, `false` | always, never |
//! | `w`, `l`, `final` | A has won; the game is over and A has not won; the game is over |
//! | `win(X)`, `lost(X)`, `turn(X)` | the same for any agent; X is on turn |
//! | `outcome(draw)` | the game is over with this outcome |
//! | `stone(B, c3)`, `"any name"` | an atom of the game's own |
//! | `!φ` or `~φ`, `<X> φ`, `[X] φ` | not; after some move of X; after all moves of X |
//! | `<X>^n φ`, `[X]^n φ` | n times in a row |
//! | `φ & ψ`, `φ \| ψ`, `φ -> ψ` | and, or, implies; from tight to loose, `->` to the right |
//! | `omega(3)` | a concept |
//! | `<<X,Y>>X φ`, `<<X>>F φ`, `<<X>>G φ` | the agents can force φ next; eventually; forever |
//! | `<<X,Y>> φ U ψ` | the agents can force φ to be true until ψ is |
//! | `EX EF EG E(φ U ψ)`, `AX AF AG A(φ U ψ)` | all agents together can; it is so in every play (CTL) |
//! | `# …` | a comment, to the end of the line |
//!
//! An agent is `A` (the player asked about), `B` or `B1` (the first opponent in turn order), `B2
//! …`, `B(i)`, or the game's name for it in upper or lower case. Numbers are made with `+ - *` and
//! parentheses; `k` is the number of opponents.
//!
//! A name means, in this order: a parameter of the clause; `A`, `B1`, `k` and the like; a generic
//! atom; a concept with that number of arguments; one of the game's own atoms, upper and lower case
//! and blanks ignored. Text in quotation marks is always an own atom. In the arguments of own atoms
//! roles, parameters and arithmetic are replaced by names and numbers, and all else is raw text.
//!
//! # Definitions
//!
//! ```text
//! #: A ladder: A wins within n plies, each of A's moves threatening to win at once.
//! #@ origin: [Saf13, Def. 30]
//! #@ known as: Some algorithm (DFPS), Another (PNPS)
//! #@ monotone n
//! ladder(1) = w | <A> w
//! ladder(n) = w | <A> ((w | <A> w)
//!                      & [B] ladder(n-2))
//! ```
//!
//! A clause starts on a line of its own (or after a `;`) with its head `name =` or
//! `name(parameters) =`, and ends where the next one starts or at a `;`. Clauses are tried from top
//! to bottom: a number matches itself, `k` the number of opponents, any other name is bound to the
//! number, agent or formula given. Names are looked up in the same file and then in earlier ones,
//! the prelude last: a file can hide a concept of the prelude, but this changes the meaning of no
//! prelude concept. The comments before a clause say what the concept is ([`Concept`]).

mod coalition;
mod compile;
mod complain;
mod definitions;
mod display;
mod error;
mod expand;
mod formula;
mod lexer;
mod measure;
mod notes;
mod parser;
mod raw;
mod reserved;
mod resolve;
mod stipulation;
mod syntax;
mod vocabulary;

pub use coalition::{CoalitionFormula, PathFormula, Temporal};
pub use compile::{AnyFormula, Compiled, compile, compile_any};
pub use definitions::{Definitions, PRELUDE};
pub use error::LogicError;
pub use formula::{Connective, Formula, Formulas};
pub use notes::{Concept, KnownAs};
pub use stipulation::{Goal, PLAYS, Play, Stipulation};
pub use vocabulary::Vocabulary;

/// The stack that one step of a recursion over formulas needs, in bytes.
const ROOM: usize = 128 << 10;
