//! Candidate rules in the vocabulary of a game.

use ludex_game::Agent;

use crate::frame::Frame;
use crate::value::Value;

/// A candidate rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    /// A strategy that is defined in the file, by name.
    Named(String),
    /// `a also b`, by the numbers of the rules.
    Also(usize, usize),
}

/// A definition for the file: its name, its text, and its meaning in words.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub name: String,
    pub text: String,
    pub meaning: String,
}

impl Definition {
    fn new(name: &str, text: &str, meaning: &str) -> Definition {
        Definition { name: name.into(), text: text.into(), meaning: meaning.into() }
    }
}

/// Returns the definitions that make sense in every game of three and more agents.
fn among_many() -> Vec<Definition> {
    [
        ("all", "strategy all(t) := or(a in actions(t)) does(a);", "anything at all"),
        ("any", "strategy any(t) := or(a in actions(t)) (legal(a) & does(a));", "any legal move"),
        ("canwin", "define canwin(t) := or(a in actions(t)) [a] win(t);", "t has a winning move"),
        ("finish", "strategy finish(t) := any(t) & next win(t);", "win at once"),
        (
            "safe",
            "strategy safe(t) := any(t) & next and(o in others(t)) ~canwin(o);",
            "do not let another win at once",
        ),
        ("threat", "strategy threat(t) := any(t) & next canwin(t);", "threaten to win"),
        (
            "far",
            "strategy far(t) := any(t) & next and(o in others(t), b in actions(o))\n  \
             (legal(b) -> [b] and(u in others(t)) (~win(u) & ~canwin(u)));",
            "whatever the next one does, nobody else can win at once after it",
        ),
    ]
    .map(|(name, text, meaning)| Definition::new(name, text, meaning))
    .to_vec()
}

/// Returns the definitions that make sense in every game of two agents, each after those that it
/// needs.
fn common() -> Vec<Definition> {
    [
        ("all", "strategy all(t) := or(a in actions(t)) does(a);", "anything at all"),
        ("any", "strategy any(t) := or(a in actions(t)) (legal(a) & does(a));", "any legal move"),
        ("canwin", "define canwin(t) := or(a in actions(t)) [a] win(t);", "t has a winning move"),
        (
            "canhold",
            "define canhold(t) := final | or(a in actions(t)) (legal(a) & [a] ~canwin(other(t)));",
            "t can still stop the other from winning",
        ),
        ("finish", "strategy finish(t) := any(t) & next win(t);", "win at once"),
        (
            "safe",
            "strategy safe(t) := any(t) & next ~canwin(other(t));",
            "do not let the other win at once",
        ),
        ("threat", "strategy threat(t) := any(t) & next canwin(t);", "threaten to win"),
        (
            "solid",
            "strategy solid(t) := any(t) & next and(b in actions(other(t)))\n  \
             (legal(b) -> [b](~win(other(t)) & (canwin(t) | canhold(t))));",
            "whatever the other answers, do not lose and have a good move left",
        ),
        (
            "stable",
            "define stable(t) := final | or(a in actions(t)) @a: solid(t);",
            "t has a solid move",
        ),
        (
            "deep",
            "strategy deep(t) := any(t) & next and(b in actions(other(t)))\n  \
             (legal(b) -> [b](~win(other(t)) & (canwin(t) | stable(t))));",
            "whatever the other answers, do not lose and have a solid move left",
        ),
    ]
    .map(|(name, text, meaning)| Definition::new(name, text, meaning))
    .to_vec()
}

/// The definitions and rules of a game for one player.
pub(super) struct Vocabulary {
    /// The player as it is written in formulas.
    pub player: String,
    pub definitions: Vec<Definition>,
    pub rules: Vec<Rule>,
}

impl Vocabulary {
    /// Returns the vocabulary of a player. `classes` are lists of moves to prefer, the best first.
    pub fn new(frame: &Frame, player: Agent, classes: Vec<Vec<String>>) -> Vocabulary {
        let player_name = written(frame.agents().name(player));
        let two = frame.agents().len() == 2;
        let (definitions, names) = match two {
            true => (common(), &["finish", "safe", "threat", "solid", "deep"][..]),
            false => (among_many(), &["finish", "safe", "threat", "far"][..]),
        };
        let rules = names.iter().map(|name| Rule::Named(name.to_string())).collect();
        let mut words = Vocabulary { player: player_name, definitions, rules };
        if two {
            words.add_block(frame, player);
        }
        let basic = words.rules.len();
        for (number, moves) in classes.into_iter().enumerate() {
            words.add_preference(&format!("prefer{}", number + 1), &moves);
        }
        words.add_pairs(basic);
        words
    }

    /// Adds the rule to occupy the place where the other player would win, if both players have
    /// moves of the same name.
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
        let text = format!(
            "strategy block(t) := or(c in {{{}}})\n  (legal(move(t,c)) & does(move(t,c)) & \
             [move(other(t),c)] win(other(t)));",
            quoted(&common)
        );
        let meaning = "move where the other would win";
        self.definitions.push(Definition::new("block", &text, meaning));
        self.rules.push(Rule::Named("block".to_owned()));
    }

    fn add_preference(&mut self, name: &str, moves: &[String]) {
        let text = format!(
            "strategy {name}(t) := or(c in {{{}}}) (legal(move(t,c)) & does(move(t,c)));",
            quoted(moves)
        );
        let meaning = "moves that are right more often than others";
        self.definitions.push(Definition::new(name, &text, meaning));
        self.rules.push(Rule::Named(name.to_owned()));
    }

    /// Adds rules `a also b`: careful rules refined by threats and preferences.
    fn add_pairs(&mut self, basic: usize) {
        let number =
            |name: &str| self.rules.iter().position(|rule| *rule == Rule::Named(name.to_owned()));
        let careful: Vec<usize> =
            ["deep", "solid", "far", "safe"].into_iter().filter_map(number).collect();
        let refinements: Vec<usize> = (basic..self.rules.len()).chain(number("threat")).collect();
        for &first in &careful {
            self.rules.extend(refinements.iter().map(|&second| Rule::Also(first, second)));
        }
    }

    /// Returns whether a rule looks so far ahead that it is tried only if nothing else succeeds.
    pub fn is_deep(&self, rule: usize) -> bool {
        match &self.rules[rule] {
            Rule::Named(name) => name == "deep",
            Rule::Also(a, b) => self.is_deep(*a) || self.is_deep(*b),
        }
    }

    /// Returns a rule as a formula.
    pub fn formula(&self, rule: &Rule) -> String {
        match rule {
            Rule::Named(name) => format!("{name}({})", self.player),
            Rule::Also(a, b) => {
                let part = |rule: &usize| self.formula(&self.rules[*rule]);
                format!("({} also {})", part(a), part(b))
            }
        }
    }

    /// Returns the meaning of a rule in words.
    pub fn meaning(&self, rule: &Rule) -> String {
        match rule {
            Rule::Named(name) => {
                let known = self.definitions.iter().find(|definition| definition.name == *name);
                known.map_or(String::new(), |definition| definition.meaning.clone())
            }
            Rule::Also(a, b) => {
                let part = |rule: &usize| self.meaning(&self.rules[*rule]);
                format!("{}; among these {}", part(a), part(b))
            }
        }
    }
}

/// Returns the text of a move, without the agent.
pub(super) fn move_text(frame: &Frame, action: u32) -> String {
    match frame.actions.list[action as usize].args.get(1) {
        Some(Value::Word(text)) => text.to_string(),
        _ => unreachable!("the actions of a game are `move(AGENT,TEXT)`"),
    }
}

/// Returns a name as it is written in formulas: in quotation marks unless it is a word.
pub(crate) fn written(name: &str) -> String {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    match name.chars().all(word) && !name.starts_with(|c: char| c.is_numeric()) {
        true => name.to_owned(),
        false => quoted(&[name.to_owned()]),
    }
}

fn quoted(texts: &[String]) -> String {
    let quoted = |text: &String| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    texts.iter().map(quoted).collect::<Vec<_>>().join(", ")
}
