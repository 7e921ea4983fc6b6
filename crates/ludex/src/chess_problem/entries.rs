//! Many problems at once: a file of them, or a diagram with its twins.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::popeye::{self, Men};
use super::request::Problem;
use super::{ProblemSolved, solve_problem};
use crate::error::InputError;
use crate::page::{Page, PageLine, PageStyle};

/// What is printed above a diagram.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Caption {
    /// The authors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// Where and when it was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// What it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub award: Option<String>,
    /// The title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// A position of a file of problems, or a twin.
#[derive(Clone, Debug)]
pub struct ProblemEntry {
    /// The number of the problem in its file, from 1.
    pub number: usize,
    /// The letter of the position, if the problem has twins.
    pub twin: Option<String>,
    /// What is changed in it.
    pub change: Option<String>,
    /// Author, source and the like.
    pub caption: Caption,
    /// The line of the file where it begins, from 1; 0 without a file.
    pub line: usize,
    /// What is asked, or why it cannot be.
    pub request: Result<Problem, InputError>,
}

/// The answer about a position of a file of problems, or about a twin.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProblemAnswer {
    /// The number of the problem in its file, from 1.
    pub number: usize,
    /// The letter of the position, if the problem has twins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<String>,
    /// What is changed in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// Author, source and the like.
    #[serde(flatten)]
    pub caption: Caption,
    /// The line of the file where it begins, from 1; 0 without a file.
    pub line: usize,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
    /// What is refused, with its place in the file.
    #[serde(skip)]
    pub error: Option<InputError>,
    /// The answer.
    #[serde(flatten)]
    pub solved: Option<ProblemSolved>,
}

/// Why a problem of a file is not solved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refused {
    /// The reason.
    pub message: String,
    /// The line of the file, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl Refused {
    fn new(error: &InputError, line: usize) -> Refused {
        let above = error.input.as_ref().map(|input| &input.text[..error.span.start]);
        let line = above.map_or(line, |above| above.matches('\n').count() + 1);
        Refused { message: error.message.clone(), line: Some(line).filter(|line| *line > 0) }
    }
}

impl ProblemEntry {
    /// Solves the problem; `page` looks at the play after keys as deep as a page shows it.
    pub fn solve(self, page: bool) -> ProblemAnswer {
        let with_page = |request: Problem| match page {
            true => request.with_page_variations(),
            false => request,
        };
        let ProblemEntry { number, twin, change, caption, line, request } = self;
        let (solved, refused, error) = match request.map(with_page) {
            Err(error) => (None, Some(Refused::new(&error, line)), Some(error)),
            Ok(request) => match solve_problem(&request) {
                Ok(solved) => (Some(solved), None, None),
                Err(error) => {
                    let line = Some(line).filter(|line| *line > 0);
                    let refused = Refused { message: error.message.clone(), line };
                    (None, Some(refused), Some(error))
                }
            },
        };
        ProblemAnswer { number, twin, change, caption, line, refused, error, solved }
    }
}

impl ProblemAnswer {
    /// Returns whether the problem was solved to the end.
    pub fn is_answered(&self) -> bool {
        self.solved.as_ref().is_some_and(|solved| solved.stopped.is_none())
    }

    /// Returns the page of the problem under its heading, with an empty line at the end.
    pub fn page(&self, style: &PageStyle<'_>) -> Vec<PageLine> {
        let mut page = Page::new(style);
        page.line(page.faint(&self.heading()));
        page.lines.extend(self.solved.iter().flat_map(|solved| solved.page_with_work(style)));
        page.line("");
        page.lines
    }

    /// Returns the words above the answer: number, author, source, twin.
    pub fn heading(&self) -> String {
        let number = if self.line > 0 { self.number.to_string() } else { String::new() };
        let caption = &self.caption;
        let names = caption.authors.join(" & ");
        let texts = [&caption.origin, &caption.award, &caption.title].into_iter().flatten();
        let mut parts = vec![number, names];
        parts.extend(texts.cloned());
        parts.retain(|part| !part.is_empty());
        let twin = self.twin.iter().map(|twin| match &self.change {
            Some(change) => format!("{twin}) {change}"),
            None => format!("{twin}) diagram"),
        });
        [parts.join(", ")]
            .into_iter()
            .filter(|text| !text.is_empty())
            .chain(twin)
            .collect::<Vec<_>>()
            .join("  ")
    }
}

/// Reads the problems of a file: Popeye's input language if it starts with `BeginProblem`,
/// otherwise a stipulation and a position on each line (lines that start with `# ` or `//` are
/// passed over). `base` has the limits and what is asked about every problem.
pub fn read_problems(
    path: &Path,
    text: &str,
    base: &Problem,
) -> Result<Vec<ProblemEntry>, InputError> {
    if popeye::is_popeye(text) {
        return Ok(popeye::read(path, text, base));
    }
    let lines = text.lines().enumerate().map(|(index, line)| (index, line.trim()));
    let problems = lines.filter(|(_, line)| {
        !line.is_empty() && *line != "#" && !line.starts_with("# ") && !line.starts_with("//")
    });
    let entries: Vec<ProblemEntry> = problems
        .enumerate()
        .map(|(number, (index, line))| of_line(number + 1, index + 1, line, base))
        .collect();
    match entries.is_empty() {
        true => Err(InputError::new(format!("{} has no problem", path.display())).help(
            "either `BeginProblem … EndProblem` or a stipulation and a position on each line",
        )),
        false => Ok(entries),
    }
}

fn of_line(number: usize, line: usize, text: &str, base: &Problem) -> ProblemEntry {
    let (stipulation, position) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let request = Problem {
        stipulation: Some(stipulation.to_string()),
        position: position.trim().to_string(),
        ..base.clone()
    };
    let request = match request.position.is_empty() {
        true => Err(InputError::about("problem", text, "a position is missing")
            .help("a line is a stipulation and a position: #2 k7/8/1K6/8/8/8/8/7R")),
        false => Ok(request.without_meaningless()),
    };
    let caption = Caption::default();
    ProblemEntry { number, twin: None, change: None, caption, line, request }
}

/// Returns a problem and its twins: changes in the words of Popeye (`move d3 e4`, `continued remove
/// a1`) or as collections print them (`bKd3-e4`, `-wPa2`). With `zero` the diagram itself is not to
/// be solved.
pub fn with_twins(
    base: &Problem,
    twins: &[String],
    zero: bool,
) -> Result<Vec<ProblemEntry>, InputError> {
    let (Some(men), Some(stipulation)) = (Men::of_text(&base.position)?, &base.stipulation) else {
        return Err(InputError::new("twins are for a stipulation and a diagram"));
    };
    let read = popeye::read_twins(&men, stipulation, twins)?;
    let diagram = (!zero).then(|| (None, base.clone()));
    let changed = read.into_iter().map(|(setup, change)| {
        let stipulation = setup.stipulation.map(|(text, _)| text);
        let position = setup.men.to_text_like(&base.position);
        (Some(change), Problem { stipulation, position, ..base.clone() })
    });
    let all = diagram.into_iter().chain(changed).enumerate();
    Ok(all
        .map(|(index, (change, request))| ProblemEntry {
            number: 1,
            twin: Some(popeye::label(index)),
            change,
            caption: Caption::default(),
            line: 0,
            request: Ok(request),
        })
        .collect())
}
