//! What every crate of Ludex needs and what knows no game.
//!
//! | for | items |
//! | --- | --- |
//! | texts that people write | [`Source`], [`Span`], [`TextError`], [`SourceError`], [`Cursor`], [`quote`], [`unquote`], [`suggest`], [`visible`], [`counted`] |
//! | limits on time, memory and work | [`Budget`], [`Ticker`], [`Rest`], [`ProcessMemory`], [`Stopped`], [`OutOfBudget`], [`NoAnswer`] |
//! | numbers, sets, names and orders | [`Fraction`], [`Rational`], [`Bits`], [`LongBits`], [`Set`], [`Interner`], [`order_by_key`], [`ordered_map`], [`ordered_set`], [`sort`], [`sort_by`], [`sort_by_key`] |
//! | graphs | [`Csr`], [`attractor()`], [`components`] |
//! | keys of states, digests of files | [`mix`], [`hash_bytes`], [`digest`], [`digest_words`], [`compare_digest`] |
//! | hashes that nobody can steer | [`HashSeed`] |
//! | files that are written whole | [`write_file`] |
//! | deep recursion | [`with_stack`], [`with_stack_at_depth`] |
//! | tests | [`Random`] |

mod attractor;
mod bits;
mod budget;
mod components;
mod csr;
mod file;
mod fraction;
mod hash;
mod interner;
mod long_bits;
mod order;
mod random;
mod rational;
mod set;
mod stack;
mod text;

pub use attractor::{Player, Win, attractor};
pub use bits::Bits;
pub use budget::{
    Budget, NoAnswer, OutOfBudget, ProcessMemory, Rest, Stopped, Ticker, next_stride,
};
pub use components::components;
pub use csr::Csr;
pub use file::write_file;
pub use fraction::{Fraction, FractionError};
pub use hash::{DigestMatch, HashSeed, compare_digest, digest, digest_words, hash_bytes, mix};
pub use interner::Interner;
pub use long_bits::LongBits;
pub use order::{order_by_key, ordered_map, ordered_set, sort, sort_by, sort_by_key};
pub use random::{Random, trials};
pub use rational::Rational;
pub use set::Set;
pub use stack::{with_stack, with_stack_at_depth};
pub use text::{
    Cursor, Fit, Lexeme, MoveWords, Source, SourceError, Span, TextError, counted, grouped,
    is_invisible, quote, suggest, units, unquote, visible, visible_json, visible_lines,
};
