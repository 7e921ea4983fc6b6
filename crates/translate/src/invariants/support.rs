//! Gravity: if a cell has something on it, the next one in some direction has, too.
//!
//! It makes conditions shorter (an empty cell has only empty ones above it) and is found by
//! induction: true at the start, and preserved by every move.

use super::contents::{Contents, Invariants, facts_at};
use crate::board::{Board, Cell, Offset};
use crate::moves::{Instance, Moves};
use crate::rules::Reader;
use crate::rules::{Expr, Known};

const WAYS: [Offset; 4] = [
    Offset { right: 0, up: -1 },
    Offset { right: 0, up: 1 },
    Offset { right: -1, up: 0 },
    Offset { right: 1, up: 0 },
];

/// Adds the directions in which marks are supported; returns whether there are any.
pub(crate) fn find_support(
    reader: &mut Reader,
    invariants: &mut Invariants,
    moves: &Moves,
    initial: &[usize],
) -> bool {
    let board = reader.clauses.board;
    for functor in 0..board.functors.len() {
        for way in WAYS {
            let empties = invariants.contents[functor] != Contents::One;
            let start = || supported_at_start(board, functor, way, initial);
            let kept = |reader: &mut Reader, i| keeps(reader, board, functor, way, i);
            if empties && start() && moves.instances.iter().all(|i| kept(reader, i)) {
                invariants.supported.push((functor, way));
            }
        }
    }
    !invariants.supported.is_empty()
}

fn supported_at_start(board: &Board, functor: usize, way: Offset, initial: &[usize]) -> bool {
    let filled = |cell: Cell| facts_at(board, functor, cell).iter().any(|f| initial.contains(f));
    board.cells().all(|cell| !filled(cell) || !board.has(cell.at(way)) || filled(cell.at(way)))
}

/// Returns whether a move removes nothing and adds something only next to what is there.
fn keeps(
    reader: &mut Reader,
    board: &Board,
    functor: usize,
    way: Offset,
    instance: &Instance,
) -> bool {
    let of = |marks: &[usize]| marks.iter().any(|&m| board.marks[m].functor == functor);
    for (i, &cell) in instance.cells.iter().enumerate() {
        let (before, after) = (of(&instance.before[i]), of(&instance.after[i]));
        if before && !after {
            return false;
        }
        let below = cell.at(way);
        if before || !after || !board.has(below) {
            continue;
        }
        let placed = instance.cells.iter().position(|&c| c == below);
        let supported = placed.is_some_and(|p| of(&instance.after[p])) || {
            let empty: Known =
                facts_at(board, functor, below).into_iter().map(|f| (f, false)).collect();
            placed.is_none() && reader.assume(instance.condition, &empty) == Expr::FALSE
        };
        if !supported {
            return false;
        }
    }
    true
}
