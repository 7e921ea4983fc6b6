//! The built-in games of Ludex, one module each, all with the same structure.
//!
//! A module holds the rules (`Model` and `Game`), the notation (`Notation`), hints about good play
//! (`Hints`), and its [`Family`]: the page of `ludex games NAME` and the construction of a game
//! from keys such as `columns=7`. One line in [`registry`](GAMES) adds it to the program.

mod bidding;
mod bitboard;
mod board;
mod breakthrough;
mod chess;
mod chinese_checkers;
mod connect4;
mod domineering;
mod family;
mod go;
mod goofspiel;
mod hexagonal;
mod hog;
mod mnk;
mod nim;
mod nogo;
mod npuzzle;
mod params;
mod permutation;
mod pursuit;
mod registry;
mod rps;
mod symmetry;
mod woodpush;

pub use bidding::{Bidding, Payment, Ties};
pub use breakthrough::Breakthrough;
pub use chess::{Assumed, Chess};
pub use chinese_checkers::ChineseCheckers;
pub use connect4::{ConnectFour, Scoring};
pub use domineering::Domineering;
pub use family::{AtomInfo, Family, GameInfo, KeyInfo, Playable, Visitor};
pub use go::Go;
pub use goofspiel::{Goofspiel, Payoff};
pub use hexagonal::{Hex, Y};
pub use hog::Hog;
pub use mnk::Mnk;
pub use nim::Nim;
pub use nogo::NoGo;
pub use npuzzle::NPuzzle;
pub use params::{GameParams, GameSpec};
pub use pursuit::{Pursuit, Worth};
pub use registry::{GAMES, build, find};
pub use rps::{Chain, RockPaperScissors};
pub use woodpush::Woodpush;
