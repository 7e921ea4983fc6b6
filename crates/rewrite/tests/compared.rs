//! Games beside another description: every difference is a fault.

use ludex_game::{Agent, Game, Model, Notation, Turn};
use ludex_rewrite::{ComparedGame, Description, RewriteGame};

const GAME: &str = include_str!("../../../games/toss/tic-tac-toe.toss");

/// Returns the first difference of the game from a definition in the play that puts marks into the
/// first free cell.
fn difference(definition: &str) -> Option<String> {
    let [game, definition] = [GAME, definition].map(|text| {
        Description::parse(text).unwrap_or_else(|error| panic!("{}\n{text}", error.message))
    });
    let game = RewriteGame::new(&game).expect("a game");
    let game = ComparedGame::with_definition(game, definition).expect("a small one");
    let mut state = game.initial();
    let sentences = game.atoms().len() as u32;
    let ask = |state: &_| (0..sentences).for_each(|atom| _ = game.holds(state, atom));
    ask(&state);
    while let Turn::Of(agent) = game.turn(&state) {
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        game.play(&mut state, agent, moves[0]);
        ask(&state);
    }
    game.payoff(&state, Agent::FIRST);
    game.fault()
}

#[test]
fn every_difference_is_a_fault() {
    assert_eq!(difference(GAME), None);
    for (part, other, what) in [
        ("\n  . . .\n  . . .\n  . . .", "\n  X . .\n  . . .\n  . . .", "the start"),
        ("emb X, O pre not WinX()", "emb X pre not WinX()", "the moves"),
        ("RULE PlaceO: [a | - | - ]", "RULE PlaceO: [a, b | R(a, b) | - ]", "the moves"),
        ("emb X, O pre not WinX()", "emb X, O", "the end"),
        ("-> [a | X(a) | - ]", "-> [a | O(a) | - ]", "a successor"),
        ("{ X: :(WinX()) - :(WinO())", "{ X: 2 * :(WinX()) - :(WinO())", "the payoffs"),
        ("REL WinX() = ex x1, x2, x3 (", "REL WinX() = ex x1, x2, x3 (O(x1) and ", "what is true"),
    ] {
        let definition = GAME.replace(part, other);
        assert_ne!(definition, GAME, "{part}");
        let found = difference(&definition).unwrap_or_else(|| panic!("{what} is equal"));
        assert!(found.starts_with("engine and definition differ in "), "{found}");
        assert!(found.contains(what), "{found} is not {what}");
    }
}
