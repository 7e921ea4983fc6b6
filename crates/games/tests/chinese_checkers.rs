//! Chinese Checkers against plain rules on a drawn star.

use std::collections::BTreeSet;

use ludex_game::{Agent, Game, Hints, Model, Notation, Outcome, Turn, check_laws};
use ludex_games::ChineseCheckers;

use crate::support;
use support::{Random, texts, tree};

/// A cell by its row from the top and its half columns from the middle.
type Cell = (i32, i32);

/// The star as rows of cells, and whose piece is where.
#[derive(Clone)]
struct Plain {
    size: i32,
    rows: Vec<Vec<Cell>>,
    pieces: Vec<Vec<Cell>>,
    /// The cells each player has to fill.
    goals: Vec<Vec<Cell>>,
    winner: Option<usize>,
}

/// Returns the cells of an arm: bottom, then clockwise.
fn arm(size: i32, rows: &[Vec<Cell>], arm: usize) -> Vec<Cell> {
    let last = rows.len() - 1;
    let mut cells = Vec::new();
    for i in 0..size as usize {
        let count = size as usize - i;
        match arm {
            0 => cells.extend(&rows[last - i]),
            3 => cells.extend(&rows[i]),
            1 => cells.extend(&rows[last - size as usize - i][..count]),
            2 => cells.extend(&rows[size as usize + i][..count]),
            4 => cells.extend(rows[size as usize + i].iter().rev().take(count)),
            _ => cells.extend(rows[last - size as usize - i].iter().rev().take(count)),
        }
    }
    cells
}

impl Plain {
    fn new(players: usize, size: i32) -> Plain {
        let width = |row: i32| match row {
            row if row < size => row + 1,
            row if row <= 2 * size => 4 * size + 1 - row,
            row if row <= 3 * size => row + 1,
            row => 4 * size + 1 - row,
        };
        let row = |row: i32| (0..width(row)).map(|i| (row, 2 * i - width(row) + 1)).collect();
        let rows: Vec<Vec<Cell>> = (0..=4 * size).map(row).collect();
        let homes: &[usize] = match players {
            2 => &[0, 3],
            3 => &[0, 2, 4],
            4 => &[0, 1, 3, 4],
            _ => &[0, 1, 2, 3, 4, 5],
        };
        let pieces = homes.iter().map(|&home| arm(size, &rows, home)).collect();
        let goals = homes.iter().map(|&home| arm(size, &rows, (home + 3) % 6)).collect();
        Plain { size, rows, pieces, goals, winner: None }
    }

    fn is_cell(&self, cell: Cell) -> bool {
        (0..=4 * self.size).contains(&cell.0) && self.rows[cell.0 as usize].contains(&cell)
    }

    fn is_taken(&self, cell: Cell) -> bool {
        self.pieces.iter().any(|pieces| pieces.contains(&cell))
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.is_cell(cell) && !self.is_taken(cell)
    }

    fn name(&self, cell: Cell) -> String {
        let place = self.rows[cell.0 as usize].iter().position(|&c| c == cell);
        format!("{}{}", char::from(b'a' + cell.0 as u8), place.expect("a cell") + 1)
    }

    fn hops(&self, from: Cell, reached: &mut BTreeSet<Cell>) {
        for (down, right) in [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let over = (from.0 + down, from.1 + right);
            let to = (from.0 + 2 * down, from.1 + 2 * right);
            if self.is_taken(over) && self.is_free(to) && reached.insert(to) {
                self.hops(to, reached);
            }
        }
    }

    /// Returns all moves as (name, from, to).
    fn moves(&self, player: usize) -> Vec<(String, Cell, Cell)> {
        let mut moves = Vec::new();
        if self.winner.is_some() {
            return moves;
        }
        for &from in &self.pieces[player] {
            let mut lifted = self.clone();
            lifted.pieces[player].retain(|&cell| cell != from);
            let mut reached = BTreeSet::new();
            lifted.hops(from, &mut reached);
            for (down, right) in [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let to = (from.0 + down, from.1 + right);
                if self.is_free(to) {
                    reached.insert(to);
                }
            }
            reached.remove(&from);
            let name = |to: Cell| format!("{}-{}", self.name(from), self.name(to));
            moves.extend(reached.iter().map(|&to| (name(to), from, to)));
        }
        if moves.is_empty() {
            moves.push(("pass".to_string(), (-1, -1), (-1, -1)));
        }
        moves.sort();
        moves
    }

    fn play(&mut self, player: usize, (_, from, to): &(String, Cell, Cell)) {
        for cell in self.pieces[player].iter_mut().filter(|cell| *cell == from) {
            *cell = *to;
        }
        self.winner = (0..self.pieces.len()).find(|&who| {
            self.goals[who].iter().all(|&cell| self.is_taken(cell))
                && self.goals[who].iter().any(|cell| self.pieces[who].contains(cell))
        });
    }
}

/// Plays at random, now and then off turn, and compares moves, turns and winners. To let plays end
/// a move is often the best for its player.
fn compare<G: Game + Notation + Hints>(game: &G, plain: &Plain, seed: u64, plays: usize) -> usize {
    let (mut random, mut finished, players) = (Random::new(seed), 0, game.agents().len());
    for _ in 0..plays {
        let (mut state, mut slow) = (game.initial(), plain.clone());
        for _ in 0..150 {
            let position = game.write_position(&state);
            assert_eq!(game.read_position(&position).as_ref(), Ok(&state), "{position}");
            for agent in game.agents().iter() {
                let mut fast = texts(game, &state, agent);
                fast.sort();
                let names = slow.moves(agent.index()).into_iter().map(|(name, ..)| name);
                assert_eq!(fast, names.collect::<Vec<_>>(), "{position} {agent:?}");
                assert_eq!(game.wins(&state, agent), slow.winner == Some(agent.index()));
            }
            let Turn::Of(on_turn) = game.turn(&state) else { break };
            let other = Agent(random.below(players) as u8);
            let off = random.below(8) == 0;
            let agent = if off { other } else { on_turn };
            let mut best = Vec::new();
            game.candidates(&state, &mut best);
            let moves = slow.moves(agent.index());
            let mut mv = &moves[random.below(moves.len())];
            if !off && random.below(3) > 0 {
                let text = game.write_move(&state, agent, best[random.below(best.len().min(2))]);
                mv = moves.iter().find(|(name, ..)| *name == text).expect("a legal move");
            }
            let fast = game.read_move(&state, agent, &mv.0).expect("a legal move");
            game.play(&mut state, agent, fast);
            slow.play(agent.index(), mv);
            if let Turn::Of(next) = game.turn(&state) {
                assert_eq!(next, game.agents().after(agent));
            }
        }
        if let Some(winner) = slow.winner {
            finished += 1;
            assert_eq!(game.turn(&state), Turn::Final);
            assert_eq!(game.outcome(&state), Outcome(u16::from(winner == 0)));
        }
    }
    finished
}

#[test]
fn random_plays_agree_with_the_plain_rules() {
    for players in [2, 3, 4, 6] {
        let game = ChineseCheckers::<u64>::new(players, 1);
        let ends = compare(&game, &Plain::new(players, 1), 1, 40);
        let game = ChineseCheckers::<u64>::new(players, 2);
        let more = compare(&game, &Plain::new(players, 2), 2, 12);
        assert!(ends > 5 && more > 0, "{players} players: {ends} and {more} plays came to an end");
    }
    compare(&ChineseCheckers::<u128>::new(6, 3), &Plain::new(6, 3), 3, 2);
    compare(&ChineseCheckers::<u128>::new(2, 4), &Plain::new(2, 4), 4, 2);
}

fn plain_tree(plain: &Plain, player: usize, depth: usize) -> u64 {
    if plain.winner.is_some() || depth == 0 {
        return 1;
    }
    let after = |mv: &(String, Cell, Cell)| {
        let mut next = plain.clone();
        next.play(player, mv);
        plain_tree(&next, (player + 1) % plain.pieces.len(), depth - 1)
    };
    1 + plain.moves(player).iter().map(after).sum::<u64>()
}

#[test]
fn trees_have_the_size_of_the_plain_ones() {
    for (players, size, depth) in [(2, 1, 6), (3, 1, 5), (2, 2, 4), (3, 2, 3), (6, 2, 3)] {
        let game = ChineseCheckers::<u64>::new(players, size);
        let (nodes, _) = tree(&game, &game.initial(), depth);
        assert_eq!(nodes, plain_tree(&Plain::new(players, size as i32), 0, depth), "{players}");
    }
}

#[test]
fn the_full_board_is_the_usual_one() {
    let game = ChineseCheckers::<u128>::new(6, 4);
    let position = game.write_position(&game.initial());
    let board = position.split(' ').next().expect("rows");
    assert_eq!(board.chars().filter(|&c| c != '/').count(), 121);
    assert_eq!(board.matches('P').count(), 10);
    // Two steps for each piece of the front row, and three pieces of the row behind hop.
    for agent in game.agents().iter() {
        assert_eq!(texts(&game, &game.initial(), agent).len(), 14);
    }
}

#[test]
fn laws_hold() {
    for (players, size) in [(2, 1), (2, 2), (3, 2), (4, 2), (6, 1), (6, 2)] {
        check_laws(&ChineseCheckers::<u64>::new(players, size), 1, 4).unwrap();
    }
    check_laws(&ChineseCheckers::<u128>::new(3, 3), 1, 2).unwrap();
}

#[test]
fn a_full_goal_wins_for_its_agent_alone() {
    let game = ChineseCheckers::<u64>::new(3, 2);
    let start = "./../GG...BB/G....B/...../....../......./RR/R Red";
    assert_eq!(game.read_position(start), Ok(game.initial()));
    // Red is home but for one piece; Green can fill the last cell, and so make Red win.
    let near = "./RR/GGG..BB/.....B/...../....../......./.R/. Green";
    let state = game.read_position(near).expect("a position");
    assert_eq!(game.turn(&state), Turn::Of(Agent(1)));
    let hop = game.read_move(&state, Agent(1), "c3-a1").expect("a hop over b1");
    let home = game.after(&state, Agent(1), hop);
    assert_eq!(game.read_position(&game.write_position(&home)), Ok(home));
    assert_eq!((game.turn(&home), game.outcome(&home)), (Turn::Final, Outcome(1)));
    let won: Vec<bool> = game.agents().iter().map(|agent| game.wins(&home, agent)).collect();
    assert_eq!(won, [true, false, false]);
    let facts = game.facts(&home);
    for fact in ["arrived(Red,2)", "piece(Green,a1)", "empty(c3)", "piece(Red,b1)"] {
        assert!(facts.contains(&fact.to_string()), "{fact}");
    }
    assert!(!facts.contains(&"arrived(Red,3)".to_string()));
    assert!(!game.holds(&home, game.atoms().len() as u32) && !game.holds(&home, u32::MAX));
}

#[test]
fn mirror_images_share_a_canonical_key() {
    let game = ChineseCheckers::<u64>::new(2, 2);
    let play = |text: &str| {
        let state = game.initial();
        let agent = Agent::FIRST;
        game.after(&state, agent, game.read_move(&state, agent, text).expect("legal"))
    };
    let (a, b, c) = (play("h1-g3"), play("h2-g5"), play("h1-g4"));
    assert!(game.canonical_key(&a) == game.canonical_key(&b) && game.key(&a) != game.key(&b));
    assert_ne!(game.canonical_key(&a), game.canonical_key(&c));
}

#[test]
fn wrong_positions_are_explained() {
    let game = ChineseCheckers::<u64>::new(2, 1);
    assert_eq!(game.write_position(&game.initial()), "G/..../.../..../R Red");
    let cases = [
        ("", "", "row"),
        ("G/..../.../.... Red", "G/..../.../....", "rows"),
        ("G/...../.../..../R Red", ".....", "cells"),
        ("G/...B/.../..../R Red", "B", "cell"),
        ("G/...é/.../..../R Red", "é", "cell"),
        ("G/..../.../..../R Blue", "Blue", "player"),
        ("G/...R/.../..../R Red", "G/...R/.../..../R", "pieces"),
    ];
    for (text, part, word) in cases {
        let error = game.read_position(text).expect_err(text);
        assert_eq!(text.get(error.span.clone()), Some(part), "{text}: {error}");
        assert!(error.message.contains(word), "{text}: {error}");
    }
}

#[test]
fn the_star_is_drawn() {
    let game = ChineseCheckers::<u64>::new(3, 1);
    let drawing = ["a    ·", "b G · · B", "c  · · ·", "d · · · ·", "e    R", ""].join("\n");
    assert_eq!(game.picture(&game.initial()).to_text(), drawing);
}
