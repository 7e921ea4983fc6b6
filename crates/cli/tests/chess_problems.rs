//! Published chess problems: what solves each of them is put as a formula, and answered.
//!
//! The problems are read from `shared/data`; those that take long to search are left out.

use ludex_game::{Agent, Game, Model, Notation, Question};
use ludex_games::Chess;
use ludex_search::Checker;
use serde_json::Value;

use crate::support;
use support::read;

const WHITE: Agent = Agent::FIRST;
const BLACK: Agent = Agent::SECOND;

/// Problems that a plain search needs more moves for are not asked here.
const DEAREST: u64 = 1_000_000;

/// A problem as a question.
struct Problem {
    id: String,
    fen: String,
    asked: Agent,
    /// What is to be true, and what not, since it would be too soon.
    solved: String,
    too_soon: String,
    /// What is true after exactly the key moves, if these are known.
    keys: Option<(String, Vec<String>)>,
}

impl Problem {
    fn new(json: &Value) -> Option<Problem> {
        let text = |name: &str| json[name].as_str().expect("a text").to_owned();
        let stipulation = text("stipulation");
        let (kind, n) = stipulation.split_once('#').expect("how, and in how many moves");
        let (n, half) = n.split_once('.').map_or((n, false), |(n, _)| (n, true));
        let n: u32 = n.parse().expect("a number");
        let (asked, call, after) = match kind {
            "" => (WHITE, "omega", Some(format!("[B] omega({})", n - 1))),
            "h" if half => (WHITE, "<A> helpmate", None),
            "h" => (WHITE, "helpmate", None),
            "s" => (BLACK, "selfmate_only", Some(format!("!l & [A] selfmate_only({})", n - 1))),
            _ => return None,
        };
        assert_eq!(json["minimal"], true, "all problems are as short as can be");
        let strings = |list: &Value| -> Vec<String> {
            let list = list.as_array().expect("a list");
            list.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
        };
        Some(Problem {
            id: text("id"),
            fen: text("fen"),
            asked,
            solved: format!("{call}({n})"),
            too_soon: format!("{call}({})", n - 1),
            keys: after.map(|after| (after, strings(&json["keys"]))),
        })
    }

    fn holds(&self, game: &Chess, state: &<Chess as Model>::State, text: &str) -> bool {
        let compiled =
            read(game, self.asked, text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let question = Question { game, asked: self.asked };
        Checker::new(question, &compiled.formulas, 64 << 20).holds(state, compiled.root)
    }

    fn require(&self, game: &Chess) {
        let state = support::position(game, &self.fen);
        assert!(self.holds(game, &state, &self.solved), "{} is solved", self.id);
        assert!(!self.holds(game, &state, &self.too_soon), "{} takes all its moves", self.id);
        let Some((after, keys)) = &self.keys else { return };
        let mut moves = Vec::new();
        game.moves(&state, WHITE, &mut moves);
        let solves = |&mv: &_| self.holds(game, &game.after(&state, WHITE, mv), after);
        let found = moves.into_iter().filter(solves);
        let mut found: Vec<String> = found.map(|mv| game.write_move(&state, WHITE, mv)).collect();
        found.sort();
        let mut keys = keys.clone();
        keys.sort();
        assert_eq!(found, keys, "the keys of {}", self.id);
    }
}

#[test]
fn problems_are_solved_by_their_keys_and_no_sooner() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/chess/problems.json");
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("skipped: there is no shared/data/chess beside the project");
        return;
    };
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let game = Chess::new(false);
    let all = file["problems"].as_array().expect("a list").iter();
    let cheap = all.filter(|json| json["brute_force_nodes"].as_u64().is_some_and(|n| n <= DEAREST));
    let problems: Vec<Problem> = cheap.filter_map(Problem::new).collect();
    assert!(problems.len() >= 40, "{} problems are cheap", problems.len());
    for problem in problems {
        problem.require(&game);
    }
}
