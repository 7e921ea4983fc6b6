//! Any text is a program of Game Prolog that can be asked, or an error that points into it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_prolog::{Error, Options, Program, answer};

fuzz_target!(|text: &str| {
    match Program::read(text) {
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{error:?}"),
        Ok(program) => {
            let mut options = Options::default();
            options.max_inferences = 20_000;
            options.budget.max_bytes = 8 << 20;
            options.budget.max_nodes = Some(50);
            for query in ["states", "enabled []", "scenery []", "plan p", "force {1} : p", "trace p"] {
                match answer(&program, query, &options) {
                    Err(Error::Query(error)) => {
                        assert!(query.get(error.span.clone()).is_some(), "{query}: {error:?}");
                    }
                    Err(Error::Program(error)) => {
                        assert!(text.get(error.span.clone()).is_some(), "{query}: {error:?}");
                    }
                    Ok(_) => {}
                }
            }
        }
    }
});
