//! `ludex problem`: chess problems.

use ludex::{DefinitionsText, InputError, Problem, ProblemSolved, files};

use super::{End, write_evidence};
use crate::args::ProblemArgs;
use crate::interrupt;
use crate::print::{self, FAINT, say, styled};
use crate::progress::Spinner;
use crate::watch;

/// Solves the problem and prints it.
pub fn run(args: ProblemArgs) -> Result<End, InputError> {
    let spinner = Spinner::new();
    let problem = Problem {
        stipulation: args.stipulation,
        formula: args.formula,
        position: args.position,
        agent: args.asked,
        definitions: args.define.as_deref().map(DefinitionsText::read).transpose()?,
        all: args.all,
        limit: args.limit,
        tries: args.tries,
        set_play: args.set_play,
        duplex: args.duplex,
        variations: args.variations,
        evidence: args.evidence.is_some(),
        limits: args.budget.limits(args.output.quiet, &spinner),
    };
    // A page shows the play after a key; scripts ask for it.
    let problem = if args.output.json { problem } else { problem.with_page_variations() };
    if let Some(path) = &args.evidence {
        files::require_writable(path)?;
    }
    interrupt::install();
    let mut solved = ludex::solve_problem(&problem)?;
    watch::release();
    spinner.clear();
    if let (Some(path), Some(evidence)) = (&args.evidence, solved.evidence.take()) {
        write_evidence(path, &evidence)?;
    }
    match args.output.json {
        true => print::json(&solved),
        false => page(&solved),
    }
    let proved = solved.proof.is_some() || args.evidence.is_none();
    Ok(End::of(solved.stopped.is_none() && proved && !interrupt::interrupted()))
}

/// Prints the solutions of a problem, and what finding them took.
fn page(solved: &ProblemSolved) {
    print::page(solved.page(&print::toned));
    let moves = print::counted(solved.nodes, "move");
    let seconds = print::seconds(solved.seconds);
    say!("{} {moves} in {seconds}", styled(FAINT, "work"));
    if let Some(proof) = &solved.proof {
        say!("{} {}", styled(FAINT, "proof"), print::counted(proof.size, "node"));
    }
    if let Some(stopped) = &solved.stopped {
        say!("{} {stopped}", styled(FAINT, "stopped:"));
    }
}
