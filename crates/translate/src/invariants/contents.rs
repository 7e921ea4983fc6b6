//! The contents of cells: invariants of the marks of each function.
//!
//! Most games have one mark on a cell at a time. This is assumed if it is true at the start, and
//! dropped if a move would violate it: what is left holds in every state, by induction over the
//! moves.

use super::counts::Counts;
use crate::board::{Board, Cell, Offset};
use crate::rules::Known;

/// The number of marks of a function that a cell can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contents {
    One,
    AtMostOne,
    Any,
}

/// The invariants of the marks of each function in all states.
#[derive(Clone, Debug)]
pub(crate) struct Invariants {
    pub contents: Vec<Contents>,
    /// A function and a direction: if a cell has a mark, the next cell in that direction has one.
    pub supported: Vec<(usize, Offset)>,
    pub counts: Counts,
}

impl Invariants {
    /// Returns the invariants that hold at the start.
    pub fn guess(board: &Board, initial: &[usize]) -> Invariants {
        let count = |functor: usize, cell: Cell| {
            let on = |&&fact: &&usize| {
                let fact = board.facts[fact];
                fact.cell == cell && board.marks[fact.mark].functor == functor
            };
            initial.iter().filter(on).count()
        };
        let contents = (0..board.functors.len()).map(|functor| {
            let possible = board.cells().filter(|&cell| {
                board.functors[functor].marks.iter().any(|&m| board.fact_at(m, cell).is_some())
            });
            let counts: Vec<usize> = possible.map(|cell| count(functor, cell)).collect();
            match (counts.iter().all(|&c| c == 1), counts.iter().all(|&c| c <= 1)) {
                (true, _) => Contents::One,
                (_, true) => Contents::AtMostOne,
                _ => Contents::Any,
            }
        });
        Invariants {
            contents: contents.collect(),
            supported: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Drops the invariants that are violated by this many marks on a cell.
    pub fn give_up(&mut self, functor: usize, marks: usize) {
        self.contents[functor] = match marks {
            0 => Contents::AtMostOne,
            _ => Contents::Any,
        };
    }

    /// Returns whether a cell can have this many marks of a function.
    pub fn allows(&self, functor: usize, marks: usize) -> bool {
        match self.contents[functor] {
            Contents::One => marks == 1,
            Contents::AtMostOne => marks <= 1,
            Contents::Any => true,
        }
    }

    /// Returns the sets of marks that a cell can have, out of those given, as far as it is known.
    pub fn options(
        &self,
        board: &Board,
        functor: usize,
        marks: &[usize],
        cell: Cell,
        known: &Known,
    ) -> Vec<Vec<usize>> {
        let possible: Vec<usize> =
            marks.iter().copied().filter(|&m| board.fact_at(m, cell).is_some()).collect();
        let none = std::iter::once(Vec::new());
        let single = possible.iter().map(|&m| vec![m]);
        let all: Vec<Vec<usize>> = match self.contents[functor] {
            Contents::One if !possible.is_empty() => single.collect(),
            Contents::One | Contents::AtMostOne => none.chain(single).collect(),
            Contents::Any => (0..1usize << possible.len().min(6))
                .map(|set| {
                    let within = possible.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                    within.map(|(_, &m)| m).collect()
                })
                .collect(),
        };
        let fits = |set: &Vec<usize>| {
            possible.iter().all(|&mark| {
                let fact = board.fact_at(mark, cell).expect("it is possible");
                known.get(&fact).is_none_or(|&holds| holds == set.contains(&mark))
            })
        };
        all.into_iter().filter(fits).collect()
    }

    /// Adds the consequences of the known facts in a situation by these invariants; returns `false`
    /// if they are inconsistent.
    pub fn close(&self, board: &Board, situation: usize, known: &mut Known) -> bool {
        if !self.counts.close(board, situation, known) {
            return false;
        }
        let mut facts: Vec<usize> = known.keys().copied().collect();
        ludex_base::sort(&mut facts);
        for &fact in &facts {
            let fact = board.facts[fact];
            let functor = board.marks[fact.mark].functor;
            if self.contents[functor] != Contents::Any {
                self.close_cell(board, functor, fact.cell, known);
            }
            for &(_, way) in self.supported.iter().filter(|(f, _)| *f == functor) {
                empty_beyond(board, functor, fact.cell, way, known);
            }
        }
        true
    }

    /// Closes a cell: one mark on a cell excludes others; if there must be one, the last possible
    /// one is there.
    fn close_cell(&self, board: &Board, functor: usize, cell: Cell, known: &mut Known) {
        let facts: Vec<usize> = facts_at(board, functor, cell);
        if facts.iter().any(|f| known.get(f) == Some(&true)) {
            for fact in facts {
                known.entry(fact).or_insert(false);
            }
        } else if self.contents[functor] == Contents::One {
            let open: Vec<usize> = facts.into_iter().filter(|f| !known.contains_key(f)).collect();
            if let [last] = open[..] {
                known.insert(last, true);
            }
        }
    }
}

/// Returns the facts that a function has something on a cell.
pub(crate) fn facts_at(board: &Board, functor: usize, cell: Cell) -> Vec<usize> {
    let marks = board.functors[functor].marks.iter();
    marks.filter_map(|&mark| board.fact_at(mark, cell)).collect()
}

/// Adds that if a cell is empty, so are all that would need it.
fn empty_beyond(board: &Board, functor: usize, mut cell: Cell, way: Offset, known: &mut Known) {
    let empty = |cell: Cell, known: &Known| {
        facts_at(board, functor, cell).iter().all(|f| known.get(f) == Some(&false))
    };
    let back = Offset { right: -way.right, up: -way.up };
    while board.has(cell) && empty(cell, known) {
        cell = cell.at(back);
        if board.has(cell) {
            known.extend(facts_at(board, functor, cell).into_iter().map(|f| (f, false)));
        }
    }
}
