//! `ludex signature`: node counts of fixed searches.

use ludex::InputError;
use serde_json::{Map, json};

use super::End;
use crate::args::OutputArgs;
use crate::print;

/// Prints the counts and their sum.
pub fn run(args: OutputArgs) -> Result<End, InputError> {
    let counts = ludex::signature()?;
    let total: u64 = counts.iter().map(|(_, n)| n).sum();
    if args.json {
        let counts: Map<_, _> = counts.into_iter().map(|(name, n)| (name, json!(n))).collect();
        print::json(&json!({ "signature": total, "nodes": counts }));
    } else {
        let rows = counts.into_iter().chain([("signature".to_string(), total)]);
        print::table(&rows.map(|(name, n)| vec![name, print::count(n)]).collect::<Vec<_>>());
    }
    Ok(End::Answered)
}
