//! What stands on a cell, around its middle: stones, discs, pieces, dominoes, tiles, texts.

use super::pieces::chess;
use super::style::{DARK, DISCS, LAST, LIGHT, colour, escape};
use super::{Cell, Ink, Shape, Side};

/// Returns the drawing of the content of a cell.
pub(super) fn content(shape: Shape, cell: &Cell) -> String {
    if matches!(cell.text.as_str(), "·" | "") {
        return String::new();
    }
    let drawn = figure(shape, cell);
    match cell.last && matches!(shape, Shape::Point | Shape::Hole) {
        true => drawn + &format!("<circle class=\"last-dot\" r=\"4\" fill=\"{LAST}\"/>"),
        false => drawn,
    }
}

fn figure(shape: Shape, cell: &Cell) -> String {
    let own = colour(cell.ink);
    let mut letters = cell.text.chars();
    let named = if let Ink::Colour(name) = cell.ink { Some(name) } else { None };
    let single = letters.next().filter(|_| letters.next().is_none());
    match single {
        _ if shape == Shape::Hole && cell.ink != Ink::Plain => disc(cell.ink),
        Some('●') => stone(if cell.ink == Ink::Plain { DARK } else { own }, "black-piece"),
        Some('○') => stone(LIGHT, "white-piece"),
        Some('▲') => stone(DARK, "black-piece") + &triangle(LIGHT),
        Some('△') => stone(LIGHT, "white-piece") + &triangle(DARK),
        Some('■') => block(cell, own),
        Some('#') => wall(),
        Some('▶') => pusher(own, 0),
        Some('◀') => pusher(own, 180),
        // What is called by a colour has a letter on a disc of it, as all others of its kind.
        Some('X' | 'x') if named.is_none() => format!(
            "<path class=\"mark {}\" d=\"M-10 -10L10 10M10 -10L-10 10\" stroke=\"{own}\" \
             stroke-width=\"5.5\" stroke-linecap=\"round\" fill=\"none\"/>",
            class(cell.ink)
        ),
        Some('O' | 'o') if named.is_none() => format!(
            "<circle class=\"mark {}\" r=\"10.5\" stroke=\"{own}\" stroke-width=\"5.5\" \
             fill=\"none\"/>",
            class(cell.ink)
        ),
        Some(letter) => match chess(letter) {
            Some(piece) => piece,
            None if letter.is_alphabetic() && cell.ink != Ink::Plain => counter(letter, cell),
            None => text(cell),
        },
        None => text(cell),
    }
}

/// Returns the class of an ink, by which a page can choose other colours.
fn class(ink: Ink) -> String {
    match ink {
        Ink::Of(agent) => format!("agent-{}", agent % 6),
        _ => String::new(),
    }
}

fn stone(fill: &str, class: &str) -> String {
    format!(
        "<circle class=\"stone {class}\" r=\"16\" fill=\"{fill}\" stroke=\"#15110e\" \
         stroke-width=\"1.3\"/><path d=\"M-9.5 -6a11.5 11.5 0 0 1 8 -5.5\" fill=\"none\" \
         stroke=\"#fff\" stroke-opacity=\".45\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>"
    )
}

fn triangle(stroke: &str) -> String {
    format!(
        "<path d=\"M0 -8.5L7.6 5H-7.6z\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2\"/>"
    )
}

/// Returns a disc of an upright board.
fn disc(ink: Ink) -> String {
    let fill = match ink {
        Ink::Of(agent) => DISCS.get(usize::from(agent)).copied().unwrap_or(colour(ink)),
        _ => colour(ink),
    };
    format!(
        "<circle class=\"disc\" r=\"16.5\" fill=\"{fill}\" stroke=\"#1d2433\" \
         stroke-opacity=\".55\"/><circle r=\"11\" fill=\"none\" stroke=\"#000\" \
         stroke-opacity=\".22\" stroke-width=\"2\"/>"
    )
}

/// Returns a counter with the letter of its owner. White and black are drawn as such.
fn counter(letter: char, cell: &Cell) -> String {
    let (fill, ink) = match (letter.to_ascii_lowercase(), cell.ink) {
        ('w', Ink::Of(_) | Ink::Colour("#888")) => (LIGHT, DARK),
        ('b', Ink::Of(_) | Ink::Colour("#222")) => (DARK, LIGHT),
        _ => (colour(cell.ink), LIGHT),
    };
    format!(
        "<circle class=\"counter\" r=\"15.5\" fill=\"{fill}\" stroke=\"#15110e\" \
         stroke-width=\"1.3\"/><circle r=\"12\" fill=\"none\" stroke=\"{ink}\" \
         stroke-opacity=\".35\"/><text y=\"5.6\" font-size=\"16\" font-weight=\"bold\" \
         fill=\"{ink}\">{}</text>",
        escape(&letter.to_string())
    )
}

/// Returns half a domino, or a block where nobody knows what the cell belongs to.
fn block(cell: &Cell, own: &str) -> String {
    let turn = match cell.joined {
        None => {
            return "<rect class=\"block\" x=\"-15\" y=\"-15\" width=\"30\" height=\"30\" rx=\"4\" \
                    fill=\"#7d7567\" stroke=\"#4d473d\"/>"
                .to_string();
        }
        Some(Side::Right) => 0,
        Some(Side::Down) => 90,
        Some(Side::Left) => 180,
        Some(Side::Up) => 270,
    };
    format!(
        "<path class=\"domino\" transform=\"rotate({turn})\" \
         d=\"M20.5 -14.5H-9a5.5 5.5 0 0 0 -5.5 5.5V9a5.5 5.5 0 0 0 5.5 5.5H20.5\" \
         fill=\"{own}\" stroke=\"#1a1714\" stroke-width=\"1.5\"/>\
         <circle r=\"3.6\" fill=\"{LIGHT}\" fill-opacity=\".9\"/>"
    )
}

fn wall() -> String {
    "<rect class=\"wall\" x=\"-20\" y=\"-20\" width=\"40\" height=\"40\" fill=\"#6b6459\"/>\
     <path d=\"M-20 -7H20M-20 7H20M-7 -20V-7M7 -7V7M-7 7V20\" stroke=\"#8a8275\" fill=\"none\"/>"
        .to_string()
}

/// Returns a piece that points in the direction in which it pushes.
fn pusher(fill: &str, turn: u16) -> String {
    format!(
        "<path class=\"pusher\" transform=\"rotate({turn})\" d=\"M-13 -11H4L15 0L4 11H-13z\" \
         fill=\"{fill}\" stroke=\"#15110e\" stroke-width=\"1.3\" stroke-linejoin=\"round\"/>"
    )
}

/// Returns a text; numbers stand on tiles.
fn text(cell: &Cell) -> String {
    let size = fitting_size(&cell.text);
    let own = colour(cell.ink);
    let tile = match cell.text.parse::<i64>().is_ok() && cell.text.len() <= 3 {
        true => format!(
            "<rect class=\"tile\" x=\"-15.5\" y=\"-16.5\" width=\"31\" height=\"33\" rx=\"4.5\" \
             fill=\"{LIGHT}\" stroke=\"{own}\" stroke-width=\"1.4\"/>"
        ),
        false => String::new(),
    };
    let on_tile = if tile.is_empty() { "mark" } else { "number" };
    format!(
        "{tile}<text class=\"{on_tile} {}\" y=\"{:.1}\" font-size=\"{size:.0}\" \
         fill=\"{own}\">{}</text>",
        class(cell.ink),
        size * 0.35,
        escape(&cell.text)
    )
}

/// Returns the size at which a text fits into a cell.
fn fitting_size(text: &str) -> f64 {
    let letters = text.chars().count().max(1) as f64;
    (34.0 / (0.65 * letters)).clamp(4.0, 22.0)
}
