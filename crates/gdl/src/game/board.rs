//! Draws states: a grid, if facts with two coordinates and a value form one, and a list of the
//! other facts.

use std::collections::BTreeMap;

use ludex_game::{Agents, Ink, Picture, Shape};

/// A fact with two coordinates and a value.
struct Square<'f> {
    relation: &'f str,
    x: &'f str,
    y: &'f str,
    value: &'f str,
}

/// Returns the square that a fact describes, if it has three constants as arguments.
fn square(fact: &str) -> Option<Square<'_>> {
    let inner = fact.strip_prefix('(')?.strip_suffix(')')?;
    let [relation, x, y, value] = inner.split(' ').collect::<Vec<_>>()[..] else { return None };
    (!inner.contains(['(', ')'])).then_some(Square { relation, x, y, value })
}

/// Draws the facts of a state.
pub(super) fn draw(facts: &[String], agents: &Agents) -> Picture {
    let mut picture = Picture::new(Shape::Square);
    let board = board(facts);
    if let Some((relation, squares)) = &board {
        grid(&mut picture, squares, agents);
        let others = facts.iter().filter(|f| square(f).is_none_or(|s| s.relation != *relation));
        others.for_each(|fact| picture.note(fact.clone()));
    } else {
        facts.iter().for_each(|fact| picture.note(fact.clone()));
    }
    if picture.cells.is_empty() && picture.notes.is_empty() {
        picture.note("()");
    }
    picture
}

/// Returns the relation with the most squares, all at different coordinates: at least four, in at
/// least two rows and columns.
fn board(facts: &[String]) -> Option<(&str, Vec<Square<'_>>)> {
    let mut relations: BTreeMap<&str, Vec<Square>> = BTreeMap::new();
    for square in facts.iter().filter_map(|fact| square(fact)) {
        relations.entry(square.relation).or_default().push(square);
    }
    let single = |squares: &Vec<Square>| {
        let mut places: Vec<_> = squares.iter().map(|s| (s.x, s.y)).collect();
        places.sort_unstable();
        let distinct = |f: fn(&Square) -> String| axis(squares, f).len();
        places.windows(2).all(|w| w[0] != w[1])
            && squares.len() >= 4
            && distinct(|s| s.x.to_owned()) > 1
            && distinct(|s| s.y.to_owned()) > 1
    };
    relations.into_iter().filter(|r| single(&r.1)).max_by_key(|r| r.1.len())
}

/// Returns the values of a coordinate in order: numbers by value, names alphabetically.
fn axis(squares: &[Square], coordinate: fn(&Square) -> String) -> Vec<String> {
    let mut values: Vec<String> = squares.iter().map(coordinate).collect();
    values.sort_by_key(|v| (v.parse::<i64>().unwrap_or(i64::MAX), v.clone()));
    values.dedup();
    values
}

/// Draws the squares. `(cell a 1 …)` has columns a, b, … and row 1 at the bottom, as on a chess
/// board; otherwise the first coordinate is the row, from the top.
fn grid(picture: &mut Picture, squares: &[Square], agents: &Agents) {
    let number = |text: &str| text.parse::<i64>().is_ok();
    let chess = squares.iter().all(|s| !number(s.x) && number(s.y));
    let (rows, columns) = match chess {
        true => {
            let mut rows = axis(squares, |s| s.y.to_owned());
            rows.reverse();
            (rows, axis(squares, |s| s.x.to_owned()))
        }
        false => (axis(squares, |s| s.x.to_owned()), axis(squares, |s| s.y.to_owned())),
    };
    let place =
        |list: &[String], value: &str| list.iter().position(|v| v == value).unwrap_or(0) as i16;
    for (row, name) in rows.iter().enumerate() {
        picture.label(row as i16, -2, name.clone());
    }
    for (column, name) in columns.iter().enumerate() {
        picture.label(rows.len() as i16, 2 * column as i16, name.clone());
    }
    for square in squares {
        let (row, column) = if chess { (square.y, square.x) } else { (square.x, square.y) };
        let (text, ink) = face(square.value, agents);
        picture.cell(place(&rows, row), 2 * place(&columns, column), text, ink);
    }
}

/// Returns a short text for the value of a square, and the colour of the agent it is named after.
fn face(value: &str, agents: &Agents) -> (String, Ink) {
    if matches!(value, "b" | "blank" | "empty" | "e" | "dirt" | "nil" | "none") {
        return ("·".to_owned(), Ink::Plain);
    }
    let owner = agents.iter().find(|&a| {
        let name = agents.name(a);
        name == value || value.len() <= 2 && name.starts_with(&value[..value.ceil_char_boundary(1)])
    });
    let text: String = value.chars().take(2).collect();
    (text, owner.map_or(Ink::Plain, |agent| Ink::Of(agent.0)))
}
