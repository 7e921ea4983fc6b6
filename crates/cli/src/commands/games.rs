//! `ludex games`: the list of games, or the page of one.

use ludex::{GAMES, GameInfo, InputError};
use ludex_game::nearest;
use serde_json::{Map, Value, json};

use super::End;
use crate::args::GamesArgs;
use crate::print::{self, FAINT, STRONG, say, styled};

/// Lists the games or describes one.
pub fn run(args: GamesArgs) -> Result<End, InputError> {
    match &args.name {
        None if args.output.json => {
            let pages: Result<Vec<Value>, InputError> = GAMES.iter().map(page_json).collect();
            print::json(&pages?);
        }
        None => list()?,
        Some(name) => {
            let info = find(name)?;
            match args.output.json {
                true => print::json(&[page_json(info)?]),
                false => page(info)?,
            }
        }
    }
    Ok(End::Answered)
}

/// Returns the game with a name; keys after the name are allowed and ignored.
fn find(text: &str) -> Result<&'static GameInfo, InputError> {
    let name = text.split([':', '(']).next().unwrap_or_default();
    ludex::find_game(name).ok_or_else(|| {
        let names = GAMES.iter().flat_map(|g| g.aliases.iter().copied().chain([g.name]));
        let close = nearest(name, names);
        let message = format!("there is no game called `{name}`");
        InputError::at("game", text, 0..name.len(), message).help(match close {
            Some(close) => format!("did you mean `{close}`?"),
            None => "`ludex games` lists them all".to_string(),
        })
    })
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
    section("atoms", own.chain(GENERIC).map(|(pattern, meaning)| (pattern.to_string(), meaning)));
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

/// Atoms that every game has.
const GENERIC: [(&str, &str); 7] = [
    ("win(AGENT)", "the game is over and the agent has won; `w` for the agent asked about"),
    ("lost(AGENT)", "the game is over and the agent has not won; `l` for the agent asked about"),
    ("turn(AGENT)", "the agent is on turn"),
    ("final", "the game is over"),
    ("outcome(NAME)", "the game is over with this outcome for the first agent"),
    ("w", "short for win(A)"),
    ("l", "short for lost(A)"),
];

fn page_json(info: &GameInfo) -> Result<Value, InputError> {
    let game = ludex::open(info.name)?;
    let keys: Map<String, Value> = info
        .keys
        .iter()
        .map(|k| (k.name.to_string(), json!({ "default": k.default, "meaning": k.meaning })))
        .collect();
    let atoms = info.atoms.iter().map(|a| (a.pattern, a.meaning)).chain(GENERIC);
    let atoms: Vec<Value> =
        atoms.map(|(pattern, meaning)| json!({ "pattern": pattern, "meaning": meaning })).collect();
    Ok(json!({
        "name": info.name,
        "aliases": info.aliases,
        "summary": info.summary,
        "rules": info.rules,
        "agents": game.agents().names(),
        "keys": keys,
        "position": info.position,
        "moves": info.moves,
        "atoms": atoms,
        "evaluations": game.evaluations(),
    }))
}
