//! Interned names.

use std::sync::Arc;

use ludex_base::Interner;

/// A name of a constant, function or relation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Symbol(pub u32);

/// All names that occur in a description. The keywords come first, so that their symbols are
/// constants.
#[derive(Clone, Debug)]
pub(crate) struct Symbols(Interner<Arc<str>>);

macro_rules! keywords {
    ($($name:ident = $number:literal $text:literal,)*) => {
        $(pub(crate) const $name: Symbol = Symbol($number);)*
        const KEYWORDS: &[&str] = &[$($text),*];
    };
}

keywords! {
    ROLE = 0 "role",
    INIT = 1 "init",
    TRUE = 2 "true",
    DOES = 3 "does",
    NEXT = 4 "next",
    LEGAL = 5 "legal",
    GOAL = 6 "goal",
    TERMINAL = 7 "terminal",
    BASE = 8 "base",
    INPUT = 9 "input",
    DISTINCT = 10 "distinct",
    OR = 11 "or",
    NOT = 12 "not",
    AND = 13 "and",
    IMPLIED_BY = 14 "<=",
}

impl Symbols {
    pub fn new() -> Symbols {
        let mut symbols = Symbols(Interner::default());
        for keyword in KEYWORDS {
            symbols.intern(keyword);
        }
        symbols
    }

    /// Returns the symbol with this name, new or known.
    pub fn intern(&mut self, name: &str) -> Symbol {
        Symbol(self.0.intern(name))
    }

    /// Returns the symbol with this name, if it is known.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.0.find(name).map(Symbol)
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        &self.0[symbol.0]
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}
