//! Known values of real games. The facts are data (`truths/*.tsv`, and `shared/data` where it is there);
//! this file only asks for them.

use std::collections::HashMap;

use ludex_game::{Agent, Bounds, Hints, Model, Notation, Outcome, SimultaneousGame, Turn};
use ludex_games::{ConnectFour, Nim, Playable, Scoring, Visitor, build};
use ludex_search::{AlphaBeta, BestMoves, Budget, Silent, SolveOptions};

use crate::support;

/// The lines of a table, without comments, taken apart at the tabs.
fn table<const N: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields.try_into().unwrap_or_else(|_| panic!("a line has {N} fields: {line}"))
    })
}

/// What is known of a position once it is solved.
#[derive(Debug)]
struct Solved {
    /// The name of the value, for the first player.
    value: String,
    /// The moves that win for the agent on turn, each tried by solving the position after it.
    winning: Vec<String>,
}

/// Solves a position of a game that is given by its name.
struct Solve<'a> {
    position: Option<&'a str>,
    openings: bool,
}

impl Visitor for Solve<'_> {
    type Output = Solved;

    fn sequential<G: Playable>(self, game: G) -> Solved {
        let state = self.position.map_or(game.initial(), |text| support::position(&game, text));
        let mut search = AlphaBeta::new(&game, SolveOptions::default(), 64 << 20);
        let value = value_of(&mut search, &state);
        let winning =
            if self.openings { winning_moves(&game, &mut search, &state) } else { vec![] };
        Solved { value: game.outcomes().name(value).to_owned(), winning }
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(self, _: G) -> Solved {
        panic!("a game of turns is asked for")
    }
}

fn value_of<G: Hints>(search: &mut AlphaBeta<'_, G>, state: &G::State) -> Outcome {
    let report = search.solve(state, &Budget::default(), &mut Silent);
    report.bounds.exact().expect("no limit was set")
}

fn winning_moves<G: Playable>(
    game: &G,
    search: &mut AlphaBeta<'_, G>,
    state: &G::State,
) -> Vec<String> {
    let Turn::Of(agent) = game.turn(state) else { return Vec::new() };
    let best = if agent == Agent::FIRST { game.outcomes().best() } else { Outcome::WORST };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves.retain(|&mv| value_of(search, &game.after(state, agent, mv)) == best);
    let mut texts: Vec<String> =
        moves.into_iter().map(|mv| game.write_move(state, agent, mv)).collect();
    texts.sort();
    texts
}

fn solved(game: &str, position: Option<&str>, openings: bool) -> Solved {
    build(game, |_| Solve { position, openings }).unwrap_or_else(|error| panic!("{game}: {error}"))
}

// --- Values and openings ------------------------------------------------------------------------

#[test]
fn values_of_whole_games() {
    for [game, value] in table(include_str!("truths/values.tsv")) {
        assert_eq!(solved(game, None, false).value, value, "{game}");
    }
}

#[test]
fn domineering_whoever_starts() {
    for [rows, columns, vertical, horizontal] in table(include_str!("truths/domineering.tsv")) {
        let game = format!("domineering:rows={rows},columns={columns}");
        let row = ".".repeat(columns.parse().expect("a number"));
        let board = vec![row; rows.parse().expect("a number")].join("/");
        for (starter, winner) in [("Vertical", vertical), ("Horizontal", horizontal)] {
            let found = solved(&game, Some(&format!("{board} {starter}")), false).value;
            let due = if winner == "Vertical" { "win" } else { "loss" };
            assert_eq!(found, due, "{game}, {starter} starts");
        }
    }
}

#[test]
fn winning_openings() {
    for [game, openings] in table(include_str!("truths/openings.tsv")) {
        let mut due: Vec<&str> = openings.split(' ').collect();
        due.sort();
        assert_eq!(solved(game, None, true).winning, due, "{game}");
    }
}

// --- NoGo on a row ------------------------------------------------------------------------------

/// Whether the player on turn wins NoGo on a row: 0 is empty, 1 his and 2 the other's stone. The
/// plainest program there is, to compare with.
fn wins_row(row: &[u8], known: &mut HashMap<Vec<u8>, bool>) -> bool {
    if let Some(&wins) = known.get(row) {
        return wins;
    }
    let wins = (0..row.len()).filter(|&cell| row[cell] == 0).any(|cell| {
        let mut next = row.to_vec();
        next[cell] = 1;
        // The other player sees the board with the colours exchanged.
        let swapped: Vec<u8> = next.iter().map(|&stone| [0, 2, 1][usize::from(stone)]).collect();
        all_breathe(&next) && !wins_row(&swapped, known)
    });
    known.insert(row.to_vec(), wins);
    wins
}

/// Whether every chain, of whatever colour, has an empty cell beside it.
fn all_breathe(row: &[u8]) -> bool {
    let mut chains = Vec::new();
    for (cell, &stone) in row.iter().enumerate() {
        match chains.last_mut() {
            Some((colour, _, end)) if *colour == stone => *end = cell,
            _ => chains.push((stone, cell, cell)),
        }
    }
    let empty = |cell: usize| row.get(cell) == Some(&0);
    chains
        .iter()
        .all(|&(colour, start, end)| colour == 0 || empty(start.wrapping_sub(1)) || empty(end + 1))
}

#[test]
fn nogo_on_a_row() {
    let mut winners = Vec::new();
    for n in 1..=14 {
        let wins = wins_row(&vec![0; n], &mut HashMap::new());
        let value = solved(&format!("nogo:rows=1,columns={n}"), None, false).value;
        assert_eq!(value, if wins { "win" } else { "loss" }, "a row of {n}");
        winners.push(wins);
    }
    assert!(winners.contains(&false), "the first player does not always win: {winners:?}");
}

// --- Nim ----------------------------------------------------------------------------------------

/// Bouton's rule: the player on turn wins unless the binary sum of the heaps is zero, and wins by
/// making it zero.
#[test]
fn nim_by_boutons_rule() {
    let game = Nim::new(&[7, 7, 7]);
    let options = SolveOptions { best: BestMoves::All, ..SolveOptions::default() };
    let mut search = AlphaBeta::new(&game, options, 1 << 20);
    for heaps in 0..8 * 8 * 8 {
        let (a, b, c) = (heaps / 64, heaps / 8 % 8, heaps % 8);
        let sum = a ^ b ^ c;
        for (turn, due) in [("First", sum != 0), ("Second", sum == 0)] {
            let text = format!("{a}-{b}-{c} {turn}");
            let state = support::position(&game, &text);
            let report = search.solve(&state, &Budget::default(), &mut Silent);
            assert_eq!(report.bounds, Bounds::exactly(Outcome(u16::from(due))), "{text}");
            let zero = |heap: usize| usize::from(heap > heap ^ sum);
            let winning = zero(a) + zero(b) + zero(c);
            assert!(sum == 0 || report.best.len() == winning, "{text}: {:?}", report.best);
        }
    }
}

// --- Connect Four -------------------------------------------------------------------------------

/// Wins, draws and losses of the first player after all sequences of four moves: Table 3.1.
fn after_four_moves(columns: usize, rows: usize) -> [u32; 3] {
    let game = ConnectFour::<u64>::new(columns, rows, 4, Scoring::Result);
    let mut search = AlphaBeta::new(&game, SolveOptions::default(), 64 << 20);
    let mut counts = [0; 3];
    for sequence in 0..columns.pow(4) {
        let digits = (0..4).map(|i| sequence / columns.pow(i) % columns + 1);
        let moves: Vec<String> = digits.map(|column| column.to_string()).collect();
        let state = played(&game, moves.iter().map(String::as_str));
        counts[2 - value_of(&mut search, &state).index()] += 1;
    }
    counts
}

/// The state after moves given as text.
fn played<'a, G: Playable>(game: &G, moves: impl Iterator<Item = &'a str>) -> G::State {
    let mut state = game.initial();
    for text in moves {
        let agent = game.turn(&state).agent().expect("the play is not over");
        let mv = game.read_move(&state, agent, text).expect("the move is legal");
        game.play(&mut state, agent, mv);
    }
    state
}

#[test]
fn the_position_lists_of_table_3_1() {
    assert_eq!(after_four_moves(4, 5), [16, 222, 18]);
    assert_eq!(after_four_moves(5, 4), [56, 445, 124], "rows and columns are not the same");
    assert_eq!(after_four_moves(5, 5), [334, 267, 24]);
}

#[test]
fn published_scores_of_connect_four() {
    let game = ConnectFour::<u64>::new(7, 6, 4, Scoring::Distance);
    let mut search = AlphaBeta::new(&game, SolveOptions::default(), 64 << 20);
    for (set, most) in [("L3_R1", 200), ("L2_R1", 200), ("L1_R1", 20)] {
        let Some(text) = shared(&format!("connect4/{set}.txt")) else { return };
        assert!(text.lines().count() >= most);
        for line in text.lines().take(most) {
            let (moves, published) = line.split_once(' ').expect("moves and a score");
            let state = played(&game, (0..moves.len()).map(|i| &moves[i..=i]));
            let value = game.outcomes().number(value_of(&mut search, &state));
            let relative = if moves.len().is_multiple_of(2) { value } else { 0.0 - value };
            assert_eq!(relative, published.trim().parse::<f64>().expect("a number"), "{moves}");
        }
    }
}

/// A file of the shared data; a notice if it is not there.
fn shared(name: &str) -> Option<String> {
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/");
    let text = std::fs::read_to_string(format!("{place}{name}")).ok();
    if text.is_none() {
        println!("skipped: there is no shared/data/{name} beside the project");
    }
    text
}
