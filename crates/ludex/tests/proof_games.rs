//! Proof games, reciprocal help play and play of exactly n moves.

use std::collections::BTreeMap;

use ludex::{Problem, ProblemSolved, solve_problem};
use ludex_base::{Random, trials};
use ludex_game::{Agent, Game, Model, Notation};
use ludex_games::Chess;

fn solve(stipulation: &str, position: &str) -> ProblemSolved {
    let problem = Problem { all: true, ..Problem::new(stipulation, position) };
    solve_problem(&problem).unwrap_or_else(|error| panic!("{stipulation} {position}: {error}"))
}

/// All lines of this many moves from the start, by the men that they leave on the board.
fn enumerate(
    game: &Chess,
    state: &<Chess as Model>::State,
    left: usize,
    line: &mut Vec<String>,
    all: &mut BTreeMap<String, Vec<Vec<String>>>,
) {
    if left == 0 {
        let position = game.write_position(state);
        let board = position.split(' ').next().unwrap_or_default();
        return all.entry(board.to_string()).or_default().push(line.clone());
    }
    let (agent, mut moves) = (Agent((line.len() % 2) as u8), Vec::new());
    game.moves(state, agent, &mut moves);
    for mv in moves {
        line.push(game.write_move(state, agent, mv));
        enumerate(game, &game.after(state, agent, mv), left - 1, line, all);
        line.pop();
    }
}

#[test]
fn short_proof_games_are_those_of_plain_enumeration() {
    let game = Chess::new(false);
    let mut random = Random::new(26);
    for (plies, stipulation, trials) in [(1, "dia0.5", 5), (3, "exact-dia1.5", 40), (4, "dia2", 40)]
    {
        let mut all = BTreeMap::new();
        enumerate(&game, &game.initial(), plies, &mut Vec::new(), &mut all);
        let boards: Vec<&String> = all.keys().collect();
        for _ in 0..trials {
            let board = boards[random.below(boards.len())];
            let mut expected = all[board].clone();
            expected.sort();
            let solved = solve(stipulation, board);
            assert_eq!(solved.solutions, expected, "{stipulation} {board}");
            assert!(solved.complete);
        }
    }
}

/// Published proof games that have one solution.
const PUBLISHED: [(&str, &str, &str); 6] = [
    (
        // Geza Schweig, Tukon 1938
        "dia4",
        "r1bqkbnr/ppp2ppp/3p4/8/8/8/PPPPPPPP/R1BQKBNR",
        "1.Nc3 d6 2.Nd5 Nd7 3.Nxe7 Ndf6 4.Nxg8 Nxg8",
    ),
    (
        // Ernest Clement Mortimer, version of Andrei Frolkin
        "dia4",
        "rnbqkb1r/ppp2ppp/8/8/8/8/PPPPPPPP/RNBQKB1R",
        "1.Nf3 e5 2.Nxe5 Ne7 3.Nxd7 Nec6 4.Nxb8 Nxb8",
    ),
    (
        // Tibor Orban, Die Schwalbe 1976
        "exact-dia4",
        "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR",
        "1.e4 e6 2.Bb5 Ke7 3.Bxd7 c6 4.Be8 Kxe8",
    ),
    (
        // Hans Gruber, Problemkiste 1984
        "dia6",
        "rnbqkbnr/pppp1p1p/8/4p1p1/1PQP4/8/P1PNPPPP/2KR1BNR",
        "1.d4 e5 2.Qd3 Ba3 3.b4 Bxc1 4.Qc4 Bh6 5.Nd2 g5 6.O-O-O Bf8",
    ),
    (
        // Jouwert Turkstra, The Problemist 1994
        "dia9",
        "rnbqkr1K/pppppp1p/5npb/8/5P2/4P3/PPPP2PP/RNBQ1BNR",
        "1.e3 g6 2.Ke2 Bg7 3.Kf3 Be5 4.Kg4 Nf6+ 5.Kg5 Rf8 6.Kh6 Bf4+ 7.Kg7 Ng8 8.Kh8 Bh6 9.f4 Nf6#",
    ),
    (
        // Gerd Wilts, Shortest Proof Games 1991
        "dia10",
        "nrbqkbrn/pppppppp/8/3B4/4QK2/6P1/PPPPPP1P/RNB3NR",
        "1.g3 Nf6 2.Bg2 Nd5 3.Kf1 Nb6 4.Bd5 Nc6 5.Kg2 Ne5 6.Qf1 Ng6 7.Kf3 Rg8 8.Qg2 Nh8 9.Kf4 Rb8 \
         10.Qe4 Na8",
    ),
];

#[test]
fn published_proof_games_have_one_solution() {
    for (stipulation, board, line) in PUBLISHED {
        let solved = solve(stipulation, board);
        if line.is_empty() {
            println!("{stipulation} {:?} {} {}", solved.printed, solved.nodes, solved.seconds);
            continue;
        }
        println!("{stipulation} {} nodes {:.1} s", solved.nodes, solved.seconds);
        assert_eq!(solved.printed, [line], "{stipulation}");
        assert!(solved.complete && solved.short.iter().all(Vec::is_empty));
    }
}

#[test]
fn a_proof_game_of_another_side_on_turn_is_refused() {
    let wrong = Problem::new("dia4", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b");
    let error = solve_problem(&wrong).expect_err("White is on turn");
    assert!(error.message.contains("White is on turn"), "{error}");
    let proof = Problem { evidence: true, ..Problem::new("dia1", "8/8/8/8/8/8/8/K6k") };
    assert!(solve_problem(&proof).is_err_and(|error| error.message.contains("--evidence")));
}

#[test]
fn published_reciprocal_problems_have_their_solutions() {
    // Norbert Geissler, Problemkiste 1994
    let solved = solve("reci-h#2", "r3k2r/1b3p1p/4p3/4B2R/N3p2P/4b1nN/3P1pKp/6RB");
    assert_eq!(solved.printed, ["1.f1=N d4 2.exd3 e.p.#", "1.f1=N d4 2.O-O-O Nb6#"]);
    // Theodor Steudel, Problemkiste 1994
    let solved = solve("reci-h(=)#3", "8/6P1/8/8/8/4p3/8/5k1K");
    assert_eq!(solved.printed, ["1.e2 g8=Q 2.e1=Q Qg3 3.Qe2 Qg1#", "1.e2 g8=Q 2.e1=Q Qg3 3.Qxg3="]);
}

/// Returns a random position with few men, where mates are near: in a corner a king with a pawn or
/// two, and two or three pieces of the other side.
fn random_position(random: &mut Random, white: bool) -> Option<String> {
    let mut squares = ['1'; 64];
    let (strong, weak) = ("QRRBN", "ppnrb");
    squares[random.below(2) + 8 * random.below(2)] = 'k';
    let mut put = |man: char, random: &mut Random| {
        let at = random.below(64);
        let on_edge = !(8..56).contains(&at);
        if squares[at] == '1' && !(on_edge && man.eq_ignore_ascii_case(&'p')) {
            squares[at] = man;
        }
    };
    put('K', random);
    for _ in 0..2 + random.below(2) {
        put(char::from(strong.as_bytes()[random.below(5)]), random);
    }
    for _ in 0..random.below(3) {
        put(char::from(weak.as_bytes()[random.below(5)]), random);
    }
    let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
    let position = format!("{} {} - - 0 1", rows.join("/"), if white { "w" } else { "b" });
    let game = Chess::new(false);
    let state = game.read_position(&position).ok()?;
    let mut moves = Vec::new();
    game.moves(&state, game.side_on_turn(&state), &mut moves);
    (!moves.is_empty()).then(|| game.write_position(&state))
}

/// Returns the moves after which this many more moves of the side on turn mate, neither sooner nor
/// later, whatever the other side does.
fn exact_keys(game: &Chess, state: &<Chess as Model>::State, more: u32) -> Vec<String> {
    let agent = game.side_on_turn(state);
    let mate = game
        .atoms()
        .iter()
        .position(|name| *name == format!("mate({})", game.agents().name(agent.other())));
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let solves = |mv: &_| {
        let next = game.after(state, agent, *mv);
        if more == 0 {
            return mate.is_some_and(|mate| game.holds(&next, mate as u32));
        }
        let mut replies = Vec::new();
        game.moves(&next, agent.other(), &mut replies);
        let after = |reply| game.after(&next, agent.other(), reply);
        !replies.is_empty()
            && replies
                .into_iter()
                .all(|reply| !exact_keys(game, &after(reply), more - 1).is_empty())
    };
    let keys = moves.into_iter().filter(solves);
    let mut keys: Vec<String> = keys.map(|mv| game.write_move(state, agent, mv)).collect();
    keys.sort();
    keys
}

#[test]
fn exact_keys_are_those_of_the_definition() {
    let (game, mut random, mut solved) = (Chess::new(false), Random::new(5), 0);
    for _ in 0..trials(90) {
        let Some(position) = random_position(&mut random, true) else { continue };
        let state = game.read_position(&position).expect("a position");
        let expected = exact_keys(&game, &state, 1);
        let found: Vec<String> =
            solve("exact-#2", &position).solutions.into_iter().flatten().collect();
        assert_eq!(found, expected, "{position}");
        solved += usize::from(!expected.is_empty());
    }
    assert!(solved >= 1, "none has a solution");
}

/// A reciprocal solution is a helpmate beside a move by which the side that begins reaches its own
/// goal, here a capture or a check, after the same moves.
#[test]
fn reciprocal_solutions_are_those_of_the_definition() {
    let (game, mut random, mut with) = (Chess::new(false), Random::new(6), [0; 2]);
    for trial in 0..trials(90) {
        let Some(position) = random_position(&mut random, trial % 2 == 0) else { continue };
        let state = game.read_position(&position).expect("a position");
        let first = game.side_on_turn(&state);
        let (sign, goal) = if trial % 3 == 0 { ('+', "+") } else { ('x', "x") };
        // Who could reach its own goal instead moves after the first half move.
        let kinds =
            [("h#1.5", "reci-h", "#1.5", first.other()), ("ser-h+2", "ser-reci-h", "+2", first)];
        for (kind, (help, prefix, moves, own)) in kinds.into_iter().enumerate() {
            let mut expected = Vec::new();
            for line in solve(help, &position).solutions {
                let opening = game.read_move(&state, first, &line[0]).expect("a move");
                let (after, mut all) = (game.after(&state, first, opening), Vec::new());
                game.moves(&after, own, &mut all);
                let reaches = |mv: &_| {
                    let text = game.print_move(&after, own, *mv);
                    text.contains(sign) || sign == '+' && text.contains('#')
                };
                let write = |mv: &_| game.write_move(&after, own, *mv);
                let goals: Vec<String> = all.iter().filter(|mv| reaches(mv)).map(write).collect();
                if !goals.is_empty() {
                    expected.extend(goals.into_iter().map(|mv| vec![line[0].clone(), mv]));
                    expected.push(line);
                }
            }
            expected.sort();
            expected.dedup();
            with[kind] += usize::from(!expected.is_empty());
            let found = solve(&format!("{prefix}({goal}){moves}"), &position).solutions;
            assert_eq!(found, expected, "{prefix}({goal}){moves} {position}");
        }
    }
    assert!(with.iter().all(|&with| with >= 1), "none has a solution: {with:?}");
}
