//! Built-in predicates that write.

use super::argument;
use crate::engine::Limit;
use crate::ordinary::arithmetic::evaluate;
use crate::ordinary::engine::{Done, Engine, Wrong};
use crate::ordinary::number::Number;
use crate::ordinary::write::{Style, Writer};
use crate::terms::Cell;

/// The limit on the length of what is written, in bytes.
const LONGEST: usize = 64 << 20;

impl Engine {
    /// Returns a term as text.
    pub fn written(&self, term: Cell, style: Style) -> Result<String, Wrong> {
        let most = (8 * self.cells_left()).min(LONGEST);
        let database = &self.database;
        let writer = Writer::new(&self.heap, &database.symbols, &database.operators, style, most);
        Ok(writer.write(term, 1200)?)
    }

    /// Appends a text to the output.
    pub fn put(&mut self, text: &str) -> Done {
        self.output.push_str(text);
        match self.output.len() > LONGEST {
            true => Err(Limit::Memory.into()),
            false => Ok(true),
        }
    }

    fn put_term(&mut self, term: Cell, style: Style) -> Done {
        let text = self.written(term, style)?;
        self.put(&text)
    }
}

pub fn write(engine: &mut Engine) -> Done {
    engine.put_term(engine.registers[0], Style { numbered: true, ..Style::default() })
}

pub fn writeln(engine: &mut Engine) -> Done {
    write(engine)?;
    engine.put("\n")
}

pub fn writeq(engine: &mut Engine) -> Done {
    let style = Style { quoted: true, numbered: true, ..Style::default() };
    engine.put_term(engine.registers[0], style)
}

pub fn write_canonical(engine: &mut Engine) -> Done {
    let style = Style { quoted: true, canonical: true, numbered: false };
    engine.put_term(engine.registers[0], style)
}

/// `write_term(Term, Options)`.
pub fn write_term(engine: &mut Engine) -> Done {
    let mut style = Style::default();
    for option in engine.list_of(engine.registers[1])? {
        let text = engine.written(option, Style::default())?;
        match text.as_str() {
            "quoted(true)" => style.quoted = true,
            "ignore_ops(true)" => style.canonical = true,
            "numbervars(true)" => style.numbered = true,
            _ => {}
        }
    }
    engine.put_term(engine.registers[0], style)
}

pub fn nl(engine: &mut Engine) -> Done {
    engine.put("\n")
}

pub fn tab(engine: &mut Engine) -> Done {
    match evaluate(engine, engine.registers[0])? {
        Number::Int(count) if count > LONGEST as i64 => Err(Limit::Memory.into()),
        Number::Int(count) => engine.put(&" ".repeat(usize::try_from(count).unwrap_or(0))),
        other => {
            let culprit = other.put(&mut engine.heap);
            Err(engine.type_error("integer", culprit))
        }
    }
}

pub fn put_char(engine: &mut Engine) -> Done {
    let letter = argument(engine, 0);
    let name = engine.atom_of(letter)?;
    let text = engine.database.symbols.name(name).to_owned();
    match text.chars().count() {
        1 => engine.put(&text),
        _ => Err(engine.type_error("character", letter)),
    }
}

/// From here on what is written goes to a term.
pub fn redirect(engine: &mut Engine) -> Done {
    engine.redirected.push(engine.output.len());
    Ok(true)
}

/// `$redirected(Atom)`: what was written since.
pub fn redirected(engine: &mut Engine) -> Done {
    let start = engine.redirected.pop().unwrap_or(0).min(engine.output.len());
    let text = engine.output.split_off(start);
    let name = engine.new_atom(&text)?;
    Ok(engine.heap.unify(engine.registers[0], name))
}
