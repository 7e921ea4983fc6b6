//! Lists of rules in order of priority: scored, made longer, made shorter.

use super::solved::Solved;
use crate::model::Limits;

/// The most rules of a list, the last one (`any`) not counted.
const LONGEST: usize = 5;
/// How many lists of each length are made longer.
const WIDTH: usize = 60;

/// How good a list is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Score {
    /// Reachable positions where a move that the list allows gives the goal away.
    pub mistakes: usize,
    /// Positions that play by the list can reach without a mistake.
    pub positions: usize,
}

pub(super) struct Priorities<'a> {
    pub solved: &'a Solved,
    /// By rule and position: the moves it allows, as a mask.
    pub rows: &'a [Vec<u64>],
    pub limits: &'a Limits,
}

impl Priorities<'_> {
    /// The best list that a beam search finds, without rules that it does not need; but the first
    /// of all rules stays, since to win is better than not to lose.
    pub fn search(&mut self) -> (Vec<usize>, Score) {
        let mut best = (self.score(&[]), Vec::new());
        let mut beam = vec![Vec::new()];
        for _ in 0..LONGEST {
            if best.0.mistakes == 0 || self.limits.reached(0, 0, 0).is_some() {
                break;
            }
            let mut longer = Vec::new();
            for list in &beam {
                for rule in (0..self.rows.len()).filter(|rule| !list.contains(rule)) {
                    let extended: Vec<usize> = list.iter().copied().chain([rule]).collect();
                    longer.push((self.score(&extended), extended));
                }
            }
            longer.sort();
            // Lists that do the same count once.
            longer.dedup_by_key(|(score, _)| *score);
            longer.truncate(WIDTH);
            if let Some(first) = longer.first() {
                if first.0.mistakes < best.0.mistakes {
                    best = first.clone();
                }
            }
            beam = longer.into_iter().map(|(_, list)| list).collect();
        }
        let (list, score) = self.shorten(best.1);
        self.prefer_first(0, list, score)
    }

    /// Puts a rule first (to win at once, if that is possible) if that makes no more mistakes.
    fn prefer_first(&self, rule: usize, list: Vec<usize>, score: Score) -> (Vec<usize>, Score) {
        if list.contains(&rule) || list.len() == LONGEST {
            return (list, score);
        }
        let longer: Vec<usize> = [rule].into_iter().chain(list.iter().copied()).collect();
        let with = self.score(&longer);
        if with.mistakes <= score.mistakes { (longer, with) } else { (list, score) }
    }

    /// Drops rules as long as that makes no more mistakes.
    fn shorten(&self, mut list: Vec<usize>) -> (Vec<usize>, Score) {
        let mut score = self.score(&list);
        let mut place = 0;
        while place < list.len() {
            let mut shorter = list.clone();
            shorter.remove(place);
            let without = self.score(&shorter);
            if without.mistakes <= score.mistakes {
                (list, score, place) = (shorter, without, 0);
            } else {
                place += 1;
            }
        }
        (list, score)
    }

    /// Plays all games that the list allows, mistakes apart.
    fn score(&self, list: &[usize]) -> Score {
        let solved = self.solved;
        let mut seen = vec![false; solved.len()];
        seen[0] = true;
        let mut open = vec![0usize];
        let mut score = Score { mistakes: 0, positions: 1 };
        while let Some(position) = open.pop() {
            let moves = solved.moves(position);
            let all = if moves.len() == 64 { u64::MAX } else { (1 << moves.len()) - 1 };
            let chosen = match solved.own[position] {
                true => list.iter().map(|&rule| self.rows[rule][position]).find(|&row| row != 0),
                false => None,
            };
            let mut chosen = chosen.unwrap_or(all);
            if solved.own[position] {
                let good = solved.good(position);
                score.mistakes += usize::from(chosen & !good != 0);
                chosen &= good;
            }
            for (place, &(_, target)) in moves.iter().enumerate() {
                if chosen >> place & 1 == 1 && !seen[target as usize] {
                    seen[target as usize] = true;
                    score.positions += 1;
                    open.push(target as usize);
                }
            }
        }
        score
    }
}
