//! A static bound on who outlasts whom by counting, after Breuker, Uiterwijk and van den Herik, and
//! Bullock (*Domineering: Solving Large Combinatorial Search Spaces*), with the worst case taken
//! from a table instead of a formula.
//!
//! An agent packs places of its own that do not overlap and commits itself to play only these, as
//! long as the opponent leaves any of them. What the opponent can do to them:
//! - a *safe* place holds no cell the opponent can cover: nobody can take it away;
//! - a *lonely* place cannot be touched together with another one: a domino spoils one;
//! - of all other *open* places a domino spoils at most two, since a domino covers two cells;
//! - a *guard* is two places side by side, an inner and an outer one, where the inner one is
//!   closed on its other side. Played on the outer place it makes the inner one safe: two moves. A
//!   domino of the opponent across both spoils both; any other that touches it covers one cell
//!   of the outer place and spoils at most one open place or guard beside it, and the inner
//!   place is left as a lonely one.
//!
//! The opponent covers its dominoes with cells it can cover now (say `c` of them) and that the
//! agent does not take: if the agent takes `r` of them and makes `m` moves, the opponent makes at
//! most `(c − r) / 2`. So the agent outlasts it if `2m + r > c`, or `2m + r ≥ c − 1` if the
//! opponent is on turn. The table has the greatest `2m + r` that the agent can guarantee, by
//! minimax over the numbers of places left, where the opponent may also play elsewhere. An agent
//! may overlook places it has, so a count beyond the table is reduced to the greatest in it.

use std::sync::LazyLock;

use super::places::Places;
use crate::bitboard::Bitboard;

/// The greatest numbers of guards, open places and so on in the table.
const MOST: [usize; 4] = [8, 24, 10, 14];
const STEPS: [usize; 4] = [25 * 11 * 15, 11 * 15, 15, 1];
const SIZE: usize = 9 * STEPS[0];

/// Numbers of places an agent has packed that the opponent can still touch: guards; open places
/// with two cells, and with one cell, the opponent can cover; lonely places.
type Touchable = [usize; 4];

fn place([guards, open, half, lonely]: Touchable) -> usize {
    let cut = |count: usize, kind: usize| count.min(MOST[kind]) * STEPS[kind];
    cut(guards, 0) + cut(open, 1) + cut(half, 2) + cut(lonely, 3)
}

/// The gain of playing one place of each kind: twice the moves, and the cells taken.
const WORTH: [u8; 4] = [8, 4, 3, 3];

/// The changes of the numbers that one domino of the opponent can cause.
const DAMAGE: [[isize; 4]; 11] = [
    [0, 0, 0, 0],
    [-1, 0, 0, 0],
    [-2, 0, 0, 2],
    [-1, -1, 0, 1],
    [-1, 0, -1, 1],
    [0, -1, 0, 0],
    [0, -2, 0, 0],
    [0, -1, -1, 0],
    [0, 0, -1, 0],
    [0, 0, -2, 0],
    [0, 0, 0, -1],
];

/// The greatest `2m + r` that an agent can guarantee, if it is on turn, and if the opponent is.
static SURE: LazyLock<Vec<[u8; 2]>> = LazyLock::new(|| {
    let mut sure = vec![[0; 2]; SIZE];
    for at in 0..SIZE {
        let counts: Touchable = std::array::from_fn(|k| at / STEPS[k] % (MOST[k] + 1));
        let played = (0..4).filter(|&kind| counts[kind] > 0);
        let on_turn = played.map(|kind| WORTH[kind] + sure[at - STEPS[kind]][1]).max();
        sure[at][0] = on_turn.unwrap_or(0);
        let spoilt = DAMAGE.iter().filter_map(|change| {
            let left = |kind: usize| counts[kind].checked_add_signed(change[kind]);
            Some(place([left(0)?, left(1)?, left(2)?, left(3)?]))
        });
        sure[at][1] = spoilt.map(|left| sure[left][0]).min().unwrap_or(0);
    }
    sure
});

/// Returns by how much `own` is sure to outlast `theirs` on these empty cells, the former on turn
/// or not: it wins if that is positive.
#[inline]
pub(super) fn margin<W: Bitboard>(
    own: &Places<W>,
    theirs: &Places<W>,
    empty: W,
    turn: bool,
) -> i32 {
    let cells = theirs.covered(empty);
    // Guards first, then safe places, then what else fits.
    let (guards, guard_count) = own.guards(theirs, empty);
    let rest = empty & !guards;
    let (safe, safe_count) = own.packed(rest & !cells);
    let open = own.packed_places(rest & !safe);
    let dominoes = own.cells_of(open);
    let beside = theirs.beside(guards | dominoes) & dominoes;
    let lonely = open & !own.touching(beside);
    let half = open & !lonely & own.touching(dominoes & !cells);
    let touchable = [guard_count, (open & !lonely & !half).count(), half.count(), lonely.count()];
    let sure = SURE[place(touchable.map(|count| count as usize))];
    let sum = 2 * safe_count as i32 - cells.count() as i32;
    if turn { sum + i32::from(sure[0]) } else { sum + i32::from(sure[1]) + 2 }
}
