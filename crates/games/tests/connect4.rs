//! Connect Four against slow rules, published scores and the counts of small trees.

use std::collections::HashMap;
use std::time::Instant;

use ludex_game::{Agent, Game, Hints, Model, Notation, Outcome, Turn, check_laws};
use ludex_games::{ConnectFour, Scoring};

use crate::support;
use support::{Slow, check_hints, compare, hinted_value, plain_value, played, slow_tree, tree};

/// Connect Four with an array of characters where every line is checked.
#[derive(Clone)]
struct Plain {
    cells: Vec<Vec<char>>, // [column][row from the bottom]
    line: usize,
    distance: bool,
}

impl Plain {
    fn new(columns: usize, rows: usize, line: usize, distance: bool) -> Plain {
        Plain { cells: vec![vec!['.'; rows]; columns], line, distance }
    }

    fn has_line(&self, stone: char) -> bool {
        let (columns, rows) = (self.cells.len() as i32, self.cells[0].len() as i32);
        let at = |c: i32, r: i32| {
            (0..columns).contains(&c)
                && (0..rows).contains(&r)
                && self.cells[c as usize][r as usize] == stone
        };
        let starts = (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r)));
        let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let mut lines = starts.flat_map(|start| steps.map(|step| (start, step)));
        lines.any(|((c, r), (x, y))| (0..self.line as i32).all(|i| at(c + i * x, r + i * y)))
    }

    fn count(&self, wanted: char) -> usize {
        self.cells.iter().flatten().filter(|&&stone| stone == wanted).count()
    }
}

impl Slow for Plain {
    fn moves(&self, _agent: Agent) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        let open = (0..self.cells.len()).filter(|&c| self.cells[c].contains(&'.'));
        open.map(|c| (c + 1).to_string()).collect()
    }

    fn play(&mut self, agent: Agent, mv: &str) {
        let column = &mut self.cells[mv.parse::<usize>().unwrap() - 1];
        let row = column.iter().position(|&stone| stone == '.').unwrap();
        column[row] = if agent == Agent::FIRST { 'X' } else { 'O' };
    }

    fn result(&self) -> Option<f64> {
        let worth = if self.distance { (self.count('.') + 1).div_ceil(2) as f64 } else { 1.0 };
        if self.has_line('X') {
            Some(worth)
        } else if self.has_line('O') {
            Some(-worth)
        } else {
            (self.count('.') == 0).then_some(0.0)
        }
    }
}

#[test]
fn plays_like_the_slow_rules() {
    for (columns, rows, line) in [(7, 6, 4), (4, 4, 3), (8, 7, 4), (1, 5, 2), (6, 1, 3), (2, 30, 5)]
    {
        for scoring in [Scoring::Result, Scoring::Distance] {
            let plain = Plain::new(columns, rows, line, scoring == Scoring::Distance);
            compare(&ConnectFour::<u64>::new(columns, rows, line, scoring), &plain, 1, 40, 3);
            compare(&ConnectFour::<u128>::new(columns, rows, line, scoring), &plain, 2, 10, 3);
        }
    }
    let plain = Plain::new(11, 10, 5, false);
    compare(&ConnectFour::<u128>::new(11, 10, 5, Scoring::Result), &plain, 3, 20, 4);
}

#[test]
fn obeys_the_laws() {
    for (columns, rows, line) in [(7, 6, 4), (3, 3, 3), (1, 4, 2), (8, 7, 4)] {
        for scoring in [Scoring::Result, Scoring::Distance] {
            let small = ConnectFour::<u64>::new(columns, rows, line, scoring);
            assert_eq!(check_laws(&small, 1, 30), Ok(()), "{columns}x{rows}");
            let large = ConnectFour::<u128>::new(columns + 1, rows + 2, line, scoring);
            assert_eq!(check_laws(&large, 2, 10), Ok(()), "{columns}x{rows}");
        }
    }
}

#[test]
fn trees_count_as_with_the_slow_rules() {
    for (columns, rows, line, depth) in [(3, 3, 3, 9), (4, 3, 3, 7), (7, 6, 4, 5)] {
        let game = ConnectFour::<u64>::new(columns, rows, line, Scoring::Result);
        let plain = Plain::new(columns, rows, line, false);
        assert_eq!(
            tree(&game, &game.initial(), depth),
            slow_tree(&plain, Agent::FIRST, depth),
            "{columns}x{rows}"
        );
    }
}

/// The numbers of different states with n stones, n = 0 … 6 (OEIS A212693).
#[test]
fn states_count_as_published() {
    let game = ConnectFour::<u64>::new(7, 6, 4, Scoring::Result);
    let mut states = vec![game.initial()];
    for expected in [1, 7, 49, 238, 1120, 4263, 16422] {
        assert_eq!(states.len(), expected);
        let mut next = HashMap::new();
        for state in &states {
            let mut moves = Vec::new();
            let agent = game.turn(state).agent().expect("nobody has won yet");
            game.moves(state, agent, &mut moves);
            for mv in moves {
                let state = game.after(state, agent, mv);
                next.insert(game.key(&state), state);
            }
        }
        states = next.into_values().collect();
    }
}

#[test]
fn hints_are_sound() {
    for (columns, rows, line) in [(4, 4, 3), (4, 4, 4), (5, 3, 3), (4, 3, 2), (6, 2, 3), (3, 5, 5)]
    {
        for scoring in [Scoring::Result, Scoring::Distance] {
            let from = if columns * rows > 14 { 5 } else { 3 };
            check_hints(&ConnectFour::<u64>::new(columns, rows, line, scoring), 7, 60, from);
            check_hints(&ConnectFour::<u128>::new(columns, rows, line, scoring), 8, 5, from + 1);
        }
    }
}

/// Values of small boards (columns x rows) from the table of \[Tro\].
#[test]
fn small_boards_have_the_known_values() {
    for (columns, rows, value) in [(4, 4, "draw"), (5, 4, "draw"), (4, 5, "draw"), (4, 6, "draw")] {
        let game = ConnectFour::<u64>::new(columns, rows, 4, Scoring::Result);
        let outcome = hinted_value(&game, &game.initial(), &mut HashMap::new());
        assert_eq!(game.outcomes().name(outcome), value, "{columns}x{rows}");
    }
}

/// [Saf13, Table 3.1]: of the 256 sequences of four moves on 4 columns and 5 rows, the first player
/// wins 16 and loses 18.
#[test]
fn openings_of_table_3_1() {
    let game = ConnectFour::<u64>::new(4, 5, 4, Scoring::Result);
    let (mut counts, mut known) = ([0; 3], HashMap::new());
    for sequence in 0..256 {
        let moves: Vec<String> =
            (0..4).map(|i| (1 + (sequence >> (2 * i)) % 4).to_string()).collect();
        let state = played(&game, &moves.join(" "));
        counts[hinted_value(&game, &state, &mut known).index()] += 1;
    }
    assert_eq!(counts, [18, 222, 16]);
}

/// Returns the value by alpha-beta as a search uses the hints: fail-hard, without a table.
fn alpha_beta(game: &ConnectFour, state: &<ConnectFour as Model>::State, window: [i32; 2]) -> i32 {
    let Turn::Of(agent) = game.turn(state) else { return i32::from(game.outcome(state).0) };
    let bounds = game.bounds(state);
    let [mut low, mut high] = window;
    (low, high) = (low.max(i32::from(bounds.low.0)), high.min(i32::from(bounds.high.0)));
    let mut moves = Vec::new();
    if low < high {
        game.candidates(state, &mut moves);
    }
    for mv in moves {
        let value = alpha_beta(game, &game.after(state, agent, mv), [low, high]);
        match agent {
            Agent::FIRST => low = low.max(value),
            _ => high = high.min(value),
        }
        if low >= high {
            break;
        }
    }
    if agent == Agent::FIRST { low } else { high }
}

/// The published exact scores of end games (for the side to move).
#[test]
fn end_games_have_the_published_scores() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/connect4/L3_R1.txt");
    let Ok(text) = std::fs::read_to_string(path) else {
        return eprintln!("skipped: {path} is not there");
    };
    let game = ConnectFour::<u64>::new(7, 6, 4, Scoring::Distance);
    let (start, worst, best) = (Instant::now(), 0, i32::from(game.outcomes().best().0));
    for line in text.lines() {
        let (moves, score) = line.split_once(' ').expect("a line is moves and score");
        let moves: Vec<String> = moves.chars().map(String::from).collect();
        let state = played(&game, &moves.join(" "));
        let value = alpha_beta(&game, &state, [worst, best]);
        let number = game.outcomes().number(Outcome(value as u16));
        let sign = if game.turn(&state) == Turn::Of(Agent::FIRST) { 1.0 } else { -1.0 };
        assert_eq!(sign * number, score.parse::<f64>().expect("a score is a number"), "{line}");
    }
    eprintln!("{} positions in {:?}", text.lines().count(), start.elapsed());
}

#[test]
fn distance_counts_the_stones_left() {
    let game = ConnectFour::<u64>::new(7, 6, 4, Scoring::Distance);
    let state = played(&game, "1 2 1 2 1 2 1");
    assert_eq!(game.turn(&state), Turn::Final);
    // X wins with the 4th stone: 22 - 4.
    assert_eq!(game.outcomes().name(game.outcome(&state)), "18");
    let state = played(&game, "1 2 1 2 1 2 7 2");
    assert_eq!(game.outcomes().name(game.outcome(&state)), "-18");
    let before = played(&game, "1 2 1 2 1 2");
    assert_eq!(game.bounds(&before).exact(), Some(plain_win(&game, &before)));
}

/// Returns the best outcome among the next states.
fn plain_win(game: &ConnectFour, state: &<ConnectFour as Model>::State) -> Outcome {
    let mut moves = Vec::new();
    game.moves(state, Agent::FIRST, &mut moves);
    let after = moves.into_iter().map(|mv| game.after(state, Agent::FIRST, mv));
    after.filter(|s| game.turn(s) == Turn::Final).map(|s| game.outcome(&s)).max().expect("a win")
}

#[test]
fn mirror_images_share_a_key_and_others_do_not() {
    let game = ConnectFour::<u64>::new(7, 6, 4, Scoring::Result);
    let (left, right) = (played(&game, "1 2 2 3"), played(&game, "7 6 6 5"));
    assert_eq!(game.canonical_key(&left), game.canonical_key(&right));
    assert_ne!(game.key(&left), game.key(&right));
    assert_ne!(game.canonical_key(&left), game.canonical_key(&played(&game, "1 2 2 4")));
}

#[test]
fn atoms_tell_stones_and_threats() {
    let game = ConnectFour::<u64>::new(7, 6, 4, Scoring::Result);
    let state = played(&game, "2 2 3 3 4 7");
    let facts = game.facts(&state);
    for fact in ["stone(X,b1)", "stone(O,b2)", "empty(a1)", "threat(X,a1)", "threat(X,e1)"] {
        assert!(facts.contains(&fact.to_string()), "{fact}");
    }
    assert!(!facts.iter().any(|fact| fact.starts_with("threat(O") || fact == "threat(X,f1)"));
}

#[test]
fn bad_positions_are_refused_where_they_are_wrong() {
    let game = ConnectFour::<u64>::new(4, 4, 4, Scoring::Result);
    let refused = [
        ("..../..../.O../.... X", 11..12),
        ("..../..../..../.Z.. X", 16..17),
        ("..../..../..../.é.. X", 16..18),
        ("..../..../..../..... X", 15..20),
        ("..../..../.... X", 0..14),
        ("..../..../..../.... Y", 20..21),
        ("..../..../OOO./XXXX X", 0..21),
    ];
    for (text, span) in refused {
        assert_eq!(game.read_position(text).expect_err(text).span, span, "{text}");
    }
    let won = game.read_position("..../..../OOO./XXXX O").expect("X has just won");
    assert!(game.wins(&won, Agent::FIRST));
    let mut known = HashMap::new();
    let free = game.read_position("..../.X../.X../.X.. O").expect("unequal numbers are fine");
    assert_eq!(
        hinted_value(&game, &free, &mut HashMap::new()),
        plain_value(&game, &free, &mut known)
    );
}
