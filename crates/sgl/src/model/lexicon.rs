//! The moves of a game by name: the actions of its frame.
//!
//! A game does not list its moves; they are found in positions. Some thousands of positions near
//! the start and some random games contain nearly all of them; a move that is found later is added,
//! and the question is then asked again.

use std::collections::BTreeSet;

use ludex_base::{Budget, OutOfBudget};
use ludex_game::{Agent, Game, Notation, Turn, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;

use super::within;

/// The number of random games that are searched for moves, and their maximal length.
const GAMES: usize = 30;
const LONGEST: usize = 300;

/// Moves with their agents and texts, sorted by agent and text.
#[derive(Clone, Debug)]
pub(crate) struct Lexicon<M> {
    entries: BTreeSet<(Agent, String, M)>,
    known: FxHashSet<(Agent, M)>,
}

impl<M: Copy + Ord + std::hash::Hash> Lexicon<M> {
    /// Returns the moves found in at most `most` positions, breadth first, and in some random
    /// games.
    pub fn new<G>(game: &G, most: usize, budget: &Budget) -> Result<Self, OutOfBudget>
    where
        G: Game<Move = M> + Notation,
    {
        let mut lexicon = Lexicon { entries: BTreeSet::new(), known: FxHashSet::default() };
        lexicon.explore(game, most, budget)?;
        lexicon.play(game, budget)?;
        Ok(lexicon)
    }

    /// Returns the moves with their agents and texts.
    pub fn entries(&self) -> impl Iterator<Item = &(Agent, String, M)> {
        self.entries.iter()
    }

    /// Adds moves.
    pub fn extend(&mut self, entries: impl IntoIterator<Item = (Agent, String, M)>) {
        for (agent, text, mv) in entries {
            if self.known.insert((agent, mv)) {
                self.entries.insert((agent, text, mv));
            }
        }
    }

    /// Adds the moves that all agents have in a position, on turn or not.
    fn look<G>(&mut self, game: &G, state: &G::State)
    where
        G: Game<Move = M> + Notation,
    {
        let mut moves = Vec::new();
        for agent in game.agents().iter() {
            moves.clear();
            game.moves(state, agent, &mut moves);
            for &mv in &moves {
                if self.known.insert((agent, mv)) {
                    self.entries.insert((agent, game.write_move(state, agent, mv), mv));
                }
            }
        }
    }

    fn explore<G>(&mut self, game: &G, most: usize, budget: &Budget) -> Result<(), OutOfBudget>
    where
        G: Game<Move = M> + Notation,
    {
        let mut queue = vec![game.initial()];
        let mut seen: FxHashSet<G::State> = queue.iter().cloned().collect();
        let (mut at, mut moves) = (0, Vec::new());
        while at < queue.len() {
            within(budget, 0, 0, at)?;
            let state = queue[at].clone();
            self.look(game, &state);
            if let Turn::Of(agent) = game.turn(&state) {
                moves.clear();
                game.moves(&state, agent, &mut moves);
                for &mv in moves.iter().take(most.saturating_sub(queue.len())) {
                    let next = game.after(&state, agent, mv);
                    if seen.insert(next.clone()) {
                        queue.push(next);
                    }
                }
            }
            at += 1;
        }
        Ok(())
    }

    fn play<G>(&mut self, game: &G, budget: &Budget) -> Result<(), OutOfBudget>
    where
        G: Game<Move = M> + Notation,
    {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut moves = Vec::new();
        for _ in 0..GAMES {
            budget.poll().map_err(OutOfBudget::polled)?;
            let mut state = game.initial();
            for _ in 0..LONGEST {
                let Turn::Of(agent) = game.turn(&state) else { break };
                self.look(game, &state);
                moves.clear();
                game.moves(&state, agent, &mut moves);
                game.play(&mut state, agent, moves[below(&mut rng, moves.len())]);
            }
        }
        Ok(())
    }
}
