//! Hints for mnk-games: on boards of one word, who completes a line with the next two stones and
//! who still can at all; on larger ones a move order, and history.

use ludex_game::{Bounds, Hints, Model, Outcome};

use super::{Board, Mnk, Place};
use crate::board::share;
use crate::symmetry::turn_number;

/// Properties of the lines of a board, for the agent on turn and the other.
struct Lines {
    /// The cells where the agent on turn, and the other, would complete a line.
    wins: [u64; 2],
    /// Whether the agent on turn, and the other, has a line without stones of its opponent.
    open: [bool; 2],
}

impl<const N: usize> Hints for Mnk<N> {
    /// Returns exact bounds if the agent on turn completes a line, or cannot stop the opponent from
    /// doing so; an agent without an open line gets at best a draw.
    fn bounds(&self, state: &Board<N>) -> Bounds {
        let (mut worst, mut best) = (-1, 1);
        if N == 1 {
            let Lines { wins, open } = self.look(state);
            if wins[0] != 0 {
                worst = 1;
            } else if wins[1].count_ones() > 1 {
                best = -1;
            } else {
                best = i32::from(open[0]);
                worst = -i32::from(open[1]);
            }
        }
        let sign = if state.turn.index() == 0 { 1 } else { -1 };
        let rank = |score: i32| Outcome((sign * score + 1) as u16);
        let (one, other) = (rank(worst), rank(best));
        Bounds { low: one.min(other), high: one.max(other) }
    }

    /// Lists a winning cell, or the only answer to a threat; otherwise cells on many promising
    /// lines come first. On boards of several words cells next to a stone come first, from the
    /// centre outwards.
    fn candidates(&self, state: &Board<N>, out: &mut Vec<Place>) {
        if N > 1 {
            return self.near_first(state, out);
        }
        let Lines { wins: [wins, threats], .. } = self.look(state);
        let only = if wins != 0 { wins } else { threats };
        if only != 0 {
            return out.push(Place(only.trailing_zeros() as u16));
        }
        let scores = self.scores(state);
        let empty = self.empty(state);
        let mut list = [0u32; 64];
        let mut count = 0;
        for &cell in self.order.iter().filter(|&&cell| empty.has(cell.into())) {
            list[count] =
                scores[usize::from(cell)] << 16 | (63 - count as u32) << 8 | u32::from(cell);
            count += 1;
        }
        list[..count].sort_unstable_by(|a, b| b.cmp(a));
        out.extend(list[..count].iter().map(|&entry| Place((entry & 255) as u16)));
    }

    /// Returns the smallest key over all symmetries of the board, except on crowded large boards,
    /// where mirror images are rare.
    fn canonical_key(&self, state: &Board<N>) -> u64 {
        if state.count > 64 {
            return self.key(state);
        }
        self.symmetries.least([state.stones[0].iter(), state.stones[1].iter()])
            ^ turn_number(state.turn)
    }

    fn history_size(&self) -> usize {
        if N == 1 { 0 } else { self.columns * self.rows }
    }

    #[inline]
    fn history_index(&self, mv: Place) -> usize {
        mv.0.into()
    }

    fn evaluations(&self) -> &'static [&'static str] {
        if N == 1 { &["lines"] } else { &[] }
    }

    /// Returns X's share of the lines without stones of the opponent, four times as much for each
    /// stone.
    fn evaluation(&self, _which: usize, state: &Board<N>) -> f64 {
        let [first, second] = [0, 1].map(|agent: usize| state.stones[agent].0[0]);
        let worth = |own: u64, other: u64| {
            let open = self.lines.iter().filter(|&line| line & other == 0);
            let weights = open.map(|line| 1 << (2 * (line & own).count_ones()).min(16));
            weights.fold(0, u32::saturating_add)
        };
        share([worth(first, second), worth(second, first)])
    }
}

impl<const N: usize> Mnk<N> {
    /// Computes the properties of all lines of a board of one word.
    fn look(&self, state: &Board<N>) -> Lines {
        let mine = state.stones[state.turn.index()].0[0];
        let theirs = state.stones[state.turn.other().index()].0[0];
        let mut lines = Lines { wins: [0; 2], open: [false; 2] };
        for &line in &self.lines {
            for (i, (own, other)) in [(mine, theirs), (theirs, mine)].into_iter().enumerate() {
                let missing = line & !own;
                if line & other == 0 {
                    lines.open[i] = true;
                    lines.wins[i] |=
                        if missing & missing.wrapping_sub(1) == 0 { missing } else { 0 };
                }
            }
        }
        lines
    }

    /// Returns a score for each cell of a board of one word: four times as much for each stone on a
    /// line through it that has stones of one agent only.
    fn scores(&self, state: &Board<N>) -> [u32; 64] {
        let [first, second] = [0, 1].map(|agent: usize| state.stones[agent].0[0]);
        let mut scores = [0; 64];
        for &line in self.lines.iter().filter(|&line| line & first == 0 || line & second == 0) {
            let weight = 1 << (2 * (line & (first | second)).count_ones()).min(8);
            let mut cells = line & !(first | second);
            while cells != 0 {
                let score: &mut u32 = &mut scores[cells.trailing_zeros() as usize];
                *score = (*score + weight).min(0xffff);
                cells &= cells - 1;
            }
        }
        scores
    }

    /// Lists the empty cells next to a stone, then the others, both from the centre outwards.
    fn near_first(&self, state: &Board<N>, out: &mut Vec<Place>) {
        let (empty, start) = (self.empty(state), out.len());
        let near = |cell: u16| {
            let cell = usize::from(cell);
            let taken = |other| !empty.has(other);
            self.steps.iter().zip(&self.reach[cell]).any(|(&step, &[ahead, behind])| {
                ahead > 0 && taken(cell + step) || behind > 0 && taken(cell - step)
            })
        };
        out.extend(self.order.iter().filter(|&&cell| empty.has(cell.into())).map(|&c| Place(c)));
        out[start..].sort_by_key(|mv| !near(mv.0));
    }
}
