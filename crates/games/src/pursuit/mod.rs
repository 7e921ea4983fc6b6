//! Pursuit on a grid: cops and a robber, all moving at the same time, for a number of steps.
//!
//! In each step every cop and the robber stays or goes to a neighbouring cell that is no wall; cops
//! may share a cell. The robber is caught when a cop stands on its cell after the step, or when the
//! two have passed each other along the same edge. A play ends with that, or after the last step.

mod family;
mod notation;

use ludex_base::mix;
use ludex_game::{Agent, Agents, Model, Outcome, Outcomes, SimultaneousGame, Turn};

/// The greatest number of cops.
const MOST_COPS: usize = 3;
/// The greatest number of steps of a play.
const MOST_STEPS: u8 = 250;

/// The value of a play to the cops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// A win if the robber is caught, otherwise a loss.
    Result,
    /// One more than the steps left when the robber is caught; 0 if it is not.
    Time,
}

/// Pursuit on a grid.
///
/// ```
/// use ludex_game::{Agent, Model, Notation, SimultaneousGame};
/// use ludex_games::{Pursuit, Worth};
/// let game = Pursuit::new(2, 1, &[], &[0], 1, 3, Worth::Result).unwrap();
/// let mut state = game.initial();
/// // They pass each other: caught.
/// let cop = game.read_move(&state, Agent::FIRST, "b1").unwrap();
/// let robber = game.read_move(&state, Agent::SECOND, "a1").unwrap();
/// game.play_joint(&mut state, &[cop, robber]);
/// assert!(game.wins(&state, Agent::FIRST));
/// ```
#[derive(Clone, Debug)]
pub struct Pursuit {
    agents: Agents,
    outcomes: Outcomes,
    columns: u8,
    rows: u8,
    /// The cells one can stand on.
    open: u64,
    cops: usize,
    start: Chase,
    worth: Worth,
}

/// The place of everybody, and the number of steps left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chase {
    /// The cells of the cops; those beyond the number of cops are 0.
    cops: [u8; MOST_COPS],
    robber: u8,
    left: u8,
}

/// The destination of an agent: the robber has one cell, the cops have one each. Unused entries are
/// 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dash([u8; MOST_COPS]);

impl Pursuit {
    /// Returns a pursuit on a grid of at most 64 cells (cell 0 is a1, cell 1 is b1) with walls, 1
    /// to 3 cops, the robber and a number of steps, at most 250, or `None` if somebody stands on no
    /// cell.
    pub fn new(
        columns: u8,
        rows: u8,
        walls: &[u8],
        cops: &[u8],
        robber: u8,
        steps: u8,
        worth: Worth,
    ) -> Option<Pursuit> {
        let cells = u32::from(columns) * u32::from(rows);
        let sizes = (1..=64).contains(&cells) && (1..=MOST_COPS).contains(&cops.len());
        if !sizes || steps > MOST_STEPS || walls.iter().any(|&wall| wall >= 64) {
            return None;
        }
        let open = walls.iter().fold(u64::MAX >> (64 - cells), |open, wall| open & !(1 << wall));
        let stands = |&cell: &u8| cell < 64 && open >> cell & 1 == 1;
        if !cops.iter().chain([&robber]).all(stands) {
            return None;
        }
        let mut start = Chase { cops: [0; MOST_COPS], robber, left: steps };
        start.cops[..cops.len()].copy_from_slice(cops);
        let outcomes = match worth {
            Worth::Result => Outcomes::win_loss(),
            Worth::Time => Outcomes::scores(0, i32::from(steps) + 1),
        };
        let agents = Agents::new(["Cops", "Robber"]);
        Some(Pursuit { agents, outcomes, columns, rows, open, cops: cops.len(), start, worth })
    }

    fn cops<'s>(&self, state: &'s Chase) -> &'s [u8] {
        &state.cops[..self.cops]
    }

    fn caught(&self, state: &Chase) -> bool {
        self.cops(state).contains(&state.robber)
    }

    fn over(&self, state: &Chase) -> bool {
        state.left == 0 || self.caught(state)
    }

    /// Returns the cells one can be on after a step from a cell, in increasing order.
    fn reach(&self, cell: u8) -> impl Iterator<Item = u8> + use<> {
        let (column, row) = (cell % self.columns, cell / self.columns);
        let steps = [
            (row > 0).then(|| cell - self.columns),
            (column > 0).then(|| cell - 1),
            Some(cell),
            (column + 1 < self.columns).then(|| cell + 1),
            (row + 1 < self.rows).then(|| cell + self.columns),
        ];
        let open = self.open;
        steps.into_iter().flatten().filter(move |cell| open >> cell & 1 == 1)
    }

    /// Lists all joint steps of the cops, the last cop's steps varying fastest.
    fn list_dashes(&self, state: &Chase, cop: usize, dash: Dash, out: &mut Vec<Dash>) {
        if cop == self.cops {
            out.push(dash);
            return;
        }
        for cell in self.reach(state.cops[cop]) {
            let mut dash = dash;
            dash.0[cop] = cell;
            self.list_dashes(state, cop + 1, dash, out);
        }
    }
}

impl Model for Pursuit {
    type State = Chase;
    type Move = Dash;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Chase {
        self.start
    }

    fn turn(&self, state: &Chase) -> Turn {
        if self.over(state) { Turn::Final } else { Turn::Together }
    }

    fn moves(&self, state: &Chase, agent: Agent, out: &mut Vec<Dash>) {
        match agent {
            _ if self.over(state) => {}
            Agent::FIRST => self.list_dashes(state, 0, Dash([0; MOST_COPS]), out),
            _ => out.extend(self.reach(state.robber).map(|cell| Dash([cell, 0, 0]))),
        }
    }

    fn outcome(&self, state: &Chase) -> Outcome {
        let caught = self.caught(state);
        Outcome(match self.worth {
            Worth::Result => caught.into(),
            Worth::Time if caught => u16::from(state.left) + 1,
            Worth::Time => 0,
        })
    }

    /// The order of the atoms is that of `Notation::atoms`: where the robber is, where a cop is.
    fn holds(&self, state: &Chase, own_atom: u32) -> bool {
        let cells = u32::from(self.columns) * u32::from(self.rows);
        let cell = (own_atom % cells) as u8;
        if own_atom < cells { state.robber == cell } else { self.cops(state).contains(&cell) }
    }

    /// The whole state fits into the key.
    fn key(&self, state: &Chase) -> u64 {
        let parts = state.cops.into_iter().chain([state.robber, state.left]);
        mix(parts.fold(1, |key, part| key << 8 | u64::from(part)))
    }

    fn can_repeat(&self) -> bool {
        false
    }

    /// The robber wins whenever it is not caught, also where that is worth 0.
    fn wins(&self, state: &Chase, agent: Agent) -> bool {
        self.over(state) && self.caught(state) == (agent == Agent::FIRST)
    }
}

impl SimultaneousGame for Pursuit {
    fn play_joint(&self, state: &mut Chase, joint: &[Dash]) {
        let (from, to) = (*state, joint[1].0[0]);
        state.left -= 1;
        state.robber = to;
        for cop in 0..self.cops {
            state.cops[cop] = joint[0].0[cop];
            // Passing each other along an edge: caught, on the cell the cop has reached.
            if state.cops[cop] == from.robber && to == from.cops[cop] {
                state.robber = from.robber;
            }
        }
    }
}
