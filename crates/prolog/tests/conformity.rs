//! Standard Prolog, goal by goal: `conformity.tsv` has a goal and what it gives on each line, and a
//! third column where SWI-Prolog gives something else. `bench/conformity` asks SWI-Prolog.
//!
//! `LUDEX_RECORD=1` writes the table anew; look at the changes before you keep them.

use std::path::Path;

use ludex_base::{Budget, NoAnswer};
use ludex_prolog::{Ordinary, Solutions};

/// The most answers that are listed.
const LISTED: usize = 6;

/// Returns what a goal gives: what it writes, its first answers, or the error.
fn outcome(goal: &str) -> String {
    let none = |_: &str| Err("no files".to_owned());
    let program = Ordinary::read("", &none).expect("an empty program");
    let budget = Budget { max_bytes: 64 << 20, ..Budget::default() };
    if Solutions::new(&program, goal, &budget, 10_000_000).is_err() {
        return "syntax error".into();
    }
    let wrapped = format!("catch(({goal}\n), error(FormalError, _), true)");
    let solutions = Solutions::new(&program, &wrapped, &budget, 10_000_000);
    let mut solutions = solutions.expect("a goal that can be read can be wrapped");
    let (mut found, mut output) = (Vec::new(), String::new());
    loop {
        let next = solutions.next();
        output += &solutions.take_output();
        let mut bindings = match next {
            None if found.is_empty() => {
                found.push("no".to_owned());
                break;
            }
            None => break,
            Some(Ok(bindings)) => bindings,
            Some(Err(NoAnswer::Invalid(why))) => {
                let ball = why.strip_prefix("nothing caught the exception ").unwrap_or(&why);
                found.push(format!("uncaught {ball}"));
                break;
            }
            Some(Err(NoAnswer::Stopped(stopped))) => {
                found.push(format!("stopped {stopped}"));
                break;
            }
        };
        let at = bindings.iter().position(|(name, _)| name == "FormalError").expect("it is named");
        let error = bindings.remove(at).1;
        if !error.starts_with('_') {
            found.push(format!("error {error}"));
            break;
        }
        let texts: Vec<String> =
            bindings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        found.push(if texts.is_empty() { "yes".into() } else { texts.join(", ") });
        if found.len() == LISTED {
            found.push("...".into());
            break;
        }
    }
    let written = match output.is_empty() {
        true => String::new(),
        false => format!("<<{}>> ", output.replace('\n', "\\n")),
    };
    written + &found.join(" ; ")
}

#[test]
fn goals_give_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformity.tsv");
    let table = std::fs::read_to_string(&path).expect("the table");
    let (mut wrong, mut written, mut count) = (Vec::new(), String::new(), 0);
    for line in table.lines() {
        let mut columns = line.split('\t');
        let (goal, expected) = (columns.next().unwrap_or(""), columns.next().unwrap_or(""));
        let (found, other) = (outcome(goal), columns.next());
        count += 1;
        if found != expected {
            wrong.push(format!("{goal}\n    expected {expected}\n    found    {found}"));
        }
        let other = other.map(|other| format!("\t{other}")).unwrap_or_default();
        written += &format!("{goal}\t{found}{other}\n");
    }
    if std::env::var_os("LUDEX_RECORD").is_some() {
        std::fs::write(&path, written).expect("the table can be written");
    } else {
        assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
    }
    assert!(count >= 500, "the table has {count} lines");
}
