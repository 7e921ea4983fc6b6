//! mnk-games against slow rules, and the counts of tic-tac-toe.

use std::collections::{HashMap, HashSet};

use ludex_game::{Agent, Game, Hints, Model, Notation, Turn, check_laws};
use ludex_games::Mnk;

use crate::support;
use support::{Slow, check_hints, compare, hinted_value, plain_value, played, slow_tree, tree};

/// An mnk-game with an array of characters where every line is checked.
#[derive(Clone)]
struct Plain {
    cells: Vec<Vec<char>>, // [row from the bottom][column]
    line: usize,
}

impl Plain {
    fn new(columns: usize, rows: usize, line: usize) -> Plain {
        Plain { cells: vec![vec!['.'; columns]; rows], line }
    }

    fn has_line(&self, stone: char) -> bool {
        let at = |r: i32, c: i32| {
            let row = usize::try_from(r).ok().and_then(|r| self.cells.get(r));
            row.and_then(|row| row.get(usize::try_from(c).ok()?)) == Some(&stone)
        };
        let (rows, columns) = (self.cells.len() as i32, self.cells[0].len() as i32);
        let starts = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let mut lines = starts.flat_map(|start| steps.map(|step| (start, step)));
        lines.any(|((r, c), (y, x))| (0..self.line as i32).all(|i| at(r + i * y, c + i * x)))
    }

    fn empty(&self) -> Vec<String> {
        let cells = self
            .cells
            .iter()
            .enumerate()
            .flat_map(|(r, row)| row.iter().enumerate().map(move |(c, &stone)| (r, c, stone)));
        let free = cells.filter(|&(.., stone)| stone == '.');
        free.map(|(r, c, _)| format!("{}{}", char::from(b'a' + c as u8), r + 1)).collect()
    }
}

impl Slow for Plain {
    fn moves(&self, _agent: Agent) -> Vec<String> {
        if self.result().is_some() { Vec::new() } else { self.empty() }
    }

    fn play(&mut self, agent: Agent, mv: &str) {
        let (column, row) = (mv.as_bytes()[0] - b'a', mv[1..].parse::<usize>().unwrap() - 1);
        self.cells[row][usize::from(column)] = if agent == Agent::FIRST { 'X' } else { 'O' };
    }

    fn result(&self) -> Option<f64> {
        if self.has_line('X') {
            Some(1.0)
        } else if self.has_line('O') {
            Some(-1.0)
        } else {
            self.empty().is_empty().then_some(0.0)
        }
    }
}

#[test]
fn plays_like_the_slow_rules() {
    for (m, n, k) in [(3, 3, 3), (5, 4, 3), (8, 8, 5), (1, 7, 2), (7, 1, 3), (2, 2, 5), (4, 4, 1)] {
        let plain = Plain::new(m, n, k);
        compare(&Mnk::<1>::new(m, n, k), &plain, 1, 40, 3);
        compare(&Mnk::<2>::new(m, n, k), &plain, 2, 20, 3);
    }
    compare(&Mnk::<2>::new(11, 11, 5), &Plain::new(11, 11, 5), 3, 3, 4);
    compare(&Mnk::<6>::new(19, 19, 5), &Plain::new(19, 19, 5), 4, 1, 2);
    compare(&Mnk::<6>::new(14, 26, 6), &Plain::new(14, 26, 6), 5, 1, 2);
}

#[test]
fn obeys_the_laws() {
    for (m, n, k) in [(3, 3, 3), (1, 1, 1), (5, 4, 4), (8, 8, 5)] {
        assert_eq!(check_laws(&Mnk::<1>::new(m, n, k), 1, 30), Ok(()));
        assert_eq!(check_laws(&Mnk::<2>::new(m + 1, n, k), 2, 10), Ok(()));
    }
    assert_eq!(check_laws(&Mnk::<6>::new(19, 19, 5), 3, 1), Ok(()));
}

/// 255,168 complete plays, 549,946 nodes and 5,478 states are the well-known counts.
#[test]
fn tic_tac_toe_has_its_counts() {
    let game = Mnk::<1>::new(3, 3, 3);
    assert_eq!(tree(&game, &game.initial(), 9), (549_946, 255_168));
    let (mut seen, mut keys) = (HashSet::new(), HashSet::new());
    let mut todo = vec![game.initial()];
    while let Some(state) = todo.pop() {
        if !seen.insert(state) {
            continue;
        }
        keys.insert(game.canonical_key(&state));
        if let Turn::Of(agent) = game.turn(&state) {
            let mut moves = Vec::new();
            game.moves(&state, agent, &mut moves);
            todo.extend(moves.into_iter().map(|mv| game.after(&state, agent, mv)));
        }
    }
    // 765 essentially different positions.
    assert_eq!((seen.len(), keys.len()), (5_478, 765));
    let different: HashSet<u64> = seen.iter().map(|state| game.key(state)).collect();
    assert_eq!(different.len(), 5_478);
}

#[test]
fn trees_count_as_with_the_slow_rules() {
    for (m, n, k, depth) in [(3, 2, 2, 6), (2, 4, 3, 8), (4, 4, 3, 4), (3, 3, 1, 9)] {
        let slow = slow_tree(&Plain::new(m, n, k), Agent::FIRST, depth);
        let game = Mnk::<1>::new(m, n, k);
        assert_eq!(tree(&game, &game.initial(), depth), slow, "{m},{n},{k}");
        let game = Mnk::<2>::new(m, n, k);
        assert_eq!(tree(&game, &game.initial(), depth), slow, "{m},{n},{k}");
    }
}

#[test]
fn hints_are_sound() {
    for (m, n, k, from) in [(3, 3, 3, 0), (4, 3, 3, 2), (2, 5, 2, 0), (4, 4, 4, 6), (4, 4, 3, 7)] {
        check_hints(&Mnk::<1>::new(m, n, k), 3, 40, from);
        check_hints(&Mnk::<2>::new(m, n, k), 4, 5, from);
    }
}

/// Known values of (m, n, k) games: the small ones of Uiterwijk and van den Herik.
#[test]
fn small_games_have_the_known_values() {
    let known = [
        (3, 3, 3, "draw"),
        (4, 3, 3, "win"),
        (4, 4, 3, "win"),
        (4, 4, 4, "draw"),
        (2, 2, 2, "win"),
    ];
    for (m, n, k, value) in known {
        let game = Mnk::<1>::new(m, n, k);
        let outcome = hinted_value(&game, &game.initial(), &mut HashMap::new());
        assert_eq!(game.outcomes().name(outcome), value, "{m},{n},{k}");
    }
    let game = Mnk::<1>::new(3, 3, 3);
    let plain = plain_value(&game, &game.initial(), &mut HashMap::new());
    assert_eq!(game.outcomes().name(plain), "draw");
}

#[test]
fn cells_are_read_and_atoms_told() {
    let game = Mnk::<1>::new(3, 3, 3);
    let state = played(&game, "B2 c3");
    assert_eq!(game.write_position(&state), "..O/.X./... X");
    for bad in ["b2", "d1", "a4", "", "é1", "a0", "22"] {
        assert_eq!(game.read_move(&state, Agent::FIRST, bad), None, "{bad}");
    }
    let facts = game.facts(&state);
    assert!(facts.contains(&"stone(X,b2)".into()) && facts.contains(&"stone(O,c3)".into()));
    assert_eq!(facts.iter().filter(|fact| fact.starts_with("empty(")).count(), 7);
    let art = "3 · · O\n2 · X ·\n1 · · ·\n  a b c\n";
    assert_eq!(game.picture(&state).to_text(), art);
}

#[test]
fn bad_positions_are_refused_where_they_are_wrong() {
    let game = Mnk::<1>::new(3, 3, 3);
    let refused = [
        ("..O/.X./..? X", 10..11),
        ("..O/.X./..💥 X", 10..14),
        ("..O/.X. X", 0..7),
        ("..O/.X./.... X", 8..12),
        ("..O/.X./... Y", 12..13),
        ("OO./XXX/... X", 0..13),
    ];
    for (text, span) in refused {
        assert_eq!(game.read_position(text).expect_err(text).span, span, "{text}");
    }
    assert!(game.wins(&game.read_position("OO./XXX/... O").expect("X has won"), Agent::FIRST));
}
