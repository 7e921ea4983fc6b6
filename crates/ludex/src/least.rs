//! The smallest number for which a formula holds.

use std::time::Instant;

use ludex_base::TextError;
use serde::{Deserialize, Serialize};

use crate::answers::Checked;
use crate::definitions::definitions;
use crate::error::InputError;
use crate::requests::Check;
use crate::session::Session;

/// The greatest number that is tried.
const MOST: u64 = 100;

/// The smallest `n` for which a formula holds in a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Least {
    /// That number, if there is one.
    pub least: Option<u64>,
    /// The formula does not hold for any smaller number.
    pub at_least: u64,
    /// The formula with the number before it, which does not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fails: Option<String>,
    /// The answer for the last number that was tried.
    #[serde(flatten)]
    pub checked: Checked,
}

/// Asks the formula of a request for n = 0, 1, 2, … until it holds. The limits are for all of it.
pub(crate) fn find(session: &Session, request: &Check) -> Result<Least, InputError> {
    let text = with_parameter(request)?;
    let start = Instant::now();
    let (mut nodes, mut fails) = (0, None);
    for n in 0..=MOST {
        let mut limits = request.limits.clone();
        let spent = start.elapsed().as_secs_f64();
        limits.max_seconds = limits.max_seconds.map(|most| (most - spent).max(0.0));
        limits.max_nodes = limits.max_nodes.map(|most| most.saturating_sub(nodes));
        let formula = with_number(&text, n);
        let mut asked = Check { formula, limits, evidence: false, ..request.clone() };
        let mut checked = match session.check(&asked) {
            // Not every concept is defined for 0.
            Err(_) if n == 0 => continue,
            answer => answer?,
        };
        nodes += checked.nodes;
        if checked.answer == Some(true) && request.evidence {
            asked.evidence = true;
            checked = session.check(&asked)?;
        }
        let least = (checked.answer == Some(true)).then_some(n);
        if least.is_some() || checked.answer.is_none() || n == MOST {
            let at_least = if checked.answer == Some(false) { n + 1 } else { n };
            return Ok(Least { least, at_least, fails, checked });
        }
        fails = Some(checked.formula);
    }
    Err(InputError::new("no number was tried"))
}

/// Returns the formula with `n` in it: as it is, or for the name of a concept with one parameter a
/// call of it.
fn with_parameter(request: &Check) -> Result<String, InputError> {
    let text = request.formula.trim();
    if words(text).any(|word| word.1) {
        return Ok(text.to_string());
    }
    let concepts = definitions(request.definitions.as_ref())?.concepts();
    let named = |concept: &&ludex_logic::Concept| {
        concept.name == text || concept.also.iter().any(|other| other == text)
    };
    let parameters: Vec<usize> =
        concepts.iter().filter(named).map(|concept| concept.parameters.len()).collect();
    match parameters.first() {
        Some(_) if parameters.contains(&1) => Ok(format!("{text}(n)")),
        Some(_) => {
            let call = concepts.iter().find(named).map(|concept| concept.call());
            let message = "this concept has not exactly one parameter";
            let help =
                format!("write the one that is looked for as n: {}", call.unwrap_or_default());
            Err(InputError::in_text("formula", text, TextError::new(message, 0..text.len()))
                .help(help))
        }
        None => {
            let message = "this is no concept, and there is no `n` in it";
            let help = "name a concept, as `omega`, or write n for the number that is looked for, \
                        as in `lambda(2, n)`";
            Err(InputError::in_text("formula", text, TextError::new(message, 0..text.len()))
                .help(help))
        }
    }
}

/// Replaces every `n` that is a word by a number.
fn with_number(text: &str, n: u64) -> String {
    words(text).map(|(word, is_n)| if is_n { n.to_string() } else { word.to_string() }).collect()
}

/// Splits a formula into its words and what is between them, and says which word is an `n` outside
/// of quotation marks.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let (mut rest, mut quoted) = (text, false);
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match in_word(first) {
            true => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        rest = after;
        quoted ^= word == "\"";
        Some((word, word == "n" && !quoted))
    })
}
