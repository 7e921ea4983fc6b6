//! Games by name: sizes pick the narrow boards, and sizes that do not fit are refused politely.

use ludex_game::{Notation, SimultaneousGame, TextError};
use ludex_games::{Playable, Visitor, build};

/// Tells the full name, the bytes of a state and the start position.
struct Describe(String);

impl Visitor for Describe {
    type Output = (String, usize, String);

    fn sequential<G: Playable>(self, game: G) -> Self::Output {
        (self.0, size_of::<G::State>(), game.write_position(&game.initial()))
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(
        self,
        game: G,
    ) -> Self::Output {
        (self.0, size_of::<G::State>(), game.write_position(&game.initial()))
    }
}

fn describe(text: &str) -> Result<(String, usize, String), TextError> {
    build(text, Describe)
}

#[test]
fn names_make_games() {
    let (name, _, start) = describe("tictactoe").expect("tic-tac-toe");
    assert_eq!((name.as_str(), start.as_str()), ("mk:m=3,n=m,k=3", ".../.../... X"));
    assert_eq!(describe("mk:m=4,k=3").expect("a square").2, "..../..../..../.... X");
    assert_eq!(describe("mk(m=2,n=1)").expect("a rectangle").2, ".. X");
    assert_eq!(describe("domineering:rows=1,columns=3").expect("a row").2, "... Vertical");
    assert_eq!(describe("nogo").expect("a row").2, ".................. Black");
    let (name, ..) = describe("connect4:scoring=distance").expect("a scoring");
    assert_eq!(name, "connect4:columns=7,rows=6,line=4,scoring=distance");
}

#[test]
fn small_boards_are_narrow() {
    let cases = [
        ("connect4:columns=8,rows=7", "connect4:columns=8,rows=8"),
        ("domineering:rows=8,columns=8", "domineering:rows=11,columns=11"),
        ("nogo:rows=8,columns=8", "nogo:rows=9,columns=9"),
        ("mk:m=8,k=5", "mk:m=11,k=5"),
        ("mk:m=11,k=5", "mk:m=19,k=5"),
    ];
    for (small, large) in cases {
        let bytes = |text: &str| describe(text).expect(text).1;
        assert!(bytes(small) < bytes(large), "{small} {large}");
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let cases = [
        ("connect4:columns=12,rows=12", 9..19),
        ("connect4:columns=0", 9..18),
        ("connect4:line=1", 9..15),
        ("connect4:scoring=fast", 9..21),
        ("domineering:rows=12,columns=12", 12..19),
        ("nogo:rows=26,columns=26", 5..12),
        ("mk:m=20,n=20", 3..7),
        ("mk:n=three", 3..10),
        ("mk:m=27", 3..7),
    ];
    for (text, span) in cases {
        assert_eq!(describe(text).expect_err(text).span, span, "{text}");
    }
}
