//! A game explored and solved, from one player's point of view.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use ludex_base::{Budget, Csr, NoAnswer, Player, Set, attractor, sort_by_key};
use ludex_game::Agent;

use super::vocabulary::move_text;
use super::{Goal, win_of};
use crate::frame::Frame;
use crate::model::{Evaluator, Program, World, explore};

/// The positions of a game with their values.
pub(super) struct Solved {
    /// The states of the model, which are of one word.
    states: Vec<u64>,
    /// Whether it is the player's turn.
    pub own: Vec<bool>,
    /// 1 if the player can force a win, −1 if the others can force that one of them wins, else 0.
    pub values: Vec<i8>,
    moves: Csr<(u32, u32)>,
}

impl Solved {
    pub fn new<S: Set>(
        world: World<S>,
        frame: &Frame,
        player: Agent,
        budget: &Budget,
    ) -> Result<Solved, NoAnswer<String>> {
        let program: Program<S> = Program::new();
        let mut evaluator = Evaluator::new(world, &program);
        let mine: S = frame.actions_of(Some(player)).collect();
        let win: S = win_of(frame, player);
        let losses: Vec<S> =
            frame.agents().opponents(player).map(|other| win_of(frame, other)).collect();
        let (mut own, mut ends, mut most) = (Vec::new(), Vec::new(), 0);
        let explored =
            explore(&mut evaluator, budget, true, None, &mut |evaluator, _, state, row| {
                own.push(row.meets(&mine));
                let is = |atom: &S| evaluator.world.fits(state, atom, &S::EMPTY);
                let over = row.is_empty();
                ends.push((over && is(&win), over && losses.iter().any(is)));
                most = most.max(row.len());
                ControlFlow::Continue(())
            })?;
        if most > 63 {
            return Err(NoAnswer::Invalid("a position has more than 63 moves".to_owned()));
        }
        let forced = |goal: fn(&(bool, bool)) -> bool, mine: bool| {
            let goals = (0..ends.len()).filter(|&state| goal(&ends[state]));
            let player = |state, _| if own[state] == mine { Player::Some } else { Player::All };
            attractor(&explored.moves, |mv| mv.1, goals, player)
        };
        let (wins, losses) = (forced(|end| end.0, true), forced(|end| end.1, false));
        let value = |(win, loss): (&Option<_>, &Option<_>)| {
            i8::from(win.is_some()) - i8::from(loss.is_some())
        };
        let values = wins.iter().zip(&losses).map(value).collect();
        let states = (0..explored.states.len()).map(|at| explored.states.words(at)[0]).collect();
        Ok(Solved { states, own, values, moves: explored.moves })
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns the state of the model at a position.
    pub fn state<S: Set>(&self, position: usize) -> S {
        S::from_words(&[self.states[position]])
    }

    /// Returns the moves of a position as (action, position).
    pub fn moves(&self, position: usize) -> &[(u32, u32)] {
        self.moves.row(position)
    }

    /// Returns the moves after which the position has at least this value, as a mask.
    pub fn keeping(&self, position: usize, value: i8) -> u64 {
        let keeps = |target: u32| self.values[target as usize] >= value;
        let moves = self.moves(position).iter().enumerate();
        moves.filter(|(_, mv)| keeps(mv.1)).fold(0, |mask, (place, _)| mask | 1 << place)
    }

    /// Returns classes of similar moves: those that are legal equally often and right equally
    /// often, usually mirror images. The classes that are right most often come first.
    pub fn classes(&self, frame: &Frame) -> Vec<Vec<String>> {
        const MOST: usize = 8;
        let mut counts: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        for position in (0..self.len()).filter(|&position| self.own[position]) {
            let good = self.keeping(position, self.values[position]);
            for (place, &(action, _)) in self.moves(position).iter().enumerate() {
                let count = counts.entry(action).or_default();
                count.0 += 1;
                count.1 += good >> place & 1;
            }
        }
        let mut classes: BTreeMap<(u64, u64), Vec<String>> = BTreeMap::new();
        for (action, count) in counts {
            classes.entry(count).or_default().push(move_text(frame, action));
        }
        let mut classes: Vec<((u64, u64), Vec<String>)> = classes.into_iter().collect();
        sort_by_key(&mut classes, |((legal, good), _)| std::cmp::Reverse(good * 1_000_000 / legal));
        classes.into_iter().take(MOST).map(|(_, moves)| moves).collect()
    }

    pub fn goal(&self) -> Goal {
        match self.values[0] {
            1 => Goal::Wins,
            0 => Goal::NeverLoses,
            _ => Goal::Nothing,
        }
    }
}
