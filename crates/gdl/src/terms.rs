//! Ground terms, interned: equal terms have equal numbers.
//!
//! Ground atoms are terms, too, with the relation as their function: one pool holds facts, moves
//! and all their subterms.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::symbol::{Symbol, Symbols};

/// A ground term of a pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub(crate) u32);

#[derive(Clone, Copy, Debug)]
struct Entry {
    symbol: Symbol,
    start: u32,
    length: u16,
    depth: u16,
}

/// A pool of ground terms.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    entries: Vec<Entry>,
    arguments: Vec<Term>,
    table: HashTable<Term>,
}

fn hash(symbol: Symbol, arguments: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    symbol.hash(&mut hasher);
    arguments.hash(&mut hasher);
    hasher.finish()
}

impl Terms {
    /// Returns the term with these parts, if it is in the pool.
    pub fn find(&self, symbol: Symbol, arguments: &[Term]) -> Option<Term> {
        let same = |&t: &Term| self.symbol(t) == symbol && self.arguments(t) == arguments;
        self.table.find(hash(symbol, arguments), same).copied()
    }

    /// Returns the term with these parts, new or known.
    pub fn intern(&mut self, symbol: Symbol, arguments: &[Term]) -> Term {
        if let Some(term) = self.find(symbol, arguments) {
            return term;
        }
        let depth = arguments.iter().map(|&a| self.depth(a) + 1).max().unwrap_or(0);
        let entry = Entry {
            symbol,
            start: self.arguments.len() as u32,
            length: arguments.len() as u16,
            depth: depth.min(u32::from(u16::MAX)) as u16,
        };
        self.arguments.extend_from_slice(arguments);
        let term = Term(self.entries.len() as u32);
        self.entries.push(entry);
        let (entries, all) = (&self.entries, &self.arguments);
        let rehash = |t: &Term| {
            let entry = entries[t.0 as usize];
            hash(entry.symbol, &all[entry.start as usize..][..usize::from(entry.length)])
        };
        self.table.insert_unique(hash(symbol, arguments), term, rehash);
        term
    }

    pub fn constant(&mut self, symbol: Symbol) -> Term {
        self.intern(symbol, &[])
    }

    #[inline]
    pub fn symbol(&self, term: Term) -> Symbol {
        self.entries[term.0 as usize].symbol
    }

    #[inline]
    pub fn arguments(&self, term: Term) -> &[Term] {
        let entry = self.entries[term.0 as usize];
        &self.arguments[entry.start as usize..][..usize::from(entry.length)]
    }

    /// Returns the nesting depth of functions: 0 for a constant.
    pub fn depth(&self, term: Term) -> u32 {
        u32::from(self.entries[term.0 as usize].depth)
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the term as KIF text: `noop`, `(mark 1 1)`.
    pub fn kif(&self, symbols: &Symbols, term: Term) -> String {
        let mut out = String::new();
        self.write(symbols, term, ["(", " ", ")"], true, &mut out);
        out
    }

    /// Returns the term in the notation of formulas, without blanks: `noop`, `mark(1,1)`.
    pub fn infix(&self, symbols: &Symbols, term: Term) -> String {
        let mut out = String::new();
        self.write(symbols, term, ["(", ",", ")"], false, &mut out);
        out
    }

    fn write(&self, symbols: &Symbols, term: Term, marks: [&str; 3], kif: bool, out: &mut String) {
        let (name, arguments) = (symbols.name(self.symbol(term)), self.arguments(term));
        if arguments.is_empty() {
            return out.push_str(name);
        }
        match kif {
            true => out.extend([marks[0], name, marks[1]]),
            false => out.extend([name, marks[0]]),
        }
        for (i, &argument) in arguments.iter().enumerate() {
            if i > 0 {
                out.push_str(marks[1]);
            }
            self.write(symbols, argument, marks, kif, out);
        }
        out.push_str(marks[2]);
    }
}
