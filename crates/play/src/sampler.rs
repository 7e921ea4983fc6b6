//! Random plays many at a time, where a game has them for little more than one.
//!
//! The network of a game in GDL is evaluated with the bits of words: 64 plays side by side cost as
//! much as a single one. [`Quick`] tells players so.

use std::any::Any;

use ludex_gdl::{GdlGame, GdlState, GdlTurnGame, Playouts, Scores};

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
pub struct Quick<'g, R>(pub(crate) R, Option<&'g GdlGame>);

impl<'g, R> Quick<'g, R> {
    /// The rules `rules` of a game.
    pub fn new(rules: R, game: &'g dyn Any) -> Self {
        let turns = game.downcast_ref().map(GdlTurnGame::together);
        let gdl = turns.or_else(|| game.downcast_ref());
        // State by state many plays are no quicker than one after the other.
        Quick(rules, gdl.filter(|gdl| gdl.network_size().is_some()))
    }

    /// The playouts.
    pub(crate) fn playouts<S: Any>(&self, seed: u64) -> Option<Box<dyn Sampler<S> + 'g>> {
        self.1.map(|game| Box::new(Playouts::new(game, seed)) as Box<dyn Sampler<S>>)
    }
}
