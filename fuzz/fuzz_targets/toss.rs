//! Any text is a description of structure rewriting that can be asked, or an error that points into it.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use ludex_base::{Budget, NoAnswer};
use ludex_rewrite::{Description, QUERIES, query_with_work};

fuzz_target!(|text: &str| {
    match Description::parse(text) {
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{error:?}"),
        Ok(description) => {
            let budget = Budget { max_nodes: Some(100), max_bytes: 1 << 24, ..Budget::default() };
            let budget = budget.within(Duration::from_millis(200));
            for query in QUERIES {
                let answer = query_with_work(&description, query, &budget, 100_000);
                if let Err(NoAnswer::Invalid(error)) = answer {
                    assert!(query.get(error.span.clone()).is_some(), "{query}: {error:?}");
                }
            }
        }
    }
});
