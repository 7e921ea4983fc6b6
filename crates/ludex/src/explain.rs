//! Evidence in sentences, for people who have not seen a proof before.

use std::collections::{HashMap, HashSet};

use ludex_base::{Fraction, counted};
use ludex_evidence::Evidence;

use crate::error::InputError;
use crate::page::{Page, PageLine, PageStyle};
use crate::requests::Limits;
use crate::session::Session;
use crate::walk::{ProofWalk, Role, WalkPoint, WalkStep};

/// The sentences of an explanation, about: where there would be more, branches are summed up.
const SENTENCES: usize = 60;

impl Session {
    /// Explains evidence about this game: for everything that it shows, what the side that proves
    /// plays, and what it answers to every reply. Large proofs are told in part. Nothing is checked:
    /// that is for [`verify`](crate::verify).
    ///
    /// ```
    /// let game = ludex::open("nim:heaps=1-2").unwrap();
    /// let solved = game.solve(&ludex::Solve::new().evidence(true)).unwrap();
    /// let evidence = solved.evidence.unwrap();
    /// let style = |_, text: &str| text.to_string();
    /// let page = game.explain(&evidence, &ludex::Limits::default(), &style).unwrap();
    /// assert_eq!(page[0].text, "Why First gets at least win:");
    /// assert_eq!(page[1].text, "  First plays 2:1. Second can reply:");
    /// ```
    pub fn explain(
        &self,
        evidence: &Evidence,
        limits: &Limits,
        style: &PageStyle<'_>,
    ) -> Result<Vec<PageLine>, InputError> {
        let walk = self.walk(evidence, limits)?;
        let mut page = Page::new(style);
        for (part, about) in walk.parts().into_iter().enumerate() {
            page.line(format!("Why {}:", about.claim.trim_start_matches("an ")));
            let known = HashMap::new();
            let mut telling = Telling { walk: &walk, part, page: &mut page, known };
            telling.tell(about.root, 1, String::new(), SENTENCES)?;
        }
        Ok(page.lines)
    }
}

/// The explanation of a part.
struct Telling<'t, 's, 'e> {
    walk: &'t ProofWalk<'e>,
    part: usize,
    page: &'t mut Page<'s>,
    /// The numbers of the positions in which several replies were told.
    known: HashMap<u32, usize>,
}

impl Telling<'_, '_, '_> {
    /// Tells what happens from a node on, in about this number of sentences: `text` begins the first.
    fn tell(
        &mut self,
        mut node: u32,
        level: usize,
        mut text: String,
        sentences: usize,
    ) -> Result<(), InputError> {
        let mut passed = HashSet::new();
        loop {
            if let Some(number) = self.known.get(&node) {
                self.say(level, &format!("{text}That is position {number} again."));
                return Ok(());
            }
            let point = self.walk.bare_point(self.part, node)?;
            let [step] = &point.steps[..] else {
                return self.branch(&point, level, text, sentences);
            };
            if matches!(step.role, Role::Alternative | Role::Mixed) {
                return self.branch(&point, level, text, sentences);
            }
            if !passed.insert(node) {
                self.say(level, &format!("{text}Play has come back to a position before."));
                return Ok(());
            }
            text += &facts(&point, !point.steps.is_empty());
            let who = step.agent.as_deref().unwrap_or("chance");
            let moves = step.moves.join(", ");
            text += &match step.role {
                Role::Reply if step.agent.is_none() => format!("All play {moves}. "),
                Role::Reply => format!("{who} has only {moves}. "),
                Role::Chance => format!("It happens that {moves}. "),
                _ => format!("{who} plays {moves}. "),
            };
            node = step.node;
        }
    }

    /// Tells what happens after each of several moves, or how the play has ended.
    fn branch(
        &mut self,
        point: &WalkPoint,
        level: usize,
        mut text: String,
        sentences: usize,
    ) -> Result<(), InputError> {
        text += &facts(point, !point.steps.is_empty());
        let steps = &point.steps;
        let Some(first) = steps.first() else {
            self.say(level, &text);
            return Ok(());
        };
        let who = first.agent.as_deref().unwrap_or("the agents");
        if steps.iter().any(|step| step.role == Role::Mixed) {
            self.say(level, &text);
            return self.mixed(point, level + 1, sentences);
        }
        if let Some(played) = steps.iter().find(|step| step.role == Role::Chosen) {
            text += &format!(
                "{who} plays {}: the other moves give it no more.",
                played.moves.join(", ")
            );
        } else if first.role == Role::Chance {
            text += "Chance decides:";
        } else if steps.len() <= sentences {
            text += &format!("{who} can reply:");
        }
        if steps.len() > sentences {
            let all = counted(steps.len() as u64, "move");
            let size = self.walk.point(self.part, point.node)?.size;
            let size = counted(size as u64, "position");
            self.say(level, &format!("{text}{who} has {all}; the proof answers each, in {size}."));
            return Ok(());
        }
        let number = self.known.len() + 1;
        self.known.insert(point.node, number);
        // Only where play comes back to it does anybody ask for the number.
        let shown = if number > 1 { format!(" (position {number})") } else { String::new() };
        self.say(level, &format!("{text}{shown}"));
        let each = (sentences - steps.len()) / steps.len();
        for step in steps {
            let name = step.moves.join(", ");
            self.tell(step.node, level + 1, format!("{name}: "), each)?;
        }
        Ok(())
    }

    /// Tells what a mixed strategy gets against every reply.
    fn mixed(
        &mut self,
        point: &WalkPoint,
        level: usize,
        sentences: usize,
    ) -> Result<(), InputError> {
        let owner =
            |step: &WalkStep, place: usize| step.moves.get(place).cloned().unwrap_or_default();
        // The fact of the point says whose strategy it is.
        let there = self.walk.session(&point.position)?;
        let plays = |name: &String| {
            let fact = point.facts.first().and_then(|fact| fact.strip_prefix(name.as_str()));
            fact.is_some_and(|rest| rest.starts_with(" plays "))
        };
        let holder = there.agents().names().iter().position(plays).unwrap_or(0).min(1);
        let mut replies: Vec<String> = Vec::new();
        for step in &point.steps {
            let reply = owner(step, 1 - holder);
            if !replies.contains(&reply) {
                replies.push(reply);
            }
        }
        for reply in replies.iter().take(sentences) {
            let mut parts = Vec::new();
            let mut sum = Some(Fraction::from(0));
            for step in point.steps.iter().filter(|step| owner(step, 1 - holder) == *reply) {
                let after = self.walk.bare_point(self.part, step.node)?;
                let end =
                    after.facts.first().and_then(|fact| fact.strip_prefix("the game is over: "));
                let odds = step.probability.clone().unwrap_or_default();
                let number = |text: &str| text.parse::<Fraction>().ok();
                let product = || number(&odds)?.checked_mul(number(end?)?);
                sum = sum.and_then(|sum| sum.checked_add(product()?));
                let end = end.unwrap_or("what follows");
                parts.push(format!("{odds} · ({end}) by {}", owner(step, holder)));
            }
            let sum = sum.map(|sum| format!(", in all {sum}")).unwrap_or_default();
            self.say(level, &format!("against {reply}: {}{sum}.", parts.join(" + ")));
        }
        if replies.len() > sentences {
            self.say(level, &format!("and so on for {} more.", replies.len() - sentences));
        }
        Ok(())
    }

    fn say(&mut self, level: usize, text: &str) {
        let indent = "  ".repeat(level);
        self.page.long(format!("{indent}{}", text.trim_end()), indent.len() + 2);
    }
}

/// Returns the facts of a point as sentences.
fn facts(point: &WalkPoint, goes_on: bool) -> String {
    let facts: Vec<&str> = point.facts.iter().map(String::as_str).collect();
    match (facts.is_empty(), goes_on) {
        (true, _) => String::new(),
        (false, true) => format!("({}) ", facts.join("; ")),
        (false, false) => capitalised(&facts.join("; ")) + ".",
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}
