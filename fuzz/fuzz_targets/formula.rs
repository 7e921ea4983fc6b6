//! Any text is a formula or an error that points into it; a formula prints and reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_game::{Agent, Agents, Outcomes};
use ludex_logic::{AnyFormula, Definitions, Vocabulary, compile, compile_any};

fuzz_target!(|text: &str| {
    let atoms = vec!["stone(A,a1)".to_string(), "p".to_string(), "true(cell(1,x))".to_string()];
    let agents = Agents::new(["White", "Black"]);
    let vocabulary = Vocabulary::new(agents, Agent(0), Outcomes::win_draw_loss(), atoms);
    match compile_any(text, Definitions::prelude(), &vocabulary) {
        Err(error) => assert!(error.input.text.get(error.span).is_some()),
        Ok(AnyFormula::Coalition(_)) => {}
        Ok(AnyFormula::Modal(compiled)) => {
            let printed = compiled.formulas.display(compiled.root, &vocabulary, 10_000);
            if !printed.contains('…') {
                let again = compile(&printed, Definitions::prelude(), &vocabulary)
                    .expect("what is printed can be read");
                let reprinted = again.formulas.display(again.root, &vocabulary, 10_000);
                assert_eq!(printed, reprinted);
            }
        }
    }
});
