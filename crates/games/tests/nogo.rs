//! NoGo against slow rules, and the published winners and openings.

use std::collections::HashMap;

use ludex_game::{Agent, Game, Hints, Model, Notation, Outcome, Turn, check_laws};
use ludex_games::NoGo;

use crate::support;
use support::{Slow, check_hints, compare, hinted_value, plain_value, slow_tree, texts, tree};

/// NoGo with an array of characters, trying every move and counting liberties.
#[derive(Clone)]
struct Plain {
    cells: Vec<Vec<char>>, // [row from the bottom][column]
    turn: Agent,
}

impl Plain {
    fn new(rows: usize, columns: usize) -> Plain {
        Plain { cells: vec![vec!['.'; columns]; rows], turn: Agent::FIRST }
    }

    fn around(&self, (r, c): (usize, usize)) -> Vec<(usize, usize)> {
        let near = [(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)];
        let (rows, columns) = (self.cells.len(), self.cells[0].len());
        near.into_iter().filter(|&(r, c)| r < rows && c < columns).collect()
    }

    fn breathes(&self, start: (usize, usize)) -> bool {
        let colour = self.cells[start.0][start.1];
        let (mut chain, mut at) = (vec![start], 0);
        while at < chain.len() {
            for next in self.around(chain[at]) {
                match self.cells[next.0][next.1] {
                    '.' => return true,
                    other if other == colour && !chain.contains(&next) => chain.push(next),
                    _ => {}
                }
            }
            at += 1;
        }
        false
    }

    fn legal(&self, agent: Agent) -> Vec<(usize, usize)> {
        let (rows, columns) = (self.cells.len(), self.cells[0].len());
        let all = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        let free: Vec<_> = all.clone().filter(|&(r, c)| self.cells[r][c] == '.').collect();
        let allowed = |&(r, c): &(usize, usize)| {
            let mut next = self.clone();
            next.cells[r][c] = if agent == Agent::FIRST { 'B' } else { 'W' };
            all.clone().all(|cell| next.cells[cell.0][cell.1] == '.' || next.breathes(cell))
        };
        free.into_iter().filter(allowed).collect()
    }
}

fn name((r, c): (usize, usize)) -> String {
    format!("{}{}", char::from(b'a' + c as u8), r + 1)
}

impl Slow for Plain {
    fn moves(&self, agent: Agent) -> Vec<String> {
        match self.result() {
            Some(_) => Vec::new(),
            None => self.legal(agent).into_iter().map(name).collect(),
        }
    }

    fn play(&mut self, agent: Agent, mv: &str) {
        let legal = self.legal(agent);
        let (r, c) = legal.into_iter().find(|&cell| name(cell) == mv).expect("a legal move");
        self.cells[r][c] = if agent == Agent::FIRST { 'B' } else { 'W' };
        self.turn = agent.other();
    }

    fn result(&self) -> Option<f64> {
        let loses = if self.turn == Agent::FIRST { -1.0 } else { 1.0 };
        self.legal(self.turn).is_empty().then_some(loses)
    }
}

#[test]
fn plays_like_the_slow_rules() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 14), (9, 1), (3, 4), (5, 5), (8, 8)] {
        let plain = Plain::new(rows, columns);
        compare(&NoGo::<u64>::new(rows, columns), &plain, 1, 12, 3);
        compare(&NoGo::<u128>::new(rows, columns), &plain, 2, 6, 3);
    }
    compare(&NoGo::<u128>::new(9, 9), &Plain::new(9, 9), 3, 2, 4);
}

#[test]
fn obeys_the_laws() {
    for (rows, columns) in [(1, 1), (1, 9), (3, 3), (5, 6), (8, 8)] {
        assert_eq!(check_laws(&NoGo::<u64>::new(rows, columns), 1, 20), Ok(()));
        assert_eq!(check_laws(&NoGo::<u128>::new(rows + 2, columns + 1), 2, 6), Ok(()));
    }
}

#[test]
fn trees_count_as_with_the_slow_rules() {
    for (rows, columns, depth) in [(1, 7, 9), (2, 3, 9), (2, 4, 5), (3, 3, 4)] {
        let game = NoGo::<u64>::new(rows, columns);
        let slow = slow_tree(&Plain::new(rows, columns), Agent::FIRST, depth);
        assert_eq!(tree(&game, &game.initial(), depth), slow, "{rows}x{columns}");
    }
}

#[test]
fn hints_are_sound() {
    let boards = [(1, 8, 0), (9, 1, 0), (2, 4, 0), (3, 3, 0), (3, 4, 2), (4, 4, 6), (1, 14, 5)];
    for (rows, columns, from) in boards {
        check_hints(&NoGo::<u64>::new(rows, columns), 5, 30, from);
        check_hints(&NoGo::<u128>::new(rows, columns), 6, 5, from);
    }
}

/// Returns the winning first moves.
fn openings(rows: usize, columns: usize) -> Vec<usize> {
    let game = NoGo::<u64>::new(rows, columns);
    let (mut known, mut moves) = (HashMap::new(), Vec::new());
    let start = game.initial();
    game.moves(&start, Agent::FIRST, &mut moves);
    let mut wins = |mv| {
        let after = game.after(&start, Agent::FIRST, mv);
        hinted_value(&game, &after, &mut known) == game.outcomes().best()
    };
    // Every cell is legal on an empty board, so the place of a move in the list is its cell.
    (0..moves.len()).filter(|&cell| wins(moves[cell])).collect()
}

#[test]
fn small_boards_have_the_published_winners() {
    assert!(!openings(2, 2).is_empty());
    assert!(openings(2, 3).is_empty());
    assert!(openings(2, 4).is_empty());
    assert_eq!(openings(3, 3), (0..9).collect::<Vec<_>>());
    assert!(openings(3, 4).is_empty());
    assert_eq!(openings(2, 5), [1, 3, 6, 8]);
}

#[test]
fn rows_have_the_published_openings() {
    assert_eq!(openings(1, 14), [1, 2, 3, 4, 5, 8, 9, 10, 11, 12]);
    assert_eq!(openings(1, 16), [1, 3, 4, 6, 9, 11, 12, 14]);
}

#[test]
fn plain_minimax_agrees_on_whole_boards() {
    for (rows, columns, value) in [(2, 2, 1), (2, 3, 0), (2, 4, 0), (3, 3, 1)] {
        let game = NoGo::<u64>::new(rows, columns);
        let plain = plain_value(&game, &game.initial(), &mut HashMap::new());
        assert_eq!(plain, Outcome(value), "{rows}x{columns}");
    }
}

#[test]
fn captures_and_suicide_are_illegal() {
    let game = NoGo::<u64>::new(1, 5);
    let state = game.read_position("B.W.. Black").expect("a position");
    // b1 would take the last liberty of a1's chain for White, and is Black's to fill.
    assert_eq!(texts(&game, &state, Agent::SECOND), ["d1", "e1"]);
    assert_eq!(texts(&game, &state, Agent::FIRST), ["d1", "e1"]);
    let facts = game.facts(&state);
    assert!(facts.contains(&"stone(White,c1)".into()) && facts.contains(&"legal(Black,e1)".into()));
    assert!(!facts.contains(&"legal(Black,b1)".into()) && facts.contains(&"empty(b1)".into()));
    let over = game.read_position(".B... White").expect("a position");
    assert_eq!(game.turn(&over), Turn::Of(Agent::SECOND));
    let mirrored = game.read_position("...B. White").expect("a position");
    assert_eq!(game.canonical_key(&over), game.canonical_key(&mirrored));
    assert_ne!(game.key(&over), game.key(&mirrored));
}

#[test]
fn rows_are_sums() {
    let game = NoGo::<u64>::new(1, 12);
    let key = |text: &str| game.canonical_key(&game.read_position(text).expect("a position"));
    let sum = key("...BW..BBW.. Black");
    assert_eq!(sum, key("..WBB..WB... Black"), "mirror image");
    assert_eq!(sum, key("...BBW..BW.. Black"), "another block is longer");
    assert_eq!(key("...BBBBBW... Black"), key("....BBBW.... Black"), "both cancel");
    assert_ne!(key("...BBBBBW... Black"), key("....BBBW.... White"));
    assert_ne!(key("...BBBBBW... Black"), key("....BBB..... Black"));
}

#[test]
fn bad_positions_are_refused_where_they_are_wrong() {
    let game = NoGo::<u64>::new(2, 3);
    let refused = [
        (".../WB. Black", None),
        ("B../WB. Black", Some(4..5)),
        ("..z/... Black", Some(2..3)),
        ("..→/... Black", Some(2..5)),
        (".../... Red", Some(8..11)),
        ("...... Black", Some(0..6)),
    ];
    for (text, span) in refused {
        assert_eq!(game.read_position(text).err().map(|error| error.span), span, "{text}");
    }
}
