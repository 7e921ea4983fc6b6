//! The logic toolbox: normal forms, fluents and stable relations, descriptions of stable relations.

mod build;
mod clauses;
mod describe;
mod expand;
mod fluents;
mod mentions;
mod monotone;
mod negation;
mod prenex;
mod recursion;
mod simplify;
mod tnf;
mod variables;

pub(crate) use build::exists;
pub use build::{and, not, or};
pub use clauses::TooLarge;
pub(crate) use clauses::dnf_within;
pub use describe::{Described, describe};
pub(crate) use expand::{expand, expand_all};
pub use fluents::Fluents;
pub(crate) use fluents::changes_of;
pub use monotone::{is_monotone, strictly_grows};
pub use negation::nnf;
pub(crate) use negation::nnf_within;
pub use prenex::prenex;
pub(crate) use prenex::prenex_within;
pub use simplify::{simple_cnf, simple_dnf};
pub(crate) use tnf::map_truths;
pub use tnf::tnf;
pub(crate) use tnf::tnf_within;
pub use variables::free_variables;
pub(crate) use variables::{fresh, is_free, substitute};
