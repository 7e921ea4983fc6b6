//! Any bytes are evidence or not; evidence that reads is accepted or rejected, never more.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_evidence::{Evidence, check};
use ludex_game::Agent;
use ludex_games::Nim;
use ludex_logic::{Definitions, Vocabulary, compile};

fuzz_target!(|bytes: &[u8]| {
    let Ok(evidence) = Evidence::from_bytes(bytes) else { return };
    let game = Nim::new(&[1, 2]);
    let _ = check(&game, &evidence, |asked: Agent, formula, _definitions| {
        let vocabulary = Vocabulary::of(&game, asked);
        compile(formula, Definitions::prelude(), &vocabulary)
            .map(|compiled| (compiled.formulas, compiled.root))
            .map_err(|error| error.message)
    });
});
