//! The games of `games/toss`, compared with the built-in ones move for move.

use std::path::Path;

use ludex_base::Random;
use ludex_game::{Agent, Game, Model, Notation, Turn, check_laws};
use ludex_games::{Breakthrough, ConnectFour, Hex, Mnk, Scoring};
use ludex_rewrite::{Description, RewriteGame, query};

fn description(name: &str) -> Description {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toss");
    let text = std::fs::read_to_string(folder.join(format!("{name}.toss"))).expect(name);
    Description::parse(&text).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

fn game(name: &str) -> RewriteGame {
    RewriteGame::new(&description(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the moves of an agent as texts that both games share, sorted.
fn listed<G: Notation>(
    game: &G,
    state: &G::State,
    agent: Agent,
    common: &dyn Fn(&str) -> String,
) -> Vec<(String, G::Move)> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let mut texts: Vec<_> =
        moves.iter().map(|&mv| (common(&game.write_move(state, agent, mv)), mv)).collect();
    texts.sort();
    texts
}

/// Plays both games in parallel at random, sometimes off turn, and checks that moves, turns and
/// results agree.
fn side_by_side<G: Game + Notation>(
    name: &str,
    built_in: &G,
    plays: usize,
    ours: &dyn Fn(&str) -> String,
    theirs: &dyn Fn(&str) -> String,
) {
    let (game, mut dice) = (game(name), Random::new(7));
    for _ in 0..plays {
        let (mut a, mut b) = (game.initial(), built_in.initial());
        loop {
            assert_eq!(game.turn(&a), built_in.turn(&b), "{name}: {}", game.write_position(&a));
            let Turn::Of(on_turn) = game.turn(&a) else { break };
            for agent in [Agent::FIRST, Agent::SECOND] {
                let texts = |list: Vec<String>| list.join(" ");
                let left = listed(&game, &a, agent, ours).into_iter().map(|m| m.0).collect();
                let right = listed(built_in, &b, agent, theirs).into_iter().map(|m| m.0).collect();
                assert_eq!(texts(left), texts(right), "{name}: {}", game.write_position(&a));
            }
            let agent = if dice.chance(5) { on_turn.other() } else { on_turn };
            let list = listed(&game, &a, agent, ours);
            let Some((text, mv)) = list.get(dice.below(list.len().max(1))) else { break };
            let twin = listed(built_in, &b, agent, theirs);
            let at = twin.binary_search_by(|(t, _)| t.cmp(text)).expect("the lists are equal");
            game.play(&mut a, agent, *mv);
            built_in.play(&mut b, agent, twin[at].1);
        }
        for agent in [Agent::FIRST, Agent::SECOND] {
            if game.turn(&a) == Turn::Final {
                assert_eq!(game.payoff(&a, agent), built_in.payoff(&b, agent));
            }
        }
    }
}

/// Returns the elements of a move without the name of its rule.
fn elements(text: &str) -> String {
    text.split(':').nth(1).expect("a rule and its elements").to_owned()
}

#[test]
fn games_of_lines() {
    side_by_side("tic-tac-toe", &Mnk::<1>::new(3, 3, 3), 100, &elements, &str::to_owned);
    side_by_side("mk-5-4", &Mnk::<1>::new(5, 5, 4), 30, &elements, &str::to_owned);
    side_by_side("connect5", &Mnk::<1>::new(8, 8, 5), 5, &elements, &str::to_owned);
    side_by_side("gomoku", &Mnk::<4>::new(15, 15, 5), 2, &elements, &str::to_owned);
}

#[test]
fn connect_four() {
    let column = |text: &str| {
        let letter = elements(text).bytes().next().expect("a column");
        (letter - b'a' + 1).to_string()
    };
    let built_in = ConnectFour::<u64>::new(7, 6, 4, Scoring::Result);
    side_by_side("connect4", &built_in, 40, &column, &str::to_owned);
}

#[test]
fn breakthrough() {
    let ours = |text: &str| elements(text).replace(',', "-");
    let theirs = |text: &str| text.replace('x', "-");
    side_by_side("breakthrough", &Breakthrough::<u64>::new(8, 8), 20, &ours, &theirs);
}

#[test]
fn hex() {
    // The built-in game counts rows from the top.
    let ours = |text: &str| {
        let cell = elements(text);
        let row: usize = cell[1..].parse().expect("a row");
        format!("{}{}", &cell[..1], 6 - row)
    };
    side_by_side("hex", &Hex::<u64>::hex(5), 40, &ours, &str::to_owned);
}

/// Connect Four for three, compared with a board of columns.
#[test]
fn threesome() {
    let (game, mut dice) = (game("threesome"), Random::new(9));
    let mut wins = [0; 3];
    for _ in 0..40 {
        let (mut state, mut columns, mut side) = (game.initial(), vec![Vec::new(); 8], 0);
        let at = |columns: &[Vec<usize>], column: i32, row: i32| -> Option<usize> {
            columns.get(usize::try_from(column).ok()?)?.get(usize::try_from(row).ok()?).copied()
        };
        loop {
            let line = |side: usize| {
                let starts = (0..48).map(|i| (i % 8, i / 8));
                let lines = starts.flat_map(|s| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|d| (s, d)));
                lines.into_iter().any(|((column, row), (dc, dr))| {
                    (0..4).all(|n| at(&columns, column + n * dc, row + n * dr) == Some(side))
                })
            };
            let winner = (0..3).find(|&side| line(side));
            let full = columns.iter().all(|column| column.len() == 6);
            let Turn::Of(agent) = game.turn(&state) else {
                assert!(winner.is_some() || full);
                for side in 0..3 {
                    let due = f64::from(u8::from(winner == Some(side)));
                    assert_eq!(game.payoff(&state, Agent(side as u8)), due);
                }
                winner.into_iter().for_each(|side| wins[side] += 1);
                break;
            };
            assert_eq!((agent.index(), winner, full), (side, None, false));
            let found = listed(&game, &state, agent, &elements);
            let open = (0..8).filter(|&column| columns[column].len() < 6);
            let name = |column: usize| {
                format!("{}{}", char::from(b'a' + column as u8), columns[column].len() + 1)
            };
            let due: Vec<String> = open.map(name).collect();
            assert_eq!(found.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>(), due);
            let (text, mv) = &found[dice.below(found.len())];
            columns[usize::from(text.as_bytes()[0] - b'a')].push(side);
            game.play(&mut state, agent, *mv);
            side = (side + 1) % 3;
        }
    }
    assert!(wins.iter().all(|&count| count > 0), "{wins:?}");
}

#[test]
fn all_games_obey_the_laws() {
    let small = ["tic-tac-toe", "mk-5-4", "connect4", "breakthrough", "pawn-whopping", "hex"];
    for name in small.into_iter().chain(["reversi", "morris", "threesome"]) {
        check_laws(&game(name), 1, 3).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

#[test]
fn a_game_that_makes_and_drops_elements_obeys_the_laws() {
    let text = "PLAYERS A, B
        REL Loop() = ex x E(x, x)
        RULE Split: [a | P(a) | - ] -> [a1, a2 | E(a1, a2) | - ] emb P with [a1 <- a, a2 <- a]
        RULE Drop: [a, b | E(a, b) | - ] -> [a | - | - ]
        LOC 0 { PLAYER A PAYOFF { A: :(Loop()); B: 1 - :(Loop()) } MOVES [Split -> 1; Drop -> 1] }
        LOC 1 { PLAYER B PAYOFF { A: :(Loop()); B: 1 - :(Loop()) } MOVES [Drop -> 0; Drop -> 1] }
        MODEL [u, v, w | E {(u, v); (v, w); (w, u); (v, v)}; P {u; v} | ]";
    let description = Description::parse(text).unwrap();
    check_laws(&RewriteGame::new(&description).unwrap(), 1, 20).unwrap();
}

#[test]
fn pawn_whopping_starts_with_sixteen_moves() {
    let description = description("pawn-whopping");
    assert_eq!(query(&description, "nmoves 0"), Ok(16.into()));
    assert_eq!(query(&description, "nmoves 1"), Ok(16.into()));
}
