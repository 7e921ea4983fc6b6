//! Fights on the last rows before a goal, each solved the first time that somebody asks.
//!
//! Pieces never move back: those that defend a goal leave its last rows, the *zone*, and none comes
//! in. So a table can have, for every placement of pieces in the zone, how many moves an agent
//! needs at most to arrive if it moves only there, whatever the other one does, who may also pass.
//! In the whole game a pass is a move somewhere else. So the agent wins if it arrives before the
//! nearest of the other agent's pieces could, even if nothing were in its way. This is what the
//! race patterns of \[SJC12\] are for, here for the whole width of the board.
//!
//! After the agent's best move in the zone the same is true whatever the reply is, so that a search
//! that looks for evidence finds these moves by the same test.
//!
//! A placement is solved with those that can come of it and no others: one look-up takes little, so
//! that a search can look at its limits between two of them.

use std::sync::atomic::{AtomicU8, Ordering};

use ludex_game::Agent;

use super::{Breakthrough, Pieces};
use crate::bitboard::Bitboard;

/// The most placements of a table, on boards of fewer than [`LARGE`] cells and others.
const PLACEMENTS: [u64; 2] = [1 << 18, 10_000_000];
const LARGE: usize = 24;

/// The fights in a zone. Its cells are numbered row by row, beginning with the goal.
#[derive(Debug)]
pub(super) struct Zone {
    columns: usize,
    rows: usize,
    /// The digits of a row as a number with base 3, by the set of columns in which they are 1.
    digits: Vec<u32>,
    /// What the digits of a row are worth in the number of a placement; of the goal there is a set
    /// of columns instead.
    worth: Vec<u32>,
    /// What pieces on cells add to the number, those of the attacker first.
    weights: [Vec<u32>; 2],
    /// 1 more than the moves that the attacker needs at most if it is on turn, and if it is not;
    /// 1 if it may never arrive, 0 if that is not known yet. By the number of the placement.
    /// Threads may solve a placement at the same time: they find the same.
    moves: Vec<[AtomicU8; 2]>,
}

/// A placement of pieces: those of the attacker and of the defender, and its number.
#[derive(Clone, Copy)]
struct Fight {
    sets: [u32; 2],
    number: u32,
}

impl Zone {
    /// Makes the table of the largest zone that has few enough placements, on a board of this size.
    /// Returns `None` if that has less than 3 rows: the last two need no table.
    pub fn new(rows: usize, columns: usize) -> Option<Zone> {
        let most = PLACEMENTS[usize::from(rows * columns >= LARGE)];
        let placements = |rows: usize| {
            let filled = 3_u64.checked_pow((columns * (rows - 1)) as u32)?;
            filled.checked_mul(1 << columns).filter(|&count| count <= most)
        };
        let (rows, count) = (3..rows).rev().find_map(|rows| Some((rows, placements(rows)?)))?;
        let digit = |set: u32, column: u32| (set >> column & 1) * 3_u32.pow(column);
        let number = |set: u32| (0..columns as u32).map(|column| digit(set, column)).sum();
        let worth = |row: usize| 3_u32.pow((columns * (row - 1)) as u32) << columns;
        let worth: Vec<u32> = std::iter::once(1).chain((1..rows).map(worth)).collect();
        let weight = |cell: usize| worth[cell / columns] * 3_u32.pow((cell % columns) as u32);
        let defender = |cell: usize| if cell < columns { 1 << cell } else { 2 * weight(cell) };
        let cells = 0..columns * rows;
        Some(Zone {
            columns,
            rows,
            digits: (0..1 << columns).map(number).collect(),
            weights: [cells.clone().map(weight).collect(), cells.map(defender).collect()],
            worth,
            moves: (0..count).map(|_| Default::default()).collect(),
        })
    }

    /// Returns the moves that the attacker needs at most if it is on turn, or `waits` for the
    /// other; 0 if it may never arrive. `row` returns the columns of both agents' pieces, the
    /// attacker's first, in the row at this distance from the goal, where no attacker is yet.
    #[inline]
    fn moves(&self, waits: bool, row: impl Fn(usize) -> [usize; 2]) -> u8 {
        let filled = |at: usize| {
            let [attackers, defenders] = row(at).map(|set| self.digits[set]);
            self.worth[at] * (attackers + 2 * defenders)
        };
        let number = (1..self.rows).map(filled).sum::<u32>() + row(0)[1] as u32;
        match self.known(waits, number) {
            Some(moves) => moves,
            None => {
                let mut sets = [0, row(0)[1] as u32];
                for at in 1..self.rows {
                    let both = row(at).map(|set| (set as u32) << (at * self.columns));
                    sets = [sets[0] | both[0], sets[1] | both[1]];
                }
                self.solve(waits, Fight { sets, number })
            }
        }
    }

    /// Returns what the table has of a placement.
    #[inline]
    fn known(&self, waits: bool, number: u32) -> Option<u8> {
        let moves = &self.moves[number as usize][usize::from(waits)];
        moves.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Returns the moves that the attacker needs at most in a placement, and keeps them. The
    /// attacker moves nearer every other time, so that this ends.
    fn solve(&self, waits: bool, fight: Fight) -> u8 {
        if let Some(moves) = self.known(waits, fight.number) {
            return moves;
        }
        let moves = if waits { self.defend(fight) } else { self.attack(fight) };
        let kept = &self.moves[fight.number as usize][usize::from(waits)];
        kept.store(moves.saturating_add(1), Ordering::Relaxed);
        moves
    }

    /// Returns the cells to which a piece moves from a cell to a row whose first cell this is: the
    /// one straight ahead first.
    fn targets(&self, from: usize, row: usize) -> [Option<usize>; 3] {
        let column = from % self.columns;
        let right = Some(column + 1).filter(|&column| column < self.columns);
        [Some(column), column.checked_sub(1), right].map(|column| Some(row + column?))
    }

    /// Returns the placement after a move of one side, if it is possible; whether it goes straight
    /// ahead, where nothing is taken.
    fn after(
        &self,
        fight: Fight,
        mover: usize,
        (from, to, ahead): (usize, usize, bool),
    ) -> Option<Fight> {
        let Fight { mut sets, mut number } = fight;
        let other = 1 - mover;
        let taken = sets[other] >> to & 1 == 1;
        if sets[mover] >> to & 1 == 1 || taken && ahead {
            return None;
        }
        sets[mover] ^= 1 << from | 1 << to;
        number = number - self.weights[mover][from] + self.weights[mover][to];
        if taken {
            sets[other] ^= 1 << to;
            number -= self.weights[other][to];
        }
        Some(Fight { sets, number })
    }

    /// Returns the moves that the attacker on turn needs at most.
    fn attack(&self, fight: Fight) -> u8 {
        let mut least = 0;
        for from in ones(fight.sets[0]) {
            let row = (from / self.columns - 1) * self.columns;
            if row == 0 {
                // One of its diagonals is on the board.
                return 1;
            }
            for (way, to) in self.targets(from, row).into_iter().enumerate() {
                let after = to.and_then(|to| self.after(fight, 0, (from, to, way == 0)));
                let needed = after.map_or(0, |after| self.solve(true, after));
                if needed > 0 && (least == 0 || needed < least) {
                    least = needed;
                }
            }
        }
        if least == 0 { 0 } else { least.saturating_add(1) }
    }

    /// Returns the moves that the attacker needs at most after any move of the defender, or a pass.
    fn defend(&self, fight: Fight) -> u8 {
        let mut most = self.solve(false, fight);
        for from in ones(fight.sets[1]) {
            if most == 0 {
                break;
            }
            let row = (from / self.columns + 1) * self.columns;
            if row == self.rows * self.columns {
                let [own, theirs] = fight.sets;
                let number = fight.number - self.weights[1][from];
                let left = Fight { sets: [own, theirs ^ 1 << from], number };
                most = worse(most, self.solve(false, left));
                continue;
            }
            for (way, to) in self.targets(from, row).into_iter().enumerate() {
                let after = to.and_then(|to| self.after(fight, 1, (from, to, way == 0)));
                if let Some(after) = after.filter(|_| most > 0) {
                    most = worse(most, self.solve(false, after));
                }
            }
        }
        most
    }
}

/// Returns the cells of a set.
fn ones(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        let any = set != 0;
        set &= set.wrapping_sub(1);
        any.then_some(cell)
    })
}

/// Returns the worse number of moves for the attacker: the greater one, or 0.
fn worse(one: u8, other: u8) -> u8 {
    if one == 0 || other == 0 { 0 } else { one.max(other) }
}

impl<W: Bitboard> Breakthrough<W> {
    /// Returns whether the agent wins by moves in the zone before its goal alone. Nobody has
    /// arrived yet.
    pub(super) fn wins_in_zone(&self, state: &Pieces<W>, agent: Agent) -> bool {
        let zone = self.zone.get_or_init(|| Zone::new(self.rows, self.columns));
        let Some(zone) = zone else { return false };
        let row = |distance: usize| {
            let row = if agent == Agent::FIRST { self.rows - 1 - distance } else { distance };
            let columns = |pieces: W| (pieces >> (row * self.columns) as u32).low() as usize;
            let set = |agent: Agent| columns(state.pieces[agent.index()]) & (zone.digits.len() - 1);
            [set(agent), set(agent.other())]
        };
        let waits = state.turn != agent;
        let needed = usize::from(zone.moves(waits, row));
        let other = agent.other();
        let arrives = |moves: usize| {
            let row = self.forward(self.goals[other.index()], agent, moves * self.columns);
            (state.pieces[other.index()] & row).any()
        };
        needed > 0 && !(1..needed + usize::from(waits)).any(arrives)
    }
}
