//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod attacks;
mod matches_under_attack;
mod protocol;
mod strange_players;
mod support;
