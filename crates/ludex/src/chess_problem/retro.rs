//! What the last move can have been: whether a capture in passing or castling is possible at all.

use super::attacks::{stepped, steps};
use super::popeye::{Men, name};

/// A move that can have led to a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LastMove {
    from: usize,
    to: usize,
    /// Whether a pawn went two steps.
    double: bool,
}

/// Returns what the last move tells about a position (board, side on turn, castling rights, square
/// behind a pawn that has just moved), each as a sentence. Nothing is proved of the game before: a
/// move is excluded only if the other king could have been taken instead, or the own king was in a
/// check that no move can have given.
pub(super) fn remarks(position: &str) -> Vec<String> {
    let mut fields = position.split(' ');
    let Some(men) = fields.next().and_then(|board| Men::of_text(board).ok()?) else {
        return Vec::new();
    };
    if men == Men::game_array() {
        return Vec::new();
    }
    let white = fields.next() == Some("b");
    let rights = fields.next().unwrap_or("-");
    let passant = fields.next().filter(|square| *square != "-");
    let moved = if white { "White" } else { "Black" };
    let all = last_moves(&men, white, true);
    let mut remarks = Vec::new();
    let written = |mv: &LastMove| format!("{}-{}", name(mv.from), name(mv.to));
    let passes = |mv: &LastMove| {
        mv.double && passant.is_some_and(|square| name((mv.from + mv.to) / 2) == square)
    };
    match (&all[..], passant) {
        ([], _) => remarks.push(format!("no last move of {moved} leads to this position")),
        ([only], Some(_)) if only.double => {
            let only = written(only);
            remarks.push(format!("en passant is legal: the last move can only have been {only}"));
        }
        ([only], None) if only.double && beside(&men, only, !white) => remarks.push(format!(
            "the last move can only have been {}: en passant is legal, and the position does not say so",
            written(only)
        )),
        (_, Some(square)) => {
            if let Some(other) = all.iter().find(|mv| !passes(mv)) {
                let other = written(other);
                remarks.push(format!(
                    "en passant on {square} is taken from the position: it is not excluded that the last move was {other}"
                ));
            }
        }
        _ => {}
    }
    // The king's square and the rook's, for each right of the side that has moved.
    let home = if white { 0 } else { 56 };
    let sides = if white { [('K', 7), ('Q', 0)] } else { [('k', 7), ('q', 0)] };
    for (_, file) in sides.into_iter().filter(|(right, _)| rights.contains(*right)) {
        let unmoved = |mv: &LastMove| mv.to != home + 4 && mv.to != home + file;
        if !all.is_empty() && !all.iter().any(unmoved) {
            let castling = if file == 7 { "O-O" } else { "O-O-O" };
            remarks.push(format!(
                "{moved} cannot castle {castling}: its king or this rook moved last"
            ));
        }
    }
    remarks
}

/// Returns whether a pawn of a colour stands beside the target of a double step.
fn beside(men: &Men, mv: &LastMove, white: bool) -> bool {
    let pawn = if white { 'P' } else { 'p' };
    [-1, 1]
        .iter()
        .any(|&right| stepped(mv.to, (right, 0)).is_some_and(|at| men.0[at] == Some(pawn)))
}

/// Returns the moves of a side that can have led to a diagram: no fewer than there are. If checks are
/// to be explained, each left its side no king in a check that no move can have given.
fn last_moves(men: &Men, white: bool, explained: bool) -> Vec<LastMove> {
    let others = (0..64).filter(|&square| men.is(square, !white)).count();
    let mut found = Vec::new();
    for to in (0..64).filter(|&square| men.is(square, white)) {
        let Some(man) = men.0[to] else { continue };
        let mut add = |from: usize, before: char, taken: Option<(usize, char)>| {
            let mut earlier = men.clone();
            (earlier.0[to], earlier.0[from]) = (None, Some(before));
            if let Some((square, victim)) = taken {
                earlier.0[square] = Some(victim);
            }
            let safe = |white: bool| {
                earlier.king(white).is_none_or(|king| earlier.attackers(king, !white).is_empty())
            };
            let legal = safe(!white)
                && (!explained || safe(white) || !last_moves(&earlier, !white, false).is_empty());
            let double = before.eq_ignore_ascii_case(&'p') && from.abs_diff(to) == 16;
            let mv = LastMove { from, to, double };
            if legal && !found.contains(&mv) {
                found.push(mv);
            }
        };
        // What may have stood on the square before: any man but a king, where one is missing.
        let edge = !(8..56).contains(&to);
        let victims = if white { "qrbnp" } else { "QRBNP" };
        let victims = || victims.chars().filter(|man| !(edge && man.eq_ignore_ascii_case(&'p')));
        let up = if white { 1 } else { -1 };
        let pawn = if white { 'P' } else { 'p' };
        let rank = if white { to / 8 } else { 7 - to / 8 };
        let promoted = rank == 7 && !"KkPp".contains(man);
        if man == pawn && rank >= 2 || promoted {
            if let Some(from) = stepped(to, (0, -up)).filter(|&from| men.0[from].is_none()) {
                add(from, pawn, None);
                let twice = stepped(from, (0, -up)).filter(|_| rank == 3 && !promoted);
                if let Some(from) = twice.filter(|&from| men.0[from].is_none()) {
                    add(from, pawn, None);
                }
            }
            for right in [-1, 1] {
                let from = stepped(to, (right, -up)).filter(|&from| men.0[from].is_none());
                let Some(from) = from.filter(|_| others < 16) else { continue };
                victims().for_each(|victim| add(from, pawn, Some((to, victim))));
                let passed = stepped(to, (0, -up)).filter(|&at| rank == 5 && men.0[at].is_none());
                if let Some(at) = passed {
                    let victim = if white { 'p' } else { 'P' };
                    add(from, pawn, Some((at, victim)));
                }
            }
        }
        let (steps, far) = steps(man);
        for &step in steps {
            let mut at = to;
            while let Some(from) = stepped(at, step).filter(|&from| men.0[from].is_none()) {
                add(from, man, None);
                if others < 16 {
                    victims().for_each(|victim| add(from, man, Some((to, victim))));
                }
                if !far {
                    break;
                }
                at = from;
            }
        }
        // Castling: the rook stands where the king went over.
        let from = if white { 4 } else { 60 };
        let rook = if white { 'R' } else { 'r' };
        for (kings, rooks, corner) in
            [(from + 2, from + 1, from + 3), (from - 2, from - 1, from - 4)]
        {
            let castled =
                man.eq_ignore_ascii_case(&'k') && to == kings && men.0[rooks] == Some(rook);
            if castled && men.0[from].is_none() && men.0[corner].is_none() {
                found.push(LastMove { from, to, double: false });
            }
        }
    }
    found
}
