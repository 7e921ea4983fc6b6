//! The search itself: bounds on a matrix, narrowed where both players' optimistic strategies meet.

use ludex_game::{Agent, SimultaneousGame};
use ludex_matrix::Solver;

use super::OracleOptions;
use super::serial::Serial;
use crate::budget::deep;
use crate::simultaneous::context::{MatrixSearchContext, Place, Sides, Step};
use crate::simultaneous::memory::{Interval, Memory};
use crate::simultaneous::root::Root;

/// The matrix of a state: bounds of each cell, row by row.
#[derive(Clone, Default, Debug)]
struct Frame {
    columns: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    /// Max's strategy in the optimistic game, and Min's in the pessimistic one.
    row: Vec<f64>,
    column: Vec<f64>,
}

/// A search in progress.
pub(super) struct Oracle<'a, G: SimultaneousGame> {
    pub context: MatrixSearchContext<'a, G>,
    memory: Option<Memory>,
    serial: Option<Serial>,
    solver: Solver,
    /// A frame for each state above, and more to be reused.
    frames: Vec<Frame>,
}

impl<'a, G: SimultaneousGame> Oracle<'a, G> {
    pub fn new(
        context: MatrixSearchContext<'a, G>,
        options: OracleOptions,
        max_bytes: usize,
    ) -> Self {
        let share = if options.serialised { max_bytes / 4 } else { max_bytes };
        let tables = options.transpositions.then_some(share);
        let keys = context.keys;
        Oracle {
            context,
            memory: tables
                .map(|bytes| Memory::new(keys, if options.serialised { 2 * bytes } else { bytes })),
            serial: options.serialised.then(|| Serial::new(keys, tables)),
            solver: Solver::new(),
            frames: Vec::new(),
        }
    }

    /// Returns the bytes of all tables.
    pub fn bytes(&self) -> usize {
        self.memory.as_ref().map_or(0, Memory::bytes)
            + self.serial.as_ref().map_or(0, Serial::bytes)
    }

    /// Returns the number of nodes of serialised games.
    pub fn serial_nodes(&self) -> u64 {
        self.serial.as_ref().map_or(0, |serial| serial.nodes)
    }

    /// Searches with a window that excludes nothing, and passes the matrix on.
    pub fn root(&mut self, state: &G::State, root: &mut Root) -> Step<()> {
        if let Some(payoff) = self.context.payoff(state)? {
            root.settle(payoff);
            return Ok(());
        }
        let window = self.context.range;
        let result = self.matrix(state, window, window, 0);
        if let Some(frame) = self.frames.first().filter(|frame| frame.columns > 0) {
            root.open((frame.low.len() / frame.columns, frame.columns), window);
            for (cell, interval) in frame.low.iter().zip(&frame.high).enumerate() {
                root.fill(cell, (*interval.0, *interval.1));
            }
        }
        result.map(drop)
    }

    /// Returns bounds on the value of a state that meet, or leave the window on one side.
    fn search(&mut self, state: &G::State, window: Interval, depth: u32) -> Step<Interval> {
        if let Some(payoff) = self.context.payoff(state)? {
            return Ok((payoff, payoff));
        }
        let (place, before) = self.known(state);
        let mut known = before;
        if !self.open(known, window) {
            return Ok(known);
        }
        known = self.serialised(state, known, window, depth)?;
        if self.open(known, window) {
            known = self.matrix(state, window, known, depth)?;
        }
        if let (Some(place), Some(memory)) = (place, &mut self.memory) {
            let (found, before) =
                (self.context.turned(known, place), self.context.turned(before, place));
            memory.put_interval(place.key, found, before);
        }
        Ok(known)
    }

    /// Returns whether bounds leave something to be searched.
    fn open(&self, (low, high): Interval, (alpha, beta): Interval) -> bool {
        let near = self.context.near;
        high - low > near && high > alpha + near && low < beta - near
    }

    /// Returns the bounds on a state that is not final from the game and the table.
    fn known(&self, state: &G::State) -> (Option<Place>, Interval) {
        let bounds = self.context.game.value_bounds(state);
        let Some(memory) = &self.memory else { return (None, bounds) };
        let place = self.context.place(state);
        if place.symmetric {
            return (None, (self.context.even(), self.context.even()));
        }
        let known = memory.get(place.key, self.context.turned(bounds, place));
        (Some(place), self.context.turned(known, place))
    }

    /// Returns bounds from the serialised games.
    fn serialised(
        &mut self,
        state: &G::State,
        (low, high): Interval,
        window: Interval,
        depth: u32,
    ) -> Step<Interval> {
        let Some(serial) = &mut self.serial else { return Ok((low, high)) };
        let context = &mut self.context;
        let value = serial.search(context, state, Agent::FIRST, (low, high), depth)?;
        let known = (low.max(value), high);
        if !self.open(known, window) {
            return Ok(known);
        }
        let Some(serial) = &mut self.serial else { return Ok(known) };
        let value = serial.search(&mut self.context, state, Agent::SECOND, known, depth)?;
        Ok((known.0, known.1.min(value).max(known.0)))
    }

    /// Narrows the matrix of a state as far as needed.
    fn matrix(
        &mut self,
        state: &G::State,
        window: Interval,
        known: Interval,
        depth: u32,
    ) -> Step<Interval> {
        if self.frames.len() <= depth as usize {
            self.frames.push(Frame::default());
        }
        self.context.enter(state)?;
        let sides = self.context.list(state)?;
        let mut frame = std::mem::take(&mut self.frames[depth as usize]);
        let found = self.look_ahead(state, sides, &mut frame);
        let found =
            found.and_then(|()| self.narrow(state, sides, &mut frame, window, known, depth));
        self.frames[depth as usize] = frame;
        self.context.release(sides);
        self.context.leave(state);
        found
    }

    /// Fills in the bounds of the cells that need no search.
    fn look_ahead(&mut self, state: &G::State, sides: Sides, frame: &mut Frame) -> Step<()> {
        frame.low.clear();
        frame.high.clear();
        for row in 0..sides.rows {
            for column in 0..sides.columns {
                let child = self.context.child(state, sides, row, column);
                let (low, high) = match self.context.payoff(&child)? {
                    Some(payoff) => (payoff, payoff),
                    None => self.known(&child).1,
                };
                frame.low.push(low);
                frame.high.push(high);
            }
        }
        frame.columns = sides.columns;
        Ok(())
    }

    fn narrow(
        &mut self,
        state: &G::State,
        sides: Sides,
        frame: &mut Frame,
        window: Interval,
        (mut low, mut high): Interval,
        depth: u32,
    ) -> Step<Interval> {
        loop {
            let pessimistic = self.solver.solve(sides.rows, sides.columns, &frame.low);
            frame.column.clear();
            frame.column.extend_from_slice(self.solver.column());
            let optimistic = self.solver.solve(sides.rows, sides.columns, &frame.high);
            frame.row.clear();
            frame.row.extend_from_slice(self.solver.row());
            self.context.lp_calls += 2;
            (low, high) = (low.max(pessimistic), high.min(optimistic).max(low));
            let cell =
                if self.open((low, high), window) { frame.hopes(sides.columns) } else { None };
            let Some(cell) = cell else {
                let middle = low + (high - low) / 2.0;
                let met = high - low <= self.context.near;
                return Ok(if met { (middle, middle) } else { (low, high) });
            };
            let child =
                self.context.child(state, sides, cell / sides.columns, cell % sides.columns);
            let all = (frame.low[cell], frame.high[cell]);
            let found = deep::<G::State, _>(depth + 1, || self.search(&child, all, depth + 1))?;
            (frame.low[cell], frame.high[cell]) = found;
        }
    }
}

impl Frame {
    /// Returns the unknown cell with the greatest weight in both optimistic strategies, or `None`
    /// if these have no unknown cell.
    fn hopes(&self, columns: usize) -> Option<usize> {
        let mut best = (None, 0.0);
        for (row, &x) in self.row.iter().enumerate().filter(|(_, x)| **x > 0.0) {
            for (column, &y) in self.column.iter().enumerate().filter(|(_, y)| **y > 0.0) {
                let cell = row * columns + column;
                let weight = x * y * (self.high[cell] - self.low[cell]);
                if weight > best.1 {
                    best = (Some(cell), weight);
                }
            }
        }
        best.0
    }
}
