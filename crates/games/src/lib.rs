//! The built-in games of Ludex, one module each, all on the same small pattern.
//!
//! A module holds the rules (`Model` and `Game`), the notation (`Notation`), what the game knows
//! about good play (`Hints`), and its [`Family`]: the page of `ludex games NAME` and how keys such
//! as `columns=7` make a game. One line in [`registry`](GAMES) adds it to the program.

mod board;
mod breakthrough;
mod family;
mod goofspiel;
mod hexagonal;
mod keys;
mod nim;
mod registry;
mod woodpush;
mod word;

pub use breakthrough::Breakthrough;
pub use family::{AtomInfo, Family, GameInfo, KeyInfo, Playable, Visitor};
pub use goofspiel::{Goofspiel, Payoff};
pub use hexagonal::{Hex, Y};
pub use keys::{GameSpec, Keys};
pub use nim::Nim;
pub use registry::{GAMES, build, find};
pub use woodpush::Woodpush;
pub use word::{Cells, Word};
