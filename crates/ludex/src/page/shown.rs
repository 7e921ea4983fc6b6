//! A position as a page.

use serde_json::Value;

use super::{Page, PageLine, PageStyle, Tone};
use crate::answers::Shown;
use crate::moves::{shortened, shortened_texts};

/// The most moves that are listed.
const MOVES: usize = 40;

impl Shown {
    /// Returns the page, its pieces styled by `style`: the drawing, who is on turn, the position in
    /// the notation of the game, the moves.
    pub fn page(&self, style: &PageStyle<'_>) -> Vec<PageLine> {
        let mut page = Page::new(style);
        page.line(self.drawing.as_str());
        page.line(page.styled(Tone::Strong, &self.status()));
        page.line(format!("{} {}", page.faint("position"), self.position));
        if let Some(chances) = &self.chance {
            let text = |(mv, probability): (&String, &Value)| {
                format!("{mv} ({})", probability.as_str().unwrap_or_default())
            };
            let chances: Vec<String> = chances.iter().map(text).collect();
            page.long(format!("{} {}", page.faint("chance"), shortened_texts(&chances, MOVES)), 2);
        }
        for (agent, moves) in &self.legal {
            let texts = moves.as_array().into_iter().flatten().filter_map(Value::as_str);
            let moves: Vec<String> = texts.map(String::from).collect();
            if moves.is_empty() {
                continue;
            }
            let off_turn = self.turn.as_ref().is_some_and(|turn| turn != agent);
            let label = if off_turn { format!("{agent} (off turn)") } else { agent.clone() };
            page.long(format!("{} {}", page.faint(&label), shortened(&moves, MOVES)), 2);
        }
        page.lines
    }

    /// Says who is on turn, or how the game has ended.
    fn status(&self) -> String {
        match (&self.outcome, &self.turn) {
            (Some(outcome), _) => format!("The game is over: {outcome} for {}.", self.first),
            (None, Some(turn)) => format!("{turn} to move."),
            (None, None) if self.chance.is_some() => "Chance moves.".to_string(),
            (None, None) => "All move together.".to_string(),
        }
    }
}
