//! `ludex check`: is a formula true in a position?

use std::path::Path;

use ludex::{Check, DefinitionsText, InputError, Session, files};
use ludex_search::{SearchOption, Task, find_algorithm};

use super::{End, write_evidence};
use crate::args::{CheckArgs, Switch};
use crate::interrupt;
use crate::print::{self, BAD, FAINT, STRONG, say, styled};
use crate::progress::Spinner;
use crate::watch;

/// Checks the formula in one position, or in all of a batch.
pub fn run(args: CheckArgs) -> Result<End, InputError> {
    let spinner = Spinner::new();
    let mut limits = args.budget.limits(args.output.quiet, &spinner);
    let mut game = super::open(&args.position.game, &mut limits)?;
    let definitions = args.define.as_deref().map(DefinitionsText::read).transpose()?;
    let positions = match &args.batch {
        Some(path) => ludex::read_batch(path, &files::read_or_stdin(path)?, false),
        None => vec![args.position.set_up()],
    };
    let request = Check {
        formula: args.formula.or(args.least.clone()).unwrap_or_default(),
        agent: args.asked,
        definitions,
        algorithm: args.algorithm,
        plain: args.plain,
        transpositions: args.transpositions.map(Switch::is_on),
        conjunctions: args.conjunctions,
        look: args.look.map(Switch::is_on),
        evaluation: args.evaluation,
        cost: args.cost,
        evidence: args.evidence.is_some(),
        limits,
    };
    if let Some(path) = &args.evidence {
        files::require_writable(path)?;
    }
    interrupt::install();
    let wants_proof = request.evidence || minimises(&request);
    let (mut all_answered, mut written) = (true, Ok(()));
    let one = args.batch.is_none();
    if !one {
        watch::release(); // the limits are those of each position
    }
    if args.least.is_some() {
        game.set_up(&positions[0])?;
        return least(&game, &request, args.output.json, args.evidence.as_deref());
    }
    game.check_all(&request, &positions, &mut |mut checked| {
        watch::release();
        spinner.clear();
        if let (Some(path), Some(evidence)) = (&args.evidence, checked.evidence.take()) {
            written = write_evidence(path, &evidence);
        }
        all_answered &= checked.answer.is_some();
        all_answered &= checked.proof.is_some() || !wants_proof;
        match (args.output.json, one) {
            _ if written.is_err() => {}
            (true, one) => print::json_about(&game, &checked, one),
            (false, true) => print::page(checked.page(&print::toned)),
            (false, false) => {
                say!("{}", checked.word(&print::toned));
                print::warnings(&checked.warnings);
            }
        }
    })?;
    written?;
    Ok(End::of(all_answered && !interrupt::interrupted()))
}

/// Finds the smallest number for which the formula holds.
fn least(
    game: &Session,
    request: &Check,
    json: bool,
    evidence: Option<&Path>,
) -> Result<End, InputError> {
    let mut found = game.least(request)?;
    watch::release();
    if let (Some(path), Some(evidence)) = (evidence, found.checked.evidence.take()) {
        write_evidence(path, &evidence)?;
    }
    match json {
        true => print::json_about(game, &found, true),
        false => {
            match (found.least, found.checked.answer) {
                (Some(n), _) => say!("{} is the smallest n", styled(STRONG, n)),
                (None, Some(_)) => {
                    say!("{} for any n below {}", styled(BAD, "not"), found.at_least)
                }
                (None, None) => {
                    say!("{}: n is at least {}", styled(STRONG, "unknown"), found.at_least)
                }
            }
            print::page(found.checked.page(&print::toned));
            if let (Some(_), Some(fails)) = (found.least, &found.fails) {
                say!("{}    {fails} does not hold", styled(FAINT, "below"));
            }
        }
    }
    Ok(End::of(found.checked.answer.is_some() && !interrupt::interrupted()))
}

/// Returns whether the algorithm is one for cheapest proofs, whose answer is a proof.
fn minimises(request: &Check) -> bool {
    let algorithm = find_algorithm(&request.algorithm, Task::Formula);
    algorithm.is_some_and(|info| info.takes(SearchOption::Cost))
}
