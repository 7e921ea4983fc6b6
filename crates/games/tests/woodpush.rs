//! Woodpush against a plain implementation that keeps the whole previous position, and against
//! the published numbers of positions.

use std::collections::{HashSet, VecDeque};

use ludex_game::{Agent, Game, Model, Notation, Turn, check_laws};
use ludex_games::Woodpush;

use crate::support;
use support::{Slow, compare, refuses, slow_tree, texts, tree};

/// A row as characters, with the row before the last move.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plain {
    row: Vec<char>,
    previous: Vec<char>,
}

/// Returns the row as the other player sees it.
fn mirrored(row: &[char]) -> Vec<char> {
    let swap = |&c: &char| match c {
        'L' => 'R',
        'R' => 'L',
        other => other,
    };
    row.iter().rev().map(swap).collect()
}

/// Returns the moves of Left: name and row afterwards.
fn left_moves(row: &[char], previous: &[char]) -> Vec<(String, Vec<char>)> {
    let mut moves = Vec::new();
    for from in (0..row.len()).filter(|&cell| row[cell] == 'L') {
        let mut slid = row.to_vec();
        slid[from] = '.';
        match (from + 1..row.len()).find(|&cell| row[cell] == '.') {
            Some(to) => {
                slid[to] = 'L';
                moves.push((format!("{}-{}", from + 1, to + 1), slid));
            }
            None => moves.push((format!("{}-off", from + 1), slid)),
        }
        if from > 0 && row[from - 1] == 'R' {
            // Take the first empty cell behind out (or the last of the block), put one in here.
            let mut pushed = row.to_vec();
            let gap = (0..from).rev().find(|&cell| row[cell] == '.').unwrap_or(0);
            pushed.remove(gap);
            pushed.insert(from, '.');
            if pushed != previous {
                moves.push((format!("push{}", from + 1), pushed));
            }
        }
    }
    moves
}

impl Plain {
    fn new(length: usize, pieces: usize) -> Plain {
        let mut row = vec!['.'; length];
        row[..pieces].fill('L');
        row[length - pieces..].fill('R');
        Plain { row, previous: Vec::new() }
    }

    fn over(&self) -> bool {
        !self.row.contains(&'L') || !self.row.contains(&'R')
    }

    fn successors(&self, agent: Agent) -> Vec<(String, Plain)> {
        if self.over() {
            return Vec::new();
        }
        let moves = match agent {
            Agent::FIRST => left_moves(&self.row, &self.previous),
            _ => left_moves(&mirrored(&self.row), &mirrored(&self.previous))
                .into_iter()
                .map(|(name, row)| (self.seen_from_right(&name), mirrored(&row)))
                .collect(),
        };
        let next = |(name, row)| (name, Plain { row, previous: self.row.clone() });
        moves.into_iter().map(next).collect()
    }

    fn seen_from_right(&self, name: &str) -> String {
        let flip = |n: &str| {
            n.parse().map_or(n.to_string(), |n: usize| (self.row.len() + 1 - n).to_string())
        };
        match name.strip_prefix("push") {
            Some(cell) => format!("push{}", flip(cell)),
            None => name.split('-').map(flip).collect::<Vec<_>>().join("-"),
        }
    }

    /// Plays the winner's pieces off the board, the foremost first, and counts.
    fn score(&self) -> i32 {
        let (mut row, sign) = match self.row.contains(&'L') {
            true => (self.row.clone(), 1),
            false => (mirrored(&self.row), -1),
        };
        let mut count = 0;
        while let Some((_, next)) = left_moves(&row, &[]).pop() {
            (row, count) = (next, count + 1);
        }
        sign * count
    }
}

impl Slow for Plain {
    fn moves(&self, agent: Agent) -> Vec<String> {
        self.successors(agent).into_iter().map(|(name, _)| name).collect()
    }

    fn play(&mut self, agent: Agent, mv: &str) {
        let mut all = self.successors(agent).into_iter();
        *self = all.find(|(name, _)| name == mv).expect("the move is legal").1;
    }

    fn result(&self) -> Option<f64> {
        self.over().then(|| f64::from(self.score()))
    }
}

#[test]
fn laws_hold() {
    for (length, pieces) in [(2, 1), (3, 1), (5, 2), (8, 3), (13, 2), (28, 14)] {
        check_laws(&Woodpush::new(length, pieces), 7, 30).expect("a lawful game");
    }
}

#[test]
fn agrees_with_the_plain_rules() {
    for (length, pieces) in [(2, 1), (4, 2), (6, 2), (8, 3), (13, 2), (28, 14)] {
        compare(&Woodpush::new(length, pieces), &Plain::new(length, pieces), 1, 60, 6);
    }
}

#[test]
fn trees_have_the_same_size_as_those_of_the_plain_rules() {
    for (length, pieces, depth) in [(2, 1, 9), (4, 1, 12), (6, 2, 7), (8, 3, 5)] {
        let game = Woodpush::new(length, pieces);
        let expected = slow_tree(&Plain::new(length, pieces), Agent::FIRST, depth);
        assert_eq!(tree(&game, &game.initial(), depth), expected);
    }
}

/// Returns the number of sequences of moves of a length.
fn sequences(length: usize, pieces: usize, moves: usize) -> u64 {
    let game = Woodpush::new(length, pieces);
    let deep = |depth| tree(&game, &game.initial(), depth).0;
    deep(moves) - deep(moves - 1)
}

#[test]
fn sequences_are_as_many_as_published() {
    assert_eq!(sequences(8, 3, 4), 99);
    assert_eq!(sequences(13, 2, 8), 256);
}

/// All positions of (8, 3): as many as the plain rules reach, with scores within the bounds.
#[test]
fn all_positions_of_8_3_can_be_visited() {
    let game = Woodpush::new(8, 3);
    let (mut seen, mut queue) = (HashSet::from([game.initial()]), VecDeque::from([game.initial()]));
    let (mut low, mut high) = (0.0, 0.0);
    while let Some(state) = queue.pop_front() {
        let Turn::Of(agent) = game.turn(&state) else {
            let score = game.outcomes().number(game.outcome(&state));
            (low, high) = (f64::min(low, score), f64::max(high, score));
            continue;
        };
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        let next = moves.into_iter().map(|mv| game.after(&state, agent, mv));
        queue.extend(next.filter(|&state| seen.insert(state)));
    }
    assert_eq!(seen.iter().map(|s| rows_of(&game, s)).collect::<HashSet<_>>(), plain_rows());
    assert_eq!((low, high), (-20.0, 20.0));
}

fn rows_of(game: &Woodpush, state: &<Woodpush as Model>::State) -> String {
    game.write_position(state).split(" ko").next().expect("a row and a turn").to_string()
}

/// Returns the rows the plain rules reach on (8, 3), each with who is on turn.
fn plain_rows() -> HashSet<String> {
    let start = (Plain::new(8, 3), Agent::FIRST);
    let (mut seen, mut stack) = (HashSet::from([start.clone()]), vec![start]);
    while let Some((plain, turn)) = stack.pop() {
        let next = plain.successors(turn).into_iter().map(|(_, next)| (next, turn.other()));
        stack.extend(next.filter(|node| seen.insert(node.clone())));
    }
    let text = |(plain, turn): &(Plain, Agent)| {
        format!("{} {}", String::from_iter(&plain.row), ["Left", "Right"][turn.index()])
    };
    seen.iter().map(text).collect()
}

#[test]
fn a_push_cannot_be_taken_back_at_once() {
    let game = Woodpush::new(6, 2);
    let mut state = game.read_position("..RL.. left").expect("a position");
    let push = game.read_move(&state, Agent::FIRST, "push4").expect("a legal push");
    game.play(&mut state, Agent::FIRST, push);
    assert_eq!(game.write_position(&state), ".RL... Right ko=2");
    assert_eq!(texts(&game, &state, Agent::SECOND), ["2-1"]);
    assert_eq!(game.read_position(".RL... right ko=2"), Ok(state));
    let free = game.read_position(".RL... right").expect("a position");
    assert_eq!(texts(&game, &free, Agent::SECOND), ["2-1", "push2"]);
}

/// The whole block goes back where it came from if its last piece pushes.
#[test]
fn a_push_of_a_block_cannot_be_taken_back_either() {
    let game = Woodpush::new(6, 2);
    let mut state = game.read_position(".RLRL. left").expect("a position");
    let push = game.read_move(&state, Agent::FIRST, "push5").expect("a legal push");
    game.play(&mut state, Agent::FIRST, push);
    assert_eq!(game.write_position(&state), "RLRL.. Right ko=1");
    assert_eq!(texts(&game, &state, Agent::SECOND), ["1-off", "3-off", "push3"]);
}

#[test]
fn wrong_positions_are_refused() {
    let texts = [
        "",
        "LL",
        "......",
        "LLL..R",
        "LL..RX",
        "LL..RR Nobody",
        "LL..RR Left ko=3",
        "é.....",
        ".RL... Right ko=",
        ".RL... Right ko=0",
        ".RL... Right ko=99999999999999999999",
        ".RLL.. Right ko=2",
        "LR.... Right ko=2",
        ".RL... Left ko=3é",
        "LR.... Left ko=1",
    ];
    refuses(&Woodpush::new(6, 2), &texts);
}
