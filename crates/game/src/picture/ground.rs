//! What contents stand on: the ground of each cell, and what lies under all of them.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::style::{CELL, DARK, FRAME, GRID, HOLE, LAST, LIGHT, LINE, SHADE, UNIT, WOOD, colour};
use super::svg::Page;
use super::{Border, Cell, Picture, Shape};

/// Returns the side of a hexagon that is as wide as a cell.
pub(super) fn hexagon_side() -> f64 {
    2.0 * UNIT / 3f64.sqrt()
}

/// Returns a corner of a hexagon with a corner on top: 0 is the lower right one.
fn corner(number: u8) -> (f64, f64) {
    let angle = (f64::from(number % 6) * 60.0 + 30.0).to_radians();
    (hexagon_side() * angle.cos(), hexagon_side() * angle.sin())
}

/// Returns the ground of a cell around its middle.
pub(super) fn ground(shape: Shape, cell: &Cell, occupied: &FxHashSet<(i16, i16)>) -> String {
    let fill = if cell.shaded { SHADE } else { CELL };
    let square = |fill: &str, stroke: &str| {
        format!(
            "<rect class=\"ground\" x=\"-20\" y=\"-20\" width=\"40\" height=\"40\" \
             fill=\"{fill}\" stroke=\"{stroke}\"/>"
        )
    };
    match shape {
        Shape::Square => square(fill, LINE) + &last_ground(cell),
        Shape::Hexagon => {
            let corners: Vec<String> =
                (0..6).map(corner).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let points = corners.join(" ");
            let last = match cell.last {
                true => format!(
                    "<polygon class=\"last-mark\" points=\"{points}\" fill=\"{LAST}\" \
                     fill-opacity=\".45\"/>"
                ),
                false => String::new(),
            };
            format!(
                "<polygon class=\"ground\" points=\"{points}\" fill=\"{fill}\" \
                 stroke=\"{LINE}\"/>{last}"
            )
        }
        Shape::Hole => {
            square(FRAME, FRAME)
                + &format!("<circle class=\"hole\" r=\"16.5\" fill=\"{HOLE}\" stroke=\"#1d4489\"/>")
        }
        Shape::Point => {
            let shade = match cell.shaded {
                true => format!("<circle class=\"shade\" r=\"18\" fill=\"{SHADE}\"/>"),
                false => String::new(),
            };
            square("transparent", "none") + &shade + &lines(cell, occupied)
        }
    }
}

/// Returns the tint of a square that the last move changed.
fn last_ground(cell: &Cell) -> String {
    match cell.last {
        true => format!(
            "<rect class=\"last-mark\" x=\"-20\" y=\"-20\" width=\"40\" height=\"40\" \
             fill=\"{LAST}\" fill-opacity=\".45\"/>"
        ),
        false => String::new(),
    }
}

/// Returns half a line towards each existing neighbour, so that no line leaves the board.
fn lines(cell: &Cell, occupied: &FxHashSet<(i16, i16)>) -> String {
    let mut path = String::new();
    for (rows, columns2) in [(0, -2), (0, 2), (-1, 0), (1, 0)] {
        let to = (cell.row.saturating_add(rows), cell.column2.saturating_add(columns2));
        if occupied.contains(&to) {
            let (dx, dy) = (f64::from(columns2 / 2) * UNIT, f64::from(rows) * UNIT);
            let _ = write!(path, "M0 0l{dx} {dy}");
        }
    }
    format!("<path class=\"line\" d=\"{path}\" stroke=\"{GRID}\" stroke-linecap=\"square\"/>")
}

/// Returns what lies under all cells: wood, the frame of an upright board, coloured sides.
pub(super) fn under(picture: &Picture, page: &Page) -> String {
    match picture.shape {
        Shape::Point => slab(picture, page, WOOD, "wood", 0.0),
        Shape::Hole => slab(picture, page, FRAME, "frame", 7.0),
        _ => borders(&picture.borders, page),
    }
}

/// Returns a slab that the whole board lies on.
fn slab(picture: &Picture, page: &Page, fill: &str, class: &str, beyond: f64) -> String {
    let middles: Vec<(f64, f64)> =
        picture.cells.iter().filter(|cell| !cell.label).map(|cell| page.place(cell)).collect();
    let least = |of: fn(&(f64, f64)) -> f64| middles.iter().map(of).fold(f64::MAX, f64::min);
    let most = |of: fn(&(f64, f64)) -> f64| middles.iter().map(of).fold(f64::MIN, f64::max);
    if middles.is_empty() {
        return String::new();
    }
    let far = UNIT + beyond;
    let (left, top) = (least(|at| at.0) - far, least(|at| at.1) - far);
    let (width, height) = (most(|at| at.0) + far - left, most(|at| at.1) + far - top);
    format!(
        "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\" rx=\"{:.0}\" fill=\"{fill}\"/>",
        3.0 + beyond
    )
}

/// Returns coloured sides: broad lines of which the cells cover the inner half. White ones have a
/// dark rim, so that they are seen on paper.
fn borders(borders: &[Border], page: &Page) -> String {
    let line = |border: &Border, stroke: &str, width: u8| {
        let (x, y) = page.middle(border.row, border.column2);
        let ((ax, ay), (bx, by)) = (corner(border.side), corner(border.side + 1));
        format!(
            "<path class=\"border\" d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{stroke}\" \
             stroke-width=\"{width}\" stroke-linecap=\"round\"/>",
            x + ax,
            y + ay,
            x + bx,
            y + by
        )
    };
    let rims = borders.iter().map(|border| line(border, DARK, 15));
    let colours = borders.iter().map(|border| {
        let own = colour(border.ink);
        line(border, if own == "white" { LIGHT } else { own }, 12)
    });
    rims.chain(colours).collect()
}
