//! What the tests that compare a game with a slow, plain second implementation share.
#![allow(dead_code)] // each test uses a part

use std::collections::HashMap;

use ludex_game::{Agent, Game, Notation, Turn};

/// A small random number generator: SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n as u64) as usize
    }
}

/// The texts of an agent's moves, sorted.
pub fn move_texts<G: Notation>(game: &G, state: &G::State, agent: Agent) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let mut texts: Vec<String> =
        moves.into_iter().map(|mv| game.write_move(state, agent, mv)).collect();
    texts.sort();
    texts
}

/// Plays moves given as text for whoever is on turn.
pub fn play_texts<G: Game + Notation>(game: &G, state: &mut G::State, moves: &str) {
    for text in moves.split_whitespace() {
        let agent = game.turn(state).agent().expect("somebody is on turn");
        let mv = game.read_move(state, agent, text).unwrap_or_else(|| panic!("{text} is a move"));
        game.play(state, agent, mv);
    }
}

/// How many nodes the tree of on-turn moves has down to a depth.
pub fn tree_size<G: Game>(game: &G, state: &G::State, depth: usize) -> u64 {
    let Turn::Of(agent) = game.turn(state) else { return 1 };
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let below = |mv| tree_size(game, &game.after(state, agent, mv), depth - 1);
    1 + moves.into_iter().map(below).sum::<u64>()
}

/// Whether the agent on turn wins, by plain search with a table of all states. Right for games
/// without draws where no state can recur.
pub fn mover_wins<G: Game>(
    game: &G,
    state: &G::State,
    known: &mut HashMap<G::State, bool>,
) -> bool {
    let agent = game.turn(state).agent().expect("somebody is on turn");
    if let Some(&wins) = known.get(state) {
        return wins;
    }
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let wins = moves.into_iter().any(|mv| winning(game, state, agent, mv, known));
    known.insert(state.clone(), wins);
    wins
}

/// Whether a move of the agent on turn wins.
pub fn winning<G: Game>(
    game: &G,
    state: &G::State,
    agent: Agent,
    mv: G::Move,
    known: &mut HashMap<G::State, bool>,
) -> bool {
    let next = game.after(state, agent, mv);
    match game.turn(&next) {
        Turn::Final => game.wins(&next, agent),
        _ => !mover_wins(game, &next, known),
    }
}

/// The first moves that win, as text.
pub fn winning_openings<G: Game + Notation>(game: &G) -> Vec<String> {
    let (start, mut known, mut moves) = (game.initial(), HashMap::new(), Vec::new());
    game.moves(&start, Agent::FIRST, &mut moves);
    moves.retain(|&mv| winning(game, &start, Agent::FIRST, mv, &mut known));
    moves.into_iter().map(|mv| game.write_move(&start, Agent::FIRST, mv)).collect()
}

/// Checks that texts which are not positions are refused with a span inside the text.
pub fn refuses<G: Notation>(game: &G, texts: &[&str]) {
    for text in texts {
        let error = game.read_position(text).expect_err(text);
        let span = error.span.clone();
        assert!(span.start <= span.end && span.end <= text.len(), "{text}: {error:?}");
        assert!(text.get(span).is_some(), "{text}: the span cuts a character: {error:?}");
    }
}
