//! Connect Four: stones fall down columns; the first line of four wins.
//!
//! A state is two words, the stones of the agent on turn and all stones, in the layout of
//! Fhourstones and of Pascal Pons' solver: `rows + 1` bits per column, the topmost always empty, so
//! that a shift never carries a line from one column into the next. With it a win, all cells that
//! would win and all moves that do not lose at once are a few shifts each, which [`hints`] uses.

mod family;
mod hints;
mod lines;
mod notation;

use ludex_base::sort_by_key;
use ludex_game::{Agent, Agents, Game, Model, Outcome, Outcomes, Turn};

use crate::bitboard::Bitboard;
use lines::Lines;

/// Connect Four on a board of any size that fits into the word.
///
/// ```
/// use ludex_game::Model;
/// use ludex_games::{ConnectFour, Scoring};
/// let game = ConnectFour::<u64>::new(7, 6, 4, Scoring::Distance);
/// assert_eq!(game.outcomes().name(game.outcomes().best()), "21");
/// ```
#[derive(Clone, Debug)]
pub struct ConnectFour<W = u64> {
    agents: Agents,
    outcomes: Outcomes,
    lines: Lines<W>,
    columns: u32,
    rows: u32,
    distance: bool,
    /// The outcome of a draw: outcomes lie symmetrically around it.
    draw: i32,
    /// The columns, those nearest to the centre first.
    order: Vec<u8>,
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

/// The stones, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones<W> {
    /// The stones of the agent on turn.
    mine: W,
    /// All stones.
    all: W,
    turn: Agent,
    end: End,
}

/// Drop a stone into this column, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Drop(u8);

/// How a play is scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// Win, draw or loss.
    Result,
    /// A win counts half the cells empty before the winning stone, rounded up: 1 for a win with
    /// one's last stone, 2 with the last but one.
    Distance,
}

impl<W: Bitboard> ConnectFour<W> {
    /// Returns the number of bits a board needs.
    pub fn bits(columns: usize, rows: usize) -> usize {
        columns * (rows + 1)
    }

    /// Returns a board of this size, up to 26 columns and 30 rows, that fits into the word.
    pub fn new(columns: usize, rows: usize, line: usize, scoring: Scoring) -> ConnectFour<W> {
        assert!((1..=26).contains(&columns) && (1..=30).contains(&rows) && line >= 2);
        assert!(Self::bits(columns, rows) <= W::BITS as usize, "the board does not fit");
        let distance = scoring == Scoring::Distance;
        // A win with the first stone: an upper bound on all scores.
        let most = (columns * rows).div_ceil(2) as i32;
        let (draw, outcomes) = match scoring {
            Scoring::Result => (1, Outcomes::win_draw_loss()),
            Scoring::Distance => (most, Outcomes::scores(-most, most)),
        };
        let mut order: Vec<u8> = (0..columns as u8).collect();
        sort_by_key(&mut order, |&c| (2 * i32::from(c) + 1 - columns as i32).abs());
        let (columns, rows) = (columns as u32, rows as u32);
        let lines = Lines::new(columns, rows, line as u32);
        let agents = Agents::new(["X", "O"]);
        ConnectFour { agents, outcomes, lines, columns, rows, distance, draw, order }
    }

    /// Returns the lowest bit of a column.
    #[inline]
    fn base(&self, column: u32) -> u32 {
        column * (self.rows + 1)
    }

    /// Returns the outcome with this score for the agent on turn; only the sign counts if the
    /// distance does not.
    #[inline]
    fn scored(&self, turn: Agent, score: i32) -> Outcome {
        let score = if self.distance { score } else { score.signum() };
        let score = if turn == Agent::FIRST { score } else { -score };
        Outcome((self.draw + score) as u16)
    }

    /// Returns the number of empty cells.
    #[inline]
    fn left(&self, state: &Stones<W>) -> i32 {
        (self.columns * self.rows - state.all.count()) as i32
    }

    /// Returns the stones of an agent.
    fn stones(&self, state: &Stones<W>, agent: Agent) -> W {
        if agent == state.turn { state.mine } else { state.mine ^ state.all }
    }

    /// Returns how the play has ended, if it has, where the agent not on turn has these stones.
    #[inline]
    fn end(&self, moved: W, all: W) -> End {
        if self.lines.has_line(moved) {
            End::Line
        } else if all == self.lines.board {
            End::Full
        } else {
            End::Open
        }
    }
}

impl<W: Bitboard> Model for ConnectFour<W> {
    type State = Stones<W>;
    type Move = Drop;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Stones<W> {
        Stones { mine: W::EMPTY, all: W::EMPTY, turn: Agent::FIRST, end: End::Open }
    }

    #[inline]
    fn turn(&self, state: &Stones<W>) -> Turn {
        match state.end {
            End::Open => Turn::Of(state.turn),
            _ => Turn::Final,
        }
    }

    #[inline]
    fn moves(&self, state: &Stones<W>, _agent: Agent, out: &mut Vec<Drop>) {
        if state.end != End::Open {
            return;
        }
        let open = (0..self.columns)
            .filter(|&column| !state.all.has(self.base(column) + self.rows - 1))
            .map(|column| Drop(column as u8));
        out.extend(open);
    }

    fn outcome(&self, state: &Stones<W>) -> Outcome {
        match state.end {
            End::Line => self.scored(state.turn, -((self.left(state) + 2) / 2)),
            _ => self.scored(state.turn, 0),
        }
    }

    /// There are five atoms per cell: a stone of either agent, empty, a threat of either agent.
    fn holds(&self, state: &Stones<W>, own_atom: u32) -> bool {
        let (place, kind) = (own_atom / 5, own_atom % 5);
        if place >= self.columns * self.rows {
            return false;
        }
        let cell = self.base(place % self.columns) + place / self.columns;
        let agent = Agent((kind % 3) as u8);
        match kind {
            0 | 1 => self.stones(state, agent).has(cell),
            2 => !state.all.has(cell),
            _ => (self.lines.completing(self.stones(state, agent)) & !state.all).has(cell),
        }
    }

    /// The columns of `all` are stacks, so the sum determines both words: in each column the carry
    /// marks the height. The turn is a part of the state because off-turn moves make it independent
    /// of the number of stones.
    #[inline]
    fn key(&self, state: &Stones<W>) -> u64 {
        state.mine.plus(state.all).key(state.turn)
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl<W: Bitboard> Game for ConnectFour<W> {
    #[inline]
    fn play(&self, state: &mut Stones<W>, agent: Agent, mv: Drop) {
        // The next on turn is the other agent: its stones are unchanged.
        if agent == state.turn {
            state.mine ^= state.all;
        }
        let base = W::cell(self.base(u32::from(mv.0)));
        state.all |= state.all.plus(base);
        state.turn = agent.other();
        state.end = self.end(state.mine ^ state.all, state.all);
    }
}
