//! Matrices as they are parsed, and the check that they form a DAG.

use std::ops::Range;

use crate::TextError;

/// A matrix whose cells are not yet states.
pub struct Draft {
    pub name: String,
    pub moves: [Vec<String>; 2],
    pub cells: Vec<(Cell, Range<usize>)>,
}

/// The content of a cell.
#[derive(Clone, Copy)]
pub enum Cell {
    /// The matrix with this number.
    Matrix(u32),
    /// The payoff with this number, in the order of the text.
    Payoff(u32),
}

/// Fails if a cell leads back to a state a play may have come from: the transition relation is a
/// DAG [Saf13, Section 5.1.1]. Depth-first search with an explicit stack, because plays may be
/// long.
pub fn no_cycle(drafts: &[Draft]) -> Result<(), TextError> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut mark = vec![NEW; drafts.len()];
    for start in 0..drafts.len() {
        let mut path = vec![(start, 0)];
        while let Some((state, next)) = path.pop() {
            if next == 0 && mark[state] != NEW {
                continue;
            }
            mark[state] = OPEN;
            let rest = drafts[state].cells[next..].iter();
            let step = rest.enumerate().find_map(|(skipped, (cell, span))| match cell {
                Cell::Matrix(target) if mark[*target as usize] != DONE => {
                    Some((next + skipped + 1, *target as usize, span))
                }
                _ => None,
            });
            match step {
                None => mark[state] = DONE,
                Some((_, target, span)) if mark[target] == OPEN => {
                    let (from, to) = (&drafts[state].name, &drafts[target].name);
                    let message = format!("\"{from}\" leads back to \"{to}\" here");
                    return Err(TextError::new(message, span.clone())
                        .help("a play of a stacked-matrix game never comes to a state twice"));
                }
                Some((resume, target, _)) => path.extend([(state, resume), (target, 0)]),
            }
        }
    }
    Ok(())
}
