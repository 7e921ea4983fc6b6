//! `ludex problem`: chess problems.

use std::sync::Arc;
use std::time::Instant;

use ludex_game::{Agent, Model, nearest};
use ludex_games::Chess;
use ludex_logic::{Stipulation, Vocabulary, compile};

use super::End;
use crate::args::ProblemArgs;
use crate::complaint::Complaint;
use crate::composition::answer::{Branch, Composed, Part};
use crate::composition::{Composition, Wanted};
use crate::definitions;
use crate::describe;
use crate::interrupt;
use crate::open;
use crate::print::{self, BAD, FAINT, GOOD, STRONG, say, styled};
use crate::requests::{CheckRequest, Limits, SetUp};

/// The game of problems: nothing but mate and stalemate ends it.
const GAME: &str = "chess:fifty=off";
/// Problems of so many moves are printed with all their variations, longer ones not so deep.
const IN_FULL: u32 = 3;

/// Solves the problem and prints it.
pub fn run(args: ProblemArgs) -> Result<End, Complaint> {
    let game = Chess::new(false);
    let state = describe::position(&game, Some(&args.position))?;
    let question = Typed::read(&args)?;
    let text = args.position.trim();
    let first = game.turn(&state).agent().ok_or_else(|| {
        Complaint::at("position", text, 0..text.len(), "the game is over in this position")
            .help("the side on turn has no legal move")
    })?;
    let first = args.asked.as_deref().map_or(Ok(first), |name| named(&game, name))?;
    if let Some(path) = &args.evidence {
        open::writable(path)?;
    }
    let wanted = Wanted {
        all: args.all,
        tries: args.tries,
        set_play: args.set_play,
        duplex: args.duplex,
        variations: question.variations(&args),
        limits: Limits::new(&args.budget, args.output.quiet),
    };
    interrupt::install();
    let start = Instant::now();
    let composition = Composition::new(&game, state, first, &wanted);
    let mut composed = match &question {
        Typed::Stipulation(stipulation, text) => {
            composition.solve(stipulation).map_err(|goal| unknown_goal(&game, text, &goal))?
        }
        Typed::Formula(text) => {
            let (definitions, _) = definitions::read(args.define.as_deref())?;
            let vocabulary = Vocabulary::of(&game, first);
            let compiled =
                compile(text, &definitions, &vocabulary).map_err(Complaint::in_source)?;
            composition.unfold(text, &compiled)
        }
    };
    prove(&args, &mut composed, game.agents().name(first))?;
    composed.seconds = start.elapsed().as_secs_f64();
    match args.output.json {
        true => print::json(&composed),
        false => page(&composed),
    }
    let proved = composed.proof.is_some() || args.evidence.is_none();
    Ok(End::of(composed.stopped.is_none() && proved && !interrupt::interrupted()))
}

/// What was typed as the question.
enum Typed {
    /// A stipulation, and its text.
    Stipulation(Stipulation, String),
    Formula(String),
}

impl Typed {
    fn read(args: &ProblemArgs) -> Result<Typed, Complaint> {
        match (&args.stipulation, &args.formula) {
            (Some(text), _) => Stipulation::parse(text)
                .map(|stipulation| Typed::Stipulation(stipulation, text.clone()))
                .map_err(|error| Complaint::in_text("stipulation", text, error)),
            (None, Some(formula)) => Ok(Typed::Formula(formula.clone())),
            (None, None) => Err(Complaint::new("a stipulation or a formula is needed")),
        }
    }

    /// How deep to look at the play after a key: by default as deep as a page allows, and not at all
    /// for scripts.
    fn variations(&self, args: &ProblemArgs) -> Option<u32> {
        let Typed::Stipulation(stipulation, _) = self else { return None };
        let by_default = if stipulation.moves <= IN_FULL { stipulation.moves } else { 1 };
        args.variations.or((!args.output.json).then_some(by_default)).filter(|&depth| depth > 0)
    }
}

fn named(game: &Chess, name: &str) -> Result<Agent, Complaint> {
    game.agents().named(name).ok_or_else(|| {
        Complaint::at("agent", name, 0..name.len(), format!("`{name}` does not play here"))
            .help("the players are White, Black")
    })
}

fn unknown_goal(game: &Chess, text: &str, goal: &str) -> Complaint {
    let names = ludex_game::Notation::atoms(game);
    let close = nearest(goal, names.iter().map(String::as_str));
    let start = text.find(goal).unwrap_or(0);
    let help = "`ludex games chess` lists what can be true, such as captured(Black,queen)";
    Complaint::at(
        "stipulation",
        text,
        start..start + goal.len(),
        format!("`{goal}` is no atom of chess"),
    )
    .help(close.map_or(help.to_string(), |close| format!("did you mean `{close}`? {help}")))
}

/// Writes the proof that the formula of the problem is true, or that it is false.
fn prove(args: &ProblemArgs, composed: &mut Composed, asked: &str) -> Result<(), Complaint> {
    if args.evidence.is_none() || composed.stopped.is_some() {
        return Ok(());
    }
    let (definitions, user_definitions) = definitions::read(args.define.as_deref())?;
    let limits = Limits::new(&args.budget, args.output.quiet);
    let request = CheckRequest {
        asked: Some(asked.to_string()),
        definitions: Arc::new(definitions),
        user_definitions,
        evidence: args.evidence.clone(),
        ..CheckRequest::new(composed.formula.clone(), limits)
    };
    let set_up = SetUp { position: Some(composed.position.clone()), ..SetUp::default() };
    open::open(GAME)?.check(&request, &[set_up], &mut |checked| {
        composed.proof = checked.proof;
        composed.stopped = checked.stopped;
    })
}

/// The page of a problem.
fn page(composed: &Composed) {
    let noun = match (&composed.keys, composed.count) {
        (Some(_), 1) => "key",
        (Some(_), _) => "keys",
        (None, 1) => "solution",
        (None, _) => "solutions",
    };
    let verdict = match (composed.count, composed.complete) {
        (0, true) => styled(BAD, "no solution"),
        (0, false) => styled(STRONG, "no solution found"),
        (count, true) => styled(GOOD, format!("{count} {noun}")),
        (count, false) => styled(GOOD, format!("{count} {noun}, perhaps more")),
    };
    say!("{}: {verdict} in {}", composed.stipulation, composed.position);
    say!("{}", composed.drawing);
    match composed.variations.is_empty() {
        true => composed.printed.iter().for_each(|line| say!("  {}", print::wrapped(line, 4))),
        false => composed.variations.iter().for_each(key),
    }
    if let Some(short) = composed.short.as_ref().filter(|short| !short.is_empty()) {
        say!(
            "{} {}",
            styled(FAINT, "short"),
            styled(BAD, format!("{} in fewer moves", short.len()))
        );
        short.iter().take(20).for_each(|line| say!("  {}", line.join(" ")));
    }
    if let Some(duals) = composed.duals.filter(|&duals| duals > 0) {
        say!("{} {duals}", styled(FAINT, "duals"));
    }
    for one in composed.tries.iter().flatten() {
        say!("{} {}", styled(FAINT, "try"), one.printed);
    }
    if !composed.set_variations.is_empty() {
        say!("{}", styled(FAINT, "set play"));
        composed.set_variations.iter().for_each(|defence| variation(defence, 2));
    }
    part("set play", composed.set_play.as_ref());
    part("duplex", composed.duplex.as_ref());
    let (nodes, seconds) = (print::count(composed.nodes), print::seconds(composed.seconds));
    say!("{} {nodes} moves in {seconds}", styled(FAINT, "work"));
    if let Some(proof) = composed.proof {
        say!("{} {} nodes", styled(FAINT, "proof"), print::count(proof.size));
    }
    if let Some(stopped) = &composed.stopped {
        say!("{} {stopped}", styled(FAINT, "stopped:"));
    }
}

fn part(name: &str, part: Option<&Part>) {
    let Some(part) = part else { return };
    let shorter = if part.shorter_exists { ", and shorter ones" } else { "" };
    let count = match part.count {
        1 => "1 solution".to_string(),
        count => format!("{count} solutions"),
    };
    say!("{} {}: {count}{shorter}", styled(FAINT, name), part.stipulation);
    part.printed.iter().for_each(|line| say!("  {}", print::wrapped(line, 4)));
}

/// A key with what it threatens and how it is defended.
fn key(branch: &Branch) {
    say!("  {}{}", styled(STRONG, format!("{}!", branch.printed)), threats(branch));
    branch.next.iter().for_each(|defence| variation(defence, 2));
}

fn threats(branch: &Branch) -> String {
    let moves: Vec<&str> = branch.threats.iter().map(|threat| threat.printed.as_str()).collect();
    match moves.is_empty() {
        true => String::new(),
        false => format!(" threat: {}", moves.join(", ")),
    }
}

/// A defence with its answers on one line, and what comes after each on lines of their own.
fn variation(defence: &Branch, level: usize) {
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
        answer.next.iter().for_each(|next| variation(next, level + 2));
    }
}
