//! Extensive games: equilibria compared with their definition, and the `.efg` format.

use ludex_base::{Budget, Fraction, Random, Rational};
use ludex_game::check_laws;
use ludex_prolog::{
    ExtensiveGame, GameNode, Options, Program, StrategicGame, TreeGame, answer as ask, query,
};

/// Returns a random tree with three players and payoffs from 0 to 2; chance moves in some nodes.
fn random_tree(seed: u64) -> ExtensiveGame {
    let mut random = Random::new(seed);
    let mut dice = move |n: usize| random.below(n);
    let players = (1..=3).map(|n| format!("player {n}")).collect();
    let mut game = ExtensiveGame { title: format!("seed {seed}"), players, nodes: Vec::new() };
    grow(&mut game, &mut dice, 3);
    game
}

fn grow(game: &mut ExtensiveGame, dice: &mut impl FnMut(usize) -> usize, depth: usize) -> usize {
    let node = game.nodes.len();
    let label = format!("n{node}");
    if depth == 0 || dice(4) == 0 {
        let payoffs = (0..3).map(|_| Fraction::from(dice(3) as i64)).collect();
        game.nodes.push(GameNode::Terminal { label, payoffs });
        return node;
    }
    if dice(4) == 0 {
        let (moves, probabilities) = (Vec::new(), Vec::new());
        game.nodes.push(GameNode::Chance { label: label.clone(), moves, probabilities });
        let thirds = if dice(2) == 0 { vec![3] } else { vec![1, 2] };
        let name = |third: &i64| format!("c{third}");
        let moves: Vec<_> =
            thirds.iter().map(|third| (name(third), grow(game, dice, depth - 1))).collect();
        let probabilities = thirds.iter().filter_map(|&third| Fraction::new(third, 3)).collect();
        game.nodes[node] = GameNode::Chance { label, moves, probabilities };
        return node;
    }
    let player = dice(3);
    let decision = |node: &&GameNode| matches!(node, GameNode::Decision { .. });
    let set = game.nodes.iter().filter(decision).count();
    game.nodes.push(GameNode::Decision { label: label.clone(), player, set, moves: Vec::new() });
    let moves = (0..1 + dice(2)).map(|i| (format!("m{i}"), grow(game, dice, depth - 1))).collect();
    game.nodes[node] = GameNode::Decision { label, player, set, moves };
    node
}

/// Returns the payoffs of a profile from a node on.
fn worth(game: &ExtensiveGame, choices: &[usize], node: usize) -> Vec<Rational> {
    match &game.nodes[node] {
        GameNode::Terminal { payoffs, .. } => payoffs.iter().map(|&p| p.into()).collect(),
        GameNode::Decision { moves, .. } => worth(game, choices, moves[choices[node]].1),
        GameNode::Chance { moves, probabilities, .. } => {
            let part = |((_, child), p): (&(String, usize), &Fraction)| {
                worth(game, choices, *child).iter().map(|w| w * &(*p).into()).collect::<Vec<_>>()
            };
            let parts: Vec<Vec<Rational>> = moves.iter().zip(probabilities).map(part).collect();
            let sum = |player: usize| parts.iter().fold(Rational::ZERO, |s, p| &s + &p[player]);
            (0..3).map(sum).collect()
        }
    }
}

/// Returns whether a profile is subgame-perfect by definition: in no subgame can a player gain by
/// any other strategy.
fn is_subgame_perfect(game: &ExtensiveGame, choices: &[usize]) -> bool {
    let profiles = profiles(game);
    (0..game.nodes.len()).all(|root| {
        let now = worth(game, choices, root);
        (0..3).all(|player| {
            profiles.iter().all(|other| {
                let mut changed = choices.to_vec();
                for (i, node) in game.nodes.iter().enumerate() {
                    if matches!(node, GameNode::Decision { player: p, .. } if *p == player) {
                        changed[i] = other[i];
                    }
                }
                worth(game, &changed, root)[player] <= now[player]
            })
        })
    })
}

fn profiles(game: &ExtensiveGame) -> Vec<Vec<usize>> {
    game.nodes.iter().fold(vec![Vec::new()], |all, node| {
        let count = match node {
            GameNode::Decision { moves, .. } => moves.len(),
            GameNode::Terminal { .. } | GameNode::Chance { .. } => 1,
        };
        all.iter().flat_map(|p| (0..count).map(move |m| [&p[..], &[m]].concat())).collect()
    })
}

#[test]
fn subgame_perfect_equilibria_are_those_of_the_definition() {
    let mut several = 0;
    for seed in 0..300 {
        let game = random_tree(seed);
        let all = profiles(&game);
        if all.len() > 64 {
            continue;
        }
        let mut found: Vec<Vec<usize>> = game.profiles().map(|e| e.choices).collect();
        found.sort();
        let mut expected: Vec<Vec<usize>> =
            all.into_iter().filter(|choices| is_subgame_perfect(&game, choices)).collect();
        expected.sort();
        assert_eq!(found, expected, "seed {seed}");
        assert!(expected.contains(&game.backward_induction().choices));
        several += usize::from(expected.len() > 1);
    }
    assert!(several > 50);
}

#[test]
fn trees_obey_the_laws_of_games() {
    for seed in 0..40 {
        check_laws(&TreeGame::new(random_tree(seed)), seed, 5)
            .unwrap_or_else(|fault| panic!("{fault}"));
    }
}

#[test]
fn efg_texts_are_read_back() {
    for seed in 0..300 {
        let game = random_tree(seed);
        let text = game.write_efg();
        assert_eq!(ExtensiveGame::read_efg(&text).expect(&text), game, "seed {seed}");
    }
}

#[test]
fn efg_files_of_other_tools_are_read() {
    let text = "EFG 2 R \"General \\\"game\\\"\" { \"Player 1\" \"Player 2\" }\n\n\
        p \"ROOT\" 1 1 \"(0,1)\" { \"H\" \"L\" } 1 \"bonus\" { 1, 1/2 }\n\
        p \"\" 2 1 \"(2,1)\" { \"h\" \"l\" } 0\nt \"\" 2 \"Outcome 1\" { 10.5, 2 }\nt \"\" 3 \"\" { 0 10 }\n\
        t \"\" 2\n";
    let game = ExtensiveGame::read_efg(text).expect("well written");
    assert_eq!(game.title, "General \"game\"");
    let best = game.backward_induction();
    assert_eq!(best.play(&game), ["L"]);
    assert_eq!(best.payoffs, ["11.5".parse().unwrap(), "5/2".parse().unwrap()]);
    let error_of = |text: &str| ExtensiveGame::read_efg(text).expect_err(text).message;
    assert!(error_of("").contains("expected `EFG`"));
    assert!(
        error_of("EFG 2 R \"\" { \"a\" } p \"\" 1 1 { \"x\" \"y\" } 0 t \"\" 0")
            .contains("found the end")
    );
    assert!(error_of("EFG 2 R \"\" { \"a\" } c \"\" 1 { \"x\" 1/2 } 0").contains("add up to 1"));
    let same_set = "EFG 2 R \"\" { \"a\" } p \"\" 1 1 { \"x\" } 0 p \"\" 1 1 { \"x\" } 0 t \"\" 0";
    let again = ExtensiveGame::read_efg(same_set).expect("a set with two nodes");
    assert!(again.has_hidden_information() && !game.has_hidden_information());
    for cut in 0..text.len() {
        let _ = ExtensiveGame::read_efg(&text[..cut]);
    }
}

/// An answer about `A` said nothing where both players were called so, and one of them was left out of
/// lists of payoffs by name.
#[test]
fn players_have_different_names() {
    for (first, second) in [("A", "A"), ("A", "a"), ("A b", "A_b"), ("", "_")] {
        let players = format!("R \"\" {{ \"{first}\" \"{second}\" }} ");
        let tree = format!("EFG 2 {players} p \"\" 1 1 {{ \"x\" }} 0 t \"\" 1 \"\" {{ 1 -1 }}");
        let table = format!("NFG 1 {players} {{ 1 1 }} 1 -1");
        let errors = [
            ExtensiveGame::read_efg(&tree).expect_err(&tree),
            StrategicGame::read_nfg(&table).expect_err(&table),
        ];
        for error in errors {
            assert_eq!(error.message, format!("\"{second}\" is the name of a player already"));
        }
    }
}

#[test]
fn pure_equilibria_are_those_of_the_definition() {
    for seed in 0..200_u64 {
        let mut random = Random::new(seed);
        let mut dice = || random.below(4) as i64;
        let sizes = [2, 3, 2];
        let actions = sizes.map(|n| (0..n).map(|i| i.to_string()).collect()).to_vec();
        let table: Vec<Vec<Fraction>> =
            (0..12).map(|_| (0..3).map(|_| Fraction::from(dice())).collect()).collect();
        let place = |p: [usize; 3]| (p[0] * 3 + p[1]) * 2 + p[2];
        let mut expected = Vec::new();
        for a in 0..2 {
            for b in 0..3 {
                for c in 0..2 {
                    let here = &table[place([a, b, c])];
                    let stable = (0..2).all(|x| table[place([x, b, c])][0] <= here[0])
                        && (0..3).all(|x| table[place([a, x, c])][1] <= here[1])
                        && (0..2).all(|x| table[place([a, b, x])][2] <= here[2]);
                    expected.extend(stable.then_some(vec![a, b, c]));
                }
            }
        }
        let game = StrategicGame::new(actions, table).expect("the sizes fit");
        assert_eq!(game.pure_equilibria(), expected);
    }
}

#[test]
fn a_program_has_equilibria() {
    let text = "s. [1:l] a :- s. [1:r] b :- s. [2:l] c :- a. [2:r] d :- a.
        payoff(1,1) :- b. payoff(2,3) :- b. payoff(1,2) :- c. payoff(2,1) :- c. payoff(1,0) :- d. payoff(2,1) :- d.";
    let program = Program::read(text).expect("a program");
    let answer = query(&program, "equilibria").expect("asked");
    assert_eq!(
        answer.result,
        serde_json::json!([
            {"play": ["l", "l"], "payoffs": {"1": "2", "2": "1"}},
            {"play": ["r"], "payoffs": {"1": "1", "2": "3"}},
        ])
    );
}

/// The extensive game of a program is written as text that parses to the same game.
#[test]
fn a_program_is_written_as_an_extensive_game() {
    let text = "at(1). [1:take] end(2,0) :- at(1). [1:pass] at(2) :- at(1).
                [2:take] end(1,3) :- at(2). [2:pass] end(4,2) :- at(2).
                payoff(1,X) :- end(X,Y). payoff(2,Y) :- end(X,Y).";
    let program = ludex_prolog::Program::read(text).expect("a program");
    let answer = ludex_prolog::query(&program, "efg").expect("it is answered");
    let written = answer.result.as_str().expect("a text").to_owned();
    let tree = ludex_prolog::ExtensiveGame::read_efg(&written).expect("it reads back");
    assert_eq!(tree.write_efg(), written);
    assert_eq!(tree.backward_induction().play(&tree), ["take"]);
}

/// Returns a program with a number of sceneries in a row, where every choice is a tie: moves lead to
/// one of the next two sceneries, and the payoffs at the end are the same however it is reached.
fn ties(sceneries: usize) -> Program {
    let mut text = String::from("[...] player(1). [...] player(2).\nat(1).\n");
    for at in 1..sceneries {
        let (agent, far) = (1 + at % 2, (at + 2).min(sceneries));
        text += &format!("[{agent}:step] at({}) :- at({at}).\n", at + 1);
        text += &format!("[{agent}:leap] at({far}) :- at({at}).\n");
    }
    text += &format!("payoff(1,2) :- at({sceneries}). payoff(2,3) :- at({sceneries}).\n");
    Program::read(&text).expect("a program")
}

/// Every play and every profile is an equilibrium: with 53 sceneries there are far too many to list.
#[test]
fn equilibria_of_53_sceneries_with_ties_are_found_within_limits() {
    let payoffs = serde_json::json!({"1": "2", "2": "3"});
    for sceneries in [2, 3, 6, 9, 53] {
        let answer = query(&ties(sceneries), "equilibria").expect("asked");
        // The numbers of plays and of choices in the tree of all plays, from the end on.
        let (mut plays, mut choices) = ([1_u64, 1], [0_u64, 0]);
        for _ in 1..sceneries {
            plays = [plays[0] + plays[1], plays[0]];
            choices = [1 + choices[0] + choices[1], choices[0]];
        }
        let listed = answer.result.as_array().expect("a list");
        assert_eq!(listed.len() as u64, plays[0].min(1_000), "{sceneries} sceneries");
        for equilibrium in listed {
            assert_eq!(equilibrium["payoffs"], payoffs);
            let play = equilibrium["play"].as_array().expect("a play");
            let far = play.iter().filter(|&mv| mv == "leap").count();
            // The last move may leap over the end.
            let reached = 1 + play.len() + far;
            assert!((sceneries..=sceneries + 1).contains(&reached), "{equilibrium}");
        }
        let witness = answer.witness.expect("a witness");
        let count = u32::try_from(choices[0]).ok().and_then(|n| 2_u64.checked_pow(n));
        assert_eq!(witness["count"], serde_json::json!(count), "{sceneries} sceneries");
        assert_eq!(witness["complete"], plays[0] <= 1_000);
        if plays[0] > 1_000 {
            assert_eq!(witness["payoffs"], serde_json::json!([payoffs]));
        }
    }
    let budget = Budget { max_nodes: Some(20), ..Budget::default() };
    let options = Options { budget, ..Options::default() };
    let answer = ask(&ties(53), "equilibria", &options).expect("asked");
    assert!(answer.result.is_null(), "twenty sceneries are not enough: {answer:?}");
}
