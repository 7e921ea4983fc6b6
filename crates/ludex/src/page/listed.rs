//! Games and concepts of the lists as pages.

use ludex_games::GameInfo;
use ludex_logic::Concept;

use super::{Page, PageLine, PageStyle, Tone};
use crate::GAMES;
use crate::error::InputError;
use crate::lists::GENERIC_ATOMS;
use crate::open;

/// Returns the list of the built-in games.
pub fn games_page(style: &PageStyle<'_>) -> Vec<PageLine> {
    let mut page = Page::new(style);
    let row = |game: &GameInfo| vec![default_name(game), game.summary.to_string()];
    page.table(&GAMES.iter().map(row).collect::<Vec<_>>());
    page.line("");
    page.line(page.faint("`ludex games NAME` describes one."));
    page.lines
}

/// Returns the name of a game with its keys at their defaults, as it can be typed.
fn default_name(info: &GameInfo) -> String {
    let keys: Vec<String> = info.keys.iter().map(|k| format!("{}={}", k.name, k.default)).collect();
    match keys.is_empty() {
        true => info.name.to_string(),
        false => format!("{}:{}", info.name, keys.join(",")),
    }
}

/// Returns the page of a built-in game: its rules, notation, keys and atoms.
pub fn game_page(info: &GameInfo, style: &PageStyle<'_>) -> Result<Vec<PageLine>, InputError> {
    let game = open(info.name)?;
    let mut page = Page::new(style);
    page.line(format!("{}: {}", page.styled(Tone::Strong, info.name), info.summary));
    if !info.aliases.is_empty() {
        page.line(format!("also called {}", info.aliases.join(", ")));
    }
    page.line("");
    page.long(info.rules, 0);
    page.line("");
    let agents = game.agents().names().join(", ");
    for (title, text) in
        [("agents", agents.as_str()), ("position", info.position), ("moves", info.moves)]
    {
        page.long(format!("{}{text}", page.styled(Tone::Strong, &format!("{title:<11}"))), 11);
    }
    if !game.evaluations().is_empty() {
        let title = page.styled(Tone::Strong, "evaluation ");
        page.line(format!("{title}{}", game.evaluations().join(", ")));
    }
    let keys = info.keys.iter().map(|k| (format!("{}={}", k.name, k.default), k.meaning));
    section("keys", keys, &mut page);
    let own = info.atoms.iter().map(|a| (a.pattern, a.meaning));
    let atoms = own.chain(GENERIC_ATOMS).map(|(pattern, meaning)| (pattern.to_string(), meaning));
    section("atoms", atoms, &mut page);
    Ok(page.lines)
}

fn section(title: &str, rows: impl Iterator<Item = (String, &'static str)>, page: &mut Page<'_>) {
    let rows: Vec<Vec<String>> =
        rows.map(|(name, meaning)| vec![format!("  {name}"), meaning.to_string()]).collect();
    if !rows.is_empty() {
        page.line("");
        page.line(page.styled(Tone::Strong, title));
        page.table(&rows);
    }
}

/// Returns the entry of a concept: what it says, its definition, where it comes from, and the
/// published algorithms that it is with some search.
pub fn concept_page(concept: &Concept, style: &PageStyle<'_>) -> Vec<PageLine> {
    let mut page = Page::new(style);
    let name = page.styled(Tone::Strong, &concept.call());
    page.long(format!("{name}  {}", concept.summary), 4);
    concept.definition.lines().for_each(|line| page.line(format!("    {line}")));
    let known_as: Vec<String> = concept.known_as.iter().map(ToString::to_string).collect();
    for (label, text) in [
        ("from", &concept.origin),
        ("also written", &concept.also.join(", ")),
        ("known as", &known_as.join(", ")),
    ] {
        if !text.is_empty() {
            page.long(format!("    {}", page.faint(&format!("{label} {text}"))), 4);
        }
    }
    page.line("");
    page.lines
}
