//! Draws states: a board or heaps, if the facts of a relation form one, and a list of the other
//! facts.
//!
//! What the board is comes from the rules, not from the facts of the moment: its places are those
//! of all facts that can be true, so that empty rows and columns are drawn, too.

mod axis;
mod faces;
mod find;
mod grid;

use ludex_game::{Agents, Ink, Picture, Shape};

use crate::program::Program;
use crate::terms::Term;
use faces::Faces;
use find::Facts;
use grid::Grid;

/// What the facts of a game look like.
#[derive(Clone, Debug)]
pub(super) enum Board {
    /// Nothing in particular: a list of facts.
    Facts,
    /// Cells with coordinates and a value: `(cell 1 1 x)`.
    Grid(Box<Grid>, Faces),
    /// Numbers by name: `(heap a 5)`, of the relation with this name.
    Heaps(String),
}

/// The largest heap that is drawn object by object.
const HEAP: usize = 40;

impl Board {
    /// Finds the board of a game in the facts that can be true.
    pub fn find(program: &Program, possible: &[Term], agents: &Agents) -> Board {
        let facts = Facts::new(program, possible);
        if let Some(grid) = Grid::find(&facts) {
            let faces = Faces::new(&grid, &facts, agents);
            return Board::Grid(Box::new(grid), faces);
        }
        match facts.heaps() {
            Some(relation) => Board::Heaps(relation.to_owned()),
            None => Board::Facts,
        }
    }

    /// Draws the facts of a state.
    pub fn draw(&self, facts: &[String]) -> Picture {
        let (mut picture, others) = match self {
            Board::Facts => (Picture::new(Shape::Square), facts.iter().collect()),
            Board::Grid(grid, faces) => grid.draw(facts, faces),
            Board::Heaps(relation) => heaps(relation, facts),
        };
        others.into_iter().for_each(|fact| picture.note(fact.clone()));
        if picture.cells.is_empty() && picture.notes.is_empty() {
            picture.note("()");
        }
        picture
    }
}

/// Returns the words of a fact without nested terms: its relation and its arguments.
fn words(fact: &str) -> Option<Vec<&str>> {
    let inner = fact.strip_prefix('(')?.strip_suffix(')')?;
    (!inner.contains(['(', ')'])).then(|| inner.split(' ').collect())
}

/// Draws a row of objects for each heap, and returns the other facts.
fn heaps<'f>(relation: &str, facts: &'f [String]) -> (Picture, Vec<&'f String>) {
    let (mut picture, mut others, mut row) = (Picture::new(Shape::Square), Vec::new(), 0);
    for fact in facts {
        let heap = words(fact).and_then(|words| match words[..] {
            [named, heap, count] if named == relation => {
                Some((heap.to_owned(), count.parse().ok()?))
            }
            _ => None,
        });
        let Some((name, count)) = heap.filter(|&(_, count): &(_, usize)| count <= HEAP) else {
            others.push(fact);
            continue;
        };
        picture.label(row, -2, name);
        for column in 0..count as i16 {
            picture.cell(row, 2 * column, "●", Ink::Plain);
        }
        picture.label(row, 2 * count as i16 + 1, count.to_string());
        row += 1;
    }
    (picture, others)
}
