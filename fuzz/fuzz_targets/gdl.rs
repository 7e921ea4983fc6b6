//! Any text is a game description that plays, or an error that points into it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_game::{Model, Notation};
use ludex_gdl::{GdlGame, Playouts};

fuzz_target!(|text: &str| {
    match GdlGame::read(text) {
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{error:?}"),
        Ok(game) => {
            let initial = game.initial();
            let written = game.write_position(&initial);
            assert_eq!(game.read_position(&written).as_ref(), Ok(&initial), "{written}");
            Playouts::new(&game, 1).run(&initial, 2, 20);
        }
    }
});
