//! All engines agree with the direct implementation of the definition, and with each other, in
//! random plays.

use std::path::PathBuf;

use ludex_game::{Model, Notation, SimultaneousGame, Turn, below};
use ludex_gdl::{Description, EngineChoice, GdlGame, GdlMove, GdlState};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common;
use crate::common::plain;
use plain::{Plain, Tree, parse};

fn engines(text: &str, choices: &[EngineChoice]) -> Vec<GdlGame> {
    let description = Description::parse(text).expect("a game");
    let build = |&choice| GdlGame::with_engine(description.clone(), choice).expect("it is built");
    choices.iter().map(build).collect()
}

/// Returns what can be observed in a state: facts, legal moves, and the goals if it is terminal.
fn look(game: &GdlGame, state: &GdlState) -> (Vec<String>, Vec<Vec<String>>, Option<Vec<u8>>) {
    let over = game.turn(state) == Turn::Final;
    let legal = game.agents().iter().map(|agent| {
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        let mut texts: Vec<String> =
            moves.into_iter().map(|m| game.write_move(state, agent, m)).collect();
        texts.sort();
        texts
    });
    let goals = over.then(|| game.agents().iter().map(|agent| game.goal(state, agent)).collect());
    (game.facts(state), legal.collect(), goals)
}

/// Plays a joint move given as texts.
fn play(game: &GdlGame, state: &mut GdlState, joint: &[String]) {
    let moves: Vec<GdlMove> = game
        .agents()
        .iter()
        .map(|agent| game.read_move(state, agent, &joint[agent.index()]).expect("it is legal"))
        .collect();
    game.play_joint(state, &moves);
}

/// Plays all games in parallel at random, for at most `steps` steps.
fn agree(name: &str, games: &[GdlGame], plays: usize, steps: usize, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..plays {
        let mut states: Vec<GdlState> = games.iter().map(Model::initial).collect();
        for _ in 0..steps {
            let seen = look(&games[0], &states[0]);
            for (game, state) in games.iter().zip(&states).skip(1) {
                assert_eq!(look(game, state), seen, "{name}: {}", game.engine_name());
            }
            if seen.2.is_some() {
                break;
            }
            let joint: Vec<String> =
                seen.1.iter().map(|legal| legal[below(&mut rng, legal.len())].clone()).collect();
            games.iter().zip(&mut states).for_each(|(game, state)| play(game, state, &joint));
        }
    }
}

/// Plays at random, and compares each state with the definition.
fn agree_with_definition(name: &str, game: &GdlGame, plain: &Plain, steps: usize, seed: u64) {
    let name = &format!("{name} by {}", game.engine_name());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut state, mut facts) = (game.initial(), plain.initial());
    for _ in 0..steps {
        let texts: Vec<String> = facts
            .iter()
            .map(Tree::text)
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect();
        assert_eq!(game.facts(&state), texts, "{name}");
        let (terminal, legal, goals) = plain.look(&facts);
        let seen = look(game, &state);
        assert_eq!(seen.2.is_some(), terminal, "{name}: the end");
        if terminal {
            let own = seen.2.expect("it is over").into_iter().map(|goal| vec![goal.to_string()]);
            assert_eq!(own.collect::<Vec<_>>(), goals, "{name}: goals");
            break;
        }
        assert_eq!(seen.1, legal, "{name}: legal moves");
        let joint: Vec<String> =
            legal.iter().map(|moves| moves[below(&mut rng, moves.len())].clone()).collect();
        play(game, &mut state, &joint);
        let trees: Vec<Tree> = joint.iter().map(|m| parse(m).remove(0)).collect();
        facts = plain.next(&facts, &trees);
    }
}

fn own_games() -> Vec<(String, String)> {
    let games = games_in("../../games/gdl").into_iter();
    games.filter(|(_, text)| !text.contains("(role random)")).collect()
}

fn games_in(folder: &str) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the games are there");
    let mut games: Vec<(String, String)> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            (path.file_stem().expect("a name").to_string_lossy().into_owned(), text)
        })
        .collect();
    games.sort();
    games
}

const ALL: [EngineChoice; 3] = [EngineChoice::Auto, EngineChoice::Joins, EngineChoice::Tables];

#[test]
fn engines_agree_on_our_own_games() {
    for (name, text) in own_games() {
        agree(&name, &engines(&text, &ALL), 3, 40, 1);
    }
}

#[test]
fn engines_agree_with_the_definition_on_our_own_games() {
    for (name, text) in own_games() {
        let steps = if name == "breakthrough" || name == "connect4" { 3 } else { 12 };
        let game = &engines(&text, &[EngineChoice::Auto])[0];
        agree_with_definition(&name, game, &Plain::new(&text), steps, 7);
    }
}

/// Games that use unusual but allowed features: nested terms, disjunctions everywhere, one name for
/// everything, recursion of all kinds, variables for whole facts.
#[test]
fn all_engines_agree_with_the_definition_on_odd_games() {
    for (name, text) in games_in("tests/games") {
        let plain = Plain::new(&text);
        for game in engines(&text, &ALL) {
            for seed in 0..6 {
                agree_with_definition(&name, &game, &plain, 12, seed);
                assert_eq!(game.fault(), None, "{name}");
            }
        }
    }
}

#[test]
fn engines_agree_with_the_definition_on_small_games_of_the_corpus() {
    let small = [
        "ticTacToe",
        "nim1",
        "buttons",
        "roshambo2",
        "hanoi",
        "listHanoi",
        "blocker",
        "eightPuzzle",
    ];
    for name in common::games().iter().filter(|n| small.contains(&n.as_str())) {
        let text = common::text(name);
        let game = &engines(&text, &[EngineChoice::Auto])[0];
        agree_with_definition(name, game, &Plain::new(&text), 6, 7);
    }
}

#[test]
fn engines_agree_on_the_corpus() {
    // Games on which joins derive too much, or resolution takes too long, for a test.
    let slow_joins = ["chess", "laikLee_hex"];
    let slow_tables = [
        "chess",
        "amazons_8x8",
        "checkers",
        "hex",
        "majorities",
        "skirmishNew",
        "reversi",
        "battle",
        "gomoku_11x11",
    ];
    for name in common::games() {
        let mut choices = vec![EngineChoice::Auto];
        if name == "chess" {
            continue; // its network takes minutes to build without optimisation; the traces test it
        }
        if !slow_joins.contains(&name.as_str()) {
            choices.push(EngineChoice::Joins);
        }
        if !slow_tables.contains(&name.as_str()) {
            choices.push(EngineChoice::Tables);
        }
        agree(&name, &engines(&common::text(&name), &choices), 1, 8, 3);
    }
}
