//! Any text is a file of definitions or an error that points into it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_game::{Agent, Agents, Outcomes};
use ludex_logic::{Definitions, Vocabulary, compile};

fuzz_target!(|text: &str| {
    let mut definitions = Definitions::prelude().clone();
    if let Err(error) = definitions.add("fuzz", text) {
        assert!(error.input.text.get(error.span).is_some());
        return;
    }
    let agents = Agents::new(["White", "Black", "Red"]);
    let vocabulary = Vocabulary::new(agents, Agent(0), Outcomes::win_loss(), Vec::new());
    for concept in definitions.concepts() {
        let ones = vec!["1"; concept.parameters.len()].join(",");
        let call = if ones.is_empty() { concept.name } else { format!("{}({ones})", concept.name) };
        let _ = compile(&call, &definitions, &vocabulary);
    }
});
