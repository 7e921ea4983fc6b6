//! mnk-games: tic-tac-toe, gomoku and similar games: stones on empty cells, `k` in a line win.
//!
//! The stones of each agent are a set of `N` words, one for small boards. The end of a play is
//! detected at the stone just placed and kept in the state, with a Zobrist key, so that both are
//! free to query.

mod cells;
mod family;
mod hints;
mod notation;

use ludex_base::sort_by_key;
use ludex_game::{Agent, Agents, Game, Model, Outcome, Outcomes, Turn};

use crate::symmetry::{Symmetries, turn_number};
use cells::Cells;

/// A game on `m` columns and `n` rows where `k` in a line win.
#[derive(Clone, Debug)]
pub struct Mnk<const N: usize = 1> {
    agents: Agents,
    outcomes: Outcomes,
    columns: usize,
    rows: usize,
    line: usize,
    board: Cells<N>,
    symmetries: Symmetries,
    /// Steps to the four directions of lines, and from each cell how many of them stay on the
    /// board: up to `line - 1` forwards and backwards.
    steps: [usize; 4],
    reach: Vec<[[u8; 2]; 4]>,
    /// The lines as words, where one word holds the board; empty on larger boards.
    lines: Vec<u64>,
    /// The lines through each cell.
    through: Vec<Box<[u64]>>,
    /// The cells, those nearest to the centre first.
    order: Vec<u16>,
}

/// The end of a play, if it has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum End {
    Open,
    /// The agent that is *not* on turn has made a line.
    Line,
    /// The board is full.
    Full,
}

/// The stones of both agents, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<const N: usize> {
    stones: [Cells<N>; 2],
    key: u64,
    count: u16,
    turn: Agent,
    end: End,
}

/// Place a stone on this cell, counted row by row from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(u16);

impl<const N: usize> Mnk<N> {
    /// Returns a board of at most 26 columns and 26 rows that fits into the words.
    pub fn new(columns: usize, rows: usize, line: usize) -> Mnk<N> {
        assert!((1..=26).contains(&columns) && (1..=26).contains(&rows) && line >= 1);
        assert!(columns * rows <= 64 * N, "the board does not fit");
        let steps = [1, columns - 1, columns, columns + 1];
        let reach = (0..columns * rows).map(|cell| reach(cell, columns, rows, line)).collect();
        let order = centre_first(columns, rows);
        let symmetries = Symmetries::new(columns, rows);
        let (agents, outcomes) = (Agents::new(["X", "O"]), Outcomes::win_draw_loss());
        let board = Cells::lowest(columns * rows);
        let (lines, through) = (Vec::new(), Vec::new());
        let mut game = Mnk {
            agents,
            outcomes,
            columns,
            rows,
            line,
            board,
            symmetries,
            steps,
            reach,
            lines,
            through,
            order,
        };
        if N == 1 {
            game.lines = game.all_lines();
            let through =
                |cell| game.lines.iter().copied().filter(|line| line >> cell & 1 != 0).collect();
            game.through = (0..columns * rows).map(through).collect();
        }
        game
    }

    /// Returns all lines of a board of one word: from each cell forwards in each direction that
    /// fits.
    fn all_lines(&self) -> Vec<u64> {
        let mut lines = Vec::new();
        for (cell, reach) in self.reach.iter().enumerate() {
            for (step, [forwards, _]) in self.steps.iter().zip(reach) {
                if usize::from(*forwards) == self.line - 1 {
                    lines.push((0..self.line).fold(0, |line, i| line | 1 << (cell + i * step)));
                }
            }
        }
        lines.sort_unstable();
        lines.dedup(); // a line of one cell lies in every direction
        lines
    }

    /// Returns whether a line of these stones goes through the cell.
    #[inline]
    fn completes(&self, stones: &Cells<N>, cell: usize) -> bool {
        if N == 1 {
            return self.through[cell].iter().any(|line| line & !stones.0[0] == 0);
        }
        let reach = &self.reach[cell];
        self.steps.iter().zip(reach).any(|(&step, &[forwards, backwards])| {
            let ahead = (1..=usize::from(forwards)).take_while(|i| stones.has(cell + i * step));
            let behind = (1..=usize::from(backwards)).take_while(|i| stones.has(cell - i * step));
            ahead.count() + behind.count() + 1 >= self.line
        })
    }

    /// Returns whether there is a line of these stones anywhere.
    fn has_line(&self, stones: &Cells<N>) -> bool {
        stones.iter().any(|cell| self.completes(stones, cell))
    }
}

/// Returns the cells, those nearest to the centre first.
fn centre_first(columns: usize, rows: usize) -> Vec<u16> {
    let off_centre = |at: usize, size: usize| (2 * at + 1).abs_diff(size);
    let mut order: Vec<u16> = (0..(columns * rows) as u16).collect();
    sort_by_key(&mut order, |&cell| {
        let (column, row) = (usize::from(cell) % columns, usize::from(cell) / columns);
        off_centre(column, columns).pow(2) + off_centre(row, rows).pow(2)
    });
    order
}

/// Returns the lengths of lines through a cell: at most `line - 1` steps and only on the board,
/// forwards and backwards in each of the directions right, left and up, up, right and up.
fn reach(cell: usize, columns: usize, rows: usize, line: usize) -> [[u8; 2]; 4] {
    let (right, up) = (columns - 1 - cell % columns, rows - 1 - cell / columns);
    let (left, down) = (cell % columns, cell / columns);
    let (falling, rising) = ([left.min(up), right.min(down)], [right.min(up), left.min(down)]);
    [[right, left], falling, [up, down], rising]
        .map(|way| way.map(|steps| steps.min(line - 1) as u8))
}

impl<const N: usize> Model for Mnk<N> {
    type State = Board<N>;
    type Move = Place;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Board<N> {
        let stones = [Cells::EMPTY; 2];
        Board { stones, key: 0, count: 0, turn: Agent::FIRST, end: End::Open }
    }

    #[inline]
    fn turn(&self, state: &Board<N>) -> Turn {
        match state.end {
            End::Open => Turn::Of(state.turn),
            _ => Turn::Final,
        }
    }

    #[inline]
    fn moves(&self, state: &Board<N>, _agent: Agent, out: &mut Vec<Place>) {
        if state.end == End::Open {
            let empty = self.empty(state);
            out.reserve(empty.count());
            empty.for_each(|cell| out.push(Place(cell as u16)));
        }
    }

    fn outcome(&self, state: &Board<N>) -> Outcome {
        match (state.end, state.turn) {
            (End::Line, Agent::FIRST) => Outcome::WORST,
            (End::Line, _) => self.outcomes.best(),
            _ => Outcome(1),
        }
    }

    /// There are three atoms per cell: a stone of either agent, empty.
    fn holds(&self, state: &Board<N>, own_atom: u32) -> bool {
        let (cell, kind) = (own_atom as usize / 3, own_atom as usize % 3);
        if cell >= self.columns * self.rows {
            return false;
        }
        match kind {
            2 => self.empty(state).has(cell),
            agent => state.stones[agent].has(cell),
        }
    }

    #[inline]
    fn key(&self, state: &Board<N>) -> u64 {
        state.key ^ turn_number(state.turn)
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl<const N: usize> Mnk<N> {
    /// Returns the empty cells.
    #[inline]
    fn empty(&self, state: &Board<N>) -> Cells<N> {
        self.board.without(&state.stones)
    }
}

impl<const N: usize> Game for Mnk<N> {
    #[inline]
    fn play(&self, state: &mut Board<N>, agent: Agent, mv: Place) {
        let cell = usize::from(mv.0);
        state.stones[agent.index()].insert(cell);
        state.key ^= self.symmetries.number(agent, cell);
        state.count += 1;
        state.turn = agent.other();
        if self.completes(&state.stones[agent.index()], cell) {
            state.end = End::Line;
        } else if usize::from(state.count) == self.columns * self.rows {
            state.end = End::Full;
        }
    }
}
