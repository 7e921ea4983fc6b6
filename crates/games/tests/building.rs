//! Games are made from their names and keys; wrong keys are explained.

use ludex_game::{Notation, SimultaneousGame};
use ludex_games::{Playable, Visitor, build};

/// The position at the start, as text.
struct Start;

impl Visitor for Start {
    type Output = String;

    fn sequential<G: Playable>(self, game: G) -> String {
        game.write_position(&game.initial())
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(
        self,
        game: G,
    ) -> String {
        game.write_position(&game.initial())
    }
}

#[test]
fn keys_choose_the_game() {
    let starts = [
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("chess:fifty=off", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("go:size=3", ".../.../... Black"),
        ("atarigo:size=2", "../.. Black"),
        ("npuzzle:size=2,scramble=0", "1-2/3-_"),
        ("npuzzle:size=4,scramble=0", "1-2-3-4/5-6-7-8/9-10-11-12/13-14-15-_"),
        ("chinesecheckers", "./../GG...BB/G....B/...../....../......./RR/R Red"),
        ("chinesecheckers:players=6,size=1", "Y/B..P/.../G..O/R Red"),
    ];
    for (name, start) in starts {
        assert_eq!(build(name, |_| Start).expect(name), start, "{name}");
    }
    for size in 2..=11 {
        let start = build(&format!("go:size={size}"), |_| Start).expect("a size that fits");
        assert_eq!(start.matches('.').count(), size * size);
    }
    for (size, cells) in [(1, 13), (2, 37), (3, 73), (4, 121)] {
        let name = format!("chinesecheckers:players=2,size={size}");
        let start = build(&name, |_| Start).expect("a size that fits");
        let (board, _) = start.split_once(' ').expect("a turn");
        assert_eq!(board.chars().filter(|&c| c != '/').count(), cells);
    }
}

#[test]
fn wrong_keys_are_explained() {
    let cases = [
        ("chess:fifty=maybe", "fifty=maybe"),
        ("chess:size=8", "size=8"),
        ("go:size=1", "size=1"),
        ("go:size=12", "size=12"),
        ("npuzzle:size=5", "size=5"),
        ("npuzzle:scramble=-1", "scramble=-1"),
        ("chinesecheckers:players=5", "players=5"),
        ("chinesecheckers:players=2,size=5", "size=5"),
    ];
    for (name, part) in cases {
        let error = build(name, |_| Start).expect_err(name);
        assert_eq!(name.get(error.span.clone()), Some(part), "{name}: {error}");
    }
}
