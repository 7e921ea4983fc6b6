//! `games/toss/morris.toss` compared with a direct implementation of nine men's morris.

use std::path::Path;

use ludex_base::Random;
use ludex_game::{Agent, Game, Model, Notation, Turn};
use ludex_rewrite::{Description, RewriteGame};

/// The lines of the board, each three points one after the other.
const LINES: [[&str; 3]; 16] = [
    ["a1", "d1", "g1"],
    ["b2", "d2", "f2"],
    ["c3", "d3", "e3"],
    ["a4", "b4", "c4"],
    ["e4", "f4", "g4"],
    ["c5", "d5", "e5"],
    ["b6", "d6", "f6"],
    ["a7", "d7", "g7"],
    ["a1", "a4", "a7"],
    ["b2", "b4", "b6"],
    ["c3", "c4", "c5"],
    ["d1", "d2", "d3"],
    ["d5", "d6", "d7"],
    ["e3", "e4", "e5"],
    ["f2", "f4", "f6"],
    ["g1", "g4", "g7"],
];

/// The stones of White and of Black on points, and in their hands.
#[derive(Clone)]
struct Board {
    stones: [Vec<&'static str>; 2],
    hands: [usize; 2],
    side: usize,
    takes: bool,
}

impl Board {
    fn points() -> Vec<&'static str> {
        let mut all: Vec<&str> = LINES.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn free(&self, point: &str) -> bool {
        !self.stones.iter().any(|stones| stones.contains(&point))
    }

    fn in_mill(&self, side: usize, point: &str) -> bool {
        let own = &self.stones[side];
        LINES.iter().any(|line| line.contains(&point) && line.iter().all(|p| own.contains(p)))
    }

    /// Returns the moves: from a point, if any, to a point; or a stone that is taken.
    fn moves(&self) -> Vec<(Option<&'static str>, &'static str)> {
        let (own, other) = (&self.stones[self.side], 1 - self.side);
        if self.takes {
            let loose = |point: &&&str| !self.in_mill(other, point);
            let all = &self.stones[other];
            let loose: Vec<&str> = all.iter().filter(loose).copied().collect();
            let list = if loose.is_empty() { all.clone() } else { loose };
            return list.into_iter().map(|point| (None, point)).collect();
        }
        let free = Board::points().into_iter().filter(|point| self.free(point));
        if self.hands[self.side] > 0 {
            return free.map(|point| (None, point)).collect();
        }
        if own.len() < 3 {
            return Vec::new();
        }
        let next = |a: &str, b: &str| {
            LINES.iter().flat_map(|line| line.windows(2)).any(|p| p == [a, b] || p == [b, a])
        };
        free.flat_map(|to| {
            own.iter().filter(move |from| next(from, to)).map(move |f| (Some(*f), to))
        })
        .collect()
    }

    fn play(&mut self, (from, to): (Option<&'static str>, &'static str)) {
        if std::mem::take(&mut self.takes) {
            self.stones[1 - self.side].retain(|point| *point != to);
            self.side = 1 - self.side;
            return;
        }
        match from {
            Some(from) => self.stones[self.side].retain(|point| *point != from),
            None => self.hands[self.side] -= 1,
        }
        self.stones[self.side].push(to);
        match self.in_mill(self.side, to) {
            true => self.takes = true,
            false => self.side = 1 - self.side,
        }
    }
}

#[test]
fn random_plays_agree_with_a_direct_implementation() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toss/morris.toss");
    let text = std::fs::read_to_string(path).expect("morris.toss");
    let description = Description::parse(&text).expect("well written");
    let game = RewriteGame::new(&description).expect("it can be played");
    let (mut dice, mut taken, mut lost) = (Random::new(5), 0, 0);
    for _ in 0..40 {
        let mut state = game.initial();
        let mut due = Board { stones: [vec![], vec![]], hands: [9, 9], side: 0, takes: false };
        for _ in 0..300 {
            let expected = due.moves();
            let Turn::Of(agent) = game.turn(&state) else {
                assert!(expected.is_empty());
                let winner = Agent(1 - due.side as u8);
                assert_eq!(game.payoff(&state, winner), 1.0);
                lost += 1;
                break;
            };
            assert_eq!(agent.index(), due.side);
            let mut moves = Vec::new();
            game.moves(&state, agent, &mut moves);
            // `PutW:a1,w9`, `MoveMillB:a1,a4` or `TakeW:a1`.
            let points = |mv| -> Vec<String> {
                let text = game.write_move(&state, agent, mv);
                let (name, points) = text.split_once(':').expect("a rule and its elements");
                let put = name.starts_with("Put");
                points.split(',').take(if put { 1 } else { 2 }).map(str::to_owned).collect()
            };
            let mut found: Vec<Vec<String>> = moves.iter().map(|&mv| points(mv)).collect();
            let text = |(from, to): &(Option<&str>, &str)| -> Vec<String> {
                from.iter().chain([to]).map(|point| point.to_string()).collect()
            };
            let mut wanted: Vec<Vec<String>> = expected.iter().map(text).collect();
            found.sort();
            wanted.sort();
            assert_eq!(found, wanted, "{}", game.write_position(&state));
            let mv = moves[dice.below(moves.len())];
            let own = points(mv);
            taken += u32::from(due.takes);
            let step = expected.iter().find(|step| text(step) == own).expect("it is a move");
            due.play(*step);
            game.play(&mut state, agent, mv);
        }
    }
    assert!(taken > 100 && lost > 5, "{taken} {lost}");
}
