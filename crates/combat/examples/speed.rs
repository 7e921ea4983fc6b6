//! How fast we are: script games, playouts and nodes a second beside the figures of the authors'
//! program, and how well decisions keep their limit. Processor time.

use cpu_time::ThreadTime;
use ludex_combat::{Fight, Player, PlayerSpec, Profile, Rules, Scenario, Script, Side, State};

/// A scenario, and what the authors' program does there: script games, playouts, thousand nodes
/// with LTD2 and with playouts, all a second.
const ROWS: [(&str, [f64; 4]); 8] = [
    ("marine-dragoon-2v2", [6960.0, 7080.0, 469.0, 8.0]),
    ("marine-4v4", [5450.0, 4860.0, 384.0, 5.6]),
    ("dragoon-marine-4v4", [2680.0, 3560.0, 393.0, 4.5]),
    ("dragoon-zealot-4v4", [1950.0, 2160.0, 382.0, 2.1]),
    ("marine-8v8", [2160.0, 2650.0, 295.0, 2.8]),
    ("dragoon-marine-8v8", [1410.0, 1880.0, 221.0, 2.1]),
    ("dragoon-zealot-8v8", [900.0, 1080.0, 282.0, 1.7]),
    ("marine-zergling-8v8", [1610.0, 2060.0, 347.0, 2.4]),
];

fn main() {
    println!(
        "scenario               µs a fight  games/s  (x)   playouts/s  (x)   LTD2 knodes/s  (x)   playout knodes/s  (x)"
    );
    for (name, theirs) in ROWS {
        let scenario: Scenario = name.parse().expect("a scenario");
        let rules = scenario.rules(Profile::Thesis);
        let starts: Vec<State> =
            (0..500).map(|game| scenario.start(&rules, game).expect("a start")).collect();
        let games = per_second(&rules, &starts, [Script::NokAv, Script::AttackClosest]);
        let playouts = per_second(&rules, &starts, [Script::NokAv; 2]);
        let ltd2 = nodes(&rules, &starts[..20], "abcd:eval=ltd2@50ms");
        let playout = nodes(&rules, &starts[..20], "abcd:sample@50ms");
        let ours = [games, playouts, ltd2 / 1000.0, playout / 1000.0];
        let factor = |at: usize| ours[at] / theirs[at];
        println!(
            "{name:22} {:8.1} {games:10.0} {:5.1} {playouts:11.0} {:5.1} {:13.0} {:5.1} {:13.1} {:9.1}",
            1e6 / games,
            factor(0),
            factor(1),
            ours[2],
            factor(2),
            ours[3],
            factor(3)
        );
    }
    for player in ["abcd@5ms", "abcd:eval=ltd2@5ms", "pgs+@5ms", "gab@5ms", "uct@5ms"] {
        keeps_limit(player);
    }
}

/// Script games a second.
fn per_second(rules: &Rules, starts: &[State], scripts: [Script; 2]) -> f64 {
    let clock = ThreadTime::now();
    let rounds: u32 =
        starts.iter().map(|start| Fight::new(rules, *start).scripts(scripts).rounds).sum();
    assert!(rounds > 0);
    starts.len() as f64 / clock.elapsed().as_secs_f64()
}

/// Nodes a second of a search from the starts.
fn nodes(rules: &Rules, starts: &[State], player: &str) -> f64 {
    let spec: PlayerSpec = player.parse().expect("a player");
    let mut player: Player = spec.player(1);
    for start in starts {
        player.choose(rules, start, Side::Red);
    }
    player.cost.nodes as f64 / player.cost.seconds
}

/// Decisions of 8 against 8 in the middle of fights.
fn keeps_limit(name: &str) {
    let spec: PlayerSpec = name.parse().expect("a player");
    let scenario: Scenario = "dragoon-zealot-8v8".parse().expect("a scenario");
    let rules = scenario.rules(Profile::Thesis);
    let mut took = Vec::new();
    for game in 0.. {
        let mut player = spec.player(game);
        let mut fight = Fight::new(&rules, scenario.start(&rules, game).expect("a start"));
        while fight.goes_on() && took.len() < 1000 {
            fight.round(|state, side| {
                let before = player.cost.seconds;
                let joint = player.choose(&rules, state, side);
                took.push(player.cost.seconds - before);
                joint
            });
        }
        if took.len() >= 1000 {
            break;
        }
    }
    took.sort_by(f64::total_cmp);
    let within = took.iter().filter(|seconds| **seconds <= 0.0052).count();
    println!(
        "{name}: {} decisions, {:.1} % within 5.2 ms, longest {:.2} ms",
        took.len(),
        100.0 * within as f64 / took.len() as f64,
        1000.0 * took.last().expect("decisions")
    );
}
