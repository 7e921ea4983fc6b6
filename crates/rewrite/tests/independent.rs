//! Queries answered a second time without formulas: heuristics, states and values of line games and
//! of Breakthrough on boards of various sizes, computed from their definitions.

use std::collections::{BTreeMap, BTreeSet};

use ludex_base::{Budget, Random};
use ludex_rewrite::{Description, Rational, evaluate_formula, parse_formula, query};
use serde_json::{Value, json};

/// A board of marks, row by row from the bottom: 0 for empty, 1 and 2 for the marks of the players.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Board {
    columns: usize,
    cells: Vec<u8>,
}

impl Board {
    fn empty(columns: usize, rows: usize) -> Board {
        Board { columns, cells: vec![0; columns * rows] }
    }

    fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    fn random(columns: usize, rows: usize, dice: &mut Random) -> Board {
        let cells = (0..columns * rows).map(|_| dice.below(3) as u8).collect();
        Board { columns, cells }
    }

    /// Returns the cell at a number of steps in a direction from one, if it is on the board.
    fn step(&self, cell: usize, (dc, dr): (isize, isize), steps: isize) -> Option<usize> {
        let column = (cell % self.columns) as isize + steps * dc;
        let row = (cell / self.columns) as isize + steps * dr;
        let inside = column >= 0 && column < self.columns as isize;
        let inside = inside && row >= 0 && row < self.rows() as isize;
        inside.then(|| row as usize * self.columns + column as usize)
    }

    /// Returns the board in the notation of queries, top row first.
    fn grid(&self, marks: [&str; 3]) -> String {
        let line =
            |row: &[u8]| row.iter().map(|&m| marks[m as usize]).collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = self.cells.chunks(self.columns).rev().map(line).collect();
        lines.join("/")
    }

    /// Returns all lines of a length, each once, as lists of cells.
    fn lines(&self, length: usize, directions: &[(isize, isize)]) -> Vec<Vec<usize>> {
        let line = |cell, direction| {
            (0..length as isize).map(|n| self.step(cell, direction, n)).collect::<Option<Vec<_>>>()
        };
        let cells = 0..self.cells.len();
        cells.flat_map(|cell| directions.iter().filter_map(move |&d| line(cell, d))).collect()
    }

    fn has_line(&self, mark: u8, lines: &[Vec<usize>]) -> bool {
        lines.iter().any(|line| line.iter().all(|&cell| self.cells[cell] == mark))
    }
}

const FOUR: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Returns a line game as text, without diagonals if `straight`.
fn lines_text(columns: usize, rows: usize, length: usize, straight: bool) -> String {
    let names: Vec<String> = (1..=length).map(|i| format!("x{i}")).collect();
    let variables = names.join(", ");
    let chain = |relation: &str| {
        let steps = names.windows(2).map(|w| format!("{relation}({}, {})", w[0], w[1]));
        format!("({})", steps.collect::<Vec<_>>().join(" and "))
    };
    let relations = if straight { &["R", "C"][..] } else { &["R", "C", "DgA", "DgB"] };
    let line = relations.iter().map(|r| chain(r)).collect::<Vec<_>>().join(" or ");
    let win = |mark: &str| {
        let marks = names.iter().map(|x| format!("{mark}({x}) and ")).collect::<String>();
        format!("ex {variables} ({marks}Line({variables}))")
    };
    let grid = Board::empty(columns, rows).grid([".", "", ""]);
    format!(
        "PLAYERS X, O
        REL DgA(x, y) = ex z (R(x, z) and C(z, y))
        REL DgB(x, y) = ex z (R(x, z) and C(y, z))
        REL Line({variables}) = {line}
        REL WinP() = {}
        REL WinQ() = {}
        RULE Cross: [a | - | - ] -> [a | P(a) | - ] emb P, Q pre not WinQ()
        RULE Nought: [a | - | - ] -> [a | Q(a) | - ] emb P, Q pre not WinP()
        LOC 0 {{ PLAYER X PAYOFF {{ X: :(WinP()) - :(WinQ()); O: :(WinQ()) - :(WinP()) }} MOVES [Cross -> 1] }}
        LOC 1 {{ PLAYER O PAYOFF {{ X: :(WinP()) - :(WinQ()); O: :(WinQ()) - :(WinP()) }} MOVES [Nought -> 0] }}
        MODEL [ | P:1 {{}}; Q:1 {{}} | ] \"{grid}\"",
        win("P"),
        win("Q"),
    )
}

fn parsed(text: &str) -> Description {
    Description::parse(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn asked(description: &Description, text: &str) -> Value {
    query(description, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the heuristic from goals \[KS11\] on lines: a mark counts α to the number of missing
/// marks, and so does every further step.
fn line_steps(
    board: &Board,
    mark: u8,
    length: usize,
    directions: &[(isize, isize)],
    alpha: &Rational,
) -> Rational {
    let mut sum = Rational::ZERO;
    for cell in 0..board.cells.len() {
        for &direction in directions {
            for made in 0..length {
                match board.step(cell, direction, made as isize) {
                    Some(next) if board.cells[next] == mark => {
                        sum = &sum + &alpha.power((length - 1 - made) as u32);
                    }
                    _ => break,
                }
            }
        }
    }
    sum
}

/// Returns the heuristic with rule conditions \[KS11\] on lines: over those with own marks only, by
/// their number.
fn line_powers(board: &Board, mark: u8, lines: &[Vec<usize>], power: u32) -> i64 {
    let count = |line: &Vec<usize>, mark| line.iter().filter(|&&c| board.cells[c] == mark).count();
    let open = lines.iter().filter(|line| count(line, 3 - mark) == 0);
    open.map(|line| (count(line, mark) as i64).pow(power)).sum()
}

#[test]
fn heuristics_of_lines() {
    let mut dice = Random::new(8);
    for (columns, rows, length, straight) in
        [(3, 3, 3, false), (4, 3, 3, true), (5, 4, 4, false), (4, 5, 2, false), (8, 9, 5, false)]
    {
        let description = parsed(&lines_text(columns, rows, length, straight));
        let directions = if straight { &FOUR[..2] } else { &FOUR[..] };
        for (alpha, power) in [("1/4", 4), ("1/3", 2), ("2", 1), ("1", 3)] {
            let number = Rational::parse(alpha).unwrap();
            for _ in 0..6 {
                let board = Board::random(columns, rows, &mut dice);
                let grid = board.grid([".", "P", "Q"]);
                let [own, other] =
                    [1, 2].map(|mark| line_steps(&board, mark, length, directions, &number));
                let found = asked(&description, &format!("hval X {alpha} \"{grid}\""));
                assert_eq!(found, json!((&own + &-&other).to_string()), "{grid} {alpha}");
                let found = asked(&description, &format!("hval O {alpha} \"{grid}\""));
                assert_eq!(found, json!((&other + &-&own).to_string()), "{grid} {alpha}");
                let lines = board.lines(length, directions);
                let [own, other] = [1, 2].map(|mark| line_powers(&board, mark, &lines, power));
                let found = asked(&description, &format!("alt X {power} \"{grid}\""));
                assert_eq!(found, json!((own - other).to_string()), "{grid} {power}");
            }
        }
    }
}

/// Counts states and final states by payoff, and computes the value of a game, by visiting
/// everything.
struct Tree<'a> {
    moves: &'a dyn Fn(&Board, u8) -> Vec<Board>,
    /// The payoff of the first player if the play ends.
    payoff: &'a dyn Fn(&Board) -> i32,
    values: BTreeMap<(Board, u8), i32>,
    terminals: BTreeMap<String, u64>,
}

impl Tree<'_> {
    fn value(&mut self, board: &Board, side: u8) -> i32 {
        if let Some(&value) = self.values.get(&(board.clone(), side)) {
            return value;
        }
        let next = (self.moves)(board, side);
        let values: Vec<i32> = next.iter().map(|b| self.value(b, 3 - side)).collect();
        let best = if side == 1 { values.iter().max() } else { values.iter().min() };
        let value = best.copied().unwrap_or_else(|| {
            let payoff = (self.payoff)(board);
            *self.terminals.entry(payoff.to_string()).or_default() += 1;
            payoff
        });
        self.values.insert((board.clone(), side), value);
        value
    }
}

fn check_tree(
    description: &Description,
    start: &Board,
    moves: &dyn Fn(&Board, u8) -> Vec<Board>,
    payoff: &dyn Fn(&Board) -> i32,
) {
    let mut tree = Tree { moves, payoff, values: BTreeMap::new(), terminals: BTreeMap::new() };
    let value = tree.value(start, 1);
    assert_eq!(asked(description, "value"), json!(value.to_string()));
    assert_eq!(asked(description, "states"), json!(tree.values.len()));
    assert_eq!(asked(description, "terminals"), json!(tree.terminals));
    assert_eq!(asked(description, "nmoves 0"), json!(moves(start, 1).len()));
}

#[test]
fn states_and_values_of_lines() {
    for (columns, rows, length, straight) in
        [(2, 2, 2, true), (3, 2, 3, true), (4, 2, 3, false), (3, 3, 3, true), (3, 3, 2, false)]
    {
        let description = parsed(&lines_text(columns, rows, length, straight));
        let start = Board::empty(columns, rows);
        let lines = start.lines(length, if straight { &FOUR[..2] } else { &FOUR });
        let moves = |board: &Board, side: u8| {
            let over = board.has_line(3 - side, &lines);
            let free = (0..board.cells.len()).filter(|&cell| !over && board.cells[cell] == 0);
            let marked = |cell| {
                let mut next = board.clone();
                next.cells[cell] = side;
                next
            };
            free.map(marked).collect()
        };
        let payoff = |board: &Board| {
            i32::from(board.has_line(1, &lines)) - i32::from(board.has_line(2, &lines))
        };
        check_tree(&description, &start, &moves, &payoff);
    }
}

/// Returns Breakthrough without the loss of all pieces, as in \[KS11\].
fn breakthrough_text(columns: usize, rows: usize) -> String {
    let mut start = Board::empty(columns, rows);
    start.cells[..columns].fill(1);
    start.cells[columns * (rows - 1)..].fill(2);
    let step = |name: &str, own: &str, other: &str, relation: &str, win: &str| {
        let take = if relation.starts_with("Dg") { format!("; {other}(b)") } else { String::new() };
        let quiet = format!(
            "RULE {name}: [a, b | {own}(a); {relation} | - ] -> [a, b | {own}(b) | - ] emb W, B pre not {win}()\n"
        );
        let taking = format!(
            "RULE Take{name}: [a, b | {own}(a){take}; {relation} | - ] -> [a, b | {own}(b) | - ] emb W, B pre not {win}()\n"
        );
        if take.is_empty() { quiet } else { quiet + &taking }
    };
    format!(
        "PLAYERS White, Black
        REL DgR(x, y) = ex z (R(x, z) and C(z, y))
        REL DgL(x, y) = ex z (R(z, x) and C(z, y))
        REL WinW() = ex x (W(x) and not ex y C(x, y))
        REL WinB() = ex x (B(x) and not ex y C(y, x))
        {}{}{}{}{}{}
        LOC 0 {{ PLAYER White PAYOFF {{ White: :(WinW()) - :(WinB()); Black: :(WinB()) - :(WinW()) }}
          MOVES [Up -> 1; UpR -> 1; UpL -> 1; TakeUpR -> 1; TakeUpL -> 1] }}
        LOC 1 {{ PLAYER Black PAYOFF {{ White: :(WinW()) - :(WinB()); Black: :(WinB()) - :(WinW()) }}
          MOVES [Down -> 0; DownR -> 0; DownL -> 0; TakeDownR -> 0; TakeDownL -> 0] }}
        MODEL [ | W:1 {{}}; B:1 {{}} | ] \"{}\"",
        step("Up", "W", "B", "C(a, b)", "WinB"),
        step("UpR", "W", "B", "DgR(a, b)", "WinB"),
        step("UpL", "W", "B", "DgL(a, b)", "WinB"),
        step("Down", "B", "W", "C(b, a)", "WinW"),
        step("DownR", "B", "W", "DgL(b, a)", "WinW"),
        step("DownL", "B", "W", "DgR(b, a)", "WinW"),
        start.grid([".", "W", "B"]),
    )
}

#[test]
fn states_and_values_of_breakthrough() {
    for (columns, rows) in [(2, 3), (2, 4), (3, 3), (4, 3)] {
        let description = parsed(&breakthrough_text(columns, rows));
        let mut start = Board::empty(columns, rows);
        start.cells[..columns].fill(1);
        start.cells[columns * (rows - 1)..].fill(2);
        let wins = |board: &Board, side: u8| {
            let last = if side == 1 { rows - 1 } else { 0 };
            board.cells[last * columns..(last + 1) * columns].contains(&side)
        };
        let moves = |board: &Board, side: u8| {
            let mut next = Vec::new();
            for cell in (0..board.cells.len()).filter(|&c| board.cells[c] == side) {
                for column in [-1, 0, 1] {
                    let up = if side == 1 { 1 } else { -1 };
                    let Some(to) = board.step(cell, (column, up), 1) else { continue };
                    let free = board.cells[to] == 0;
                    let taken = board.cells[to] == 3 - side && column != 0;
                    if (free || taken) && !wins(board, 3 - side) {
                        let mut after = board.clone();
                        (after.cells[cell], after.cells[to]) = (0, side);
                        next.push(after);
                    }
                }
            }
            next
        };
        let payoff = |board: &Board| i32::from(wins(board, 1)) - i32::from(wins(board, 2));
        check_tree(&description, &start, &moves, &payoff);
    }
}

#[test]
fn heuristics_of_breakthrough() {
    let mut dice = Random::new(9);
    for (columns, rows) in [(2, 2), (3, 4), (2, 6), (4, 9), (2, 11), (2, 13)] {
        let description = parsed(&breakthrough_text(columns, rows));
        for alpha in ["1/4", "1/2", "3"] {
            let number = Rational::parse(alpha).unwrap();
            let board = Board::random(columns, rows, &mut dice);
            let grid = board.grid([".", "W", "B"]);
            let mut sum = Rational::ZERO;
            for (cell, &mark) in board.cells.iter().enumerate().filter(|(_, mark)| **mark > 0) {
                let row = cell / columns;
                let made = if mark == 1 { row } else { rows - 1 - row };
                // Beyond ten literals there is no description: only the last row itself counts.
                let steps = match rows > 11 {
                    true if made + 1 < rows => Rational::ZERO,
                    true => Rational::ONE,
                    false => (0..=made)
                        .map(|step| number.power((rows - 1 - step) as u32))
                        .fold(Rational::ZERO, |a, b| &a + &b),
                };
                sum = if mark == 1 { &sum + &steps } else { &sum + &-&steps };
            }
            let found = asked(&description, &format!("hval White {alpha} \"{grid}\""));
            assert_eq!(found, json!(sum.to_string()), "{columns}x{rows} {grid} {alpha}");
        }
    }
}

/// Returns the extension of a formula: the elements its one free variable can stand for.
fn extension(description: &Description, text: &str) -> BTreeSet<usize> {
    let formula = parse_formula(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let model = &description.model;
    let holds = |&e: &usize| {
        let limits = (10_000_000, &Budget::default());
        evaluate_formula(description, model, &formula, &[("x".into(), e)], limits).unwrap()
    };
    (0..model.size()).filter(holds).collect()
}

#[test]
fn descriptions_are_existential_and_equivalent() {
    let mut described = 0;
    for (columns, rows) in [(2, 2), (3, 3), (4, 3), (2, 5)] {
        let description = parsed(&breakthrough_text(columns, rows));
        for formula in [
            "not ex y C(x, y)",
            "not ex y C(y, x)",
            "not ex y R(x, y)",
            "not ex y R(y, x)",
            "all y (not C(x, y)) and all z (not R(z, x))",
            "ex y (C(x, y) and not ex z C(y, z))",
            "ex y (R(x, y) and C(x, y))",
            "not ex y DgR(x, y)",
            "ex y C(x, y) and ex y C(y, x)",
            "true",
            "false",
        ] {
            let answer = asked(&description, &format!("describe {formula}"));
            let Some(text) = answer.as_str() else { continue };
            described += 1;
            assert!(!text.contains("all "), "{formula}: {text}");
            let wanted = extension(&description, formula);
            assert_eq!(extension(&description, text), wanted, "{formula}: {text}");
        }
    }
    assert!(described >= 20, "{described}");
}
