//! A game as players see it: agents choose, alone or together, and what they chose is played.
//!
//! [`Turns`] and [`Together`] make the two kinds of games one, so that every player is written
//! once. They own their game; a reference to a game is a game, so they can borrow one as well.

use ludex_game::{
    Agent, Agents, Bounds, Game, Hints, Model, Notation, Outcome, Outcomes, Picture,
    SimultaneousGame, TextError, Turn,
};

use crate::prover::{Prover, TurnProver};
use crate::sampler::{Quick, Sampler};

/// The rules of a game, whether its agents move in turns or together.
pub trait Rules: Notation {
    /// Plays the moves that were chosen: that of the agent on turn, or one for each agent in playing
    /// order where all choose together.
    fn step(&self, state: &mut Self::State, chosen: &[Self::Move]);

    /// Plays a move of an agent whether it is on turn or not; `false` if the game knows no such thing.
    fn play_off_turn(&self, _state: &mut Self::State, _agent: Agent, _mv: Self::Move) -> bool {
        false
    }

    /// Sound bounds on the outcome for the first agent, where the game offers them.
    fn bounds(&self, _state: &Self::State) -> Option<Bounds> {
        None
    }

    /// How promising a state is for the first agent, from 0 to 1, where the game can say.
    fn evaluation(&self, _state: &Self::State) -> Option<f64> {
        None
    }

    /// Whether an agent, on turn or not, may have a move that wins at once; `false` saves trying them all.
    fn may_win_at_once(&self, _state: &Self::State, _agent: Agent) -> bool {
        true
    }

    /// A key that is the same for mirror images.
    fn canonical_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// A key that is the same for states that differ in the number of moves played only, where the
    /// game is known to count them.
    fn uncounted_key(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// A search that proves values of states, using at most so many bytes; only for games of turns.
    fn prover(&self, _max_bytes: usize) -> Option<Box<dyn Prover<Self::State, Self::Move> + '_>> {
        None
    }

    /// Random plays many at a time, where that is quicker than one by one.
    fn sampler(&self, _seed: u64) -> Option<Box<dyn Sampler<Self::State> + '_>> {
        None
    }
}

/// A game of turns.
#[derive(Clone, Debug)]
pub struct Turns<G>(pub G);

/// A game of simultaneous moves.
#[derive(Clone, Debug)]
pub struct Together<G>(pub G);

/// The traits of the game `G` inside, passed on.
macro_rules! same_game {
    ($wrapper:ty, $kind:ident) => {
        impl<G: $kind> Model for $wrapper {
            type State = G::State;
            type Move = G::Move;

            fn agents(&self) -> &Agents {
                self.0.agents()
            }

            fn outcomes(&self) -> &Outcomes {
                self.0.outcomes()
            }

            fn initial(&self) -> G::State {
                self.0.initial()
            }

            #[inline]
            fn turn(&self, state: &G::State) -> Turn {
                self.0.turn(state)
            }

            #[inline]
            fn moves(&self, state: &G::State, agent: Agent, out: &mut Vec<G::Move>) {
                self.0.moves(state, agent, out);
            }

            fn outcome(&self, state: &G::State) -> Outcome {
                self.0.outcome(state)
            }

            #[inline]
            fn holds(&self, state: &G::State, own_atom: u32) -> bool {
                self.0.holds(state, own_atom)
            }

            #[inline]
            fn key(&self, state: &G::State) -> u64 {
                self.0.key(state)
            }

            fn can_repeat(&self) -> bool {
                self.0.can_repeat()
            }

            fn fault(&self) -> Option<String> {
                self.0.fault()
            }

            fn payoff(&self, state: &G::State, agent: Agent) -> f64 {
                self.0.payoff(state, agent)
            }

            fn wins(&self, state: &G::State, agent: Agent) -> bool {
                self.0.wins(state, agent)
            }
        }

        impl<G: $kind + Notation> Notation for $wrapper {
            fn write_move(&self, state: &G::State, agent: Agent, mv: G::Move) -> String {
                self.0.write_move(state, agent, mv)
            }

            fn print_move(&self, state: &G::State, agent: Agent, mv: G::Move) -> String {
                self.0.print_move(state, agent, mv)
            }

            fn read_move(&self, state: &G::State, agent: Agent, text: &str) -> Option<G::Move> {
                self.0.read_move(state, agent, text)
            }

            fn write_position(&self, state: &G::State) -> String {
                self.0.write_position(state)
            }

            fn read_position(&self, text: &str) -> Result<G::State, TextError> {
                self.0.read_position(text)
            }

            fn atoms(&self) -> Vec<String> {
                self.0.atoms()
            }

            fn picture(&self, state: &G::State) -> Picture {
                self.0.picture(state)
            }

            fn facts(&self, state: &G::State) -> Vec<String> {
                self.0.facts(state)
            }
        }
    };
}

same_game!(Turns<G>, Game);
same_game!(Together<G>, SimultaneousGame);
same_game!(Quick<'_, G>, Rules);

impl<G: Hints + Notation> Rules for Turns<G> {
    #[inline]
    fn step(&self, state: &mut G::State, chosen: &[G::Move]) {
        if let (Turn::Of(agent), Some(&mv)) = (self.0.turn(state), chosen.first()) {
            self.0.play(state, agent, mv);
        }
    }

    fn play_off_turn(&self, state: &mut G::State, agent: Agent, mv: G::Move) -> bool {
        self.0.play(state, agent, mv);
        true
    }

    fn bounds(&self, state: &G::State) -> Option<Bounds> {
        Some(self.0.bounds(state))
    }

    fn evaluation(&self, state: &G::State) -> Option<f64> {
        (!self.0.evaluations().is_empty()).then(|| self.0.evaluation(0, state))
    }

    fn may_win_at_once(&self, state: &G::State, agent: Agent) -> bool {
        self.0.may_win_at_once(state, agent)
    }

    fn canonical_key(&self, state: &G::State) -> u64 {
        self.0.canonical_key(state)
    }

    fn prover(&self, max_bytes: usize) -> Option<Box<dyn Prover<G::State, G::Move> + '_>> {
        (self.agents().len() == 2).then(|| TurnProver::boxed(&self.0, max_bytes))
    }
}

impl<G: SimultaneousGame + Notation> Rules for Together<G> {
    #[inline]
    fn step(&self, state: &mut G::State, chosen: &[G::Move]) {
        self.0.play_joint(state, chosen);
    }
}

impl<R: Rules<State: 'static>> Rules for Quick<'_, R> {
    #[inline]
    fn step(&self, state: &mut R::State, chosen: &[R::Move]) {
        self.0.step(state, chosen);
    }

    fn play_off_turn(&self, state: &mut R::State, agent: Agent, mv: R::Move) -> bool {
        self.0.play_off_turn(state, agent, mv)
    }

    fn bounds(&self, state: &R::State) -> Option<Bounds> {
        self.0.bounds(state)
    }

    fn evaluation(&self, state: &R::State) -> Option<f64> {
        self.0.evaluation(state)
    }

    fn may_win_at_once(&self, state: &R::State, agent: Agent) -> bool {
        self.0.may_win_at_once(state, agent)
    }

    fn canonical_key(&self, state: &R::State) -> u64 {
        self.0.canonical_key(state)
    }

    fn uncounted_key(&self, state: &R::State) -> Option<u64> {
        self.key_without_counters(state)
    }

    fn prover(&self, max_bytes: usize) -> Option<Box<dyn Prover<R::State, R::Move> + '_>> {
        self.0.prover(max_bytes)
    }

    fn sampler(&self, seed: u64) -> Option<Box<dyn Sampler<R::State> + '_>> {
        self.playouts(seed)
    }
}
