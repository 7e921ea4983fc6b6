//! Breakthrough (Dan Troyka 2000): get one piece to the other end of the board.
//!
//! Bitboards: the moves in one direction are one shift of all pieces. Cells are numbered row by
//! row from White's side, so that White moves to higher numbers.

mod family;
mod hints;
mod notation;
mod race;
mod zone;

use std::sync::{Arc, OnceLock};

use ludex_game::{Agent, Agents, Game, Model, Outcome, Outcomes, Turn};

use self::zone::Zone;
use crate::bitboard::{Bitboard, list_cells};
use crate::permutation::{Permutation, board_key};

/// Breakthrough on a board of at most `W::BITS` cells.
///
/// ```
/// use ludex_game::{Agent, Model};
/// use ludex_games::Breakthrough;
/// let game = Breakthrough::<u64>::new(8, 8);
/// let mut moves = Vec::new();
/// game.moves(&game.initial(), Agent::FIRST, &mut moves);
/// assert_eq!(moves.len(), 22);
/// ```
#[derive(Clone, Debug)]
pub struct Breakthrough<W = u64> {
    agents: Agents,
    outcomes: Outcomes,
    rows: usize,
    columns: usize,
    /// All cells.
    full: W,
    /// The cells of the first and of the last column.
    edges: [W; 2],
    /// The row that each agent has to reach.
    goals: [W; 2],
    mirror: [Permutation<W>; 1],
    /// Whether races and fights are looked at.
    races: bool,
    /// The fights before a goal, those that somebody has asked about.
    zone: Arc<OnceLock<Option<Zone>>>,
}

/// Pieces on a board, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pieces<W> {
    pieces: [W; 2],
    turn: Agent,
}

/// A step of a piece from one cell to another, capturing what stands there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

impl<W: Bitboard> Breakthrough<W> {
    /// Returns Breakthrough on a board of this size, which has at least 4 rows and 2 columns and
    /// fits into the word.
    pub fn new(rows: usize, columns: usize) -> Self {
        let cells = rows * columns;
        assert!(
            rows >= 4 && columns >= 2 && cells <= W::BITS as usize,
            "the board fits into the word"
        );
        let set = |on: &dyn Fn(usize) -> bool| {
            (0..cells)
                .filter(|&cell| on(cell))
                .fold(W::EMPTY, |set, cell| set | W::cell(cell as u32))
        };
        let mirrored = |cell: usize| cell / columns * columns + columns - 1 - cell % columns;
        Breakthrough {
            agents: Agents::new(["White", "Black"]),
            outcomes: Outcomes::win_loss(),
            rows,
            columns,
            full: W::lowest(cells as u32),
            edges: [set(&|cell| cell % columns == 0), set(&|cell| cell % columns == columns - 1)],
            goals: [set(&|cell| cell / columns == rows - 1), W::lowest(columns as u32)],
            mirror: [Permutation::new(&(0..cells).map(mirrored).collect::<Vec<usize>>())],
            races: true,
            zone: Arc::default(),
        }
    }

    /// Returns the game without what it knows of races and fights, so that one can measure what that
    /// is worth. Pieces that arrive with their next move are still seen.
    #[must_use]
    pub fn without_races(self) -> Self {
        Breakthrough { races: false, ..self }
    }

    /// Returns a set moved towards an agent's goal by a distance in cells.
    #[inline]
    fn forward(&self, set: W, agent: Agent, distance: usize) -> W {
        let moved = match agent {
            Agent::FIRST => set << distance as u32,
            _ => set >> distance as u32,
        };
        moved & self.full
    }

    /// Returns the cells that an agent's set of pieces attacks, by the two diagonals, with their
    /// distances. Black's diagonals are White's turned by 180 degrees.
    #[inline]
    fn diagonals(&self, set: W, agent: Agent) -> [(W, usize); 2] {
        let [near, far] = match agent {
            Agent::FIRST => self.edges,
            _ => [self.edges[1], self.edges[0]],
        };
        [(near, self.columns - 1), (far, self.columns + 1)]
            .map(|(edge, distance)| (self.forward(set & !edge, agent, distance), distance))
    }

    /// Returns whether a set of pieces attacks a cell of another set.
    fn attacks(&self, set: W, agent: Agent, targets: W) -> bool {
        let [(one, _), (other, _)] = self.diagonals(set, agent);
        ((one | other) & targets).any()
    }

    /// Returns the pieces of an agent one step from its goal. Such a piece can only be stopped by
    /// taking it: one of its diagonals is on the board, and no piece of its own is at the goal yet.
    fn runners(&self, state: &Pieces<W>, agent: Agent) -> W {
        let before = self.forward(self.goals[agent.index()], agent.other(), self.columns);
        state.pieces[agent.index()] & before
    }

    /// Returns who has won: by arriving at the goal, or because the other has no pieces left.
    #[inline]
    fn winner(&self, state: &Pieces<W>) -> Option<Agent> {
        let [white, black] = state.pieces;
        if (white & self.goals[0]).any() || black.is_empty() {
            Some(Agent::FIRST)
        } else if (black & self.goals[1]).any() || white.is_empty() {
            Some(Agent::SECOND)
        } else {
            None
        }
    }

    /// Returns the winner with the agent on turn to move, if that is certain: the agent on turn
    /// arrives, or the other one does because a runner cannot be taken or is not the only one, or
    /// one of them wins a race or a fight before its goal.
    fn decided(&self, state: &Pieces<W>) -> Option<Agent> {
        let (own, other) = (state.turn, state.turn.other());
        if self.runners(state, own).any() {
            return Some(own);
        }
        let runners = self.runners(state, other);
        let stoppable = match runners.count() {
            0 => true,
            1 => self.attacks(state.pieces[own.index()], own, runners),
            _ => false,
        };
        if !stoppable {
            return Some(other);
        }
        if !self.races {
            return None;
        }
        let wins = |&agent: &Agent| self.wins_in_zone(state, agent) || self.outruns(state, agent);
        [own, other].into_iter().find(wins)
    }

    fn outcome_for(&self, winner: Option<Agent>) -> Outcome {
        if winner == Some(Agent::FIRST) { self.outcomes.best() } else { Outcome::WORST }
    }
}

impl<W: Bitboard> Model for Breakthrough<W> {
    type State = Pieces<W>;
    type Move = Step;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Pieces<W> {
        let white = W::lowest(2 * self.columns as u32);
        let black = white << ((self.rows - 2) * self.columns) as u32;
        Pieces { pieces: [white, black], turn: Agent::FIRST }
    }

    #[inline]
    fn turn(&self, state: &Pieces<W>) -> Turn {
        if self.winner(state).is_some() { Turn::Final } else { Turn::Of(state.turn) }
    }

    #[inline]
    fn moves(&self, state: &Pieces<W>, agent: Agent, out: &mut Vec<Step>) {
        if self.winner(state).is_some() {
            return;
        }
        let own = state.pieces[agent.index()];
        let occupied = state.pieces[0] | state.pieces[1];
        let straight = (self.forward(own, agent, self.columns) & !occupied, self.columns);
        let [one, other] =
            self.diagonals(own, agent).map(|(targets, distance)| (targets & !own, distance));
        for (targets, distance) in [one, straight, other] {
            // No cell is decided about by itself, so that eight are made at once.
            let back = match agent {
                Agent::FIRST => (distance as u8).wrapping_neg(),
                _ => distance as u8,
            };
            list_cells(targets, out, |to| Step { from: to.wrapping_add(back), to });
        }
    }

    fn outcome(&self, state: &Pieces<W>) -> Outcome {
        self.outcome_for(self.winner(state))
    }

    /// The order of the atoms is that of `Notation::atoms`: pieces of both agents, empty cells,
    /// runners.
    fn holds(&self, state: &Pieces<W>, own_atom: u32) -> bool {
        let cells = self.rows * self.columns;
        let (kind, cell) = (own_atom as usize / cells, own_atom as usize % cells);
        match (kind, cell) {
            (0 | 1, _) => state.pieces[kind].has(cell as u32),
            (2, _) => !(state.pieces[0] | state.pieces[1]).has(cell as u32),
            (3, 0 | 1) => self.runners(state, Agent(cell as u8)).any(),
            _ => false,
        }
    }

    #[inline]
    fn key(&self, state: &Pieces<W>) -> u64 {
        board_key(state.pieces, state.turn)
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl<W: Bitboard> Game for Breakthrough<W> {
    #[inline]
    fn play(&self, state: &mut Pieces<W>, agent: Agent, mv: Step) {
        let (from, to) = (W::cell(mv.from.into()), W::cell(mv.to.into()));
        let own = &mut state.pieces[agent.index()];
        *own = *own & !from | to;
        state.pieces[agent.other().index()] &= !to;
        state.turn = agent.other();
    }
}
