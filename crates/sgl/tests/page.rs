//! The answers on the page about strategies are correct.

use ludex_game::{Agent, Game, Notation};
use ludex_games::{Mnk, Nim};
use ludex_logic::{AnyFormula, Definitions, Vocabulary, compile_any};
use ludex_sgl::atl::check_atl;
use ludex_sgl::{File, query};

const PAGE: &str = include_str!("../../../docs/strategies.md");

/// Returns the cells of the table with this header, without backquotes.
fn table(head: &str) -> Vec<Vec<String>> {
    let start = PAGE.find(head).expect(head);
    let rows = PAGE[start..].lines().skip(2).take_while(|line| line.starts_with('|'));
    let cell = |cell: &str| cell.trim().trim_matches('`').replace('\u{1}', "|");
    rows.map(|row| {
        let row = row.trim_matches('|').replace("\\|", "\u{1}");
        row.split('|').map(cell).collect()
    })
    .collect()
}

#[test]
fn queries_have_the_answers_of_the_page() {
    let text = include_str!("../../../games/sgl/tictactoe.sgl");
    let file = File::read("tictactoe.sgl", text).expect("it reads");
    let rows = table("| query | answer |");
    assert!(rows.len() > 8);
    for row in rows {
        let answer = query(&file, &row[0]).unwrap_or_else(|error| panic!("{}: {error}", row[0]));
        assert_eq!(answer.result.to_string(), row[1], "{}", row[0]);
    }
}

#[test]
fn coalitions_can_do_what_the_page_says() {
    let rows = table("| game | formula | answer |");
    assert!(rows.len() > 4);
    for row in rows {
        let holds = match row[0].as_str() {
            "nim:heaps=1-2" => holds(&Nim::new(&[1, 2]), &row[1]),
            "mk:m=3,k=3" => holds(&Mnk::<1>::new(3, 3, 3), &row[1]),
            other => panic!("{other} is not in the list"),
        };
        assert_eq!(holds.to_string(), row[2], "{} {}", row[0], row[1]);
    }
}

/// Returns whether a formula about coalitions is true at the start; A is the first agent.
fn holds<G: Game + Notation>(game: &G, text: &str) -> bool {
    let vocabulary = Vocabulary::of(game, Agent::FIRST);
    match compile_any(text, Definitions::prelude(), &vocabulary) {
        Ok(AnyFormula::Coalition(formula)) => {
            let answer = check_atl(game, &game.initial(), &formula, &Default::default());
            answer.expect("a small game").holds
        }
        other => panic!("{text}: {other:?}"),
    }
}

/// The files that the page shows can be read.
#[test]
fn the_files_of_the_page_read() {
    let blocks: Vec<&str> = PAGE.split("```text\n").skip(1).collect();
    let block = |number: usize| blocks[number].split("```").next().expect("its end");
    for number in 0..2 {
        File::read("page", block(number)).unwrap_or_else(|error| panic!("{error}"));
    }
    let frame = "agents A, B; action a by A; action b by B;";
    let file = File::read("frame", frame).expect("it reads");
    assert_eq!(query(&file, block(2)).expect("a verdict").result, "accepted");
}

/// The games of the tutorial have the answers that their rules give.
#[test]
fn the_games_of_the_tutorial_are_right() {
    let ask = |text: &str, asked: &str| {
        let file = File::read("game", text).unwrap_or_else(|error| panic!("{error}"));
        query(&file, asked).unwrap_or_else(|error| panic!("{asked}: {error}")).result
    };
    let corner = include_str!("../../../games/sgl/corner.sgl");
    assert_eq!(ask(corner, "ensures play(First) | all(Second) : wins(First)"), true);
    assert_eq!(ask(corner, "ensures all(First) | play(Second) : wins(Second)"), false);
    // From the diagonal the second to move wins, as in Nim with two equal heaps.
    let equal = corner.replace("init at(n,n-1)", "init at(n,n)");
    assert_eq!(ask(&equal, "ensures play(Second) | all(First) : wins(Second)"), true);
    let lamps = include_str!("../../../games/sgl/lamps.sgl");
    assert_eq!(ask(lamps, "enforces Lighter in all(Lighter) : lit"), true);
    assert_eq!(ask(lamps, "check after press(1), press(2), press(3) : lit"), true);
    let few = lamps.replace("most = 4", "most = 2");
    assert_eq!(ask(&few, "enforces Lighter in all(Lighter) : lit"), false);
    let three = include_str!("../../../games/sgl/three.sgl");
    assert_eq!(
        ask(three, "check after take(Ann,2), take(Bob,2), take(Cid,2), take(Ann,1) : wins(Ann)"),
        true
    );
    assert_eq!(ask(three, "reach true : wins(Ann) & wins(Bob)"), 0);
    assert_eq!(
        ask(three, "ensures all(Ann) | all(Bob) | all(Cid) : wins(Ann) | wins(Bob) | wins(Cid)"),
        true
    );
}

/// Answers say which states they are about, unless the question does.
#[test]
fn answers_say_what_they_are_about() {
    let file = File::read("walk", include_str!("../../../games/sgl/walk.sgl")).expect("it reads");
    for (asked, about) in [
        ("holds at(0) | ~at(0)", "all states that legal moves reach"),
        ("complete all(A) for A", "all states that legal moves reach"),
        ("ensures eager | all(B) : safe", "all plays from the start"),
        ("valid at(0) | ~at(0)", "all states of all models of the frame"),
        ("entails at(0) | ~at(0)", "whether play reaches them or not"),
    ] {
        let notes = query(&file, asked).expect(asked).notes.join("; ");
        assert!(notes.contains(about), "{asked}: {notes}");
    }
    assert!(query(&file, "check : at(1)").expect("an answer").notes.is_empty());
}
