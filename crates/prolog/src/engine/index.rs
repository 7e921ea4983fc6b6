//! The argument on which the clauses of a predicate are indexed, and their keys.

use super::code::Entry;
use super::compile::key_of;
use crate::program::CoreRule;
use crate::terms::{Cell, Index};

/// Clauses and their compiled entries.
#[derive(Clone, Copy)]
pub struct Compiled<'c> {
    /// The clauses.
    pub rules: &'c [CoreRule],
    /// The compiled clauses.
    pub entries: &'c [Entry],
}

impl Compiled<'_> {
    /// Indexes clauses by one of their arguments.
    pub fn index(self, clauses: &[u32], on: u8, lists: &mut Vec<Entry>) -> Index {
        let keyed = clauses.iter().map(|&clause| {
            let head = self.rules[clause as usize].head.arguments();
            (key_of(head.get(on as usize)), self.entries[clause as usize])
        });
        Index::new(&keyed.collect::<Vec<_>>(), lists)
    }
}

/// Returns the argument on which the clauses of a predicate are indexed: the first one, unless some
/// clauses have a variable there and another argument distinguishes more clauses.
pub fn index_argument(clauses: &[u32], rules: &[CoreRule]) -> u8 {
    let heads = || clauses.iter().map(|clause| rules[*clause as usize].head.arguments());
    let keyed = |i: usize| heads().filter(|head| key_of(head.get(i)) != Cell::NONE).count();
    let arity = heads().next().map_or(0, <[_]>::len);
    let (mut best, mut most) = (0, if arity > 0 { keyed(0) } else { 0 });
    for i in 1..arity.min(CONSIDERED) {
        let own = keyed(i);
        if most < clauses.len() && own > most {
            (best, most) = (i as u8, own);
        }
    }
    best
}

/// The number of arguments that are considered for the index.
const CONSIDERED: usize = 6;
