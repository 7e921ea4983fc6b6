//! `ludex verify`: checks evidence against the rules of the game.

use ludex::{InputError, Verified};

use super::End;
use crate::args::VerifyArgs;
use crate::print::{self, BAD, GOOD, say, styled};

/// Checks the file.
pub fn run(args: VerifyArgs) -> Result<End, InputError> {
    let evidence = ludex::read_evidence(&args.file)?;
    let verified = match args.strict {
        true => ludex::verify_strictly(&evidence)?,
        false => ludex::verify(&evidence)?,
    };
    match args.output.json {
        true => print::json(&verified),
        false => sentence(&verified),
    }
    Ok(if verified.valid { End::Answered } else { End::NotValid })
}

fn sentence(verified: &Verified) {
    print::warnings(&verified.warnings);
    let nodes = print::counted(verified.nodes, "node");
    match &verified.reason {
        None => {
            say!("{}: {} ({nodes})", styled(GOOD, "valid"), verified.claim);
            if let Some(reference) =
                verified.strictly.as_ref().and_then(|how| how.reference.as_ref())
            {
                let engine = verified.strictly.as_ref().map_or("", |how| &how.engine);
                say!("every answer of {engine} was compared with {reference}");
            }
            if let Some(gap) = verified.guarantees.as_ref().and_then(|found| found.gap.as_ref()) {
                say!("the guarantees of both strategies are {gap} apart");
            }
        }
        Some(reason) => say!("{}: {}\n{reason}", styled(BAD, "not valid"), verified.claim),
    }
}
