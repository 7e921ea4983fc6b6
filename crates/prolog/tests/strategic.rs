//! Strategic games: files, equilibria, dominance, tables.

use ludex_base::{Budget, Fraction, Random};
use ludex_prolog::StrategicGame;
use serde_json::{Value, json};

const PRISONERS: &str = include_str!("../../../games/nfg/prisoners-dilemma.nfg");
const BATTLE: &str = include_str!("../../../games/nfg/battle-of-the-sexes.nfg");
const PENNIES: &str = include_str!("../../../games/nfg/matching-pennies.nfg");

fn ask(text: &str, query: &str) -> (Value, String) {
    let game = StrategicGame::read_nfg(text).expect("a game");
    let answer = game.ask(query, &Budget::default()).expect("an answer");
    let text = answer.witness.as_ref().and_then(|w| w["text"].as_str()).unwrap_or_default();
    (answer.result.clone(), text.to_string())
}

#[test]
fn textbook_games_have_their_known_equilibria() {
    let (found, _) = ask(PRISONERS, "equilibria");
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    assert_eq!(found[0]["strategies"], json!([{ "confess": "1" }, { "confess": "1" }]));
    let (steps, text) = ask(PRISONERS, "dominance");
    assert_eq!(steps["left"], json!({ "Row": ["confess"], "Column": ["confess"] }));
    assert!(text.starts_with("1. Row never plays silent: confess is better"), "{text}");
    let (found, _) = ask(BATTLE, "equilibria");
    let payoffs: Vec<&Value> =
        found.as_array().expect("a list").iter().map(|one| &one["payoffs"]).collect();
    assert!(payoffs.contains(&&json!({ "She": "2/3", "He": "2/3" })), "{payoffs:?}");
    assert_eq!(payoffs.len(), 3);
    let (found, text) = ask(PENNIES, "equilibria");
    assert_eq!(found[0]["strategies"][0], json!({ "heads": "1/2", "tails": "1/2" }));
    assert_eq!(
        text,
        "1 equilibrium\n1. Even: 1/2 heads + 1/2 tails; Odd: 1/2 heads + 1/2 tails; payoffs 0, 0"
    );
    let (_, text) = ask(BATTLE, "explain");
    assert!(
        text.contains("She gets 2/3 (0.666667) by opera, 2/3 (0.666667) by football"),
        "{text}"
    );
    let (_, text) = ask(PRISONERS, "table");
    assert_eq!(
        text,
        "rows Row, columns Column\n         silent  confess\nsilent   -1, -1  -10, 0\nconfess  0, -10  -5, -5"
    );
    let (latex, _) = ask(BATTLE, "latex");
    assert!(
        latex.as_str().is_some_and(|text| text.contains("opera & $2,\\ 1$ & $0,\\ 0$")),
        "{latex}"
    );
}

/// Returns a random game of two or three players with few different payoffs.
fn random_game(random: &mut Random) -> StrategicGame {
    let players = 2 + random.below(2);
    let actions: Vec<Vec<String>> = (0..players)
        .map(|_| (0..1 + random.below(3)).map(|action| format!("a{action}")).collect())
        .collect();
    let profiles: usize = actions.iter().map(Vec::len).product();
    let payoff = |random: &mut Random| Fraction::new(random.below(5) as i64 - 2, 2);
    let payoffs =
        (0..profiles).map(|_| (0..players).filter_map(|_| payoff(random)).collect()).collect();
    StrategicGame::new(actions, payoffs).expect("the sizes fit")
}

/// Removing dominated strategies loses no equilibrium, and what is written is read back.
#[test]
fn equilibria_survive_dominance() {
    let mut random = Random::new(5);
    let mut removals = 0;
    for _ in 0..300 {
        let game = random_game(&mut random);
        assert_eq!(StrategicGame::read_nfg(&game.write_nfg()).expect("our own text"), game);
        let removed = game.iterated_dominance(&mut || true).expect("no limit");
        removals += removed.len();
        for profile in game.pure_equilibria() {
            let gone = removed.iter().find(|step| profile[step.player] == step.action);
            assert_eq!(gone, None, "{profile:?} in {game:?}");
        }
    }
    assert!(removals > 50, "{removals}");
}

#[test]
fn files_with_outcomes_and_json_are_read() {
    let text = r#"NFG 1 R "" { "A" "B" } { 2 2 } ""
        { { "x" 1, 1/2 } { "y" -1 0.25 } } 1 2 0 2"#;
    let game = StrategicGame::read_nfg(text).expect("a game");
    let texts = |profile: [usize; 2]| {
        game.payoffs(&profile).iter().map(Fraction::to_string).collect::<Vec<_>>()
    };
    assert_eq!([texts([0, 0]), texts([1, 0])], [["1", "1/2"], ["-1", "1/4"]]);
    assert_eq!(texts([0, 1]), ["0", "0"]);
    let json = r#"{ "matrix": [[[2, 1], [0, 0]], [[0, 0], [1, "2"]]], "agents": ["X", "Y"] }"#;
    let game = StrategicGame::from_json(json).expect("a matrix of pairs");
    assert_eq!(game.pure_equilibria(), [vec![0, 0], vec![1, 1]]);
    assert_eq!(StrategicGame::from_json(r#"{ "matrix": [[[1, -1]]] }"#), None, "zero-sum");
    assert_eq!(StrategicGame::from_json(r#"{ "matrix": [[1]] }"#), None);
    for (bad, message) in [
        ("NFG 1 R \"\" { \"A\" } { 2 } 1", "a payoff"),
        ("NFG 1 R \"\" { \"A\" } { 2 2 } 1 1", "the actions of 1 players"),
        ("NFG 1 R \"\" { \"A\" } { 1 } 1 2", "the end"),
        ("NFG 1 R \"\" { \"A\" } { 1 } { { \"\" 1 } } 2", "no outcome of this number"),
        ("EFG", "`NFG`"),
    ] {
        let error = StrategicGame::read_nfg(bad).expect_err(bad);
        assert!(error.to_string().contains(message), "{bad}: {error}");
    }
}
