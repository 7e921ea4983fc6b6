//! `ludex verify`: checks evidence against the rules of the game.

use ludex::InputError;

use super::End;
use crate::args::VerifyArgs;
use crate::print::{self, BAD, GOOD, say, styled};

/// Checks the file.
pub fn run(args: VerifyArgs) -> Result<End, InputError> {
    let verified = ludex::verify(&ludex::read_evidence(&args.file)?)?;
    if args.output.json {
        print::json(&verified);
        return Ok(End::Answered);
    }
    let nodes = print::count(verified.nodes);
    match &verified.reason {
        None => {
            say!("{}: {} ({nodes} nodes)", styled(GOOD, "valid"), verified.claim);
            if let Some(gap) = verified.guarantees.and_then(|found| found.gap) {
                say!("the guarantees of both strategies are {gap} apart");
            }
        }
        Some(reason) => say!("{}: {}\n{reason}", styled(BAD, "not valid"), verified.claim),
    }
    Ok(End::Answered)
}
