//! `games/toss/reversi.toss` compared with a direct implementation of Reversi.

use std::path::Path;

use ludex_base::Random;
use ludex_game::{Agent, Game, Model, Notation, Turn};
use ludex_rewrite::{Description, RewriteGame};

const SIZE: i32 = 6;

/// Stones by row from the bottom and column: 1 for Black, -1 for White, 0 for none.
#[derive(Clone, PartialEq, Debug)]
struct Board {
    cells: [[i32; 6]; 6],
    side: i32,
}

impl Board {
    fn new() -> Board {
        let mut cells = [[0; 6]; 6];
        (cells[3][2], cells[3][3], cells[2][2], cells[2][3]) = (-1, 1, 1, -1);
        Board { cells, side: 1 }
    }

    fn at(&self, (column, row): (i32, i32)) -> Option<i32> {
        let inside = (0..SIZE).contains(&column) && (0..SIZE).contains(&row);
        inside.then(|| self.cells[row as usize][column as usize])
    }

    /// Returns the stones that a stone of a side on a cell turns.
    fn turned(&self, side: i32, cell: (i32, i32)) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        if self.at(cell) != Some(0) {
            return all;
        }
        for (dc, dr) in (0..9).map(|i| (i % 3 - 1, i / 3 - 1)).filter(|&d| d != (0, 0)) {
            let mut line = Vec::new();
            let mut next = (cell.0 + dc, cell.1 + dr);
            while self.at(next) == Some(-side) {
                line.push(next);
                next = (next.0 + dc, next.1 + dr);
            }
            if self.at(next) == Some(side) {
                all.extend(line);
            }
        }
        all
    }

    fn moves(&self, side: i32) -> Vec<(i32, i32)> {
        let cells = (0..SIZE * SIZE).map(|i| (i % SIZE, i / SIZE));
        cells.filter(|&cell| !self.turned(side, cell).is_empty()).collect()
    }

    fn play(&mut self, cell: (i32, i32)) {
        for (column, row) in self.turned(self.side, cell).into_iter().chain([cell]) {
            self.cells[row as usize][column as usize] = self.side;
        }
        self.side = -self.side;
    }

    fn balance(&self) -> i32 {
        self.cells.iter().flatten().sum()
    }
}

fn game() -> RewriteGame {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toss/reversi.toss");
    let text = std::fs::read_to_string(path).expect("reversi.toss");
    RewriteGame::new(&Description::parse(&text).expect("well written")).expect("it can be played")
}

/// Returns the board of a state.
fn board(game: &RewriteGame, state: &<RewriteGame as Model>::State, side: i32) -> Board {
    let mut cells = [[0; 6]; 6];
    for fact in game.facts(state) {
        let stone = if fact.starts_with("B(") { 1 } else { -1 };
        if let [b'B' | b'W', b'(', column, row, b')'] = fact.as_bytes() {
            cells[usize::from(row - b'1')][usize::from(column - b'a')] = stone;
        }
    }
    Board { cells, side }
}

#[test]
fn random_plays_agree_with_a_direct_implementation() {
    let (game, mut dice) = (game(), Random::new(3));
    for _ in 0..60 {
        let (mut state, mut due) = (game.initial(), Board::new());
        loop {
            assert_eq!(board(&game, &state, due.side), due);
            let Turn::Of(agent) = game.turn(&state) else { break };
            assert_eq!(agent, if due.side == 1 { Agent::FIRST } else { Agent::SECOND });
            let mut moves = Vec::new();
            game.moves(&state, agent, &mut moves);
            let mut texts: Vec<String> =
                moves.iter().map(|&mv| game.write_move(&state, agent, mv)).collect();
            let name = if due.side == 1 { "B" } else { "W" };
            let put = |&(column, row): &(i32, i32)| {
                format!("Put{name}:{}{}", char::from(b'a' + column as u8), row + 1)
            };
            let mut expected: Vec<String> = due.moves(due.side).iter().map(put).collect();
            if expected.is_empty() && !due.moves(-due.side).is_empty() {
                expected.push(format!("Pass{name}:a1"));
            }
            texts.sort();
            expected.sort();
            assert_eq!(texts, expected);
            let at = dice.below(moves.len());
            let text = game.write_move(&state, agent, moves[at]);
            game.play(&mut state, agent, moves[at]);
            if text.starts_with("Pass") {
                due.side = -due.side;
                continue;
            }
            let cell = text.as_bytes()[text.len() - 2..].to_vec();
            due.play((i32::from(cell[0] - b'a'), i32::from(cell[1] - b'1')));
            // Stones are turned one by one, without a choice.
            while game.turn(&state) == Turn::Of(agent) && board(&game, &state, due.side) != due {
                moves.clear();
                game.moves(&state, agent, &mut moves);
                assert_eq!(moves.len(), 1, "{}", game.write_position(&state));
                game.play(&mut state, agent, moves[0]);
            }
        }
        assert!(due.moves(1).is_empty() && due.moves(-1).is_empty());
        assert_eq!(game.payoff(&state, Agent::FIRST), f64::from(due.balance().signum()));
    }
}
