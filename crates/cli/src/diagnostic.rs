//! Bad input, shown: one message, the place underlined, and what was expected.

use std::fmt;

use ludex::InputError;
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
            NamedSource::new(&input.name, format!("{}{end}", input.text))
        });
        Diagnostic { error, source }
    }
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
    anstream::eprintln!("{:?}", miette::Report::new(Diagnostic::from(error)));
}
