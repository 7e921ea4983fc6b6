//! The parser of ordinary Prolog: operator precedence, with the modalities of Game Prolog.
//!
//! `[a] p` is no term of the standard; here it is `$after([a], p)`, and `[a-] p` has the action
//! `$before(a)`. `NOT p` is `\+ p`.

use ludex_base::{TextError, with_stack};
use num_bigint::BigInt;

use super::lexer::{Lexer, Spanned, Token};
use super::number::Number;
use super::operators::{Fix, Operators};
use crate::symbol::{Symbol, Symbols};
use crate::terms::{Cell, Heap};

/// The limit on the nesting of terms.
const DEEPEST: usize = 50_000;

/// The limit on the length of a text, in bytes.
const LONGEST: usize = 64 << 20;

/// What a text in double quotation marks stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Quotes {
    /// A list of character codes.
    #[default]
    Codes,
    /// A list of characters.
    Chars,
    /// A name.
    Atom,
}

/// A variable of a term that was read.
#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    pub cell: Cell,
    /// How often it occurs.
    pub count: usize,
}

/// A term that was read, with its variables and its place in the text.
#[derive(Clone, Debug)]
pub struct Read {
    pub term: Cell,
    pub variables: Vec<Named>,
    pub start: usize,
    pub end: usize,
}

/// The parser of the terms of a text. Terms are built in the arena.
pub struct Reader<'t> {
    lexer: Lexer<'t>,
    next: Spanned,
    depth: usize,
    /// The end of the last token.
    before: usize,
    variables: Vec<Named>,
    heap: &'t mut Heap,
    symbols: &'t mut Symbols,
    operators: &'t Operators,
    quotes: Quotes,
}

impl<'t> Reader<'t> {
    /// Returns a reader at a place of a text.
    pub fn new(
        text: &'t str,
        at: usize,
        heap: &'t mut Heap,
        symbols: &'t mut Symbols,
        (operators, quotes): (&'t Operators, Quotes),
    ) -> Result<Reader<'t>, TextError> {
        if text.len() > LONGEST {
            return Err(TextError::new("the text is longer than 64 MiB", 0..0));
        }
        let mut lexer = Lexer::new(text, at);
        let next = lexer.next()?;
        let (depth, variables) = (0, Vec::new());
        Ok(Reader { lexer, next, depth, before: at, variables, heap, symbols, operators, quotes })
    }

    /// Reads a term up to its full stop; `None` at the end of the text. The full stop may be
    /// missing if `open`.
    pub fn read(&mut self, open: bool) -> Result<Option<Read>, TextError> {
        if self.next.token == Token::Nothing {
            return Ok(None);
        }
        self.variables.clear();
        self.depth = 0;
        let start = self.next.start;
        let term = self.term(1200, false)?.0;
        match self.next.token {
            Token::End => self.before = self.next.end,
            Token::Nothing if open => {}
            _ => return Err(self.expected("an operator or a full stop")),
        }
        let end = self.before;
        if self.next.token == Token::End && !open {
            // The next clause may be read with other operators: its first token is not looked at.
            self.next.token = Token::Nothing;
        } else if self.next.token == Token::End {
            self.advance()?;
            if self.next.token != Token::Nothing {
                return Err(self.expected("the end"));
            }
        }
        Ok(Some(Read { term, variables: std::mem::take(&mut self.variables), start, end }))
    }

    fn advance(&mut self) -> Result<Spanned, TextError> {
        let next = self.lexer.next()?;
        self.before = self.next.end;
        Ok(std::mem::replace(&mut self.next, next))
    }

    fn expected(&self, what: &str) -> TextError {
        let place = self.next.start..self.next.end;
        let found = match &self.next.token {
            Token::Nothing => "the end".to_owned(),
            Token::End => "the full stop".to_owned(),
            Token::Name(name) | Token::Quoted(name) | Token::Variable(name) => format!("`{name}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Text(text) => format!("\"{text}\""),
            Token::Integer(number) => format!("`{number}`"),
            Token::Float(number) => format!("`{number}`"),
        };
        TextError::new(format!("expected {what}, found {found}"), place)
    }

    fn is_sign(&self, sign: char) -> bool {
        self.next.token == Token::Sign(sign)
    }

    fn expect(&mut self, sign: char) -> Result<(), TextError> {
        match self.is_sign(sign) {
            true => self.advance().map(|_| ()),
            false => Err(self.expected(&format!("`{sign}`"))),
        }
    }

    fn compound(&mut self, name: Symbol, arguments: &[Cell]) -> Cell {
        let place = self.heap.cells.len();
        self.heap.cells.push(Cell::functor(name, arguments.len()));
        self.heap.cells.extend_from_slice(arguments);
        Cell::structure(place)
    }

    fn name(&mut self, name: &str) -> Cell {
        Cell::constant(self.symbols.intern(name))
    }

    /// Reads a term of at most this priority; as an argument, `,` and `|` end it.
    fn term(&mut self, most: u32, argument: bool) -> Result<(Cell, u32), TextError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(TextError::new("the nesting is too deep", self.next.start..self.next.end));
        }
        let read = with_stack(64 << 10, || {
            let (left, priority) = self.primary(most)?;
            self.infix(left, priority, most, argument)
        });
        self.depth -= 1;
        read
    }

    /// Reads the operators and right operands that follow an operand.
    fn infix(
        &mut self,
        mut left: Cell,
        mut priority: u32,
        most: u32,
        argument: bool,
    ) -> Result<(Cell, u32), TextError> {
        loop {
            let name = match &self.next.token {
                Token::Name(name) => name.clone(),
                Token::Sign(',') if !argument => ",".to_owned(),
                Token::Sign('|') if !argument => "|".to_owned(),
                _ => return Ok((left, priority)),
            };
            let Some(operator) = self.operators.infix(&name) else {
                match self.operators.postfix(&name) {
                    Some(operator)
                        if operator.priority <= most && priority <= operator.sides().0 =>
                    {
                        self.advance()?;
                        let symbol = self.symbols.intern(&name);
                        left = self.compound(symbol, &[left]);
                        priority = operator.priority;
                        continue;
                    }
                    _ => return Ok((left, priority)),
                }
            };
            let (most_left, most_right) = operator.sides();
            if operator.priority > most || priority > most_left {
                return Ok((left, priority));
            }
            self.advance()?;
            if name == "-" && self.is_sign(']') {
                left = self.compound(Symbol::BEFORE, &[left]); // `[a-]`
                return Ok((left, 0));
            }
            let right = self.term(most_right, argument)?.0;
            let name = if name == "|" { ";" } else { &name };
            let symbol = self.symbols.intern(name);
            left = self.compound(symbol, &[left, right]);
            priority = operator.priority;
        }
    }

    fn primary(&mut self, most: u32) -> Result<(Cell, u32), TextError> {
        match self.next.token.clone() {
            Token::Integer(number) => {
                self.advance()?;
                Ok((self.number(Number::from(number)), 0))
            }
            Token::Float(number) => {
                self.advance()?;
                Ok((self.number(Number::Float(number)), 0))
            }
            Token::Text(text) => {
                self.advance()?;
                Ok((self.text(&text), 0))
            }
            Token::Variable(name) if name == "NOT" => self.word(name, most),
            Token::Variable(name) => {
                self.advance()?;
                Ok((self.variable(name), 0))
            }
            Token::Quoted(name) => {
                self.advance()?;
                self.after_name(&name).map(|term| (term, 0))
            }
            Token::Name(name) => self.word(name, most),
            Token::Sign('(') => {
                self.advance()?;
                let term = self.term(1200, false)?.0;
                self.expect(')')?;
                Ok((term, 0))
            }
            Token::Sign('[') => self.bracket().map(|term| (term, 0)),
            Token::Sign('{') => self.brace().map(|term| (term, 0)),
            _ => Err(self.expected("a term")),
        }
    }

    fn number(&mut self, number: Number) -> Cell {
        number.put(self.heap)
    }

    fn variable(&mut self, name: String) -> Cell {
        if name != "_"
            && let Some(known) = self.variables.iter_mut().find(|known| known.name == name)
        {
            known.count += 1;
            return known.cell;
        }
        let cell = self.heap.variable();
        self.variables.push(Named { name, cell, count: 1 });
        cell
    }

    /// Returns what a text in double quotation marks stands for.
    fn text(&mut self, text: &str) -> Cell {
        let elements: Vec<Cell> = match self.quotes {
            Quotes::Atom => return self.name(text),
            Quotes::Codes => text.chars().map(|letter| Cell::integer(letter as i64)).collect(),
            Quotes::Chars => text.chars().map(|letter| self.name(&letter.to_string())).collect(),
        };
        self.heap.list(&elements, Cell::constant(Symbol::NIL))
    }

    /// Reads a name: an operator before its operand, a compound term, or the name alone.
    fn word(&mut self, name: String, most: u32) -> Result<(Cell, u32), TextError> {
        let first = self.advance()?;
        if self.is_sign('(') && !self.next.spaced && name != "NOT" {
            return self.after_name(&name).map(|term| (term, 0));
        }
        let negative = name == "-" && !self.next.spaced;
        match (negative, self.next.token.clone()) {
            (true, Token::Integer(number)) => {
                self.advance()?;
                return Ok((self.number(Number::from(-number)), 0));
            }
            (true, Token::Float(number)) => {
                self.advance()?;
                return Ok((self.number(Number::Float(-number)), 0));
            }
            _ => {}
        }
        let Some(operator) = self.operators.prefix(&name).filter(|_| self.starts_operand()) else {
            if name == "NOT" {
                return Ok((self.variable(name), 0));
            }
            return Ok((self.name(&name), 0));
        };
        let priority = operator.priority.min(most);
        let below = if operator.fix == Fix::Fy { priority } else { priority.saturating_sub(1) };
        // Where no operand can be read, the name stands for itself: `X = -`.
        let saved = (self.lexer.clone(), self.next.clone(), self.before);
        let (cells, variables) = (self.heap.cells.len(), self.variables.clone());
        match self.term(below, self.argument_of(most)) {
            Ok((operand, _)) => {
                let name = if name == "NOT" || name == "not" { "\\+" } else { &name };
                let symbol = self.symbols.intern(name);
                Ok((self.compound(symbol, &[operand]), priority))
            }
            Err(error) if name == "NOT" || !self.operators.is_operator(&name) => Err(error),
            Err(error) => {
                (self.lexer, self.next, self.before) = saved;
                let ends = matches!(self.next.token, Token::Name(_));
                if !ends {
                    return Err(error);
                }
                self.heap.cells.truncate(cells);
                self.variables = variables;
                let _ = first;
                Ok((self.name(&name), 0))
            }
        }
    }

    /// Operands of operators that bind tighter than `,` end there.
    fn argument_of(&self, most: u32) -> bool {
        most < 1000
    }

    /// Returns whether the next token can start an operand of a prefix operator.
    fn starts_operand(&self) -> bool {
        match &self.next.token {
            Token::Name(name) => {
                let infix = self.operators.infix(name).is_some();
                !infix || self.operators.prefix(name).is_some() || self.opens_arguments()
            }
            Token::Sign(sign) => matches!(sign, '(' | '[' | '{'),
            Token::End | Token::Nothing => false,
            _ => true,
        }
    }

    /// Returns whether an opening parenthesis follows the next token at once.
    fn opens_arguments(&self) -> bool {
        let mut lexer = self.lexer.clone();
        lexer.next().is_ok_and(|after| after.token == Token::Sign('(') && !after.spaced)
    }

    /// Reads the arguments after a name, if there are any.
    fn after_name(&mut self, name: &str) -> Result<Cell, TextError> {
        if !self.is_sign('(') || self.next.spaced {
            return Ok(self.name(name));
        }
        self.advance()?;
        let mut arguments = vec![self.term(1200, true)?.0];
        while self.is_sign(',') {
            self.advance()?;
            arguments.push(self.term(1200, true)?.0);
        }
        if arguments.len() > 255 {
            let place = self.next.start..self.next.end;
            return Err(TextError::new("more than 255 arguments", place));
        }
        self.expect(')')?;
        let symbol = self.symbols.intern(name);
        Ok(self.compound(symbol, &arguments))
    }

    /// Reads a list, or the modalities before an atom.
    fn bracket(&mut self) -> Result<Cell, TextError> {
        self.advance()?;
        if self.is_sign(']') {
            self.advance()?;
            return self.after_name("[]");
        }
        let mut elements = vec![self.term(1200, true)?.0];
        while self.is_sign(',') {
            self.advance()?;
            elements.push(self.term(1200, true)?.0);
        }
        let rest = match self.is_sign('|') {
            true => {
                self.advance()?;
                Some(self.term(1200, true)?.0)
            }
            false => None,
        };
        self.expect(']')?;
        if elements.len() == 1 && rest.is_none() && self.starts_atom() {
            let atom = self.term(150, true)?.0;
            return Ok(self.compound(Symbol::AFTER, &[elements[0], atom]));
        }
        let rest = rest.unwrap_or(Cell::constant(Symbol::NIL));
        Ok(self.heap.list(&elements, rest))
    }

    /// Returns whether an atom, possibly with modalities, follows: then brackets are a modality.
    fn starts_atom(&self) -> bool {
        match &self.next.token {
            Token::Name(name) => self.operators.infix(name).is_none() && name != ";",
            Token::Quoted(_) => true,
            Token::Sign(sign) => *sign == '[',
            _ => false,
        }
    }

    fn brace(&mut self) -> Result<Cell, TextError> {
        self.advance()?;
        if self.is_sign('}') {
            self.advance()?;
            return self.after_name("{}");
        }
        let inner = self.term(1200, false)?.0;
        self.expect('}')?;
        let symbol = self.symbols.intern("{}");
        Ok(self.compound(symbol, &[inner]))
    }
}

impl From<BigInt> for Number {
    fn from(value: BigInt) -> Number {
        Number::of_big(value)
    }
}
