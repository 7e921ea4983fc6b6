//! `ludex concepts`: the library of solution concepts.

use ludex::{Concept, DefinitionsText, InputError, lists};

use super::End;
use crate::args::ConceptsArgs;
use crate::print::{self, FAINT, say, styled};

/// Lists the concepts, or shows one.
pub fn run(args: ConceptsArgs) -> Result<End, InputError> {
    let user = args.define.as_deref().map(DefinitionsText::read).transpose()?;
    let concepts = lists::concepts(user.as_ref(), args.name.as_deref())?;
    match (args.table, args.output.json) {
        (true, true) => print::json(&lists::concept_table(&concepts)),
        (true, false) => table(&concepts),
        (false, true) => print::json(&concepts.iter().map(lists::concept).collect::<Vec<_>>()),
        (false, false) => {
            concepts.iter().for_each(|one| print::page(ludex::concept_page(one, &print::toned)))
        }
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
