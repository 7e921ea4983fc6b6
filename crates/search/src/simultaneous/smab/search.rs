//! The search of [Saf13, Algorithm 10].

use ludex_game::SimultaneousGame;

use super::SmabOptions;
use super::frame::Frame;
use super::programs::Programs;
use crate::budget::deep;
use crate::simultaneous::context::{MatrixSearchContext, Place, Sides, Step};
use crate::simultaneous::memory::{Interval, Memory};
use crate::simultaneous::root::Root;

/// A search in progress.
pub(super) struct Smab<'a, G: SimultaneousGame> {
    pub context: MatrixSearchContext<'a, G>,
    options: SmabOptions,
    pub memory: Option<Memory>,
    programs: Programs,
    /// A frame for each state above, and more to be reused.
    frames: Vec<Frame>,
}

/// The result for a cell.
enum Verdict {
    /// The row is dominated.
    Row,
    /// The column is dominated.
    Column,
    /// The cell holds this.
    Value(f64),
}

impl<'a, G: SimultaneousGame> Smab<'a, G> {
    pub fn new(
        context: MatrixSearchContext<'a, G>,
        options: SmabOptions,
        max_bytes: usize,
    ) -> Self {
        let memory = options.transpositions.then(|| Memory::new(context.keys, max_bytes));
        let programs = Programs::default();
        Smab { context, options, memory, programs, frames: Vec::new() }
    }

    /// Searches with a window that excludes nothing, and passes the matrix on.
    pub fn root(&mut self, state: &G::State, root: &mut Root) -> Step<()> {
        if let Some(payoff) = self.context.payoff(state)? {
            root.settle(payoff);
            return Ok(());
        }
        let window = self.context.range;
        let result = self.matrix(state, window, window, 0);
        let frame = &self.frames[0];
        let (rows, columns) = frame.size();
        root.open((rows, columns), window);
        for cell in 0..rows * columns {
            root.fill(cell, frame.interval(cell));
        }
        root.keep(&frame.rows, &frame.cols);
        self.context.lp_calls = self.programs.calls;
        result.map(drop)
    }

    /// Returns the value of a state within the window [Saf13, Theorem 8].
    pub fn search(&mut self, state: &G::State, window: Interval, depth: u32) -> Step<f64> {
        if let Some(payoff) = self.context.payoff(state)? {
            return Ok(payoff);
        }
        let (place, known) = self.known(state);
        let ((low, high), near) = (known, self.context.near);
        if high <= window.0 + near || high - low <= near {
            return Ok(high);
        }
        if low >= window.1 - near {
            return Ok(low);
        }
        // Known bounds may narrow the window: its ends are then the value if they are reached. What
        // is left is wider than `near`, so that one end is never taken for the other.
        let window = (window.0.max(low), window.1.min(high));
        let value = self.matrix(state, window, known, depth)?;
        if let (Some(place), Some(memory)) = (place, &mut self.memory) {
            let found = proved(value, window, known, self.context.near);
            let found = self.context.turned(found, place);
            memory.put_interval(place.key, found, self.context.turned(known, place));
        }
        Ok(value)
    }

    /// Returns the bounds on a state that is not final from the game and the table.
    fn known(&self, state: &G::State) -> (Option<Place>, Interval) {
        let bounds = match self.options.look_ahead {
            true => self.context.game.value_bounds(state),
            false => self.context.range,
        };
        let Some(memory) = &self.memory else { return (None, bounds) };
        let place = self.context.place(state);
        if place.symmetric {
            return (None, (self.context.even(), self.context.even()));
        }
        let known = memory.get(place.key, self.context.turned(bounds, place));
        (Some(place), self.context.turned(known, place))
    }

    /// Fills the matrix of a state as far as needed.
    fn matrix(
        &mut self,
        state: &G::State,
        window: Interval,
        known: Interval,
        depth: u32,
    ) -> Step<f64> {
        let depth_index = depth as usize;
        if self.frames.len() <= depth_index {
            self.frames.push(Frame::default());
        }
        self.context.enter(state)?;
        let sides = self.context.list(state)?;
        let mut frame = std::mem::take(&mut self.frames[depth_index]);
        frame.reset(sides.rows, sides.columns, self.context.range);
        if self.options.reverse {
            frame.reverse();
        }
        let filled = self.fill(state, sides, &mut frame, window, depth);
        let value = filled.map(|()| self.programs.nash(&frame, window));
        self.frames[depth_index] = frame;
        self.context.release(sides);
        self.context.leave(state);
        // Known bounds stay true whatever rounding did.
        value.map(|value| value.clamp(known.0, known.1))
    }

    /// Runs the loop over the cells.
    fn fill(
        &mut self,
        state: &G::State,
        sides: Sides,
        frame: &mut Frame,
        window: Interval,
        depth: u32,
    ) -> Step<()> {
        if self.options.look_ahead {
            self.look_ahead(state, sides, frame)?;
        }
        for layer in 0..frame.layers(self.options.order) {
            if self.options.learn && (layer > 0 || self.options.look_ahead) {
                frame.learn(layer);
            }
            let mut step = 0;
            while let Some(cell) = frame.cell(self.options.order, layer, step) {
                step += 1;
                if self.options.dominance && frame.filled(self.options.skip) {
                    self.programs.eliminate(frame);
                }
                if frame.alive(cell.0, cell.1) && !frame.known(cell.0, cell.1) {
                    self.cell(state, sides, frame, cell, window, depth)?;
                }
                if frame.rows.is_empty() || frame.cols.is_empty() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Fills in the bounds of the cells that need no search.
    fn look_ahead(&mut self, state: &G::State, sides: Sides, frame: &mut Frame) -> Step<()> {
        for row in 0..sides.rows {
            for column in 0..sides.columns {
                let child = self.context.child(state, sides, row, column);
                let interval = match self.context.payoff(&child)? {
                    Some(payoff) => (payoff, payoff),
                    None => self.known(&child).1,
                };
                frame.set(row, column, interval);
            }
        }
        Ok(())
    }

    /// Processes one cell: dominance, bounds, search, and the consequences.
    fn cell(
        &mut self,
        state: &G::State,
        sides: Sides,
        frame: &mut Frame,
        cell: (usize, usize),
        window: Interval,
        depth: u32,
    ) -> Step<()> {
        match self.judge(state, sides, frame, cell, window, depth)? {
            Verdict::Row => frame.drop_row(cell.0),
            Verdict::Column => frame.drop_column(cell.1),
            Verdict::Value(value) => frame.set(cell.0, cell.1, (value, value)),
        }
        Ok(())
    }

    fn judge(
        &mut self,
        state: &G::State,
        sides: Sides,
        frame: &Frame,
        cell: (usize, usize),
        window: Interval,
        depth: u32,
    ) -> Step<Verdict> {
        let (range, near) = (self.context.range, self.context.near);
        let (mut alpha, mut beta) = (range.0 - 1.0, range.1 + 1.0);
        if frame.filled(self.options.skip) {
            // A guarantee elsewhere can dominate a row or column only if it is above the least
            // payoff.
            let elsewhere = (window.0 > range.0).then_some(window.0);
            alpha = self.programs.alpha(frame, cell, elsewhere).unwrap_or(alpha);
            if frame.high(cell.0, cell.1) <= alpha + near {
                return Ok(Verdict::Row);
            }
            let elsewhere = (window.1 < range.1).then_some(window.1);
            beta = self.programs.beta(frame, cell, elsewhere).unwrap_or(beta);
            if frame.low(cell.0, cell.1) >= beta - near {
                return Ok(Verdict::Column);
            }
        }
        let child = self.context.child(state, sides, cell.0, cell.1);
        // The case α ≥ β. A window that only rounding keeps open belongs to it.
        let crossed = alpha + 4.0 * near >= beta;
        if crossed {
            beta = alpha + 4.0 * near;
        }
        let value =
            deep::<G::State, _>(depth + 1, || self.search(&child, (alpha, beta), depth + 1))?;
        Ok(match () {
            () if value <= alpha + near => Verdict::Row,
            () if crossed || value >= beta - near => Verdict::Column,
            () => Verdict::Value(value),
        })
    }
}

/// Returns the bounds on the value that follow from the result of a search with a window.
fn proved(value: f64, (alpha, beta): Interval, (low, high): Interval, near: f64) -> Interval {
    if value <= alpha + near {
        (low, value.max(low))
    } else if value >= beta - near {
        (value.min(high), high)
    } else {
        (value, value)
    }
}
