//! `ludex verify`: checks evidence against the rules of the game.

use ludex_evidence::Evidence;

use super::End;
use crate::args::VerifyArgs;
use crate::complaint::Complaint;
use crate::languages;
use crate::open;
use crate::print::{self, BAD, GOOD, say, styled};

/// Checks the file.
pub fn run(args: VerifyArgs) -> Result<End, Complaint> {
    let shown = args.file.display();
    let evidence = Evidence::read(&args.file)
        .map_err(|error| Complaint::new(format!("cannot read evidence from {shown}: {error}")))?;
    let verified = match languages::verify(&evidence)? {
        Some(verified) => verified,
        None => open::open(&evidence.game)?.verify(&evidence)?,
    };
    if args.output.json {
        print::json(&verified);
    } else {
        let nodes = print::count(verified.nodes);
        match &verified.reason {
            None => {
                say!("{}: {} ({nodes} nodes)", styled(GOOD, "valid"), verified.claim);
                if let Some(gap) = verified.guarantees.and_then(|found| found.gap) {
                    say!("the guarantees of both strategies are {gap} apart");
                }
            }
            Some(reason) => {
                say!("{}: {}\n{reason}", styled(BAD, "not valid"), verified.claim);
            }
        }
    }
    Ok(End::Answered)
}
