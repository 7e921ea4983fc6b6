//! The verdict on evidence as a page.

use ludex_base::counted;

use super::{Page, PageLine, PageStyle, Tone};
use crate::answers::Verified;

impl Verified {
    /// Returns the page, its pieces styled by `style`: the verdict with the claim, and why, or what
    /// was compared.
    pub fn page(&self, style: &PageStyle<'_>) -> Vec<PageLine> {
        let mut page = Page::new(style);
        if let Some(reason) = &self.reason {
            page.line(format!("{}: {}", page.styled(Tone::Bad, "not valid"), self.claim));
            page.line(reason.as_str());
            return page.lines;
        }
        let (valid, nodes) = (page.styled(Tone::Good, "valid"), counted(self.nodes, "node"));
        page.line(format!("{valid}: {} ({nodes})", self.claim));
        if let Some((how, reference)) =
            self.strictly.as_ref().and_then(|how| Some((how, how.reference.as_ref()?)))
        {
            page.line(format!("every answer of {} was compared with {reference}", how.engine));
        }
        if let Some(gap) = self.guarantees.as_ref().and_then(|found| found.gap.as_ref()) {
            page.line(format!("the guarantees of both strategies are {gap} apart"));
        }
        page.lines
    }
}
