//! `ludex problem`: chess problems.

use ludex::{
    DefinitionsText, InputError, Problem, ProblemAnswer, files, read_problems, with_twins,
};

use super::{End, write_evidence};
use crate::args::ProblemArgs;
use crate::diagnostic;
use crate::interrupt;
use crate::print;
use crate::progress::Spinner;
use crate::watch;

/// Solves the problem, its twins, or all problems of a file, and prints them.
pub fn run(args: ProblemArgs) -> Result<End, InputError> {
    let spinner = Spinner::new();
    let problem = Problem {
        stipulation: args.stipulation,
        formula: args.formula,
        position: args.position.unwrap_or_default(),
        agent: args.asked,
        definitions: args.define.as_deref().map(DefinitionsText::read).transpose()?,
        all: args.all,
        limit: args.limit,
        tries: args.tries,
        set_play: args.set_play,
        duplex: args.duplex,
        variations: args.variations,
        intended: args.intended,
        evidence: args.evidence.is_some(),
        limits: args.budget.limits(args.output.quiet, &spinner),
    };
    let entries = match &args.batch {
        Some(path) => Some(read_problems(path, &files::read_or_stdin(path)?, &problem)?),
        None if !args.twin.is_empty() => Some(with_twins(&problem, &args.twin, args.zero)?),
        None => None,
    };
    args.evidence.iter().chain(&args.diagram).try_for_each(|path| files::require_writable(path))?;
    interrupt::install();
    if let Some(entries) = entries {
        watch::release(); // the limits are those of each problem
        let mut all = true;
        for entry in entries {
            let answer = entry.solve(!args.output.json);
            spinner.clear();
            all &= answer.is_answered();
            tell(answer, args.output.json);
            if interrupt::interrupted() {
                break;
            }
        }
        return Ok(End::of(all && !interrupt::interrupted()));
    }
    // A page shows the play after a key; scripts ask for it.
    let problem = if args.output.json { problem } else { problem.with_page_variations() };
    let mut solved = ludex::solve_problem(&problem)?;
    watch::release();
    spinner.clear();
    if let (Some(path), Some(evidence)) = (&args.evidence, solved.evidence.take()) {
        write_evidence(path, &evidence)?;
    }
    if let Some(path) = &args.diagram {
        files::write(path, solved.diagram(path))?;
    }
    match args.output.json {
        true => print::json(&solved),
        false => print::page(solved.page_with_work(&print::toned)),
    }
    let proved = solved.proof.is_some() || args.evidence.is_none();
    Ok(End::of(solved.stopped.is_none() && proved && !interrupt::interrupted()))
}

/// Prints the answer about one of many problems.
fn tell(answer: ProblemAnswer, json: bool) {
    if json {
        return print::json_line(&answer);
    }
    print::page(answer.page(&print::toned));
    answer.error.into_iter().for_each(diagnostic::report);
}
