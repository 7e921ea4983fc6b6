//! Interned names: everything after the parser compares numbers.

use std::sync::Arc;

use ludex_base::Interner;

/// A name, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

macro_rules! known {
    ($($constant:ident = $number:literal $text:literal),* $(,)?) => {
        impl Symbol {
            $(#[doc = concat!("`", $text, "`")] pub const $constant: Symbol = Symbol($number);)*
        }
        /// The names that every table starts with, in the order of their numbers.
        const KNOWN: &[&str] = &[$($text),*];
    };
}

known! {
    NIL = 0 "[]", CONS = 1 ".", OWNS = 2 ":", MINUS = 3 "-", PLUS = 4 "+", TIMES = 5 "*", DIVIDE = 6 "/",
    QUOTIENT = 7 "//", MODULO = 8 "mod", MIN = 9 "min", MAX = 10 "max", ABS = 11 "abs", TRUE = 12 "true",
    FAIL = 13 "fail", FALSE = 14 "false", QUERY = 15 "$query", EFFECT = 16 "$effect", PAST = 17 "$past",
    WIN = 18 "win", PAYOFF = 19 "payoff", PLAYER = 20 "player", BEFORE = 21 "$before",
    AFTER = 22 "$after", IF = 23 ":-", ASK = 24 "?-", GRAMMAR = 25 "-->", COMMA = 26 ",", OR = 27 ";",
    THEN = 28 "->", SOFT = 29 "*->", CUT = 30 "!", PROVABLY_NOT = 31 "\\+", ENDS = 32 "$ends",
    ACTS = 33 "$acts", SEES = 34 "sees",
}

/// The names of a program, each with its number.
#[derive(Clone, Debug)]
pub struct Symbols(Interner<Arc<str>>);

impl Default for Symbols {
    fn default() -> Symbols {
        let mut symbols = Symbols(Interner::default());
        for name in KNOWN {
            symbols.intern(name);
        }
        symbols
    }
}

impl Symbols {
    /// Returns the number of a name, adding it if it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        Symbol(self.0.intern(name))
    }

    /// Returns the name with a number.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.0[symbol.0]
    }

    /// Returns the number of names.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}
