//! Lists of rules in order of priority: scored, made longer, made shorter.

use ludex_base::Budget;
use ludex_game::below;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::solved::Solved;
use super::{LONGEST, Rates};

/// How many lists of each length are made longer, at most; fewer if plays are many.
const WIDTH: usize = 60;
/// How many positions may be looked at for the lists of one length, about.
const LOOKS: usize = 40_000_000;

/// How bad a list is, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Score {
    /// Reachable positions where every move that the list allows gives the goal away. As long as there
    /// is none, some choice among its moves keeps the goal.
    pub fatal: usize,
    /// Reachable positions where a move that the list allows gives the goal away.
    pub mistakes: usize,
    /// Reachable positions where such a move gives away what the other has given before.
    pub slips: usize,
    /// Positions that play by the list can reach without a mistake.
    pub positions: usize,
}

impl Score {
    /// What counts: not how many positions there are.
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
    /// How many rules there are.
    fn rules(&self) -> usize;

    /// The moves a rule allows in a position of the player, as a mask.
    fn row(&self, rule: usize, position: usize) -> u64;
}

impl Priorities<'_> {
    /// The best list of some rules that a beam search finds, without rules that it does not need; but
    /// the first of all rules stays, since to win is better than not to lose.
    pub fn search(&self, tried: &dyn Fn(usize) -> bool) -> (Vec<usize>, Score) {
        let mut best = (self.score(&[]), Vec::new());
        let mut beam = vec![Vec::new()];
        for _ in 0..LONGEST {
            if best.0.faults() == (0, 0, 0) || self.budget.poll().is_err() {
                break;
            }
            let mut longer = self.extensions(&beam, tried);
            longer.sort();
            // Lists that do the same count once.
            longer.dedup_by_key(|(score, _)| *score);
            if let Some(first) = longer.first().filter(|first| first.0.faults() < best.0.faults()) {
                best = first.clone();
            }
            let looks = longer.iter().map(|(score, _)| score.positions).max().unwrap_or(1);
            longer.truncate((LOOKS / (looks * self.rows.rules()).max(1)).clamp(2, WIDTH));
            beam = longer.into_iter().map(|(_, list)| list).collect();
        }
        let (list, score) = self.shorten(best.1);
        self.prefer_first(0, list, score)
    }

    /// Every list with every rule it does not have at its end.
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

    /// Puts a rule first (to win at once, if that is possible) if that makes no more mistakes.
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

    /// The moves that a list allows in a position, as a mask; all moves of the other player.
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

    /// Plays all games that the list allows, mistakes apart.
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
                // Where all its moves are mistakes, go on as if it had been set right.
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

    /// Games against somebody who plays anything.
    pub fn rates(&self, list: &[usize], games: usize) -> Rates {
        /// Who plays longer than this goes round in circles: a draw.
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
