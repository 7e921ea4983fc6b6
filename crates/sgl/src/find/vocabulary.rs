//! Candidate rules in the words of a game.

use std::collections::BTreeMap;
use std::fmt::Write;

use ludex_game::Agent;

use super::solved::Solved;
use crate::frame::Frame;
use crate::value::Value;

/// A candidate rule: a formula in the words of the file.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub text: String,
}

/// Definitions that rules need, each with what it is for.
const DEFINITIONS: &[(&str, &str)] = &[
    ("all", "strategy all(t)    := or(a in actions(t)) does(a);"),
    ("any", "strategy any(t)    := or(a in actions(t)) (legal(a) & does(a));"),
    ("canwin", "define canwin(t)   := or(a in actions(t)) [a] win(t);"),
    (
        "canhold",
        "define canhold(t)  := final | or(a in actions(t)) (legal(a) & [a] ~canwin(other(t)));",
    ),
    ("finish", "strategy finish(t) := any(t) & next win(t);"),
    ("safe", "strategy safe(t)   := any(t) & next ~canwin(other(t));"),
    ("threat", "strategy threat(t) := any(t) & next canwin(t);"),
    (
        "solid",
        "strategy solid(t)  := any(t) & next and(b in actions(other(t)))\n  \
         (legal(b) -> [b](~win(other(t)) & (canwin(t) | canhold(t))));",
    ),
];

/// The words of a game for one player.
pub(super) struct Vocabulary {
    player: String,
    /// Definitions of this game, by name.
    own: Vec<(String, String)>,
    pub rules: Vec<Rule>,
}

impl Vocabulary {
    pub fn new(frame: &Frame, player: Agent, solved: &Solved) -> Vocabulary {
        let player_name = frame.agents().name(player).to_owned();
        let mut words = Vocabulary { player: player_name, own: Vec::new(), rules: Vec::new() };
        for name in ["finish", "safe", "threat", "solid"] {
            words.add(name);
        }
        words.add_block(frame, player);
        let basic = words.rules.len();
        words.add_preferences(frame, solved);
        words.add_pairs(basic);
        words
    }

    fn add(&mut self, name: &str) {
        let text = format!("{name}({})", self.player);
        self.rules.push(Rule { text });
    }

    /// Where both players have moves of the same name: take the place where the other would win.
    fn add_block(&mut self, frame: &Frame, player: Agent) {
        let names = |agent| -> Vec<String> {
            frame.actions_of(Some(agent)).map(|action| move_text(frame, action)).collect()
        };
        let theirs = names(player.other());
        let common: Vec<String> =
            names(player).into_iter().filter(|name| theirs.contains(name)).collect();
        if common.is_empty() {
            return;
        }
        let definition = format!(
            "strategy block(t)  := or(c in {{{}}})\n  (legal(move(t,c)) & does(move(t,c)) & \
             [move(other(t),c)] win(other(t)));",
            quoted(&common)
        );
        self.own.push(("block".to_owned(), definition));
        self.add("block");
    }

    /// Moves that are equally often legal and equally often right are alike: usually mirror images.
    /// The classes that are right most often come first.
    fn add_preferences(&mut self, frame: &Frame, solved: &Solved) {
        const MOST: usize = 8;
        let mut counts: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        for position in (0..solved.len()).filter(|&position| solved.own[position]) {
            let good = solved.good(position);
            for (place, &(action, _)) in solved.moves(position).iter().enumerate() {
                let count = counts.entry(action).or_default();
                count.0 += 1;
                count.1 += good >> place & 1;
            }
        }
        let mut classes: BTreeMap<(u64, u64), Vec<String>> = BTreeMap::new();
        for (action, count) in counts {
            classes.entry(count).or_default().push(move_text(frame, action));
        }
        let mut classes: Vec<((u64, u64), Vec<String>)> = classes.into_iter().collect();
        classes.sort_by_key(|((legal, good), _)| std::cmp::Reverse(good * 1_000_000 / legal));
        for (number, (_, moves)) in classes.into_iter().take(MOST).enumerate() {
            let name = format!("prefer{}", number + 1);
            let definition = format!(
                "strategy {name}(t) := or(c in {{{}}}) (legal(move(t,c)) & does(move(t,c)));",
                quoted(&moves)
            );
            self.own.push((name.clone(), definition));
            self.add(&name);
        }
    }

    /// `a also b`: careful rules refined by threats and preferences.
    fn add_pairs(&mut self, basic: usize) {
        let word = |rule: &Rule| rule.text.clone();
        let wishes: Vec<String> = self.rules[basic..].iter().map(word).collect();
        let threat = format!("threat({})", self.player);
        for careful in ["solid", "safe"] {
            for wish in wishes.iter().chain([&threat]) {
                let text = format!("({careful}({}) also {wish})", self.player);
                self.rules.push(Rule { text });
            }
        }
    }

    /// The rule that always applies.
    pub fn last_rule(&self) -> String {
        format!("any({})", self.player)
    }

    /// A file with all definitions, or with those the rules need and the strategy `best`.
    pub fn file(&self, game: &str, rules: &[&Rule]) -> String {
        let mut text = format!("game {game};\n\n");
        let definitions: Vec<(&str, &str)> = DEFINITIONS
            .iter()
            .copied()
            .chain(self.own.iter().map(|(name, definition)| (name.as_str(), definition.as_str())))
            .collect();
        let list: Vec<&str> = rules.iter().map(|rule| rule.text.as_str()).collect();
        let last = self.last_rule();
        let best =
            list.iter().copied().chain([last.as_str()]).collect::<Vec<_>>().join("\n  else ");
        let mut needed = vec!["all", "any"];
        let mut seen = best.clone();
        // Definitions are in order: what one needs comes before it.
        for &(name, definition) in definitions.iter().rev() {
            if rules.is_empty() || seen.contains(&format!("{name}(")) {
                needed.push(name);
                let body = definition.split_once(":=").map_or("", |(_, body)| body);
                seen.push_str(body);
            }
        }
        for (name, definition) in definitions {
            if needed.contains(&name) {
                let _ = writeln!(text, "{definition}");
            }
        }
        let _ = writeln!(text, "\nstrategy best :=\n  {best};");
        text
    }
}

/// The text of a move, without the agent.
fn move_text(frame: &Frame, action: u32) -> String {
    match frame.actions.list[action as usize].args.get(1) {
        Some(Value::Word(text)) => text.to_string(),
        _ => unreachable!("the actions of a game are `move(AGENT,TEXT)`"),
    }
}

fn quoted(texts: &[String]) -> String {
    let quoted = |text: &String| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    texts.iter().map(quoted).collect::<Vec<_>>().join(", ")
}
