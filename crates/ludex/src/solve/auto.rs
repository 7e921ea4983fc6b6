//! The choice of `auto`: the algorithm that suits a game, and why.
//!
//! Nodes for the value alone, on built-in games (`-`: no answer within 15 s):
//!
//! | game | alpha-beta | df-pn |
//! | --- | ---: | ---: |
//! | mk:m=4,k=4 | 24,127 | 52,426 |
//! | connect4:columns=5,rows=4 | 17,321 | 56,850 |
//! | connect4:columns=6,rows=4 | 233,328 | 289,449 |
//! | domineering:rows=6,columns=6 | 3,299 | 5,290 |
//! | domineering:rows=7,columns=6 | 62,691 | - |
//! | nogo:rows=1,columns=18 | 46,661 | - |
//! | breakthrough:rows=5,columns=3 | 45,103 | 15,777 |
//! | breakthrough:rows=5,columns=4 | 6,331,288 | 487,192 |
//! | breakthrough:rows=6,columns=3 | 2,877,461 | 581,872 |
//! | nim:heaps=1-3-5-7 | 1,852 | 203 |
//!
//! A node of df-pn takes more time, so that it has to save many of them to be quicker. Where a game
//! knows which moves are good (it has no use for a history of moves, or more than two outcomes)
//! alpha-beta is quicker; where the order has to be learnt, or nothing is known at all, effort
//! numbers lead better than killer moves do: in Breakthrough and Nim.

use std::time::Instant;

use ludex_base::counted;
use ludex_game::{DynGame, Hints, Model, Outcome};
use ludex_search::Budget;

/// Returns the algorithm that was quickest on games of this kind, and why it was chosen.
pub(super) fn choose(game: &DynGame) -> (&'static str, String) {
    if game.agents().len() == 1 { path_search(game) } else { value_search(game) }
}

/// Returns the algorithm for a game of one agent where a shortest play takes too long to find.
pub(super) fn choose_any_play(game: &DynGame) -> (&'static str, String) {
    let (name, why) = value_search(game);
    (name, format!("{why}; a shortest play takes too long to find, so that any will do"))
}

/// Returns the search for values that suits a game.
fn value_search(game: &DynGame) -> (&'static str, String) {
    let few = game.outcomes().len() <= 3;
    let outcomes = counted(game.outcomes().len() as u64, "outcome");
    let moves = counted(branching(game) as u64, "move");
    if game.can_repeat() {
        let why = "alphabeta, as play can come back to a position: where it can, alphabeta keeps the \
                   graph of positions, and what is decided spreads backwards through it";
        return ("alphabeta", why.to_string());
    }
    // With three outcomes (a draw, or a goal of GDL that no end has) two questions are asked.
    if few && knows_nothing(game) {
        let why = format!(
            "dfpn, as no position repeats, {outcomes}, {moves} at the start, and nothing known about \
             good play: effort numbers lead the search"
        );
        return ("dfpn", why);
    }
    if game.outcomes().len() == 2 && game.history_size() > 0 {
        let why = format!(
            "dfpn, as no position repeats, {outcomes}, {moves} at the start, whose order has to be learnt: \
             effort numbers lead the search"
        );
        return ("dfpn", why);
    }
    let why = format!(
        "alphabeta, as no position repeats, {outcomes}, {moves} at the start, ordered by what the \
         game knows or the search learns"
    );
    ("alphabeta", why)
}

/// Returns the search for a shortest play that suits a game of one agent.
fn path_search(game: &DynGame) -> (&'static str, String) {
    match game.least_moves(&game.initial(), game.outcomes().best()) {
        Some(_) => (
            "ida",
            "ida, as there is one agent, and the game estimates the moves to its goal".to_string(),
        ),
        None => {
            ("astar", "astar, as there is one agent, and no estimates: breadth first".to_string())
        }
    }
}

/// The states that may be visited for a shortest play if the choice of the search is ours.
const STATES: u64 = 1_000_000;

/// Returns the part of a budget that is spent on a shortest play: half of the time and nodes, and
/// not more than a million states.
pub(super) fn for_shortest_play(budget: &Budget) -> Budget {
    let now = Instant::now();
    let half = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
    Budget {
        max_nodes: Some(budget.max_nodes.map_or(STATES, |most| (most / 2).min(STATES))),
        deadline: budget.deadline.map(half),
        ..budget.clone()
    }
}

fn branching(game: &DynGame) -> usize {
    let start = game.initial();
    let mut moves = Vec::new();
    if let Some(agent) = game.turn(&start).agent() {
        game.moves(&start, agent, &mut moves);
    }
    moves.len()
}

/// Returns whether a game offers neither bounds nor a move order nor slots to learn one by.
fn knows_nothing(game: &DynGame) -> bool {
    let start = game.initial();
    let Some(agent) = game.turn(&start).agent() else { return false };
    let (mut moves, mut candidates) = (Vec::new(), Vec::new());
    game.moves(&start, agent, &mut moves);
    game.candidates(&start, &mut candidates);
    let bounds = game.bounds(&start);
    let open = bounds.low == Outcome::WORST && bounds.high == Model::outcomes(game).best();
    open && game.history_size() == 0 && game.evaluations().is_empty() && moves == candidates
}
