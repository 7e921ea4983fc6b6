//! `games/toss/checkers.toss` compared with a direct implementation of checkers.

use std::path::Path;

use ludex_base::Random;
use ludex_game::{Agent, Game, Model, Notation, Turn};
use ludex_rewrite::{Description, RewriteGame};

/// A piece: its owner (1 for White, -1 for Black), and whether it is a king.
type Piece = (i32, bool);

/// A direct implementation of checkers: rows from the bottom, and the square of a piece that must
/// continue to jump.
#[derive(Clone)]
struct Board {
    cells: [[Option<Piece>; 8]; 8],
    side: i32,
    going: Option<(i32, i32)>,
}

/// A move from a square to a square, possibly over one.
type Hop = ((i32, i32), Option<(i32, i32)>, (i32, i32));

impl Board {
    fn new() -> Board {
        let mut cells = [[None; 8]; 8];
        for (row, line) in cells.iter_mut().enumerate() {
            for (column, cell) in line.iter_mut().enumerate() {
                if (row + column) % 2 == 0 && row != 3 && row != 4 {
                    *cell = Some((if row < 3 { 1 } else { -1 }, false));
                }
            }
        }
        Board { cells, side: 1, going: None }
    }

    /// Returns the content of a square, `None` outside of the board.
    fn at(&self, (column, row): (i32, i32)) -> Option<Option<Piece>> {
        let inside = (0..8).contains(&column) && (0..8).contains(&row);
        inside.then(|| self.cells[row as usize][column as usize])
    }

    fn hops_from(&self, from: (i32, i32), jumps: bool) -> Vec<Hop> {
        let Some(Some((side, king))) = self.at(from) else { return Vec::new() };
        let mut hops = Vec::new();
        for (dc, dr) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
            if side != self.side || (dr != side && !king) {
                continue;
            }
            let [near, far] = [1, 2].map(|n| (from.0 + n * dc, from.1 + n * dr));
            if !jumps && self.at(near) == Some(None) {
                hops.push((from, None, near));
            }
            let enemy = matches!(self.at(near), Some(Some((other, _))) if other == -side);
            if jumps && enemy && self.at(far) == Some(None) {
                hops.push((from, Some(near), far));
            }
        }
        hops
    }

    fn hops(&self) -> Vec<Hop> {
        if let Some(from) = self.going {
            return self.hops_from(from, true);
        }
        let all = |jumps| -> Vec<Hop> {
            let squares = (0..64).map(|i| (i % 8, i / 8));
            squares.flat_map(|from| self.hops_from(from, jumps)).collect()
        };
        let jumps = all(true);
        if jumps.is_empty() { all(false) } else { jumps }
    }

    fn play(&mut self, (from, over, to): Hop) {
        let (side, king) = self.at(from).flatten().expect("somebody moves");
        let crowned = !king && to.1 == if side == 1 { 7 } else { 0 };
        self.cells[from.1 as usize][from.0 as usize] = None;
        self.cells[to.1 as usize][to.0 as usize] = Some((side, king || crowned));
        if let Some(over) = over {
            self.cells[over.1 as usize][over.0 as usize] = None;
        }
        let goes_on = over.is_some() && !crowned && !self.hops_from(to, true).is_empty();
        self.going = goes_on.then_some(to);
        if !goes_on {
            self.side = -side;
        }
    }
}

fn square((column, row): (i32, i32)) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

fn text((from, over, to): Hop) -> String {
    let squares = [Some(from), over, Some(to)].into_iter().flatten().map(square);
    squares.collect::<Vec<_>>().join(",")
}

#[test]
fn random_games_go_the_same_way() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toss/checkers.toss");
    let source = std::fs::read_to_string(path).expect("the game is there");
    let game = RewriteGame::new(&Description::parse(&source).expect("the game is right")).unwrap();
    let (mut dice, mut over, mut crowned, mut chains) = (Random::new(2), 0, 0, 0);
    for _ in 0..25 {
        let (mut state, mut board) = (game.initial(), Board::new());
        for _ in 0..200 {
            let mut expected: Vec<(String, Hop)> =
                board.hops().into_iter().map(|hop| (text(hop), hop)).collect();
            expected.sort();
            let agent = Agent(u8::from(board.side == -1));
            let turn = if expected.is_empty() { Turn::Final } else { Turn::Of(agent) };
            assert_eq!(game.turn(&state), turn, "{}", game.write_position(&state));
            if expected.is_empty() {
                assert_eq!(game.payoff(&state, agent), -1.0);
                over += 1;
                break;
            }
            let mut moves = Vec::new();
            game.moves(&state, agent, &mut moves);
            let written = |&mv| {
                let written = game.write_move(&state, agent, mv);
                (written.split_once(':').expect("a rule").1.to_owned(), mv)
            };
            let mut found: Vec<_> = moves.iter().map(written).collect();
            found.sort();
            let texts: Vec<&String> = found.iter().map(|(text, _)| text).collect();
            let wanted: Vec<&String> = expected.iter().map(|(text, _)| text).collect();
            assert_eq!(texts, wanted, "{}", game.write_position(&state));
            let choice = dice.below(found.len());
            chains += usize::from(board.going.is_some());
            game.play(&mut state, agent, found[choice].1);
            board.play(expected[choice].1);
        }
        crowned +=
            board.cells.iter().flatten().filter(|cell| matches!(cell, Some((_, true)))).count();
    }
    // The plays covered all rules.
    assert!(over > 0 && crowned > 0 && chains > 0, "{over} {crowned} {chains}");
}
