//! What composers judge by: kinds of mates, duals, changed play, what the last move proves.

use ludex::{Problem, ProblemMates, ProblemSolved, solve_problem};

fn solve(stipulation: &str, position: &str) -> ProblemSolved {
    let problem = Problem { all: true, ..Problem::new(stipulation, position) };
    solve_problem(&problem).unwrap_or_else(|error| panic!("{stipulation} {position}: {error}"))
}

#[test]
fn mates_are_told_apart() {
    let cases = [
        ("k6R/8/1K6/8/8/8/8/8", [1, 1, 1, 1]),
        ("4k2R/8/4K3/8/8/8/8/8", [1, 1, 1, 1]),
        // An idle knight.
        ("4k2R/8/4K3/8/8/8/8/N7", [1, 0, 0, 0]),
        // An idle pawn is allowed in a model mate, not in an ideal one; so is a man of the other side.
        ("4k2R/8/4K3/8/8/8/P7/8", [1, 1, 1, 0]),
        ("4k2R/8/4K3/8/8/8/p7/8", [1, 1, 1, 0]),
        // A smothered mate: blocked squares are not attacked, and the king is far away.
        ("6rk/5Npp/8/8/8/8/8/K7", [1, 1, 1, 0]),
        // One of the blocked squares is attacked.
        ("6rk/5Npp/8/8/8/8/8/K5R1", [0, 1, 0, 0]),
        // The queen guards what the king guards, too.
        ("k7/1Q6/1K6/8/8/8/8/8", [0, 1, 0, 0]),
        // So does the king here what the bishop guards.
        ("7k/8/5BKN/8/8/8/8/8", [0, 1, 0, 0]),
        // The bishop does nothing but pin the pawn.
        ("6rk/5Npp/8/4B3/8/8/8/K7", [0, 1, 0, 0]),
        // White is mated.
        ("8/8/8/8/8/4k3/8/4K2r", [1, 1, 1, 1]),
    ];
    for (board, expected) in cases {
        let mates = ProblemMates::count(&[board.to_string()].into()).expect(board);
        let found = [mates.pure, mates.economical, mates.model, mates.ideal];
        assert_eq!((mates.different, found), (1, expected), "{board}");
    }
}

#[test]
fn mates_at_the_ends_of_lines_and_of_play_are_counted() {
    let solved = solve("h#1", "k7/8/1K6/8/8/8/8/7R b");
    let mates = solved.mates.expect("mates");
    assert_eq!((solved.count, mates.different, mates.ideal), (1, 1, 1), "{:?}", solved.printed);
    let play = Problem { variations: Some(2), ..Problem::new("#2", "kbK5/pp6/1P6/8/8/8/8/R7 w") };
    let mates = solve_problem(&play).expect("a problem").mates.expect("mates");
    assert!(mates.different >= 2 && mates.model == 0, "{mates:?}");
    // The last move of a selfmate helped is not in the line, and checks are no mates.
    assert_eq!(solve("hs#1", "7k/8/8/8/8/5p2/5PrP/6BK w").mates, None);
    assert_eq!(solve("h+1", "7k/8/8/8/8/8/8/K6R b").mates, None);
}

#[test]
fn what_the_last_move_proves_is_said() {
    let cases = [
        // The king was in check everywhere else.
        (
            "7R/7p/5P1k/4PKpP/8/8/8/8 w - g6",
            "en passant is legal: the last move can only have been g7-g5",
        ),
        (
            "7R/7p/5P1k/4PKpP/8/8/8/8 w - -",
            "the last move can only have been g7-g5: en passant is legal, and the position does not say so",
        ),
        (
            "k7/8/8/3pP3/8/8/8/4K3 w - d6",
            "en passant on d6 is taken from the position: it is not excluded that the last move was d6-d5",
        ),
        // The pawn has not moved: king or rook did.
        (
            "r3k3/p7/8/8/8/8/8/4K3 w q -",
            "Black cannot castle O-O-O: its king or this rook moved last",
        ),
        // The king cannot have come from b7, nor from anywhere else.
        ("k7/P1K5/8/8/8/8/8/8 w - -", "no last move of Black leads to this position"),
        ("k7/8/8/8/8/8/8/K7 w - -", ""),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", ""),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K2R w K -", ""),
    ];
    for (position, said) in cases {
        assert_eq!(solve("#1", position).remarks.join("; "), said, "{position}");
    }
}

#[test]
fn duals_of_one_man_along_a_line_are_minor() {
    // After castling the queen mates on either square of one diagonal.
    let problem = Problem {
        variations: Some(2),
        set_play: true,
        all: true,
        ..Problem::new("#2", "r3k3/p7/8/8/8/8/6Q1/4K2R w q")
    };
    let solved = solve_problem(&problem).expect("a problem");
    assert_eq!((solved.duals, solved.minor_duals), (Some(4), 1));
}
