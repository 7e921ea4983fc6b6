//! Capture Go against plain rules, and the textbook ladder by its definition.

use ludex_game::{Agent, Game, Model, Notation, Outcome, Turn, check_laws};
use ludex_games::Go;

use crate::support;
use support::{Random, Slow, slow_tree, texts, tree};

const BLACK: Agent = Agent(0);
const WHITE: Agent = Agent(1);

/// Capture Go on an array of symbols; ko by remembering the board before the last move.
#[derive(Clone)]
struct Plain {
    size: usize,
    board: Vec<char>,
    before: Vec<char>,
    last: Option<Agent>,
    passes: u32,
    won: Option<Agent>,
}

impl Plain {
    fn read(rows: &str) -> Plain {
        let board: Vec<char> = rows.split('/').rev().flat_map(str::chars).collect();
        let size = rows.split('/').count();
        Plain { size, before: Vec::new(), board, last: None, passes: 0, won: None }
    }

    fn owner(symbol: char) -> Option<Agent> {
        match symbol {
            'B' | '+' => Some(BLACK),
            'W' | '*' => Some(WHITE),
            _ => None,
        }
    }

    fn beside(&self, point: usize) -> Vec<usize> {
        let (n, mut near) = (self.size, Vec::new());
        near.extend((!point.is_multiple_of(n)).then(|| point - 1));
        near.extend((point % n + 1 < n).then(|| point + 1));
        near.extend(point.checked_sub(n));
        near.extend((point + n < n * n).then_some(point + n));
        near
    }

    /// Returns the chain of a stone and whether it has a liberty.
    fn chain(&self, point: usize) -> (Vec<usize>, bool) {
        let (mut chain, mut open, mut next) = (vec![point], false, 0);
        while next < chain.len() {
            for near in self.beside(chain[next]) {
                open |= self.board[near] == '.';
                let same = Self::owner(self.board[near]) == Self::owner(self.board[point]);
                if same && !chain.contains(&near) {
                    chain.push(near);
                }
            }
            next += 1;
        }
        (chain, open)
    }

    /// Puts a stone; returns `None` if it may not be put there.
    fn put(&self, agent: Agent, point: usize) -> Option<Plain> {
        if self.board[point] != '.' {
            return None;
        }
        let mut next = self.clone();
        next.board[point] = ['B', 'W'][agent.index()];
        let all = !self.board.iter().any(|c| "+*".contains(*c));
        for near in self.beside(point) {
            if Self::owner(next.board[near]) == Some(agent.other()) && !next.chain(near).1 {
                for dead in next.chain(near).0 {
                    if all || "+*".contains(next.board[dead]) {
                        next.won = Some(agent);
                    }
                    next.board[dead] = '.';
                }
            }
        }
        let ko = next.board == self.before && self.last == Some(agent.other());
        next.before = self.board.clone();
        (next.chain(point).1 && !ko).then_some(next)
    }

    fn point(&self, text: &str) -> usize {
        let row: usize = text[1..].parse().expect("a row");
        (row - 1) * self.size + usize::from(text.as_bytes()[0] - b'a')
    }
}

impl Slow for Plain {
    fn moves(&self, agent: Agent) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        let name =
            |p: usize| format!("{}{}", char::from(b'a' + (p % self.size) as u8), p / self.size + 1);
        let points = (0..self.size * self.size).filter(|&p| self.put(agent, p).is_some());
        points.map(name).chain(["pass".to_string()]).collect()
    }

    fn play(&mut self, agent: Agent, mv: &str) {
        if mv == "pass" {
            (self.passes, self.before) = (self.passes + 1, Vec::new());
        } else {
            *self = self.put(agent, self.point(mv)).expect("legal");
            self.passes = 0;
        }
        self.last = Some(agent);
    }

    fn result(&self) -> Option<f64> {
        let has = |symbol: char| f64::from(u8::from(self.board.contains(&symbol)));
        match self.won {
            Some(agent) => Some(1.0 - 2.0 * f64::from(agent.0)),
            None if self.passes >= 2 => Some(has('+') - has('*')),
            None => None,
        }
    }
}

/// Checks that random plays from a position agree with the plain rules, also with moves off turn.
fn compare<G: Game + Notation>(game: &G, rows: &str, seed: u64, plays: usize) -> usize {
    let (mut random, mut kos) = (Random::new(seed), 0);
    for _ in 0..plays {
        let mut state = game.read_position(&format!("{rows} Black")).expect("a position");
        let mut slow = Plain::read(rows);
        loop {
            let position = game.write_position(&state);
            kos += usize::from(position.contains("ko="));
            assert_eq!(game.read_position(&position).as_ref(), Ok(&state), "{position}");
            for agent in [BLACK, WHITE] {
                let (mut fast, mut plain) = (texts(game, &state, agent), slow.moves(agent));
                fast.sort();
                plain.sort();
                assert_eq!(fast, plain, "{position} {agent:?}");
            }
            let Turn::Of(on_turn) = game.turn(&state) else { break };
            assert_eq!(slow.result(), None, "{position}");
            let agent = if random.below(6) == 0 { on_turn.other() } else { on_turn };
            let moves = texts(game, &state, agent);
            let text = &moves[random.below(moves.len())];
            let mv = game.read_move(&state, agent, text).expect("legal");
            game.play(&mut state, agent, mv);
            slow.play(agent, text);
        }
        assert_eq!(slow.result(), Some(game.outcomes().number(game.outcome(&state))));
    }
    kos
}

#[test]
fn random_plays_agree_with_the_plain_rules() {
    compare(&Go::<u64>::new(2), "../..", 1, 300);
    compare(&Go::<u64>::new(5), "...../...../...../...../.....", 2, 100);
    compare(&Go::<u64>::new(3), "..*/.../...", 3, 400);
    let kos = compare(&Go::<u64>::new(4), "*.../..../..../...+", 4, 400);
    assert!(kos > 20, "only {kos} kos");
    let wide = ["...........", "..*....B...", "...W....+.."].repeat(4)[..11].join("/");
    compare(&Go::<u128>::new(11), &wide, 5, 10);
    compare(&Go::<u128>::new(4), "*.../..../..../...+", 6, 100);
}

#[test]
fn trees_have_the_size_of_the_plain_ones() {
    for (rows, depth) in [("../..", 9), (".../.../...", 5), ("*../.../..+", 5)] {
        let game = Go::<u64>::new(rows.split('/').count());
        let state = game.read_position(rows).expect("a position");
        let count = tree(&game, &state, depth);
        assert_eq!(count, slow_tree(&Plain::read(rows), BLACK, depth), "{rows}");
    }
}

#[test]
fn laws_hold() {
    for size in [2, 3, 5] {
        check_laws(&Go::<u64>::new(size), 3, 20).unwrap();
    }
    check_laws(&Go::<u128>::new(9), 3, 4).unwrap();
}

fn moves<G: Game>(game: &G, state: &G::State, agent: Agent) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves
}

/// Returns whether the agent could win with one move, on turn or not: `w | <A> w`.
fn threat<G: Game>(game: &G, state: &G::State, agent: Agent) -> bool {
    let wins = |state: &G::State| game.wins(state, agent);
    wins(state) || moves(game, state, agent).iter().any(|&mv| wins(&game.after(state, agent, mv)))
}

/// Returns whether the agent has a ladder of at most `2n + 1` moves, following [Saf13, Def. 30]
/// literally.
fn ladder<G: Game>(game: &G, state: &G::State, agent: Agent, n: u32) -> bool {
    threat(game, state, agent)
        || n > 0
            && moves(game, state, agent).iter().any(|&mv| {
                let attacked = game.after(state, agent, mv);
                let replies = moves(game, &attacked, agent.other());
                threat(game, &attacked, agent)
                    && replies.iter().all(|&reply| {
                        let answered = game.after(&attacked, agent.other(), reply);
                        ladder(game, &answered, agent, n - 1)
                    })
            })
}

const LADDER: [&str; 9] = [
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
    ".B*......",
    "..BB.....",
    ".........",
];

#[test]
fn the_textbook_ladder_works_unless_it_is_broken() {
    let game = Go::<u128>::new(9);
    let state = game.read_position(&format!("{} Black", LADDER.join("/"))).expect("a position");
    assert!(ladder(&game, &state, BLACK, 14));
    assert!(!ladder(&game, &state, BLACK, 5), "it has to run to the edge");
    // A white stone on the path of the ladder joins the chain.
    for (row, broken) in [(3, ".....W..."), (2, "......W.."), (5, "....W....")] {
        let mut rows = LADDER;
        rows[row] = broken;
        let state = game.read_position(&format!("{} Black", rows.join("/"))).expect("a position");
        assert!(!ladder(&game, &state, BLACK, 14), "broken by {broken}");
    }
}

#[test]
fn captures_passes_and_kos() {
    let game = Go::<u64>::new(4);
    let at = |text: &str| game.read_position(text).expect("a position");
    let play = |text: &str, agent: Agent, mv: &str| {
        let state = at(text);
        game.after(&state, agent, game.read_move(&state, agent, mv).expect("legal"))
    };
    // Taking an unmarked stone ends nothing while others are marked; the ko binds White only.
    let state = play(".BW./BW.W/.BW./...* Black", BLACK, "c3");
    assert_eq!(game.write_position(&state), ".BW./B.BW/.BW./...* White ko=b3");
    assert!(game.read_move(&state, WHITE, "b3").is_none());
    assert!(game.read_move(&state, BLACK, "b3").is_some());
    let state = game.after(&state, WHITE, game.read_move(&state, WHITE, "pass").expect("legal"));
    assert!(game.read_move(&state, WHITE, "b3").is_some());
    // Taking the marked stone wins, and so does taking any where none is marked.
    for text in ["*B../..../..../.... Black", "WB../..../..../.... Black"] {
        let state = play(text, BLACK, "a3");
        assert_eq!((game.turn(&state), game.outcome(&state)), (Turn::Final, Outcome(2)));
        assert!(game.facts(&state).contains(&"captured(White)".to_string()));
    }
    for (rows, outcome) in [("*...", 0), ("+...", 2), ("+..*", 1), ("....", 1)] {
        let state = play(&format!("{rows}/..../..../.... White pass=1"), WHITE, "pass");
        assert_eq!((game.turn(&state), game.outcome(&state)), (Turn::Final, Outcome(outcome)));
    }
    let facts = game.facts(&at("WB../..../..../...+ Black"));
    for fact in ["atari(a4)", "liberties(a4,1)", "liberties(b4,2)", "marked(d1)", "stone(Black,d1)"]
    {
        assert!(facts.contains(&fact.to_string()), "{fact}");
    }
}

#[test]
fn wrong_positions_are_explained() {
    let game = Go::<u64>::new(3);
    let cases = [
        ("", "", "row"),
        (".../...", ".../...", "rows"),
        (".../.x./...", "x", "cell"),
        (".../.é./...", "é", "cell"),
        (".../.../... Red", "Red", "player"),
        ("WB./B../... Black", "WB./B../... ", "no liberty"),
        (".../.../... Black ko=a1", "ko=a1", "no ko"),
        (".../.../... Black ko=d1", "ko=d1", "not a point"),
        (".../.../... Black ko=é", "ko=é", "not a point"),
        (".../.../... Black pass=3", "pass=3", "nothing"),
        (".../.../... Black won=Red", "won=Red", "nothing"),
        (".../.../... Black pass=1 won=Black", "won=Black", "only one"),
    ];
    for (text, part, word) in cases {
        let error = game.read_position(text).expect_err(text);
        assert_eq!(text.get(error.span.clone()), Some(part), "{text}: {error}");
        assert!(error.message.contains(word), "{text}: {error}");
    }
}

#[test]
fn the_board_is_drawn() {
    let game = Go::<u64>::new(3);
    let state = game.read_position("B.W/+.*/... Black").expect("a position");
    assert_eq!(game.picture(&state).to_text(), "3 ● · ○\n2 ▲ · △\n1 · · ·\n  a b c\n");
}
