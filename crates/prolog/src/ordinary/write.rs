//! Terms as text, with the operators of the program. Not recursive, so that no term is too deep.

use super::copy::TooLarge;
use super::lexer::{is_sign, is_word};
use super::number::{Number, float_text};
use super::operators::Operators;
use crate::symbol::{Symbol, Symbols};
use crate::terms::{Cell, Heap, Kind};

/// How terms are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Names are put in quotation marks where they need them.
    pub quoted: bool,
    /// Operators are written as other functors.
    pub canonical: bool,
    /// `'$VAR'(1)` is written `B`.
    pub numbered: bool,
}

/// What is still to be written.
enum Item {
    Term(Cell, u32),
    Text(&'static str),
    /// The name of an operator.
    Operator(Symbol),
    /// The arguments from this one on.
    Arguments(usize, usize, usize),
    /// The rest of a list.
    Rest(Cell),
}

/// The writer: what it needs to know, and the text so far.
pub struct Writer<'w> {
    pub heap: &'w Heap,
    pub symbols: &'w Symbols,
    pub operators: &'w Operators,
    pub style: Style,
    /// The limit on the length of the text, in bytes.
    pub most: usize,
    /// Variables that are called `_1`, `_2` and so on.
    pub names: &'w [Cell],
    text: String,
    open: Vec<Item>,
}

impl<'w> Writer<'w> {
    /// Returns a writer with an empty text.
    pub fn new(
        heap: &'w Heap,
        symbols: &'w Symbols,
        operators: &'w Operators,
        style: Style,
        most: usize,
    ) -> Writer<'w> {
        let (text, open) = (String::new(), Vec::new());
        Writer { heap, symbols, operators, style, most, names: &[], text, open }
    }

    /// Returns a term as text; as an operand of at most this priority.
    pub fn write(mut self, term: Cell, priority: u32) -> Result<String, TooLarge> {
        self.open.push(Item::Term(term, priority));
        while let Some(item) = self.open.pop() {
            match item {
                Item::Term(term, priority) => self.term(term, priority),
                Item::Text(text) => self.token(text),
                Item::Operator(name) => self.operator(name),
                Item::Arguments(place, i, count) => {
                    if i <= count {
                        self.text.push(if i == 1 { '(' } else { ',' });
                        self.open.push(Item::Arguments(place, i + 1, count));
                        self.open.push(Item::Term(self.heap.cells[place + i], 999));
                    } else {
                        self.text.push(')');
                    }
                }
                Item::Rest(rest) => self.rest(rest),
            }
            if self.text.len() > self.most || self.open.len() > self.most / 32 {
                return Err(TooLarge);
            }
        }
        Ok(self.text)
    }

    /// Appends a token, with a blank before it if it would run into the last one.
    fn token(&mut self, token: &str) {
        if let (Some(last), Some(first)) = (self.text.chars().last(), token.chars().next()) {
            let glued = (is_word(last) && is_word(first)) || (is_sign(last) && is_sign(first));
            if glued {
                self.text.push(' ');
            }
        }
        self.text.push_str(token);
    }

    fn name(&mut self, name: Symbol) {
        let name = self.symbols.name(name);
        match self.style.quoted {
            true => self.token(&quoted(name)),
            false => self.token(name),
        }
    }

    fn operator(&mut self, name: Symbol) {
        let text = self.symbols.name(name);
        match text {
            "," => self.text.push(','),
            _ if text.chars().all(is_word) => {
                self.text.push(' ');
                self.name(name);
                self.text.push(' ');
            }
            _ => self.name(name),
        }
    }

    fn term(&mut self, term: Cell, priority: u32) {
        let term = self.heap.deref(term);
        match term.kind() {
            Kind::Reference(place) => match self.names.iter().position(|name| *name == term) {
                Some(number) => self.token(&format!("_{}", number + 1)),
                None => self.token(&format!("_G{place}")),
            },
            Kind::Integer(number) => self.token(&number.to_string()),
            Kind::Boxed(_) => match Number::get(self.heap, term) {
                Some(Number::Float(value)) => self.token(&float_text(value)),
                Some(Number::Big(value)) => self.token(&value.to_string()),
                Some(Number::Int(value)) => self.token(&value.to_string()),
                None => {}
            },
            Kind::Constant(name) => {
                let text = self.symbols.name(name);
                if priority < 999 && self.operators.is_operator(text) && text != "[]" {
                    self.token("(");
                    self.name(name);
                    self.text.push(')');
                } else {
                    self.name(name);
                }
            }
            Kind::Structure(place) => {
                if let Kind::Functor(name, arity) = self.heap.cells[place].kind() {
                    self.compound(name, place, arity, priority);
                }
            }
            _ => {}
        }
    }

    fn compound(&mut self, name: Symbol, place: usize, arity: usize, priority: u32) {
        let part = |i: usize| self.heap.cells[place + i];
        if name == Symbol::CONS && arity == 2 {
            self.token("[");
            self.open.push(Item::Rest(part(2)));
            self.open.push(Item::Term(part(1), 999));
            return;
        }
        let text = self.symbols.name(name);
        if self.style.numbered
            && text == "$VAR"
            && arity == 1
            && let Kind::Integer(number @ 0..) = self.heap.deref(part(1)).kind()
        {
            let letter = char::from(b'A' + (number % 26) as u8);
            let rest = if number < 26 { String::new() } else { (number / 26).to_string() };
            return self.token(&format!("{letter}{rest}"));
        }
        if !self.style.canonical {
            if text == "{}" && arity == 1 {
                self.token("{");
                self.open.push(Item::Text("}"));
                self.open.push(Item::Term(part(1), 1200));
                return;
            }
            if arity == 2
                && let Some(operator) = self.operators.infix(text)
            {
                let (left, right) = operator.sides();
                let wrap = operator.priority > priority;
                if wrap {
                    self.token("(");
                    self.open.push(Item::Text(")"));
                }
                self.open.push(Item::Term(part(2), right));
                self.open.push(Item::Operator(name));
                self.open.push(Item::Term(part(1), left));
                return;
            }
            if arity == 1
                && let Some(operator) = self.operators.prefix(text)
            {
                self.prefix(name, part(1), operator.priority, operator.sides().1, priority);
                return;
            }
        }
        self.name(name);
        self.open.push(Item::Arguments(place, 1, arity));
    }

    fn prefix(&mut self, name: Symbol, operand: Cell, own: u32, inner: u32, priority: u32) {
        if own > priority {
            self.token("(");
            self.open.push(Item::Text(")"));
        }
        self.name(name);
        let operand = self.heap.deref(operand);
        let number = matches!(operand.kind(), Kind::Integer(_) | Kind::Boxed(_));
        let is_operator = match operand.kind() {
            Kind::Constant(name) => self.operators.is_operator(self.symbols.name(name)),
            Kind::Structure(place) => match self.heap.cells[place].kind() {
                Kind::Functor(name, 2) => self
                    .operators
                    .infix(self.symbols.name(name))
                    .is_some_and(|operator| operator.priority > inner),
                Kind::Functor(name, 1) => self
                    .operators
                    .prefix(self.symbols.name(name))
                    .is_some_and(|operator| operator.priority > inner),
                _ => false,
            },
            _ => false,
        };
        // `-(1)` is no number, and `-(` would start the arguments of a compound term.
        if number || is_operator {
            self.text.push(' ');
        }
        self.open.push(Item::Term(operand, inner));
    }

    fn rest(&mut self, rest: Cell) {
        let rest = self.heap.deref(rest);
        match rest.kind() {
            Kind::Constant(Symbol::NIL) => self.text.push(']'),
            Kind::Structure(place) if self.heap.cells[place] == Cell::functor(Symbol::CONS, 2) => {
                self.text.push(',');
                self.open.push(Item::Rest(self.heap.cells[place + 2]));
                self.open.push(Item::Term(self.heap.cells[place + 1], 999));
            }
            _ => {
                self.text.push('|');
                self.open.push(Item::Text("]"));
                self.open.push(Item::Term(rest, 999));
            }
        }
    }
}

/// Returns a name, in quotation marks if it needs them.
pub fn quoted(name: &str) -> String {
    if is_plain(name) {
        return name.to_owned();
    }
    let mut text = String::from("'");
    for letter in name.chars() {
        match letter {
            '\'' => text.push_str("\\'"),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            letter => text.push(letter),
        }
    }
    text.push('\'');
    text
}

/// Returns whether a name needs no quotation marks.
fn is_plain(name: &str) -> bool {
    if matches!(name, "[]" | "{}" | "!" | ";") {
        return true;
    }
    let mut letters = name.chars();
    match letters.next() {
        None => false,
        Some(first) if first.is_alphabetic() && !first.is_uppercase() => letters.all(is_word),
        Some(first) if is_sign(first) => name.chars().all(is_sign) && name != ".",
        Some(_) => false,
    }
}
