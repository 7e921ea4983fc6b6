//! Go as a game of capture: take a marked chain, or the first stone where none is marked.
//!
//! Ladders, nets and other tactical problems of Go are about capture, and it gives small boards a
//! clear end. The ko rule is the simple one (the position before the opponent's last move may not
//! come back at once), suicide is forbidden, passing is allowed.

mod family;
mod hints;
mod notation;
mod stones;

use ludex_game::{Agent, Agents, Game, Model, Outcome, Outcomes, Turn};

use crate::bitboard::Bitboard;
use stones::Grid;

/// The move that places no stone, and the ko point where there is none.
const NONE: u8 = u8::MAX;
/// The widest board: 121 points fit into a `u128`.
const WIDEST: usize = 11;
/// The greatest size whose points fit into 64 bits.
const NARROW: usize = 8;

/// Capture Go on a square board whose points fit into a word `W`.
#[derive(Clone, Debug)]
pub struct Go<W> {
    agents: Agents,
    outcomes: Outcomes,
    grid: Grid<W>,
}

/// The phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// It goes on, after this many passes in a row: none or one.
    Open(u8),
    /// Both have passed.
    Passed,
    /// This agent has captured what it was to capture.
    Won(Agent),
}

/// Stones, marks, the ko point and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GoState<W> {
    stones: [W; 2],
    marked: W,
    ko: u8,
    turn: Agent,
    phase: Phase,
}

/// A stone on a point, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(u8);

impl<W: Bitboard> GoState<W> {
    fn empty(&self, grid: &Grid<W>) -> W {
        grid.all & !(self.stones[0] | self.stones[1])
    }

    /// Returns the stones of an agent whose capture ends the game.
    fn targets(&self, agent: Agent) -> W {
        let stones = self.stones[agent.index()];
        if self.marked.any() { stones & self.marked } else { stones }
    }
}

impl<W: Bitboard> Go<W> {
    /// Returns capture Go on a board of this many lines each way. There must be at least 2, and
    /// their points must fit into the word.
    pub fn new(size: usize) -> Go<W> {
        assert!(size >= 2 && size * size <= W::BITS as usize, "the board fits into the word");
        let agents = Agents::new(["Black", "White"]);
        Go { agents, outcomes: Outcomes::win_draw_loss(), grid: Grid::new(size) }
    }

    /// Returns the points where the agent may put a stone.
    #[inline]
    fn legal(&self, state: &GoState<W>, agent: Agent) -> W {
        let empty = state.empty(&self.grid);
        // A point beside an empty one is never suicide; the few others are looked at one by one.
        let mut legal = empty & self.grid.beside(empty);
        for point in (empty & !legal).cells() {
            if self.can_breathe(state, agent, W::cell(point)) {
                legal |= W::cell(point);
            }
        }
        match agent == state.turn && state.ko != NONE {
            true => legal & !W::cell(u32::from(state.ko)),
            false => legal,
        }
    }

    /// Returns whether a stone on this point, which has no empty neighbour, captures something or
    /// joins a chain with another liberty.
    fn can_breathe(&self, state: &GoState<W>, agent: Agent, stone: W) -> bool {
        let (own, other) = (state.stones[agent.index()], state.stones[agent.other().index()]);
        let others = state.empty(&self.grid) & !stone;
        let chain = self.grid.chain(stone, own | stone);
        (self.grid.beside(chain) & others).any()
            || self.grid.dead_beside(stone, other, others).any()
    }

    /// Puts a stone and takes what has no liberty left.
    fn put(&self, state: &mut GoState<W>, agent: Agent, point: u8) {
        let (grid, stone) = (&self.grid, W::cell(u32::from(point)));
        let other = agent.other();
        state.stones[agent.index()] |= stone;
        let empty = state.empty(grid);
        let taken = grid.dead_beside(stone, state.stones[other.index()], empty);
        if (taken & state.targets(other)).any() {
            state.phase = Phase::Won(agent);
        }
        state.stones[other.index()] &= !taken;
        state.marked &= !taken;
        // One stone took one stone, and could be retaken on that point only: a ko.
        let lone = (grid.beside(stone) & state.stones[agent.index()]).is_empty();
        let open = (grid.beside(stone) & empty).any();
        let ko = taken.count() == 1 && lone && !open && state.phase == Phase::Open(0);
        state.ko = if ko { taken.first() as u8 } else { NONE };
    }
}

impl<W: Bitboard> Model for Go<W> {
    type State = GoState<W>;
    type Move = Place;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> GoState<W> {
        let none = W::EMPTY;
        let phase = Phase::Open(0);
        GoState { stones: [none; 2], marked: none, ko: NONE, turn: Agent::FIRST, phase }
    }

    #[inline]
    fn turn(&self, state: &GoState<W>) -> Turn {
        match state.phase {
            Phase::Open(_) => Turn::Of(state.turn),
            Phase::Passed | Phase::Won(_) => Turn::Final,
        }
    }

    #[inline]
    fn moves(&self, state: &GoState<W>, agent: Agent, out: &mut Vec<Place>) {
        if let Phase::Open(_) = state.phase {
            out.extend(self.legal(state, agent).cells().map(|point| Place(point as u8)));
            out.push(Place(NONE));
        }
    }

    /// After two passes the side whose stones alone were marked has saved them.
    fn outcome(&self, state: &GoState<W>) -> Outcome {
        let marked = |agent: Agent| (state.stones[agent.index()] & state.marked).any();
        match (state.phase, marked(Agent::FIRST), marked(Agent::SECOND)) {
            (Phase::Won(Agent::FIRST), ..) | (Phase::Passed, true, false) => Outcome(2),
            (Phase::Won(_), ..) | (Phase::Passed, false, true) => Outcome(0),
            _ => Outcome(1),
        }
    }

    fn holds(&self, state: &GoState<W>, own_atom: u32) -> bool {
        self.atom_holds(state, own_atom)
    }

    fn key(&self, state: &GoState<W>) -> u64 {
        let phase = match state.phase {
            Phase::Open(passes) => u64::from(passes),
            Phase::Passed => 2,
            Phase::Won(agent) => 3 + u64::from(agent.0),
        };
        let small = u64::from(state.ko) << 8 | phase << 1 | u64::from(state.turn.0);
        // Mixed first: the small bits could otherwise cancel marks in the corner.
        let key = state.stones[1].mixed(state.marked.mixed(small.mixed(0)));
        state.stones[0].mixed(key)
    }
}

impl<W: Bitboard> Game for Go<W> {
    #[inline]
    fn play(&self, state: &mut GoState<W>, agent: Agent, mv: Place) {
        if mv.0 == NONE {
            state.ko = NONE;
            state.phase = match state.phase {
                Phase::Open(0) => Phase::Open(1),
                _ => Phase::Passed,
            };
        } else {
            state.phase = Phase::Open(0);
            self.put(state, agent, mv.0);
        }
        state.turn = agent.other();
    }
}
