//! Moves without variables: the contents of the cells they change, before and after, and their
//! other conditions.

mod cases;
mod fillings;
mod finder;

use ludex_gdl::Term;

use crate::board::Cell;
use crate::invariants::Invariants;
use crate::refusal::{Result, shape};
use crate::rules::{Expr, Reader, Situation};
use finder::Finder;

/// One case of a ground move.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub situation: usize,
    pub action: Term,
    /// The cells that change.
    pub cells: Vec<Cell>,
    /// The marks that are exactly these on the cells, before and after.
    pub exact: Vec<usize>,
    pub before: Vec<Vec<usize>>,
    pub after: Vec<Vec<usize>>,
    /// The other conditions before it.
    pub condition: Expr,
    /// The situation it leads to.
    pub target: usize,
}

/// All moves of a game.
pub(crate) struct Moves {
    pub situations: Vec<Situation>,
    /// The agent that moves in each situation.
    pub movers: Vec<Term>,
    pub instances: Vec<Instance>,
}

/// Computes all moves; invariants of the contents of cells that turn out to be wrong are dropped.
pub(crate) fn find(
    reader: &mut Reader,
    invariants: &mut Invariants,
    initial: &[usize],
) -> Result<Moves> {
    for _ in 0..MOST_TRIES {
        let mut finder = Finder::new(reader, invariants, initial);
        match finder.run()? {
            None => return Ok(finder.moves),
            Some(Broken::Contents(functor, marks)) => invariants.give_up(functor, marks),
            Some(Broken::Counts) => {}
        }
    }
    shape("what is on the board in all states could not be found out")
}

/// An assumed invariant that is violated.
#[derive(Clone, Copy)]
enum Broken {
    /// A function has this many marks on a cell.
    Contents(usize, usize),
    /// Moves disagree about the number of marks.
    Counts,
}

/// The greatest number of restarts after a violated invariant.
const MOST_TRIES: usize = 100;
