//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod analysis;
mod attacks;
mod chance;
mod collisions;
mod commands;
mod examples;
mod first_moves;
mod forgeries;
mod gdl;
mod general_sums;
mod judged;
mod least;
mod limits;
mod look;
mod many_at_once;
mod moves_as_text;
mod off_turn;
mod one_agent;
mod pictures;
mod played_by_hand;
mod skeletons;
mod stores;
mod stray_options;
mod strict;
mod values_first;
mod walk;
