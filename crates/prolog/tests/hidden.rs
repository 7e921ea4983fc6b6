//! Games with hidden information, compared with the matrix of all pure strategies.

use std::collections::BTreeMap;

use ludex_base::{Budget, Fraction, Random};
use ludex_matrix::exact::{self, BigRational};
use ludex_prolog::{ExtensiveGame, GameNode, NoValue, answer_about_tree};
use num_traits::{One, Zero};
use serde_json::Value;

/// Grows a random zero-sum tree of two players with chance. Its sets have one node each.
fn grow(game: &mut ExtensiveGame, random: &mut Random, depth: usize) -> usize {
    let node = game.nodes.len();
    let label = String::new();
    if depth == 0 || random.one_in(16) {
        let payoff = random.below(9) as i64 - 4;
        let payoffs = [payoff, -payoff].map(Fraction::from).to_vec();
        game.nodes.push(GameNode::Terminal { label, payoffs });
        return node;
    }
    let empty = GameNode::Terminal { label: label.clone(), payoffs: Vec::new() };
    game.nodes.push(empty);
    let count = if random.one_in(6) { 1 + random.below(3) } else { 2 };
    let moves = (0..count).map(|i| (format!("m{i}"), grow(game, random, depth - 1))).collect();
    game.nodes[node] = match random.below(3) {
        2 => {
            let share = Fraction::new(1, count as i64).expect("a probability");
            GameNode::Chance { label, moves, probabilities: vec![share; count] }
        }
        player => GameNode::Decision { label, player, set: 0, moves },
    };
    node
}

/// What a player has done: its sets and actions.
type History = Vec<(usize, usize)>;

/// Joins nodes to information sets at random, such that nobody forgets anything.
fn hide(game: &mut ExtensiveGame, random: &mut Random) {
    let mut known: BTreeMap<(usize, History, usize), Vec<usize>> = BTreeMap::new();
    let mut histories = vec![[History::new(), History::new()]; game.nodes.len()];
    let mut sets = 0;
    for node in 0..game.nodes.len() {
        let own = histories[node].clone();
        match &mut game.nodes[node] {
            GameNode::Terminal { .. } => {}
            GameNode::Chance { moves, .. } => {
                moves.iter().for_each(|(_, next)| histories[*next] = own.clone());
            }
            GameNode::Decision { player, set, moves, .. } => {
                let same = known.entry((*player, own[*player].clone(), moves.len())).or_default();
                *set = match same.is_empty() || random.one_in(6) {
                    true => {
                        same.push(sets);
                        sets += 1;
                        sets - 1
                    }
                    false => same[random.below(same.len())],
                };
                for (action, (_, next)) in moves.iter().enumerate() {
                    let mut done = own.clone();
                    done[*player].push((*set, action));
                    histories[*next] = done;
                }
            }
        }
    }
}

fn random_game(seed: u64) -> ExtensiveGame {
    let mut random = Random::new(seed);
    let players = vec!["A".to_string(), "B".to_string()];
    let mut game = ExtensiveGame { title: String::new(), players, nodes: Vec::new() };
    let depth = 2 + random.below(3);
    grow(&mut game, &mut random, depth);
    hide(&mut game, &mut random);
    game
}

/// Returns the sets of a player, each with its number of actions.
fn sets(game: &ExtensiveGame, of: usize) -> Vec<(usize, usize)> {
    let mut found = BTreeMap::new();
    for node in &game.nodes {
        if let GameNode::Decision { player, set, moves, .. } = node
            && *player == of
        {
            found.insert(*set, moves.len());
        }
    }
    found.into_iter().collect()
}

/// Returns all pure strategies: an action in every set. Returns `None` if there are too many.
fn pure(sets: &[(usize, usize)]) -> Option<Vec<BTreeMap<usize, usize>>> {
    let mut all = vec![BTreeMap::new()];
    for &(set, actions) in sets {
        let with = |one: &BTreeMap<usize, usize>| {
            let more = |action| one.iter().map(|(a, b)| (*a, *b)).chain([(set, action)]).collect();
            (0..actions).map(more).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
        if all.len() > 100 {
            return None;
        }
    }
    Some(all)
}

/// Returns what the first player can expect if both follow these strategies.
fn play(game: &ExtensiveGame, chosen: &BTreeMap<usize, usize>, node: usize) -> BigRational {
    let rational = |n: Fraction| BigRational::new(n.numerator().into(), n.denominator().into());
    match &game.nodes[node] {
        GameNode::Terminal { payoffs, .. } => rational(payoffs[0]),
        GameNode::Decision { set, moves, .. } => play(game, chosen, moves[chosen[set]].1),
        GameNode::Chance { moves, probabilities, .. } => {
            let parts = moves.iter().zip(probabilities);
            parts.map(|((_, next), &p)| rational(p) * play(game, chosen, *next)).sum()
        }
    }
}

/// Returns the value by the matrix of all pure strategies.
fn by_definition(game: &ExtensiveGame) -> Option<BigRational> {
    let [rows, columns] = [pure(&sets(game, 0))?, pure(&sets(game, 1))?];
    let mut entries = Vec::new();
    for row in &rows {
        for column in &columns {
            let both = row.iter().chain(column).map(|(a, b)| (*a, *b)).collect();
            entries.push(play(game, &both, 0));
        }
    }
    Some(exact::solve(rows.len(), columns.len(), &entries).expect("a matrix").value)
}

#[test]
fn values_are_those_of_the_matrix_of_all_strategies() {
    let count = std::env::var("LUDEX_HIDDEN").map_or(150, |n| n.parse().expect("a number"));
    let (mut hidden, mut compared) = (0, 0);
    for seed in 0..count {
        let game = random_game(seed);
        // What is written is read back.
        let game_again = ExtensiveGame::read_efg(&game.write_efg()).expect("our own text");
        assert_eq!(game_again, game, "seed {seed}");
        let found = game.hidden_value(&Budget::default()).expect("a value");
        let answer = answer_about_tree(&game, "value", &Budget::default()).expect("an answer");
        let witness = answer.witness.expect("strategies");
        let lines = witness["nodes"].as_array().expect("a list");
        let value = found.values[0].to_string();
        game.verify_value(&value, lines, &Budget::default()).expect("both guarantee it");
        // A value beside it is refused, and so is a witness without one of its lines.
        let above = (&found.values[0] + BigRational::one()).to_string();
        assert!(game.verify_value(&above, lines, &Budget::default()).is_err(), "seed {seed}");
        let below = (&found.values[0] - BigRational::one()).to_string();
        assert!(game.verify_value(&below, lines, &Budget::default()).is_err(), "seed {seed}");
        hidden += u32::from(game.has_hidden_information());
        if let Some(value) = by_definition(&game) {
            assert_eq!(found.values[0], value, "seed {seed}: {}", game.write_efg());
            compared += 1;
        }
    }
    assert!(
        u64::from(hidden) > count / 5 && compared > count / 4,
        "{hidden} hidden, {compared} compared"
    );
}

const KUHN: &str = include_str!("../../../games/efg/kuhn.efg");

#[test]
fn kuhn_poker_is_worth_an_eighteenth_to_the_second_player() {
    let game = ExtensiveGame::read_efg(KUHN).expect("a game");
    assert!(game.has_hidden_information() && game.has_chance());
    let found = game.hidden_value(&Budget::default()).expect("a value");
    assert_eq!(found.values.each_ref().map(BigRational::to_string), ["-1/18", "1/18"]);
    let answer = answer_about_tree(&game, "value", &Budget::default()).expect("an answer");
    let witness = answer.witness.expect("strategies");
    let lines = witness["nodes"].as_array().expect("a list").clone();
    let check = |value: &str, lines: &[Value]| game.verify_value(value, lines, &Budget::default());
    assert!(check("-1/18", &lines).is_ok());
    assert!(check("-1/19", &lines).is_err() && check("-1/17", &lines).is_err());
    // Other texts that mean the same number, and one that takes long to read.
    for other in ["-2/36", "1/-18", "2/-36", "-01/18", "-1/018", "-1 / 18"] {
        assert!(check(other, &lines).is_err(), "{other}");
    }
    let long = format!("-1{}/18{0}", "0".repeat(400_000));
    let start = std::time::Instant::now();
    assert!(check(&long, &lines).is_err());
    let mut forged = lines.clone();
    let plays = forged[0]["plays"].as_object_mut().expect("probabilities");
    plays.values_mut().for_each(|weight| *weight = Value::from(long.clone()));
    assert!(check("-1/18", &forged).is_err());
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    // A strategy that bluffs with everything guarantees less.
    for place in 0..lines.len() {
        let mut forged = lines.clone();
        forged.remove(place);
        assert!(check("-1/18", &forged).is_err(), "without {}", lines[place]);
        let mut forged = lines.clone();
        forged[place]["nodes"] = serde_json::json!([4]);
        assert!(check("-1/18", &forged).is_err(), "with other nodes: {}", lines[place]);
    }
    let error = answer_about_tree(&game, "equilibria", &Budget::default()).expect_err("hidden");
    assert!(error.to_string().contains("everybody sees everything"), "{error}");
}

#[test]
fn what_has_no_value_is_refused_by_name() {
    let head = "EFG 2 R \"\" ";
    let cases = [
        (
            "{ \"A\" } p \"\" 1 1 { \"l\" \"r\" } 0 t \"\" 1 { 1 } t \"\" 2 { 0 }",
            NoValue::Players(1),
        ),
        (
            "{ \"A\" \"B\" } p \"\" 1 1 { \"l\" \"r\" } 0 t \"\" 1 { 1 1 } t \"\" 2 { 0 0 }",
            NoValue::Sum,
        ),
        (
            // A does not remember which way it went.
            "{ \"A\" \"B\" } p \"\" 1 1 { \"l\" \"r\" } 0 p \"\" 1 2 { \"l\" \"r\" } 0
             t \"\" 1 { 1 -1 } t \"\" 2 { 0 0 } p \"\" 1 2 { \"l\" \"r\" } 0 t \"\" 2 t \"\" 1",
            NoValue::Forgets("A".to_string()),
        ),
    ];
    for (text, expected) in cases {
        let game = ExtensiveGame::read_efg(&format!("{head}{text}")).expect("a game");
        assert_eq!(game.hidden_value(&Budget::default()), Err(expected));
    }
    // Sets with other actions than before are refused where they stand.
    let text = "{ \"A\" \"B\" } p \"\" 1 1 { \"l\" \"r\" } 0 p \"\" 2 1 { \"x\" \"y\" } 0
        t \"\" 1 { 1 -1 } t \"\" 2 { 0 0 } p \"\" 2 1 { \"x\" \"z\" } 0 t \"\" 1 t \"\" 2";
    let error = ExtensiveGame::read_efg(&format!("{head}{text}")).expect_err("other actions");
    assert!(error.to_string().contains("were others before"), "{error}");
    // A branch that cannot happen takes no number of a set.
    let text = "{ \"A\" \"B\" } c \"\" 1 { \"no\" 0 \"yes\" 1 } 0 p \"\" 1 1 { \"l\" } 0
        t \"\" 1 { 1 -1 } p \"\" 1 2 { \"l\" } 0 t \"\" 1";
    let game = ExtensiveGame::read_efg(&format!("{head}{text}")).expect("a game");
    assert!(!game.has_hidden_information());
    assert!(game.hidden_value(&Budget::default()).is_ok_and(|v| !v.values[0].is_zero()));
}
