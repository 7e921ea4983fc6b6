//! Woodpush (Section 3.8.2; Cazenave and Nowakowski, *Games of No Chance 4*): pieces slide along a
//! row and push each other back; whoever has no piece left has lost, and the score counts.
//!
//! The text leaves some rules open. The reading here gives the published numbers of positions: 99
//! after 4 moves on (8, 3) and 256 after 8 moves on (13, 2). The previous position, which a push
//! may not recreate, is kept as one cell: a push can be undone only by the last piece of the block
//! that was shoved, when it pushes the whole block back.

mod notation;

use ludex_game::{Agent, Agents, Bounds, Game, Hints, Model, Outcome, Outcomes, TextError, Turn};

use crate::board::share;
use crate::word::Word;
use crate::{AtomInfo, Family, GameInfo, KeyInfo, Keys, Visitor};

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
    /// The piece of the agent on turn that may not push, as that would recreate the position
    /// before the last move.
    ko: Option<u8>,
}

/// What the piece on a cell does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// It goes forward to the next empty cell, or off the board.
    Slide(u8),
    /// It steps back and shoves everything behind it.
    Push(u8),
}

impl Woodpush {
    /// Woodpush on a row of 2 to 28 cells, at most half of them for each player.
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

    /// Where a slide leads: the next empty cell ahead, if there is one.
    fn ahead(&self, row: &Row, agent: Agent, cell: usize) -> Option<usize> {
        self.next_empty(row, cell, agent == Agent::FIRST)
    }

    /// The next empty cell on one side of a cell.
    fn next_empty(&self, row: &Row, cell: usize, to_the_right: bool) -> Option<usize> {
        let empty = self.full & !(row.pieces[0] | row.pieces[1]);
        match to_the_right {
            true => {
                Some(empty & (!1 << cell)).filter(|set| set.any()).map(|set| set.first() as usize)
            }
            false => (empty & !(!0 << cell)).checked_ilog2().map(|cell| cell as usize),
        }
    }

    /// The pieces that could push: those with an opponent's piece directly behind, and not
    /// forbidden to.
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

    /// Moves the piece and the whole block behind it one cell back; what leaves the row is lost.
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
        // What was shoved to the gap, if it can push at all, would push all of this back.
        (row.turn, row.ko) = (agent.other(), None);
        let undoers = self.pushers(row, agent.other());
        row.ko = gap.filter(|&gap| undoers.has(gap as u32)).map(|gap| gap as u8);
    }

    /// The score of a row where one player has no pieces: how many moves the other could play
    /// until the row is empty, one step at a time, the last of each piece off the board.
    fn score(&self, row: &Row) -> i32 {
        let [left, right] = self.steps(row);
        left as i32 - right as i32
    }

    /// How many single steps the pieces of each player have until they leave the row.
    fn steps(&self, row: &Row) -> [usize; 2] {
        let left = row.pieces[0].cells().map(|cell| self.length - cell as usize).sum();
        let right = row.pieces[1].cells().map(|cell| cell as usize + 1).sum();
        [left, right]
    }

    fn outcome_of(&self, score: i32) -> Outcome {
        Outcome((score + most(self.length, self.pieces)) as u16)
    }
}

/// The best score with so many pieces: all on the cells farthest back.
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

    fn turn(&self, row: &Row) -> Turn {
        if row.pieces.contains(&0) { Turn::Final } else { Turn::Of(row.turn) }
    }

    fn moves(&self, row: &Row, agent: Agent, out: &mut Vec<Step>) {
        if !row.pieces.contains(&0) {
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

    /// The order is that of `Notation::atoms`: pieces of both players, empty cells, who can push.
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

impl Hints for Woodpush {
    /// Nobody gets new pieces: the score is at most that of the pieces left, all at the back.
    fn bounds(&self, row: &Row) -> Bounds {
        let [left, right] = row.pieces.map(|pieces| most(self.length, pieces.count() as usize));
        Bounds { low: self.outcome_of(-right), high: self.outcome_of(left) }
    }

    /// Pushes first: they cost the opponent moves and gain some.
    fn candidates(&self, row: &Row, out: &mut Vec<Step>) {
        let start = out.len();
        self.moves(row, row.turn, out);
        out[start..].reverse();
    }

    fn slots(&self) -> usize {
        2 * self.length
    }

    fn slot(&self, mv: Step) -> usize {
        match mv {
            Step::Slide(cell) => usize::from(cell),
            Step::Push(cell) => self.length + usize::from(cell),
        }
    }

    fn evaluations(&self) -> &'static [&'static str] {
        &["steps"]
    }

    /// Left's part of the single steps that are left to all pieces: what scores count.
    fn evaluation(&self, _which: usize, row: &Row) -> f64 {
        share(self.steps(row).map(|steps| steps as u32))
    }
}

impl Family for Woodpush {
    const INFO: GameInfo = GameInfo {
        name: "woodpush",
        aliases: &[],
        summary: "slide your pieces forward, push the opponent's back",
        rules: "Left's pieces start on the leftmost cells of a row and go to the right, Right's \
                start on the rightmost cells and go to the left; Left begins. Slide: a piece goes \
                forward to the next empty cell, jumping over anything between; with no empty cell \
                ahead it leaves the board. Push: if the cell directly behind a piece holds an \
                opponent's piece, it steps back one cell and shoves the whole block behind it one \
                cell back; the last of the block falls off at the edge. A push may not recreate \
                the position before the last move; longer cycles are possible. A player without \
                pieces has lost and the game is over. The score is the number of single steps the \
                winner's pieces still have until the last has left the board, positive if Left \
                has won. Off turn a player moves as if on turn.",
        keys: &[
            KeyInfo { name: "length", default: "8", meaning: "the number of cells, 2 to 28" },
            KeyInfo {
                name: "pieces",
                default: "3",
                meaning: "the pieces of each player, at most half of the cells",
            },
        ],
        position: "the row from the left, `.` empty, `L` and `R` pieces, then who is on turn, and \
                   `ko=CELL` if the piece there may not push: `L.RL..R. Left ko=4`",
        moves: "a slide is written from-to (`3-5`, or `7-off`), a push with the cell of the piece \
                that steps back: `push4`; cells are numbered from 1 at the left",
        atoms: &[
            AtomInfo { pattern: "piece(AGENT,CELL)", meaning: "a piece of this player is there" },
            AtomInfo { pattern: "empty(CELL)", meaning: "the cell is empty" },
            AtomInfo { pattern: "push(AGENT)", meaning: "the agent has a push (on turn or not)" },
        ],
    };

    fn build<V: Visitor>(keys: &Keys, visitor: V) -> Result<V::Output, TextError> {
        let length = keys.number("length", 2..=LONGEST)?;
        let pieces = keys.number("pieces", 1..=LONGEST)?;
        if 2 * pieces > length {
            let message = format!("{pieces} pieces each need a row of {} cells", 2 * pieces);
            // Point at what was typed: `length=4` alone leaves the pieces at their default.
            let typed = if length < 6 && pieces == 3 { "length" } else { "pieces" };
            return Err(keys.error(typed, message).help("set both `length` and `pieces`"));
        }
        Ok(visitor.sequential(Woodpush::new(length, pieces)))
    }
}
