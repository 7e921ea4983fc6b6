//! Backward induction [Saf13, Section 5.2.1]: one matrix game per state, depth first.

use ludex_game::SimultaneousGame;
use ludex_matrix::Solver;

use super::context::{Halt, MatrixSearchContext, Place, Sides, Step};
use super::memory::Memory;
use super::report::{Refusal, SimultaneousReport};
use super::root::Root;
use crate::budget::{Budget, Meter, Observer, deep};

/// The options of backward induction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackwardOptions {
    /// Solve each state once only, as far as the memory of the budget allows.
    pub transpositions: bool,
    /// Solve only one of two states that are mirror images of each other
    /// ([`SimultaneousGame::mirrored`]).
    pub mirror: bool,
}

impl Default for BackwardOptions {
    fn default() -> BackwardOptions {
        BackwardOptions::BEST
    }
}

impl BackwardOptions {
    /// All options on.
    pub const BEST: BackwardOptions = BackwardOptions { transpositions: true, mirror: true };

    /// As in [Saf13, Table 5.3]: every node of the tree, no table.
    pub const PLAIN: BackwardOptions = BackwardOptions { transpositions: false, mirror: false };
}

/// Returns the value of a state by backward induction.
///
/// ```
/// use ludex_game::{Model, RandomStacked};
/// use ludex_search::{BackwardOptions, Budget, Silent, backward};
/// let game = RandomStacked::default().generate(1);
/// let (options, budget) = (BackwardOptions::default(), Budget::default());
/// let report = backward(&game, &game.initial(), options, &budget, &mut Silent).unwrap();
/// assert!(report.value().is_some());
/// ```
pub fn backward<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    options: BackwardOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<SimultaneousReport<G::Move>, Refusal> {
    let context =
        MatrixSearchContext::new(game, state, options.mirror, Meter::new(budget, observer))?;
    let mut search = Backward::new(context, options, budget.max_bytes);
    let mut root = Root::default();
    let stopped = match search.root(state, &mut root) {
        Ok(()) => None,
        Err(Halt::Stopped(stopped)) => Some(stopped),
        Err(Halt::Refused(refusal)) => return Err(refusal),
    };
    let bytes = search.memory.as_ref().map_or(0, Memory::bytes);
    Ok(root.report(&search.context, state, bytes, stopped))
}

/// A backward induction in progress.
pub(super) struct Backward<'a, G: SimultaneousGame> {
    pub context: MatrixSearchContext<'a, G>,
    pub solver: Solver,
    memory: Option<Memory>,
    /// The matrices of the states above, row by row: a stack.
    cells: Vec<f64>,
    /// Cells whose states are looked up in the table.
    asked: Vec<(usize, Place)>,
}

impl<'a, G: SimultaneousGame> Backward<'a, G> {
    pub fn new(
        context: MatrixSearchContext<'a, G>,
        options: BackwardOptions,
        max_bytes: usize,
    ) -> Self {
        let memory = options.transpositions.then(|| Memory::new(context.keys, max_bytes));
        Backward { context, solver: Solver::new(), memory, cells: Vec::new(), asked: Vec::new() }
    }

    /// Fills the root's matrix cell by cell, so that there are bounds whenever the budget ends.
    fn root(&mut self, state: &G::State, root: &mut Root) -> Step<()> {
        if let Some(payoff) = self.context.payoff(state)? {
            root.settle(payoff);
            return Ok(());
        }
        self.context.enter(state)?;
        let sides = self.context.list(state)?;
        root.open((sides.rows, sides.columns), self.context.range);
        for cell in 0..sides.rows * sides.columns {
            let value = self.cell(state, sides, cell, 1)?;
            root.fill(cell, (value, value));
        }
        self.context.lp_calls += 1;
        self.context.leave(state);
        Ok(())
    }

    /// Returns the value of a state.
    pub fn value(&mut self, state: &G::State, depth: u32) -> Step<f64> {
        if let Some(payoff) = self.context.payoff(state)? {
            return Ok(payoff);
        }
        let Some(memory) = &self.memory else { return self.matrix(state, depth) };
        let place = self.context.place(state);
        let known = self.context.read(memory, place);
        if !known.is_nan() {
            return Ok(known);
        }
        let value = self.matrix(state, depth)?;
        if let Some(memory) = &mut self.memory {
            memory.put_exact(place.key, self.context.turned((value, value), place).0);
        }
        Ok(value)
    }

    /// Returns the value of a state that is not final. The strategies stay in the solver.
    pub fn matrix(&mut self, state: &G::State, depth: u32) -> Step<f64> {
        self.context.enter(state)?;
        let sides = self.context.list(state)?;
        let (start, size) = (self.cells.len(), sides.rows * sides.columns);
        self.look_up(state, sides)?;
        for cell in 0..size {
            if self.cells[start + cell].is_nan() {
                self.cells[start + cell] = self.cell(state, sides, cell, depth + 1)?;
            }
        }
        let matrix = &self.cells[start..start + size];
        let value = self.solver.solve(sides.rows, sides.columns, matrix);
        self.context.lp_calls += 1;
        self.cells.truncate(start);
        self.context.release(sides);
        self.context.leave(state);
        Ok(value)
    }

    /// Puts the matrix on the stack, with NaN for cells that are still to be searched. The table is
    /// read for all cells at once, which hides most of its latency.
    fn look_up(&mut self, state: &G::State, sides: Sides) -> Step<()> {
        self.asked.clear();
        for row in 0..sides.rows {
            for column in 0..sides.columns {
                let child = self.context.child(state, sides, row, column);
                let payoff = self.context.payoff(&child)?;
                if payoff.is_none() && self.memory.is_some() {
                    self.asked.push((self.cells.len(), self.context.place(&child)));
                }
                self.cells.push(payoff.unwrap_or(f64::NAN));
            }
        }
        let Some(memory) = &self.memory else { return Ok(()) };
        memory.touch(self.asked.iter().map(|(_, place)| place.key));
        for &(cell, place) in &self.asked {
            self.cells[cell] = self.context.read(memory, place);
        }
        Ok(())
    }

    #[inline]
    fn cell(&mut self, state: &G::State, sides: Sides, cell: usize, depth: u32) -> Step<f64> {
        let child = self.context.child(state, sides, cell / sides.columns, cell % sides.columns);
        deep::<G::State, _>(depth, || self.value(&child, depth))
    }
}
