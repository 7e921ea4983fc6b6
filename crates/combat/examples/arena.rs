//! Players against each other: `arena RED BLUE [SCENARIO] [GAMES] [FIRST]`.

use ludex_combat::{PlayerSpec, Profile, Scenario, tournament};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, usual: &str| words.get(at).cloned().unwrap_or(usual.to_string());
    let players: [PlayerSpec; 2] = [word(0, "abcd@5ms").parse()?, word(1, "nok-av").parse()?];
    let scenario = Scenario::open(&word(2, "thesis"))?;
    let (games, first) = (word(3, "20").parse()?, word(4, "0").parse()?);
    let both = [&players[0], &players[1]];
    let pairing = tournament(&scenario, Profile::Thesis, both, first, games, |_, _| true)?;
    println!("{}", serde_json::to_string(&pairing)?);
    Ok(())
}
