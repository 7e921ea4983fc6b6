//! The answer to a check as a page.

use ludex_base::{counted, grouped, units};

use super::{Page, PageLine, PageStyle, Tone};
use crate::answers::{Checked, ProofSize};
use crate::moves::moves_text;

/// The number of positions of a strategy that are shown.
const SHOWN: usize = 10;

impl Checked {
    /// Returns the answer in one word.
    pub fn word(&self, style: &PageStyle<'_>) -> String {
        match self.answer {
            Some(true) => style(Tone::Good, "true"),
            Some(false) => style(Tone::Bad, "false"),
            None => style(Tone::Strong, "unknown"),
        }
    }

    /// Returns the page, its pieces styled by `style`: the answer in a sentence, a line of play, the
    /// work.
    pub fn page(&self, style: &PageStyle<'_>) -> Vec<PageLine> {
        let mut page = Page::new(style);
        page.line(format!("{}: {} in {}", self.word(style), self.verdict(), self.position));
        if !self.line.is_empty() {
            page.line(format!("{}     {}", page.faint("line"), moves_text(&self.line)));
        }
        for line in self.strategy.iter().take(SHOWN) {
            page.line(format!("{} {}: {}", page.faint("in"), line.position, line.moves.join(", ")));
        }
        if self.strategy.len() > SHOWN {
            let more = counted((self.strategy.len() - SHOWN) as u64, "more position");
            page.line(format!("… and in {more} (--json has them all)"));
        }
        page.line(format!("{}  {}", page.faint("queries"), self.work()));
        if let Some(proof) = &self.proof {
            page.line(format!("{}    {}", page.faint("proof"), size(proof)));
        }
        for warning in &self.warnings {
            page.long(format!("{} {}", page.styled(Tone::Bad, "warning"), warning.message), 8);
        }
        if let (Some(_), Some(stopped)) = (self.answer, &self.stopped) {
            page.line(format!("{} {stopped}", page.faint("stopped:")));
        }
        page.lines
    }

    fn verdict(&self) -> String {
        let holds = match self.answer {
            Some(true) => "holds",
            Some(false) => "does not hold",
            None => {
                let why = self.stopped.as_deref().unwrap_or("stopped");
                return format!("no answer within the budget ({why})");
            }
        };
        // A formula can be about nobody in particular.
        let subject = match self.asked.is_empty() {
            true => String::new(),
            false => format!(" for {}", self.asked),
        };
        format!("{} {holds}{subject}", self.formula)
    }

    fn work(&self) -> String {
        format!(
            "{} atomic, {} listmoves, {} play; {} in {}",
            grouped(self.queries.atomic),
            grouped(self.queries.listmoves),
            grouped(self.queries.play),
            counted(self.nodes, "node"),
            units::seconds(self.seconds)
        )
    }
}

fn size(proof: &ProofSize) -> String {
    let nodes = counted(proof.size, "node");
    match &proof.minimal {
        None => nodes,
        Some(name) => format!("{nodes}, {name} {}: none is cheaper", proof.cost),
    }
}
