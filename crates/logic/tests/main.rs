//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod coalition;
mod common;
mod errors;
mod names;
mod prelude;
mod text;
