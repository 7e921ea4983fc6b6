//! `ludex query`: asks a file written in one of the logic languages.

use std::path::Path;
use std::time::Instant;

use ludex::{InputError, Limits, NextAnswer, Query, Replied, Rules, Warning, files};

use super::{End, write_evidence};
use crate::args::QueryArgs;
use crate::diagnostic;
use crate::interrupt;
use crate::print::{self, STRONG, say, styled};
use crate::progress::Spinner;
use crate::prompt::Prompt;
use crate::watch;

/// Answers the question, or opens a prompt. Without an answer within the limits that is the reply.
pub fn run(args: QueryArgs) -> Result<End, InputError> {
    let end: fn(InputError) = match args.output.json {
        true => |why| print::json_line(&Replied::stopped(why.message)),
        false => |why| print::page(Replied::stopped(why.message).page(&print::toned)),
    };
    match answer(args, end) {
        Err(error) if error.out_of_budget => {
            watch::release();
            end(error);
            Ok(End::of(false))
        }
        answered => answered,
    }
}

fn answer(args: QueryArgs, end: fn(InputError)) -> Result<End, InputError> {
    let limits = args.budget.limits(true, &Spinner::new());
    let limits = watch::hold_telling(limits, args.budget.max_memory, end);
    let start = Instant::now();
    let file = Rules::read_within(&args.file, &limits)?;
    let warnings = file.warnings();
    print::warnings(&warnings);
    let request = Query {
        query: String::new(),
        strict: args.strict,
        as_published: args.as_published,
        answers: args.limit,
        limits: watch::left(&limits, start),
    };
    for path in args.svg.iter().chain(&args.evidence) {
        files::require_writable(path)?;
    }
    let query = match args.query.as_deref() {
        None => {
            watch::release(); // the limits are those of each question
            let request = Query { limits, ..request };
            return converse(&file, &request, &warnings, args.output.json);
        }
        Some("-") => files::read_or_stdin(Path::new("-"))?,
        Some(query) => query.to_string(),
    };
    interrupt::install();
    let reply = file.ask(&Query { query: query.trim().to_string(), ..request })?;
    watch::release();
    if reply.stopped.is_none() {
        // What cannot be written is said instead of an answer, not after it.
        if let Some(path) = &args.svg {
            let dot = files::ending(&path.to_string_lossy()) == "dot";
            files::write(path, reply.drawing(if dot { "dot" } else { "svg" })?)?;
        }
        if let Some(path) = &args.evidence {
            write_evidence(path, reply.proof()?)?;
        }
    }
    print_reply(&reply, &warnings, args.output.json);
    Ok(End::of(reply.stopped.is_none()))
}

/// Answers questions until there are no more. A bad question is reported, and that is all.
fn converse(
    file: &Rules,
    request: &Query,
    warnings: &[Warning],
    json: bool,
) -> Result<End, InputError> {
    let mut prompt = Prompt::new("query", file.words())?;
    let mut open: Option<Box<dyn NextAnswer>> = None;
    while let Some(query) = prompt.line()? {
        let request = Query { query, ..request.clone() };
        respond(file, &request, &mut open, warnings, json).unwrap_or_else(diagnostic::report);
    }
    Ok(End::Answered)
}

/// Answers a question: the first answer if there may be many, and the next one for `;`.
fn respond(
    file: &Rules,
    request: &Query,
    open: &mut Option<Box<dyn NextAnswer>>,
    warnings: &[Warning],
    json: bool,
) -> Result<(), InputError> {
    if request.query == ";" {
        let answers = open.as_mut().ok_or_else(nothing_open)?;
        return next(answers.as_mut(), &request.limits, "no more");
    }
    *open = None;
    if !json
        && request.answers.is_none()
        && let Some(answers) = file.answers(request)?
    {
        return next(open.insert(answers).as_mut(), &request.limits, "no");
    }
    file.ask(request).map(|reply| print_reply(&reply, warnings, json))
}

/// Prints the next answer, or that there is none.
fn next(answers: &mut dyn NextAnswer, limits: &Limits, none: &str) -> Result<(), InputError> {
    match answers.next_answer(limits)? {
        Some(answer) => say!("{answer}"),
        None => say!("{}", styled(STRONG, none)),
    }
    Ok(())
}

fn nothing_open() -> InputError {
    InputError::new("there is no question with further answers")
        .help("ask `?- goals.` first; `;` then prints the next answer")
}

fn print_reply(reply: &Replied, warnings: &[Warning], json: bool) {
    match json {
        true => print::json_line(&print::with_warnings(warnings, reply)),
        false => print::page(reply.page(&print::toned)),
    }
}
