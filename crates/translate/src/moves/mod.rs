//! Moves without variables: what is on the cells they change, before and after, and what else they need.

mod cases;
mod fillings;
mod finder;

use ludex_gdl::Term;

use crate::board::Cell;
use crate::invariants::Invariants;
use crate::refusal::{Result, shape};
use crate::rules::{Expr, Reader, Situation};
use finder::Finder;

/// One way a move can go.
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
    /// What else must hold before.
    pub condition: Expr,
    /// The situation it leads to.
    pub target: usize,
}

/// All moves of a game.
pub(crate) struct Moves {
    pub situations: Vec<Situation>,
    /// Who moves in each situation.
    pub movers: Vec<Term>,
    pub instances: Vec<Instance>,
}

/// Works out all moves; what does not hold of the contents of cells is given up on the way.
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

/// Something that was taken for an invariant and is none.
#[derive(Clone, Copy)]
enum Broken {
    /// A function has so many marks on a cell.
    Contents(usize, usize),
    /// Moves disagree about how many marks there are.
    Counts,
}

/// How often it is started again when something turns out to be no invariant.
const MOST_TRIES: usize = 100;
