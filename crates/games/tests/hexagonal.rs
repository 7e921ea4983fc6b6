//! Hex and Y against a plain implementation on lists of cells, and against what is known.

use std::collections::HashMap;

use ludex_game::{Agent, Game, Hints, Model, Notation, Turn, check_laws};
use ludex_games::{Hex, Playable, Y};

use crate::support;
use support::{Random, Slow, check_hints, compare, played, refuses, slow_tree, texts, tree};

/// A board as a list of cells with names: `None`, or whose stone stands there.
#[derive(Clone)]
struct Plain {
    size: usize,
    triangle: bool,
    stones: Vec<Vec<Option<usize>>>,
}

impl Plain {
    fn new(size: usize, triangle: bool) -> Plain {
        let width = |row: usize| if triangle { row + 1 } else { size };
        Plain { size, triangle, stones: (0..size).map(|row| vec![None; width(row)]).collect() }
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        let rows = self.stones.iter().enumerate();
        rows.flat_map(|(r, row)| (0..row.len()).map(move |i| (r, i))).collect()
    }

    /// Returns the name of a cell. Hex: column letter, row number. Y: row letter, number in the
    /// row.
    fn name(&self, (row, place): (usize, usize)) -> String {
        let (letter, number) = if self.triangle { (row, place) } else { (place, row) };
        format!("{}{}", (b'a' + letter as u8) as char, number + 1)
    }

    /// Returns whether two cells are adjacent, written out for each board rather than derived from
    /// a drawing.
    fn adjacent(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let step = (b.0 as i32 - a.0 as i32, b.1 as i32 - a.1 as i32);
        match self.triangle {
            false => [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)].contains(&step),
            true => [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)].contains(&step),
        }
    }

    fn chain(&self, start: (usize, usize)) -> Vec<(usize, usize)> {
        let colour = self.stones[start.0][start.1];
        let (mut chain, mut next) = (vec![start], 0);
        while next < chain.len() {
            for cell in self.cells() {
                let same = self.stones[cell.0][cell.1] == colour;
                if same && self.adjacent(chain[next], cell) && !chain.contains(&cell) {
                    chain.push(cell);
                }
            }
            next += 1;
        }
        chain
    }

    fn touches_all(&self, chain: &[(usize, usize)], colour: usize) -> bool {
        let last = self.size - 1;
        let (rows, places): (Vec<usize>, Vec<usize>) = chain.iter().copied().unzip();
        match (self.triangle, colour) {
            (false, 0) => rows.contains(&0) && rows.contains(&last),
            (false, _) => places.contains(&0) && places.contains(&last),
            (true, _) => {
                let right = chain.iter().any(|&(row, place)| row == place);
                places.contains(&0) && right && rows.contains(&last)
            }
        }
    }

    fn winner(&self) -> Option<usize> {
        let stones = self.cells().into_iter().filter(|&(r, i)| self.stones[r][i].is_some());
        let mut colours = stones.filter_map(|cell| {
            let colour = self.stones[cell.0][cell.1]?;
            self.touches_all(&self.chain(cell), colour).then_some(colour)
        });
        colours.next()
    }

    fn empty(&self) -> Vec<(usize, usize)> {
        let free = |&(r, i): &(usize, usize)| self.stones[r][i].is_none();
        self.cells().into_iter().filter(free).collect()
    }
}

impl Slow for Plain {
    fn moves(&self, _agent: Agent) -> Vec<String> {
        match self.winner() {
            None => self.empty().into_iter().map(|cell| self.name(cell)).collect(),
            Some(_) => Vec::new(),
        }
    }

    fn play(&mut self, agent: Agent, mv: &str) {
        let cell = self.cells().into_iter().find(|&cell| self.name(cell) == mv);
        let (row, place) = cell.expect("the cell is on the board");
        self.stones[row][place] = Some(agent.index());
    }

    fn result(&self) -> Option<f64> {
        self.winner().map(|winner| if winner == 0 { 1.0 } else { -1.0 })
    }
}

/// Checks on random plays that pairs of cells, and cells and the bottom, are linked as by the plain
/// rules.
fn compare_links<G: Playable>(game: &G, mut plain: Plain, seed: u64) {
    let (mut random, mut state) = (Random::new(seed), game.initial());
    let (atoms, cells) = (game.atoms(), plain.cells());
    let number = |name: String| {
        let place = atoms.iter().position(|atom| *atom == name);
        place.expect("the atom has a name") as u32
    };
    while let Turn::Of(agent) = game.turn(&state) {
        let moves = texts(game, &state, agent);
        let text = &moves[random.below(moves.len())];
        state = game.after(&state, agent, game.read_move(&state, agent, text).expect("a move"));
        plain.play(agent, text);
        let [a, b] = [0; 2].map(|_| cells[random.below(cells.len())]);
        let (stone, chain) = (plain.stones[a.0][a.1].is_some(), plain.chain(a));
        if a != b {
            let linked = number(format!("linked({},{})", plain.name(a), plain.name(b)));
            assert_eq!(game.holds(&state, linked), stone && chain.contains(&b));
        }
        let bottom = number(format!("linked({},bottom)", plain.name(a)));
        let touches = chain.iter().any(|cell| cell.0 == plain.size - 1);
        assert_eq!(game.holds(&state, bottom), stone && touches);
        let empty = number(format!("empty({})", plain.name(a)));
        assert_eq!(game.holds(&state, empty), !stone);
    }
}

/// Returns whether a move of the agent on turn wins: plain search that stops at the first winning
/// reply.
fn wins<G: Game>(
    game: &G,
    state: &G::State,
    agent: Agent,
    mv: G::Move,
    known: &mut HashMap<G::State, bool>,
) -> bool {
    let next = game.after(state, agent, mv);
    let Turn::Of(other) = game.turn(&next) else { return game.wins(&next, agent) };
    if let Some(&wins) = known.get(&next) {
        return wins;
    }
    let mut replies = Vec::new();
    game.moves(&next, other, &mut replies);
    let answered = replies.into_iter().any(|reply| wins(game, &next, other, reply, known));
    known.insert(next, !answered);
    !answered
}

/// Returns the first moves that win, as text.
fn winning_openings<G: Game + Notation>(game: &G) -> String {
    let (start, mut known, mut moves) = (game.initial(), HashMap::new(), Vec::new());
    game.moves(&start, Agent::FIRST, &mut moves);
    moves.retain(|&mv| wins(game, &start, Agent::FIRST, mv, &mut known));
    let texts = moves.into_iter().map(|mv| game.write_move(&start, Agent::FIRST, mv));
    texts.collect::<Vec<String>>().join(" ")
}

#[test]
fn laws_hold() {
    for size in 1..=5 {
        check_laws(&Hex::<u64>::hex(size), 3, 6).expect("a lawful game");
        check_laws(&Y::<u64>::y(size), 3, 6).expect("a lawful game");
    }
    check_laws(&Hex::<u128>::hex(9), 3, 2).expect("a lawful game");
    check_laws(&Y::<u128>::y(11), 3, 2).expect("a lawful game");
}

#[test]
fn hex_agrees_with_the_plain_rules() {
    for size in 1..=5 {
        compare(&Hex::<u64>::hex(size), &Plain::new(size, false), 1, 30, 6);
        compare(&Hex::<u128>::hex(size), &Plain::new(size, false), 2, 5, 6);
        compare_links(&Hex::<u64>::hex(size), Plain::new(size, false), 3);
    }
    compare(&Hex::<u64>::hex(8), &Plain::new(8, false), 4, 2, 6);
    compare(&Hex::<u128>::hex(11), &Plain::new(11, false), 5, 1, 6);
}

#[test]
fn y_agrees_with_the_plain_rules() {
    for size in 1..=6 {
        compare(&Y::<u64>::y(size), &Plain::new(size, true), 1, 30, 6);
        compare(&Y::<u128>::y(size), &Plain::new(size, true), 2, 5, 6);
        compare_links(&Y::<u64>::y(size), Plain::new(size, true), 3);
    }
    compare(&Y::<u64>::y(10), &Plain::new(10, true), 4, 2, 6);
    compare(&Y::<u128>::y(15), &Plain::new(15, true), 5, 1, 6);
}

#[test]
fn trees_have_the_same_size_as_those_of_the_plain_rules() {
    for (size, depth) in [(1, 2), (2, 9), (3, 5), (4, 3)] {
        let hex = Hex::<u64>::hex(size);
        let expected = slow_tree(&Plain::new(size, false), Agent::FIRST, depth);
        assert_eq!(tree(&hex, &hex.initial(), depth), expected);
    }
    for (size, depth) in [(1, 2), (2, 9), (3, 9), (4, 4)] {
        let y = Y::<u64>::y(size);
        let expected = slow_tree(&Plain::new(size, true), Agent::FIRST, depth);
        assert_eq!(tree(&y, &y.initial(), depth), expected);
    }
}

/// The published pictures: the short diagonal on 2x2 and 4x4, and two cells more on 3x3.
#[test]
fn winning_openings_of_hex_are_those_known() {
    let expected = ["a1", "b1 a2", "c1 a2 b2 c2 a3", "d1 c2 b3 a4"];
    for (size, openings) in (1..).zip(expected) {
        assert_eq!(winning_openings(&Hex::<u64>::hex(size)), openings);
    }
}

/// Up to size 4 every opening but the corners wins from size 3 on; size 2 is won anywhere.
#[test]
fn winning_openings_of_y_are_those_known() {
    let expected = ["a1", "a1 b1 b2", "b1 b2 c2", "b1 b2 c1 c2 c3 d2 d3"];
    for (size, openings) in (1..).zip(expected) {
        assert_eq!(winning_openings(&Y::<u64>::y(size)), openings);
    }
}

/// A board and its image have the same canonical key, and other boards another one.
#[test]
fn symmetric_positions_share_their_canonical_key() {
    let canonical = |game: &dyn Fn(&str) -> u64, texts: &[&str]| {
        let keys: Vec<u64> = texts.iter().map(|text| game(text)).collect();
        assert!(keys.iter().all(|&key| key == keys[0]), "{texts:?}");
        keys[0]
    };
    let hex = Hex::<u64>::hex(3);
    let of_hex = |text: &str| hex.canonical_key(&hex.read_position(text).expect("a position"));
    let one = canonical(&of_hex, &["B../W../...", ".../..W/..B"]);
    assert_ne!(one, canonical(&of_hex, &["..B/..W/...", ".../W../B.."]));
    let y = Y::<u128>::y(3);
    let of_y = |text: &str| y.canonical_key(&y.read_position(text).expect("a position"));
    let corner =
        canonical(&of_y, &["B/W./...", "B/.W/...", "./W./B..", "./../BW.", "./.W/..B", "./../.WB"]);
    assert_ne!(corner, canonical(&of_y, &["B/../.W.", "./W./..B", "./.W/B.."]));
}

/// The state after a move is the state set up from its text: reach and winner included.
#[test]
fn positions_can_be_set_up_freely() {
    let hex = Hex::<u64>::hex(3);
    let mut state = hex.read_position("BB./BB./... white").expect("extra stones are allowed");
    assert_eq!(hex.turn(&state), Turn::Of(Agent::SECOND));
    let mv = hex.read_move(&state, Agent::FIRST, "A3").expect("off turn too");
    hex.play(&mut state, Agent::FIRST, mv);
    assert_eq!(hex.turn(&state), Turn::Final);
    assert!(hex.facts(&state).contains(&"connected(Black)".to_string()));
    assert!(hex.read_move(&state, Agent::SECOND, "c3").is_none());
    assert_eq!(hex.write_position(&played(&hex, "b2 a1 c1")), "W.B/.B./... White");
}

#[test]
fn wrong_positions_are_refused() {
    let texts =
        ["", "...", ".../.../...x", ".../.../... Red", ".../..é/...", "..../.../...", "é/é/é é"];
    refuses(&Hex::<u64>::hex(3), &texts);
    refuses(&Y::<u64>::y(3), &["", ".../../.", "./../...🙂", "./../... Nobody", "./../.../...."]);
}

#[test]
fn drawings_show_rhombus_and_triangle() {
    let hex = Hex::<u64>::hex(2);
    let state = hex.read_position("B./.W").expect("a position");
    let rhombus = " a b\n1 ● · 1\n 2 · ○ 2\n    a b\n";
    assert!(hex.picture(&state).to_text().starts_with(rhombus));
    let y = Y::<u64>::y(2);
    let state = y.read_position("B/.W").expect("a position");
    assert!(y.picture(&state).to_text().starts_with(" a ● 1\nb · ○ 2\n"));
}

#[test]
fn hints_are_sound() {
    for (size, from) in [(2, 0), (3, 0), (4, 7), (5, 17)] {
        check_hints(&Hex::<u64>::hex(size), 11, 100, from);
    }
    for (size, from) in [(2, 0), (3, 0), (4, 2), (5, 7), (6, 13)] {
        check_hints(&Y::<u64>::y(size), 12, 100, from);
    }
}

/// Returns the position with stones by the digits of a number: 0 empty, 1 black, 2 white.
fn numbered(hex: &Hex, size: usize, mut number: usize) -> <Hex as Model>::State {
    let mut rows = Vec::new();
    for _ in 0..size {
        let cells = (0..size).map(|_| {
            let symbol = ['.', 'B', 'W'][number % 3];
            number /= 3;
            symbol
        });
        rows.push(cells.collect());
    }
    hex.read_position(&text(&rows)).expect("a position")
}

/// On all positions of 3x3 with Black on turn (White sees the mirror image) bounds and candidates
/// are compared with the plain definition.
#[test]
fn virtual_connections_agree_with_the_definition_on_3x3() {
    let (hex, mut known) = (Hex::<u64>::hex(3), HashMap::new());
    let mut decided = 0;
    for number in 0..3usize.pow(9) {
        let state = numbered(&hex, 3, number);
        if hex.turn(&state) == Turn::Final {
            continue;
        }
        let mut win = |mv| wins(&hex, &state, Agent::FIRST, mv, &mut known);
        let (mut moves, mut candidates) = (Vec::new(), Vec::new());
        hex.moves(&state, Agent::FIRST, &mut moves);
        let won = moves.into_iter().any(&mut win);
        let at = hex.write_position(&state);
        if let Some(value) = hex.bounds(&state).exact() {
            assert_eq!(value == hex.outcomes().best(), won, "{at}");
            decided += 1;
        } else {
            hex.candidates(&state, &mut candidates);
            assert_eq!(candidates.into_iter().any(&mut win), won, "{at}");
        }
    }
    assert!(decided > 9_000, "virtual connections decide nearly all of them: {decided}");
}

/// Returns whether the agent on turn wins, by bounds and candidates alone.
fn hinted_win(hex: &Hex, state: &<Hex as Model>::State) -> bool {
    let Turn::Of(agent) = hex.turn(state) else { return false };
    if let Some(value) = hex.bounds(state).exact() {
        return (value == hex.outcomes().best()) == (agent == Agent::FIRST);
    }
    let mut candidates = Vec::new();
    hex.candidates(state, &mut candidates);
    candidates.into_iter().any(|mv| !hinted_win(hex, &hex.after(state, agent, mv)))
}

/// The known winning openings of 5x5 up to the middle; the others are their images.
#[test]
fn hints_find_the_winning_openings_of_5x5() {
    let (hex, mut moves) = (Hex::<u64>::hex(5), Vec::new());
    let start = hex.initial();
    hex.moves(&start, Agent::FIRST, &mut moves);
    let half = moves.into_iter().take(13);
    let winning = half.filter(|&mv| !hinted_win(&hex, &hex.after(&start, Agent::FIRST, mv)));
    let texts = winning.map(|mv| hex.write_move(&start, Agent::FIRST, mv));
    assert_eq!(texts.collect::<Vec<String>>().join(" "), "e1 b2 c2 d2 e2 b3 c3");
}

#[test]
fn connections_are_known_to_hold() {
    let hex = Hex::<u64>::hex(4);
    let exact = |text: &str| hex.bounds(&hex.read_position(text).expect("a position")).exact();
    // On the short diagonal Black is connected to both sides, by bridges and by a template.
    assert_eq!(exact("..../..B./..../.... White"), Some(hex.outcomes().best()));
    assert_eq!(exact("..../..W./..../.... Black"), Some(ludex_game::Outcome::WORST));
    let y = Y::<u64>::y(4);
    let exact = |text: &str| y.bounds(&y.read_position(text).expect("a position")).exact();
    assert_eq!(exact("./../.B./.... White"), Some(y.outcomes().best()));
    assert_eq!(exact("./../WB./.... White"), None, "one cell of a bridge is taken");
    // In Y a side does not join chains: only stones do.
    assert_eq!(exact("./B./WWB/.... White"), None);
}

/// Dead cells are no candidates, nor are cells outside a threat of the opponent.
#[test]
fn only_moves_that_may_win_are_candidates() {
    let hex = Hex::<u64>::hex(5);
    let state = hex.read_position("...../...B./...../.W.../..... White").expect("a position");
    let mut candidates = Vec::new();
    hex.candidates(&state, &mut candidates);
    assert!((1..15).contains(&candidates.len()), "{candidates:?}");
}

/// Returns the reduction as published: a new board for each step, four-fold sums of products.
fn slow_reduction(rows: Vec<Vec<f64>>) -> f64 {
    if rows.len() == 1 {
        return rows[0][0];
    }
    let chance = |[a, b, c]: [f64; 3]| {
        let not = |x: f64| 1.0 - x;
        a * b * c + a * b * not(c) + a * not(b) * c + not(a) * b * c
    };
    let row = |r: usize| {
        let cell = |i: usize| chance([rows[r][i], rows[r + 1][i], rows[r + 1][i + 1]]);
        (0..rows[r].len()).map(cell).collect()
    };
    slow_reduction((0..rows.len() - 1).map(row).collect())
}

/// Returns the position after some random moves that do not end the game.
fn some_position<G: Playable>(game: &G, random: &mut Random) -> G::State {
    let (mut state, mut moves) = (game.initial(), Vec::new());
    for _ in 0..random.below(12) {
        let Turn::Of(agent) = game.turn(&state) else { break };
        moves.clear();
        game.moves(&state, agent, &mut moves);
        let next = game.after(&state, agent, moves[random.below(moves.len())]);
        if game.turn(&next) == Turn::Final {
            break;
        }
        state = next;
    }
    state
}

fn symbols(text: &str) -> Vec<Vec<char>> {
    let board = text.split(' ').next().expect("a board comes first");
    board.split('/').map(|row| row.chars().collect()).collect()
}

fn text(rows: &[Vec<char>]) -> String {
    rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

fn other_colour(symbol: char) -> char {
    match symbol {
        'B' => 'W',
        'W' => 'B',
        other => other,
    }
}

fn value_of(symbol: char) -> f64 {
    match symbol {
        'B' => 1.0,
        'W' => 0.0,
        _ => 0.5,
    }
}

#[test]
fn the_reduction_of_y_is_the_slow_one_and_symmetric() {
    let mut random = Random::new(3);
    for n in 0..400 {
        let y = Y::<u64>::y(2 + n % 8);
        let state = some_position(&y, &mut random);
        let value = y.evaluation(0, &state);
        let rows = symbols(&y.write_position(&state));
        let evaluate = |rows: &[Vec<char>]| {
            y.evaluation(0, &y.read_position(&text(rows)).expect("a position"))
        };
        let chances = rows.iter().map(|row| row.iter().map(|&c| value_of(c)).collect()).collect();
        assert!((value - slow_reduction(chances)).abs() < 1e-9, "{rows:?}");
        let swapped: Vec<Vec<char>> =
            rows.iter().map(|row| row.iter().map(|&c| other_colour(c)).collect()).collect();
        assert!((value + evaluate(&swapped) - 1.0).abs() < 1e-9, "{rows:?}");
        let mirrored: Vec<Vec<char>> =
            rows.iter().map(|row| row.iter().rev().copied().collect()).collect();
        assert!((value - evaluate(&mirrored)).abs() < 1e-9, "{rows:?}");
    }
}

/// Hex with the colours swapped and rows as columns is the same game for the other player.
#[test]
fn the_reduction_of_hex_is_symmetric() {
    let mut random = Random::new(4);
    for n in 0..400 {
        let size = 2 + n % 6;
        let hex = Hex::<u64>::hex(size);
        let state = some_position(&hex, &mut random);
        let value = hex.evaluation(0, &state);
        let rows = symbols(&hex.write_position(&state));
        let swapped: Vec<Vec<char>> =
            (0..size).map(|r| (0..size).map(|c| other_colour(rows[c][r])).collect()).collect();
        let other = hex.evaluation(0, &hex.read_position(&text(&swapped)).expect("a position"));
        assert!((value + other - 1.0).abs() < 1e-9, "{rows:?}");
    }
}

/// Fills a random board to the end and compares the evaluation with the winner.
fn check_reduction<G: Hints>(game: &G, seed: u64) {
    let (mut state, mut seed) = (game.initial(), seed);
    while let Turn::Of(agent) = game.turn(&state) {
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        seed = ludex_base::mix(seed + 1);
        state = game.after(&state, agent, moves[(seed % moves.len() as u64) as usize]);
    }
    let winner = if game.wins(&state, Agent::FIRST) { 1.0 } else { 0.0 };
    let evaluation = game.evaluation(0, &state);
    // Evaluations leave a little doubt.
    assert!((evaluation - winner).abs() < 1e-3, "{evaluation} where {winner} is right");
}

/// The theorem of \[Rij02\]: the last cell of the reduction has the colour of the winner. Cells that
/// are still empty do not matter any more.
#[test]
fn the_reduction_of_a_decided_board_is_the_winner() {
    for seed in 0..300 {
        let size = 1 + seed as usize % 8;
        check_reduction(&Y::<u64>::y(size), seed);
        check_reduction(&Hex::<u64>::hex(size), seed);
    }
}
