//! Rules for games that are too large to solve, chosen by playing games.

use ludex_base::{Budget, NoAnswer, Set, sort_by_key};
use ludex_game::{Agent, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::vocabulary::{Rule, Vocabulary, move_text, written};
use super::{Choice, Goal, LONGEST, Rates, Steps, compile, win_of};
use crate::frame::Frame;
use crate::model::{Evaluator, World};

/// The number of games that a list is judged by.
const TRIALS: usize = 60;
/// The number of random games that tell which moves are good.
const RANDOM_GAMES: usize = 2000;
/// The number of games against a random opponent that are played at the end.
const FINAL: usize = 300;
/// The longest game; a longer one counts as a draw.
const LONGEST_GAME: usize = 400;

/// Plays games by rules.
pub(super) struct Sampler<'a, S: Set> {
    world: World<'a, S>,
    frame: &'a Frame,
    player: Agent,
    own: S,
    /// The atoms that say who has won.
    win: S,
    losses: Vec<S>,
}

type Rng = Xoshiro256PlusPlus;

impl<'a, S: Set> Sampler<'a, S> {
    pub fn new(world: World<'a, S>, frame: &'a Frame, player: Agent) -> Self {
        let own = frame.actions_of(Some(player)).collect();
        let losses = frame.agents().opponents(player).map(|other| win_of(frame, other)).collect();
        Sampler { world, frame, player, own, win: win_of(frame, player), losses }
    }

    /// Returns the list that results from adding the best rule as long as the score improves.
    pub fn choose(&self, name: &str, budget: &Budget) -> Result<Choice, NoAnswer<String>> {
        let words = Vocabulary::new(self.frame, self.player, self.classes());
        let others = || self.frame.agents().opponents(self.player);
        let names: Vec<String> =
            others().map(|other| written(self.frame.agents().name(other))).collect();
        let players: Vec<&str> =
            [&words.player].into_iter().chain(&names).map(String::as_str).collect();
        let (program, steps) = compile::<S>(self.frame, name, &words, &players)?;
        let mut table = Table {
            evaluator: Evaluator::new(self.world, &program),
            rules: &words.rules,
            steps: &steps,
            actions: others().map(|other| self.frame.actions_of(Some(other)).collect()).collect(),
        };
        // An immediate win is always right.
        let mut best = (self.trial(&mut table, &[0]), vec![0]);
        while best.1.len() < LONGEST && budget.poll().is_ok() {
            let mut longer = best.clone();
            for rule in (0..words.rules.len()).filter(|rule| !best.1.contains(rule)) {
                if budget.poll().is_err() {
                    break;
                }
                let list: Vec<usize> = best.1.iter().copied().chain([rule]).collect();
                let balance = self.trial(&mut table, &list);
                if balance > longer.0 {
                    longer = (balance, list);
                }
            }
            if longer.1.len() == best.1.len() {
                break;
            }
            best = longer;
        }
        let list = best.1;
        let rates = self.games(&mut table, &list, FINAL, false);
        Ok(Choice { list, goal: Goal::NeverLoses, score: None, rates, words })
    }

    /// Returns wins minus losses against a random and a careful opponent.
    fn trial(&self, table: &mut Table<'_, S>, list: &[usize]) -> i64 {
        self.games(table, list, TRIALS / 2, false).balance()
            + self.games(table, list, TRIALS / 2, true).balance()
    }

    fn games(
        &self,
        table: &mut Table<'_, S>,
        list: &[usize],
        count: usize,
        careful: bool,
    ) -> Rates {
        // Careful opponents win if they can, and avoid moves that let another win at once.
        let reply: &[usize] = if careful { &[0, 1] } else { &[] };
        let mut rates = Rates::default();
        for game in 0..count {
            let mut rng = Rng::seed_from_u64(game as u64);
            rates.add(self.play(&mut rng, |state, legal| match legal.meets(&self.own) {
                true => table.chosen(0, list, state, legal),
                false => table.chosen(table.other_side(legal), reply, state, legal),
            }));
        }
        rates
    }

    /// Plays a game; returns 1 if the player wins, −1 if another one wins.
    fn play(&self, rng: &mut Rng, mut chosen: impl FnMut(&S, &S) -> S) -> i8 {
        let world = self.world;
        let mut state = world.start();
        for _ in 0..LONGEST_GAME {
            let legal = world.legal(&state);
            if legal.is_empty() {
                let is = |atom: &S| world.fits(&state, atom, &S::EMPTY);
                return i8::from(is(&self.win)) - i8::from(self.losses.iter().any(is));
            }
            let moves = chosen(&state, &legal);
            let pick = below(rng, moves.len());
            let action = moves.iter().nth(pick).expect("as many as were counted");
            state = world.update(&state, action);
        }
        0
    }

    /// Returns the moves that do best in random games: the best quarter, and the best half.
    fn classes(&self) -> Vec<Vec<String>> {
        let mut sums = vec![(0i64, 0i64); self.frame.action_count()];
        let mut rng = Rng::seed_from_u64(1);
        for _ in 0..RANDOM_GAMES {
            let mut met: S = S::EMPTY;
            let mut choices = Rng::seed_from_u64(below(&mut rng, usize::MAX) as u64);
            let value = self.play(&mut rng, |_, legal| {
                let pick = below(&mut choices, legal.len());
                let action = legal.iter().nth(pick).expect("as many as were counted");
                met.insert(action);
                S::one(action)
            });
            for action in met.and(&self.own).iter() {
                let (sum, count) = &mut sums[action as usize];
                (*sum, *count) = (*sum + i64::from(value), *count + 1);
            }
        }
        let mut order: Vec<u32> = self.own.iter().collect();
        let mean = |action: &u32| {
            let (sum, count) = sums[*action as usize];
            sum * 1_000_000 / count.max(1)
        };
        sort_by_key(&mut order, |action| std::cmp::Reverse(mean(action)));
        let best = |share: usize| -> Vec<String> {
            let count = order.len().div_ceil(share);
            order[..count].iter().map(|&action| move_text(self.frame, action)).collect()
        };
        vec![best(4), best(2)]
    }
}

/// The compiled rules of all players: of the player that is looked for first, then of the others.
struct Table<'t, S: Set> {
    evaluator: Evaluator<'t, S>,
    rules: &'t [Rule],
    steps: &'t [Steps],
    /// The actions of the others.
    actions: Vec<S>,
}

impl<S: Set> Table<'_, S> {
    /// Returns the side of the others that these legal moves belong to.
    fn other_side(&self, legal: &S) -> usize {
        1 + self.actions.iter().position(|own| legal.meets(own)).unwrap_or(0)
    }

    /// Returns the moves of the first rule of a list that allows any; all moves if there is none.
    fn chosen(&mut self, side: usize, list: &[usize], state: &S, legal: &S) -> S {
        let mut rows = list.iter().map(|&rule| self.row(side, rule, state, legal));
        rows.find(|row| !row.is_empty()).unwrap_or_else(|| legal.clone())
    }

    fn row(&mut self, side: usize, rule: usize, state: &S, legal: &S) -> S {
        match (self.steps[side][rule], &self.rules[rule]) {
            (Some(step), _) => self.evaluator.row(step, state, legal),
            (None, Rule::Also(a, b)) => {
                let first = self.row(side, *a, state, legal);
                let both = self.row(side, *b, state, &first).and(&first);
                if both.is_empty() { first } else { both }
            }
            (None, Rule::Named(_)) => unreachable!("rules with a name are compiled"),
        }
    }
}
