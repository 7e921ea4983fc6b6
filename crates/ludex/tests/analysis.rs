//! Analyses and comparisons of games, against what is known of them.

use ludex::{
    Analyse, Analysis, Limits, Session, Tournament, compare_algorithms, compare_players, open,
};

fn analyse(game: &Session, players: &str, games: usize, seconds: f64) -> Analysis {
    let limits = Limits { max_seconds: Some(seconds), ..Limits::default() };
    let request = Analyse { players: players.to_string(), games, limits };
    game.analyse(&request, &mut |_| {}).expect("an analysis")
}

#[test]
fn tic_tac_toe_is_counted_and_its_openings_are_draws() {
    let game = open("tictactoe").expect("a game");
    let found = analyse(&game, "random,mcts@30n", 20, 60.0);
    assert_eq!((found.game.as_str(), found.openings.len()), ("tictactoe", 9));
    assert!(found.openings.iter().all(|one| one.verdict.as_deref() == Some("draws")));
    // 5,478 states, as everybody who counts them finds; at most nine turns.
    assert_eq!((found.states.counted, found.states.complete), (5478, true));
    assert_eq!(found.states.by_depth.iter().sum::<usize>(), 5478);
    assert_eq!(found.states.by_depth[..4], [1, 9, 72, 252]);
    assert_eq!((found.player.as_str(), found.games), ("mcts@30n", 20));
    let [first, second] = &found.seats[..] else { panic!("two agents") };
    assert!((first.score + second.score - 1.0).abs() < 1e-9);
    assert_eq!(found.draws, first.draws as f64 / 20.0);
    assert!(found.length.least >= 5 && found.length.most <= 9);
    assert_eq!(found.length.games.values().sum::<usize>(), 20);
    // The first turn has nine choices, the second eight.
    assert_eq!(found.branching.by_turn[..2], [9.0, 8.0]);
    assert_eq!(found.branching.most, 9);
    assert_eq!(found.moves.offered, 18, "nine moves of each agent");
    let lead = found.lead.expect("two agents that say what they expect");
    assert!(lead.mean >= 0.0 && (0.0..=1.0).contains(&lead.none) && lead.settled <= 1.0);
    assert_eq!(found.strengths.len(), 2);
    // Text and page say the same.
    let (text, page) = (found.to_text(), found.to_html());
    assert!(text.contains("Openings: 9 of 9 proved") && text.contains("5,478"), "{text}");
    assert!(page.contains("<svg") && page.contains("5,478") && !page.contains("http://localhost"));
    // The same seed plays the same games.
    assert_eq!(analyse(&game, "random,mcts@30n", 20, 60.0).seats, found.seats);
}

#[test]
fn trees_too_large_to_count_are_estimated() {
    let game = open("goofspiel:cards=4").expect("a game");
    let found = analyse(&game, "random", 6, 20.0);
    assert!(found.openings.is_empty() && !found.remarks.is_empty());
    assert!(found.states.complete);
    let chess = open("chess").expect("a game");
    let found = analyse(&chess, "random", 2, 3.0);
    assert!(!found.states.complete);
    assert_eq!(found.states.by_depth[..3], [1, 20, 400]);
    let tree = found.states.tree.expect("an estimate");
    assert!(tree.log10 > 20.0 && tree.lines > 0, "{tree:?}");
    assert!(found.seconds < 6.0, "{}", found.seconds);
}

#[test]
fn the_estimate_of_a_tree_is_right_on_average() {
    // A small board, whose tree `perft` counts.
    let game = open("connect4:columns=3,rows=3,line=3").expect("a game");
    let nodes: u64 = 1
        + (1..=9)
            .map(|depth| {
                game.perft(depth).expect("counts").iter().map(|(_, count)| count).sum::<u64>()
            })
            .sum::<u64>();
    let estimate = game.tree_estimate(&Limits::default()).expect("an estimate");
    let off = 10f64.powf(estimate.log10) / nodes as f64 - 1.0;
    assert!(off.abs() < 5.0 * estimate.error && estimate.error < 0.05, "{nodes}, {estimate:?}");
}

#[test]
fn searches_are_compared_row_by_row() {
    let games = ["nim:heaps=2-3", "tictactoe"].map(|name| open(name).expect("a game"));
    let algorithms = ["alphabeta", "pns", "smab"].map(String::from);
    let found = compare_algorithms(&games, &algorithms, &Limits::fixed(), &mut |_, _, _| {});
    let found = found.expect("rows");
    assert_eq!(found.rows.len(), 6);
    for row in &found.rows {
        let fits = row.name != "smab";
        assert_eq!(row.solved, Some(fits), "{row:?}");
        assert_eq!(row.remark.is_some(), !fits, "{row:?}");
        assert!(!fits || (row.nodes > 0.0 && row.memory.is_some()));
    }
    assert_eq!(found.rows[0].value, "win");
    assert!(found.node.contains_key("pns") && !found.node.contains_key("mcts"));
    assert_eq!(found.csv().lines().count(), 7);
    assert!(found.svg().expect("two searches of two games").contains("nim"));
    assert!(found.to_text().contains("a node of pns:"));
    let wrong =
        compare_algorithms(&games, &["phs".to_string()], &Limits::fixed(), &mut |_, _, _| {});
    assert!(wrong.expect_err("no such algorithm").to_string().contains("phs"));
}

#[test]
fn players_are_compared_by_what_they_spend() {
    let games = [open("nim:heaps=2-3").expect("a game")];
    let request =
        Tournament { players: "mcts@100n,random".into(), rounds: 3, ..Tournament::default() };
    let found = compare_players(&games, &request, &|_, _, _| {}).expect("rows");
    let [mcts, random] = &found.rows[..] else { panic!("two rows") };
    assert!(mcts.nodes > random.nodes);
    let standing = |row: &ludex::ComparedRow| row.standing.clone().expect("a standing");
    assert!(standing(mcts).elo.expect("a rating").rating > 0.0);
    assert_eq!(standing(random).games, 6);
}

/// Counts that [Saf13, Table 5.3] publishes. Games of simultaneous moves were all refused, and named with
/// keys nobody had asked for.
#[test]
fn a_published_comparison_is_one_request() {
    let games = ["goofspiel:cards=4", "goofspiel:cards=5"].map(|name| open(name).expect("a game"));
    let algorithms = ["backward:transpositions=off", "backward"].map(String::from);
    let found = compare_algorithms(&games, &algorithms, &Limits::fixed(), &mut |_, _, _| {});
    let rows = found.expect("a comparison").rows;
    let plain: Vec<(&str, &str, f64)> =
        rows.iter().map(|row| (&row.game[..], &row.name[..], row.nodes)).collect();
    assert_eq!(plain[0], ("goofspiel:cards=4", "backward:transpositions=off", 109.0));
    assert_eq!(plain[2], ("goofspiel:cards=5", "backward:transpositions=off", 1926.0));
    assert!(rows.iter().all(|row| row.solved == Some(true)));
    assert!(rows[1].nodes < 109.0 && rows[3].nodes < 1926.0, "what is remembered saves nodes");
    for wrong in ["backward:cells=off", "backward:hints", "backward:hints=no"] {
        let found =
            compare_algorithms(&games, &[wrong.to_string()], &Limits::fixed(), &mut |_, _, _| {});
        let error = found.expect_err("it is refused");
        assert_eq!(error.span, 9..wrong.len(), "{wrong}");
    }
}
