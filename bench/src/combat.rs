//! Real-time combat: script games, playouts and nodes a second.

use std::time::Duration;

use ludex_combat::{Fight, PlayerSpec, Profile, Rules, Scenario, Script, Side, State};

/// Armies, and the rates of the authors' C++ program with them (`shared/data/combat/README.md`,
/// Section 8), all a second.
#[derive(Clone, Copy, Debug)]
pub struct Battle {
    /// The scenario.
    pub scenario: &'static str,
    /// Games of NOK-AV against Attack-Closest.
    pub games: f64,
    /// Playouts of NOK-AV.
    pub playouts: f64,
    /// Nodes of ABCD with LTD2.
    pub ltd2_nodes: f64,
    /// Nodes of ABCD with playouts.
    pub playout_nodes: f64,
}

const fn battle(scenario: &'static str, games: f64, playouts: f64, nodes: [f64; 2]) -> Battle {
    let [ltd2, playout] = nodes;
    let (ltd2_nodes, playout_nodes) = (1000.0 * ltd2, 1000.0 * playout);
    Battle { scenario, games, playouts, ltd2_nodes, playout_nodes }
}

/// The armies of the data's table.
pub const BATTLES: &[Battle] = &[
    battle("marine-dragoon-2v2", 6960.0, 7080.0, [469.0, 8.0]),
    battle("marine-4v4", 5450.0, 4860.0, [384.0, 5.6]),
    battle("dragoon-marine-4v4", 2680.0, 3560.0, [393.0, 4.5]),
    battle("dragoon-zealot-4v4", 1950.0, 2160.0, [382.0, 2.1]),
    battle("marine-8v8", 2160.0, 2650.0, [295.0, 2.8]),
    battle("dragoon-marine-8v8", 1410.0, 1880.0, [221.0, 2.1]),
    battle("dragoon-zealot-8v8", 900.0, 1080.0, [282.0, 1.7]),
    battle("marine-zergling-8v8", 1610.0, 2060.0, [347.0, 2.4]),
];

/// Starts of a battle.
pub struct Prepared {
    rules: Rules,
    starts: Vec<State>,
}

impl Battle {
    /// Makes this number of starts, always the same.
    pub fn prepare(&self, count: u64) -> Prepared {
        let scenario: Scenario = self.scenario.parse().expect("a scenario");
        let rules = scenario.rules(Profile::Thesis);
        let start = |game| scenario.start(&rules, game).expect("armies fit");
        let starts = (0..count).map(start).collect();
        Prepared { rules, starts }
    }
}

impl Prepared {
    /// Plays all starts between two scripts; returns the number of games. Equal scripts draw from
    /// every mirrored start.
    pub fn fight(&self, scripts: [Script; 2]) -> u64 {
        for start in &self.starts {
            let ending = Fight::new(&self.rules, *start).scripts(scripts);
            assert!(ending.rounds > 0 && (scripts[0] != scripts[1] || ending.winner == 0));
        }
        self.starts.len() as u64
    }

    /// Returns the nodes a second of processor time of a search with the settings of the authors'
    /// program, from all starts.
    pub fn nodes(&self, evaluation: &str, each: Duration) -> f64 {
        let player = format!("abcd:sample,eval={evaluation}@{}ms-cpu", each.as_millis());
        let mut player = player.parse::<PlayerSpec>().expect("a player").player(1);
        for start in &self.starts {
            player.choose(&self.rules, start, Side::Red);
        }
        player.cost.nodes as f64 / player.cost.processor_seconds
    }
}
