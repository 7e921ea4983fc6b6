//! Flat terms as text, in the notation of the language.

use ludex_base::with_stack;

use super::{Cell, Kind};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::{infix, write_name};

/// Returns the text of a flat term; variables are `_1`, `_2` and so on.
pub fn write_flat(flat: &[Cell], symbols: &Symbols) -> String {
    let mut writer = Writer { flat, at: 0, symbols, text: String::new() };
    writer.term(0);
    writer.text
}

struct Writer<'a> {
    flat: &'a [Cell],
    at: usize,
    symbols: &'a Symbols,
    text: String,
}

impl Writer<'_> {
    /// Writes the next term, in parentheses if it binds less tightly than this.
    fn term(&mut self, tightness: u8) {
        let Some(&cell) = self.flat.get(self.at) else { return };
        self.at += 1;
        match cell.kind() {
            Kind::Integer(number) => self.text += &number.to_string(),
            Kind::Constant(symbol) => self.name(symbol),
            Kind::Numbered(number) => self.text += &format!("_{}", number + 1),
            Kind::Functor(symbol, arity) => {
                with_stack(64 << 10, || self.compound(symbol, arity, tightness));
            }
            Kind::Reference(_) | Kind::Structure(_) | Kind::Boxed(_) | Kind::Header(..) => {}
        }
    }

    fn name(&mut self, symbol: Symbol) {
        let written = write_name(&mut self.text, self.symbols.name(symbol));
        written.expect("writing to a string never fails");
    }

    fn compound(&mut self, symbol: Symbol, arity: usize, tightness: u8) {
        match (symbol, arity, infix(symbol)) {
            (Symbol::CONS, 2, _) => self.list(),
            (_, 2, Some((sign, own))) => {
                self.text += if own < tightness { "(" } else { "" };
                self.term(own);
                self.text += sign;
                self.term(own + 1);
                self.text += if own < tightness { ")" } else { "" };
            }
            (Symbol::MINUS, 1, _) => {
                let number =
                    matches!(self.flat.get(self.at).map(|c| c.kind()), Some(Kind::Integer(_)));
                self.text += if number { "-(" } else { "-" };
                self.term(4);
                self.text += if number { ")" } else { "" };
            }
            _ => {
                self.name(symbol);
                for i in 0..arity {
                    self.text.push(if i == 0 { '(' } else { ',' });
                    self.term(0);
                }
                self.text.push(')');
            }
        }
    }

    fn list(&mut self) {
        self.text.push('[');
        loop {
            self.term(0);
            match self.flat.get(self.at).map(|cell| cell.kind()) {
                Some(Kind::Functor(Symbol::CONS, 2)) => {
                    self.at += 1;
                    self.text.push(',');
                }
                Some(Kind::Constant(Symbol::NIL)) => {
                    self.at += 1;
                    break;
                }
                _ => {
                    self.text.push('|');
                    self.term(0);
                    break;
                }
            }
        }
        self.text.push(']');
    }
}
