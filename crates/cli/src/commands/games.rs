//! `ludex games`: the list of games, or the page of one.

use ludex::lists::{self, GENERIC_ATOMS};
use ludex::{GAMES, GameInfo, InputError};

use super::End;
use crate::args::GamesArgs;
use crate::print::{self, FAINT, STRONG, say, styled};

/// Lists the games or describes one.
pub fn run(args: GamesArgs) -> Result<End, InputError> {
    match &args.name {
        name if args.output.json => print::json(&lists::games(name.as_deref())?),
        None => list()?,
        Some(name) => page(lists::known_game(name)?)?,
    }
    Ok(End::Answered)
}

fn list() -> Result<(), InputError> {
    let rows: Vec<Vec<String>> =
        GAMES.iter().map(|g| vec![default_name(g), g.summary.to_string()]).collect();
    print::table(&rows);
    say!("{}", styled(FAINT, "\n`ludex games NAME` describes one."));
    Ok(())
}

/// Returns the name of a game with its keys at their defaults, as it can be typed.
fn default_name(info: &GameInfo) -> String {
    let keys: Vec<String> = info.keys.iter().map(|k| format!("{}={}", k.name, k.default)).collect();
    match keys.is_empty() {
        true => info.name.to_string(),
        false => format!("{}:{}", info.name, keys.join(",")),
    }
}

fn page(info: &GameInfo) -> Result<(), InputError> {
    let game = ludex::open(info.name)?;
    let agents = game.agents().names().join(", ");
    say!("{}: {}", styled(STRONG, info.name), info.summary);
    if !info.aliases.is_empty() {
        say!("also called {}", info.aliases.join(", "));
    }
    say!("\n{}\n", print::wrapped(info.rules, 0));
    for (title, text) in
        [("agents", agents.as_str()), ("position", info.position), ("moves", info.moves)]
    {
        say!(
            "{}",
            print::wrapped(&format!("{}{text}", styled(STRONG, format!("{title:<11}"))), 11)
        );
    }
    if !game.evaluations().is_empty() {
        say!("{}{}", styled(STRONG, "evaluation "), game.evaluations().join(", "));
    }
    section("keys", info.keys.iter().map(|k| (format!("{}={}", k.name, k.default), k.meaning)));
    let own = info.atoms.iter().map(|a| (a.pattern, a.meaning));
    section(
        "atoms",
        own.chain(GENERIC_ATOMS).map(|(pattern, meaning)| (pattern.to_string(), meaning)),
    );
    Ok(())
}

fn section(title: &str, rows: impl Iterator<Item = (String, &'static str)>) {
    let rows: Vec<Vec<String>> =
        rows.map(|(name, meaning)| vec![format!("  {name}"), meaning.to_string()]).collect();
    if !rows.is_empty() {
        say!("\n{}", styled(STRONG, title));
        print::table(&rows);
    }
}
