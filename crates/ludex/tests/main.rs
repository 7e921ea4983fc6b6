//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod attacks;
mod chance;
mod commands;
mod examples;
mod gdl;
mod general_sums;
mod least;
mod limits;
mod many_at_once;
mod off_turn;
mod one_agent;
mod stores;
mod stray_options;
mod values_first;
