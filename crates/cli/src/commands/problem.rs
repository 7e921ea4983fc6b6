//! `ludex problem`: chess problems.

use ludex::{
    DefinitionsText, InputError, Problem, ProblemAssumed, ProblemPart, ProblemSolved, Variation,
    files,
};

use super::{End, write_evidence};
use crate::args::ProblemArgs;
use crate::interrupt;
use crate::print::{self, BAD, FAINT, GOOD, STRONG, say, styled};
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

/// Prints the solutions of a problem.
fn page(solved: &ProblemSolved) {
    let noun = match (&solved.keys, solved.count) {
        (Some(_), 1) => "key",
        (Some(_), _) => "keys",
        (None, 1) => "solution",
        (None, _) => "solutions",
    };
    let verdict = match (solved.count, solved.complete) {
        (0, true) => styled(BAD, "no solution"),
        (0, false) => styled(STRONG, "no solution found"),
        (count, true) => styled(GOOD, format!("{count} {noun}")),
        (count, false) => styled(GOOD, format!("{count} {noun}, perhaps more")),
    };
    say!("{}: {verdict} in {}", solved.stipulation, solved.position);
    say!("{}", solved.drawing);
    if let Some(assumed) = &solved.assumed {
        say!("{} {}", styled(FAINT, "assumed"), assumption(assumed));
    }
    match solved.variations.is_empty() {
        true => solved.printed.iter().for_each(|line| say!("  {}", print::wrapped(line, 4))),
        false => solved.variations.iter().for_each(key),
    }
    if let Some(short) = solved.short.as_ref().filter(|short| !short.is_empty()) {
        say!(
            "{} {}",
            styled(FAINT, "short"),
            styled(BAD, format!("{} in fewer moves", short.len()))
        );
        short.iter().take(20).for_each(|line| say!("  {}", line.join(" ")));
    }
    if let Some(duals) = solved.duals.filter(|&duals| duals > 0) {
        say!("{} {duals}", styled(FAINT, "duals"));
    }
    for one in solved.tries.iter().flatten() {
        say!("{} {}", styled(FAINT, "try"), one.printed);
    }
    if !solved.set_variations.is_empty() {
        say!("{}", styled(FAINT, "set play"));
        solved.set_variations.iter().for_each(|defence| variation(defence, 2));
    }
    part("set play", solved.set_play.as_ref());
    part("duplex", solved.duplex.as_ref());
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

/// What was assumed, and why.
fn assumption(assumed: &ProblemAssumed) -> String {
    let turn = assumed.turn.as_ref().map(|side| format!("{side} moves first"));
    let castling = assumed.castling.as_ref().map(|rights| format!("castling {rights}"));
    let all: Vec<String> = turn.into_iter().chain(castling).collect();
    format!("{} (the position does not say)", all.join(", "))
}

fn part(name: &str, part: Option<&ProblemPart>) {
    let Some(part) = part else { return };
    let shorter = if part.shorter_exists { ", and shorter ones" } else { "" };
    let count = print::counted(part.count as u64, "solution");
    say!("{} {}: {count}{shorter}", styled(FAINT, name), part.stipulation);
    part.printed.iter().for_each(|line| say!("  {}", print::wrapped(line, 4)));
}

/// Prints a key with its threats and defences.
fn key(branch: &Variation) {
    say!("  {}{}", styled(STRONG, format!("{}!", branch.printed)), threats(branch));
    after_threats(branch, 2);
    branch.next.iter().for_each(|defence| variation(defence, 2));
}

fn threats(branch: &Variation) -> String {
    let moves: Vec<&str> = branch.threats.iter().map(|threat| threat.printed.as_str()).collect();
    match moves.is_empty() {
        true => String::new(),
        false => format!(" threat: {}", moves.join(", ")),
    }
}

/// Prints a defence with its answers on one line, and the play after each on lines of its own.
fn variation(defence: &Variation, level: usize) {
    let answers: Vec<String> =
        defence.next.iter().map(|answer| answer.printed.clone() + &threats(answer)).collect();
    let dual = if answers.len() > 1 { styled(FAINT, " (dual)") } else { String::new() };
    let line = format!("{}{} {}", "  ".repeat(level), defence.printed, answers.join(" / "));
    say!("{}{dual}", line.trim_end());
    for answer in &defence.next {
        if answer.next.is_empty() {
            continue;
        }
        if defence.next.len() > 1 {
            say!("{}{}", "  ".repeat(level + 1), answer.printed);
        }
        after_threats(answer, level + 2);
        answer.next.iter().for_each(|next| variation(next, level + 2));
    }
}

/// The play after each threat that does not reach the goal at once, should the other side let it
/// be carried out.
fn after_threats(branch: &Variation, level: usize) {
    for threat in branch.threats.iter().filter(|threat| !threat.next.is_empty()) {
        say!("{}threat {}{}", "  ".repeat(level), threat.printed, threats(threat));
        after_threats(threat, level + 2);
        threat.next.iter().for_each(|defence| variation(defence, level + 2));
    }
}
