//! Chess against published move counts, an independent mailbox generator and known positions.

use ludex_base::Random;
use ludex_game::{Agent, Game, Hints, Model, Notation, Outcome, Turn, check_laws};
use ludex_games::Chess;

use crate::mailbox;
use mailbox::Mailbox;

const WHITE: Agent = Agent(0);
const BLACK: Agent = Agent(1);
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

type State = <Chess as Model>::State;
type Move = <Chess as Model>::Move;

fn moves(game: &Chess, state: &State, agent: Agent) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves
}

fn at(game: &Chess, fen: &str) -> State {
    game.read_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn holds(game: &Chess, state: &State, atom: &str) -> bool {
    let number = game.atoms().iter().position(|name| name == atom);
    game.holds(state, number.unwrap_or_else(|| panic!("no atom {atom}")) as u32)
}

/// Returns the number of lines of this many moves; the last move is counted, not played.
fn perft(game: &Chess, state: &State, depth: u32) -> usize {
    let Some(agent) = game.turn(state).agent() else { return 0 };
    let moves = moves(game, state, agent);
    match depth {
        1 => moves.len(),
        _ => moves.iter().map(|&mv| perft(game, &game.after(state, agent, mv), depth - 1)).sum(),
    }
}

/// The counts are those of the chess programming community's standard test positions.
#[test]
fn move_counts_are_the_published_ones() {
    let game = Chess::new(true);
    let positions = [
        (START, 5, 4_865_609),
        (KIWIPETE, 4, 4_085_603),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
    ];
    for (fen, depth, count) in positions {
        assert_eq!(perft(&game, &at(&game, fen), depth), count, "{fen}");
    }
}

/// The moves of both sides, the state after them and the notation agree with the mailbox rules
/// along random plays with some moves off turn.
#[test]
fn random_plays_agree_with_the_mailbox_rules() {
    let mut random = Random::new(7);
    for play in 0..60 {
        let game = Chess::new(play % 2 == 0);
        let fen = [START, KIWIPETE, "4k3/PPP3pp/8/3pP3/8/8/ppp3PP/4K3 w - d6 0 1"][play % 3];
        let (mut state, mut slow) = (at(&game, fen), Mailbox::read(fen));
        for _ in 0..200 {
            let final_ = slow.moves().is_empty() || play % 2 == 0 && slow.clock >= 100;
            assert_eq!(game.turn(&state) == Turn::Final, final_);
            let on_turn = Agent(u8::from(slow.black));
            for agent in [WHITE, BLACK] {
                let mut fast: Vec<String> = moves(&game, &state, agent)
                    .into_iter()
                    .map(|mv| game.write_move(&state, agent, mv))
                    .collect();
                fast.sort();
                let slow_moves = match (final_, agent == on_turn) {
                    (true, _) => Vec::new(),
                    (_, true) => slow.moves(),
                    _ => slow.pass().map(|s| s.moves()).unwrap_or_default(),
                };
                assert_eq!(fast, slow_moves, "{}", game.write_position(&state));
            }
            assert_round_trip(&game, &state);
            if final_ {
                break;
            }
            let off_turn = random.one_in(8);
            let agent = if off_turn { on_turn.other() } else { on_turn };
            let moves = moves(&game, &state, agent);
            if moves.is_empty() {
                continue;
            }
            let mv = moves[random.below(moves.len())];
            if off_turn {
                slow = slow.pass().expect("there is a move off turn");
            }
            slow = slow.after(&game.write_move(&state, agent, mv));
            game.play(&mut state, agent, mv);
            assert_eq!(game.turn(&state).agent().unwrap_or(agent.other()), agent.other());
        }
    }
}

fn assert_round_trip(game: &Chess, state: &State) {
    let text = game.write_position(state);
    let back = at(game, &text);
    assert_eq!(&back, state, "{text}");
    assert_eq!(game.key(&back), game.key(state), "{text}");
    for agent in [WHITE, BLACK] {
        for mv in moves(game, state, agent) {
            let text = game.write_move(state, agent, mv);
            assert_eq!(game.read_move(state, agent, &text), Some(mv), "{text}");
        }
    }
}

#[test]
fn laws_hold() {
    for fifty in [true, false] {
        check_laws(&Chess::new(fifty), 5, 6).unwrap();
        check_laws(&Chess::new(fifty).with_passing(), 5, 6).unwrap();
    }
}

#[test]
fn a_stalemated_side_passes_where_stalemate_does_not_end_the_game() {
    let game = Chess::new(false).with_passing();
    let stalemate = at(&game, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(game.turn(&stalemate), Turn::Of(WHITE));
    assert_eq!(game.side_on_turn(&stalemate), BLACK);
    assert!(holds(&game, &stalemate, "stalemate"), "it is still called so");
    let mut candidates = Vec::new();
    game.candidates(&stalemate, &mut candidates);
    assert_eq!(candidates, moves(&game, &stalemate, WHITE));
    let mate = game.read_move(&stalemate, WHITE, "f7g7").expect("White moves");
    let mated = game.after(&stalemate, WHITE, mate);
    assert_eq!((game.turn(&mated), game.outcome(&mated)), (Turn::Final, Outcome(2)));
    // Where neither side has a move the game is over all the same.
    let blocked = at(&game, "kb6/p1p5/P1P5/8/8/p1p5/P1P5/KB6 w - - 0 1");
    assert_eq!((game.turn(&blocked), game.outcome(&blocked)), (Turn::Final, Outcome(1)));
}

#[test]
fn a_diagram_says_what_it_leaves_out() {
    let game = Chess::new(false);
    let read = |text: &str| {
        let (state, assumed) = game.read_diagram(text, BLACK).expect(text);
        (game.write_position(&state), assumed.turn, assumed.castling)
    };
    let board = "r3k3/8/8/8/8/8/8/R3K2R";
    let cases = [
        ("", "b KQq", Some(BLACK), Some("KQq")),
        (" w", "w KQq", None, Some("KQq")),
        (" b -", "b -", None, None),
        (" w K - 0 1", "w K", None, None),
    ];
    for (said, meant, turn, castling) in cases {
        let position = format!("{board} {meant} - 0 1");
        assert_eq!(read(&format!("{board}{said}")), (position, turn, castling.map(String::from)));
    }
    let (_, turn, castling) = read("4k3/8/8/8/8/8/8/R4K1R w");
    assert_eq!((turn, castling), (None, None), "nobody could castle");
    // A position of a game, rather than of a problem, has the rights that it says it has.
    let state = at(&game, board);
    assert_eq!(game.write_position(&state), format!("{board} w - - 0 1"));
}

#[test]
fn candidates_are_the_moves_with_checks_first() {
    let game = Chess::new(true);
    for fen in [START, KIWIPETE, "6k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 1"] {
        let state = at(&game, fen);
        let mut candidates = Vec::new();
        game.candidates(&state, &mut candidates);
        let checks = |mv: &Move| holds(&game, &game.after(&state, WHITE, *mv), "check(Black)");
        assert!(candidates.is_sorted_by_key(|mv| !checks(mv)), "{fen}");
        candidates.sort();
        let mut all = moves(&game, &state, WHITE);
        all.sort();
        assert_eq!(candidates, all);
    }
}

#[test]
fn mates_stalemates_and_the_clock_end_the_game() {
    let game = Chess::new(true);
    let ends = [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 2),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 1", 2),
        ("7K/6q1/6k1/8/8/8/8/8 w - - 3 1", 0),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1),
        ("7k/8/6K1/8/8/8/8/2Q5 w - - 100 1", 1),
    ];
    for (fen, outcome) in ends {
        let state = at(&game, fen);
        assert_eq!((game.turn(&state), game.outcome(&state)), (Turn::Final, Outcome(outcome)));
        assert!(moves(&game, &state, WHITE).is_empty() && moves(&game, &state, BLACK).is_empty());
        assert_eq!(holds(&game, &state, "mate(Black)"), outcome == 2, "{fen}");
        assert_eq!(holds(&game, &state, "mate(White)"), outcome == 0, "{fen}");
    }
    let free = Chess::new(false);
    let state = at(&free, "7k/8/6K1/8/8/8/8/2Q5 w - - 100 1");
    assert_eq!(free.turn(&state), Turn::Of(WHITE));
    assert!(free.can_repeat() && !game.can_repeat());
}

#[test]
fn states_forget_what_does_not_matter() {
    let (game, free) = (Chess::new(true), Chess::new(false));
    let play = |game: &Chess, line: &[&str]| {
        let mut state = game.initial();
        for (ply, text) in line.iter().enumerate() {
            let agent = Agent((ply % 2) as u8);
            let mv = game.read_move(&state, agent, text).expect("legal");
            game.play(&mut state, agent, mv);
        }
        state
    };
    // A square nobody can capture on is the same as none.
    let text = game.write_position(&play(&game, &["e4"]));
    assert_eq!(text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let ready = game.write_position(&play(&game, &["e4", "h6", "e5", "d5"]));
    assert_eq!(ready, "rnbqkbnr/ppp1ppp1/7p/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1");
    let there = play(&free, &["Nf3", "Nf6", "Ng1", "Ng8"]);
    assert!(there == free.initial() && free.key(&there) == free.key(&free.initial()));
    let there = play(&game, &["Nf3", "Nf6", "Ng1", "Ng8"]);
    assert!(there != game.initial() && game.key(&there) != game.key(&game.initial()));
}

#[test]
fn off_turn_moves_are_those_after_a_pass() {
    let game = Chess::new(true);
    // The pawn could capture en passant on turn only; in check nobody else moves.
    let state = at(&game, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert!(game.read_move(&state, WHITE, "e5d6").is_some());
    let state = game.after(&state, BLACK, game.read_move(&state, BLACK, "e8e7").expect("legal"));
    assert_eq!(game.turn(&state), Turn::Of(WHITE));
    assert!(game.read_move(&state, WHITE, "e5d6").is_none());
    let check = at(&game, "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
    assert!(moves(&game, &check, WHITE).is_empty() && !moves(&game, &check, BLACK).is_empty());
    let stalemate = at(&game, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert!(moves(&game, &stalemate, WHITE).is_empty());
}

#[test]
fn moves_are_read_in_both_notations() {
    let game = Chess::new(true);
    let cases = [
        (START, "Nf3", "g1f3"),
        (START, "E2E4", "e2e4"),
        (KIWIPETE, "O-O", "e1g1"),
        (KIWIPETE, "0-0-0", "e1c1"),
        (KIWIPETE, "dxe6", "d5e6"),
        (KIWIPETE, "Nxd7!", "e5d7"),
        (KIWIPETE, "Qxf6", "f3f6"),
        ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=Q+", "c7c8q"),
        ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8N", "c7c8n"),
        ("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "Nab3", "a1b3"),
        ("4k3/8/8/8/N7/8/8/N3K3 w - - 0 1", "N4c3", "a4c3"),
        ("4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1", "b3", "b2b3"),
        ("4k3/8/8/2p5/1P1B4/8/8/4K3 w - - 0 1", "Bxc5", "d4c5"),
        ("4k3/8/8/2p5/1P1B4/8/8/4K3 w - - 0 1", "bxc5", "b4c5"),
    ];
    for (fen, text, uci) in cases {
        let state = at(&game, fen);
        let mv = game.read_move(&state, WHITE, text);
        assert_eq!(mv.map(|mv| game.write_move(&state, WHITE, mv)).as_deref(), Some(uci), "{text}");
    }
    for text in ["", "e5", "Nb3", "e2e5", "O-O", "♘f3", "c8", "Nac", "xxxx", "e9"] {
        assert_eq!(game.read_move(&game.initial(), WHITE, text), None, "{text}");
    }
    let state = at(&game, "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1");
    assert_eq!(game.read_move(&state, WHITE, "Nb3"), None, "ambiguous");
}

#[test]
fn atoms_say_what_their_names_say() {
    let game = Chess::new(true);
    let state = at(&game, "4k3/8/8/8/8/8/4R3/4K2B b - - 0 1");
    for yes in ["check(Black)", "at(White,rook,e2)", "at(Black,king,e8)", "attacked(White,e8)"] {
        assert!(holds(&game, &state, yes), "{yes}");
    }
    for yes in ["captured(queen)", "captured(Black,rook)", "attacked(White,a8)"] {
        assert!(holds(&game, &state, yes), "{yes}");
    }
    for no in ["check(White)", "mate(Black)", "stalemate", "at(Black,rook,e2)", "captured(rook)"] {
        assert!(!holds(&game, &state, no), "{no}");
    }
    for no in ["attacked(White,b8)", "attacked(Black,e6)", "captured(White,bishop)"] {
        assert!(!holds(&game, &state, no), "{no}");
    }
    assert!(!game.holds(&state, game.atoms().len() as u32));
}

#[test]
fn short_positions_are_filled_in() {
    let game = Chess::new(true);
    let short = at(&game, "8/8/P7/8/7p/8/p1K5/k7 w");
    assert_eq!(game.write_position(&short), "8/8/P7/8/7p/8/p1K5/k7 w - - 0 1");
    assert_eq!(at(&game, "  8/8/P7/8/7p/8/p1K5/k7  "), short);
    // Three checkers at once: not reachable, but a position.
    let triple = at(&game, "4k3/8/3N1N2/8/4R3/8/8/4K3 b");
    assert!(holds(&game, &triple, "check(Black)"));
}

/// The part at fault of each text, and a word of the message.
#[test]
fn wrong_positions_are_explained() {
    let game = Chess::new(true);
    let cases = [
        ("", "", "rows"),
        ("8/8/8", "8/8/8", "rows"),
        ("7k/8/8/8/8/8/8/K6 w", "K6", "squares"),
        ("7k/8/8/8/8/8/8/K8 w", "K8", "squares"),
        ("7k/8/8/9/8/8/8/K7 w", "9", "neither"),
        ("7k/8/8/8/♔7/8/8/K7 w", "♔", "neither"),
        ("8/8/8/8/8/8/8/K7 w", "8/8/8/8/8/8/8/K7", "kings"),
        ("kk6/8/8/8/8/8/8/K7 w", "kk6/8/8/8/8/8/8/K7", "kings"),
        ("8/8/8/8/8/8/8/Kk6 w", "8/8/8/8/8/8/8/Kk6", "attack each other"),
        ("7k/8/8/8/8/8/8/K6P w", "7k/8/8/8/8/8/8/K6P", "pawn on h1"),
        ("7k/8/8/P7/PPPPPPPP/8/8/K7 w", "7k/8/8/P7/PPPPPPPP/8/8/K7", "pawns"),
        ("7k/8/8/Q7/QQQQQQQQ/QQQQQQQQ/8/K7 w", "7k/8/8/Q7/QQQQQQQQ/QQQQQQQQ/8/K7", "men"),
        ("7k/8/8/8/8/8/8/K7 x", "x", "side"),
        ("7k/7R/8/8/8/8/8/K7 w", "7k/7R/8/8/8/8/8/K7", "in check"),
        ("7k/8/8/8/8/8/8/K7 w X", "X", "castling"),
        ("7k/8/8/8/8/8/8/K7 w K", "K", "king and the rook"),
        ("7k/8/8/8/8/8/8/4K2R w KK", "K", "twice"),
        ("7k/8/8/8/8/8/8/K7 w - e", "e", "square"),
        ("7k/8/8/8/8/8/8/K7 w - e6", "e6", "no pawn"),
        ("7k/8/8/4p3/8/8/8/K7 w - e3", "e3", "no pawn"),
        ("7k/8/8/4p3/8/8/8/K7 w - - 101", "101", "whole number"),
        ("7k/8/8/4p3/8/8/8/K7 w - - 0 -1", "-1", "whole number"),
        ("7k/8/8/4p3/8/8/8/K7 w - - 0 1 a b", "a b", "six fields"),
        ("4k3/8/5N2/8/2pP4/8/8/4K3 b - d3 0 1", "d3", "cannot come"),
    ];
    for (text, part, word) in cases {
        let error = game.read_position(text).expect_err(text);
        assert_eq!(text.get(error.span.clone()), Some(part), "{text}: {error}");
        assert!(error.message.contains(word), "{text}: {error}");
    }
}

#[test]
fn the_board_is_drawn() {
    let game = Chess::new(true);
    let text = game.picture(&game.initial()).to_text();
    assert!(text.contains("♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜") && text.contains("a b c d e f g h"), "{text}");
    let shaded = game.picture(&game.initial()).cells.iter().filter(|c| c.shaded).count();
    assert_eq!(shaded, 32);
}

/// All positions of the problem collection load and read back; the collection may be absent.
#[test]
fn problem_positions_load() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/chess/problems.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: the problem collection is not there");
        return;
    };
    let game = Chess::new(false);
    let fens: Vec<&str> = text
        .split("\"fen\": \"")
        .skip(1)
        .map(|rest| rest.split('"').next().expect("a split has a first part"))
        .collect();
    assert!(!fens.is_empty());
    let refused: Vec<_> =
        fens.iter().filter_map(|fen| Some((fen, game.read_position(fen).err()?))).collect();
    assert!(refused.is_empty(), "{refused:#?}");
    fens.iter().for_each(|fen| assert_round_trip(&game, &at(&game, fen)));
    println!("{} positions", fens.len());
}

#[test]
fn moves_are_printed_as_in_books() {
    let cases = [
        ("7R/7p/5P1k/4PKpP/8/8/8/8 w - g6", "h5g6", "hxg6 e.p."),
        ("4k3/8/8/8/8/8/8/4K2R w K", "e1g1", "O-O"),
        ("7k/4P3/8/6K1/8/8/8/8 w", "e7e8q", "e8=Q+"),
        ("k7/8/1K6/8/8/8/8/7R w", "h1h8", "Rh8#"),
        ("k7/8/8/1Q6/8/2K5/8/8 w", "b5b6", "Qb6="),
        ("7k/8/8/8/8/N3N3/8/K7 w", "a3c4", "Nac4"),
        ("8/R7/6k1/8/8/8/8/R3K3 w", "a7a4", "R7a4"),
        ("3r3k/8/8/8/8/8/8/3QK3 w", "d1d8", "Qxd8+"),
    ];
    let game = Chess::new(false);
    for (position, uci, printed) in cases {
        let state = game.read_position(position).expect("a position");
        let agent = game.turn(&state).agent().expect("somebody to move");
        let mv = game.read_move(&state, agent, uci).expect("a move");
        assert_eq!(game.print_move(&state, agent, mv), printed, "{uci} in {position}");
    }
}
