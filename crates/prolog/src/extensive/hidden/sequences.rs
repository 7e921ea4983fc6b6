//! A tree as its sequences: what a player has done on the way to a node \[KMS96\].

use ludex_base::Fraction;
use ludex_matrix::exact::BigRational;
use num_traits::{One, Zero};

use super::NoValue;
use crate::extensive::tree::{ExtensiveGame, GameNode};

/// Converts a number.
pub(in crate::extensive) fn rational(number: Fraction) -> BigRational {
    BigRational::new(number.numerator().into(), number.denominator().into())
}

/// An information set of a player.
pub(super) struct InformationSet {
    /// Its number in the tree.
    pub number: usize,
    /// What the player has done before: a sequence.
    pub parent: usize,
    /// The sequence of its first action; those of the others follow.
    pub first: usize,
    /// The number of its actions.
    pub actions: usize,
}

/// An end of the game.
struct End {
    /// The probability of what chance did on the way.
    chance: BigRational,
    /// What the players did.
    sequences: [usize; 2],
    /// What the first player gets.
    payoff: BigRational,
}

/// The sequences of both players. Sequence 0 is to have done nothing.
pub(super) struct Sequences {
    /// The information sets of each player, after those on the way to them.
    pub sets: [Vec<InformationSet>; 2],
    counts: [usize; 2],
    ends: Vec<End>,
}

/// How likely a player itself makes each of its sequences.
pub(super) type Plan = Vec<BigRational>;

/// A node on the way down: what chance and the players did.
type Visit = (usize, BigRational, [usize; 2]);

impl Sequences {
    /// Finds the sequences of a game of two players. Fails if a player forgets what it did.
    pub fn new(game: &ExtensiveGame) -> Result<Sequences, NoValue> {
        let mut found =
            Sequences { sets: [Vec::new(), Vec::new()], counts: [1, 1], ends: Vec::new() };
        let mut places = vec![None; game.nodes.len()];
        let mut open: Vec<Visit> = vec![(0, BigRational::one(), [0, 0])];
        while let Some((node, chance, done)) = open.pop() {
            match &game.nodes[node] {
                GameNode::Terminal { payoffs, .. } => {
                    let payoff = payoffs.first().copied().map_or_else(BigRational::zero, rational);
                    found.ends.push(End { chance, sequences: done, payoff });
                }
                GameNode::Chance { moves, probabilities, .. } => {
                    for ((_, next), &probability) in moves.iter().zip(probabilities) {
                        open.push((*next, &chance * rational(probability), done));
                    }
                }
                GameNode::Decision { player, set, moves, .. } => {
                    let first = found.enter(*player, *set, moves.len(), done[*player], &mut places);
                    let first =
                        first.ok_or_else(|| NoValue::Forgets(game.players[*player].clone()))?;
                    for (action, (_, next)) in moves.iter().enumerate() {
                        let mut done = done;
                        done[*player] = first + action;
                        open.push((*next, chance.clone(), done));
                    }
                }
            }
        }
        Ok(found)
    }

    /// Returns the sequence of the first action in an information set, which is added where it is
    /// new. Returns `None` if the player did something else before when it was there.
    fn enter(
        &mut self,
        player: usize,
        number: usize,
        actions: usize,
        parent: usize,
        places: &mut [Option<usize>],
    ) -> Option<usize> {
        let sets = &mut self.sets[player];
        let place = *places[number].get_or_insert(sets.len());
        if place == sets.len() {
            sets.push(InformationSet { number, parent, first: self.counts[player], actions });
            self.counts[player] += actions;
        }
        (sets[place].parent == parent).then_some(sets[place].first)
    }

    /// Returns the plan of a pure strategy: the action in every information set.
    pub fn pure(&self, player: usize, choices: &[usize]) -> Plan {
        let mut plan = vec![BigRational::zero(); self.counts[player]];
        plan[0] = BigRational::one();
        for (set, choice) in self.sets[player].iter().zip(choices) {
            plan[set.first + choice] = plan[set.parent].clone();
        }
        plan
    }

    /// Returns what the first player can expect.
    pub fn payoff(&self, first: &Plan, second: &Plan) -> BigRational {
        let worth = |end: &End| {
            let [own, other] = end.sequences;
            match first[own].is_zero() || second[other].is_zero() {
                true => BigRational::zero(),
                false => &end.chance * &first[own] * &second[other] * &end.payoff,
            }
        };
        self.ends.iter().map(worth).sum()
    }

    /// Returns the best that a player can do against a plan of the other, and what the first player
    /// then gets.
    pub fn best_reply(&self, player: usize, other: &Plan) -> (Vec<usize>, BigRational) {
        let mut gains = vec![BigRational::zero(); self.counts[player]];
        for end in &self.ends {
            let worth = &end.chance * &other[end.sequences[1 - player]] * &end.payoff;
            let gain = &mut gains[end.sequences[player]];
            *gain += if player == 0 { worth } else { -worth };
        }
        let sets = &self.sets[player];
        let mut choices = vec![0; sets.len()];
        for (choice, set) in choices.iter_mut().zip(sets).rev() {
            let actions = &gains[set.first..set.first + set.actions];
            let best = (0..set.actions).rev().max_by(|&a, &b| actions[a].cmp(&actions[b]));
            *choice = best.unwrap_or(0);
            let gain = actions[*choice].clone();
            gains[set.parent] += gain;
        }
        let value = gains.swap_remove(0);
        (choices, if player == 0 { value } else { -value })
    }
}
