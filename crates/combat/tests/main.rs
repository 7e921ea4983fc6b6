//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod faces;
mod laws;
mod minimax;
mod reference;
mod scripts;
mod searches;
mod serial;
