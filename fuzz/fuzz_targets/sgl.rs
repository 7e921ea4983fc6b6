//! Any text is a file of strategies that can be asked, or an error that points into it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_base::Budget;
use ludex_sgl::{File, query_within, summary};

fuzz_target!(|text: &str| {
    match File::read("fuzz", text) {
        Err(error) => assert!(error.input.text.get(error.span.clone()).is_some(), "{error:?}"),
        // Games of the house are large.
        Ok(file) if file.game().is_some() => {}
        Ok(file) => {
            let budget = Budget { max_nodes: Some(100), max_bytes: 1 << 24, ..Budget::default() };
            summary(&file, &budget).ok();
            for query in ["valid true", "reach true", "holds initial"] {
                query_within(&file, query, &budget).ok();
            }
        }
    }
});
