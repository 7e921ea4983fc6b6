//! Boards are drawn as the rules define them, whatever the facts of the moment are.

use ludex_game::{Model, Notation, SimultaneousGame, Turn, below};
use ludex_gdl::{GdlGame, GdlMove};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common;

fn own(name: &str) -> GdlGame {
    let path = format!("{}/../../games/gdl/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    GdlGame::read(&std::fs::read_to_string(path).expect("the game is there")).expect("a game")
}

fn corpus(name: &str) -> Option<GdlGame> {
    common::corpus().map(|_| GdlGame::read(&common::text(name)).expect("a game"))
}

/// Returns the drawing of the initial state without the facts below it.
fn drawing(game: &GdlGame) -> String {
    let mut picture = game.picture(&game.initial());
    picture.notes.clear();
    picture.to_text()
}

#[test]
fn empty_rows_of_breakthrough_were_not_drawn() {
    let expected = "\
8 b b b b b b b b
7 b b b b b b b b
6 · · · · · · · ·
5 · · · · · · · ·
4 · · · · · · · ·
3 · · · · · · · ·
2 w w w w w w w w
1 w w w w w w w w
";
    assert_eq!(drawing(&own("breakthrough")), format!("{expected}  a b c d e f g h\n"));
    if let Some(game) = corpus("breakthrough") {
        assert_eq!(drawing(&game), format!("{expected}  1 2 3 4 5 6 7 8\n"));
    }
}

#[test]
fn an_empty_connect_four_board_has_columns_and_heights() {
    let Some(game) = corpus("connectFour") else { return };
    let text = drawing(&game);
    assert!(text.starts_with("6 · · · · · · · ·\n"), "{text}");
    assert!(text.ends_with("1 · · · · · · · ·\n  1 2 3 4 5 6 7 8\n"), "{text}");
}

#[test]
fn nim_has_heaps() {
    assert_eq!(drawing(&own("nim")), "1 ● ● ●  3\n2 ● ● ● ●  4\n3 ● ● ● ● ●  5\n");
}

#[test]
fn hexagons_are_recognised_by_their_neighbours() {
    let Some(game) = corpus("hex") else { return };
    assert_eq!(game.picture(&game.initial()).shape, ludex_game::Shape::Hexagon);
}

/// Returns a game for one player whose board holds a fact for every combination of four numbers, of
/// which two are followed by two others, as in `factoringImpossibleTurtleBrain` of the public repository.
fn pairs(numbers: usize) -> GdlGame {
    let after: String = (1..numbers).map(|n| format!("(after {n} {}) ", n + 1)).collect();
    let rules = "(role robot) (init (step 1)) (<= (init (pair ?a ?b ?c ?d)) (after ?a ?b) (after ?c ?d))
        (<= (next (pair ?a ?b ?c ?d)) (true (pair ?a ?b ?c ?d))) (<= (next (step ?b)) (true (step ?a)) \
        (after ?a ?b)) (legal robot wait) (<= terminal (true (step 3))) (goal robot 100)";
    GdlGame::read(&format!("{after} {rules}")).expect("a game")
}

/// The names of all rows and columns were made anew for every place: 57 seconds for a play of 84 moves.
#[test]
fn a_board_of_thousands_of_places_took_a_second_to_draw() {
    let game = pairs(86);
    let start = std::time::Instant::now();
    let picture = game.picture(&game.initial());
    assert!(start.elapsed() < std::time::Duration::from_secs(2), "{:?}", start.elapsed());
    let places = picture.cells.iter().filter(|cell| !cell.label);
    assert!(places.count() >= 85 * 85);
    let names = |name: &str| picture.cells.iter().filter(|cell| cell.name == name).count();
    assert_eq!((names("1 2"), names("86 1")), (1, 0), "{:?}", picture.cells.last());
}

/// The numbers of rows and columns were counted in 16 bits, whatever the rules said.
#[test]
fn a_board_with_more_rows_than_can_be_counted_is_a_list_of_facts() {
    let cells: String = (1..200).map(|n| format!("(base (cell {n} {n} {n} x)) ")).collect();
    let rules = "(role robot)
        (init (cell 1 1 1 x)) (<= (next (cell ?a ?b ?c ?d)) (true (cell ?a ?b ?c ?d)))
        (legal robot wait) (<= terminal (true (cell 1 1 1 x))) (goal robot 100)";
    let game = GdlGame::read(&format!("{cells} {rules}")).expect("a game");
    let picture = game.picture(&game.initial());
    assert!(picture.cells.len() < 100 && picture.notes.len() == 1, "{:?}", picture.notes);
}

/// Every state of a play is drawn with the same cells, and nothing is left out.
#[test]
fn boards_keep_their_cells_during_play() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let slow = ["chess", "checkers", "hex", "skirmishNew", "laikLee_hex", "battle"];
    for name in common::games().iter().filter(|name| !slow.contains(&name.as_str())) {
        let game = GdlGame::read(&common::text(name)).expect("a game");
        let (mut state, mut cells) = (game.initial(), None);
        for _ in 0..12 {
            let picture = game.picture(&state);
            let places: Vec<(i16, i16)> =
                picture.cells.iter().map(|cell| (cell.row, cell.column2)).collect();
            if !name.contains("nim") {
                assert_eq!(*cells.get_or_insert_with(|| places.clone()), places, "{name}");
            }
            let shown = picture.cells.iter().filter(|c| !c.label && c.text != "·").count();
            assert!(shown + picture.notes.len() <= game.facts(&state).len().max(1) + 40, "{name}");
            if game.turn(&state) == Turn::Final {
                break;
            }
            let joint: Vec<GdlMove> = game
                .agents()
                .iter()
                .map(|agent| {
                    let mut moves = Vec::new();
                    game.moves(&state, agent, &mut moves);
                    moves[below(&mut rng, moves.len())]
                })
                .collect();
            game.play_joint(&mut state, &joint);
        }
    }
}
