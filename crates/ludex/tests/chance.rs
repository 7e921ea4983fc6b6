//! Games with chance through the library: random `.efg` trees beside plain expectations, evidence and
//! its changes, dice in play, refusals.

use ludex::{Best, Check, InputError, Language, Play, Session, SetUp, Solve, open_text};
use ludex_base::{Fraction, Random, Rational, trials};
use serde_json::json;

use crate::general_sums::require_tight;

type Done = Result<(), InputError>;

/// A tree of our own.
enum Tree {
    End(Vec<i64>),
    Choice(usize, Vec<Tree>),
    Chance(Vec<(i64, i64, Tree)>),
}

fn random_tree(random: &mut Random, agents: usize, zero_sum: bool, depth: usize) -> Tree {
    if depth == 0 || random.one_in(6) {
        let mut payoffs: Vec<i64> = (0..agents).map(|_| random.below(9) as i64 - 4).collect();
        if zero_sum && agents == 2 {
            payoffs[1] = -payoffs[0];
        }
        return Tree::End(payoffs);
    }
    let moves = 1 + random.below(3);
    let below = |random: &mut Random| random_tree(random, agents, zero_sum, depth - 1);
    if random.one_in(3) {
        let shares: Vec<i64> = (0..moves).map(|_| 1 + random.below(4) as i64).collect();
        let all = shares.iter().sum();
        return Tree::Chance(shares.into_iter().map(|s| (s, all, below(random))).collect());
    }
    let agent = random.below(agents);
    Tree::Choice(agent, (0..moves).map(|_| below(random)).collect())
}

fn efg(tree: &Tree, agents: usize) -> String {
    let names: Vec<String> = (1..=agents).map(|n| format!("\"P{n}\"")).collect();
    let mut text = format!("EFG 2 R \"\" {{ {} }}\n\"\"\n", names.join(" "));
    write_node(tree, &mut 0, &mut text);
    text
}

fn write_node(tree: &Tree, number: &mut usize, text: &mut String) {
    *number += 1;
    match tree {
        Tree::End(payoffs) => {
            let payoffs: Vec<String> = payoffs.iter().map(i64::to_string).collect();
            *text += &format!("t \"\" {number} \"\" {{ {} }}\n", payoffs.join(", "));
        }
        Tree::Choice(agent, children) => {
            let names: Vec<String> = (0..children.len()).map(|m| format!("\"m{m}\"")).collect();
            let (agent, names) = (agent + 1, names.join(" "));
            *text += &format!("p \"\" {agent} {number} \"\" {{ {names} }} 0\n");
            children.iter().for_each(|child| write_node(child, number, text));
        }
        Tree::Chance(children) => {
            let name = |(n, (a, b, _)): (usize, &(i64, i64, Tree))| format!("\"c{n}\" {a}/{b}");
            let names: Vec<String> = children.iter().enumerate().map(name).collect();
            *text += &format!("c \"\" {number} \"\" {{ {} }} 0\n", names.join(" "));
            children.iter().for_each(|(_, _, child)| write_node(child, number, text));
        }
    }
}

/// Plain backward induction: the first of the moves that are best for the agent on turn.
fn plain(tree: &Tree) -> Vec<Rational> {
    match tree {
        Tree::End(payoffs) => payoffs.iter().map(|&p| Rational::from(p)).collect(),
        Tree::Choice(agent, children) => {
            let mut values = children.iter().map(plain);
            let first = values.next().expect("a node has a move");
            values.fold(first, |best, next| if next[*agent] > best[*agent] { next } else { best })
        }
        Tree::Chance(children) => {
            let mut sums: Vec<Rational> = Vec::new();
            for (a, b, child) in children {
                let share = Rational::from(Fraction::new(*a, *b).expect("small"));
                let values = plain(child);
                sums.resize(values.len(), Rational::ZERO);
                sums.iter_mut().zip(values).for_each(|(sum, v)| *sum = &*sum + &(&v * &share));
            }
            sums
        }
    }
}

/// Returns a random game that has chance in it, and its tree.
fn random_game(seed: u64, agents: usize, zero_sum: bool) -> Option<(Session, Tree)> {
    let tree = random_tree(&mut Random::new(seed), agents, zero_sum, 4);
    let text = efg(&tree, agents);
    let game = open_text(Language::Efg, &text).unwrap_or_else(|e| panic!("{}\n{text}", e.message));
    text.contains("\nc ").then_some((game, tree))
}

#[test]
fn random_trees_with_chance_have_the_values_of_plain_expectation() -> Done {
    let (mut trees, mut changes) = (0, 0);
    let seeds = trials(300);
    for seed in 0..seeds {
        let agents = 1 + seed as usize % 4;
        let Some((game, tree)) = random_game(seed, agents, false) else { continue };
        let request = Solve::new().algorithm("backward-induction").evidence(true);
        let solved = game.solve(&request)?;
        let expected = plain(&tree);
        let numbers: Vec<f64> = expected.iter().map(Rational::number).collect();
        let values = solved.values.expect("the values of all agents");
        let found: Vec<f64> = values.values().filter_map(|value| value.as_f64()).collect();
        assert_eq!((found, solved.score), (numbers.clone(), Some(numbers[0])), "seed {seed}");
        let text = expected[0].to_string();
        let whole = !text.contains('/');
        assert_eq!(solved.fraction, (!whole).then_some(text), "seed {seed}");
        changes += require_tight(&game, &solved.evidence.expect("evidence"), seed);
        trees += 1;
    }
    let enough = trees > seeds / 2 && changes as u64 > 30 * seeds;
    assert!(enough, "{trees} trees, {changes} changes");
    Ok(())
}

#[test]
fn zero_sum_trees_with_chance_have_one_value_by_all_searches() -> Done {
    let mut trees = 0;
    let seeds = trials(500);
    for seed in 0..seeds {
        let agents = 1 + seed as usize % 2;
        let Some((game, tree)) = random_game(seed, agents, true) else { continue };
        let expected = plain(&tree)[0].clone();
        for algorithm in ["auto", "expectimax", "star1", "star2", "backward-induction"] {
            let solved = game.solve(&Solve::new().algorithm(algorithm).evidence(true))?;
            assert_eq!(solved.score, Some(expected.number()), "{algorithm} {seed}");
            assert_eq!(solved.bound_names[0], expected.to_string(), "{algorithm} {seed}");
            assert!(solved.exact && solved.line.is_none(), "{algorithm} {seed}");
            let verified = game.verify(&solved.evidence.expect("evidence"))?;
            assert!(verified.valid, "{algorithm} {seed}: {:?}", verified.reason);
        }
        trees += 1;
    }
    assert!(trees > seeds / 2, "{trees}");
    Ok(())
}

/// A bet on a die: take 3 for sure, or roll for what it shows.
const BET: &str = r#"EFG 2 R "" { "Player" } p "" 1 1 "" { "Take" "Roll" } 0 t "" 1 "" { 3 }
    c "" 1 "" { "1" 1/6 "2" 1/6 "3" 1/6 "4" 1/6 "5" 1/6 "6" 1/6 } 0
    t "" 2 "" { 1 } t "" 3 "" { 2 } t "" 4 "" { 3 } t "" 5 "" { 4 } t "" 6 "" { 5 } t "" 7 "" { 6 }"#;

#[test]
fn a_bet_on_a_die() -> Done {
    let mut game = open_text(Language::Efg, BET)?;
    let solved = game.solve(&Solve::new().best(Best::All))?;
    assert_eq!((solved.fraction.as_deref(), solved.score), (Some("7/2"), Some(3.5)));
    assert_eq!((solved.best, solved.algorithm.as_str()), (vec!["Roll".to_string()], "expectimax"));
    game.set_up(&SetUp::moves("Roll"))?;
    let shown = game.show();
    assert_eq!(shown.turn, None);
    let chance = shown.chance.expect("chance moves");
    assert_eq!((chance.len(), &chance["6"]), (6, &json!("1/6")));
    game.step("6")?;
    assert_eq!(game.show().outcome.as_deref(), Some("6"));
    Ok(())
}

/// The same seed rolls the same dice, and all of them come up about equally often.
#[test]
fn dice_are_rolled_by_the_seed() -> Done {
    let mut game = open_text(Language::Efg, BET)?;
    game.set_up(&SetUp::moves("Roll"))?;
    let mut counts = [0; 6];
    for seed in 0..1_200 {
        let request = Play { players: "random".into(), seed, ..Play::default() };
        let played = game.play(&request, &mut |_, _| {})?;
        assert_eq!(played.moves[0].agent, "chance");
        let again = game.play(&request, &mut |_, _| {})?;
        assert_eq!(again.scores, played.scores);
        counts[played.scores[0] as usize - 1] += 1;
    }
    assert!(counts.iter().all(|count| (140..260).contains(count)), "{counts:?}");
    Ok(())
}

#[test]
fn what_knows_no_chance_is_refused() -> Done {
    let game = open_text(Language::Efg, BET)?;
    let refused = |solve: Solve| game.solve(&solve).expect_err("chance").message;
    for algorithm in ["alphabeta", "pns", "retrograde", "dfs"] {
        assert!(refused(Solve::new().algorithm(algorithm)).contains("without chance"));
    }
    assert!(refused(Solve { equilibria: Some(0), ..Solve::new() }).contains("without chance"));
    assert!(refused(Solve { store: Some("x".into()), ..Solve::new() }).contains("without chance"));
    let check = game.check(&Check::new("<A> w")).expect_err("chance");
    assert!(check.message.contains("without chance"), "{}", check.message);
    for player in ["alphabeta", "maxn", "bestreply", "nested"] {
        let request = Play { players: player.into(), ..Play::default() };
        let error = game.play(&request, &mut |_, _| {}).expect_err("chance");
        assert!(error.message.contains("chance"), "{}", error.message);
    }
    for player in ["auto@50n", "mcts@50n", "uct@50n", "random"] {
        let request = Play { players: player.into(), ..Play::default() };
        assert!(game.play(&request, &mut |_, _| {})?.scores[0] >= 1.0);
    }
    let tictactoe = ludex::open("tictactoe")?;
    let error = tictactoe.solve(&Solve::new().algorithm("star1")).expect_err("no chance");
    assert!(error.message.contains("games with chance"), "{}", error.message);
    Ok(())
}

#[test]
fn probabilities_are_read_exactly_or_refused() {
    let tree = |actions: &str| {
        format!(
            "EFG 2 R \"\" {{ \"A\" }} c \"\" 1 \"\" {{ {actions} }} 0 t \"\" 1 \"\" {{ 1 }} \
             t \"\" 2 \"\" {{ 2 }}"
        )
    };
    let value = |actions: &str| {
        let game = open_text(Language::Efg, &tree(actions)).map_err(|error| error.message)?;
        let solved = game.solve(&Solve::new()).map_err(|error| error.message)?;
        Ok::<String, String>(solved.bound_names[0].clone())
    };
    assert_eq!(value("\"a\" 1/3 \"b\" 2/3").as_deref(), Ok("5/3"));
    assert_eq!(value("\"a\" 0.1 \"b\" 0.9").as_deref(), Ok("19/10"));
    assert_eq!(value("\"a\" 0 \"b\" 1").as_deref(), Ok("2"));
    for wrong in ["\"a\" 0.33 \"b\" 0.66", "\"a\" -1 \"b\" 2", "\"a\" 1/2 \"b\"", "\"a\" \"b\""] {
        assert!(value(wrong).is_err(), "{wrong}");
    }
    let message = value("\"a\" 0.33 \"b\" 0.66").expect_err("not 1");
    assert!(message.contains("99/100, not to 1"), "{message}");
}

/// `random` is the role of chance, whose legal moves are equally likely.
const COIN: &str = "(role you) (role random) (init (step 1))
    (<= (legal you (bet ?s)) (true (step 1)) (side ?s)) (<= (legal you wait) (true (step 2)))
    (<= (legal random noop) (true (step 1))) (<= (legal random (show ?s)) (true (step 2)) (side ?s))
    (side heads) (side tails) (side edge)
    (<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))
    (<= (next (bet ?s)) (does you (bet ?s))) (<= (next (bet ?s)) (true (bet ?s)))
    (<= (next (shown ?s)) (does random (show ?s)))
    (<= terminal (true (step 3)))
    (<= (goal you 100) (true (bet ?s)) (true (shown ?s)))
    (<= (goal you 10) (true (bet ?s)) (true (shown ?t)) (distinct ?s ?t))";

#[test]
fn random_of_gdl_is_chance() -> Done {
    let mut game = open_text(Language::Gdl, COIN)?;
    assert_eq!(game.agents().names(), ["you"]);
    let solved = game.solve(&Solve::new().evidence(true))?;
    assert_eq!((solved.bound_names[0].as_str(), solved.score), ("40", Some(40.0)));
    assert!(game.verify(&solved.evidence.expect("evidence"))?.valid);
    game.set_up(&SetUp::moves("bet(heads)"))?;
    assert_eq!(game.show().chance.expect("chance moves")["(show edge)"], json!("1/3"));
    game.set_up(&SetUp::moves("bet(heads) show(heads)"))?;
    assert_eq!(game.show().outcome.as_deref(), Some("100"));
    let sees = format!("{COIN} (<= (sees you ?m) (does random ?m))");
    let error = open_text(Language::Gdl, &sees).err().expect("hidden information");
    assert!(error.message.contains("hidden information"), "{}", error.message);
    Ok(())
}

/// The player and chance move in the same step: neither knows what the other does.
#[test]
fn chance_in_the_step_of_a_player_moves_after_it() -> Done {
    let both = "(role random) (role you) (init (step 1)) (side heads) (side tails)
        (<= (legal ?r (say ?s)) (role ?r) (side ?s) (true (step 1)))
        (<= (legal ?r wait) (role ?r) (true (step 2)))
        (<= (next (step 2)) (true (step 1)))
        (<= (next (said ?r ?s)) (does ?r (say ?s)))
        (<= terminal (true (step 2)))
        (<= (goal you 100) (true (said you ?s)) (true (said random ?s)))
        (<= (goal you 25) (true (said you heads)) (true (said random tails)))
        (<= (goal you 0) (true (said you tails)) (true (said random heads)))";
    let mut game = open_text(Language::Gdl, both)?;
    let solved = game.solve(&Solve::new().best(Best::All).evidence(true))?;
    assert_eq!(solved.bound_names[0], "125/2");
    assert_eq!(solved.best, ["(say heads)"]);
    assert!(game.verify(&solved.evidence.expect("evidence"))?.valid);
    game.set_up(&SetUp::moves("say(tails)"))?;
    let shown = game.show();
    assert!(shown.position.starts_with("(does you (say tails))"), "{}", shown.position);
    let position = SetUp::position(shown.position);
    game.set_up(&position)?;
    assert_eq!(game.show().chance.map(|chance| chance.len()), Some(2));
    Ok(())
}

#[test]
fn several_players_with_a_choice_beside_chance_are_refused() -> Done {
    let three = "(role a) (role b) (role random) (init (step 1)) (side x) (side y)
        (<= (legal ?r (say ?s)) (role ?r) (side ?s))
        (<= (next (step 2)) (true (step 1))) (<= terminal (true (step 2)))
        (<= (goal ?r 50) (role ?r))";
    let refused = open_text(Language::Gdl, three)?.solve(&Solve::new());
    let message = refused.err().map(|error| error.message).unwrap_or_default();
    assert!(message.contains("several players"), "{message}");
    Ok(())
}

#[test]
fn a_race_with_dice() -> Done {
    let game = ludex::open("hog:goal=10,dice=2")?;
    let mut values = Vec::new();
    for algorithm in ["expectimax", "star1", "star2", "backward-induction"] {
        let solved = game.solve(&Solve::new().algorithm(algorithm).best(Best::All))?;
        values.push((solved.fraction, solved.best, solved.nodes));
    }
    assert!(values.windows(2).all(|two| two[0].0 == two[1].0 && two[0].1 == two[1].1));
    assert!(values[0].0.is_some() && values[2].2 <= values[0].2, "{values:?}");
    let solved = game.solve(&Solve::new().evidence(true))?;
    assert!(game.verify(&solved.evidence.expect("evidence"))?.valid);
    Ok(())
}

/// An error said that a game with chance can be replayed, and it was refused.
#[test]
fn games_with_the_role_of_chance_are_replayed() -> Done {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("coin.kif");
    std::fs::write(&path, COIN).expect("a file");
    let mut game = ludex::open_simultaneous(path.to_str().expect("a path"))?;
    for line in ["bet(heads)", "show(heads)"] {
        game.step(line)?;
    }
    assert!(game.reached().is_final);
    Ok(())
}
