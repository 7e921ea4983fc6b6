//! `ludex rules`: checks a game description and says what it contains.

use std::thread;
use std::time::{Duration, SystemTime};

use ludex::InputError;

use super::End;
use crate::args::RulesArgs;
use crate::print::{self, say};
use crate::{diagnostic, watch};

/// The time between two looks at a file that is watched.
const PAUSE: Duration = Duration::from_millis(200);

/// Checks the file, once or whenever it changes.
pub fn run(args: RulesArgs) -> Result<End, InputError> {
    if !args.watch {
        return check(&args);
    }
    loop {
        let seen = saved(&args.file);
        if let Err(error) = check(&args) {
            watch::release();
            diagnostic::report(error);
        }
        while saved(&args.file) == seen {
            thread::sleep(PAUSE);
        }
        say!("");
    }
}

/// Returns when a file was last saved, and its size; `None` while there is none.
fn saved(path: &str) -> Option<(SystemTime, u64)> {
    let found = std::fs::metadata(path).ok()?;
    Some((found.modified().ok()?, found.len()))
}

fn check(args: &RulesArgs) -> Result<End, InputError> {
    let described = ludex::describe_file(&args.file, &args.limits.limits())?;
    watch::release();
    match args.output.json {
        true => print::json(&described),
        false => print::page(described.page(&args.file, &print::toned)),
    }
    Ok(End::Answered)
}
