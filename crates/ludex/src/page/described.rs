//! What a file contains, as a page.

use super::{Page, PageLine, PageStyle, Tone};
use crate::answers::Described;

impl Described {
    /// Returns the page, its pieces styled by `style`: the language and the file, figures, warnings.
    pub fn page(&self, path: &str, style: &PageStyle<'_>) -> Vec<PageLine> {
        let mut page = Page::new(style);
        page.line(format!("{} {path}", page.styled(Tone::Strong, &self.language)));
        let mut rows = vec![vec!["agents".to_string(), self.agents.join(", ")]];
        rows.extend(self.statistics.iter().map(|(name, value)| {
            vec![name.replace('_', " "), value.to_string().replace(['"', '[', ']'], "")]
        }));
        page.table(&rows);
        for warning in &self.warnings {
            let place = warning.line.map_or(String::new(), |line| format!("line {line}: "));
            let word = page.styled(Tone::Bad, "warning");
            page.line(format!("{word} {place}{}", warning.message));
        }
        if self.warnings.is_empty() {
            page.line(page.faint("no warnings"));
        }
        page.lines
    }
}
