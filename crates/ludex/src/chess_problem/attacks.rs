//! Which men attack a square, on a board of nothing but men: for what is said about a diagram or a
//! mate, not for search.

use super::popeye::Men;

/// A step on the board: files to the right, ranks up.
pub(super) type Step = (i32, i32);

const STRAIGHT: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ALL: [Step; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the square a step away, if it is on the board.
pub(super) fn stepped(square: usize, (right, up): Step) -> Option<usize> {
    let (file, rank) = ((square % 8) as i32 + right, (square / 8) as i32 + up);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
}

/// Returns the steps of a man other than a pawn, and whether it goes on in their direction.
pub(super) fn steps(man: char) -> (&'static [Step], bool) {
    match man.to_ascii_lowercase() {
        'q' => (&ALL, true),
        'r' => (&STRAIGHT, true),
        'b' => (&DIAGONAL, true),
        'n' => (&KNIGHT, false),
        'k' => (&ALL, false),
        _ => (&[], false),
    }
}

/// Returns the squares around a square.
pub(super) fn around(square: usize) -> impl Iterator<Item = usize> {
    ALL.iter().filter_map(move |&step| stepped(square, step))
}

impl Men {
    /// Returns the squares of the men of a colour that attack a square, or guard the man on it.
    pub fn attackers(&self, target: usize, white: bool) -> Vec<usize> {
        (0..64).filter(|&from| self.is(from, white) && self.attacks(from, target)).collect()
    }

    /// Returns whether a man of this colour is on a square.
    pub fn is(&self, square: usize, white: bool) -> bool {
        self.0[square].is_some_and(|man| man.is_ascii_uppercase() == white)
    }

    /// Returns the square of the king of a colour.
    pub fn king(&self, white: bool) -> Option<usize> {
        self.0.iter().position(|&man| man == Some(if white { 'K' } else { 'k' }))
    }

    /// Returns the squares that a man could go to in a step of one of its directions, up to the first
    /// man and with its square.
    fn attacks(&self, from: usize, target: usize) -> bool {
        let Some(man) = self.0[from] else { return false };
        if man.eq_ignore_ascii_case(&'p') {
            let up = if man == 'P' { 1 } else { -1 };
            return [-1, 1].iter().any(|&right| stepped(from, (right, up)) == Some(target));
        }
        let (steps, far) = steps(man);
        steps.iter().any(|&step| {
            let (mut at, mut free) = (from, true);
            while let Some(next) = stepped(at, step).filter(|_| free) {
                if next == target {
                    return true;
                }
                (at, free) = (next, far && self.0[next].is_none());
            }
            false
        })
    }
}
