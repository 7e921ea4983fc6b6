//! Any text is a description of structure rewriting that can be asked, or an error that points into it.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use ludex_rewrite::{Description, Limits, QUERIES, query_within};

fuzz_target!(|text: &str| {
    match Description::parse(text) {
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{error:?}"),
        Ok(description) => {
            let time = Duration::from_millis(200);
            let limits =
                Limits { states: 100, bytes: 1 << 24, fuel: 100_000, time, ..Limits::default() };
            for query in QUERIES {
                if let Err(error) = query_within(&description, query, &limits) {
                    assert!(query.get(error.span.clone()).is_some(), "{query}: {error:?}");
                }
            }
        }
    }
});
