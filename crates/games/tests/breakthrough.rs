//! Breakthrough against a plain implementation on a grid of characters.

use std::collections::HashMap;

use ludex_game::{Agent, Game, Hints, Model, Notation, check_laws};
use ludex_games::Breakthrough;

use crate::support;
use support::{Random, Slow, check_hints, compare, played, refuses, slow_tree, tree};

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

    /// Returns the moves of a side: text, and the grid afterwards.
    fn successors(&self, side: usize) -> Vec<(String, Plain)> {
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
}

impl Slow for Plain {
    fn moves(&self, agent: Agent) -> Vec<String> {
        self.successors(agent.index()).into_iter().map(|(text, _)| text).collect()
    }

    fn play(&mut self, agent: Agent, mv: &str) {
        let mut all = self.successors(agent.index()).into_iter();
        *self = all.find(|(text, _)| text == mv).expect("the move is legal").1;
    }

    fn result(&self) -> Option<f64> {
        self.winner().map(|winner| if winner == 0 { 1.0 } else { -1.0 })
    }
}

#[test]
fn agrees_with_the_plain_rules() {
    for (rows, columns) in [(4, 2), (4, 3), (5, 4), (6, 5), (8, 8)] {
        let plain = Plain::new(rows, columns);
        compare(&Breakthrough::<u64>::new(rows, columns), &plain, 1, 20, 6);
        compare(&Breakthrough::<u128>::new(rows, columns), &plain, 2, 5, 6);
    }
    for (rows, columns) in [(11, 11), (26, 4), (4, 26)] {
        let plain = Plain::new(rows, columns);
        compare(&Breakthrough::<u128>::new(rows, columns), &plain, 3, 2, 6);
    }
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
        let expected = slow_tree(&Plain::new(rows, columns), Agent::FIRST, depth);
        assert_eq!(tree(&game, &game.initial(), depth), expected);
    }
}

/// Bounds, forced captures and mirror images do not change the value of a state.
#[test]
fn hints_are_sound() {
    for (rows, columns, from) in [(4, 2, 0), (4, 3, 0), (5, 2, 0), (5, 3, 4)] {
        check_hints(&Breakthrough::<u64>::new(rows, columns), 9, 40, from);
    }
}

/// A piece one step from the goal decides, unless it is alone and can be taken.
#[test]
fn runners_decide() {
    let game = Breakthrough::<u64>::new(5, 3);
    let hints = |text| {
        let (state, mut moves) = (game.read_position(text).expect("a position"), Vec::new());
        game.candidates(&state, &mut moves);
        let exact = game.bounds(&state).exact().map(|outcome| game.outcomes().name(outcome));
        (exact, moves.len())
    };
    assert_eq!(hints("BBB/..W/.../..B/WW. white").0, Some("win"));
    assert_eq!(hints("BBB/.../.../B.B/WW. white").0, Some("loss"));
    assert_eq!(hints("BBB/.../.../B../W.W white").0, Some("loss"));
    assert_eq!(hints("BBB/.../.../B../.W. white"), (None, 1));
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
    let state = played(&game, "a2-b3 a4xb3 C2XB3");
    assert_eq!(game.write_position(&state), "BBB/.BB/.W./.W./WWW Black");
    let picture = game.picture(&state).to_text();
    assert!(picture.starts_with("5 ● ● ●\n4 · ● ●\n3 · ○ ·\n"), "{picture}");
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

type State = <Breakthrough as Model>::State;

/// The values of all positions of a board, by the rules alone.
struct Values {
    game: Breakthrough,
    known: HashMap<State, bool>,
}

impl Values {
    /// Returns whether White wins.
    fn white_wins(&mut self, state: &State) -> bool {
        if let Some(&known) = self.known.get(state) {
            return known;
        }
        let wins = match self.game.turn(state).agent() {
            None => self.game.outcome(state) == self.game.outcomes().best(),
            Some(agent) => {
                let mut moves = Vec::new();
                self.game.moves(state, agent, &mut moves);
                let white = agent == Agent::FIRST;
                let next = |mv| self.game.after(state, agent, mv);
                let next: Vec<State> = moves.into_iter().map(next).collect();
                next.iter().any(|next| self.white_wins(next) == white) == white
            }
        };
        self.known.insert(*state, wins);
        wins
    }
}

/// Wherever a race is claimed to be won it is, on all positions of small boards, whoever moves.
#[test]
fn races_have_the_winner_they_should() {
    for (rows, columns, least) in [(4, 2, 1_000), (5, 2, 10_000), (4, 3, 50_000)] {
        let game = Breakthrough::new(rows, columns);
        let (best, mut claimed, mut without) = (game.outcomes().best(), 0, 0);
        let mut values = Values { game: game.clone(), known: HashMap::new() };
        let plain = game.clone().without_races();
        for state in all_positions(&game, rows, columns) {
            if game.turn(&state).agent().is_some()
                && let Some(outcome) = game.bounds(&state).exact()
            {
                let text = game.write_position(&state);
                assert_eq!(outcome == best, values.white_wins(&state), "{text}");
                claimed += 1;
                // What is known without races is true, but less.
                let less = plain.bounds(&state).exact();
                assert!(less.is_none_or(|less| less == outcome), "{text}");
                without += usize::from(less.is_some());
            }
        }
        assert!(claimed > least, "{claimed} on {rows}x{columns}");
        assert!(0 < without && without < claimed, "{without} of {claimed}");
    }
}

/// On larger boards, with larger zones, random positions of few pieces are compared.
#[test]
fn fights_on_larger_boards_have_the_winner_they_should() {
    let mut random = Random::new(7);
    for (rows, columns) in [(6, 4), (8, 3), (5, 5)] {
        let game = Breakthrough::new(rows, columns);
        let (best, mut claimed) = (game.outcomes().best(), 0);
        for _ in 0..60 {
            let mut board = vec![vec!['.'; columns]; rows];
            for piece in ['W', 'B', 'W', 'B', 'B'].into_iter().take(2 + random.below(4)) {
                board[random.below(rows)][random.below(columns)] = piece;
            }
            let lines: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
            let turn = if random.one_in(2) { "white" } else { "black" };
            let text = format!("{} {turn}", lines.join("/"));
            let Ok(state) = game.read_position(&text) else { continue };
            if game.turn(&state).agent().is_some()
                && let Some(outcome) = game.bounds(&state).exact()
            {
                let mut values = Values { game: game.clone(), known: HashMap::new() };
                assert_eq!(outcome == best, values.white_wins(&state), "{text}");
                claimed += 1;
            }
        }
        assert!(claimed > 15, "{claimed} on {rows}x{columns}");
    }
}

/// Returns every way to fill the board, with both agents to move.
fn all_positions(game: &Breakthrough, rows: usize, columns: usize) -> impl Iterator<Item = State> {
    let cells = (rows * columns) as u32;
    (0..2 * 3_u32.pow(cells)).filter_map(move |number| {
        let mut text = String::new();
        let mut rest = number / 2;
        for cell in 0..cells as usize {
            if cell > 0 && cell % columns == 0 {
                text.push('/');
            }
            text.push(['.', 'W', 'B'][rest as usize % 3]);
            rest /= 3;
        }
        text.push_str([" white", " black"][number as usize % 2]);
        game.read_position(&text).ok()
    })
}
