//! The machine compared with plain resolution, state by state: strict checking refuses what differs.

use std::path::Path;

use ludex_base::Budget;
use ludex_game::{Agent, Game, Model, Turn};
use ludex_prolog::{Program, PrologGame, query, verify_strictly};

use crate::common::{ATOMS, Kind, Random, turn_based};

fn example(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/prolog").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    Program::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the game of a program, compared; `None` if the program is no game, or has something that
/// plain resolution does not know.
fn compared(program: &Program, states: usize) -> Option<PrologGame> {
    let game = PrologGame::new(program, states).ok()?;
    game.compare(program, &Budget::default()).then_some(game)
}

/// Asks about states from the start on, up to a number of them; returns how many there were.
fn walk(game: &PrologGame, most: usize) -> usize {
    let mut states = vec![game.initial()];
    let mut next = 0;
    while next < states.len().min(most) {
        let state = states[next];
        next += 1;
        let Turn::Of(agent) = game.turn(&state) else { continue };
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        for mv in moves {
            let after = game.after(&state, agent, mv);
            if !states.contains(&after) {
                states.push(after);
            }
        }
        game.payoff(&state, Agent::FIRST);
    }
    next
}

#[test]
fn the_machine_and_plain_resolution_agree_on_the_examples() {
    let all = [
        ("table1.gp", 100),
        ("nim.gp", 100),
        ("coalition.gp", 100),
        ("compose.gp", 100),
        ("memory.gp", 100),
        ("centipede.gp", 100),
        ("tictactoe.gp", 60),
        ("cluedo-small.gp", 5),
    ];
    for (name, most) in all {
        let game = compared(&example(name), 300).unwrap_or_else(|| panic!("{name}: not compared"));
        assert!(walk(&game, most) > 1, "{name}");
        assert_eq!(game.fault(), None, "{name}");
    }
}

#[test]
fn the_machine_and_plain_resolution_agree_on_random_programs() {
    let (mut games, mut states) = (0, 0);
    for seed in 0..600 {
        let kind = Kind {
            converse: seed % 2 == 0,
            negation: seed % 3 == 0,
            long_heads: seed % 5 < 2,
            inertia: seed % 4 == 1,
        };
        let random = Random::new(seed, kind);
        let mut text = if seed % 4 < 2 { random.text() } else { turn_based(&random) };
        // No atom is unknown.
        text += &ATOMS.iter().map(|atom| format!(":- dynamic {atom}/0.\n")).collect::<String>();
        let program = Program::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let Some(game) = compared(&program, 2000) else { continue };
        games += 1;
        states += walk(&game, 200);
        assert_eq!(game.fault(), None, "seed {seed}\n{text}");
    }
    assert!(games > 300 && states > 900, "{games} games, {states} states");
}

/// Left recursion, lists, arithmetic, goals after actions, actions with variables, effects of any
/// action, facts with variables.
const MIXED: &str = "
n(0). turn(a). any(X,X).
[...] edge(1,2). [...] edge(2,3). [...] edge(3,1). [...] edge(3,4).
path(X,Y) :- edge(X,Y).
path(X,Z) :- path(X,Y), edge(Y,Z).
sum([],0).
[...] total([],0).
total([X|L],S) :- total(L,T), S is T + X.
far(N) :- path(1,N), NOT edge(1,N), N <> 1.
other(a,b) :- n(_). other(b,a) :- n(_).
small(N) :- n(N), N < 4, any(N,N).
[P:add(K)] n(M) :- turn(P), small(N), edge(K,_), M is (N + K) mod 7 - 3 // 2.
[P:add(K)] turn(Q) :- turn(P), small(N), edge(K,_), other(P,Q).
[P:add(K)] any(X,X) :- turn(P), small(N), edge(K,_).
[P:add(K)] seen(N) :- n(N).
best(K) :- turn(P), [P:add(K)] n(M), M >= 3.
some :- [P:add(K)] turn(b).
win(P) :- n(N), N >= 4, turn(P), total([1,N,2],S), S > 6.
";

#[test]
fn the_machine_and_plain_resolution_agree_on_all_kinds_of_goals() {
    let program = Program::read(MIXED).unwrap_or_else(|error| panic!("{error}"));
    let game = compared(&program, 2000).expect("it is compared");
    assert!(walk(&game, 300) > 10);
    assert_eq!(game.fault(), None);
}

#[test]
fn a_program_with_an_unknown_predicate_is_not_compared() {
    let program = Program::read("s. [1:a] m :- s. [1:b] p :- m, unknown.").expect("a program");
    assert!(compared(&program, 100).is_none());
}

#[test]
fn strategies_are_compared_with_plain_resolution() {
    for (name, question) in
        [("nim.gp", "force {1} : win(1)"), ("memory.gp", "force {1} : wrong_guess")]
    {
        let program = example(name);
        let answer = query(&program, question).expect("an answer");
        let holds = answer.result.as_bool().expect("yes or no");
        let witness = answer.witness.expect("a witness");
        let budget = Budget::default();
        let (compared, verdict) = verify_strictly(&program, question, holds, &witness, &budget);
        assert!(compared);
        assert_eq!(verdict, Ok(()), "{name}");
        let (_, verdict) = verify_strictly(&program, question, !holds, &witness, &budget);
        assert!(verdict.is_err(), "{name}");
    }
}
