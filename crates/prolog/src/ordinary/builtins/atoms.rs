//! Built-in predicates on names, characters and the text of numbers.

use super::argument;
use crate::ordinary::arithmetic::integer;
use crate::ordinary::engine::{Done, Engine, Wrong};
use crate::ordinary::lexer::{Lexer, Token};
use crate::ordinary::number::{Number, float_text};
use crate::ordinary::reader::Reader;
use crate::ordinary::write::Style;
use crate::terms::{Cell, Heap, Kind};

impl Engine {
    /// Returns the text of a name or a number; `None` for other terms.
    pub fn text_of(&self, term: Cell) -> Option<String> {
        let term = self.heap.deref(term);
        match (term.kind(), Number::get(&self.heap, term)) {
            (Kind::Constant(name), _) => Some(self.database.symbols.name(name).to_owned()),
            (_, Some(Number::Int(value))) => Some(value.to_string()),
            (_, Some(Number::Big(value))) => Some(value.to_string()),
            (_, Some(Number::Float(value))) => Some(float_text(value)),
            _ => None,
        }
    }

    /// Returns the text of a name or number that must be one.
    fn atomic_text(&mut self, term: Cell) -> Result<String, Wrong> {
        match self.text_of(term) {
            Some(text) => Ok(text),
            None if self.heap.deref(term).is_reference() => Err(self.instantiation()),
            None => {
                let term = self.heap.deref(term);
                Err(self.type_error("atomic", term))
            }
        }
    }

    /// Returns the text of a list of characters or codes; `None` if it is none.
    pub fn listed_text(&mut self, list: Cell) -> Option<String> {
        let (found, rest) =
            crate::ordinary::copy::elements(&self.heap, list, self.steps_left()).ok()?;
        if rest != Cell::NIL {
            return None;
        }
        let letter = |cell: Cell| {
            let cell = self.heap.deref(cell);
            match cell.kind() {
                Kind::Integer(code) => char::from_u32(u32::try_from(code).ok()?),
                Kind::Constant(name) => {
                    let mut letters = self.database.symbols.name(name).chars();
                    letters.next().filter(|_| letters.next().is_none())
                }
                _ => None,
            }
        };
        found.into_iter().map(letter).collect()
    }

    /// Returns the text of a list that must be one of characters or codes.
    fn required_text(&mut self, list: Cell) -> Result<String, Wrong> {
        match self.listed_text(list) {
            Some(text) => Ok(text),
            None => {
                for element in self.list_of(list)? {
                    let element = self.heap.deref(element);
                    let one = self.heap.list(&[element], Cell::NIL);
                    if element.is_reference() {
                        return Err(self.instantiation());
                    }
                    if self.listed_text(one).is_none() {
                        return Err(self.type_error("character", element));
                    }
                }
                Err(self.representation("character_code"))
            }
        }
    }

    /// Returns a name; new ones count as memory.
    pub fn new_atom(&mut self, text: &str) -> Result<Cell, Wrong> {
        let known = self.database.symbols.count();
        let name = self.atom(text);
        if self.database.symbols.count() > known {
            self.kept += text.len() / 4 + 8;
            if self.kept > self.max_cells() {
                return Err(crate::engine::Limit::Memory.into());
            }
        }
        Ok(name)
    }

    fn codes_list(&mut self, text: &str) -> Result<Cell, Wrong> {
        self.reserve(4 * text.len())?;
        let codes: Vec<Cell> = text.chars().map(|c| Cell::integer(c as i64)).collect();
        Ok(self.heap.list(&codes, Cell::NIL))
    }

    fn chars_list(&mut self, text: &str) -> Result<Cell, Wrong> {
        self.reserve(4 * text.len())?;
        let mut chars = Vec::new();
        for letter in text.chars() {
            chars.push(self.new_atom(letter.encode_utf8(&mut [0; 4]))?);
        }
        Ok(self.heap.list(&chars, Cell::NIL))
    }

    /// Returns the number that a text stands for; `None` if it is none.
    fn parse_number(&mut self, text: &str) -> Option<Cell> {
        let trimmed = text.trim_start();
        let (sign, digits) = match trimmed.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, trimmed.strip_prefix('+').unwrap_or(trimmed)),
        };
        if !digits.starts_with(|letter: char| letter.is_ascii_digit()) {
            return None;
        }
        let mut lexer = Lexer::new(digits, 0);
        let token = lexer.next().ok()?;
        if token.end != digits.len() {
            return None;
        }
        Some(match token.token {
            Token::Integer(value) => Number::of_big(value * sign).put(&mut self.heap),
            Token::Float(value) => Number::Float(value * f64::from(sign)).put(&mut self.heap),
            _ => return None,
        })
    }

    fn syntax_error(&mut self, what: &str) -> Wrong {
        let what = self.atom(what);
        let formal = self.compound("syntax_error", &[what]);
        self.error(formal)
    }
}

pub fn require_atom(engine: &mut Engine) -> Done {
    engine.atomic_text(engine.registers[0]).map(|_| true)
}

pub fn length(engine: &mut Engine) -> Done {
    let text = engine.atomic_text(engine.registers[0])?;
    let length = argument(engine, 1);
    if !length.is_reference() && integer(engine, length)? < 0 {
        return Err(engine.domain_error("not_less_than_zero", length));
    }
    let count = text.chars().count() as i64;
    Ok(engine.heap.unify(length, Cell::integer(count)))
}

pub fn codes(engine: &mut Engine) -> Done {
    match engine.text_of(engine.registers[0]) {
        Some(text) => {
            let list = engine.codes_list(&text)?;
            Ok(engine.heap.unify(engine.registers[1], list))
        }
        None => from_list(engine),
    }
}

pub fn chars(engine: &mut Engine) -> Done {
    match engine.text_of(engine.registers[0]) {
        Some(text) => {
            let list = engine.chars_list(&text)?;
            Ok(engine.heap.unify(engine.registers[1], list))
        }
        None => from_list(engine),
    }
}

fn from_list(engine: &mut Engine) -> Done {
    let first = argument(engine, 0);
    if !first.is_reference() {
        return Err(engine.type_error("atomic", first));
    }
    let text = engine.required_text(engine.registers[1])?;
    let name = engine.new_atom(&text)?;
    Ok(engine.heap.unify(first, name))
}

pub fn char_code(engine: &mut Engine) -> Done {
    let (letter, code) = (argument(engine, 0), argument(engine, 1));
    if letter.is_reference() {
        let value = integer(engine, code)?;
        let Some(found) = u32::try_from(value).ok().and_then(char::from_u32) else {
            return Err(engine.representation("character_code"));
        };
        let name = engine.new_atom(found.encode_utf8(&mut [0; 4]))?;
        return Ok(engine.heap.unify(letter, name));
    }
    let text = engine.text_of(letter).unwrap_or_default();
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(found), None) => Ok(engine.heap.unify(code, Cell::integer(i64::from(found as u32)))),
        _ => Err(engine.type_error("character", letter)),
    }
}

fn number_text(engine: &mut Engine, as_codes: bool) -> Done {
    let number = argument(engine, 0);
    if let Some(text) = engine.listed_text(engine.registers[1]) {
        let Some(found) = engine.parse_number(&text) else {
            return Err(engine.syntax_error("illegal_number"));
        };
        return Ok(engine.heap.unify(number, found));
    }
    if number.is_reference() {
        engine.required_text(engine.registers[1])?;
        return Err(engine.instantiation());
    }
    if Number::get(&engine.heap, number).is_none() {
        return Err(engine.type_error("number", number));
    }
    let text = engine.text_of(number).unwrap_or_default();
    let list = if as_codes { engine.codes_list(&text)? } else { engine.chars_list(&text)? };
    Ok(engine.heap.unify(engine.registers[1], list))
}

pub fn number_codes(engine: &mut Engine) -> Done {
    number_text(engine, true)
}

pub fn number_chars(engine: &mut Engine) -> Done {
    number_text(engine, false)
}

pub fn atom_number(engine: &mut Engine) -> Done {
    let (name, number) = (argument(engine, 0), argument(engine, 1));
    if name.is_reference() {
        if number.is_reference() {
            return Err(engine.instantiation());
        }
        if Number::get(&engine.heap, number).is_none() {
            return Err(engine.type_error("number", number));
        }
        let text = engine.atomic_text(number)?;
        let found = engine.new_atom(&text)?;
        return Ok(engine.heap.unify(name, found));
    }
    let text = engine.atomic_text(name)?;
    match engine.parse_number(&text) {
        Some(found) => Ok(engine.heap.unify(number, found)),
        None => Ok(false),
    }
}

/// `$sub_atoms(Atom, Sub, Places)`: where one text occurs in another, as `Before-Length-After`.
pub fn sub_atoms(engine: &mut Engine) -> Done {
    let text = engine.atomic_text(engine.registers[0])?;
    let part = engine.atomic_text(engine.registers[1])?;
    let letters: Vec<char> = text.chars().collect();
    let wanted: Vec<char> = part.chars().collect();
    let mut places = Vec::new();
    for before in 0..=letters.len().saturating_sub(wanted.len()) {
        if letters[before..].starts_with(&wanted) {
            let after = letters.len() - before - wanted.len();
            let numbers = [before, wanted.len(), after].map(|n| Cell::integer(n as i64));
            places.push(engine.compound("$place", &numbers));
        }
    }
    let list = engine.heap.list(&places, Cell::NIL);
    Ok(engine.heap.unify(engine.registers[2], list))
}

/// `$sub_atom(Atom, Before, Length, Sub)`.
pub fn sub_atom(engine: &mut Engine) -> Done {
    let text = engine.atomic_text(engine.registers[0])?;
    let (before, length) =
        (integer(engine, engine.registers[1])?, integer(engine, engine.registers[2])?);
    let (Ok(before), Ok(length)) = (usize::try_from(before), usize::try_from(length)) else {
        return Ok(false);
    };
    let part: String = text.chars().skip(before).take(length).collect();
    let name = engine.new_atom(&part)?;
    Ok(engine.heap.unify(engine.registers[3], name))
}

/// `$join(A, B, C)`: the text of A followed by that of B.
pub fn join(engine: &mut Engine) -> Done {
    let text =
        engine.atomic_text(engine.registers[0])? + &engine.atomic_text(engine.registers[1])?;
    engine.reserve(text.len() / 8)?;
    let name = engine.new_atom(&text)?;
    Ok(engine.heap.unify(engine.registers[2], name))
}

pub fn concat_list(engine: &mut Engine) -> Done {
    let mut text = String::new();
    for element in engine.list_of(engine.registers[0])? {
        text += &engine.atomic_text(element)?;
        engine.reserve(text.len() / 8)?;
    }
    let name = engine.new_atom(&text)?;
    Ok(engine.heap.unify(engine.registers[1], name))
}

/// `atomic_list_concat(List, Separator, Atom)`: joins, or splits where the list is not known.
pub fn concat_with(engine: &mut Engine) -> Done {
    let separator = engine.atomic_text(engine.registers[1])?;
    let (found, rest) =
        crate::ordinary::copy::elements(&engine.heap, engine.registers[0], engine.steps_left())?;
    let texts: Option<Vec<String>> = found.iter().map(|&element| engine.text_of(element)).collect();
    if rest == Cell::NIL
        && let Some(texts) = texts
    {
        let text = texts.join(&separator);
        engine.reserve(text.len() / 8)?;
        let name = engine.new_atom(&text)?;
        return Ok(engine.heap.unify(engine.registers[2], name));
    }
    if separator.is_empty() {
        let empty = argument(engine, 1);
        return Err(engine.domain_error("non_empty_atom", empty));
    }
    let whole = engine.atomic_text(engine.registers[2])?;
    engine.reserve(4 * whole.len())?;
    let mut parts = Vec::new();
    for part in whole.split(&separator) {
        parts.push(engine.new_atom(part)?);
    }
    let list = engine.heap.list(&parts, Cell::NIL);
    Ok(engine.heap.unify(engine.registers[0], list))
}

fn mapped(engine: &mut Engine, change: fn(&str) -> String) -> Done {
    let text = change(&engine.atomic_text(engine.registers[0])?);
    let name = engine.new_atom(&text)?;
    Ok(engine.heap.unify(engine.registers[1], name))
}

pub fn upcase(engine: &mut Engine) -> Done {
    mapped(engine, str::to_uppercase)
}

pub fn downcase(engine: &mut Engine) -> Done {
    mapped(engine, str::to_lowercase)
}

/// `term_to_atom(Term, Atom)`: writes the term, or reads it where it is not known.
pub fn term_to_atom(engine: &mut Engine) -> Done {
    let term = argument(engine, 0);
    if !term.is_reference() {
        let style = Style { quoted: true, ..Style::default() };
        let text = engine.written(term, style)?;
        let name = engine.new_atom(&text)?;
        return Ok(engine.heap.unify(engine.registers[1], name));
    }
    let text = engine.atomic_text(engine.registers[1])?;
    let read = engine.read_term(&text)?;
    Ok(engine.heap.unify(term, read))
}

impl Engine {
    /// Reads a term at run time.
    pub fn read_term(&mut self, text: &str) -> Result<Cell, Wrong> {
        self.reserve(8 * text.len())?;
        let operators = self.database.operators.clone();
        let quotes = self.database.quotes;
        let heap: &mut Heap = &mut self.heap;
        let symbols = &mut self.database.symbols;
        let read = Reader::new(text, 0, heap, symbols, (&operators, quotes))
            .and_then(|mut reader| reader.read(true));
        match read {
            Ok(Some(read)) => Ok(read.term),
            Ok(None) => Ok(Cell::constant(self.database.symbols.intern("end_of_file"))),
            Err(error) => {
                let message = error.message.clone();
                Err(self.syntax_error(&message))
            }
        }
    }
}
