//! The reply to a question in one of the logic languages as a page.

use serde_json::{Map, Value};

use super::{Page, PageLine, PageStyle, Tone};
use crate::answers::Replied;

/// The states of a strategy that are shown.
const SHOWN: usize = 20;

impl Replied {
    /// Returns the page, its pieces styled by `style`: the answer first, then what shows it.
    pub fn page(&self, style: &PageStyle<'_>) -> Vec<PageLine> {
        let mut page = Page::new(style);
        let text = self.witness.as_ref().and_then(|witness| witness["text"].as_str());
        match (&self.stopped, text) {
            (Some(why), _) => page.line(format!("{}: {why}", page.styled(Tone::Strong, "unknown"))),
            // A trace, printed as the paper's tables.
            (None, Some(text)) => page.line(text.trim_end()),
            (None, None) => {
                page.result(&self.result);
                self.witness.iter().for_each(|witness| page.details(witness));
            }
        }
        for note in &self.notes {
            page.line(format!("{} {note}", page.faint("note:")));
        }
        page.lines
    }
}

impl Page<'_> {
    fn result(&mut self, value: &Value) {
        match value {
            Value::Bool(true) => self.line(self.styled(Tone::Good, "yes")),
            Value::Bool(false) => self.line(self.styled(Tone::Bad, "no")),
            Value::Array(list) if !list.is_empty() => {
                list.iter().for_each(|one| self.line(inline(one)));
            }
            Value::Null | Value::Array(_) => self.line(self.styled(Tone::Strong, "none")),
            Value::Object(map) => self.rows(map),
            one => self.line(self.styled(Tone::Strong, &inline(one))),
        }
    }

    /// Adds the witness of an answer.
    fn details(&mut self, witness: &Value) {
        match witness {
            Value::Object(map) => match map.get("nodes").and_then(Value::as_array) {
                Some(nodes) => self.strategy(nodes),
                None => self.rows(map),
            },
            other => self.long(inline(other), 0),
        }
    }

    /// Adds a strategy, one scenery a line.
    fn strategy(&mut self, nodes: &[Value]) {
        let line = |(number, node): (usize, &Value)| {
            let map = node.as_object().cloned().unwrap_or_default();
            let parts = map.iter().map(|(name, value)| format!("{name} {}", inline(value)));
            vec![number.to_string(), parts.collect::<Vec<_>>().join("; ")]
        };
        self.table(&nodes.iter().enumerate().take(SHOWN).map(line).collect::<Vec<_>>());
        if nodes.len() > SHOWN {
            self.line(format!("… and {} more (--json has them all)", nodes.len() - SHOWN));
        }
    }

    fn rows(&mut self, map: &Map<String, Value>) {
        let row = |(name, value): (&String, &Value)| vec![self.faint(name), inline(value)];
        let rows: Vec<Vec<String>> = map.iter().map(row).collect();
        self.table(&rows);
    }
}

/// Returns a value on one line, without quotes around texts.
pub fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(inline).collect::<Vec<_>>().join(" "),
        Value::Object(map) => {
            let pairs = map.iter().map(|(name, value)| format!("{name} {}", inline(value)));
            pairs.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
