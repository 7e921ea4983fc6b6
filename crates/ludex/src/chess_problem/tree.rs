//! The play after a key: threats, defences and answers, as far as it is to be printed.

use ludex_game::{Agent, Game, Model, Notation};
use ludex_games::Chess;
use ludex_search::problems::{Battle, Key};

use super::answer::Variation;
use super::numbers::in_turn;
use super::work::Work;

/// Makes the branches of one battle.
pub struct Tree<'t, 'g> {
    pub game: &'g Chess,
    pub battle: &'t mut Battle<'g, Chess>,
    pub work: &'t mut Work,
    pub attacker: Agent,
    /// Whether the attacker reaches the goal itself.
    pub direct: bool,
    /// How many moves deep to go.
    pub depth: u32,
    /// Defences with more than one answer.
    pub duals: usize,
}

/// A position and a move of chess.
type State = <Chess as Model>::State;
type Move = <Chess as Model>::Move;

impl Tree<'_, '_> {
    /// The branch of a move of the attacker in a state, its `number`-th, which solves within `left`
    /// moves, this one included.
    pub fn attack(&mut self, state: &State, mv: Move, number: u32, left: u32) -> Variation {
        let mut branch = self.branch(state, self.attacker, mv, number);
        let next = self.game.after(state, self.attacker, mv);
        if number > self.depth {
            return branch;
        }
        // What would follow if the defender could pass; a side that is to be forced has no threat.
        let threatens = left > 1 && self.direct;
        let threats = if threatens { self.continuations(&next, left - 1) } else { Vec::new() };
        branch.threats = threats
            .iter()
            .map(|key| self.branch(&next, self.attacker, key.mv, number + 1))
            .collect();
        for defence in self.battle.defences(&next) {
            branch.next.extend(self.defence(&next, defence, number, left - 1, &threats));
        }
        branch
    }

    /// What happens within `left` moves if the defender has to move first.
    pub fn set_play(&mut self, state: &State, left: u32) -> Vec<Variation> {
        let defences = self.battle.defences(state).into_iter();
        defences.filter_map(|defence| self.defence(state, defence, 1, left, &[])).collect()
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
        let defender = self.attacker.other();
        let mut branch = self.branch(state, defender, mv, number);
        let next = self.game.after(state, defender, mv);
        if self.battle.reached_by_defence(&next) {
            return Some(branch);
        }
        let answers = if left > 0 { self.continuations(&next, left) } else { Vec::new() };
        if answers.iter().any(|answer| threats.iter().any(|threat| threat.mv == answer.mv)) {
            return None;
        }
        self.duals += usize::from(answers.len() > 1);
        for answer in &answers {
            branch.next.push(self.attack(&next, answer.mv, number + 1, left));
        }
        (!answers.is_empty()).then_some(branch)
    }

    fn continuations(&mut self, state: &State, left: u32) -> Vec<Key<Move>> {
        let budget = self.work.budget();
        let found = self.battle.keys(state, left, None, &budget, &mut self.work.observer);
        self.work.count(found.nodes, found.stopped);
        found.keys
    }

    fn branch(&self, state: &State, agent: Agent, mv: Move, number: u32) -> Variation {
        let half_move = 2 * (number as usize - 1) + usize::from(agent != self.attacker);
        Variation {
            mv: self.game.write_move(state, agent, mv),
            printed: in_turn(half_move, true) + &self.game.print_move(state, agent, mv),
            ..Variation::default()
        }
    }
}
