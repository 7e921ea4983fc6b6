//! Chess problems with their solutions and the times of Popeye, read from a file.

use std::path::Path;

use ludex_game::{Model, Notation};
use ludex_games::Chess;
use ludex_logic::Stipulation;
use ludex_search::problems::{Battle, Cooperation, Posed};
use ludex_search::{Budget, Silent};
use serde_json::Value;

/// A problem, its solutions, and the effort of Popeye.
#[derive(Clone, PartialEq, Debug)]
pub struct ChessProblem {
    /// Its name in the file.
    pub id: String,
    /// `direct`, `help`, `self` or `reflex`.
    pub kind: String,
    /// Popeye's processor seconds: in its Intelligent mode for helpmates, by default otherwise.
    pub peer: f64,
    /// The moves that Popeye plays by default.
    pub peer_nodes: f64,
    fen: String,
    stipulation: Stipulation,
    /// Lines, or keys as lines of one move; sorted.
    solutions: Vec<Vec<String>>,
}

impl ChessProblem {
    /// Reads the problems of a file except those marked as much harder than the rest, the easy ones
    /// first. Returns None if there is no such file.
    pub fn read(file: &Path) -> Option<Vec<ChessProblem>> {
        let text = std::fs::read_to_string(file).ok()?;
        let json: Value = serde_json::from_str(&text).expect("JSON");
        let all = json["problems"].as_array().expect("a list").iter();
        let mut problems: Vec<ChessProblem> =
            all.filter(|json| json["stress"] != true).map(ChessProblem::new).collect();
        problems.sort_by(|a, b| a.peer_nodes.total_cmp(&b.peer_nodes));
        Some(problems)
    }

    fn new(json: &Value) -> ChessProblem {
        let text = |name: &str| json[name].as_str().expect("a text").to_string();
        let popeye = &json["popeye"];
        let seconds = popeye["intelligent_cpu_seconds"].as_f64();
        let peer = seconds.or(popeye["cpu_seconds"].as_f64()).expect("a time of Popeye");
        let strings = |list: &Value| -> Vec<String> {
            let texts = list.as_array().into_iter().flatten();
            texts.map(|text| text.as_str().expect("a move").to_string()).collect()
        };
        let lines = json["lines"].as_array().into_iter().flatten().map(strings);
        let keys = strings(&json["keys"]).into_iter().map(|key| vec![key]);
        let mut solutions: Vec<_> = lines.chain(keys).collect();
        solutions.sort();
        ChessProblem {
            id: text("id"),
            kind: text("kind"),
            peer,
            peer_nodes: popeye["nodes"].as_f64().expect("Popeye's nodes"),
            fen: text("fen"),
            stipulation: Stipulation::parse(&text("stipulation")).expect("a stipulation"),
            solutions,
        }
    }

    /// Finds all solutions from an empty table and asserts that they are right; returns the nodes.
    pub fn solve(&self) -> u64 {
        let game = Chess::new(false);
        let state = game.read_position(&self.fen).expect("a position");
        let first = game.turn(&state).agent().expect("somebody to move");
        let budget = Budget::default();
        let (mut found, nodes) = match Posed::new(&game, &self.stipulation, first).expect("a goal")
        {
            Posed::Lines(script) => {
                let mut search = Cooperation::new(&game, script.clone(), budget.max_bytes);
                let lines = search.lines(&state, None, &budget, &mut Silent);
                let texts = lines.lines.iter().map(|line| {
                    let mut state = state.clone();
                    let step = |(&agent, &mv)| play(&game, &mut state, agent, mv);
                    script.movers.iter().zip(line).map(step).collect()
                });
                (texts.collect::<Vec<Vec<String>>>(), lines.nodes)
            }
            Posed::Keys(contest, n) => {
                let mut search = Battle::new(&game, contest, budget.max_bytes);
                let keys = search.keys(&state, n, None, &budget, &mut Silent);
                let text = |mv| vec![game.write_move(&state, first, mv)];
                (keys.keys.iter().map(|key| text(key.mv)).collect(), keys.nodes)
            }
        };
        found.sort();
        assert_eq!(found, self.solutions, "{}: {} in {}", self.id, self.stipulation, self.fen);
        nodes
    }
}

fn play(
    game: &Chess,
    state: &mut <Chess as Model>::State,
    agent: ludex_game::Agent,
    mv: <Chess as Model>::Move,
) -> String {
    let text = game.write_move(state, agent, mv);
    ludex_game::Game::play(game, state, agent, mv);
    text
}
