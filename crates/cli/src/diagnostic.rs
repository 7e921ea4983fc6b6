//! Bad input, shown: one message, the place underlined, and what was expected.

use std::fmt;

use ludex::InputError;
use ludex_base::{is_invisible, visible, visible_lines};
use miette::{LabeledSpan, NamedSource, SourceCode};

/// An error of the library as a report. Exit code 2.
#[derive(Debug)]
pub struct Diagnostic {
    error: InputError,
    source: Option<NamedSource<String>>,
}

impl From<InputError> for Diagnostic {
    fn from(error: InputError) -> Diagnostic {
        let source = error.input.as_ref().map(|input| {
            // A mark at the very end is shown only if something stands there.
            let end = if error.span.start == input.text.len() { " " } else { "" };
            NamedSource::new(visible(&input.name), format!("{}{end}", blanked(&input.text)))
        });
        let error = InputError {
            message: visible_lines(&error.message).into_owned(),
            help: error.help.as_deref().map(|help| visible_lines(help).into_owned()),
            ..error
        };
        Diagnostic { error, source }
    }
}

/// Replaces control characters by others of the same length, so that places stay where they are.
fn blanked(text: &str) -> String {
    let shown = |c: char| match c {
        '\r' => ' ',
        '\n' | '\t' => c,
        _ if !is_invisible(c) => c,
        _ => match c.len_utf8() {
            1 => '?',
            2 => '¿',
            3 => '\u{fffd}',
            _ => '\u{10102}',
        },
    };
    text.chars().map(shown).collect()
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Diagnostic {}

impl miette::Diagnostic for Diagnostic {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.error.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = &self.error.span;
        let label = LabeledSpan::new(Some("here".into()), span.start, span.len());
        self.source.as_ref().map(|_| Box::new(std::iter::once(label)) as _)
    }
}

/// Prints an error on standard error.
pub fn report(error: InputError) {
    anstream::eprintln!("{:?}", miette::Report::new(Diagnostic::from(error.shortened())));
}
