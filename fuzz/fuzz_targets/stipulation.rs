//! Any text is a stipulation or an error that points into it; a stipulation prints and reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_game::{Agent, Agents};
use ludex_logic::Stipulation;

fuzz_target!(|text: &str| match Stipulation::parse(text) {
    Err(error) => assert!(text.get(error.span).is_some()),
    Ok(stipulation) => {
        let again = Stipulation::parse(&stipulation.to_string()).expect("what is printed can be read");
        assert_eq!(stipulation, again);
        let movers = stipulation.movers(Agent::FIRST);
        assert!(!movers.is_empty());
        assert!(!stipulation.formula(&Agents::new(["White", "Black"]), Agent::FIRST).is_empty());
    }
});
