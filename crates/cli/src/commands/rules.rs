//! `ludex rules`: checks a game description and says what it contains.

use std::time::Instant;

use ludex::{Described, InputError, Language, Rules};

use super::End;
use crate::args::RulesArgs;
use crate::print::{self, BAD, FAINT, STRONG, say, styled};
use crate::watch;

/// Checks the file: those in a logic language by reading them, the others by opening them.
pub fn run(args: RulesArgs) -> Result<End, InputError> {
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
