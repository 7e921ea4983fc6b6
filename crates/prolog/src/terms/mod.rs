//! Terms at run time: cells in an arena, unification with a trail, and flat copies that outlive it.

mod cell;
mod flat;
mod heap;
mod index;
mod write;

pub use cell::{Cell, Kind};
pub use flat::{Flats, TermId, functor_of};
pub use heap::Heap;
pub use index::Index;
pub use write::write_flat;
