//! The choice of `auto`: the algorithm that suits a game, and why.
//!
//! Measured on the built-in games (`bench/FIGURES.md`): where a game knows something about good play,
//! alpha-beta with its hints was the quickest to a proof on every one; the effort numbers of df-pn
//! are worth their price where nothing but the shape of the tree can lead the search.

use ludex_game::{DynGame, Hints, Model, Outcome};

/// Returns the algorithm that was quickest on games of this kind, and why it was chosen.
pub(super) fn choose(game: &DynGame) -> (&'static str, String) {
    let outcomes = game.outcomes().len();
    let moves = branching(game);
    if game.can_repeat() {
        let why = "play can come back to a position, so the graph of positions is kept and what is \
                   decided spreads backwards through it";
        return ("alphabeta", why.to_string());
    }
    // With three outcomes (a draw, or a goal of GDL that no end has) two questions are asked.
    if outcomes <= 3 && knows_nothing(game) {
        let why = format!(
            "no position repeats, {outcomes} outcomes, {moves} moves at the start, and nothing known about \
             good play: effort numbers lead the search"
        );
        return ("dfpn", why);
    }
    let why = format!(
        "no position repeats, {outcomes} outcomes, {moves} moves at the start, ordered by what the \
         game knows or the search learns"
    );
    ("alphabeta", why)
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
