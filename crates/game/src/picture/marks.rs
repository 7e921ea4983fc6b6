//! What is shown on top of a board: moves of a line as arrows, what moves are worth as badges.

use super::style::{LIGHT, UNIT, colour, escape};
use super::svg::Page;
use super::{Ink, Picture};

/// A move on top of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The cell it comes from, by its place in the list of cells; `None` if something appears.
    pub from: Option<usize>,
    /// The cell it goes to.
    pub to: usize,
    /// A short text at its end: its number in a line.
    pub text: String,
    /// The colour.
    pub ink: Ink,
}

/// What a cell is worth, or the move to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Badge {
    /// The cell, by its place in the list of cells.
    pub cell: usize,
    /// A short text: `W`, `D`, `L`, or a number.
    pub text: String,
    /// How good it is.
    pub tone: Tone,
}

/// How good something is for the agent on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// It wins.
    Win,
    /// It draws.
    Draw,
    /// It loses.
    Loss,
    /// It is worth a number.
    Other,
}

impl Tone {
    /// Lists all of them.
    pub const ALL: [Tone; 4] = [Tone::Win, Tone::Draw, Tone::Loss, Tone::Other];

    /// Returns the tone of a verdict such as `wins`.
    pub fn of_verdict(verdict: &str) -> Tone {
        match verdict {
            "wins" => Tone::Win,
            "draws" => Tone::Draw,
            "loses" => Tone::Loss,
            _ => Tone::Other,
        }
    }

    /// Returns the name: `win`, `draw`, `loss` or `other`.
    pub fn name(self) -> &'static str {
        match self {
            Tone::Win => "win",
            Tone::Draw => "draw",
            Tone::Loss => "loss",
            Tone::Other => "other",
        }
    }

    /// Returns the colour.
    pub fn colour(self) -> &'static str {
        match self {
            Tone::Win => "#14703a",
            Tone::Draw => "#5b5f68",
            Tone::Loss => "#b3261e",
            Tone::Other => "#0b57a4",
        }
    }

    /// Returns a badge around the origin.
    pub fn badge(self, text: &str) -> String {
        let size = if text.chars().count() > 2 { 9 } else { 13 };
        format!(
            "<g class=\"badge {}\"><circle r=\"12\" fill=\"{}\" stroke=\"{LIGHT}\" \
             stroke-width=\"1.5\"/><text y=\"4.5\" font-size=\"{size}\" font-weight=\"bold\" \
             fill=\"{LIGHT}\">{}</text></g>",
            self.name(),
            self.colour(),
            escape(text)
        )
    }
}

/// Returns what is shown on top of the board.
pub(super) fn over(picture: &Picture, page: &Page) -> String {
    let arrows = picture.arrows.iter().rev().filter_map(|arrow| draw_arrow(picture, page, arrow));
    let badges = picture.badges.iter().filter_map(|badge| {
        let cell = picture.cells.get(badge.cell)?;
        let (x, y) = page.place(cell);
        let place = match cell.text.as_str() {
            "·" | "" => format!("translate({x:.1} {y:.1})"),
            _ => format!("translate({:.1} {:.1}) scale(.8)", x + 12.0, y - 12.0),
        };
        Some(format!("<g transform=\"{place}\">{}</g>", badge.tone.badge(&badge.text)))
    });
    badges.chain(arrows).collect()
}

fn draw_arrow(picture: &Picture, page: &Page, arrow: &Arrow) -> Option<String> {
    let to = page.place(picture.cells.get(arrow.to)?);
    let from = match arrow.from {
        Some(from) => Some(page.place(picture.cells.get(from)?)),
        None => None,
    };
    let stroke = colour(arrow.ink);
    let body = match from {
        Some(from) => shaft(from, to, stroke),
        None => format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"16\" fill=\"none\" stroke=\"{stroke}\" \
             stroke-width=\"3.5\"/>",
            to.0, to.1
        ),
    };
    let number = match arrow.text.is_empty() {
        true => String::new(),
        false => {
            let (x, y) = if from.is_some() { (to.0 + 12.0, to.1 - 12.0) } else { to };
            format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\" fill=\"{stroke}\"/><text x=\"{x:.1}\" \
                 y=\"{:.1}\" font-size=\"11\" font-weight=\"bold\" fill=\"{LIGHT}\">{}</text>",
                y + 4.0,
                escape(&arrow.text)
            )
        }
    };
    Some(format!("<g class=\"arrow\" opacity=\".85\">{body}{number}</g>"))
}

/// Returns a line with a head, from near one middle to near another.
fn shaft(from: (f64, f64), to: (f64, f64), stroke: &str) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let at = |along: f64, aside: f64| {
        let x = from.0 + ux * along - uy * aside;
        format!("{x:.1} {:.1}", from.1 + uy * along + ux * aside)
    };
    let (start, neck, tip) = (UNIT * 0.45, length - UNIT * 0.85, length - UNIT * 0.2);
    format!(
        "<path d=\"M{}L{}L{}L{}L{}L{}L{}z\" fill=\"{stroke}\" stroke=\"{LIGHT}\" \
         stroke-width=\"1\" stroke-linejoin=\"round\"/>",
        at(start, -3.2),
        at(neck, -3.2),
        at(neck, -9.0),
        at(tip, 0.0),
        at(neck, 9.0),
        at(neck, 3.2),
        at(start, 3.2)
    )
}
