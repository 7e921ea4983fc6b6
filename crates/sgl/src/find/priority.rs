//! Lists of rules in order of priority: scoring, extension, shortening.

use ludex_base::{Budget, sort_by};
use ludex_game::below;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::solved::Solved;
use super::{LONGEST, Rates};

/// The maximal number of lists of each length that are extended; fewer if a list has many plays.
const WIDTH: usize = 60;
/// The approximate number of positions that may be visited for the lists of one length.
const MAX_VISITS: usize = 40_000_000;

/// How bad a list is; the most serious fault comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Score {
    /// The number of reachable positions where every move that the list allows gives the goal away.
    /// If there is none, some choice among the allowed moves keeps the goal.
    pub fatal: usize,
    /// The number of reachable positions where some move that the list allows gives the goal away.
    pub mistakes: usize,
    /// The number of reachable positions where a move that the list allows keeps the goal, but not
    /// the higher value that mistakes of the opponent have made possible.
    pub slips: usize,
    /// The number of positions that play by the list can reach without a mistake.
    pub positions: usize,
}

impl Score {
    /// Returns the faults that are compared, without the number of positions.
    fn faults(self) -> (usize, usize, usize) {
        (self.fatal, self.mistakes, self.slips)
    }
}

pub(super) struct Priorities<'a> {
    pub solved: &'a Solved,
    pub rows: &'a dyn Rows,
    pub budget: &'a Budget,
}

/// The moves that rules allow.
pub(super) trait Rows {
    /// Returns how many rules there are.
    fn rules(&self) -> usize;

    /// Returns the moves a rule allows in a position of the player, as a mask.
    fn row(&self, rule: usize, position: usize) -> u64;
}

impl Priorities<'_> {
    /// Returns the best list that a beam search finds, without the rules that it does not need; but
    /// the first rule stays, since a win is better than a draw.
    pub fn search(&self, tried: &dyn Fn(usize) -> bool) -> (Vec<usize>, Score) {
        let mut best = (self.score(&[]), Vec::new());
        let mut beam = vec![Vec::new()];
        for _ in 0..LONGEST {
            if best.0.faults() == (0, 0, 0) || self.budget.poll().is_err() {
                break;
            }
            let mut longer = self.extensions(&beam, tried);
            sort_by(&mut longer, Ord::cmp);
            // Of lists with the same score one is kept.
            longer.dedup_by_key(|(score, _)| *score);
            if let Some(first) = longer.first().filter(|first| first.0.faults() < best.0.faults()) {
                best = first.clone();
            }
            let visits = longer.iter().map(|(score, _)| score.positions).max().unwrap_or(1);
            longer.truncate((MAX_VISITS / (visits * self.rows.rules()).max(1)).clamp(2, WIDTH));
            beam = longer.into_iter().map(|(_, list)| list).collect();
        }
        let (list, score) = self.shorten(best.1);
        self.prefer_first(0, list, score)
    }

    /// Returns every list extended by every rule that it does not contain.
    fn extensions(
        &self,
        beam: &[Vec<usize>],
        tried: &dyn Fn(usize) -> bool,
    ) -> Vec<(Score, Vec<usize>)> {
        let mut longer = Vec::new();
        for list in beam {
            let rules = (0..self.rows.rules()).filter(|&rule| tried(rule));
            for rule in rules.filter(|rule| !list.contains(rule)) {
                if self.budget.poll().is_err() {
                    return longer;
                }
                let extended: Vec<usize> = list.iter().copied().chain([rule]).collect();
                longer.push((self.score(&extended), extended));
            }
        }
        longer
    }

    /// Puts a rule first (the immediate win) if that makes no more mistakes.
    fn prefer_first(&self, rule: usize, list: Vec<usize>, score: Score) -> (Vec<usize>, Score) {
        if list.contains(&rule) || list.len() == LONGEST {
            return (list, score);
        }
        let longer: Vec<usize> = [rule].into_iter().chain(list.iter().copied()).collect();
        let with = self.score(&longer);
        if with.faults() <= score.faults() { (longer, with) } else { (list, score) }
    }

    /// Drops rules as long as that makes no more mistakes.
    fn shorten(&self, mut list: Vec<usize>) -> (Vec<usize>, Score) {
        let mut score = self.score(&list);
        let mut place = 0;
        while place < list.len() {
            let mut shorter = list.clone();
            shorter.remove(place);
            let without = self.score(&shorter);
            if without.faults() <= score.faults() {
                (list, score, place) = (shorter, without, 0);
            } else {
                place += 1;
            }
        }
        (list, score)
    }

    /// Returns the moves that a list allows in a position, as a mask; all moves if the other player
    /// is to move.
    fn chosen(&self, list: &[usize], position: usize) -> u64 {
        let count = self.solved.moves(position).len();
        let all = if count == 64 { u64::MAX } else { (1 << count) - 1 };
        match self.solved.own[position] {
            true => {
                let rows = list.iter().map(|&rule| self.rows.row(rule, position));
                rows.into_iter().find(|&row| row != 0).unwrap_or(all)
            }
            false => all,
        }
    }

    /// Scores a list by visiting all positions that it can reach without a mistake.
    fn score(&self, list: &[usize]) -> Score {
        let solved = self.solved;
        let mut seen = vec![false; solved.len()];
        seen[0] = true;
        let mut open = vec![0usize];
        let mut score = Score { fatal: 0, mistakes: 0, slips: 0, positions: 1 };
        while let Some(position) = open.pop() {
            let mut chosen = self.chosen(list, position);
            if solved.own[position] {
                let good = solved.keeping(position, solved.values[0]);
                let best = solved.keeping(position, solved.values[position]);
                score.fatal += usize::from(chosen & good == 0);
                score.mistakes += usize::from(chosen & !good != 0);
                score.slips += usize::from(chosen & good & !best != 0);
                // If all its moves are mistakes, continue as if a good one had been played.
                chosen = if chosen & good == 0 { good } else { chosen & good };
            }
            for (place, &(_, target)) in solved.moves(position).iter().enumerate() {
                if chosen >> place & 1 == 1 && !seen[target as usize] {
                    seen[target as usize] = true;
                    score.positions += 1;
                    open.push(target as usize);
                }
            }
        }
        score
    }

    /// Plays games against an opponent who plays at random, and returns their results.
    pub fn rates(&self, list: &[usize], games: usize) -> Rates {
        /// The length after which a game counts as a draw.
        const LONGEST: usize = 2000;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut rates = Rates::default();
        for _ in 0..games {
            let mut position = 0;
            for _ in 0..LONGEST {
                let moves = self.solved.moves(position);
                let chosen = self.chosen(list, position);
                let count = chosen.count_ones() as usize;
                if moves.is_empty() || count == 0 {
                    break;
                }
                let pick = below(&mut rng, count);
                let place = (0..moves.len()).filter(|place| chosen >> place & 1 == 1).nth(pick);
                position = moves[place.expect("as many as were counted")].1 as usize;
            }
            let over = self.solved.moves(position).is_empty();
            rates.add(if over { self.solved.values[position] } else { 0 });
        }
        rates
    }
}
