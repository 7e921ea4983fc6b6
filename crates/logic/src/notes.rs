//! The notes on a concept, in comments before its clauses, and the list of all concepts.
//!
//! ```text
//! #: A winning strategy within n of A's own moves.
//! #@ origin: [Saf13, Def. 29]
//! #@ known as: alpha-beta (DFPS), PNS (PNPS)
//! #@ also: WS
//! #@ monotone n
//! ```

use std::fmt;

use ludex_base::{Span, TextError};

use crate::definitions::{Clauses, Definitions, Pattern};

/// A concept that formulas may call, as it is listed for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Concept {
    /// Its name.
    pub name: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// Other names that it can be called by, those of a publication.
    pub also: Vec<String>,
    /// One sentence on what it says.
    pub summary: String,
    /// The publication it comes from; the keys are those of `docs/references.md`.
    pub origin: String,
    /// The published algorithms that it corresponds to with a search [Saf13, Table 4.13], [SC12,
    /// Table 7].
    pub known_as: Vec<KnownAs>,
    /// Its clauses, as they are written.
    pub definition: String,
    /// A parameter `n` for which a greater value is satisfied by at least the same positions.
    pub monotone: Option<String>,
    /// The file that defines it, or `prelude`.
    pub source: String,
}

/// A published algorithm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownAs {
    /// The name of the algorithm, for instance `Lambda search`.
    pub algorithm: String,
    /// The search that turns the concept into this algorithm, for instance `DFPS`.
    pub search: Option<String>,
    /// The options that the search needs for it, for instance `--conjunctions max`; mostly none.
    pub options: Option<String>,
}

/// Writes it as in a note: `Lambda PNS (PNPS --conjunctions max)`.
impl fmt::Display for KnownAs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.search, &self.options) {
            (None, _) => write!(f, "{}", self.algorithm),
            (Some(search), None) => write!(f, "{} ({search})", self.algorithm),
            (Some(search), Some(options)) => write!(f, "{} ({search} {options})", self.algorithm),
        }
    }
}

impl Concept {
    /// Returns a call of the concept: `lambda(d, n)`.
    pub fn call(&self) -> String {
        call(&self.name, &self.parameters)
    }
}

fn call(name: &str, parameters: &[String]) -> String {
    match parameters.is_empty() {
        true => name.to_owned(),
        false => format!("{name}({})", parameters.join(", ")),
    }
}

impl Definitions {
    /// Returns all concepts that a formula may call, in the order they are defined in.
    pub fn concepts(&self) -> Vec<Concept> {
        let visible = (0..self.concepts.len()).filter(|&i| self.is_visible(i));
        visible.map(|i| self.concept(&self.concepts[i])).collect()
    }

    fn concept(&self, clauses: &Clauses) -> Concept {
        let source = &self.layers[clauses.layer].text.source;
        let text = |span: Span| span.of(&source.text);
        let definition: Vec<&str> = clauses.clauses.iter().map(|c| text(c.whole)).collect();
        let notes = clauses.notes.clone();
        Concept {
            name: clauses.name.clone(),
            parameters: clauses.parameters(),
            also: notes.also,
            summary: notes.summary,
            origin: notes.origin,
            known_as: notes.known_as,
            definition: definition.join("\n"),
            monotone: notes.monotone.map(|(name, _)| name),
            source: source.name.clone(),
        }
    }
}

impl Clauses {
    /// Returns the names of the parameters: for each the first that a clause gives it.
    pub(crate) fn parameters(&self) -> Vec<String> {
        (0..self.arity).map(|i| self.parameter(i)).collect()
    }

    fn parameter(&self, i: usize) -> String {
        let names = self.clauses.iter().filter_map(|clause| match &clause.patterns[i] {
            Pattern::Name(name) => Some(name.clone()),
            _ => None,
        });
        names.into_iter().next().unwrap_or_else(|| format!("p{}", i + 1))
    }

    /// Returns a call of the concept, `lambda(d, n)`, and those by its other names.
    pub(crate) fn calls(&self) -> impl Iterator<Item = String> {
        let names = [&self.name].into_iter().chain(&self.notes.also);
        names.map(|name| call(name, &self.parameters()))
    }

    /// Returns the index of the parameter that the concept is monotone in.
    pub(crate) fn monotone(&self) -> Option<usize> {
        let (name, _) = self.notes.monotone.as_ref()?;
        self.parameters().iter().position(|parameter| parameter == name)
    }
}

/// The notes on a concept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    summary: String,
    origin: String,
    known_as: Vec<KnownAs>,
    pub also: Vec<String>,
    monotone: Option<(String, Span)>,
}

impl Notes {
    /// Reads a comment, which may be a note or not.
    pub fn read(&mut self, text: &str, comment: Span) -> Result<(), TextError> {
        let words = comment.of(text).trim_end();
        if let Some(summary) = words.strip_prefix("#:") {
            let space = if self.summary.is_empty() { "" } else { " " };
            self.summary = format!("{}{space}{}", self.summary, summary.trim());
        } else if let Some(note) = words.strip_prefix("#@") {
            self.note(note.trim(), comment)?;
        }
        Ok(())
    }

    fn note(&mut self, note: &str, comment: Span) -> Result<(), TextError> {
        if let Some(origin) = note.strip_prefix("origin:") {
            self.origin = origin.trim().to_owned();
        } else if let Some(list) = note.strip_prefix("known as:") {
            self.known_as.extend(list.split(',').map(known_as));
        } else if let Some(names) = note.strip_prefix("also:") {
            self.also.extend(names.split(',').map(|name| name.trim().to_owned()));
        } else if let Some(parameter) = note.strip_prefix("monotone ") {
            self.monotone = Some((parameter.trim().to_owned(), comment));
        } else {
            let message = format!("unknown note `{note}`");
            let help = "a note is `#@ origin: …`, `#@ known as: …`, `#@ also: NAME` or \
                        `#@ monotone parameter`";
            return Err(TextError::new(message, comment.range()).help(help));
        }
        Ok(())
    }

    /// Fails if the comment is a note, because it stands behind the last clause of a file.
    pub fn refuse(text: &str, comment: Span) -> Result<(), TextError> {
        match comment.of(text).starts_with("#:") || comment.of(text).starts_with("#@") {
            true => Err(TextError::new("no definition follows this note", comment.range())),
            false => Ok(()),
        }
    }

    /// Fails if a note does not fit the parameters of the concept.
    pub fn check(&self, parameters: &[String]) -> Result<(), TextError> {
        match &self.monotone {
            Some((name, span)) if !parameters.contains(name) => {
                let message = format!("`{name}` is not a parameter of this concept");
                Err(TextError::new(message, span.range()))
            }
            _ => Ok(()),
        }
    }
}

/// Parses `PNS (PNPS)`.
fn known_as(text: &str) -> KnownAs {
    let text = text.trim();
    let parts = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    let Some((algorithm, search)) = parts else {
        return KnownAs { algorithm: text.to_owned(), search: None, options: None };
    };
    let (search, options) = search.split_once(' ').unwrap_or((search, ""));
    KnownAs {
        algorithm: algorithm.trim().to_owned(),
        search: Some(search.to_owned()),
        options: (!options.is_empty()).then(|| options.trim().to_owned()),
    }
}
