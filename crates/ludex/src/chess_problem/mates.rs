//! Mates as composers look at them: pure, economical, model and ideal mates.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::attacks::around;
use super::popeye::Men;

/// How many mates there are, and how many of them are of which kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProblemMates {
    /// Positions in which a side is mated.
    pub different: usize,
    /// Pure mates: one man checks, and every square around the king is out of reach for one reason
    /// only, which is one man that guards it, or an own man on it that is not attacked.
    pub pure: usize,
    /// Economical mates: all men of the mating side other than king and pawns check, guard a square
    /// around the king, or pin a man.
    pub economical: usize,
    /// Model mates: pure and economical.
    pub model: usize,
    /// Ideal mates: model mates in which king and pawns take part, too, and all men of the mated side
    /// stand beside the king or are pinned.
    pub ideal: usize,
}

impl ProblemMates {
    /// Counts mates, given as the boards of their FEN. Returns `None` if there are none.
    ///
    /// ```
    /// use ludex::ProblemMates;
    /// let idle_knight = "4k2R/8/4K3/8/8/8/8/N7".to_string();
    /// let mates = ProblemMates::count(&[idle_knight].into()).unwrap();
    /// assert_eq!((mates.different, mates.pure, mates.model), (1, 1, 0));
    /// ```
    pub fn count(boards: &BTreeSet<String>) -> Option<ProblemMates> {
        let mut mates = ProblemMates::default();
        for mate in boards.iter().filter_map(|board| Mate::of(&Men::of_text(board).ok()??)) {
            let model = mate.pure && mate.economical;
            mates.different += 1;
            mates.pure += usize::from(mate.pure);
            mates.economical += usize::from(mate.economical);
            mates.model += usize::from(model);
            mates.ideal += usize::from(model && mate.all);
        }
        (mates.different > 0).then_some(mates)
    }
}

/// What is to be seen in a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mate {
    pure: bool,
    economical: bool,
    /// Whether all men of both sides take part.
    all: bool,
}

impl Mate {
    /// Looks at a position in which a king is mated; returns `None` where none is in check.
    fn of(men: &Men) -> Option<Mate> {
        let checked = |&white: &bool| {
            men.king(white).is_some_and(|king| !men.attackers(king, !white).is_empty())
        };
        let white = [false, true].into_iter().find(checked)?;
        let king = men.king(white)?;
        let checks = men.attackers(king, !white);
        // Lines go on behind the king.
        let mut without = men.clone();
        without.0[king] = None;
        let mut pure = checks.len() == 1;
        let mut active: BTreeSet<usize> = checks.into_iter().collect();
        let mut passive = BTreeSet::from([king]);
        for square in around(king) {
            let guards = without.attackers(square, !white);
            pure &= guards.len() == usize::from(!men.is(square, white));
            passive.extend(men.is(square, white).then_some(square));
            active.extend(guards);
        }
        for pinned in (0..64).filter(|&square| men.is(square, white) && square != king) {
            let mut lifted = men.clone();
            lifted.0[pinned] = None;
            let pins = lifted.attackers(king, !white);
            let pins: Vec<usize> =
                pins.into_iter().filter(|at| !is_check(men, *at, king)).collect();
            passive.extend((!pins.is_empty()).then_some(pinned));
            active.extend(pins);
        }
        let idle = |square: &usize| men.is(*square, !white) && !active.contains(square);
        let piece = |square: &usize| men.0[*square].is_some_and(|man| !"KkPp".contains(man));
        let economical = !(0..64).filter(idle).any(|square| piece(&square));
        let all = !(0..64)
            .any(|square| idle(&square) || men.is(square, white) && !passive.contains(&square));
        Some(Mate { pure, economical, all })
    }
}

/// Returns whether the man on a square attacks the king without another being lifted.
fn is_check(men: &Men, from: usize, king: usize) -> bool {
    men.0[from].is_some_and(|man| men.attackers(king, man.is_ascii_uppercase()).contains(&from))
}
