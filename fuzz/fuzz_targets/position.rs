//! Any text names a game or not; any text is a position of a game that obeys the rules, or an error
//! that points into it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_game::{Model, Notation, SimultaneousGame, TextError, Turn};
use ludex_games::{GAMES, Playable, Visitor, build};

struct Read<'t>(&'t str);

impl Visitor for Read<'_> {
    type Output = ();

    fn sequential<G: Playable>(self, game: G) {
        match game.read_position(self.0) {
            Err(error) => within(self.0, &error),
            Ok(state) => sane(&game, &state),
        }
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(self, game: G) {
        match game.read_position(self.0) {
            Err(error) => within(self.0, &error),
            Ok(state) => sane(&game, &state),
        }
    }
}

fn within(text: &str, error: &TextError) {
    assert!(text.get(error.span.clone()).is_some(), "{error:?}");
}

fn sane<G: Model + Notation>(game: &G, state: &G::State) {
    let text = game.write_position(state);
    assert_eq!(game.read_position(&text).as_ref(), Ok(state), "{text}");
    let (turn, mut moves) = (game.turn(state), Vec::new());
    for agent in game.agents().iter() {
        moves.clear();
        game.moves(state, agent, &mut moves);
        assert!(turn != Turn::Final || moves.is_empty(), "{text}");
        assert!(turn != Turn::Of(agent) || !moves.is_empty(), "{text}");
    }
    let _ = game.picture(state).to_text();
}

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    if let Err(error) = build(text, |_| Read("")) {
        within(text, &error);
    }
    let info = &GAMES[usize::from(choice) % GAMES.len()];
    let _ = build(info.name, |_| Read(text));
});
