//! The board: which facts describe the contents of which cell of a rectangle.
//!
//! The relation between facts and cells is found in the facts that can ever be true. Two arguments
//! of a function (`cell`) are coordinates if their values fill a rectangle and each has a natural
//! order: consecutive numbers or letters, or a relation of the rules (`succ`) that leads from one
//! to the next. The other arguments of the fact are a *mark* of the cell.

mod order;

use ludex_gdl::{GroundRules, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::refusal::{Result, shape};
use order::Orders;

/// A cell: its column and its row, from the lower left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Cell {
    pub column: i16,
    pub row: i16,
}

/// The displacement from a cell to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Offset {
    pub right: i16,
    pub up: i16,
}

impl Offset {
    /// Returns the displacement from the end of this one to the end of another.
    pub fn to(self, other: Offset) -> Offset {
        Offset { right: other.right - self.right, up: other.up - self.up }
    }
}

impl Cell {
    /// Returns the displacement to another cell.
    pub fn to(self, other: Cell) -> Offset {
        Offset { right: other.column - self.column, up: other.row - self.row }
    }

    /// Returns the cell at a displacement, on the board or not.
    pub fn at(self, offset: Offset) -> Cell {
        Cell { column: self.column + offset.right, row: self.row + offset.up }
    }
}

/// A function whose facts are about cells.
#[derive(Clone, Debug)]
pub(crate) struct Functor {
    pub name: String,
    /// The indices of the arguments that are the column and the row.
    places: (usize, usize),
    pub marks: Vec<usize>,
}

/// What a fact says about a cell: its function, and the arguments that are not coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub functor: usize,
    pub rest: Vec<Term>,
}

/// A fact about a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fact {
    pub term: Term,
    pub mark: usize,
    pub cell: Cell,
}

/// A board and all facts about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Board {
    pub columns: Vec<Term>,
    pub rows: Vec<Term>,
    pub functors: Vec<Functor>,
    pub marks: Vec<Mark>,
    pub facts: Vec<Fact>,
    numbers: FxHashMap<Term, usize>,
    places: FxHashMap<(usize, Cell), usize>,
}

/// The greatest number of cells: more than that of any common game; and the greatest number of
/// marks.
const MOST_CELLS: usize = 400;
const MOST_MARKS: usize = 32;

impl Board {
    /// Finds the board in the facts that can ever be true.
    pub fn find(rules: &GroundRules, facts: &[Term]) -> Result<Board> {
        let mut by_name: Vec<(&str, usize, Vec<Term>)> = Vec::new();
        for &fact in facts {
            let (name, arity) = (rules.name(fact), rules.arguments(fact).len());
            match by_name.iter_mut().find(|(n, a, _)| *n == name && *a == arity) {
                Some((_, _, facts)) => facts.push(fact),
                None => by_name.push((name, arity, vec![fact])),
            }
        }
        let orders = Orders { rules };
        let mut boards: Vec<_> =
            by_name.iter().filter_map(|(name, _, f)| rectangle(rules, &orders, name, f)).collect();
        // The largest is the board; others lie on it.
        ludex_base::sort_by_key(&mut boards, |(_, columns, rows)| {
            std::cmp::Reverse(columns.len() * rows.len())
        });
        let Some((main, columns, rows)) = boards.into_iter().next() else {
            return shape(no_board(rules, facts));
        };
        let mut board = Board { columns, rows, ..Board::default() };
        board.functors.push(main.clone());
        for (name, arity, facts) in &by_name {
            if *name != main.name {
                board.try_more(rules, &orders, name, *arity, facts);
            }
        }
        board.number(rules, facts);
        let most = board.functors.iter().max_by_key(|f| f.marks.len());
        match most.filter(|_| board.marks.len() > MOST_MARKS) {
            Some(Functor { name, marks, .. }) => shape(format!(
                "`{name}` says {} different things about a cell; at most {MOST_MARKS} are read as what is on a board",
                marks.len()
            )),
            None => Ok(board),
        }
    }

    /// Adds a function about cells if its values lie on the board, or one row or column beyond.
    fn try_more(
        &mut self,
        rules: &GroundRules,
        orders: &Orders,
        name: &str,
        arity: usize,
        facts: &[Term],
    ) {
        for (i, j) in pairs(arity) {
            let values = |k: usize| facts.iter().map(move |&f| rules.arguments(f)[k]);
            let near = |known: &[Term], k: usize| {
                let common = known.iter().filter(|t| values(k).any(|v| v == **t)).count();
                let mut all: FxHashSet<Term> = known.iter().copied().collect();
                all.extend(values(k));
                let few = all.len() <= known.len() + 1 && common + 1 >= known.len();
                few.then(|| orders.order(&all)).flatten()
            };
            if let (Some(columns), Some(rows)) = (near(&self.columns, i), near(&self.rows, j)) {
                (self.columns, self.rows) = (columns, rows);
                let functor = Functor { name: name.to_owned(), places: (i, j), marks: Vec::new() };
                return self.functors.push(functor);
            }
        }
    }

    /// Numbers facts and marks; marks of players come first, others by name.
    fn number(&mut self, rules: &GroundRules, facts: &[Term]) {
        let mut facts = facts.to_vec();
        facts.sort_by_cached_key(|&fact| {
            let values = rules.arguments(fact).iter();
            let role = |t: &Term| rules.roles().iter().position(|r| r == t);
            (values.clone().find_map(role).unwrap_or(usize::MAX), rules.name(fact).to_owned(), {
                values.rev().map(|&t| rules.text(t)).collect::<Vec<String>>()
            })
        });
        let mut marks: FxHashMap<(usize, Vec<Term>), usize> = FxHashMap::default();
        for term in facts {
            let Some(functor) = self.functors.iter().position(|f| f.name == rules.name(term))
            else {
                continue;
            };
            let (arguments, (i, j)) = (rules.arguments(term), self.functors[functor].places);
            let Some(cell) = self.cell(arguments[i], arguments[j]) else { continue };
            let others = arguments.iter().enumerate().filter(|(k, _)| *k != i && *k != j);
            let rest: Vec<Term> = others.map(|(_, &t)| t).collect();
            let mark = *marks.entry((functor, rest.clone())).or_insert_with(|| {
                self.marks.push(Mark { functor, rest });
                self.functors[functor].marks.push(self.marks.len() - 1);
                self.marks.len() - 1
            });
            self.numbers.insert(term, self.facts.len());
            self.places.insert((mark, cell), self.facts.len());
            self.facts.push(Fact { term, mark, cell });
        }
    }

    /// Returns the cell with these coordinates.
    pub fn cell(&self, column: Term, row: Term) -> Option<Cell> {
        let place = |all: &[Term], t| all.iter().position(|&known| known == t).map(|p| p as i16);
        Some(Cell { column: place(&self.columns, column)?, row: place(&self.rows, row)? })
    }

    /// Returns the number of a fact, if it is about the board.
    pub fn fact(&self, term: Term) -> Option<usize> {
        self.numbers.get(&term).copied()
    }

    /// Returns the fact that a mark is on a cell, if it can be true.
    pub fn fact_at(&self, mark: usize, cell: Cell) -> Option<usize> {
        self.places.get(&(mark, cell)).copied()
    }

    pub fn size(&self) -> usize {
        self.columns.len() * self.rows.len()
    }

    pub fn has(&self, cell: Cell) -> bool {
        let within = |place: i16, all: &[Term]| place >= 0 && (place as usize) < all.len();
        within(cell.column, &self.columns) && within(cell.row, &self.rows)
    }

    /// Returns all cells, row by row from the lower left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (columns, rows) = (self.columns.len() as i16, self.rows.len() as i16);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell { column, row }))
    }
}

/// Returns the pairs of arguments that may be coordinates, in order.
fn pairs(arity: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..arity).flat_map(move |i| (i + 1..arity).map(move |j| (i, j)))
}

/// Returns the first two arguments of a function that fill a rectangle, and its columns and rows.
fn rectangle(
    rules: &GroundRules,
    orders: &Orders,
    name: &str,
    facts: &[Term],
) -> Option<(Functor, Vec<Term>, Vec<Term>)> {
    let arity = rules.arguments(facts[0]).len();
    pairs(arity).find_map(|(i, j)| {
        let values = |k: usize| -> FxHashSet<Term> {
            facts.iter().map(|&f| rules.arguments(f)[k]).collect()
        };
        let (columns, rows) = (orders.order(&values(i))?, orders.order(&values(j))?);
        let pairs = facts.iter().map(|&f| (rules.arguments(f)[i], rules.arguments(f)[j]));
        let size = columns.len() * rows.len();
        let filled = pairs.collect::<FxHashSet<_>>().len() == size && size <= MOST_CELLS;
        let functor = Functor { name: name.to_owned(), places: (i, j), marks: Vec::new() };
        filled.then_some((functor, columns, rows))
    })
}

fn no_board(rules: &GroundRules, facts: &[Term]) -> String {
    let mut names: Vec<&str> = facts.iter().map(|&f| rules.name(f)).collect();
    ludex_base::sort(&mut names);
    names.dedup();
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    format!(
        "no board: of the facts {} none has two coordinates that fill a rectangle",
        names.join(", ")
    )
}
