//! Random plays in numbers: what many of them pay and how long they are, or the moves of one.

use std::sync::atomic::{AtomicBool, Ordering};

use ludex_game::{Agent, DynState, Turn, below, roll};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::rules::Erase;

/// The number of turns after which a play is given up: some games never end.
const LONGEST: u32 = 10_000;

/// The results of random plays.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Playouts {
    /// The payoff of each agent in playing order, one play after the other; not a number where a
    /// play was given up.
    pub scores: Vec<f64>,
    /// The number of turns of each play.
    pub lengths: Vec<u32>,
}

/// One random play.
#[derive(Clone, Debug)]
pub struct Playout {
    /// The moves of each turn: one, or one for each agent where all choose simultaneously.
    pub moves: Vec<Vec<String>>,
    /// The last state.
    pub end: DynState,
}

/// Plays a number of random games from a state, until `stop` is raised.
pub(crate) fn many<R: Erase>(
    rules: &R,
    start: &DynState,
    plays: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Playouts {
    let mut walk = Walk::new(rules, seed);
    let mut found = Playouts::default();
    for _ in 0..plays {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let mut state = rules.typed(start).clone();
        found.lengths.push(walk.play(&mut state, |_, _| {}));
        let over = rules.turn(&state) == Turn::Final;
        let payoff = |agent| if over { rules.payoff(&state, agent) } else { f64::NAN };
        found.scores.extend(rules.agents().iter().map(payoff));
    }
    found
}

/// Plays the first game of [`many`], and records its moves.
pub(crate) fn one<R: Erase>(rules: &R, start: &DynState, seed: u64) -> Playout {
    let mut state = rules.typed(start).clone();
    let mut moves = Vec::new();
    Walk::new(rules, seed).play(&mut state, |state, chosen| {
        let agents: Vec<Agent> = match rules.turn(state).mover() {
            Some(agent) => vec![agent],
            None => rules.agents().iter().collect(),
        };
        let text = |(agent, &mv)| rules.write_move(state, agent, mv);
        moves.push(agents.into_iter().zip(chosen).map(text).collect());
    });
    Playout { moves, end: rules.erased(state) }
}

/// Random play, with what it needs at every move.
struct Walk<'g, R: Erase> {
    rules: &'g R,
    rng: Xoshiro256PlusPlus,
    moves: Vec<R::Move>,
    chosen: Vec<R::Move>,
}

impl<'g, R: Erase> Walk<'g, R> {
    fn new(rules: &'g R, seed: u64) -> Self {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Walk { rules, rng, moves: Vec::new(), chosen: Vec::new() }
    }

    /// Plays to the end; `watch` sees every state with the moves that are played in it. Returns the
    /// number of turns.
    fn play(&mut self, state: &mut R::State, mut watch: impl FnMut(&R::State, &[R::Move])) -> u32 {
        for turn in 0..LONGEST {
            self.chosen.clear();
            match self.rules.turn(state) {
                Turn::Final => return turn,
                Turn::Of(agent) => self.pick(state, agent),
                Turn::Chance => self.chosen.extend(roll(self.rules, state, &mut self.rng)),
                Turn::Together => {
                    self.rules.agents().iter().for_each(|agent| self.pick(state, agent))
                }
            }
            watch(state, &self.chosen);
            self.rules.step(state, &self.chosen);
        }
        LONGEST
    }

    #[inline]
    fn pick(&mut self, state: &R::State, agent: Agent) {
        self.moves.clear();
        self.rules.moves(state, agent, &mut self.moves);
        self.chosen.extend(self.moves.get(below(&mut self.rng, self.moves.len())));
    }
}
