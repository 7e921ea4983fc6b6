//! `ludex verify`: checks evidence against the rules of the game.

use std::time::Instant;

use ludex::{InputError, Limits};
use serde_json::json;

use super::End;
use crate::args::VerifyArgs;
use crate::diagnostic;
use crate::print;
use crate::watch;

/// Checks the file.
pub fn run(args: VerifyArgs) -> Result<End, InputError> {
    let (start, end) =
        (Instant::now(), if args.output.json { unknown } else { diagnostic::report });
    let limits = Limits { max_seconds: Some(args.max_seconds), ..Limits::default() };
    let limits = watch::hold_telling(limits, Some(args.max_memory), end);
    let verify = if args.strict { ludex::verify_strictly } else { ludex::verify_within };
    let evidence = ludex::read_evidence_within(&args.file, &limits);
    let verified = evidence.and_then(|found| {
        let verified = verify(&found, &limits.since(start))?;
        // What is not valid is not drawn: the drawing would look like a proof.
        let svg = args.svg.as_deref().filter(|_| verified.valid);
        ludex::draw_evidence(&found, svg)?;
        let explained = args.explain && verified.valid;
        let explain = |()| {
            let game = ludex::open_within(&found.game, &limits)?;
            game.explain(&found, &limits, &print::toned)
        };
        Ok((verified, explained.then_some(()).map_or(Ok(Vec::new()), explain)?))
    });
    watch::release();
    let (verified, explanation) = match verified {
        Err(error) if error.out_of_budget => {
            end(error);
            return Ok(End::OutOfBudget);
        }
        verified => verified?,
    };
    match args.output.json {
        true => print::json(&verified),
        false => {
            print::warnings(&verified.warnings);
            print::page(verified.page(&print::toned));
            print::page(explanation);
        }
    }
    Ok(if verified.valid { End::Answered } else { End::NotValid })
}

/// Prints that there is no verdict as JSON.
fn unknown(why: InputError) {
    print::json(&json!({ "valid": null, "claim": null, "reason": why.message, "nodes": 0 }));
}
