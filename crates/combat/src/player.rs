//! Players by name: `nok-av`, `abcd@5ms`, `abcd:eval=ltd2,order=alt'@1000n`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::model::{CombatError, Joint, Rules, Side, State};
use crate::scripts::Script;
use crate::search::{
    Abcd, AbcdConfig, Branching, Evaluation, GreedyAlphaBeta, GreedyConfig, Limit, MatrixConfig,
    MatrixRoot, Order, Portfolio, PortfolioConfig, Rab, Statistics, Uct, UctConfig,
};

/// The searches, with what they are.
pub const SEARCHES: [(&str, &str); 9] = [
    ("abcd", "alpha-beta considering durations (Algorithm 11)"),
    ("best", "alpha-beta against a known script (`model=`): a best response"),
    ("rab", "random alpha-beta: many searches with random orders of choosing"),
    ("sab", "alpha-beta over what scripts would do, unit by unit"),
    ("pgs", "Portfolio Greedy Search: a script for every unit"),
    ("pgs+", "Portfolio Greedy Search with any first actions"),
    ("gab", "Greedy Alpha-Beta: the portfolio's result, and abcd for a few units"),
    ("matrix", "a matrix game of candidate moves at the root"),
    ("uct", "UCT considering durations"),
];

/// What a player is: a script, or a search with its settings and limit.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSpec {
    /// As it was written.
    pub name: String,
    engine: Engine,
    limit: Limit,
}

#[derive(Clone, PartialEq, Debug)]
enum Engine {
    Script(Script),
    Abcd(AbcdConfig),
    Rab(AbcdConfig),
    Portfolio(PortfolioConfig),
    Greedy(GreedyConfig),
    Matrix(MatrixConfig),
    Uct(UctConfig),
}

/// Somebody who plays one side of one fight.
pub struct Player {
    mind: Mind,
    limit: Limit,
    rng: Xoshiro256PlusPlus,
    /// What all decisions have cost.
    pub cost: Cost,
}

enum Mind {
    Script(Script),
    Abcd(Abcd),
    Rab(Rab),
    Portfolio(Portfolio),
    Greedy(GreedyAlphaBeta),
    Matrix(MatrixRoot),
    Uct(Uct),
}

/// What the decisions of a player have cost.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize)]
pub struct Cost {
    /// Decisions made by search.
    pub decisions: u64,
    /// Nodes, over all of them.
    pub nodes: u64,
    /// Playouts, over all of them.
    pub playouts: u64,
    /// Sum of the depths reached.
    pub depths: u64,
    /// Processor time, over all of them.
    pub seconds: f64,
    /// The longest decision, in seconds.
    pub longest: f64,
    /// Decisions that took more than 1 ms longer than they may.
    pub late: u64,
}

impl Cost {
    fn add(&mut self, one: &Statistics, limit: Option<Duration>) {
        self.decisions += 1;
        self.nodes += one.nodes;
        self.playouts += one.playouts;
        self.depths += u64::from(one.depth);
        self.seconds += one.seconds;
        self.longest = self.longest.max(one.seconds);
        let late = limit.is_some_and(|limit| one.seconds > limit.as_secs_f64() + 0.001);
        self.late += u64::from(late);
    }

    /// The cost of both.
    pub fn and(self, other: Cost) -> Cost {
        Cost {
            decisions: self.decisions + other.decisions,
            nodes: self.nodes + other.nodes,
            playouts: self.playouts + other.playouts,
            depths: self.depths + other.depths,
            seconds: self.seconds + other.seconds,
            longest: self.longest.max(other.longest),
            late: self.late + other.late,
        }
    }
}

impl PlayerSpec {
    /// A player of that kind; the seed is for scripts and searches that use chance.
    pub fn player(&self, seed: u64) -> Player {
        let mind = match self.engine.clone() {
            Engine::Script(script) => Mind::Script(script),
            Engine::Abcd(config) => Mind::Abcd(Abcd::new(AbcdConfig { seed, ..config })),
            Engine::Rab(config) => Mind::Rab(Rab::new(AbcdConfig { seed, ..config })),
            Engine::Portfolio(config) => Mind::Portfolio(Portfolio::new(config)),
            Engine::Greedy(mut config) => {
                config.search.seed = seed;
                Mind::Greedy(GreedyAlphaBeta::new(config))
            }
            Engine::Matrix(config) => {
                Mind::Matrix(MatrixRoot::new(MatrixConfig { seed, ..config }))
            }
            Engine::Uct(config) => Mind::Uct(Uct::new(UctConfig { seed, ..config })),
        };
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Player { mind, limit: self.limit, rng, cost: Cost::default() }
    }

    /// Whether it is the script Random, or a search that draws.
    pub fn is_script(&self) -> bool {
        matches!(self.engine, Engine::Script(_))
    }
}

impl Player {
    /// What the free units of a side do.
    pub fn choose(&mut self, rules: &Rules, state: &State, side: Side) -> Joint {
        let limit = self.limit;
        let (joint, _, cost) = match &mut self.mind {
            Mind::Script(script) => return script.decide(rules, state, side, &mut self.rng),
            Mind::Abcd(search) => search.decide(rules, state, side, limit),
            Mind::Rab(search) => search.decide(rules, state, side, limit),
            Mind::Portfolio(search) => search.decide(rules, state, side, limit),
            Mind::Greedy(search) => search.decide(rules, state, side, limit),
            Mind::Matrix(search) => search.decide(rules, state, side, limit),
            Mind::Uct(search) => search.decide(rules, state, side, limit),
        };
        self.cost.add(&cost, limit.time);
        joint
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl FromStr for PlayerSpec {
    type Err = CombatError;

    /// A script; or a search, settings after `:` as key=value separated by commas, and a limit after
    /// `@`: `5ms`, `1s`, or nodes and playouts as `1000n`. 5 ms, if nothing is said.
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
            "pgs+" => {
                Engine::Portfolio(PortfolioConfig { actions: true, ..PortfolioConfig::default() })
            }
            "gab" => Engine::Greedy(GreedyConfig::default()),
            "matrix" => Engine::Matrix(MatrixConfig::default()),
            "uct" => Engine::Uct(UctConfig::default()),
            _ => return script_named(name).map(Engine::Script),
        })
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), CombatError> {
        match self {
            Engine::Abcd(config) | Engine::Rab(config) => set_abcd(config, key, value),
            Engine::Portfolio(config) => set_portfolio(config, key, value),
            Engine::Greedy(config) => match key {
                "free" => set_number(&mut config.free, key, value),
                "share" => set_number(&mut config.share, key, value),
                "passes" | "responses" | "rounds" => {
                    set_portfolio(&mut config.portfolio, key, value)
                }
                _ => set_abcd(&mut config.search, key, value),
            },
            Engine::Matrix(config) => match key {
                "candidates" => set_number(&mut config.candidates, key, value),
                "share" => set_number(&mut config.share, key, value),
                _ => set_portfolio(&mut config.portfolio, key, value),
            },
            Engine::Uct(config) => match key {
                "c" => set_number(&mut config.c, key, value),
                "children" => set_number(&mut config.children, key, value),
                "playout" => value.parse().map(|script| config.script = script),
                _ => Err(CombatError::unknown("setting", key, ["c", "children", "playout"])),
            },
            Engine::Script(_) => Err(CombatError::Text {
                what: "a script".to_string(),
                reason: format!("has no setting such as «{key}»"),
            }),
        }
    }
}

fn script_named(name: &str) -> Result<Script, CombatError> {
    name.parse().map_err(|_| {
        let searches = SEARCHES.iter().map(|(name, _)| *name);
        CombatError::unknown("player", name, searches.chain(Script::ALL.map(Script::name)))
    })
}

fn set_abcd(config: &mut AbcdConfig, key: &str, value: &str) -> Result<(), CombatError> {
    match key {
        "sample" => *config = AbcdConfig { order: config.order, ..AbcdConfig::sample() },
        "eval" => set_evaluation(config, parse_evaluation(value)?),
        "order" => config.order = parse_order(value)?,
        "depth" => set_number(&mut config.max_depth, key, value)?,
        "children" if value == "all" => {
            (config.children, config.below, config.replies) = (None, None, None)
        }
        "children" => config.children = Some(parse_number(key, value)?),
        "below" => config.below = Some(parse_number(key, value)?),
        "replies" => config.replies = Some(parse_number(key, value)?),
        "neighbours" => set_number(&mut config.neighbours, key, value)?,
        "horizon" => config.horizon = Some(parse_number(key, value)?),
        "model" => config.model = Some(value.parse()?),
        "table" if value == "off" => config.table_bits = None,
        "table" => config.table_bits = Some(parse_number(key, value)?),
        _ => {
            let known = [
                "eval",
                "order",
                "depth",
                "children",
                "below",
                "replies",
                "neighbours",
                "horizon",
                "model",
                "table",
                "sample",
            ];
            return Err(CombatError::unknown("setting", key, known));
        }
    }
    Ok(())
}

fn set_portfolio(config: &mut PortfolioConfig, key: &str, value: &str) -> Result<(), CombatError> {
    match key {
        "passes" => set_number(&mut config.passes, key, value),
        "responses" => set_number(&mut config.responses, key, value),
        "rounds" => set_number(&mut config.rounds, key, value),
        "model" => value.parse().map(|script| config.model = Some(script)),
        "scripts" => parse_scripts(value).map(|scripts| config.scripts = scripts),
        "futures" => parse_scripts(value).map(|scripts| config.futures = scripts),
        _ => {
            let known = ["passes", "responses", "rounds", "model", "scripts", "futures"];
            Err(CombatError::unknown("setting", key, known))
        }
    }
}

/// Without playouts, nodes are cheap, and only depth makes up for what the evaluation does not see.
fn set_evaluation(config: &mut AbcdConfig, evaluation: Evaluation) {
    if !matches!(evaluation, Evaluation::Playout(_)) {
        *config = AbcdConfig { order: config.order, model: config.model, ..AbcdConfig::sample() };
    }
    config.evaluation = evaluation;
}

/// Scripts separated by `+`.
fn parse_scripts(value: &str) -> Result<Vec<Script>, CombatError> {
    value.split('+').map(str::parse).collect()
}

fn parse_evaluation(value: &str) -> Result<Evaluation, CombatError> {
    match value {
        "ltd" => Ok(Evaluation::Ltd),
        "ltd2" => Ok(Evaluation::Ltd2),
        "playout" => Ok(Evaluation::Playout(Script::NokAv)),
        script => script.parse().map(Evaluation::Playout).map_err(|_| {
            CombatError::unknown("evaluation", script, ["ltd", "ltd2", "playout", "nok-av", "av"])
        }),
    }
}

fn parse_order(value: &str) -> Result<Order, CombatError> {
    match value {
        "alt" => Ok(Order::Alt),
        "alt'" | "alt-prime" => Ok(Order::AltPrime),
        "rab'" | "random" => Ok(Order::Random),
        "maxmin" => Ok(Order::SearcherFirst),
        "minmax" => Ok(Order::SearcherLast),
        _ => {
            let known = ["alt", "alt'", "alt-prime", "rab'", "random", "maxmin", "minmax"];
            Err(CombatError::unknown("order", value, known))
        }
    }
}

fn parse_number<T: FromStr>(key: &str, value: &str) -> Result<T, CombatError> {
    value.parse().map_err(|_| CombatError::Value {
        what: key.to_string(),
        value: format!("«{value}»"),
        expected: "a number (or true or false, for a switch)",
    })
}

fn set_number<T: FromStr>(place: &mut T, key: &str, value: &str) -> Result<(), CombatError> {
    *place = parse_number(key, value)?;
    Ok(())
}

fn parse_limit(text: &str) -> Result<Limit, CombatError> {
    let bad = || CombatError::Value {
        what: "the limit".to_string(),
        value: format!("«{text}»"),
        expected: "a time such as 5ms or 1s, or a number of nodes such as 1000n",
    };
    let text = text.trim();
    let seconds = |number: &str, scale: f64| {
        let number: f64 = number.parse().map_err(|_| bad())?;
        let time = Duration::try_from_secs_f64(number * scale).map_err(|_| bad())?;
        Ok(Limit { time: Some(time), work: None })
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
