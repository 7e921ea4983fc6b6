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
