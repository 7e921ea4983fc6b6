//! The settings of searches as text: key=value.

use std::str::FromStr;

use super::spec::Engine;
use crate::model::CombatError;
use crate::scripts::Script;
use crate::search::{AbcdConfig, Evaluation, Order, PlanConfig, PortfolioConfig, Replies};

impl Engine {
    /// Changes a setting.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), CombatError> {
        match self {
            Engine::Abcd(config) | Engine::Rab(config) => set_abcd(config, key, value),
            Engine::Portfolio(config) => set_portfolio(config, key, value),
            Engine::Plan(config) => set_plan(config, key, value),
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
                reason: format!("has no setting such as `{key}`"),
            }),
        }
    }
}

fn set_abcd(config: &mut AbcdConfig, key: &str, value: &str) -> Result<(), CombatError> {
    match key {
        "sample" => *config = AbcdConfig { order: config.order, ..AbcdConfig::sample() },
        "eval" => set_evaluation(config, parse_evaluation(value)?),
        "order" => config.order = parse_order(value)?,
        "depth" => set_number(&mut config.max_depth, key, value)?,
        "children" if value == "all" => {
            (config.children, config.below, config.replies) = (None, None, Replies::All)
        }
        "children" => config.children = Some(parse_number(key, value)?),
        "below" => config.below = Some(parse_number(key, value)?),
        "replies" if value == "scripts" => config.replies = Replies::Scripted,
        "replies" => config.replies = Replies::First(parse_number(key, value)?),
        "rounds" => set_number(&mut config.rounds, key, value)?,
        "neighbours" => set_number(&mut config.neighbours, key, value)?,
        "answered" => set_number(&mut config.answered, key, value)?,
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
                "rounds",
                "neighbours",
                "answered",
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
        "small" => set_number(&mut config.small, key, value),
        "model" => value.parse().map(|script| config.model = Some(script)),
        "scripts" => parse_scripts(value).map(|scripts| config.scripts = scripts),
        "futures" => parse_scripts(value).map(|scripts| config.futures = scripts),
        _ => {
            let known = ["passes", "responses", "rounds", "small", "model", "scripts", "futures"];
            Err(CombatError::unknown("setting", key, known))
        }
    }
}

fn set_plan(config: &mut PlanConfig, key: &str, value: &str) -> Result<(), CombatError> {
    match key {
        "scripts" => parse_scripts(value).map(|scripts| config.scripts = scripts),
        "futures" => parse_scripts(value).map(|scripts| config.futures = scripts),
        "lengths" => value
            .split('+')
            .map(|length| parse_number(key, length))
            .collect::<Result<_, _>>()
            .map(|lengths| config.lengths = lengths),
        "small" => set_number(&mut config.small, key, value),
        "large" => set_number(&mut config.large, key, value),
        "rounds" => set_number(&mut config.rounds, key, value),
        "keep" => set_number(&mut config.keep, key, value),
        _ => {
            let known = ["scripts", "futures", "lengths", "small", "large", "rounds", "keep"];
            Err(CombatError::unknown("setting", key, known))
        }
    }
}

/// Sets the evaluation. Without playouts nodes are cheap, and only depth makes up for what the
/// evaluation does not see.
fn set_evaluation(config: &mut AbcdConfig, evaluation: Evaluation) {
    if !matches!(evaluation, Evaluation::Playout(_)) {
        *config = AbcdConfig { order: config.order, model: config.model, ..AbcdConfig::sample() };
    }
    config.evaluation = evaluation;
}

/// Parses scripts separated by `+`.
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
        value: format!("`{value}`"),
        expected: "a number (or true or false, for a switch)",
    })
}

fn set_number<T: FromStr>(place: &mut T, key: &str, value: &str) -> Result<(), CombatError> {
    *place = parse_number(key, value)?;
    Ok(())
}
