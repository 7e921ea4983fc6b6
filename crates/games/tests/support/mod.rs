//! Helpers for the tests of the games: slow rules to compare with, plain minimax with and without
//! hints, counts of complete trees.

use std::collections::HashMap;

pub use ludex_base::Random;
use ludex_game::{Agent, Game, Hints, Notation, Outcome, Turn};

/// A game written the slow and obvious way, in the notation of the fast one.
pub trait Slow: Clone {
    /// Returns the moves of an agent, in any order.
    fn moves(&self, agent: Agent) -> Vec<String>;
    /// Plays one of them.
    fn play(&mut self, agent: Agent, mv: &str);
    /// Returns the number of the outcome for the first agent, once the play is over.
    fn result(&self) -> Option<f64>;
}

/// Returns the moves of an agent as texts.
pub fn texts<G: Notation>(game: &G, state: &G::State, agent: Agent) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves.into_iter().map(|mv| game.write_move(state, agent, mv)).collect()
}

/// Returns the state after moves given as text.
pub fn played<G: Game + Notation>(game: &G, moves: &str) -> G::State {
    let mut state = game.initial();
    for text in moves.split_whitespace() {
        let agent = game.turn(&state).agent().expect("the play is not over");
        let mv = game.read_move(&state, agent, text).expect("the move is legal");
        game.play(&mut state, agent, mv);
    }
    state
}

/// Plays at random, one move in `off` off turn, and compares legal moves and results of both
/// agents with the slow rules at every state; positions must read back.
pub fn compare<G: Game + Notation>(
    game: &G,
    slow: &impl Slow,
    seed: u64,
    plays: usize,
    off: usize,
) {
    let mut random = Random::new(seed);
    for _ in 0..plays {
        let (mut state, mut slow) = (game.initial(), slow.clone());
        loop {
            same(game, &state, &slow);
            let Some(on_turn) = game.turn(&state).agent() else { break };
            let odd = texts(game, &state, on_turn.other());
            let swap = !odd.is_empty() && random.below(off) == 0;
            let agent = if swap { on_turn.other() } else { on_turn };
            let moves = texts(game, &state, agent);
            let text = &moves[random.below(moves.len())];
            let mv = game.read_move(&state, agent, text).expect("a legal move reads back");
            game.play(&mut state, agent, mv);
            slow.play(agent, text);
        }
    }
}

fn same<G: Game + Notation>(game: &G, state: &G::State, slow: &impl Slow) {
    let position = game.write_position(state);
    assert_eq!(game.read_position(&position).as_ref(), Ok(state), "{position}");
    for agent in [Agent::FIRST, Agent::SECOND] {
        let (mut fast, mut plain) = (texts(game, state, agent), slow.moves(agent));
        fast.sort();
        plain.sort();
        assert_eq!(fast, plain, "{position} {agent:?}");
    }
    let over = game.turn(state) == Turn::Final;
    let number = over.then(|| game.outcomes().number(game.outcome(state)));
    assert_eq!(number, slow.result(), "{position}");
}

/// Returns the number of states of the complete tree, and of complete plays among them.
pub fn tree<G: Game>(game: &G, state: &G::State, depth: usize) -> (u64, u64) {
    let Turn::Of(agent) = game.turn(state) else { return (1, 1) };
    let (mut moves, mut count) = (Vec::new(), (1, 0));
    game.moves(state, agent, &mut moves);
    for mv in moves.into_iter().filter(|_| depth > 0) {
        let (nodes, plays) = tree(game, &game.after(state, agent, mv), depth - 1);
        count = (count.0 + nodes, count.1 + plays);
    }
    count
}

/// Returns these numbers by slow rules.
pub fn slow_tree(slow: &impl Slow, agent: Agent, depth: usize) -> (u64, u64) {
    if slow.result().is_some() {
        return (1, 1);
    }
    let mut count = (1, 0);
    for mv in slow.moves(agent).iter().filter(|_| depth > 0) {
        let mut next = slow.clone();
        next.play(agent, mv);
        let (nodes, plays) = slow_tree(&next, agent.other(), depth - 1);
        count = (count.0 + nodes, count.1 + plays);
    }
    count
}

/// Returns the value by plain minimax over all moves; values are stored by state.
pub fn plain_value<G: Game>(
    game: &G,
    state: &G::State,
    known: &mut HashMap<G::State, Outcome>,
) -> Outcome {
    let Turn::Of(agent) = game.turn(state) else { return game.outcome(state) };
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let values =
        moves.into_iter().map(|mv| plain_value(game, &game.after(state, agent, mv), known));
    let value = if agent == Agent::FIRST { values.max() } else { values.min() };
    let value = value.expect("an agent on turn has a move");
    known.insert(state.clone(), value);
    value
}

/// Returns the value by minimax that relies on every hint: bounds, candidates and canonical keys.
pub fn hinted_value<G: Hints>(
    game: &G,
    state: &G::State,
    known: &mut HashMap<u64, Outcome>,
) -> Outcome {
    let Turn::Of(agent) = game.turn(state) else { return game.outcome(state) };
    let bounds = game.bounds(state);
    if let Some(value) = bounds.exact() {
        return value;
    }
    let key = game.canonical_key(state);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let first = agent == Agent::FIRST;
    let mut moves = Vec::new();
    game.candidates(state, &mut moves);
    let values =
        moves.into_iter().map(|mv| hinted_value(game, &game.after(state, agent, mv), known));
    let value = if first { values.max() } else { values.min() };
    let value = value.unwrap_or(if first { bounds.low } else { bounds.high });
    let value = value.clamp(bounds.low, bounds.high);
    known.insert(key, value);
    value
}

/// Checks the hints of all states met by random plays (a third of the moves off turn) after `from`
/// moves or more: the value with them is the plain one and within the bounds.
pub fn check_hints<G: Hints + Notation>(game: &G, seed: u64, plays: usize, from: usize) {
    let mut random = Random::new(seed);
    let (mut plain, mut hinted) = (HashMap::new(), HashMap::new());
    for _ in 0..plays {
        let (mut state, mut ply) = (game.initial(), 0);
        while let Turn::Of(on_turn) = game.turn(&state) {
            if ply >= from {
                let value = plain_value(game, &state, &mut plain);
                let (bounds, text) = (game.bounds(&state), game.write_position(&state));
                assert!(
                    bounds.low <= value && value <= bounds.high,
                    "{text}: {value:?} {bounds:?}"
                );
                assert_eq!(hinted_value(game, &state, &mut hinted), value, "{text}");
            }
            let mut moves = Vec::new();
            let odd = random.below(3) == 0;
            let agent = if odd { on_turn.other() } else { on_turn };
            game.moves(&state, agent, &mut moves);
            if !moves.is_empty() {
                game.play(&mut state, agent, moves[random.below(moves.len())]);
                ply += 1;
            }
        }
    }
}

/// Checks that texts which are no positions are refused with a place inside the text.
pub fn refuses<G: Notation>(game: &G, texts: &[&str]) {
    for text in texts {
        let error = game.read_position(text).expect_err(text);
        assert!(text.get(error.span.clone()).is_some(), "{text}: {error:?}");
    }
}
