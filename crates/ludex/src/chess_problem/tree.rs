//! The play after a key: threats, defences and answers, as far as it is to be printed.

use std::collections::BTreeSet;

use ludex_game::{Agent, Game, Model, Notation};
use ludex_games::Chess;
use ludex_search::problems::{Battle, Contest, Key, Rule};

use super::answer::{ProblemChange, Variation};
use super::numbers::{board, in_turn};
use super::work::Work;

/// Makes the branches of one battle.
pub struct Tree<'t, 'g> {
    pub game: &'g Chess,
    pub battle: &'t mut Battle<'g, Chess>,
    pub work: &'t mut Work,
    pub contest: Contest,
    /// How many moves deep to go.
    pub depth: u32,
    /// Defences with more than one answer, and those of them whose answers are much the same.
    pub duals: [usize; 2],
    /// Whether the goal is mate.
    pub mate: bool,
    /// The boards on which it was reached, if so.
    pub ends: BTreeSet<String>,
}

/// A position and a move of chess.
type State = <Chess as Model>::State;
type Move = <Chess as Model>::Move;

impl Tree<'_, '_> {
    /// The branch of a move of the attacker in a state, its `number`-th, which solves within `left`
    /// moves, this one included.
    pub fn attack(&mut self, state: &State, mv: Move, number: u32, left: u32) -> Variation {
        let mut branch = self.branch(state, self.contest.attacker, mv, number);
        let next = self.game.after(state, self.contest.attacker, mv);
        if self.is_reached(&next) {
            self.ends.extend(self.mate.then(|| board(self.game, &next)));
            return branch;
        }
        if number > self.depth {
            return branch;
        }
        let threats = self.threats(&next, left - 1);
        branch.next = self.replies(&next, number, left - 1, &threats);
        if branch.next.is_empty() {
            // No defence parries: what answers each of them is still to be seen.
            branch.next = self.replies(&next, number, left - 1, &[]);
        }
        for threat in threats {
            branch.threats.push(self.attack(&next, threat.mv, number + 1, left - 1));
        }
        branch
    }

    /// Whether the attacker has just reached the goal, as it must in direct play.
    fn is_reached(&self, state: &State) -> bool {
        self.contest.rule == Rule::Direct && self.game.holds(state, self.contest.goal)
    }

    /// What would follow if the defender could pass; a side that is to be forced has no threat.
    fn threats(&mut self, state: &State, left: u32) -> Vec<Key<Move>> {
        match left > 0 && self.contest.rule == Rule::Direct {
            true => self.continuations(state, left),
            false => Vec::new(),
        }
    }

    /// The branches of all defences after which none of these threats is carried out.
    fn replies(
        &mut self,
        state: &State,
        number: u32,
        left: u32,
        threats: &[Key<Move>],
    ) -> Vec<Variation> {
        let defences = self.battle.defences(state).into_iter();
        defences.filter_map(|mv| self.defence(state, mv, number, left, threats)).collect()
    }

    /// What happens within `left` moves if the defender has to move first.
    pub fn set_play(&mut self, state: &State, left: u32) -> Vec<Variation> {
        self.replies(state, 1, left, &[])
    }

    /// The branch of a defence, unless a threat is carried out after it all the same.
    fn defence(
        &mut self,
        state: &State,
        mv: Move,
        number: u32,
        left: u32,
        threats: &[Key<Move>],
    ) -> Option<Variation> {
        let defender = self.contest.attacker.other();
        let mut branch = self.branch(state, defender, mv, number);
        let next = self.game.after(state, defender, mv);
        if self.battle.reached_by_defence(&next) {
            self.ends.extend(self.mate.then(|| board(self.game, &next)));
            return Some(branch);
        }
        let answers = if left > 0 { self.continuations(&next, left) } else { Vec::new() };
        if answers.iter().any(|answer| threats.contains(answer)) {
            return None;
        }
        for answer in &answers {
            branch.next.push(self.attack(&next, answer.mv, number + 1, left));
        }
        self.duals[0] += usize::from(answers.len() > 1);
        self.duals[1] += usize::from(is_minor_dual(&branch.next));
        (!answers.is_empty()).then_some(branch)
    }

    /// The quickest ways to go on within `left` moves: where a mate can be given at once, moves
    /// that only mate later are neither threats nor duals.
    fn continuations(&mut self, state: &State, left: u32) -> Vec<Key<Move>> {
        let budget = self.work.budget();
        let found = self.battle.keys(state, left, None, &budget, &mut self.work.observer);
        self.work.count(found.nodes, found.stopped);
        let least = found.keys.iter().map(|key| key.length).min();
        found.keys.into_iter().filter(|key| Some(key.length) == least).collect()
    }

    fn branch(&self, state: &State, agent: Agent, mv: Move, number: u32) -> Variation {
        let half_move = 2 * (number as usize - 1) + usize::from(agent != self.contest.attacker);
        Variation {
            mv: self.game.write_move(state, agent, mv),
            printed: in_turn(half_move, true) + &self.game.print_move(state, agent, mv),
            ..Variation::default()
        }
    }
}

/// Returns whether the answers to a defence, several, are much the same: one man goes to one square,
/// as one piece or another, or along one line, so far or farther.
pub fn is_minor_dual(answers: &[Variation]) -> bool {
    let step = |answer: &Variation| {
        let [a, b, c, d, ..] = *answer.mv.as_bytes() else { return None };
        let (right, up) = (i32::from(c) - i32::from(a), i32::from(d) - i32::from(b));
        let line = right == 0 || up == 0 || right.abs() == up.abs();
        let towards = if line { (right.signum(), up.signum()) } else { (right, up) };
        Some((a, b, towards))
    };
    answers.len() > 1 && answers.iter().all(|answer| step(answer) == step(&answers[0]))
}

/// Returns the defences that are answered one way in set play and another way after a key.
pub fn changed(set_play: &[Variation], keys: &[Variation]) -> Vec<ProblemChange> {
    let moves = |answers: &[Variation]| -> BTreeSet<String> {
        answers.iter().map(|answer| answer.mv.clone()).collect()
    };
    let printed = |answers: &[Variation]| -> Vec<String> {
        answers.iter().map(|answer| answer.printed.clone()).collect()
    };
    let after_keys = keys.iter().flat_map(|key| &key.next);
    let pairs = after_keys.filter_map(|after| {
        let before = set_play.iter().find(|before| before.mv == after.mv)?;
        (moves(&before.next) != moves(&after.next)).then(|| ProblemChange {
            defence: before.printed.clone(),
            set: printed(&before.next),
            solution: printed(&after.next),
        })
    });
    pairs.collect()
}
