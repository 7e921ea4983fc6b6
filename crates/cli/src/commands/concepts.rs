//! `ludex concepts`: the library of solution concepts.

use ludex::{Concept, DefinitionsText, InputError, lists};
use ludex_game::nearest;

use super::{End, concept_table};
use crate::args::ConceptsArgs;
use crate::print::{self, FAINT, STRONG, say, styled};

/// Lists the concepts, or shows one.
pub fn run(args: ConceptsArgs) -> Result<End, InputError> {
    let user = args.define.as_deref().map(DefinitionsText::read).transpose()?;
    let mut concepts = ludex::definitions(user.as_ref())?.concepts();
    if let Some(name) = &args.name {
        let known: Vec<String> = concepts.iter().flat_map(names).cloned().collect();
        concepts.retain(|c| names(c).any(|known| known.eq_ignore_ascii_case(name)));
        if concepts.is_empty() {
            let close = nearest(name, known.iter().map(String::as_str));
            return Err(InputError::new(format!("there is no concept called `{name}`")).help(
                match close {
                    Some(close) => format!("did you mean `{close}`?"),
                    None => "`ludex concepts` lists them all".to_string(),
                },
            ));
        }
    }
    match (args.table, args.output.json) {
        (true, true) => print::json(&concept_table::json(&concepts)),
        (true, false) => concept_table::print(&concepts),
        (false, true) => print::json(&concepts.iter().map(lists::concept).collect::<Vec<_>>()),
        (false, false) => concepts.iter().for_each(entry),
    }
    Ok(End::Answered)
}

/// Returns all names of a concept.
fn names(concept: &Concept) -> impl Iterator<Item = &String> {
    [&concept.name].into_iter().chain(&concept.also)
}

fn entry(concept: &Concept) {
    let heading = format!("{}  {}", styled(STRONG, concept.call()), concept.summary);
    say!("{}", print::wrapped(&heading, 4));
    for line in concept.definition.lines() {
        say!("    {line}");
    }
    if !concept.origin.is_empty() {
        detail(format!("from {}", concept.origin));
    }
    if !concept.also.is_empty() {
        detail(format!("also written {}", concept.also.join(", ")));
    }
    if !concept.known_as.is_empty() {
        detail(format!("known as {}", known_as(concept).join(", ")));
    }
    say!("");
}

fn detail(text: String) {
    say!("{}", print::wrapped(&format!("    {}", styled(FAINT, text)), 4));
}

/// Returns the published algorithms that the concept is, each with the search it needs.
fn known_as(concept: &Concept) -> Vec<String> {
    concept.known_as.iter().map(ToString::to_string).collect()
}
