//! Games as state-transition models, and the truth of formulas in them.
//!
//! A [`World`] is a model [ZT15, Def. 1] whose states are generated on demand. [`Evaluator`]
//! evaluates formulas in one state at a time, row by row: `⟦φ⟧(w)` is the set of actions at which φ
//! is true, one bit each. [`explore`] builds the part of the model that a strategy can reach.

mod evaluator;
mod explore;
mod game_world;
mod lexicon;
mod program;
mod rule_world;
mod states;
mod world;

pub(crate) use evaluator::{Caches, Evaluator};
pub use explore::default_budget;
pub(crate) use explore::{explore, within};
pub(crate) use game_world::{Catalogue, GameWorld};
pub(crate) use lexicon::Lexicon;
pub(crate) use program::Program;
pub(crate) use rule_world::RuleWorld;
pub(crate) use states::States;
pub(crate) use world::World;

/// Runs an expression with a type of sets of this number of bits. Sets of one word are passed in
/// registers.
macro_rules! with_set {
    ($bits:expr, $S:ident => $run:expr) => {
        match $bits {
            0..=64 => {
                type $S = ludex_base::Bits<1>;
                $run
            }
            _ => {
                type $S = ludex_base::LongBits;
                $run
            }
        }
    };
}
pub(crate) use with_set;
