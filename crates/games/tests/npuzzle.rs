//! The sliding-tile puzzle against plain arrays, and the known sizes and depths of its graphs.

use std::collections::{HashMap, HashSet};

use ludex_game::{Agent, Game, Hints, Model, Notation, Outcome, Turn, check_laws};
use ludex_games::NPuzzle;

use crate::support;
use support::{Random, texts};

const PLAYER: Agent = Agent(0);

/// Returns the number of states at each distance from the state, by breadth-first search.
fn levels(game: &NPuzzle, from: &str) -> Vec<usize> {
    let mut level = vec![game.read_position(from).expect("a position")];
    let mut seen: HashSet<u64> = level.iter().map(|state| game.key(state)).collect();
    let (mut levels, mut moves) = (Vec::new(), Vec::new());
    while !level.is_empty() {
        levels.push(level.len());
        let mut next = Vec::new();
        for state in level {
            moves.clear();
            game.moves(&state, PLAYER, &mut moves);
            let after = moves.iter().map(|&mv| game.after(&state, PLAYER, mv));
            next.extend(after.filter(|state| seen.insert(game.key(state))));
        }
        level = next;
    }
    levels
}

/// Slides do not lead on from the solved state, so the search starts where it is farthest: the 2x2
/// puzzle has 12 states up to 6 slides apart, the 8-puzzle 181,440 up to 31 \[Rei93\].
#[test]
fn the_graphs_have_their_known_sizes() {
    let small = levels(&NPuzzle::new(2, 0, 0), "_-3/2-1");
    assert_eq!((small.iter().sum::<usize>(), small.len() - 1), (12, 6), "{small:?}");
    let eight = NPuzzle::new(3, 0, 0);
    let hardest = levels(&eight, "8-6-7/2-5-4/3-_-1");
    assert_eq!((hardest.iter().sum::<usize>(), hardest.len() - 1), (181_440, 31));
    let twisted = levels(&eight, "1-2-3/4-5-6/8-7-_");
    assert_eq!(twisted.iter().sum::<usize>(), 181_440, "the unsolvable half is as large");
}

/// Returns the moves of the puzzle on a plain array of numbers, 0 for the blank.
fn plain_moves(tiles: &[usize], size: usize) -> Vec<(String, Vec<usize>)> {
    let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
    let beside = |cell: usize| {
        (cell / size).abs_diff(blank / size) + (cell % size).abs_diff(blank % size) == 1
    };
    let mut moves: Vec<(String, Vec<usize>)> = Vec::new();
    for cell in (0..size * size).filter(|&cell| beside(cell)) {
        let mut after = tiles.to_vec();
        after.swap(cell, blank);
        moves.push((tiles[cell].to_string(), after));
    }
    moves.sort();
    moves
}

fn plain_text(tiles: &[usize], size: usize) -> String {
    let rows: Vec<String> = tiles
        .chunks(size)
        .map(|row| row.iter().map(usize::to_string).collect::<Vec<_>>().join("-"))
        .collect();
    rows.join("/")
}

#[test]
fn random_plays_agree_with_plain_arrays() {
    for size in 2..=4 {
        let (game, mut random) = (NPuzzle::new(size, 0, 0), Random::new(size as u64));
        for _ in 0..100 {
            let mut tiles: Vec<usize> = (0..size * size).collect();
            (1..tiles.len()).rev().for_each(|i| tiles.swap(i, random.below(i + 1)));
            let mut state = game.read_position(&plain_text(&tiles, size)).expect("a position");
            for _ in 0..60 {
                let solved = (0..size * size - 1).all(|cell| tiles[cell] == cell + 1);
                assert_eq!(game.turn(&state) == Turn::Final, solved);
                let plain = plain_moves(&tiles, size);
                let mut fast = texts(&game, &state, PLAYER);
                fast.sort();
                if solved {
                    assert!(fast.is_empty() && game.outcome(&state) == Outcome(1));
                    break;
                }
                assert_eq!(fast, plain.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>());
                let (text, after) = &plain[random.below(plain.len())];
                let mv = game.read_move(&state, PLAYER, text).expect("legal");
                game.play(&mut state, PLAYER, mv);
                tiles.clone_from(after);
                let expected = plain_text(&tiles, size);
                assert_eq!(game.read_position(&expected), Ok(state));
            }
        }
    }
}

/// The parity rule is right for every state of the 2x2 puzzle and of the 8-puzzle reached here;
/// canonical keys are shared exactly by a state and its mirror image, at the same distance.
#[test]
fn hints_are_sound() {
    let game = NPuzzle::new(2, 0, 0);
    let mut solvable = 0;
    for text in permutations() {
        let state = game.read_position(&text).expect("a position");
        let wins = reaches_goal(&game, state);
        assert_eq!(game.bounds(&state).high == Outcome(1), wins, "{text}");
        solvable += usize::from(wins);
    }
    assert_eq!(solvable, 12);
    for scramble in 0..200 {
        for size in [3, 4] {
            let game = NPuzzle::new(size, scramble, 9);
            assert_eq!(game.bounds(&game.initial()).high, Outcome(1));
        }
    }
    let game = NPuzzle::new(3, 0, 0);
    let state = game.read_position("1-2-3/4-5-6/8-7-_").expect("a position");
    assert_eq!(game.bounds(&state).exact(), Some(Outcome(0)));
    let mirrors = ["1-2-3/4-5-_/7-8-6", "1-2-3/4-5-6/7-_-8"];
    let [a, b] = mirrors.map(|text| game.read_position(text).expect("a position"));
    assert!(game.canonical_key(&a) == game.canonical_key(&b) && game.key(&a) != game.key(&b));
}

fn permutations() -> Vec<String> {
    let mut all = Vec::new();
    for n in 0..256 {
        let tiles = [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6];
        if (0..4).all(|tile| tiles.contains(&tile)) {
            all.push(plain_text(&tiles, 2));
        }
    }
    all
}

fn reaches_goal(game: &NPuzzle, from: <NPuzzle as Model>::State) -> bool {
    let (mut seen, mut left) = (HashMap::from([(from, ())]), vec![from]);
    while let Some(state) = left.pop() {
        if game.turn(&state) == Turn::Final {
            return true;
        }
        let mut moves = Vec::new();
        game.moves(&state, PLAYER, &mut moves);
        for next in moves.into_iter().map(|mv| game.after(&state, PLAYER, mv)) {
            if seen.insert(next, ()).is_none() {
                left.push(next);
            }
        }
    }
    false
}

#[test]
fn laws_hold() {
    for size in 2..=4 {
        check_laws(&NPuzzle::new(size, 20, 1), 1, 4).unwrap();
    }
}

#[test]
fn the_start_is_mixed_up() {
    let starts: HashSet<u64> =
        (0..20).map(|seed| NPuzzle::new(3, 20, seed)).map(|g| g.key(&g.initial())).collect();
    assert!(starts.len() > 15, "seeds matter");
    for scramble in 1..30 {
        let game = NPuzzle::new(2, scramble, 3);
        assert_ne!(game.turn(&game.initial()), Turn::Final, "{scramble}");
    }
    let solved = NPuzzle::new(4, 0, 0);
    assert_eq!(solved.turn(&solved.initial()), Turn::Final);
}

#[test]
fn text_is_read_and_drawn() {
    let game = NPuzzle::new(3, 0, 0);
    let state = game.read_position("1-2-3/4-5-6/7-_-8").expect("a position");
    assert_eq!(game.read_move(&state, PLAYER, "left"), game.read_move(&state, PLAYER, "8"));
    assert_eq!(game.read_move(&state, PLAYER, "up"), None);
    assert_eq!(game.read_move(&state, PLAYER, "1"), None);
    let facts = game.facts(&state);
    assert!(facts.contains(&"at(8,c1)".to_string()) && facts.contains(&"placed(7)".to_string()));
    assert!(!facts.contains(&"placed(8)".to_string()) && facts.contains(&"at(1,a3)".to_string()));
    let fifteen = NPuzzle::new(4, 0, 0);
    let text = fifteen.picture(&fifteen.initial()).to_text();
    assert!(text.contains("13 14 15") && text.contains(" 1  2  3  4"), "{text}");
    let cases = [
        ("", "", "rows"),
        ("1-2-3/4-5-6", "1-2-3/4-5-6", "rows"),
        ("1-2-3/4-5-6/7-8", "7-8", "rows"),
        ("1-2-3/4-5-6/7-8-9", "9", "not a tile"),
        ("1-2-3/4-5-6/7-8-é", "é", "not a tile"),
        ("1-2-3/4-5-6/7-8-8", "8", "twice"),
        ("1-2-3/4-5-6/7-8-_/1-1-1", "1-1-1", "rows"),
    ];
    for (text, part, word) in cases {
        let error = game.read_position(text).expect_err(text);
        assert_eq!(text.get(error.span.clone()), Some(part), "{text}: {error}");
        assert!(error.message.contains(word), "{text}: {error}");
    }
}

/// The estimates of the 8-puzzle in all 181,440 states, beside the true distances.
#[test]
fn estimates_are_admissible_and_consistent_in_every_eight_puzzle() {
    let game = NPuzzle::new(3, 0, 0);
    let solved: Vec<usize> = vec![1, 2, 3, 4, 5, 6, 7, 8, 0];
    let estimate = |tiles: &[usize]| {
        let state = game.read_position(&plain_text(tiles, 3)).expect("a position");
        game.least_moves(&state, Outcome(1)).expect("an estimate")
    };
    let mut seen = HashMap::from([(solved.clone(), estimate(&solved))]);
    assert_eq!(seen[&solved], 0);
    let (mut level, mut distance, mut sum) = (vec![solved], 0, 0);
    while !level.is_empty() {
        let mut next = Vec::new();
        for tiles in level {
            let here = seen[&tiles];
            assert!(here <= distance, "{tiles:?}: {here} of {distance}");
            assert_eq!(here % 2, distance % 2, "every slide changes both parities");
            sum += distance - here;
            for (_, after) in plain_moves(&tiles, 3) {
                let there = *seen.entry(after.clone()).or_insert_with(|| {
                    next.push(after.clone());
                    estimate(&after)
                });
                assert!(here.abs_diff(there) <= 1, "{tiles:?}: {here} and {there}");
            }
        }
        (level, distance) = (next, distance + 1);
    }
    assert_eq!(seen.len(), 181_440);
    assert!(sum < 4 * 181_440, "on average {} slides too few", f64::from(sum) / 181_440.0);
}

/// The estimates of the 15-puzzle are at most the slides made, and a slide changes them by 1.
#[test]
fn estimates_of_the_fifteen_puzzle_follow_random_slides() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut tiles: Vec<usize> = (1..16).chain([0]).collect();
        let (game, mut before) = (NPuzzle::new(4, 0, 0), 0);
        for slides in 1..200 {
            let moves = plain_moves(&tiles, 4);
            tiles = moves[random.below(moves.len())].1.clone();
            let state = game.read_position(&plain_text(&tiles, 4)).expect("a position");
            let estimate = game.least_moves(&state, Outcome(1)).expect("an estimate");
            assert!(estimate <= slides && estimate.abs_diff(before) == 1, "{tiles:?}");
            before = estimate;
        }
    }
}
