//! Players as text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Cost, Mind, Player};
use crate::model::CombatError;
use crate::scripts::Script;
use crate::search::{
    Abcd, AbcdConfig, Branching, GreedyAlphaBeta, GreedyConfig, Limit, MatrixConfig, MatrixRoot,
    PlanConfig, Planner, Portfolio, PortfolioConfig, Rab, Uct, UctConfig,
};

/// The searches, with descriptions.
pub const SEARCHES: [(&str, &str); 10] = [
    ("abcd", "alpha-beta considering durations (Algorithm 11)"),
    ("best", "alpha-beta against a known script (`model=`): a best response"),
    ("rab", "random alpha-beta: many searches with random orders of choosing"),
    ("sab", "alpha-beta over what scripts would do, unit by unit"),
    ("pgs", "Portfolio Greedy Search: a script for every unit"),
    ("pgs+", "Portfolio Greedy Search with any first actions"),
    ("plan", "an opening for every unit, kept from decision to decision: our strongest"),
    ("gab", "Greedy Alpha-Beta: the portfolio's result, and abcd for a few units"),
    ("matrix", "a matrix game of candidate moves at the root"),
    ("uct", "UCT considering durations"),
];

/// The specification of a player: a script, or a search with its settings and limit.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSpec {
    /// The text it was parsed from.
    pub name: String,
    engine: Engine,
    limit: Limit,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Engine {
    Script(Script),
    Abcd(AbcdConfig),
    Rab(AbcdConfig),
    Portfolio(PortfolioConfig),
    Plan(PlanConfig),
    Greedy(GreedyConfig),
    Matrix(MatrixConfig),
    Uct(UctConfig),
}

impl PlayerSpec {
    /// Returns a player with this specification; the seed is for scripts and searches that use
    /// chance.
    pub fn player(&self, seed: u64) -> Player {
        let mind = match self.engine.clone() {
            Engine::Script(script) => Mind::Script(script),
            Engine::Abcd(config) => Mind::Abcd(Abcd::new(AbcdConfig { seed, ..config })),
            Engine::Rab(config) => Mind::Rab(Rab::new(AbcdConfig { seed, ..config })),
            Engine::Portfolio(config) => Mind::Portfolio(Portfolio::new(config)),
            Engine::Plan(config) => Mind::Plan(Box::new(Planner::new(config))),
            Engine::Greedy(mut config) => {
                config.search.seed = seed;
                Mind::Greedy(Box::new(GreedyAlphaBeta::new(config)))
            }
            Engine::Matrix(config) => {
                Mind::Matrix(MatrixRoot::new(MatrixConfig { seed, ..config }))
            }
            Engine::Uct(config) => Mind::Uct(Uct::new(UctConfig { seed, ..config })),
        };
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Player { mind, limit: self.limit, rng, cost: Cost::default() }
    }

    /// Returns whether it is a script.
    pub fn is_script(&self) -> bool {
        matches!(self.engine, Engine::Script(_))
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl FromStr for PlayerSpec {
    type Err = CombatError;

    /// Parses a script; or a search, settings after `:` as key=value separated by commas, and a
    /// limit after `@`: `5ms`, `1s`, processor time as `5ms-cpu`, or nodes and playouts as `1000n`.
    /// The default limit is 5 ms.
    fn from_str(text: &str) -> Result<PlayerSpec, CombatError> {
        let name = text.trim().to_string();
        let (rest, limit) = match name.split_once('@') {
            Some((rest, limit)) => (rest, parse_limit(limit)?),
            None => (name.as_str(), Limit::milliseconds(5)),
        };
        let (engine, settings) = rest.split_once(':').unwrap_or((rest, ""));
        let mut engine = Engine::named(&engine.to_ascii_lowercase())?;
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
            engine.set(key.trim(), value.trim())?;
        }
        Ok(PlayerSpec { name, engine, limit })
    }
}

impl Engine {
    fn named(name: &str) -> Result<Engine, CombatError> {
        Ok(match name {
            "abcd" => Engine::Abcd(AbcdConfig::default()),
            "best" => Engine::Abcd(AbcdConfig::best_response(Script::NokAv)),
            "rab" => Engine::Rab(AbcdConfig { max_depth: 2, ..AbcdConfig::default() }),
            "sab" => Engine::Abcd(AbcdConfig {
                branching: Branching::Scripts(vec![Script::NokAv, Script::KitingAv]),
                neighbours: true,
                ..AbcdConfig::default()
            }),
            "pgs" => Engine::Portfolio(PortfolioConfig::default()),
            "pgs+" => Engine::Portfolio(PortfolioConfig::with_actions()),
            "plan" => Engine::Plan(PlanConfig::default()),
            "gab" => Engine::Greedy(GreedyConfig::default()),
            "matrix" => Engine::Matrix(MatrixConfig::default()),
            "uct" => Engine::Uct(UctConfig::default()),
            _ => return script_named(name).map(Engine::Script),
        })
    }
}

fn script_named(name: &str) -> Result<Script, CombatError> {
    name.parse().map_err(|_| {
        let searches = SEARCHES.iter().map(|(name, _)| *name);
        CombatError::unknown("player", name, searches.chain(Script::ALL.map(Script::name)))
    })
}

fn parse_limit(text: &str) -> Result<Limit, CombatError> {
    let bad = || CombatError::Value {
        what: "the limit".to_string(),
        value: format!("`{text}`"),
        expected: "a time such as 5ms or 1s (5ms-cpu for processor time), or a number of nodes \
                   such as 1000n",
    };
    if let Some(time) = text.trim().strip_suffix("-cpu") {
        let Limit { time, work: None, .. } = parse_limit(time)? else { return Err(bad()) };
        return Ok(Limit { processor: time, ..Limit::NONE });
    }
    let text = text.trim();
    let seconds = |number: &str, scale: f64| {
        let number: f64 = number.parse().map_err(|_| bad())?;
        let time = Duration::try_from_secs_f64(number * scale).map_err(|_| bad())?;
        Ok(Limit { time: Some(time), ..Limit::NONE })
    };
    if let Some(number) = text.strip_suffix("ms") {
        seconds(number, 0.001)
    } else if let Some(number) = text.strip_suffix('s') {
        seconds(number, 1.0)
    } else if let Some(number) = text.strip_suffix('n') {
        number.parse().map(Limit::nodes).map_err(|_| bad())
    } else {
        Err(bad())
    }
}
