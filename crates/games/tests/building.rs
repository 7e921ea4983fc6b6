//! Games are made from their names and keys; small boards get narrow words; wrong keys are
//! explained.

use ludex_game::{Notation, SimultaneousGame, TextError};
use ludex_games::{Playable, Visitor, build};

/// Tells the full name, the bytes of a state and the start position.
struct Describe(String);

struct Described {
    name: String,
    bytes: usize,
    start: String,
}

impl Visitor for Describe {
    type Output = Described;

    fn sequential<G: Playable>(self, game: G) -> Described {
        let start = game.write_position(&game.initial());
        Described { name: self.0, bytes: size_of::<G::State>(), start }
    }

    fn erased<G: Playable>(self, game: G) -> Described {
        self.sequential(game)
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(
        self,
        game: G,
    ) -> Described {
        let start = game.write_position(&game.initial());
        Described { name: self.0, bytes: size_of::<G::State>(), start }
    }
}

fn describe(text: &str) -> Result<Described, TextError> {
    build(text, Describe)
}

fn start(text: &str) -> String {
    describe(text).expect(text).start
}

#[test]
fn keys_choose_the_game() {
    let starts = [
        ("atarigo:size=2", "../.. Black"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("chess:fifty=off", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("chinesecheckers", "./../GG...BB/G....B/...../....../......./RR/R Red"),
        ("chinesecheckers:players=6,size=1", "Y/B..P/.../G..O/R Red"),
        ("domineering:rows=1,columns=3", "... Vertical"),
        ("go:size=3", ".../.../... Black"),
        ("goofspiel", "1-2-3-4 1-2-3-4 0:0"),
        ("gops:cards=2,payoff=points", "1-2 1-2 0:0"),
        ("mk(m=2,n=1)", ".. X"),
        ("mk:m=4,k=3", "..../..../..../.... X"),
        ("nogo", ".................. Black"),
        ("npuzzle:size=2,scramble=0", "1-2/3-_"),
        ("npuzzle:size=4,scramble=0", "1-2-3-4/5-6-7-8/9-10-11-12/13-14-15-_"),
        ("tictactoe", ".../.../... X"),
        ("woodpush", "LLL..RRR Left"),
        ("y(size=2)", "./.. Black"),
    ];
    for (name, position) in starts {
        assert_eq!(start(name), position, "{name}");
    }
}

#[test]
fn names_are_written_out_in_full() {
    assert_eq!(describe("tictactoe").expect("a game").name, "mk:m=3,n=m,k=3");
    let name = describe("connect4:scoring=distance").expect("a game").name;
    assert_eq!(name, "connect4:columns=7,rows=6,line=4,scoring=distance");
}

#[test]
fn every_size_is_built() {
    let empty = |name: String| start(&name).matches('.').count();
    for size in 1..=11 {
        assert_eq!(empty(format!("hex:size={size}")), size * size);
    }
    for size in 2..=11 {
        assert_eq!(empty(format!("go:size={size}")), size * size);
    }
    for size in 1..=15 {
        assert_eq!(empty(format!("y:size={size}")), size * (size + 1) / 2);
    }
    for length in 2..=28 {
        assert_eq!(empty(format!("woodpush:length={length},pieces=1")), length - 2);
    }
    for (rows, columns) in (4..=26).flat_map(|r| (2..=26.min(128 / r)).map(move |c| (r, c))) {
        let name = format!("breakthrough:rows={rows},columns={columns}");
        assert_eq!(empty(name), (rows - 4) * columns);
    }
    for (size, cells) in [(1, 13), (2, 37), (3, 73), (4, 121)] {
        let start = start(&format!("chinesecheckers:players=2,size={size}"));
        let (board, _) = start.split_once(' ').expect("a turn");
        assert_eq!(board.chars().filter(|&c| c != '/').count(), cells);
    }
}

#[test]
fn small_boards_are_narrow() {
    let cases = [
        ("connect4:columns=8,rows=7", "connect4:columns=8,rows=8"),
        ("domineering:rows=8,columns=8", "domineering:rows=11,columns=11"),
        ("hex:size=8", "hex:size=9"),
        ("mk:m=8,k=5", "mk:m=11,k=5"),
        ("mk:m=11,k=5", "mk:m=19,k=5"),
        ("nogo:rows=8,columns=8", "nogo:rows=9,columns=9"),
    ];
    for (small, large) in cases {
        let bytes = |text: &str| describe(text).expect(text).bytes;
        assert!(bytes(small) < bytes(large), "{small} {large}");
    }
}

#[test]
fn wrong_keys_are_explained() {
    let cases = [
        ("breakthrough:columns=1", "columns=1"),
        ("breakthrough:columns=17", "columns=17"),
        ("breakthrough:rows=12,columns=11", "rows=12"),
        ("breakthrough:rows=3", "rows=3"),
        ("chess:fifty=maybe", "fifty=maybe"),
        ("chess:stalemate=wins", "stalemate=wins"),
        ("chess:size=8", "size=8"),
        ("chinesecheckers:players=2,size=5", "size=5"),
        ("chinesecheckers:players=5", "players=5"),
        ("connect4:columns=0", "columns=0"),
        ("connect4:columns=12,rows=12", "columns=12"),
        ("connect4:line=1", "line=1"),
        ("connect4:scoring=fast", "scoring=fast"),
        ("domineering:rows=12,columns=12", "rows=12"),
        ("go:size=1", "size=1"),
        ("go:size=12", "size=12"),
        ("goofspiel:cards=17", "cards=17"),
        ("goofspiel:prizes=1-2-3", "prizes=1-2-3"),
        ("goofspiel:seed=-1", "seed=-1"),
        ("hex:columns=5", "columns=5"),
        ("hex:size=0", "size=0"),
        ("hex:size=12", "size=12"),
        ("mk:m=20,n=20", "m=20"),
        ("mk:m=27", "m=27"),
        ("mk:n=three", "n=three"),
        ("nogo:rows=26,columns=26", "rows=26"),
        ("npuzzle:scramble=-1", "scramble=-1"),
        ("npuzzle:size=5", "size=5"),
        ("woodpush:length=29", "length=29"),
        ("woodpush:length=5", "length=5"),
        ("woodpush:length=8,pieces=5", "pieces=5"),
        ("woodpush:pieces=0", "pieces=0"),
        ("y:size=16", "size=16"),
        ("y:size=four", "size=four"),
    ];
    for (name, part) in cases {
        let error = match describe(name) {
            Ok(_) => panic!("{name} should be refused"),
            Err(error) => error,
        };
        assert_eq!(name.get(error.span.clone()), Some(part), "{name}: {error}");
    }
}

/// Found by fuzzing: the place of an unknown name after a blank lay inside a letter.
#[test]
fn an_unknown_name_after_a_blank_is_pointed_at() {
    let Err(error) = describe(" <Щ") else { panic!("there is no such game") };
    assert_eq!(error.span, 1..4);
}
