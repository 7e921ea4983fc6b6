//! What pictures show beyond the position: the last move, dominoes, lines, verdicts; and trees.

use ludex::{Limits, SetUp, Solve, evidence_tree, open};
use ludex_game::{Ink, Picture, Side, Tone};

fn set_up(game: &str, moves: &str) -> ludex::Session {
    let mut session = open(game).expect("a game");
    let set_up = SetUp { moves: Some(moves.to_string()), ..SetUp::default() };
    session.set_up(&set_up).expect("legal moves");
    session
}

fn named(picture: &Picture, chosen: impl Fn(&ludex_game::Cell) -> bool) -> Vec<&str> {
    picture.cells.iter().filter(|cell| chosen(cell)).map(|cell| cell.name.as_str()).collect()
}

#[test]
fn the_last_move_is_marked_whichever_way_it_was_played() {
    let mut session = set_up("chess", "e2e4");
    assert_eq!(named(&session.picture(), |cell| cell.last), ["e4", "e2"]);
    session.step("e7e5").expect("a legal move");
    assert_eq!(named(&session.picture(), |cell| cell.last), ["e7", "e5"]);
    assert!(named(&open("chess").unwrap().picture(), |cell| cell.last).is_empty());
}

#[test]
fn dominoes_are_those_that_were_placed() {
    let session = set_up("domineering:rows=3,columns=4", "a1-a2 b3-c3 c1-c2");
    let picture = session.picture();
    let owned =
        |agent: u8| named(&picture, |cell| cell.joined.is_some() && cell.ink == Ink::Of(agent));
    assert_eq!(owned(0), ["a2", "c2", "a1", "c1"]);
    assert_eq!(owned(1), ["b3", "c3"]);
    let side = |name: &str| picture.cells.iter().find(|cell| cell.name == name).unwrap().joined;
    assert_eq!([side("a1"), side("a2")], [Some(Side::Up), Some(Side::Down)]);
    assert_eq!([side("b3"), side("c3")], [Some(Side::Right), Some(Side::Left)]);
    // A position alone does not say which dominoes there are.
    let mut again = open("domineering:rows=3,columns=4").unwrap();
    let position = session.show().position;
    again.set_up(&SetUp { position: Some(position), ..SetUp::default() }).unwrap();
    assert!(again.picture().cells.iter().all(|cell| cell.joined.is_none()));
    assert_eq!(again.picture().to_text(), picture.to_text());
}

#[test]
fn lines_are_arrows_and_rings() {
    let chess = open("chess").unwrap().picture_with("g1f3 e7e5").expect("a line");
    let name = |cell: usize| chess.cells[cell].name.as_str();
    let arrows: Vec<_> = chess.arrows.iter().map(|a| (a.from.map(name), name(a.to))).collect();
    assert_eq!(arrows, [(Some("g1"), "f3"), (Some("e7"), "e5")]);
    let promoted = "8/P6k/8/8/8/8/8/K7 w";
    let mut session = open("chess").unwrap();
    session.set_up(&SetUp { position: Some(promoted.into()), ..SetUp::default() }).unwrap();
    assert!(session.picture_with("a7a8q").unwrap().arrows[0].from.is_some());
    let hex = open("hex:size=3").unwrap().picture_with("b2").unwrap();
    assert_eq!((hex.arrows[0].from, hex.arrows.len()), (None, 1));
    assert!(open("hex:size=3").unwrap().picture_with("z9").is_err());
}

#[test]
fn verdicts_are_badges() {
    let session = set_up("tictactoe", "a1 b1 a2 b2");
    let verdicts = session.judge(&Solve::new(), &mut |_| {}).expect("verdicts");
    let picture = session.picture_judged(&verdicts);
    let of = |name: &str| {
        let badge = picture.badges.iter().find(|badge| picture.cells[badge.cell].name == name);
        badge.map(|badge| (badge.text.as_str(), badge.tone))
    };
    assert_eq!(of("a3"), Some(("W", Tone::Win)));
    assert_eq!(of("a1"), None);
    assert_eq!(picture.badges.len(), 5);
}

#[test]
fn games_and_evidence_are_drawn_as_trees() {
    let limits = Limits::default();
    let nim = open("nim:heaps=1-2").unwrap();
    assert!(nim.tree(None, &limits).unwrap().is_none(), "a board is no tree");
    let tree = nim.tree(Some(9), &limits).unwrap().expect("a tree");
    assert_eq!(tree.to_dot().matches("label=\"win\"").count(), 3);
    assert!(nim.tree(Some(2), &limits).unwrap().unwrap().len() < tree.len());
    assert!(open("chess").unwrap().tree(Some(3), &limits).is_err(), "too large");
    let solved = nim.solve(&Solve::new().evidence(true)).unwrap();
    let proof = evidence_tree(&solved.evidence.expect("evidence"), nim.agents());
    assert!(proof.to_svg().contains("First gets at least win"), "{}", proof.to_dot());
    assert!(proof.to_dot().contains("penwidth=3"));
}
