//! `ludex rules`: checks a game description and says what it contains.

use std::thread;
use std::time::{Duration, Instant, SystemTime};

use ludex::{Described, InputError, Language, Rules};

use super::End;
use crate::args::RulesArgs;
use crate::diagnostic;
use crate::print::{self, BAD, FAINT, STRONG, say, styled};
use crate::watch;

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

/// Checks the file: those in a logic language by reading them, the others by opening them.
fn check(args: &RulesArgs) -> Result<End, InputError> {
    let asked = Language::of_file(&args.file).is_some_and(|language| language.info().asked);
    let (start, limits) = (Instant::now(), args.limits.limits());
    let described = match asked {
        true => Rules::read_within(&args.file, &limits)?.described(&limits.since(start))?,
        false => ludex::open_file_within(&args.file, &limits)?.rules()?,
    };
    watch::release();
    match args.output.json {
        true => print::json(&described),
        false => page(&args.file, &described),
    }
    Ok(End::Answered)
}

fn page(path: &str, described: &Described) {
    say!("{} {path}", styled(STRONG, &described.language));
    let mut rows = vec![vec!["agents".to_string(), described.agents.join(", ")]];
    rows.extend(described.statistics.iter().map(|(name, value)| {
        vec![name.replace('_', " "), value.to_string().replace(['"', '[', ']'], "")]
    }));
    print::table(&rows);
    for warning in &described.warnings {
        let place = warning.line.map_or(String::new(), |line| format!("line {line}: "));
        say!("{} {place}{}", styled(BAD, "warning"), warning.message);
    }
    if described.warnings.is_empty() {
        say!("{}", styled(FAINT, "no warnings"));
    }
}
