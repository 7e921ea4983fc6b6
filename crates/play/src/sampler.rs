//! Random plays many at a time, where a game has them for little more than one.
//!
//! The network of a game in GDL is evaluated with the bits of words: 64 plays side by side cost as
//! much as a single one. [`Quick`] tells players so, and which facts only count moves.

use std::any::Any;
use std::hash::Hasher;

use ludex_game::Notation;
use ludex_gdl::{GdlGame, GdlState, GdlTurnGame, Playouts, Scores};
use rustc_hash::FxHasher;

use crate::Rules;

/// Random plays of a game, many at a time.
pub trait Sampler<S> {
    /// Plays so many games at random from a state, in at most so many rounds of moves each: where
    /// that is not enough fewer plays come to an end.
    fn sample(&mut self, state: &S, plays: u64, rounds: u64) -> Scores;
}

impl<S: Any> Sampler<S> for Playouts<'_> {
    fn sample(&mut self, state: &S, plays: u64, rounds: u64) -> Scores {
        let state = (state as &dyn Any).downcast_ref::<GdlState>();
        state.map_or_else(Scores::default, |state| self.run(state, plays, rounds))
    }
}

/// The rules of a game with its playouts, if it is one in GDL that has some; any other game is the
/// same as without.
///
/// ```
/// use ludex_game::Model;
/// use ludex_gdl::GdlGame;
/// use ludex_play::{Quick, Rules, Together};
/// let game = GdlGame::read(
///     "(role you) (init (coin up))
///      (<= (legal you flip) (true (coin up)))
///      (<= (next (coin down)) (does you flip))
///      (<= terminal (true (coin down)))
///      (<= (goal you 100) (true (coin down)))
///      (<= (goal you 0) (true (coin up)))",
/// ).unwrap();
/// let rules = Quick::new(Together(&game), &game);
/// let scores = rules.sampler(1).unwrap().sample(&game.initial(), 64, 10);
/// assert_eq!((scores.plays, scores.mean(0)), (64, 100.0));
/// ```
#[derive(Clone, Debug)]
pub struct Quick<'g, R>(pub(crate) R, Option<&'g GdlGame>, Vec<u32>);

impl<'g, R> Quick<'g, R> {
    /// The rules `rules` of a game.
    pub fn new(rules: R, game: &'g dyn Any) -> Self {
        let turns = game.downcast_ref().map(GdlTurnGame::together);
        let gdl = turns.or_else(|| game.downcast_ref());
        // State by state many plays are no quicker than one after the other.
        let gdl = gdl.filter(|gdl| gdl.network_size().is_some());
        Quick(rules, gdl, gdl.map(uncounted).unwrap_or_default())
    }

    /// The playouts.
    pub(crate) fn playouts<S: Any>(&self, seed: u64) -> Option<Box<dyn Sampler<S> + 'g>> {
        self.1.map(|game| Box::new(Playouts::new(game, seed)) as Box<dyn Sampler<S>>)
    }
}

impl<R: Rules> Quick<'_, R> {
    /// A key of the facts that count no moves, if there are others.
    pub(crate) fn key_without_counters(&self, state: &R::State) -> Option<u64> {
        if self.2.is_empty() {
            return None;
        }
        let mut hasher = FxHasher::default();
        for facts in self.2.chunks(64) {
            let bits = facts.iter().map(|&fact| u64::from(self.0.holds(state, fact)));
            hasher.write_u64(bits.fold(0, |word, bit| word << 1 | bit));
        }
        Some(hasher.finish())
    }
}

/// The facts of a game that count no moves; none where no fact does.
fn uncounted(game: &GdlGame) -> Vec<u32> {
    let counters = game.statistics().findings.counters;
    if counters.is_empty() {
        return Vec::new();
    }
    let counts = |fact: &str| {
        let relation = fact.split(['(', ')']).next().unwrap_or_default();
        counters.iter().any(|counter| counter == relation)
    };
    let atoms = game.atoms();
    let facts = atoms.iter().map_while(|atom| atom.strip_prefix("true("));
    (0..).zip(facts).filter(|(_, fact)| !counts(fact)).map(|(number, _)| number).collect()
}
