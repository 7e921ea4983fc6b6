//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod breakthrough;
mod building;
mod chess;
mod chinese_checkers;
mod connect4;
mod domineering;
mod go;
mod goofspiel;
mod hexagonal;
mod hog;
mod mailbox;
mod mnk;
mod nogo;
mod npuzzle;
mod proof_games;
mod simultaneous;
mod support;
mod woodpush;
