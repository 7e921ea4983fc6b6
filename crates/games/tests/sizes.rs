//! Connection games, Woodpush, Breakthrough and Goofspiel of all sizes; wrong sizes are explained.

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
fn every_size_is_built() {
    let empty = |name: String| {
        let start = build(&name, |_| Start).expect("a size that fits");
        start.matches('.').count()
    };
    for size in 1..=11 {
        assert_eq!(empty(format!("hex:size={size}")), size * size);
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
}

#[test]
fn defaults_are_those_of_the_page() {
    let starts = [
        ("woodpush", "LLL..RRR Left"),
        ("y(size=2)", "./.. Black"),
        ("goofspiel", "1-2-3-4 1-2-3-4 0:0"),
        ("gops:cards=2,payoff=points", "1-2 1-2 0:0"),
    ];
    for (name, start) in starts {
        assert_eq!(build(name, |_| Start).as_deref(), Ok(start), "{name}");
    }
}

#[test]
fn wrong_sizes_are_explained() {
    let cases = [
        ("hex:size=0", "size=0"),
        ("hex:size=12", "size=12"),
        ("hex:columns=5", "columns=5"),
        ("y:size=16", "size=16"),
        ("y:size=four", "size=four"),
        ("woodpush:length=29", "length=29"),
        ("woodpush:length=5", "length=5"),
        ("woodpush:length=8,pieces=5", "pieces=5"),
        ("woodpush:pieces=0", "pieces=0"),
        ("breakthrough:rows=3", "rows=3"),
        ("breakthrough:columns=1", "columns=1"),
        ("breakthrough:columns=17", "columns=17"),
        ("breakthrough:rows=12,columns=11", "rows=12"),
        ("goofspiel:cards=17", "cards=17"),
        ("goofspiel:prizes=1-2-3", "prizes=1-2-3"),
        ("goofspiel:seed=-1", "seed=-1"),
    ];
    for (name, part) in cases {
        let error = build(name, |_| Start).expect_err(name);
        assert_eq!(name.get(error.span.clone()), Some(part), "{name}: {error}");
    }
}
