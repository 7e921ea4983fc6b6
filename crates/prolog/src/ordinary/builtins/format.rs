//! `format`: text with places for terms.

use super::argument;
use crate::engine::Limit;
use crate::ordinary::arithmetic::evaluate;
use crate::ordinary::clause;
use crate::ordinary::engine::{Done, Engine, Wrong};
use crate::ordinary::write::Style;
use crate::terms::Cell;

/// The widest column.
const WIDEST: usize = 10_000;

pub fn format(engine: &mut Engine) -> Done {
    let text = formatted(engine, engine.registers[0], Vec::new())?;
    engine.put(&text)
}

pub fn format_with(engine: &mut Engine) -> Done {
    let arguments = arguments(engine, engine.registers[1])?;
    let text = formatted(engine, engine.registers[0], arguments)?;
    engine.put(&text)
}

/// `format(atom(A), Format, Arguments)`, also `codes(Cs)` and `chars(Cs)`.
pub fn format_to(engine: &mut Engine) -> Done {
    let sink = argument(engine, 0);
    let arguments = arguments(engine, engine.registers[2])?;
    let text = formatted(engine, engine.registers[1], arguments)?;
    let kind = match clause::functor(&engine.heap, sink) {
        Some((name, 1)) => engine.database.symbols.name(name).to_owned(),
        _ => String::new(),
    };
    let value = match kind.as_str() {
        "atom" => engine.new_atom(&text)?,
        "codes" | "chars" => {
            engine.reserve(4 * text.len())?;
            let mut list = Vec::new();
            for letter in text.chars() {
                list.push(match kind.as_str() {
                    "codes" => Cell::integer(i64::from(letter as u32)),
                    _ => engine.new_atom(letter.encode_utf8(&mut [0; 4]))?,
                });
            }
            engine.heap.list(&list, Cell::NIL)
        }
        _ => return Err(engine.domain_error("output_sink", sink)),
    };
    let target = engine.heap.cells[sink.place() + 1];
    Ok(engine.heap.unify(target, value))
}

/// Returns the arguments: those of a list, or one term.
fn arguments(engine: &mut Engine, term: Cell) -> Result<Vec<Cell>, Wrong> {
    let (found, rest) = crate::ordinary::copy::elements(&engine.heap, term, engine.steps_left())?;
    Ok(if rest == Cell::NIL { found } else { vec![term] })
}

fn wrong(engine: &mut Engine, message: &str) -> Wrong {
    let message = engine.atom(message);
    let formal = engine.compound("format", &[message]);
    engine.error(formal)
}

/// A stop of a column: where it is in the text, and how what is before it is filled.
struct Columns {
    /// The start of the line and of the column.
    line: usize,
    start: usize,
    /// Where blanks go, with what.
    fills: Vec<(usize, char)>,
}

fn formatted(engine: &mut Engine, format: Cell, arguments: Vec<Cell>) -> Result<String, Wrong> {
    let format = match engine.listed_text(format) {
        Some(text) => text,
        None => match engine.text_of(format) {
            Some(text) => text,
            None => return Err(engine.instantiation()),
        },
    };
    let mut rest = arguments.into_iter();
    let mut text = String::new();
    let mut columns = Columns { line: 0, start: 0, fills: Vec::new() };
    let mut letters = format.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '~' {
            text.push(letter);
            if letter == '\n' {
                columns = Columns { line: text.len(), start: text.len(), fills: Vec::new() };
            }
            continue;
        }
        let mut number: Option<usize> = None;
        match letters.peek() {
            Some('*') => {
                letters.next();
                let Some(term) = rest.next() else {
                    return Err(wrong(engine, "not enough arguments"));
                };
                let value = crate::ordinary::arithmetic::integer(engine, term)?;
                number = usize::try_from(value).ok();
            }
            Some('`') => {
                letters.next();
                number = letters.next().map(|letter| letter as usize);
            }
            _ => {
                while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                    letters.next();
                    number = Some((number.unwrap_or(0) * 10 + digit as usize).min(1 << 24));
                }
            }
        }
        let Some(directive) = letters.next() else {
            return Err(wrong(engine, "truncated format specification"));
        };
        if number.is_some_and(|number| number > WIDEST) && directive != 't' {
            return Err(Limit::Memory.into());
        }
        match directive {
            '~' => text.push('~'),
            'n' => {
                text.push_str(&"\n".repeat(number.unwrap_or(1)));
                columns = Columns { line: text.len(), start: text.len(), fills: Vec::new() };
            }
            't' => {
                let fill = number.and_then(|code| char::from_u32(code as u32)).unwrap_or(' ');
                columns.fills.push((text.len(), fill));
            }
            '|' | '+' => {
                let current = text[columns.line..].chars().count();
                let from = text[columns.line..columns.start].chars().count();
                let target = match directive {
                    '|' => number.unwrap_or(current),
                    _ => from + number.unwrap_or(8),
                };
                fill(&mut text, &mut columns, target.saturating_sub(current));
            }
            'i' => {
                rest.next();
            }
            _ => {
                let Some(term) = rest.next() else {
                    return Err(wrong(engine, "not enough arguments"));
                };
                let part = piece(engine, directive, number, term)?;
                text.push_str(&part);
            }
        }
        engine.reserve(text.len() / 8)?;
    }
    match rest.next() {
        Some(_) => Err(wrong(engine, "too many arguments")),
        None => Ok(text),
    }
}

/// Ends a column: blanks are put where `~t` was, or at its end.
fn fill(text: &mut String, columns: &mut Columns, missing: usize) {
    let mut fills = std::mem::take(&mut columns.fills);
    if fills.is_empty() {
        fills.push((text.len(), ' '));
    }
    let (each, mut extra) = (missing / fills.len(), missing % fills.len());
    let count = fills.len();
    for (i, (place, letter)) in fills.into_iter().enumerate().rev() {
        // What does not divide goes to the last place.
        let own = each + if i + 1 == count { std::mem::take(&mut extra) } else { 0 };
        text.insert_str(place, &letter.to_string().repeat(own));
    }
    columns.start = text.len();
}

/// Returns what a directive makes of an argument.
fn piece(
    engine: &mut Engine,
    directive: char,
    number: Option<usize>,
    term: Cell,
) -> Result<String, Wrong> {
    let plain = Style { numbered: true, ..Style::default() };
    match directive {
        'w' => engine.written(term, plain),
        'p' | 'q' => engine.written(term, Style { quoted: true, ..plain }),
        'a' => match engine.text_of(term) {
            Some(text) => Ok(text),
            None => Err(engine.type_error("atomic", term)),
        },
        'd' | 'D' => {
            let value = evaluate(engine, term)?;
            let Some(value) = value.to_big() else {
                let culprit = value.put(&mut engine.heap);
                return Err(engine.type_error("integer", culprit));
            };
            Ok(grouped(&value.to_string(), number.unwrap_or(0), directive == 'D'))
        }
        'e' | 'f' | 'g' => {
            let value = evaluate(engine, term)?.to_float();
            let digits = number.unwrap_or(6);
            Ok(match directive {
                'f' => format!("{value:.digits$}"),
                'e' => exponent(&format!("{value:.digits$e}")),
                _ => format!("{value}"),
            })
        }
        's' => match engine.listed_text(term) {
            Some(text) => Ok(text),
            None => match engine.text_of(term) {
                Some(text) => Ok(text),
                None => Err(engine.type_error("text", term)),
            },
        },
        'c' => {
            let code = crate::ordinary::arithmetic::integer(engine, term)?;
            match u32::try_from(code).ok().and_then(char::from_u32) {
                Some(letter) => Ok(letter.to_string().repeat(number.unwrap_or(1))),
                None => Err(engine.representation("character_code")),
            }
        }
        'r' | 'R' => {
            let radix = number.unwrap_or(8);
            match evaluate(engine, term)?.to_big() {
                Some(value) if (2..=36).contains(&radix) => {
                    let text = value.to_str_radix(radix as u32);
                    Ok(if directive == 'R' { text.to_uppercase() } else { text })
                }
                _ => Err(wrong(engine, "no such radix")),
            }
        }
        _ => Err(wrong(engine, "no such directive")),
    }
}

/// Returns digits with a decimal point before the last ones, and in groups of three.
fn grouped(digits: &str, decimals: usize, commas: bool) -> String {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits),
    };
    let padded = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, fraction) = padded.split_at(padded.len() - decimals);
    let mut text = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if commas && i > 0 && (whole.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    match decimals {
        0 => format!("{sign}{text}"),
        _ => format!("{sign}{text}.{fraction}"),
    }
}

/// Returns a number in scientific notation with at least two digits in the exponent.
fn exponent(text: &str) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let value: i32 = exponent.parse().unwrap_or(0);
    let sign = if value < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", value.abs())
}
