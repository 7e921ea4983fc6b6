//! Woodpush [Saf13, Section 3.8.2] \[CN15\]: pieces slide along a row and push each other back;
//! whoever has no piece left has lost, and the score counts.
//!
//! The publications leave some rules open. The interpretation here gives the published numbers of
//! positions: 99 after 4 moves on (8, 3) and 256 after 8 moves on (13, 2). The previous position,
//! which a push may not recreate, is kept as one cell: a push can be undone only by the last piece
//! of the block that was shoved, when it pushes the whole block back.

mod family;
mod hints;
mod notation;

use ludex_game::{Agent, Agents, Game, Model, Outcome, Outcomes, Turn};

use crate::bitboard::Bitboard;

/// The longest row: two sets of cells, the turn and the forbidden push fit into a 64-bit key.
const LONGEST: usize = 28;

/// Woodpush on a row of some length with some pieces for each player.
///
/// ```
/// use ludex_game::{Model, Notation};
/// use ludex_games::Woodpush;
/// let game = Woodpush::new(8, 3);
/// assert_eq!(game.write_position(&game.initial()), "LLL..RRR Left");
/// ```
#[derive(Clone, Debug)]
pub struct Woodpush {
    agents: Agents,
    outcomes: Outcomes,
    length: usize,
    pieces: usize,
    /// All cells.
    full: u64,
}

/// Pieces on a row, and who moves. Cells are numbered from 0 at the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    pieces: [u64; 2],
    turn: Agent,
    /// The piece of the agent on turn that may not push, because that would recreate the position
    /// before the last move.
    ko: Option<u8>,
}

/// The action of the piece on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// It goes forward to the next empty cell, or off the board.
    Slide(u8),
    /// It steps back and shoves everything behind it.
    Push(u8),
}

impl Woodpush {
    /// Returns Woodpush on a row of 2 to 28 cells, at most half of them for each player.
    pub fn new(length: usize, pieces: usize) -> Woodpush {
        assert!(length <= LONGEST && 0 < pieces && 2 * pieces <= length, "the pieces fit");
        let most = most(length, pieces);
        Woodpush {
            agents: Agents::new(["Left", "Right"]),
            outcomes: Outcomes::scores(-most, most),
            length,
            pieces,
            full: u64::lowest(length as u32),
        }
    }

    /// Returns the destination of a slide: the next empty cell ahead, if there is one.
    fn ahead(&self, row: &Row, agent: Agent, cell: usize) -> Option<usize> {
        self.next_empty(row, cell, agent == Agent::FIRST)
    }

    /// Returns the next empty cell on one side of a cell.
    fn next_empty(&self, row: &Row, cell: usize, to_the_right: bool) -> Option<usize> {
        let empty = self.full & !(row.pieces[0] | row.pieces[1]);
        match to_the_right {
            true => {
                Some(empty & (!1 << cell)).filter(|set| set.any()).map(|set| set.first() as usize)
            }
            false => (empty & !(!0 << cell)).checked_ilog2().map(|cell| cell as usize),
        }
    }

    /// Returns the pieces that may push: those with an opponent's piece directly behind that are
    /// not forbidden to.
    fn pushers(&self, row: &Row, agent: Agent) -> u64 {
        let theirs = row.pieces[agent.other().index()];
        let before = if agent == Agent::FIRST { theirs << 1 } else { theirs >> 1 };
        let ko = row.ko.filter(|_| agent == row.turn).map_or(0, |cell| u64::cell(cell.into()));
        row.pieces[agent.index()] & before & !ko
    }

    fn slide(&self, row: &mut Row, agent: Agent, cell: usize) {
        let goal = self.ahead(row, agent, cell).map_or(0, |goal| u64::cell(goal as u32));
        let own = &mut row.pieces[agent.index()];
        *own = *own & !u64::cell(cell as u32) | goal;
        (row.turn, row.ko) = (agent.other(), None);
    }

    /// Moves the piece and the whole block behind it one cell back; pieces that leave the row are
    /// lost.
    fn push(&self, row: &mut Row, agent: Agent, cell: usize) {
        let gap = self.next_empty(row, cell, agent != Agent::FIRST);
        let block = match agent {
            Agent::FIRST => u64::lowest(cell as u32 + 1) & (!0 << gap.map_or(0, |gap| gap + 1)),
            _ => u64::lowest(gap.unwrap_or(self.length) as u32) & (!0 << cell),
        };
        for pieces in &mut row.pieces {
            let shoved = *pieces & block;
            let shoved = if agent == Agent::FIRST { shoved >> 1 } else { shoved << 1 };
            *pieces = (*pieces & !block | shoved) & self.full;
        }
        // The piece shoved into the gap, if it can push at all, would push all of this back.
        (row.turn, row.ko) = (agent.other(), None);
        let undoers = self.pushers(row, agent.other());
        row.ko = gap.filter(|&gap| undoers.has(gap as u32)).map(|gap| gap as u8);
    }

    /// Returns the score of a row where one player has no pieces: the number of moves the other
    /// could play until the row is empty, one step at a time, the last of each piece off the board.
    fn score(&self, row: &Row) -> i32 {
        let [left, right] = self.steps(row);
        left as i32 - right as i32
    }

    /// Returns the number of single steps the pieces of each player have until they leave the row.
    fn steps(&self, row: &Row) -> [usize; 2] {
        let left = row.pieces[0].cells().map(|cell| self.length - cell as usize).sum();
        let right = row.pieces[1].cells().map(|cell| cell as usize + 1).sum();
        [left, right]
    }

    fn outcome_of(&self, score: i32) -> Outcome {
        Outcome((score + most(self.length, self.pieces)) as u16)
    }
}

/// Returns the best score with this many pieces: all on the cells farthest back.
fn most(length: usize, pieces: usize) -> i32 {
    (0..pieces).map(|i| (length - i) as i32).sum()
}

impl Model for Woodpush {
    type State = Row;
    type Move = Step;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Row {
        let left = u64::lowest(self.pieces as u32);
        let pieces = [left, left << (self.length - self.pieces)];
        Row { pieces, turn: Agent::FIRST, ko: None }
    }

    #[inline]
    fn turn(&self, row: &Row) -> Turn {
        let [left, right] = row.pieces;
        if left == 0 || right == 0 { Turn::Final } else { Turn::Of(row.turn) }
    }

    fn moves(&self, row: &Row, agent: Agent, out: &mut Vec<Step>) {
        if self.turn(row) != Turn::Final {
            out.extend(row.pieces[agent.index()].cells().map(|cell| Step::Slide(cell as u8)));
            out.extend(self.pushers(row, agent).cells().map(|cell| Step::Push(cell as u8)));
        }
    }

    fn outcome(&self, row: &Row) -> Outcome {
        match self.turn(row) {
            Turn::Final => self.outcome_of(self.score(row)),
            _ => self.outcome_of(0),
        }
    }

    /// The order of the atoms is that of `Notation::atoms`: pieces of both players, empty cells,
    /// who can push.
    fn holds(&self, row: &Row, own_atom: u32) -> bool {
        let (kind, cell) = (own_atom as usize / self.length, own_atom as usize % self.length);
        match (kind, cell) {
            (0 | 1, _) => row.pieces[kind].has(cell as u32),
            (2, _) => !(row.pieces[0] | row.pieces[1]).has(cell as u32),
            (3, 0 | 1) => {
                self.turn(row) != Turn::Final && self.pushers(row, Agent(cell as u8)) != 0
            }
            _ => false,
        }
    }

    fn key(&self, row: &Row) -> u64 {
        let ko = row.ko.map_or(0, |cell| u64::from(cell) + 1);
        let turn = u64::from(row.turn.0);
        ludex_base::mix(row.pieces[0] | row.pieces[1] << LONGEST | turn << 56 | ko << 57)
    }
}

impl Game for Woodpush {
    fn play(&self, row: &mut Row, agent: Agent, mv: Step) {
        match mv {
            Step::Slide(cell) => self.slide(row, agent, cell.into()),
            Step::Push(cell) => self.push(row, agent, cell.into()),
        }
    }
}
