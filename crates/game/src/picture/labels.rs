//! Where coordinates are written, so that none overlaps another or the board.

use ludex_base::sort_by_key;
use rustc_hash::FxHashMap;

use super::style::{LABEL, LABEL_SIZE, UNIT, escape, width};
use super::{Cell, Picture};

/// The smallest size at which a coordinate is still read; longer ones are turned.
const SMALLEST: f64 = 9.0;

/// How a label is written around the middle of its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Written {
    /// `start`, `middle` or `end`.
    anchor: &'static str,
    size: f64,
    /// Whether it is turned by 45 degrees, below the board or above it.
    turned: Option<bool>,
    /// What it covers to the left, the right, above and below.
    pub(super) reach: [f64; 4],
}

/// The edges of the board, and how large its labels above and below are.
pub(super) struct Labels {
    /// The first and last column (twice) of each row with cells.
    rows: FxHashMap<i16, (i16, i16)>,
    all: (i16, i16),
    last_row: i16,
    /// The size of the labels in rows without cells, or `None` where they are turned.
    sizes: FxHashMap<i16, Option<f64>>,
}

impl Labels {
    pub(super) fn of(picture: &Picture) -> Labels {
        let mut rows: FxHashMap<i16, (i16, i16)> = FxHashMap::default();
        let mut all = (i16::MAX, i16::MIN);
        let mut last_row = i16::MIN;
        for cell in picture.cells.iter().filter(|cell| !cell.label) {
            let edges = rows.entry(cell.row).or_insert((cell.column2, cell.column2));
            *edges = (edges.0.min(cell.column2), edges.1.max(cell.column2));
            all = (all.0.min(cell.column2), all.1.max(cell.column2));
            last_row = last_row.max(cell.row);
        }
        let mut columns: FxHashMap<i16, Vec<&Cell>> = FxHashMap::default();
        for label in picture.cells.iter().filter(|cell| cell.label) {
            if !rows.contains_key(&label.row) {
                columns.entry(label.row).or_default().push(label);
            }
        }
        let sizes = columns.into_iter().map(|(row, labels)| (row, fitting(labels))).collect();
        Labels { rows, all, last_row, sizes }
    }

    /// Returns how a label is written.
    pub(super) fn written(&self, label: &Cell) -> Written {
        let (long, own_row) = (width(&label.text, LABEL_SIZE), self.rows.get(&label.row));
        let (first, last) = own_row.copied().unwrap_or(self.all);
        let beyond = (long - UNIT + 4.0).max(UNIT);
        let (half, plain) = (UNIT, LABEL_SIZE);
        let written = |anchor, size, left, right| Written {
            anchor,
            size,
            turned: None,
            reach: [left, right, LABEL_SIZE * 0.6, LABEL_SIZE * 0.6],
        };
        if long > 2.0 * UNIT && label.column2 < first {
            return written("end", plain, beyond, half);
        }
        if long > 2.0 * UNIT && label.column2 > last {
            return written("start", plain, half, beyond);
        }
        match self.sizes.get(&label.row).copied().unwrap_or(Some(plain)) {
            Some(size) => {
                let side = (width(&label.text, size) / 2.0).max(half);
                written("middle", size, side, side)
            }
            None => {
                let (below, far) = (label.row > self.last_row, 0.75 * long);
                let reach = match below {
                    true => [far, half, half, far],
                    false => [half, far, far, half],
                };
                let anchor = if below { "end" } else { "start" };
                Written { anchor, size: 12.0, turned: Some(below), reach }
            }
        }
    }
}

/// Returns the size at which the labels of a row do not touch, or `None` if they would be too small.
fn fitting(mut labels: Vec<&Cell>) -> Option<f64> {
    sort_by_key(&mut labels, |label| label.column2);
    let room = |pair: &[&Cell]| {
        let apart = (i32::from(pair[1].column2) - i32::from(pair[0].column2)).max(1);
        let both = width(&pair[0].text, LABEL_SIZE) + width(&pair[1].text, LABEL_SIZE);
        (f64::from(apart) * UNIT - 5.0) / (both / 2.0).max(1.0)
    };
    let scale = labels.windows(2).map(room).fold(1.0, f64::min);
    Some(LABEL_SIZE * scale).filter(|&size| size >= SMALLEST)
}

impl Written {
    /// Returns the label as SVG.
    pub(super) fn draw(&self, (x, y): (f64, f64), text: &str) -> String {
        let (anchor, size, text) = (self.anchor, self.size, escape(text));
        let x = match (self.turned, anchor) {
            (None, "start") => x - UNIT + 4.0,
            (None, "end") => x + UNIT - 4.0,
            _ => x,
        };
        let (y, turn) = match self.turned {
            None => (y + size * 0.35, String::new()),
            Some(below) => {
                let y = if below { y - UNIT * 0.5 } else { y + UNIT * 0.5 };
                (y, format!(" transform=\"rotate(-45 {x:.1} {y:.1})\""))
            }
        };
        format!(
            "<text class=\"label\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" \
             font-size=\"{size:.0}\" fill=\"{LABEL}\"{turn}>{text}</text>"
        )
    }
}
