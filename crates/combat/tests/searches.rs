//! Every search under every limit: legal moves, reproducible decisions, limits kept.

use ludex_combat::{
    Joint, PlayerSpec, Profile, Rules, SEARCHES, Scenario, Script, Side, State, play_game,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns a state some random rounds into a fight.
fn midway(rules: &Rules, scenario: &Scenario, game: u64, rounds: u32) -> State {
    let mut state = scenario.start(rules, game).expect("a start");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(game);
    for round in 0..rounds {
        let script = if round % 2 == 0 { Script::Random } else { Script::NokAv };
        let moves = Side::BOTH.map(|side| match state.can_act(side) {
            true => script.decide(rules, &state, side, &mut rng),
            false => Joint::NONE,
        });
        let mut next = state;
        next.play(rules, [&moves[0], &moves[1]]);
        if next.is_over(rules) {
            break;
        }
        state = next;
    }
    state
}

/// Checks that each free unit has exactly one action, and that it is legal.
fn check_legal(rules: &Rules, state: &State, side: Side, joint: &Joint, who: &str) {
    let movers = state.movers(side);
    for (unit, action) in joint.actions() {
        assert!(state.legal(rules, side, unit).contains(&action), "{who}: {unit} {action:?}");
    }
    assert_eq!(joint.actions().fold(0, |set, (unit, _)| set | 1 << unit), movers, "{who}");
}

#[test]
fn searches_decide_legally_and_the_same_again() {
    for scenario in ["thesis", "dragoon-zealot-16v16"] {
        let scenario: Scenario = scenario.parse().expect("a scenario");
        for profile in [Profile::Thesis, Profile::Spar] {
            let rules = scenario.rules(profile);
            for (name, _) in SEARCHES {
                for (game, limit) in [(3, "1n"), (20, "30n"), (41, "200n"), (64, "60n")] {
                    let spec: PlayerSpec = format!("{name}@{limit}").parse().expect("a player");
                    let state = midway(&rules, &scenario, game, 3 * game as u32 % 50);
                    for side in Side::BOTH.into_iter().filter(|side| state.can_act(*side)) {
                        let joint = spec.player(game).choose(&rules, &state, side);
                        check_legal(&rules, &state, side, &joint, &spec.name);
                        assert_eq!(spec.player(game).choose(&rules, &state, side), joint, "{name}");
                    }
                }
            }
        }
    }
}

#[test]
fn settings_are_all_playable() {
    let scenario: Scenario = "dragoon-marine-4v4".parse().expect("a scenario");
    let rules = scenario.rules(Profile::Thesis);
    for name in [
        "abcd:eval=ltd,order=alt'@300n",
        "abcd:eval=kiter,order=rab',depth=4,replies=4,below=4@300n",
        "abcd:order=maxmin,table=off,depth=3@300n",
        "abcd:order=minmax,horizon=30,children=5@300n",
        "abcd:sample@300n",
        "best:model=random@300n",
        "pgs:responses=2,passes=3,scripts=nok-av+kiter+closest@300n",
        "pgs+:futures=nok-av@300n",
        "gab:free=2,share=0.2@300n",
        "matrix:candidates=3@300n",
        "matrix:candidates=0,share=7@300n",
        "gab:free=0,share=-1@300n",
        "abcd:depth=4000000000,table=60@300n",
        "abcd@0ms",
        "pgs+@0ms",
        "uct@0ms",
        "rab@0ms",
        "uct:children=5,c=0.5,playout=av@300n",
        "plan:scripts=retreat,lengths=1+9,futures=nok-av+kiter+av+closest+weakest@300n",
        "plan:keep=false,small=0,rounds=5@300n",
        "plan:lengths=0@300n",
        "plan@1ms-cpu",
    ] {
        let spec: PlayerSpec = name.parse().expect(name);
        for game in 0..6 {
            let state = midway(&rules, &scenario, game, 8 * game as u32);
            for side in Side::BOTH.into_iter().filter(|side| state.can_act(*side)) {
                let joint = spec.player(1).choose(&rules, &state, side);
                check_legal(&rules, &state, side, &joint, name);
            }
        }
    }
}

/// On a busy machine every program is late by the clock now and then; what counts here is processor
/// time, and even that is disturbed rarely: one decision in fifty may be late.
/// `examples/lateness.rs` prints the worst of ten thousand.
#[test]
fn limits_are_kept() {
    for (scenario, decisions) in [("dragoon-zealot-8v8", 12), ("dragoon-marine-32v32", 4)] {
        let scenario: Scenario = scenario.parse().expect("a scenario");
        let rules = scenario.rules(Profile::Thesis);
        let (mut made, mut late) = (0, 0);
        for (name, _) in SEARCHES {
            let spec: PlayerSpec = format!("{name}@3ms").parse().expect("a player");
            let mut player = spec.player(1);
            for game in 0..decisions {
                let state = midway(&rules, &scenario, game, 5 * game as u32);
                for side in Side::BOTH.into_iter().filter(|side| state.can_act(*side)) {
                    player.choose(&rules, &state, side);
                }
            }
            made += player.cost.decisions;
            late += player.cost.late_by_own_fault;
        }
        assert!(made > 30, "{made} decisions");
        assert!(late * 50 <= made, "{late} of {made} decisions took more than 1 ms too long");
    }
}

#[test]
fn a_best_response_beats_the_script_it_knows() {
    let scenario: Scenario = "dragoon-marine-4v4".parse().expect("a scenario");
    let rules = scenario.rules(Profile::Thesis);
    assert!(lead(&rules, &scenario, ["best:model=closest@150n", "closest"]) >= 6);
}

/// Returns wins less losses of the first of two players in ten games.
fn lead(rules: &Rules, scenario: &Scenario, players: [&str; 2]) -> i32 {
    let [one, two] = players.map(|name| name.parse::<PlayerSpec>().expect("a player"));
    let play = |game| play_game(rules, scenario, [&one, &two], game).expect("a game").0;
    (0..10).map(|game| play(game).winner).sum()
}
