//! Questions about ordinary programs: goals, answered as Prolog does.

use ludex_base::{NoAnswer, TextError};
use serde_json::{Map, Value, json};

use super::answer::{Answer, Error, Options};
use crate::ordinary::{Ordinary, Solutions};

/// Answers `?- goals.` about an ordinary program, with the text that it wrote.
pub fn answer(program: &Ordinary, text: &str, options: &Options) -> Result<Answer, Error> {
    if !text.trim_start().starts_with("?-") {
        let message = "this program has no actions: it can be asked `?- goals.`";
        return Err(Error::Query(TextError::new(message, 0..text.len())));
    }
    let started = Solutions::new(program, text, &options.budget, options.max_inferences);
    let mut solutions = match started {
        Ok(solutions) => solutions,
        Err(NoAnswer::Invalid(error)) => return Err(Error::Query(error)),
        Err(NoAnswer::Stopped(stopped)) => return Ok(Answer::unknown(stopped)),
    };
    let (mut found, mut output, mut shown) = (Vec::new(), String::new(), String::new());
    let mut stopped = None;
    while found.len() < options.limit {
        let next = solutions.next();
        let written = solutions.take_output();
        output += &written;
        shown += &written;
        match next {
            None => break,
            Some(Ok(bindings)) => {
                let line: Vec<String> =
                    bindings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                shown += if shown.is_empty() || shown.ends_with('\n') { "" } else { "\n" };
                shown += &if line.is_empty() { "yes\n".into() } else { line.join(", ") + "\n" };
                let bindings: Map<String, Value> =
                    bindings.into_iter().map(|(name, value)| (name, json!(value))).collect();
                found.push(json!({ "plan": "[]", "bindings": bindings }));
            }
            Some(Err(NoAnswer::Invalid(why))) => {
                return Err(Error::Query(TextError::new(why, 0..text.len())));
            }
            Some(Err(NoAnswer::Stopped(limit))) => {
                stopped = Some(limit);
                break;
            }
        }
    }
    let full = found.len() == options.limit && solutions.may_have_more();
    if found.is_empty() {
        shown += if shown.is_empty() || shown.ends_with('\n') { "no\n" } else { "\nno\n" };
    }
    let mut answer = Answer::new(found).with(json!({ "output": output, "text": shown }));
    match stopped {
        Some(stopped) => answer.stopped = Some(stopped),
        None if full => {
            let note = format!("there may be more answers: these are the first {}", options.limit);
            answer = answer.note(note);
        }
        None => {}
    }
    Ok(answer)
}
