//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod boards;
mod built_in;
mod chance;
mod common;
mod compared;
mod cycles;
mod engines;
mod extensions;
mod findings;
mod laws;
mod limits;
mod mutations;
mod playouts;
mod refusals;
mod slips;
mod traces;
mod zero_sum;
