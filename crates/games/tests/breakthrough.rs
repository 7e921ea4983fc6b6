//! Breakthrough against a plain implementation on a grid of characters.

mod oracle;

use std::collections::HashMap;

use ludex_game::{Agent, Game, Hints, Model, Notation, Turn, check_laws};
use ludex_games::{Breakthrough, Word};
use oracle::{Dice, move_texts, mover_wins, play_texts, refuses, tree_size};

/// Rows of characters, row 1 first.
#[derive(Clone)]
struct Plain(Vec<Vec<char>>);

const SIDES: [char; 2] = ['W', 'B'];

impl Plain {
    fn new(rows: usize, columns: usize) -> Plain {
        let filled = |row| match row {
            _ if row < 2 => 'W',
            _ if row >= rows - 2 => 'B',
            _ => '.',
        };
        Plain((0..rows).map(|row| vec![filled(row); columns]).collect())
    }

    fn winner(&self) -> Option<usize> {
        let none = |side| !self.0.iter().flatten().any(|&c| c == SIDES[side]);
        let arrived = [self.0[self.0.len() - 1].contains(&'W'), self.0[0].contains(&'B')];
        (0..2).find(|&side| arrived[side] || none(1 - side))
    }

    /// The moves of a side: text, and the grid afterwards.
    fn moves(&self, side: usize) -> Vec<(String, Plain)> {
        let (rows, columns) = (self.0.len() as i32, self.0[0].len() as i32);
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        for (row, column) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
            let to_row = if side == 0 { row + 1 } else { row - 1 };
            for to_column in [column - 1, column, column + 1] {
                let inside = (0..columns).contains(&to_column) && (0..rows).contains(&to_row);
                if !inside || self.0[row as usize][column as usize] != SIDES[side] {
                    continue;
                }
                let target = self.0[to_row as usize][to_column as usize];
                let takes = target == SIDES[1 - side] && to_column != column;
                if target != '.' && !takes {
                    continue;
                }
                let name = |r: i32, c: i32| format!("{}{}", (b'a' + c as u8) as char, r + 1);
                let mark = if takes { 'x' } else { '-' };
                let text = format!("{}{mark}{}", name(row, column), name(to_row, to_column));
                let mut next = self.clone();
                next.0[row as usize][column as usize] = '.';
                next.0[to_row as usize][to_column as usize] = SIDES[side];
                moves.push((text, next));
            }
        }
        moves
    }

    fn tree_size(&self, side: usize, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let below = |(_, next): (String, Plain)| next.tree_size(1 - side, depth - 1);
        1 + self.moves(side).into_iter().map(below).sum::<u64>()
    }
}

fn compare<W: Word>(rows: usize, columns: usize, plays: u64) {
    let game = Breakthrough::<W>::new(rows, columns);
    for seed in 0..plays {
        let (mut dice, mut state) = (Dice(seed), game.initial());
        let mut plain = Plain::new(rows, columns);
        while let Turn::Of(on_turn) = game.turn(&state) {
            for agent in game.agents().iter() {
                let moves = plain.moves(agent.index());
                let mut texts: Vec<String> = moves.into_iter().map(|(text, _)| text).collect();
                texts.sort();
                assert_eq!(move_texts(&game, &state, agent), texts);
            }
            let agent = if dice.below(6) == 0 { on_turn.other() } else { on_turn };
            let mut moves = plain.moves(agent.index());
            if moves.is_empty() {
                continue;
            }
            let (text, next) = moves.swap_remove(dice.below(moves.len()));
            let mv = game.read_move(&state, agent, &text).expect("the move is legal");
            game.play(&mut state, agent, mv);
            plain = next;
        }
        let winner = plain.winner().expect("the game is over");
        assert!(game.wins(&state, Agent(winner as u8)));
    }
}

#[test]
fn agrees_with_the_plain_rules() {
    for (rows, columns) in [(4, 2), (4, 3), (5, 4), (6, 5), (8, 8)] {
        compare::<u64>(rows, columns, 20);
        compare::<u128>(rows, columns, 5);
    }
    compare::<u128>(11, 11, 5);
    compare::<u128>(26, 4, 2);
    compare::<u128>(4, 26, 2);
}

#[test]
fn laws_hold() {
    for (rows, columns) in [(4, 2), (4, 3), (5, 3), (6, 4), (8, 8)] {
        check_laws(&Breakthrough::<u64>::new(rows, columns), 5, 12).expect("a lawful game");
    }
    check_laws(&Breakthrough::<u128>::new(9, 9), 5, 2).expect("a lawful game");
}

#[test]
fn trees_have_the_same_size_as_those_of_the_plain_rules() {
    for (rows, columns, depth) in [(4, 2, 30), (5, 2, 8), (5, 3, 6), (6, 6, 3), (8, 8, 3)] {
        let game = Breakthrough::<u64>::new(rows, columns);
        let expected = Plain::new(rows, columns).tree_size(0, depth);
        assert_eq!(tree_size(&game, &game.initial(), depth), expected);
    }
}

/// The bounds of every state of a small board agree with its value, and leaving out what is no
/// candidate does not change it.
#[test]
fn hints_are_sound_on_a_whole_board() {
    let game = Breakthrough::<u64>::new(5, 3);
    let mut known = HashMap::new();
    mover_wins(&game, &game.initial(), &mut known);
    let (mut decided, mut forced) = (0, 0);
    for (state, wins) in known.clone() {
        let agent = game.turn(&state).agent().expect("only states with a turn are kept");
        let bounds = game.bounds(&state);
        let first_wins = wins == (agent == Agent::FIRST);
        if let Some(outcome) = bounds.exact() {
            decided += 1;
            assert_eq!(outcome == game.outcomes().best(), first_wins);
        }
        let (mut candidates, mut moves) = (Vec::new(), Vec::new());
        game.candidates(&state, &mut candidates);
        game.moves(&state, agent, &mut moves);
        forced += u32::from(candidates.len() < moves.len());
        let mut good = |mv| oracle::winning(&game, &state, agent, mv, &mut known);
        assert_eq!(candidates.into_iter().any(&mut good), wins);
    }
    assert!(decided > 100 && forced > 100, "{decided} decided, {forced} forced");
}

#[test]
fn mirror_images_share_their_canonical_key() {
    let game = Breakthrough::<u64>::new(4, 3);
    let key = |text| game.canonical_key(&game.read_position(text).expect("a position"));
    assert_eq!(key("B.B/B../..W/W.. White"), key("B.B/..B/W../..W White"));
    assert_ne!(key("B.B/B../..W/W.. White"), key("B.B/B../..W/W.. Black"));
    assert_ne!(key("B.B/B../..W/W.. White"), key("B.B/..B/..W/W.. White"));
}

#[test]
fn moves_and_positions_read_as_players_write_them() {
    let game = Breakthrough::<u64>::new(5, 3);
    let mut state = game.initial();
    play_texts(&game, &mut state, "a2-b3 a4xb3 C2XB3");
    assert_eq!(game.write_position(&state), "BBB/.BB/.W./.W./WWW Black");
    let picture = game.picture(&state).to_text();
    assert!(picture.starts_with(" 5 ● ● ●\n 4 · ● ●\n 3 · ○ ·\n"), "{picture}");
    let over = game.read_position(".W./.../.../.../..B white").expect_err("both have arrived");
    assert!(over.message.contains("only one player"));
    let last = game.read_position(".../.../.../.W./... black").expect("Black has no pieces");
    assert!(game.wins(&last, Agent::FIRST));
}

#[test]
fn wrong_positions_are_refused() {
    let texts = [
        "",
        "BBB",
        ".../.../.../...",
        "..é/.../.../...",
        "W../.../.../..B White",
        "BBB/.../.../WWW Nobody",
        "🙂",
    ];
    refuses(&Breakthrough::<u64>::new(4, 3), &texts);
}
