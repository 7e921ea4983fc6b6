//! Small random games as files, games with slightly other rules, and evidence about them.

use std::path::Path;

use ludex::{Check, Evidence, Query, Rules, Solve, open};
use ludex_base::Random;
use ludex_game::{GraphShape, RandomGame};
use serde_json::{Value, json};

/// A kind of evidence, and of the game that it is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Formula,
    Value,
    Mixed,
    Equilibrium,
    Chance,
    Guarantee,
    Coalition,
    CoalitionTogether,
    Force,
}

pub const KINDS: [Kind; 9] = [
    Kind::Formula,
    Kind::Value,
    Kind::Mixed,
    Kind::Equilibrium,
    Kind::Chance,
    Kind::Guarantee,
    Kind::Coalition,
    Kind::CoalitionTogether,
    Kind::Force,
];

impl Kind {
    pub fn ending(self) -> &'static str {
        match self {
            Kind::Formula | Kind::Value | Kind::Coalition => "json",
            Kind::Mixed | Kind::CoalitionTogether => "json",
            Kind::Equilibrium | Kind::Chance | Kind::Guarantee => "efg",
            Kind::Force => "gp",
        }
    }

    /// Returns the rules of a random game.
    pub fn rules(self, random: &mut Random) -> String {
        match self {
            Kind::Formula | Kind::Value | Kind::Coalition => {
                let shapes = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];
                let (shape, outcomes) = (shapes[random.below(3)], 2 + random.below(3));
                let states = 4 + random.below(9);
                let off_turn = self == Kind::Formula && random.chance(50);
                let kind =
                    RandomGame { states, shape, outcomes, off_turn, ..RandomGame::default() };
                kind.generate(random.bits()).to_json()
            }
            Kind::Mixed | Kind::CoalitionTogether => matrices(random),
            Kind::Equilibrium | Kind::Guarantee => tree(random, false),
            Kind::Chance => tree(random, true),
            Kind::Force => program(random),
        }
    }

    /// Returns evidence about a game, or `None` if there is none.
    pub fn evidence(self, path: &Path, random: &mut Random) -> Option<Evidence> {
        let path = path.to_str().expect("a plain name");
        if self == Kind::Force {
            let question =
                format!("force {{{}}} : {}", ["1", "2", "1,2"][random.below(3)], goal(random));
            return Rules::read(path).ok()?.ask(&Query::new(question)).ok()?.evidence;
        }
        let game = open(path).ok()?;
        let names = game.agents().names().to_vec();
        let someone = names[random.below(names.len())].clone();
        match self {
            Kind::Formula => {
                let texts = [
                    "omega(2)",
                    "~omega(3)",
                    "<A> [B] (p0 | w)",
                    "[A] <A> ~(p1 & p2)",
                    "p0 & ~p1 | final",
                ];
                let request = Check::new(texts[random.below(texts.len())]).agent(someone);
                game.check(&request.evidence(true)).ok()?.evidence
            }
            Kind::Coalition | Kind::CoalitionTogether => {
                let text = match random.below(6) {
                    0 => format!("<<{someone}>>G ~win({})", names[0]),
                    1 => format!("<<{someone}>>X final"),
                    2 => format!("<<{someone}>> ~final U win({someone})"),
                    3 => format!("~<<{someone}>>F win({})", names[1]),
                    4 => format!("<<{}>>F <<{}>>X final", names[0], names[1]),
                    _ => format!("<<{someone}>>F win({someone})"),
                };
                game.check(&Check::new(text).evidence(true)).ok()?.evidence
            }
            Kind::Guarantee => {
                let request = Solve { guarantee: Some(someone), ..Solve::new() };
                game.solve(&request.evidence(true)).ok()?.evidence
            }
            _ => game.solve(&Solve::new().evidence(true)).ok()?.evidence,
        }
    }

    /// Returns slightly other rules.
    pub fn bent(self, rules: &str, random: &mut Random) -> String {
        match self {
            Kind::Formula
            | Kind::Value
            | Kind::Coalition
            | Kind::Mixed
            | Kind::CoalitionTogether => {
                let mut rules: Value = serde_json::from_str(rules).expect("it was written as JSON");
                (0..1 + random.below(3)).for_each(|_| bend(&mut rules, random));
                rules.to_string()
            }
            _ => bend_line(rules, random),
        }
    }
}

/// Changes a payoff, an outcome, a label or the target of a move in a graph.
fn bend(rules: &mut Value, random: &mut Random) {
    let Some(states) = rules["states"].as_object_mut() else { return };
    let names: Vec<String> = states.keys().cloned().collect();
    let (name, other) = (&names[random.below(names.len())], &names[random.below(names.len())]);
    let outcomes: Vec<Value> = states.values().map(|state| state["outcome"].clone()).collect();
    let state = &mut states[name.as_str()];
    if let Some(row) = state.as_array_mut().and_then(|rows| rows.first_mut()) {
        row[0] = json!(random.below(7) as i64 - 3);
    } else if state.get("outcome").is_some() {
        let outcome = outcomes[random.below(outcomes.len())].clone();
        if !outcome.is_null() {
            state["outcome"] = outcome;
        }
    } else if let Some(moves) = state.get_mut("moves").and_then(Value::as_object_mut) {
        let targets = moves.values_mut().filter_map(Value::as_object_mut);
        let mut targets: Vec<&mut Value> = targets.flat_map(|moves| moves.values_mut()).collect();
        if !targets.is_empty() {
            let place = random.below(targets.len());
            *targets[place] = json!(other);
        }
    }
}

/// Changes a number of one line of a tree or a program.
fn bend_line(rules: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = rules.lines().map(str::to_owned).collect();
    let ends: Vec<usize> = (0..lines.len())
        .filter(|&line| lines[line].starts_with("t ") || lines[line].starts_with('['))
        .collect();
    if ends.is_empty() {
        return rules.to_owned();
    }
    let line = &mut lines[ends[random.below(ends.len())]];
    let number = random.below(5);
    *line = match line.split_once("{ ") {
        Some((start, rest)) => {
            let rest = rest.split_once(',').map_or("", |(_, rest)| rest);
            format!("{start}{{ {number},{rest}")
        }
        None => match line.split_once("] s") {
            Some((start, rest)) => format!("{start}] s{number}{}", &rest[1..]),
            None => line.clone(),
        },
    };
    lines.join("\n") + "\n"
}

/// Returns matrices that lead forwards.
fn matrices(random: &mut Random) -> String {
    let count = 1 + random.below(4);
    let mut states = serde_json::Map::new();
    for state in 0..count {
        let (rows, columns) = (1 + random.below(3), 1 + random.below(3));
        let mut cell = || match state + 1 < count && random.chance(50) {
            true => json!(format!("s{}", state + 1 + random.below(count - state - 1))),
            false => json!(random.below(7) as i64 - 3),
        };
        let matrix: Vec<Vec<Value>> =
            (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect();
        states.insert(format!("s{state}"), json!(matrix));
    }
    json!({ "agents": ["Max", "Min"], "initial": "s0", "states": states }).to_string()
}

/// Returns a game tree with payoffs of their own for two or three players.
fn tree(random: &mut Random, chance: bool) -> String {
    let players = 2 + random.below(2);
    let names = ["\"Ann\"", "\"Bob\"", "\"Cid\""][..players].join(" ");
    let mut text = format!("EFG 2 R \"random\" {{ {names} }}\n\"\"\n\n");
    let mut numbers = [0; 5];
    grow(random, chance, players, 3, &mut numbers, &mut text);
    text
}

/// Writes a node and those below it.
fn grow(
    random: &mut Random,
    chance: bool,
    players: usize,
    depth: usize,
    numbers: &mut [usize; 5],
    text: &mut String,
) {
    let player = random.below(players);
    let set = match (depth, random.below(4)) {
        (0, _) | (1 | 2, 0) => 4,
        (_, 1) if chance => 3,
        _ => player,
    };
    numbers[set] += 1;
    let number = numbers[set];
    let moves = 1 + random.below(3);
    match set {
        4 => {
            let payoffs: Vec<String> =
                (0..players).map(|_| (random.below(5) as i64 - 2).to_string()).collect();
            return text.push_str(&format!("t \"\" {number} \"\" {{ {} }}\n", payoffs.join(", ")));
        }
        3 => {
            let shares: Vec<usize> = (0..moves).map(|_| 1 + random.below(3)).collect();
            let all: usize = shares.iter().sum();
            let list =
                shares.iter().enumerate().map(|(i, share)| format!("\"c{i}\" {share}/{all}"));
            let list: Vec<String> = list.collect();
            text.push_str(&format!("c \"\" {number} \"\" {{ {} }} 0\n", list.join(" ")));
        }
        _ => {
            let list: Vec<String> = (0..moves).map(|i| format!("\"m{i}\"")).collect();
            let (player, list) = (set + 1, list.join(" "));
            text.push_str(&format!("p \"\" {player} {number} \"\" {{ {list} }} 0\n"));
        }
    }
    (0..moves).for_each(|_| grow(random, chance, players, depth - 1, numbers, text));
}

/// Returns a program whose sceneries are the states of a random graph.
fn program(random: &mut Random) -> String {
    let mut text = "s0.\n".to_owned();
    for state in 0..5 {
        for action in 0..random.below(4) {
            let (player, target) = (1 + random.below(2), random.below(5));
            text.push_str(&format!("[{player}:a{action}] s{target} :- s{state}.\n"));
        }
    }
    text + "good :- s3.\ngood :- s4.\n"
}

fn goal(random: &mut Random) -> &'static str {
    ["good", "s4", "s2", "s1, NOT good"][random.below(4)]
}
