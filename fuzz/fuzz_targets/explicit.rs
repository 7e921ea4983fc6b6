//! Any text is an explicit game, which is written and read back, or an error that points into it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_game::ExplicitGame;

fuzz_target!(|text: &str| {
    match ExplicitGame::from_json(text) {
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{error:?}"),
        Ok(game) => {
            let written = game.to_json();
            let again = ExplicitGame::from_json(&written).expect("what is written can be read");
            assert_eq!(again.to_json(), written);
        }
    }
});
