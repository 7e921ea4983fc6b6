//! Evidence of what coalitions can force: strategies that prove nothing are refused with the reason, and
//! the positions in which plays end are told.

use ludex_game::{ExplicitGame, Model, Notation, Turn};
use ludex_sgl::atl::{
    AtlAnswer, atl_ends, atl_ends_simultaneous, check_atl, check_atl_simultaneous, verify_atl,
    verify_atl_simultaneous,
};

use crate::atl::read;

/// Max can win at once, go round in a circle, or let Min choose.
const GRAPH: &str = r#"{
    "agents": ["Max", "Min"], "initial": "s",
    "states": {
        "s": { "moves": { "Max": { "round": "t", "home": "w", "give": "u" } } },
        "t": { "moves": { "Max": { "back": "s" } } },
        "u": { "moves": { "Min": { "back": "s", "yield": "w" } } },
        "w": { "labels": ["Win"] }
    }
}"#;

const WINS: &str = "<<Max>>F win(Max)";
const WINS_NEXT: &str = "<<Max>>X win(Max)";
const WAITS: &str = "<<Max>>G ~win(Max)";
/// False: Max goes round in a circle.
const HELPED: &str = "<<Min>>F win(Max)";

/// Returns the answer of the checker in the graph, with a plan made of positions and moves.
fn with_plan(text: &str, plan: &[(&str, &[&str])]) -> (ExplicitGame, AtlAnswer) {
    let game = ExplicitGame::from_json(GRAPH).expect("a graph");
    let formula = read(&game, text).expect(text);
    let answer = check_atl(&game, &game.initial(), &formula, &Default::default()).expect(text);
    let line = |&(position, moves): &(&str, &[&str])| {
        (position.to_owned(), moves.iter().map(|mv| (*mv).to_owned()).collect())
    };
    let plan = plan.iter().map(line).collect();
    let (strategy, counter) = match answer.holds {
        true => (plan, Vec::new()),
        false => (Vec::new(), plan),
    };
    (game, AtlAnswer { strategy, counter, ..answer })
}

/// Returns why a plan is refused, if it is.
fn refusal(text: &str, plan: &[(&str, &[&str])]) -> Option<String> {
    let (game, answer) = with_plan(text, plan);
    let formula = read(&game, text).expect(text);
    let verified = verify_atl(&game, &game.initial(), &formula, &answer, &Default::default());
    verified.err().map(|error| error.invalid().expect("a reason"))
}

/// Returns the positions in which the plays of a plan end.
fn ends(text: &str, plan: &[(&str, &[&str])]) -> Option<Vec<String>> {
    let (game, answer) = with_plan(text, plan);
    let formula = read(&game, text).expect(text);
    atl_ends(&game, &game.initial(), &formula, &answer, &Default::default()).expect(text)
}

const HOME: &[(&str, &[&str])] = &[("s", &["Max home"])];
const GIVE: &[(&str, &[&str])] = &[("s", &["Max give"])];
const CIRCLE: &[(&str, &[&str])] = &[("s", &["Max round"]), ("t", &["Max back"])];

#[test]
fn plays_without_an_end_prove_nothing() {
    assert_eq!(refusal(WINS, HOME), None);
    for endless in [CIRCLE, GIVE] {
        let why = refusal(WINS, endless).expect("a play can go on for ever");
        assert!(why.starts_with("play can go on for ever at "), "{why}");
    }
    assert_eq!(refusal(WAITS, CIRCLE), None);
    assert_eq!(refusal(HELPED, CIRCLE), None);
}

#[test]
fn the_next_state_is_looked_at() {
    assert_eq!(refusal(WINS_NEXT, HOME), None);
    for wrong in [&CIRCLE[..1], GIVE] {
        assert_eq!(refusal(WINS_NEXT, wrong).as_deref(), Some("the next state is not as claimed"));
    }
}

#[test]
fn plans_are_exactly_as_long_as_they_must_be() {
    let superfluous = "what the strategy says at t is superfluous";
    assert_eq!(refusal(WINS, &[HOME[0], CIRCLE[1]]).as_deref(), Some(superfluous));
    let twice: &[(&str, &[&str])] = &[("s", &["Max home", "Max home"])];
    assert_eq!(refusal(WINS, twice).as_deref(), Some("the strategy has 2 moves at s"));
    let why = refusal(WINS, &[]).expect("nothing is said");
    assert_eq!(why, "the strategy comes to its end where s is due");
    let why = refusal(WAITS, HOME).expect("it wins");
    assert_eq!(why, "what must stay true is not so at w");
    let none = "the strategy has no move of Max at s: Max back is none";
    assert_eq!(refusal(WINS, &[("s", &["Max back"])]).as_deref(), Some(none));
    // A formula that is no path formula needs no plan, and has none.
    let truth = "~<<Max>>F win(Max)";
    assert_eq!(refusal(truth, &[]), None);
    let why = refusal(truth, HOME).expect("there is nothing to do");
    assert_eq!(why, "what the strategy says at s is superfluous");
}

#[test]
fn plays_end_where_what_was_asked_for_is_so() {
    let at_home = Some(vec!["w".to_owned()]);
    assert_eq!(ends(WINS, HOME), at_home);
    assert_eq!(ends(WINS_NEXT, HOME), at_home);
    assert_eq!(ends(WAITS, CIRCLE), Some(Vec::new()));
    assert_eq!(ends(HELPED, CIRCLE), Some(Vec::new()));
    assert_eq!(ends("~<<Max>>F win(Max)", &[]), None);
}

/// Where all move at once, changed strategies are refused, and the ends of plays are told.
#[test]
fn evidence_of_simultaneous_games_that_was_changed_is_refused() {
    let game = ludex_games::RockPaperScissors::new(ludex_games::Chain::Lead, 1, 1);
    let (start, limits, names) =
        (game.initial(), Default::default(), game.agents().names().to_vec());
    let (one, other) = (&names[0], &names[1]);
    let mut changes = 0;
    for text in [
        format!("<<{one},{other}>>F win({one})"),
        format!("<<{one},{other}>>X final"),
        format!("<<{one}>>F win({one})"),
    ] {
        let formula = read(&game, &text).expect(&text);
        let answer = check_atl_simultaneous(&game, &start, &formula, &limits).expect(&text);
        let refused = |answer: &AtlAnswer| {
            verify_atl_simultaneous(&game, &start, &formula, answer, &limits).is_err()
        };
        assert!(!refused(&answer), "{text}");
        assert!(refused(&AtlAnswer { holds: !answer.holds, ..answer.clone() }), "{text}");
        let ends = atl_ends_simultaneous(&game, &start, &formula, &answer, &limits).expect(&text);
        let final_position = |text: &String| {
            game.read_position(text).is_ok_and(|state| game.turn(&state) == Turn::Final)
        };
        match answer.holds {
            true => assert!(ends.is_some_and(|all| all.len() == 1 && final_position(&all[0]))),
            false => assert_eq!(ends, None),
        }
        for line in 0..answer.strategy.len() {
            let mut shorter = answer.clone();
            shorter.strategy.remove(line);
            assert!(refused(&shorter), "{text}");
            for place in 0..answer.strategy[line].1.len() {
                let mut changed = answer.clone();
                changed.strategy[line].1[place] = "nothing".to_owned();
                assert!(refused(&changed), "{text}");
                changes += 1;
            }
        }
    }
    assert!(changes >= 4, "{changes}");
}
