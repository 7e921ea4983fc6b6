//! Which games are proved to be zero-sum: those of ours that are, and none whose plays say otherwise.

use std::path::Path;
use std::time::Duration;

use ludex_base::{Budget, Random, Stopped};
use ludex_game::{Agent, Game, Model, Turn};
use ludex_gdl::{GdlGame, GdlTurnGame};

/// A game of two roles that end it together or alone; `both` is what each gets at best.
fn market(both: &str) -> GdlTurnGame {
    let text = format!(
        "(role entrant) (role incumbent) (init (step start)) (init (control entrant))
         (<= (next (control incumbent)) (true (control entrant)))
         (<= (next (control entrant)) (true (control incumbent)))
         (<= (legal entrant out) (true (control entrant)))
         (<= (legal entrant in) (true (control entrant)))
         (<= (legal incumbent noop) (true (control entrant)))
         (<= (legal entrant noop) (true (control incumbent)))
         (<= (legal incumbent fight) (true (control incumbent)))
         (<= (legal incumbent share) (true (control incumbent)))
         (<= (next (step left)) (does entrant out)) (<= (next (step entered)) (does entrant in))
         (<= (next (step war)) (does incumbent fight)) (<= (next (step peace)) (does incumbent share))
         (<= terminal (true (step left))) (<= terminal (true (step war)))
         (<= terminal (true (step peace)))
         (<= (goal entrant 30) (true (step left))) (<= (goal incumbent 70) (true (step left)))
         (<= (goal entrant 0) (true (step war))) (<= (goal incumbent 100) (true (step war)))
         (<= (goal entrant {both}) (true (step peace)))
         (<= (goal incumbent {both}) (true (step peace)))"
    );
    GdlGame::read(&text).expect("well written").in_turn().expect("one role has a choice")
}

#[test]
fn goals_that_may_both_be_good_are_not_zero_sum() {
    assert!(market("50").zero_sum());
    assert!(!market("60").zero_sum());
    assert!(!market("40").zero_sum());
}

#[test]
fn proofs_grounded_the_game_again_without_looking_at_the_time() {
    let game = market("50");
    let late = Budget::default().within(Duration::ZERO);
    assert_eq!(game.zero_sum_within(&late), Err(Stopped::Time));
    assert_eq!(game.can_repeat_within(&late), Err(Stopped::Time));
    // What was stopped is not taken for an answer, and an answer is not looked for again.
    assert!(game.zero_sum() && !game.can_repeat());
    assert_eq!(game.zero_sum_within(&late), Ok(true));
    assert_eq!(game.can_repeat_within(&late), Ok(false));
}

/// Games that take most of a minute to ground.
const SLOW: [&str; 2] = ["amazons_8x8", "chess"];

/// Returns the game of a file, if it has two roles that take turns.
fn read(path: &Path) -> Option<GdlTurnGame> {
    let text = std::fs::read_to_string(path).ok()?;
    GdlGame::read(&text).ok()?.in_turn().ok().filter(|game| game.agents().len() == 2)
}

/// Plays at random until the end, at most 300 moves. Returns the sum of the goals.
fn sum_of_play(game: &GdlTurnGame, random: &mut Random) -> Option<f64> {
    let mut state = game.initial();
    for _ in 0..300 {
        let Turn::Of(agent) = game.turn(&state) else {
            return Some(
                [Agent::FIRST, Agent::SECOND].map(|a| game.payoff(&state, a)).iter().sum(),
            );
        };
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        let mv = *moves.get(random.below(moves.len()))?;
        game.play(&mut state, agent, mv);
    }
    None
}

#[test]
fn our_games_are_proved_to_be_zero_sum() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/gdl");
    let (mut proved, mut open) = (Vec::new(), Vec::new());
    for file in std::fs::read_dir(folder).expect("our games") {
        let path = file.expect("a file").path();
        let Some(game) = read(&path) else { continue };
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut random = Random::new(1);
        let sums: Vec<f64> = (0..20).filter_map(|_| sum_of_play(&game, &mut random)).collect();
        let zero_sum = game.zero_sum();
        assert!(!zero_sum || sums.iter().all(|&sum| sum == 100.0), "{name}: {sums:?}");
        if zero_sum { proved.push(name) } else { open.push(name) }
    }
    proved.sort();
    println!("proved: {proved:?}; not proved: {open:?}");
    for name in ["breakthrough", "connect4", "nim", "tictactoe"] {
        assert!(proved.iter().any(|known| known == name), "{name} is not among {proved:?}");
    }
}

/// Reads `../shared/data/gdl`; says so where it is absent.
#[test]
fn no_public_game_is_wrongly_proved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/gdl");
    let (mut games, mut proved) = (0, 0);
    let mut folders = vec![folder.clone()];
    while let Some(folder) = folders.pop() {
        let Ok(files) = std::fs::read_dir(&folder) else { continue };
        for path in files.filter_map(|file| Some(file.ok()?.path())) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let ends = path.extension().is_some_and(|end| end == "kif" || end == "gdl");
            let slow = path.file_stem().and_then(|name| name.to_str());
            let slow = slow.is_some_and(|name| SLOW.contains(&name));
            let Some(game) = (ends && !slow).then(|| read(&path)).flatten() else { continue };
            games += 1;
            let mut random = Random::new(2);
            let sums: Vec<f64> = (0..3).filter_map(|_| sum_of_play(&game, &mut random)).collect();
            let zero_sum = game.zero_sum();
            proved += usize::from(zero_sum);
            assert!(!zero_sum || sums.iter().all(|&sum| sum == 100.0), "{}", path.display());
            if !zero_sum && sums.iter().all(|&sum| sum == 100.0) {
                println!("not proved: {}", path.display());
            }
        }
    }
    println!("{proved} of {games} games of two roles in turn are proved to be zero-sum");
    if !folder.exists() {
        println!("{} is absent", folder.display());
    }
}
