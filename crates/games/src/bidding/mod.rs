//! Bidding tic-tac-toe: the right to place a stone is auctioned, both players bidding at the same
//! time. [Saf13, Section 5.1.2] names it among the stacked-matrix games of General Game Playing.
//!
//! A turn has two states. First both choose a bid, from nothing to all of their chips. Then the
//! one who bid more pays, and places a stone on any empty cell while the other waits. Equal bids
//! go to whoever holds the *marker*, who then hands it over ([`Ties::Marker`], the rule of discrete
//! Richman games), or always to X ([`Ties::First`]). Three in a line win; a full board is a draw.

mod family;
mod notation;

use ludex_base::mix;
use ludex_game::{Agent, Agents, Model, Outcome, Outcomes, SimultaneousGame, Turn};

/// The most chips that both players may have in total.
const MOST: u8 = 200;

/// Who gets what the winner of an auction pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payment {
    /// The loser (Richman bidding): chips change hands.
    Richman,
    /// The bank (poorman bidding): chips get fewer.
    Poorman,
}

/// Who wins when the bids are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The holder of the marker, who then hands it over; X has it at the start.
    Marker,
    /// X.
    First,
}

/// Bidding tic-tac-toe.
///
/// ```
/// use ludex_game::{Agent, Model, Notation, SimultaneousGame};
/// use ludex_games::{Bidding, Payment, Ties};
/// let game = Bidding::new([3, 3], Payment::Richman, Ties::Marker);
/// let mut state = game.initial();
/// for (x, o) in [("2", "1"), ("b2", "wait")] {
///     let x = game.read_move(&state, Agent::FIRST, x).unwrap();
///     let o = game.read_move(&state, Agent::SECOND, o).unwrap();
///     game.play_joint(&mut state, &[x, o]);
/// }
/// assert_eq!(game.write_position(&state), ".../.X./... 1:5 X bid");
/// ```
#[derive(Clone, Debug)]
pub struct Bidding {
    agents: Agents,
    outcomes: Outcomes,
    chips: [u8; 2],
    payment: Payment,
    ties: Ties,
}

/// Stones, chips, who wins ties, and what is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Auction {
    /// The cells of both agents; cell 0 is a1, cell 1 is b1.
    stones: [u16; 2],
    chips: [u8; 2],
    marker: Agent,
    /// The agent that has won the auction and is to place a stone; `None` while the bids are open.
    mover: Option<Agent>,
}

/// A move; its kind depends on the state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A bid of this many chips for the right to move.
    Bid(u8),
    /// A stone on this cell.
    Place(u8),
    /// Wait while the other places a stone.
    Wait,
}

const ALL: u16 = 0b111_111_111;

/// The eight lines of three.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

fn has_line(stones: u16) -> bool {
    LINES.iter().any(|line| line & !stones == 0)
}

impl Bidding {
    /// Returns the game where X and O start with these numbers of chips, at most 200 in total.
    pub fn new(chips: [u8; 2], payment: Payment, ties: Ties) -> Bidding {
        let sum = chips[0].checked_add(chips[1]).filter(|&sum| sum <= MOST);
        assert!(sum.is_some(), "both have at most {MOST} chips together");
        let (agents, outcomes) = (Agents::new(["X", "O"]), Outcomes::win_draw_loss());
        Bidding { agents, outcomes, chips, payment, ties }
    }

    fn over(&self, state: &Auction) -> bool {
        state.stones[0] | state.stones[1] == ALL || state.stones.into_iter().any(has_line)
    }

    /// Settles an auction.
    fn settle(&self, state: &mut Auction, bids: [u8; 2]) {
        let tie = bids[0] == bids[1];
        let winner = match (tie, bids[0] > bids[1]) {
            (true, _) => state.marker,
            (false, true) => Agent::FIRST,
            (false, false) => Agent::SECOND,
        };
        let (bid, loser) = (bids[winner.index()], winner.other());
        state.chips[winner.index()] -= bid;
        if self.payment == Payment::Richman {
            state.chips[loser.index()] += bid;
        }
        if tie && self.ties == Ties::Marker {
            state.marker = loser;
        }
        state.mover = Some(winner);
    }
}

impl Model for Bidding {
    type State = Auction;
    type Move = Step;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Auction {
        Auction { stones: [0; 2], chips: self.chips, marker: Agent::FIRST, mover: None }
    }

    fn turn(&self, state: &Auction) -> Turn {
        if self.over(state) { Turn::Final } else { Turn::Together }
    }

    fn moves(&self, state: &Auction, agent: Agent, out: &mut Vec<Step>) {
        match state.mover {
            _ if self.over(state) => {}
            None => out.extend((0..=state.chips[agent.index()]).map(Step::Bid)),
            Some(mover) if mover == agent => {
                let taken = state.stones[0] | state.stones[1];
                out.extend((0..9).filter(|cell| taken >> cell & 1 == 0).map(Step::Place));
            }
            Some(_) => out.push(Step::Wait),
        }
    }

    fn outcome(&self, state: &Auction) -> Outcome {
        let [x, o] = state.stones.map(has_line);
        Outcome(1 + u16::from(x) - u16::from(o && !x))
    }

    /// The order of the atoms is that of `Notation::atoms`: stones, who wins ties, whether bids are
    /// open.
    fn holds(&self, state: &Auction, own_atom: u32) -> bool {
        match own_atom {
            0..18 => state.stones[own_atom as usize / 9] >> (own_atom % 9) & 1 == 1,
            18..20 => u32::from(state.marker.0) == own_atom - 18,
            _ => state.mover.is_none() && !self.over(state),
        }
    }

    /// The whole state fits into the key.
    fn key(&self, state: &Auction) -> u64 {
        let mover = state.mover.map_or(2, |agent| u64::from(agent.0));
        let parts = [(state.stones[0].into(), 9), (state.stones[1].into(), 9)];
        let chips = state.chips.map(|chips| (u64::from(chips), 8));
        let rest = [(u64::from(state.marker.0), 1), (mover, 2)];
        let parts = parts.into_iter().chain(chips).chain(rest);
        mix(parts.fold(1, |key, (part, bits)| key << bits | part))
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl SimultaneousGame for Bidding {
    fn play_joint(&self, state: &mut Auction, joint: &[Step]) {
        match (joint[0], joint[1]) {
            (Step::Bid(x), Step::Bid(o)) => self.settle(state, [x, o]),
            (Step::Place(cell), _) => self.place(state, Agent::FIRST, cell),
            (_, Step::Place(cell)) => self.place(state, Agent::SECOND, cell),
            _ => {}
        }
    }

    /// Returns `None` where X wins all ties: the agents are then not interchangeable.
    fn mirrored(&self, state: &Auction) -> Option<Auction> {
        let ([x, o], [mine, theirs]) = (state.stones, state.chips);
        (self.ties == Ties::Marker).then(|| Auction {
            stones: [o, x],
            chips: [theirs, mine],
            marker: state.marker.other(),
            mover: state.mover.map(Agent::other),
        })
    }
}

impl Bidding {
    fn place(&self, state: &mut Auction, agent: Agent, cell: u8) {
        state.stones[agent.index()] |= 1 << cell;
        state.mover = None;
    }
}
