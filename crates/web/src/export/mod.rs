//! Evidence as one page that needs no server: all positions drawn, every step a click.
//!
//! The page has the modules of the page itself that draw boards and walk through proofs (`bundle`), and
//! the points of the walk as data, the boards packed (`boards`).

mod boards;
mod bundle;

use std::collections::HashMap;

use ludex::{Evidence, InputError, Limits, ProofWalk, Session, WalkPoint, WalkStep, grouped};
use serde::Serialize;
use serde_json::{Value, json};

use boards::Boards;

use crate::assets;

/// The most nodes of evidence that becomes a page.
const MOST_NODES: usize = 200_000;

/// The page around the data.
const FRAME: &str = include_str!("frame.html");

/// Makes a page of evidence about a game. The checker must accept the evidence first.
pub fn export_html(
    session: &Session,
    evidence: &Evidence,
    limits: &Limits,
) -> Result<String, InputError> {
    if evidence.size() > MOST_NODES {
        let (nodes, most) = (grouped(evidence.size() as u64), grouped(MOST_NODES as u64));
        return Err(InputError::new(format!(
            "the evidence has {nodes} nodes, and a page takes at most {most}"
        )));
    }
    let verified = session.verify_within(evidence, limits)?;
    if let Some(reason) = verified.reason.as_ref().filter(|_| !verified.valid) {
        return Err(InputError::new(format!("the evidence is not valid: {reason}")));
    }
    let walk = session.walk(evidence, limits)?;
    let mut page = Exported::default();
    let parts: Vec<Value> = (0..walk.parts().len())
        .map(|part| page.part(&walk, part))
        .collect::<Result<_, InputError>>()?;
    let data = json!({
        "game": session.name(),
        "claim": verified.claim,
        "version": env!("CARGO_PKG_VERSION"),
        "parts": parts,
        "texts": page.texts.list,
        "boards": page.boards,
    });
    // Inside an element for scripts nothing but `<` can mean something else.
    let data = data.to_string().replace('<', "\\u003c");
    let title = escaped(&verified.claim);
    let style = assets::text("style.css").unwrap_or_default();
    let script = bundle::script("exported.js")?;
    let parts = [("title", &*title), ("style", style), ("data", &data), ("script", &script)];
    Ok(filled(&parts))
}

/// Fills in the frame. What is filled in is not looked at again.
fn filled(parts: &[(&str, &str)]) -> String {
    let (mut out, mut rest) = (String::new(), FRAME);
    for (name, text) in parts {
        let hole = format!("{{{{{name}}}}}");
        if let Some((before, after)) = rest.split_once(&hole) {
            out += before;
            out += text;
            rest = after;
        }
    }
    out + rest
}

/// Writes a text so that HTML shows it as it is.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// What the pages of all parts share.
#[derive(Default)]
struct Exported {
    texts: Texts,
    boards: Boards,
}

/// Texts that many points share, by their numbers.
#[derive(Default)]
struct Texts {
    list: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: &str) -> usize {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        self.list.push(text.to_string());
        self.numbers.insert(text.to_string(), self.list.len() - 1);
        self.list.len() - 1
    }
}

/// A point: position, board, facts, steps.
#[derive(Serialize)]
struct PackedPoint(String, boards::PackedBoard, Vec<usize>, Vec<PackedStep>);

/// A step: moves, role, agent, what it shows, probability, node.
#[derive(Serialize)]
struct PackedStep(Vec<String>, ludex::Role, Option<usize>, Option<usize>, Option<String>, u32);

impl Exported {
    fn part(&mut self, walk: &ProofWalk<'_>, part: usize) -> Result<Value, InputError> {
        let described = walk.parts().swap_remove(part);
        let mut points: Vec<Option<PackedPoint>> = Vec::new();
        points.resize_with(described.nodes, || None);
        walk.each_point(part, &mut |point, there| {
            let node = point.node as usize;
            points[node] = Some(self.point(point, there)?);
            Ok(())
        })?;
        let (claim, root) = (described.claim, described.root);
        Ok(json!({ "claim": claim, "root": root, "points": points }))
    }

    fn point(&mut self, point: WalkPoint, there: &Session) -> Result<PackedPoint, InputError> {
        let board = self.boards.pack(there)?;
        let facts = point.facts.iter().map(|fact| self.texts.number(fact)).collect();
        let steps = point.steps.into_iter().map(|step| self.step(step)).collect();
        Ok(PackedPoint(point.position, board, facts, steps))
    }

    fn step(&mut self, step: WalkStep) -> PackedStep {
        let mut number = |text: Option<String>| text.map(|text| self.texts.number(&text));
        let (agent, shows) = (number(step.agent), number(step.shows));
        PackedStep(step.moves, step.role, agent, shows, step.probability, step.node)
    }
}
