//! Pages of the book that the program shows: `ludex help TOPIC`, and the tour of `ludex example`. The
//! texts are those of `docs`.

mod markdown;
mod menu;
mod tour;

use ludex_base::suggest;

pub use self::menu::{menu_choice, menu_page};
pub use self::tour::{TourStep, tour};
use crate::error::InputError;
use crate::page::{Page, PageLine, PageStyle};

/// A page of the book that can be read in the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub summary: &'static str,
    /// The page, as Markdown.
    pub text: &'static str,
}

/// The topics.
pub static TOPICS: &[Topic] = &[
    Topic {
        name: "start",
        summary: "a first answer that you have verified yourself",
        text: include_str!("../../docs/start.md"),
    },
    Topic {
        name: "formulas",
        summary: "ask a question: the formula language, from nothing",
        text: include_str!("../../docs/formulas.md"),
    },
    Topic {
        name: "searches",
        summary: "choose a search: which for what",
        text: include_str!("../../docs/searches.md"),
    },
    Topic {
        name: "evidence",
        summary: "what a proof proves, and what has to be trusted",
        text: include_str!("../../docs/evidence.md"),
    },
    Topic {
        name: "languages",
        summary: "your own game: the languages for rules, side by side",
        text: include_str!("../../docs/languages.md"),
    },
    Topic {
        name: "glossary",
        summary: "what the words mean",
        text: include_str!("../../docs/glossary.md"),
    },
];

impl Topic {
    /// Returns the topic with a name, or an error that suggests a topic or one of the commands.
    ///
    /// ```
    /// assert_eq!(ludex::Topic::find("searches", &[]).unwrap().name, "searches");
    /// let error = ludex::Topic::find("formulae", &["solve"]).unwrap_err();
    /// assert_eq!(error.help.as_deref(), Some("did you mean `formulas`?"));
    /// ```
    pub fn find(name: &str, commands: &[&str]) -> Result<&'static Topic, InputError> {
        if let Some(topic) = TOPICS.iter().find(|topic| topic.name == name) {
            return Ok(topic);
        }
        let names: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
        let error = InputError::about("topic", name, "there is no such topic or command");
        Err(match suggest(name, names.iter().copied().chain(commands.iter().copied())) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help(format!("the topics are {}", names.join(", "))),
        })
    }

    /// Returns the page for a terminal, its pieces styled by `style`.
    pub fn page(&self, style: &PageStyle<'_>) -> Vec<PageLine> {
        let mut page = Page::new(style);
        markdown::lay_out(self.text, &mut page);
        page.lines
    }
}
