//! `ludex concepts`: the library of solution concepts.

use ludex::{Concept, DefinitionsText, InputError, lists};

use super::End;
use crate::args::ConceptsArgs;
use crate::print::{self, FAINT, STRONG, say, styled};

/// Lists the concepts, or shows one.
pub fn run(args: ConceptsArgs) -> Result<End, InputError> {
    let user = args.define.as_deref().map(DefinitionsText::read).transpose()?;
    let concepts = lists::concepts(user.as_ref(), args.name.as_deref())?;
    match (args.table, args.output.json) {
        (true, true) => print::json(&lists::concept_table(&concepts)),
        (true, false) => table(&concepts),
        (false, true) => print::json(&concepts.iter().map(lists::concept).collect::<Vec<_>>()),
        (false, false) => concepts.iter().for_each(entry),
    }
    Ok(End::Answered)
}

fn table(concepts: &[Concept]) {
    print::table(&lists::concept_rows(concepts));
    say!("");
    for note in lists::concept_notes(concepts) {
        say!("{}", styled(FAINT, print::wrapped(&note, 0)));
    }
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
