//! Players other than the tree searches.

mod auto;
mod human;
mod nested;
mod random;
mod star;

pub use auto::Auto;
pub use human::{Ask, Human, Question};
pub use nested::Nested;
pub use random::Random;
pub use star::StarSampling;
