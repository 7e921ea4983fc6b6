//! Connect Four on bitboards, with the hints a specialised solver would use: the test of what
//! hints are for. One column of `rows + 1` bits after the other; the top bit stays empty.
#![allow(dead_code)]

use ludex_game::{Agent, Agents, Bounds, Game, Hints, Model, Outcome, Outcomes, Turn};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The stones of the agent on turn, and all stones.
    pub own: u64,
    pub all: u64,
    pub count: u8,
    /// Whether the agent that moved last has won.
    pub won: bool,
}

/// Outcomes are scores: with `n` squares, a win with the k-th last stone is worth k.
pub struct ConnectFour {
    columns: u32,
    rows: u32,
    bottom: u64,
    board: u64,
    centre_first: Vec<u32>,
    agents: Agents,
    outcomes: Outcomes,
}

impl ConnectFour {
    pub fn new(columns: u32, rows: u32) -> ConnectFour {
        let bottom = (0..columns).fold(0, |b, c| b | 1 << (c * (rows + 1)));
        let most = (columns * rows).div_ceil(2) as i32;
        let mut centre_first: Vec<u32> = (0..columns).collect();
        centre_first.sort_by_key(|&c| (2 * c + 1).abs_diff(columns));
        ConnectFour {
            columns,
            rows,
            bottom,
            board: bottom * ((1 << rows) - 1),
            centre_first,
            agents: Agents::new(["Yellow", "Red"]),
            outcomes: Outcomes::scores(-most, most),
        }
    }

    fn squares(&self) -> i32 {
        (self.columns * self.rows) as i32
    }

    /// The squares where these stones would make a line of four.
    fn threats(&self, own: u64, all: u64) -> u64 {
        let up = own << 1 & own << 2 & own << 3;
        let across = [self.rows, self.rows + 1, self.rows + 2].iter().fold(0, |found, &d| {
            let pair = own << d & own << (2 * d);
            let back = own >> d & own >> (2 * d);
            found
                | pair & own << (3 * d)
                | pair & own >> d
                | back & own << d
                | back & own >> (3 * d)
        });
        (up | across) & (self.board ^ all)
    }

    fn possible(&self, p: &Position) -> u64 {
        (p.all + self.bottom) & self.board
    }

    /// A score for the agent on turn as a rank for the first agent.
    fn rank(&self, p: &Position, score: i32) -> Outcome {
        let centre = i32::from(self.outcomes.best().0) / 2;
        Outcome((centre + if p.count.is_multiple_of(2) { score } else { -score }) as u16)
    }

    /// The score of a win by the agent on turn with its stone `later` plies from now.
    fn score(&self, p: &Position, later: i32) -> i32 {
        (self.squares() + 1 - i32::from(p.count) - later + 1) / 2
    }

    /// Squares that do not let the other agent win at once.
    fn safe(&self, p: &Position) -> u64 {
        let possible = self.possible(p);
        let theirs = self.threats(p.all ^ p.own, p.all);
        let forced = possible & theirs;
        let allowed = match forced.count_ones() {
            0 => possible,
            1 => forced,
            _ => 0,
        };
        allowed & !(theirs >> 1)
    }

    pub fn play_all(&self, columns: &str) -> Position {
        columns.bytes().fold(self.initial(), |mut p, c| {
            let column = u32::from(c - b'1') * (self.rows + 1);
            let mv = self.possible(&p) & ((1 << self.rows) - 1) << column;
            self.play(&mut p, Agent::FIRST, mv.trailing_zeros() as u8);
            p
        })
    }
}

impl Model for ConnectFour {
    type State = Position;
    type Move = u8;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Position {
        Position { own: 0, all: 0, count: 0, won: false }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Turn {
        if p.won || p.all == self.board { Turn::Final } else { Turn::Of(Agent(p.count % 2)) }
    }

    fn moves(&self, p: &Position, agent: Agent, out: &mut Vec<u8>) {
        let mut possible = if self.turn(p) == Turn::Of(agent) { self.possible(p) } else { 0 };
        while possible != 0 {
            out.push(possible.trailing_zeros() as u8);
            possible &= possible - 1;
        }
    }

    fn outcome(&self, p: &Position) -> Outcome {
        self.rank(p, if p.won { -self.score(p, 0) } else { 0 })
    }

    fn holds(&self, _: &Position, _: u32) -> bool {
        false
    }

    #[inline]
    fn key(&self, p: &Position) -> u64 {
        p.own + p.all + self.bottom
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl Game for ConnectFour {
    #[inline]
    fn play(&self, p: &mut Position, _: Agent, mv: u8) {
        let stone = 1 << mv;
        p.won = self.threats(p.own, p.all) & stone != 0;
        p.own ^= p.all;
        p.all |= stone;
        p.count += 1;
    }
}

impl Hints for ConnectFour {
    #[inline]
    fn bounds(&self, p: &Position) -> Bounds {
        let (worst, best) = if self.threats(p.own, p.all) & self.possible(p) != 0 {
            (self.score(p, 1), self.score(p, 1))
        } else if self.safe(p) == 0 && self.squares() - i32::from(p.count) > 1 {
            (-self.score(p, 2), -self.score(p, 2))
        } else {
            let left = self.squares() - i32::from(p.count);
            let best = if left > 2 { self.score(p, 3) } else { 0 };
            (if left > 3 { -self.score(p, 4) } else { 0 }, best)
        };
        let (a, b) = (self.rank(p, worst), self.rank(p, best));
        Bounds { low: a.min(b), high: a.max(b) }
    }

    #[inline]
    fn candidates(&self, p: &Position, out: &mut Vec<u8>) {
        let safe = self.safe(p);
        let base = out.len();
        let mut scores = [0; 16];
        for &column in &self.centre_first {
            let square = safe & ((1 << self.rows) - 1) << (column * (self.rows + 1));
            if square == 0 {
                continue;
            }
            let threats = self.threats(p.own | square, p.all).count_ones();
            let mut place = out.len() - base;
            out.push(square.trailing_zeros() as u8);
            while place > 0 && scores[place - 1] < threats {
                scores[place] = scores[place - 1];
                out.swap(base + place, base + place - 1);
                place -= 1;
            }
            scores[place] = threats;
        }
    }

    #[inline]
    fn canonical_key(&self, p: &Position) -> u64 {
        let key = self.key(p);
        let height = self.rows + 1;
        let mirror = (0..self.columns).fold(0, |mirror, c| {
            let column = key >> (c * height) & ((1 << height) - 1);
            mirror | column << ((self.columns - 1 - c) * height)
        });
        key.min(mirror)
    }
}
