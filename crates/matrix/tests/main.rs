//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod entry_bounds;
mod general;
mod properties;
