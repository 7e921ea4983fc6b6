//! Fights on the last rows before a goal, solved once for all placements of pieces there.
//!
//! Pieces never move back: those that defend a goal leave its last rows, the *zone*, and none comes
//! in. So a table can have, for every placement of pieces in the zone, how many moves an agent needs
//! at most to arrive if it moves only there, whatever the other one does, who may also pass. In the
//! whole game a pass is a move somewhere else. So the agent wins if it arrives before the nearest of
//! the other agent's pieces could, even if nothing were in its way. This is what the race patterns
//! of \[SJC12\] are for, here for the whole width of the board.
//!
//! After the agent's best move in the zone the same is true whatever the reply is, so that a search
//! that looks for evidence finds these moves by the same test.

use ludex_game::Agent;

use super::{Breakthrough, Pieces};
use crate::bitboard::Bitboard;

/// The greatest number of placements of a table, on boards of fewer than [`LARGE`] cells and others.
const PLACEMENTS: [u64; 2] = [1 << 18, 10_000_000];
const LARGE: usize = 24;

/// The fights in a zone. Its cells are numbered row by row, beginning with the goal.
#[derive(Debug)]
pub(super) struct Zone {
    columns: usize,
    rows: usize,
    /// The digits of a row as a number with base 3, by the set of columns in which they are 1.
    digits: Vec<u32>,
    /// What the digits of a row are worth in the number of a placement; of the goal there is a set of
    /// columns instead.
    worth: Vec<u32>,
    /// The moves that the attacker needs at most if it is on turn, and if it is not; 0 if it may
    /// never arrive. By the number of the placement.
    moves: Vec<[u8; 2]>,
}

impl Zone {
    /// Solves the largest zone whose table is small enough, on a board of this size. Returns `None`
    /// if that has less than 3 rows: the last two need no table.
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
        let mut zone = Zone {
            columns,
            rows,
            digits: (0..1 << columns).map(number).collect(),
            worth: std::iter::once(1).chain((1..rows).map(worth)).collect(),
            moves: vec![[0; 2]; count as usize],
        };
        zone.solve();
        Some(zone)
    }

    /// Returns the moves that the attacker needs at most if it is on turn, and if it is not; 0 if it
    /// may never arrive. `row` returns the columns of both agents' pieces, the attacker's first, in
    /// the row at this distance from the goal, where no attacker is yet.
    #[inline]
    fn moves(&self, row: impl Fn(usize) -> [usize; 2]) -> [u8; 2] {
        let filled = |at: usize| {
            let [attackers, defenders] = row(at).map(|set| self.digits[set]);
            self.worth[at] * (attackers + 2 * defenders)
        };
        let number = (1..self.rows).map(filled).sum::<u32>() as usize + row(0)[1];
        self.moves[number]
    }

    /// Fills the table. An attacker's move brings one nearer, and a defender's takes one or leaves
    /// all where they are: so fewer attackers come first, then those that are nearer.
    fn solve(&mut self) {
        let cells = self.columns * self.rows;
        let distance = |set: &u32| -> usize { ones(*set).map(|cell| cell / self.columns).sum() };
        let sets = (1..1_u32 << (cells - self.columns)).map(|set| set << self.columns);
        let mut sets: Vec<u32> = sets.collect();
        sets.sort_by_cached_key(|set| (set.count_ones(), distance(set)));
        let weights = |of: &dyn Fn(usize, u32) -> u32| -> Vec<u32> {
            let power = |cell: usize| 3_u32.pow((cell % self.columns) as u32);
            (0..cells).map(|cell| of(cell, self.worth[cell / self.columns] * power(cell))).collect()
        };
        let attackers = weights(&|_, weight| weight);
        let defenders = weights(&|cell, weight| match cell < self.columns {
            true => 1 << cell,
            false => 2 * weight,
        });
        for set in sets {
            let free = !set & ((1 << cells) - 1);
            let number: u32 = ones(set).map(|cell| attackers[cell]).sum();
            for on_turn in [0, 1] {
                let mut theirs = 0;
                loop {
                    let number = number + ones(theirs).map(|cell| defenders[cell]).sum::<u32>();
                    let fight = Fight { zone: self, weights: [&attackers, &defenders], number };
                    let needed = match on_turn {
                        0 => fight.attack([set, theirs]),
                        _ => fight.defend([set, theirs]),
                    };
                    self.moves[number as usize][on_turn] = needed;
                    theirs = theirs.wrapping_sub(free) & free;
                    if theirs == 0 {
                        break;
                    }
                }
            }
        }
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

/// A placement of pieces while the table is filled.
struct Fight<'z> {
    zone: &'z Zone,
    /// What pieces on cells add to the number, those of the attacker first.
    weights: [&'z [u32]; 2],
    number: u32,
}

impl Fight<'_> {
    /// Returns the cells to which a piece moves from a cell to a row whose first cell this is: the
    /// one straight ahead first.
    fn targets(&self, from: usize, row: usize) -> [Option<usize>; 3] {
        let column = from % self.zone.columns;
        let right = Some(column + 1).filter(|&column| column < self.zone.columns);
        [Some(column), column.checked_sub(1), right].map(|column| Some(row + column?))
    }

    /// Returns the moves that the attacker on turn needs at most.
    fn attack(&self, [own, theirs]: [u32; 2]) -> u8 {
        let Zone { columns, moves, .. } = self.zone;
        let [attackers, defenders] = self.weights;
        let mut least = 0;
        for from in ones(own) {
            let row = (from / columns - 1) * columns;
            if row == 0 {
                // One of its diagonals is on the board.
                return 1;
            }
            for (way, to) in self.targets(from, row).into_iter().enumerate() {
                let Some(to) = to else { continue };
                let (taken, blocked) = (theirs >> to & 1 == 1, own >> to & 1 == 1);
                if blocked || taken && way == 0 {
                    continue;
                }
                let taken = if taken { defenders[to] } else { 0 };
                let number = self.number - attackers[from] + attackers[to] - taken;
                let needed = moves[number as usize][1];
                if needed > 0 && (least == 0 || needed < least) {
                    least = needed;
                }
            }
        }
        if least == 0 { 0 } else { least.saturating_add(1) }
    }

    /// Returns the moves that the attacker needs at most after any move of the defender, or a pass.
    fn defend(&self, [own, theirs]: [u32; 2]) -> u8 {
        let Zone { columns, rows, moves, .. } = self.zone;
        let [attackers, defenders] = self.weights;
        let mut most = moves[self.number as usize][0];
        for from in ones(theirs) {
            let row = (from / columns + 1) * columns;
            let left = self.number - defenders[from];
            if row == rows * columns {
                most = worse(most, moves[left as usize][0]);
                continue;
            }
            for (way, to) in self.targets(from, row).into_iter().enumerate() {
                let Some(to) = to else { continue };
                let (taken, blocked) = (own >> to & 1 == 1, theirs >> to & 1 == 1);
                if blocked || taken && way == 0 {
                    continue;
                }
                let number = left + defenders[to] - if taken { attackers[to] } else { 0 };
                most = worse(most, moves[number as usize][0]);
            }
            if most == 0 {
                break;
            }
        }
        most
    }
}

/// Returns the worse number of moves for the attacker: the greater one, or 0.
fn worse(one: u8, other: u8) -> u8 {
    if one == 0 || other == 0 { 0 } else { one.max(other) }
}

impl<W: Bitboard> Breakthrough<W> {
    /// Returns whether the agent wins by moves in the zone before its goal alone. Nobody has arrived
    /// yet.
    pub(super) fn wins_in_zone(&self, state: &Pieces<W>, agent: Agent) -> bool {
        let zone = self.zone.get_or_init(|| Zone::new(self.rows, self.columns));
        let Some(zone) = zone else { return false };
        let row = |distance: usize| {
            let row = if agent == Agent::FIRST { self.rows - 1 - distance } else { distance };
            let columns = |pieces: W| (pieces >> (row * self.columns) as u32).low() as usize;
            let set = |agent: Agent| columns(state.pieces[agent.index()]) & (zone.digits.len() - 1);
            [set(agent), set(agent.other())]
        };
        let waits = usize::from(state.turn != agent);
        let needed = usize::from(zone.moves(row)[waits]);
        let other = agent.other();
        let arrives = |moves: usize| {
            let row = self.forward(self.goals[other.index()], agent, moves * self.columns);
            (state.pieces[other.index()] & row).any()
        };
        needed > 0 && !(1..needed + waits).any(arrives)
    }
}
