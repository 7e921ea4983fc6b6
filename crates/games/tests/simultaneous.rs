//! Games of simultaneous moves against slow, obvious implementations of the same rules.

use std::collections::BTreeSet;

use ludex_game::{
    Agent, Model, Notation, SimultaneousGame, TextError, Turn, check_simultaneous_laws,
};
use ludex_games::{
    Bidding, Chain, Payment, Playable, Pursuit, RockPaperScissors, Ties, Visitor, Worth, build,
};

use crate::support;
use support::{Random, refuses, texts};

/// Rules written the slow way, in the notation of the fast ones.
trait SlowJoint: Clone {
    fn moves(&self, agent: usize) -> BTreeSet<String>;
    fn play(&mut self, joint: [&str; 2]);
    fn result(&self) -> Option<f64>;
}

/// Plays at random and compares legal moves and results in every state; positions read back.
fn compare<G: SimultaneousGame + Notation>(game: &G, slow: &impl SlowJoint, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..60 {
        let (mut state, mut slow) = (game.initial(), slow.clone());
        while game.turn(&state) == Turn::Together {
            let position = game.write_position(&state);
            assert_eq!(game.read_position(&position).as_ref(), Ok(&state), "{position}");
            assert_eq!(slow.result(), None, "{position}");
            let lists = [0, 1].map(|agent| texts(game, &state, Agent(agent)));
            for (agent, list) in lists.iter().enumerate() {
                let moves: BTreeSet<String> = list.iter().cloned().collect();
                assert_eq!(moves, slow.moves(agent), "{position}");
            }
            let chosen = lists.each_ref().map(|list| list[random.below(list.len())].as_str());
            let joint = [0, 1].map(|agent| {
                let text = chosen[usize::from(agent)];
                game.read_move(&state, Agent(agent), text).expect("a legal move")
            });
            game.play_joint(&mut state, &joint);
            slow.play(chosen);
        }
        let number = game.outcomes().number(game.outcome(&state));
        assert_eq!(slow.result(), Some(number), "{}", game.write_position(&state));
    }
}

/// Rounds as a history of who won.
#[derive(Clone)]
struct SlowRounds {
    chain: Chain,
    wins: usize,
    rounds: usize,
    history: Vec<i32>,
}

impl SlowJoint for SlowRounds {
    fn moves(&self, _agent: usize) -> BTreeSet<String> {
        ["rock", "paper", "scissors"].map(String::from).into()
    }

    fn play(&mut self, joint: [&str; 2]) {
        let beats = [("paper", "rock"), ("scissors", "paper"), ("rock", "scissors")];
        let won = |a, b| i32::from(beats.contains(&(a, b)));
        self.history.push(won(joint[0], joint[1]) - won(joint[1], joint[0]));
    }

    fn result(&self) -> Option<f64> {
        let won = |agent: i32| match self.chain {
            Chain::Row => self.history.windows(self.wins).any(|w| w.iter().all(|&r| r == agent)),
            Chain::Lead => self.history.iter().sum::<i32>() == agent * self.wins as i32,
        };
        match (won(1), won(-1)) {
            (true, _) => Some(1.0),
            (_, true) => Some(-1.0),
            _ => (self.history.len() == self.rounds).then_some(0.0),
        }
    }
}

#[test]
fn rounds_agree_with_the_plain_rules() {
    for (seed, chain) in (0..40).zip([Chain::Row, Chain::Lead].into_iter().cycle()) {
        let (wins, rounds) = (1 + seed as usize % 4, 1 + seed as usize % 13);
        let game = RockPaperScissors::new(chain, wins as u16, rounds as u16);
        compare(&game, &SlowRounds { chain, wins, rounds, history: vec![] }, seed);
        check_simultaneous_laws(&game, seed, 10).expect("a lawful game");
    }
    let long = RockPaperScissors::new(Chain::Lead, 1000, 1000);
    check_simultaneous_laws(&long, 1, 2).expect("a lawful game");
    let wrong = ["", "1", "0 7", "3 2", "0 -1", "x 1", "1 6", "-7 1", "0 1 2", "é 1"];
    refuses(&RockPaperScissors::new(Chain::Row, 2, 6), &wrong);
}

/// A board of characters, purses, and a hand-written auction.
#[derive(Clone)]
struct SlowAuction {
    payment: Payment,
    ties: Ties,
    board: [char; 9],
    chips: [i32; 2],
    marker: usize,
    mover: Option<usize>,
}

impl SlowAuction {
    fn line(&self, stone: char) -> bool {
        let at = |column: usize, row: usize| self.board[3 * row + column] == stone;
        let across = |i| (0..3).all(|j| at(j, i)) || (0..3).all(|j| at(i, j));
        (0..3).any(across) || (0..3).all(|i| at(i, i)) || (0..3).all(|i| at(2 - i, i))
    }
}

impl SlowJoint for SlowAuction {
    fn moves(&self, agent: usize) -> BTreeSet<String> {
        match self.mover {
            None => (0..=self.chips[agent]).map(|chips| chips.to_string()).collect(),
            Some(mover) if mover == agent => (0..9)
                .filter(|&cell| self.board[cell] == ' ')
                .map(|cell| format!("{}{}", ['a', 'b', 'c'][cell % 3], cell / 3 + 1))
                .collect(),
            Some(_) => ["wait".to_string()].into(),
        }
    }

    fn play(&mut self, joint: [&str; 2]) {
        if let Some(mover) = self.mover.take() {
            let cell = joint[mover].as_bytes();
            let cell = 3 * usize::from(cell[1] - b'1') + usize::from(cell[0] - b'a');
            self.board[cell] = ['X', 'O'][mover];
            return;
        }
        let bids = joint.map(|bid| bid.parse::<i32>().expect("a number"));
        let winner = if bids[0] > bids[1] {
            0
        } else if bids[0] < bids[1] {
            1
        } else {
            let holder = self.marker;
            if self.ties == Ties::Marker {
                self.marker = 1 - holder;
            }
            holder
        };
        self.chips[winner] -= bids[winner];
        if self.payment == Payment::Richman {
            self.chips[1 - winner] += bids[winner];
        }
        self.mover = Some(winner);
    }

    fn result(&self) -> Option<f64> {
        match (self.line('X'), self.line('O')) {
            (true, _) => Some(1.0),
            (_, true) => Some(-1.0),
            _ => (!self.board.contains(&' ')).then_some(0.0),
        }
    }
}

#[test]
fn auctions_agree_with_the_plain_rules() {
    for seed in 0..40 {
        let payment = [Payment::Richman, Payment::Poorman][seed as usize % 2];
        let ties = [Ties::Marker, Ties::First][seed as usize / 2 % 2];
        let chips = [(seed % 7) as u8, (seed % 5) as u8];
        let game = Bidding::new(chips, payment, ties);
        let slow = SlowAuction {
            payment,
            ties,
            board: [' '; 9],
            chips: chips.map(i32::from),
            marker: 0,
            mover: None,
        };
        compare(&game, &slow, seed);
        check_simultaneous_laws(&game, seed, 20).expect("a lawful game");
    }
    check_simultaneous_laws(&Bidding::new([100, 100], Payment::Poorman, Ties::First), 1, 5)
        .expect("a lawful game");
}

#[test]
fn wrong_auctions_are_refused() {
    let game = Bidding::new([2, 3], Payment::Richman, Ties::First);
    let wrong = [
        "",
        ".../.../...",
        ".../.../... 2:3 X",
        ".../.../... 2:4 X bid",
        ".../.../... 2-3 X bid",
        ".../.../... 2:3 O bid",
        ".../.../... 2:3 Y bid",
        ".../.../... 2:3 X Z",
        ".../... 2:3 X bid",
        ".../..é/... 2:3 X bid",
        "XXX/OOO/... 2:3 X bid",
        ".../.../... 255:6 X bid",
    ];
    refuses(&game, &wrong);
    let over = game.read_position("XXX/OO./... 5:0 X O").expect("a finished play");
    assert_eq!(game.write_position(&over), "XXX/OO./... 5:0 X bid");
    assert!(game.wins(&over, Agent::FIRST));
    let state = game.read_position("..O/.X./... 1:4 X O").expect("a position");
    let picture = game.picture(&state).to_text();
    let rows =
        "3 · · O\n2 · X ·\n1 · · ·\n  a b c\nchips: X 1, O 4; X wins ties\nO places a stone\n";
    assert_eq!(picture, rows);
    assert_eq!(game.facts(&state), ["stone(O,c3)", "stone(X,b2)", "ties(X)"]);
}

/// Everybody as coordinates.
#[derive(Clone)]
struct SlowChase {
    size: [i32; 2],
    walls: Vec<[i32; 2]>,
    cops: Vec<[i32; 2]>,
    robber: [i32; 2],
    left: i32,
    caught: bool,
    worth: Worth,
}

impl SlowChase {
    fn steps(&self, from: [i32; 2]) -> Vec<[i32; 2]> {
        let all =
            [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]].map(|d| [from[0] + d[0], from[1] + d[1]]);
        let inside = |c: &[i32; 2]| (0..2).all(|i| (0..self.size[i]).contains(&c[i]));
        all.into_iter().filter(|c| inside(c) && !self.walls.contains(c)).collect()
    }
}

fn cell_text(cell: [i32; 2]) -> String {
    format!("{}{}", (b'a' + cell[0] as u8) as char, cell[1] + 1)
}

fn text_cell(text: &str) -> [i32; 2] {
    [i32::from(text.as_bytes()[0] - b'a'), text[1..].parse::<i32>().expect("a row") - 1]
}

impl SlowJoint for SlowChase {
    fn moves(&self, agent: usize) -> BTreeSet<String> {
        if agent == 1 {
            return self.steps(self.robber).into_iter().map(cell_text).collect();
        }
        let mut ways = vec![String::new()];
        for &cop in &self.cops {
            let longer = |way: &String| {
                let dash = if way.is_empty() { "" } else { "-" };
                let steps = self.steps(cop).into_iter();
                steps.map(|cell| format!("{way}{dash}{}", cell_text(cell))).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        ways.into_iter().collect()
    }

    fn play(&mut self, joint: [&str; 2]) {
        let cops: Vec<[i32; 2]> = joint[0].split('-').map(text_cell).collect();
        let robber = text_cell(joint[1]);
        let met = cops.contains(&robber);
        let passed = (self.cops.iter().zip(&cops)).any(|(a, b)| *a == robber && *b == self.robber);
        (self.caught, self.left) = (met || passed, self.left - 1);
        (self.cops, self.robber) = (cops, robber);
    }

    fn result(&self) -> Option<f64> {
        match (self.caught, self.worth) {
            (true, Worth::Result) => Some(1.0),
            (true, Worth::Time) => Some(f64::from(self.left + 1)),
            (false, worth) => {
                let free = if worth == Worth::Result { -1.0 } else { 0.0 };
                (self.left == 0).then_some(free)
            }
        }
    }
}

#[test]
fn chases_agree_with_the_plain_rules() {
    let mut random = Random::new(5);
    for seed in 0..60 {
        let size = [1 + random.below(4), 2 + random.below(3)];
        let cells: Vec<u8> = (0..(size[0] * size[1]) as u8).collect();
        let mut pick = || cells[random.below(cells.len())];
        let (cops, robber, wall) = (vec![pick(); 1 + seed as usize % 3], pick(), pick());
        let walls: Vec<u8> =
            if cops.contains(&wall) || robber == wall { vec![] } else { vec![wall] };
        let worth = [Worth::Result, Worth::Time][seed as usize % 2];
        let (columns, steps) = (size[0] as u8, (seed % 9) as u8);
        let game = Pursuit::new(columns, size[1] as u8, &walls, &cops, robber, steps, worth)
            .expect("everybody stands on a cell");
        let at = |cell: &u8| [i32::from(cell % columns), i32::from(cell / columns)];
        let slow = SlowChase {
            size: size.map(|n| n as i32),
            walls: walls.iter().map(at).collect(),
            cops: cops.iter().map(at).collect(),
            robber: at(&robber),
            left: steps.into(),
            caught: cops.contains(&robber),
            worth,
        };
        compare(&game, &slow, seed);
        check_simultaneous_laws(&game, seed, 10).expect("a lawful game");
    }
}

#[test]
fn wrong_chases_are_refused() {
    assert!(Pursuit::new(2, 2, &[3], &[0], 3, 1, Worth::Result).is_none());
    assert!(Pursuit::new(2, 2, &[], &[4], 3, 1, Worth::Result).is_none());
    assert!(Pursuit::new(9, 8, &[], &[4], 3, 1, Worth::Result).is_none());
    let game = Pursuit::new(3, 2, &[1], &[0, 2], 5, 4, Worth::Time).expect("a game");
    let wrong =
        ["", "a1 c2 4", "a1-c1 c2 5", "a1-c1 b1 1", "a1-d1 c2 1", "a1-c1-a2 c2 1", "a1-é c2 1"];
    refuses(&game, &wrong);
    let picture = game.picture(&game.initial()).to_text();
    assert_eq!(picture, "2 · · R\n1 C # C\n  a b c\n4 steps left\n");
    assert!(game.facts(&game.initial()).contains(&"robber(c2)".to_string()));
    let free = game.read_position("a1-c1 a2 0").expect("a position");
    assert!(game.wins(&free, Agent::SECOND) && !game.wins(&free, Agent::FIRST));
}

/// Writes the start position of a game.
struct Start;

impl Visitor for Start {
    type Output = String;

    fn sequential<G: Playable>(self, _game: G) -> String {
        unreachable!("these are simultaneous games")
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(
        self,
        game: G,
    ) -> String {
        game.write_position(&game.initial())
    }
}

fn start(text: &str) -> Result<String, TextError> {
    build(text, |_| Start)
}

#[test]
fn keys_choose_the_game() {
    let starts = [
        ("bidding", ".../.../... 4:4 X bid"),
        ("biddingtictactoe:chips=3-5,payment=poorman", ".../.../... 3:5 X bid"),
        ("rps", "0 6"),
        ("rps:chain=lead,wins=4,rounds=9", "0 9"),
        ("pursuit", "a1 c3 5"),
        ("pursuit:columns=4,cops=a1-d1,robber=b3,walls=b2-c2,steps=7", "a1-d1 b3 7"),
    ];
    for (name, position) in starts {
        assert_eq!(start(name).as_deref(), Ok(position), "{name}");
    }
    let wrong = [
        "bidding:chips=1-2-3",
        "bidding:chips=150",
        "bidding:ties=coin",
        "rps:wins=0",
        "rps:rounds=1001",
        "pursuit:columns=9,rows=8",
        "pursuit:cops=z9",
        "pursuit:robber=a1-a2",
        "pursuit:cops=a1-a1-a1-a1",
        "pursuit:walls=a1",
        "pursuit:steps=251",
    ];
    for name in wrong {
        let error = start(name).expect_err(name);
        assert!(!error.span.is_empty(), "{name}: {error:?}");
    }
}
