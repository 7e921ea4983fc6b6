//! Domineering against slow rules and the published outcomes.

use std::collections::HashMap;

use ludex_game::{Agent, Game, Hints, Model, Notation, Turn, check_laws};
use ludex_games::Domineering;

use crate::support;
use support::{
    Random, Slow, check_hints, compare, hinted_value, plain_value, played, slow_tree, tree,
};

/// Domineering with an array of filled cells.
#[derive(Clone)]
struct Plain {
    filled: Vec<Vec<bool>>, // [row from the bottom][column]
    turn: Agent,
}

impl Plain {
    fn new(rows: usize, columns: usize) -> Plain {
        Plain { filled: vec![vec![false; columns]; rows], turn: Agent::FIRST }
    }

    fn dominoes(&self, agent: Agent) -> Vec<[(usize, usize); 2]> {
        let (up, right) = if agent == Agent::FIRST { (1, 0) } else { (0, 1) };
        let (rows, columns) = (self.filled.len(), self.filled[0].len());
        let free = |r: usize, c: usize| r < rows && c < columns && !self.filled[r][c];
        let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        cells
            .filter(|&(r, c)| free(r, c) && free(r + up, c + right))
            .map(|(r, c)| [(r, c), (r + up, c + right)])
            .collect()
    }
}

fn text(domino: [(usize, usize); 2]) -> String {
    let name = |(r, c): (usize, usize)| format!("{}{}", char::from(b'a' + c as u8), r + 1);
    format!("{}-{}", name(domino[0]), name(domino[1]))
}

impl Slow for Plain {
    fn moves(&self, agent: Agent) -> Vec<String> {
        match self.result() {
            Some(_) => Vec::new(),
            None => self.dominoes(agent).into_iter().map(text).collect(),
        }
    }

    fn play(&mut self, agent: Agent, mv: &str) {
        let dominoes = self.dominoes(agent);
        let domino = dominoes.into_iter().find(|&d| text(d) == mv).expect("a legal move");
        domino.into_iter().for_each(|(r, c)| self.filled[r][c] = true);
        self.turn = agent.other();
    }

    fn result(&self) -> Option<f64> {
        let loses = if self.turn == Agent::FIRST { -1.0 } else { 1.0 };
        self.dominoes(self.turn).is_empty().then_some(loses)
    }
}

#[test]
fn plays_like_the_slow_rules() {
    for (rows, columns) in [(1, 1), (1, 9), (9, 1), (5, 6), (8, 8), (3, 7)] {
        let plain = Plain::new(rows, columns);
        compare(&Domineering::<u64>::new(rows, columns), &plain, 1, 40, 3);
        compare(&Domineering::<u128>::new(rows, columns), &plain, 2, 20, 3);
    }
    compare(&Domineering::<u128>::new(11, 11), &Plain::new(11, 11), 3, 10, 4);
    compare(&Domineering::<u128>::new(5, 25), &Plain::new(5, 25), 3, 5, 4);
}

#[test]
fn obeys_the_laws() {
    for (rows, columns) in [(1, 1), (5, 6), (3, 3), (8, 8)] {
        assert_eq!(check_laws(&Domineering::<u64>::new(rows, columns), 1, 30), Ok(()));
        assert_eq!(check_laws(&Domineering::<u128>::new(rows + 2, columns + 1), 2, 10), Ok(()));
    }
}

#[test]
fn trees_count_as_with_the_slow_rules() {
    for (rows, columns, depth) in [(3, 4, 12), (4, 3, 12), (4, 4, 5), (6, 7, 2)] {
        let game = Domineering::<u64>::new(rows, columns);
        let slow = slow_tree(&Plain::new(rows, columns), Agent::FIRST, depth);
        assert_eq!(tree(&game, &game.initial(), depth), slow, "{rows}x{columns}");
    }
}

#[test]
fn hints_are_sound() {
    for (rows, columns) in [(3, 3), (4, 4), (3, 5), (5, 3), (2, 8), (4, 5), (5, 4)] {
        let from = if rows * columns >= 20 { 3 } else { 0 };
        check_hints(&Domineering::<u64>::new(rows, columns), 5, 60, from);
        check_hints(&Domineering::<u128>::new(rows, columns), 6, 5, from + 1);
    }
    check_hints(&Domineering::<u64>::new(6, 6), 7, 300, 10);
    check_hints(&Domineering::<u64>::new(5, 8), 8, 300, 12);
}

/// All positions of small boards, and random ones of larger boards, whether a play reaches them or
/// not.
#[test]
fn hints_are_sound_wherever_cells_are_filled() {
    for (rows, columns) in [(2, 5), (3, 3), (3, 4), (4, 3), (2, 6)] {
        let game = Domineering::<u64>::new(rows, columns);
        check_filled(&game, rows, columns, 0..1 << (rows * columns));
    }
    let mut random = Random::new(9);
    for (rows, columns) in [(5, 5), (4, 6), (6, 4), (3, 8)] {
        let game = Domineering::<u64>::new(rows, columns);
        let word = |random: &mut Random| random.below(1 << (rows * columns)) as u32;
        // A few sparse boards, which take long, and many half full and crowded ones.
        let boards = (0..2000).map(|n| match n % 50 {
            0 => word(&mut random) & word(&mut random),
            1..30 => word(&mut random),
            _ => word(&mut random) | (word(&mut random) & word(&mut random)),
        });
        check_filled(&game, rows, columns, boards.collect::<Vec<u32>>());
    }
}

/// Checks the hints where exactly these cells are filled, for either agent on turn.
fn check_filled(
    game: &Domineering<u64>,
    rows: usize,
    columns: usize,
    boards: impl IntoIterator<Item = u32>,
) {
    let (mut plain, mut hinted) = (HashMap::new(), HashMap::new());
    for filled in boards {
        let symbol = |cell: usize| if filled >> cell & 1 == 1 { '#' } else { '.' };
        let row = |row: usize| (0..columns).map(|c| symbol(row * columns + c)).collect::<String>();
        let board = (0..rows).map(row).collect::<Vec<_>>().join("/");
        for turn in ["Vertical", "Horizontal"] {
            let text = format!("{board} {turn}");
            let state = game.read_position(&text).expect("a position");
            if game.turn(&state) != Turn::Final {
                let (value, bounds) = (plain_value(game, &state, &mut plain), game.bounds(&state));
                assert!(bounds.low <= value && value <= bounds.high, "{text}: {value:?}");
                assert_eq!(hinted_value(game, &state, &mut hinted), value, "{text}");
            }
        }
    }
}

/// Returns the winner when Vertical, and when Horizontal starts.
fn winners(rows: usize, columns: usize) -> String {
    let (game, mut known) = (Domineering::<u64>::new(rows, columns), HashMap::new());
    let empty = game.write_position(&game.initial());
    let board = empty.split(' ').next().expect("a board comes first");
    let starters = ["Vertical", "Horizontal"].map(|starter| {
        let start = game.read_position(&format!("{board} {starter}")).expect("a position");
        let value = hinted_value(&game, &start, &mut known);
        if value == game.outcomes().best() { "V" } else { "H" }
    });
    starters.join("/")
}

#[test]
fn small_boards_have_the_published_winners() {
    let table = [
        ["H/V", "H/H", "H/H", "H/H", "H/H"],
        ["V/V", "V/H", "V/H", "H/H", "V/V"],
        ["V/V", "V/H", "V/H", "H/H", "H/H"],
        ["V/V", "V/V", "V/V", "V/H", "V/V"],
        ["V/V", "H/H", "V/V", "H/H", "H/V"],
    ];
    for (rows, line) in (1..).zip(table) {
        for (columns, expected) in (1..).zip(line) {
            // 1x1: nobody can move, so whoever is to start loses.
            assert_eq!(winners(rows, columns), expected, "{rows}x{columns}");
        }
    }
}

#[test]
fn plain_minimax_agrees_on_a_whole_board() {
    let game = Domineering::<u64>::new(4, 4);
    let value = plain_value(&game, &game.initial(), &mut HashMap::new());
    assert_eq!(game.outcomes().name(value), "win");
}

#[test]
fn what_does_not_matter_is_not_in_the_canonical_key() {
    let game = Domineering::<u64>::new(3, 4);
    let key = |text: &str| game.canonical_key(&game.read_position(text).expect("a position"));
    let start = key("..../.#../.#.. Horizontal");
    assert_eq!(start, key("..../..#./..#. Horizontal"), "left and right");
    assert_eq!(start, key(".#../.#../.... Horizontal"), "up and down");
    assert_ne!(start, key(".#../.#../.... Vertical"));
    assert_eq!(key("####/#.##/#### Vertical"), key("####/####/#### Vertical"), "a dead cell");
    assert_eq!(key("####/.###/.#.. Vertical"), key("####/####/#### Vertical"), "1 and -1 cancel");
    assert_ne!(key("####/.###/.### Vertical"), key("####/####/#### Vertical"));
}

#[test]
fn mobility_is_the_part_of_vertical() {
    let game = Domineering::<u64>::new(2, 3);
    let evaluation =
        |text: &str| game.evaluation(0, &game.read_position(text).expect("a position"));
    assert_eq!(game.evaluations(), ["mobility"]);
    assert_eq!(evaluation(".../... Vertical"), 3.0 / 7.0);
    assert_eq!(evaluation(".#./.#. Horizontal"), 2.0 / 2.25, "Horizontal has no place left");
    assert_eq!(evaluation("..#/### Horizontal"), 0.25 / 1.25);
}

#[test]
fn off_turn_moves_change_the_turn() {
    let game = Domineering::<u64>::new(2, 2);
    let mut state = game.initial();
    let mv = game.read_move(&state, Agent::SECOND, "A1-B1").expect("Horizontal could move here");
    game.play(&mut state, Agent::SECOND, mv);
    // Only a flat place is left, and Vertical is on turn: nobody has a move any more.
    assert_eq!(game.turn(&state), Turn::Final);
    assert!(game.wins(&state, Agent::SECOND));
    let facts = game.facts(&state);
    assert_eq!(facts, ["empty(a2)", "empty(b2)", "filled(a1)", "filled(b1)"]);
    assert_eq!(game.write_position(&played(&game, "a1-a2")), "#./#. Horizontal");
}

#[test]
fn bad_positions_are_refused_where_they_are_wrong() {
    let game = Domineering::<u64>::new(2, 3);
    for (text, span) in
        [("..x/... Vertical", 2..3), ("...", 0..3), (".../... Up", 8..10), ("..ü/...", 2..4)]
    {
        assert_eq!(game.read_position(text).expect_err(text).span, span, "{text}");
    }
}
