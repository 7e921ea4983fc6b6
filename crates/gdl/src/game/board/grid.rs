//! A board: a relation whose facts have coordinates and a value.

use std::collections::{BTreeMap, BTreeSet};

use ludex_base::ordered_set;
use ludex_game::{Picture, Shape};

use super::axis::{Axis, numbered};
use super::faces::{Faces, is_empty};
use super::find::{Facts, Tuples};
use super::words;

/// The most rows or columns of a board that is drawn.
const LONGEST: usize = 10_000;

/// A coordinate: an argument and its values.
#[derive(Clone, Debug)]
struct Coordinate {
    argument: usize,
    axis: Axis,
}

/// A board. A row or column is determined by one argument, or by two if the board consists of
/// several boards: the first says which board.
#[derive(Clone, Debug)]
pub(in crate::game) struct Grid {
    relation: String,
    arity: usize,
    /// Whether the first argument is a letter and a number in one word: `e4`.
    joined: bool,
    rows: Vec<Coordinate>,
    columns: Vec<Coordinate>,
    /// The first argument that belongs to the value.
    value: usize,
    /// Whether the first row is drawn at the bottom.
    upwards: bool,
    shape: Shape,
    /// The half columns that each row is shifted to the right from the one above it.
    shift: i16,
    places: BTreeSet<(i16, i16)>,
}

impl Grid {
    /// Finds the relation that is a board: one with places in at least two rows and columns and, at
    /// the start, at most one fact at each place. The one with most places is taken; one whose
    /// values are numbers only if there is no other.
    pub fn find(facts: &Facts) -> Option<Grid> {
        let grids = facts.possible.iter().filter_map(|(&(name, arity), tuples)| {
            let grid = Grid::of_relation(name, arity, tuples)?;
            let values = tuples.iter().filter_map(|tuple| tuple.last());
            let named = values.into_iter().any(|value| numbered(value).is_none());
            grid.is_single(facts).then_some(((named, grid.places.len()), grid))
        });
        let (_, mut grid) = grids.max_by_key(|(rank, _)| *rank)?;
        grid.keep_declared(facts);
        grid.turn(facts);
        grid.shape(facts);
        Some(grid)
    }

    fn of_relation(name: &str, arity: usize, tuples: &Tuples) -> Option<Grid> {
        let joined = arity == 2 && tuples.iter().all(|tuple| split(tuple[0]).is_some());
        let tuples: Tuples = tuples.iter().map(|tuple| separated(tuple, joined)).collect();
        let axis = |argument: usize| {
            let values: Vec<&str> = tuples.iter().map(|tuple| tuple[argument]).collect();
            Some(Coordinate { argument, axis: Axis::new(&values)? })
        };
        let (rows, columns, value) = match tuples.first()?.len() {
            3 => (vec![axis(0)?], vec![axis(1)?], 2),
            4 => four(&tuples, axis)?,
            5 => (vec![axis(0)?, axis(2)?], vec![axis(1)?, axis(3)?], 4),
            _ => return None,
        };
        if [&rows, &columns].into_iter().any(|along| length(along) > LONGEST) {
            return None;
        }
        let mut grid = Grid {
            relation: name.to_owned(),
            arity,
            joined,
            rows,
            columns,
            value,
            upwards: false,
            shape: Shape::Square,
            shift: 0,
            places: BTreeSet::new(),
        };
        grid.places = ordered_set(tuples.iter().filter_map(|tuple| grid.place(tuple)));
        (grid.places.len() >= 4).then_some(grid)
    }

    /// Returns whether there is at most one fact at each place at the start.
    fn is_single(&self, facts: &Facts) -> bool {
        let held = facts.initial.get(&(self.relation.as_str(), self.arity));
        let mut places = BTreeSet::new();
        held.into_iter().flatten().all(|tuple| {
            let place = self.place(&separated(tuple, self.joined));
            place.is_none_or(|place| places.insert(place))
        })
    }

    /// Leaves out places without a fact at the start, if empty places have a fact and at least half
    /// of all places have one: those without are no part of the board.
    fn keep_declared(&mut self, facts: &Facts) {
        let held = facts.initial.get(&(self.relation.as_str(), self.arity));
        let held = held.into_iter().flatten().map(|tuple| separated(tuple, self.joined));
        let held: Vec<Vec<&str>> = held.collect();
        let empty = held.iter().any(|tuple| matches!(tuple[self.value..], [one] if is_empty(one)));
        let places = ordered_set(held.iter().filter_map(|tuple| self.place(tuple)));
        if empty && 2 * places.len() >= self.places.len() {
            self.places = places;
        }
    }

    /// Decides which coordinate is the row. `(cell a 1 …)` has columns a, b, … and row 1 at the
    /// bottom, as a chess board. So have boards where moves name the first coordinate only (pieces
    /// fall), and boards whose pieces start in lines of equal second coordinates. Otherwise the
    /// first coordinate is the row, from the top.
    fn turn(&mut self, facts: &Facts) {
        let ([first], [boards @ .., second]) = (&self.rows[..], &self.columns[..]) else { return };
        let single = boards.is_empty();
        let chess = first.axis.has_letters() && !second.axis.has_letters();
        let ranks = chess || self.has_ranks(first, second, facts);
        let falls = falls(first, boards.len(), facts);
        if falls || single && ranks {
            let (first, second) = (first.clone(), second.clone());
            let columns = boards.iter().cloned().chain([first]).collect();
            let shape = if falls && single { Shape::Hole } else { self.shape };
            let turned = Grid { rows: vec![second], columns, upwards: true, shape, ..self.clone() };
            let places = self.places.iter().filter_map(|&place| turned.place(&self.words(place)?));
            *self = Grid { places: places.collect(), ..turned.clone() };
        }
    }

    /// Returns arguments that name a place.
    fn words(&self, (row, column): (i16, i16)) -> Option<Vec<&str>> {
        let mut words = vec![""; self.value];
        for (coordinates, at) in [(&self.rows, row), (&self.columns, column)] {
            let (boards, one) = match &coordinates[..] {
                [board, one] => (Some(board), one),
                [one] => (None, one),
                _ => return None,
            };
            let pitch = one.axis.len() + 1;
            words[one.argument] = one.axis.names.get((at % pitch) as usize)?;
            if let Some(board) = boards {
                words[board.argument] = board.axis.names.get((at / pitch) as usize)?;
            }
        }
        Some(words)
    }

    /// Returns whether at the start the values are the same along the first coordinate, but not
    /// along the second.
    fn has_ranks(&self, first: &Coordinate, second: &Coordinate, facts: &Facts) -> bool {
        let Some(held) = facts.initial.get(&(self.relation.as_str(), self.arity)) else {
            return false;
        };
        let uniform = |along: &Coordinate, across: &Coordinate| {
            let mut lines: BTreeMap<&str, (BTreeSet<&str>, i16)> = BTreeMap::new();
            for tuple in held.iter().map(|tuple| separated(tuple, self.joined)) {
                let line = lines.entry(tuple[across.argument]).or_default();
                line.0.insert(tuple[self.value]);
                line.1 += 1;
            }
            !lines.is_empty()
                && lines
                    .values()
                    .all(|(values, count)| values.len() == 1 && *count == along.axis.len())
        };
        uniform(first, second) && !uniform(second, first)
    }

    /// Draws hexagons if a static relation says that a place has the neighbours of a hexagon.
    fn shape(&mut self, facts: &Facts) {
        if self.rows.len() > 1 || self.columns.len() > 1 {
            return;
        }
        let sides = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        for tuples in &facts.pairs {
            let steps = ordered_set(tuples.iter().filter_map(|tuple| self.step(tuple)));
            let diagonal = |down: i16| steps.contains(&(1, down)) && steps.contains(&(-1, -down));
            let hexagonal = steps.len() == 6 && sides.iter().all(|side| steps.contains(side));
            if hexagonal && (diagonal(1) || diagonal(-1)) {
                self.shape = Shape::Hexagon;
                self.shift = if diagonal(-1) { 1 } else { -1 };
                return;
            }
        }
    }

    /// Returns the step from the first place of a pair to the second, if both are on the board.
    fn step(&self, pair: &[&str]) -> Option<(i16, i16)> {
        let place = |at: usize| {
            let place = self.place(&pair[at..at + 2]).filter(|place| self.places.contains(place));
            place.filter(|_| self.value == 2)
        };
        let ((row, column), (to_row, to_column)) = (place(0)?, place(2)?);
        Some((to_row - row, to_column - column))
    }

    /// Returns the row and the column of the place that arguments name.
    fn place(&self, arguments: &[&str]) -> Option<(i16, i16)> {
        let (row, height) = along(&self.rows, arguments)?;
        let (column, _) = along(&self.columns, arguments)?;
        Some((if self.upwards { height - 1 - row } else { row }, column))
    }

    /// Returns the value that arguments name.
    pub fn value<'f>(&self, arguments: &[&'f str]) -> Vec<&'f str> {
        separated(arguments, self.joined)[self.value..].to_vec()
    }

    /// Returns the name and the number of arguments of the relation.
    pub fn relation(&self) -> (&str, usize) {
        (&self.relation, self.arity)
    }

    /// Draws the facts of a state, and returns those that are not on the board.
    pub fn draw<'f>(&self, facts: &'f [String], faces: &Faces) -> (Picture, Vec<&'f String>) {
        let mut picture = Picture::new(self.shape);
        let (mut others, mut held) = (Vec::new(), BTreeMap::new());
        for fact in facts {
            match self.on_board(fact) {
                Some((place, value)) => held.entry(place).or_insert_with(Vec::new).push(value),
                None => others.push(fact),
            }
        }
        let (rows, columns) = (names(&self.rows), names(&self.columns));
        for &(row, column) in &self.places {
            let values = held.get(&(row, column)).map_or(&[][..], Vec::as_slice);
            let (text, ink) = faces.of(values);
            let name = self.cell_name((&rows, row), (&columns, column));
            picture.cell(row, self.half_column(row, column), text, ink).name = name;
        }
        self.labels(&mut picture);
        (picture, others)
    }

    fn on_board<'f>(&self, fact: &'f str) -> Option<((i16, i16), Vec<&'f str>)> {
        let words = words(fact)?;
        let (name, arguments) = words.split_first()?;
        if *name != self.relation || arguments.len() != self.arity {
            return None;
        }
        let place = self.place(&separated(arguments, self.joined))?;
        self.places.contains(&place).then(|| (place, self.value(arguments)))
    }

    /// Returns the coordinates of a place in the order of the rules: `a1` for a letter and a number,
    /// `2 3` for others.
    fn cell_name(
        &self,
        (rows, row): (Names<'_>, i16),
        (columns, column): (Names<'_>, i16),
    ) -> String {
        let height = rows.last().map_or(0, |last| last.0 + 1);
        let row = if self.upwards { height - 1 - row } else { row };
        let (row, column) = (name_at(rows, row), name_at(columns, column));
        let first = |coordinates: &[Coordinate]| coordinates.first().map(|c| c.argument);
        if column.parse::<i64>().is_err() && row.parse::<i64>().is_ok() {
            format!("{column}{row}")
        } else if first(&self.rows) < first(&self.columns) {
            format!("{row} {column}")
        } else {
            format!("{column} {row}")
        }
    }

    fn half_column(&self, row: i16, column: i16) -> i16 {
        2 * column + self.shift * row
    }

    fn labels(&self, picture: &mut Picture) {
        let (rows, columns) = (names(&self.rows), names(&self.columns));
        let height = rows.last().map_or(0, |last| last.0 + 1);
        for (row, name) in rows {
            let row = if self.upwards { height - 1 - row } else { row };
            picture.label(row, self.half_column(row, -1), name);
        }
        for (column, name) in columns {
            picture.label(height, self.half_column(height, column), name);
        }
    }
}

/// Returns whether every move with arguments names a value of the first coordinate and, if there are
/// several boards, one more thing, and every value is named.
fn falls(first: &Coordinate, boards: usize, facts: &Facts) -> bool {
    let of_first = |mv: &&Vec<&str>| first.axis.position(mv[0]).is_some();
    let named = ordered_set(facts.moves.iter().filter(of_first).map(|mv| mv[0]));
    facts.moves.iter().all(|mv| mv.len() == 1 + boards && of_first(&mv))
        && named.len() == first.axis.names.len()
}

/// Returns the letters and the number of a word such as `e4`.
fn split(word: &str) -> Option<(&str, &str)> {
    let (letters, _) = numbered(word)?;
    (letters.len() == 1).then(|| word.split_at(letters.len()))
}

/// Returns arguments with the first one split in two, if letter and number are joined.
fn separated<'f>(arguments: &[&'f str], joined: bool) -> Vec<&'f str> {
    match (joined, arguments) {
        (true, [first, rest @ ..]) => {
            let (letter, number) = split(first).unwrap_or((first, ""));
            [&[letter, number], rest].concat()
        }
        _ => arguments.to_vec(),
    }
}

type Coordinates = (Vec<Coordinate>, Vec<Coordinate>, usize);

/// Returns the coordinates of a relation with four arguments: two coordinates and a value of two
/// words, or a board, two coordinates and a value.
fn four(tuples: &Tuples, axis: impl Fn(usize) -> Option<Coordinate>) -> Option<Coordinates> {
    let axes = [axis(0), axis(1), axis(2)];
    if let [Some(row), Some(column), None] = axes {
        return Some((vec![row], vec![column], 2));
    }
    let values = |argument: usize| {
        let mut values: Vec<&str> = tuples.iter().map(|tuple| tuple[argument]).collect();
        ludex_base::sort(&mut values);
        values.dedup();
        values
    };
    let board = match axes {
        [None, Some(_), Some(_)] => 0,
        [Some(_), Some(_), Some(_)] => (0..3).min_by_key(|&argument| values(argument).len())?,
        _ => return None,
    };
    let mut others = (0..3).filter(|&argument| argument != board);
    let (row, column) = (axis(others.next()?)?, axis(others.next()?)?);
    let board = Coordinate { argument: board, axis: Axis::of_words(&values(board)) };
    Some((vec![row], vec![board, column], 3))
}

/// Returns the position of arguments along coordinates, the first of which says which board, and the
/// length of all boards with a gap between them.
fn along(coordinates: &[Coordinate], arguments: &[&str]) -> Option<(i16, i16)> {
    let at = |c: &Coordinate| c.axis.position(arguments.get(c.argument)?);
    match coordinates {
        [one] => Some((at(one)?, one.axis.len())),
        [board, one] => {
            let pitch = one.axis.len() + 1;
            Some((at(board)? * pitch + at(one)?, board.axis.len() * pitch - 1))
        }
        _ => None,
    }
}

/// Returns how many positions there are along coordinates, with the gaps between boards.
fn length(coordinates: &[Coordinate]) -> usize {
    let (boards, one) = match coordinates {
        [board, one] => (board.axis.names.len(), one),
        [one] => (1, one),
        _ => return 0,
    };
    boards.saturating_mul(one.axis.names.len() + 1)
}

/// Positions along coordinates in their order, with their names.
type Names<'n> = &'n [(i16, String)];

/// Returns the name of a position; the gaps between boards have none.
fn name_at(names: Names<'_>, at: i16) -> &str {
    names.binary_search_by_key(&at, |name| name.0).map_or("", |place| &names[place].1)
}

/// Returns the positions along coordinates in their order, with their names.
fn names(coordinates: &[Coordinate]) -> Vec<(i16, String)> {
    let (boards, one) = match coordinates {
        [board, one] => (board.axis.len(), one),
        [one] => (1, one),
        _ => return Vec::new(),
    };
    let pitch = one.axis.len() + 1;
    let within =
        |board: i16| (0..).zip(&one.axis.names).map(move |(at, name)| (board * pitch + at, name));
    (0..boards).flat_map(within).map(|(at, name)| (at, name.clone())).collect()
}
