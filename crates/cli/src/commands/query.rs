//! `ludex query`: asks a file written in one of the logic languages.

use std::path::Path;

use ludex_evidence::Evidence;
use serde_json::{Map, Value, json};

use super::End;
use crate::args::QueryArgs;
use crate::complaint::Complaint;
use crate::interrupt;
use crate::languages::{self, Language, Reply};
use crate::open;
use crate::print::{self, BAD, FAINT, GOOD, STRONG, say, styled};
use crate::prompt::Prompt;
use crate::requests::{Limits, QueryRequest};

/// Answers the question, or opens a prompt.
pub fn run(args: QueryArgs) -> Result<End, Complaint> {
    let file = languages::open_language(&args.file)?;
    let request = QueryRequest {
        strict: args.strict,
        as_published: args.as_published,
        limits: Limits::new(&args.budget, args.output.quiet),
    };
    for path in args.svg.iter().chain(&args.evidence) {
        open::writable(path)?;
    }
    match args.query.as_deref() {
        None => converse(&*file, &request, args.output.json),
        Some(query) => {
            let query = match query {
                "-" => open::read_or_stdin(Path::new("-"))?,
                query => query.to_string(),
            };
            interrupt::install();
            let reply = file.ask(query.trim(), &request)?;
            print_reply(&reply, args.output.json);
            if let Some(path) = &args.svg {
                write_drawing(path, &reply)?;
            }
            if let Some(path) = &args.evidence {
                write_evidence(path, file.evidence(query.trim(), &reply))?;
            }
            Ok(End::of(reply.stopped.is_none()))
        }
    }
}

/// Answers questions until there are no more. A bad question is complained about, and that is all.
fn converse(file: &dyn Language, request: &QueryRequest, json: bool) -> Result<End, Complaint> {
    let mut prompt = Prompt::new("query", file.words())?;
    while let Some(line) = prompt.line()? {
        match file.ask(&line, request) {
            Ok(reply) => print_reply(&reply, json),
            Err(complaint) => anstream::eprintln!("{:?}", miette::Report::new(complaint)),
        }
    }
    Ok(End::Answered)
}

fn print_reply(reply: &Reply, json: bool) {
    match json {
        true => print::json_line(&as_json(reply)),
        false => page(reply),
    }
}

/// The reply with the keys of the contract.
fn as_json(reply: &Reply) -> Value {
    let mut object = Map::new();
    object.insert("result".into(), reply.result.clone());
    object.extend(reply.witness.clone().map(|witness| ("witness".into(), witness)));
    if !reply.notes.is_empty() {
        object.insert("notes".into(), json!(reply.notes));
    }
    object.extend(reply.stopped.clone().map(|why| ("stopped".into(), json!(why))));
    Value::Object(object)
}

/// The reply for people: the answer first.
fn page(reply: &Reply) {
    if let Some(why) = &reply.stopped {
        say!("{}: {why}", styled(STRONG, "unknown"));
    } else if let Some(text) = reply.witness.as_ref().and_then(|witness| witness["text"].as_str()) {
        // A trace, printed as the paper's tables.
        say!("{}", text.trim_end());
    } else {
        result(&reply.result);
        if let Some(witness) = &reply.witness {
            details(witness);
        }
    }
    for note in &reply.notes {
        say!("{} {note}", styled(FAINT, "note:"));
    }
}

fn result(value: &Value) {
    match value {
        Value::Bool(true) => say!("{}", styled(GOOD, "yes")),
        Value::Bool(false) => say!("{}", styled(BAD, "no")),
        Value::Null => say!("{}", styled(STRONG, "none")),
        Value::Array(list) if list.is_empty() => say!("{}", styled(STRONG, "none")),
        Value::Array(list) => list.iter().for_each(|one| say!("{}", print::inline(one))),
        Value::Object(map) => rows(map),
        one => say!("{}", styled(STRONG, print::inline(one))),
    }
}

/// What shows the answer.
fn details(witness: &Value) {
    match witness {
        Value::Object(map) => match map.get("nodes").and_then(Value::as_array) {
            Some(nodes) => strategy(nodes),
            None => rows(map),
        },
        other => say!("{}", print::wrapped(&print::inline(other), 0)),
    }
}

/// A strategy, scenery by scenery.
fn strategy(nodes: &[Value]) {
    /// How many lines of it are shown.
    const SHOWN: usize = 20;
    let line = |(number, node): (usize, &Value)| {
        let map = node.as_object().cloned().unwrap_or_default();
        let parts = map.iter().map(|(name, value)| format!("{name} {}", print::inline(value)));
        vec![number.to_string(), parts.collect::<Vec<_>>().join("; ")]
    };
    print::table(&nodes.iter().enumerate().take(SHOWN).map(line).collect::<Vec<_>>());
    if nodes.len() > SHOWN {
        say!("… and {} more (--json has them all)", nodes.len() - SHOWN);
    }
}

fn rows(map: &Map<String, Value>) {
    let row = |(name, value): (&String, &Value)| vec![styled(FAINT, name), print::inline(value)];
    print::table(&map.iter().map(row).collect::<Vec<_>>());
}

fn write_drawing(path: &Path, reply: &Reply) -> Result<(), Complaint> {
    let svg = reply.witness.as_ref().and_then(|witness| witness["svg"].as_str());
    let svg = svg.ok_or_else(|| Complaint::new("there is nothing to draw in this answer"))?;
    std::fs::write(path, svg)
        .map_err(|error| Complaint::new(format!("cannot write {}: {error}", path.display())))
}

fn write_evidence(path: &Path, evidence: Option<Evidence>) -> Result<(), Complaint> {
    let evidence =
        evidence
            .ok_or_else(|| Complaint::new("there is no evidence for this answer"))
            .map_err(|complaint| complaint.help("answers to `force` of Game Prolog have some"))?;
    evidence
        .write(path)
        .map_err(|error| Complaint::new(format!("cannot write {}: {error}", path.display())))
}
