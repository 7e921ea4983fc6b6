//! Places of cells: displacements, rows, columns, and other parts of the board.

use ludex_rewrite::{Formula, Name};

use super::formulas::{Formulas, Named};
use super::logic::{and, atom, not, or};
use super::names::{part, way_name};
use crate::board::{Cell, Offset};

impl Formulas<'_, '_> {
    /// Returns the formula that a step leads from one cell to another.
    pub fn step(&mut self, from: &Name, to: &Name, way: Offset) -> Formula {
        let Offset { right, up } = way;
        if right < 0 || right == 0 && up < 0 {
            return self.step(to, from, Offset { right: -right, up: -up });
        }
        let name = match (right, up) {
            (0, 0) => return Formula::Equal(from.clone(), to.clone()),
            (1, 0) => "R".to_owned(),
            (0, 1) => "C".to_owned(),
            _ => self.long_step(way),
        };
        atom(&name, &[from, to])
    }

    /// Returns the relation of a step that is not to a neighbour: first to the right, then up or
    /// down.
    fn long_step(&mut self, way: Offset) -> String {
        if let Some(known) = self.steps.get(&way) {
            return known.clone();
        }
        let across = std::iter::repeat_n("R", way.right as usize);
        let along = std::iter::repeat_n("C", way.up.unsigned_abs().into());
        let steps: Vec<&str> = across.chain(along).collect();
        let place = |i: usize| -> Name {
            match i {
                0 => "x".into(),
                i if i == steps.len() => "y".into(),
                1 if steps.len() == 2 => "z".into(),
                i => format!("z{i}").into(),
            }
        };
        let single = |i: usize| match (steps[i], way.up < 0) {
            ("C", true) => atom("C", &[&place(i + 1), &place(i)]),
            (step, _) => atom(step, &[&place(i), &place(i + 1)]),
        };
        let body = and((0..steps.len()).map(single));
        let between = (1..steps.len()).map(place).collect();
        let name = self.names.free(&[way_name(way)]);
        let formula = Formula::Exists(between, Box::new(body));
        self.definitions.push((name.clone(), "x, y", formula));
        self.steps.insert(way, name.clone());
        name
    }

    /// Returns the relation of the cells of a row, or of a column, by its distance from the nearer
    /// edge.
    fn line(&mut self, is_row: bool, number: i16) -> String {
        if let Some(known) = self.lines.get(&(is_row, number)) {
            return known.clone();
        }
        let all = if is_row { &self.board().rows } else { &self.board().columns };
        let (step, kind) = if is_row { ("C", "Row") } else { ("R", "Column") };
        let (term, last) = (all[number as usize], all.len() as i16 - 1);
        let (x, y): (Name, Name) = ("x".into(), "y".into());
        let low = number <= last / 2;
        let towards = if low { atom(step, &[&y, &x]) } else { atom(step, &[&x, &y]) };
        let formula = if number == 0 || number == last {
            not(Formula::Exists(vec![y], Box::new(towards)))
        } else {
            let next = self.line(is_row, if low { number - 1 } else { number + 1 });
            let body = and(vec![towards, atom(&next, &[&y])]);
            Formula::Exists(vec![y], Box::new(body))
        };
        let wanted = format!("{kind}{}", part(self.reader.clauses.rules, term));
        let name = self.names.free(&[wanted]);
        self.definitions.push((name.clone(), "x", formula));
        self.lines.insert((is_row, number), name.clone());
        name
    }

    /// Returns formulas for the relative positions of the named cells.
    pub fn ways(&mut self, named: &Named) -> Vec<Formula> {
        let mut ways = Vec::new();
        for i in 1..named.len() {
            let (to, y) = named[i].clone();
            let (from, x) = nearest(&named[..i], to).clone();
            ways.push(self.step(&x, &y, from.to(to)));
        }
        ways
    }

    /// Returns the formula that the anchor is one of some cells, given that it is one of others in
    /// any case.
    pub fn among(&mut self, cells: &[Cell], all: &[Cell], x: &Name) -> Formula {
        let outside: Vec<Cell> = all.iter().copied().filter(|c| !cells.contains(c)).collect();
        if outside.is_empty() {
            return Formula::True;
        }
        let values = |is_row: bool| {
            let mut values: Vec<i16> = cells.iter().map(|c| line_of(*c, is_row)).collect();
            ludex_base::sort(&mut values);
            values.dedup();
            values
        };
        let (rows, columns) = (values(true), values(false));
        let excludes = |cell: &Cell, by_rows: bool, by_columns: bool| {
            by_rows && !rows.contains(&cell.row) || by_columns && !columns.contains(&cell.column)
        };
        for (by_rows, by_columns) in [(true, false), (false, true), (true, true)] {
            if outside.iter().all(|cell| excludes(cell, by_rows, by_columns)) {
                let mut parts = Vec::new();
                for (is_row, values) in [(true, &rows), (false, &columns)] {
                    if if is_row { by_rows } else { by_columns } {
                        parts.push(self.one_of(is_row, values, all, x));
                    }
                }
                return and(parts);
            }
        }
        let known = self.areas.iter().find(|(_, area)| area == cells).map(|a| a.0.clone());
        let name = known.unwrap_or_else(|| {
            let name = self.names.free(&["Area".to_owned()]);
            self.areas.push((name.clone(), cells.to_vec()));
            name
        });
        atom(&name, &[x])
    }

    /// Returns the formula that a cell is in one of some rows, or in none of the others, whichever
    /// is shorter.
    fn one_of(&mut self, is_row: bool, values: &[i16], all: &[Cell], x: &Name) -> Formula {
        let mut others: Vec<i16> = all.iter().map(|c| line_of(*c, is_row)).collect();
        others.retain(|value| !values.contains(value));
        ludex_base::sort(&mut others);
        others.dedup();
        let mut lines = |values: &[i16]| -> Vec<Formula> {
            values.iter().map(|&v| atom(&self.line(is_row, v), &[x])).collect()
        };
        match others.len() < values.len() {
            true => and(lines(&others).into_iter().map(not)),
            false => or(lines(values)),
        }
    }
}

fn line_of(cell: Cell, is_row: bool) -> i16 {
    if is_row { cell.row } else { cell.column }
}

/// Returns the named cell that is nearest to another; the later of equals.
pub(super) fn nearest(named: &Named, to: Offset) -> &(Offset, Name) {
    let distance = |n: &&(Offset, Name)| (to.right - n.0.right).abs() + (to.up - n.0.up).abs();
    named.iter().rev().min_by_key(distance).expect("a cell has a name")
}
