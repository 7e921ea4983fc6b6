//! Strategies as logic over any game: what they guarantee, and finding them.

use std::time::Instant;

use ludex_base::NoAnswer;
use ludex_game::Agents;
use ludex_sgl::{CHECKS, File, Found, Goal, strategy_query_against};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::answers::Warning;
use crate::error::InputError;
use crate::languages::{Language, strategies};
use crate::open::open_within;
use crate::play::IN_TURN;
use crate::requests::Limits;
use crate::session::{AnyGame, Session};

/// Asks what a strategy of a file guarantees in a game.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct StrategyCheck {
    /// The game: a name or a file.
    pub game: String,
    /// The file with the strategies.
    pub file: String,
    /// Which strategy of the file; the only one, or `best`, if none is named.
    pub strategy: Option<String>,
    /// Who follows it; the first agent if nobody is named.
    pub player: Option<String>,
    /// What is checked, by its name in the list of checks; everything if nothing is named.
    pub check: Option<String>,
    /// Only against this strategy of the others.
    pub against: Option<String>,
    /// What the check may use.
    pub limits: Limits,
}

/// What a strategy guarantees.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StrategyVerdicts {
    /// The strategy.
    pub strategy: String,
    /// Who follows it.
    pub player: String,
    /// One verdict for every check.
    pub verdicts: Vec<StrategyVerdict>,
    /// What looks wrong in the file of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// The verdict of one check of a strategy.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StrategyVerdict {
    /// The check.
    pub name: String,
    /// Whether the strategy passes it; `null` if there is no answer within the limits.
    pub holds: Option<bool>,
    /// What shows it.
    pub witness: Option<Value>,
    /// Why there is no answer.
    pub stopped: Option<String>,
}

impl StrategyVerdicts {
    /// Converts to the JSON of `ludex strategy`: one object for one check, an object of objects for
    /// all of them.
    pub fn to_json(&self, one: bool) -> Value {
        match &self.verdicts[..] {
            [verdict] if one => self.object(verdict),
            verdicts => {
                let objects = verdicts.iter().map(|v| (v.name.clone(), self.object(v)));
                Value::Object(objects.collect())
            }
        }
    }

    fn object(&self, verdict: &StrategyVerdict) -> Value {
        let witness = verdict.witness.as_ref();
        let counterexample = witness.filter(|_| verdict.holds == Some(false));
        let states = witness.and_then(|witness| witness.get("states").cloned());
        let mut object = Map::new();
        object.insert("holds".into(), json!(verdict.holds));
        object.insert("counterexample".into(), json!(counterexample));
        object.insert("states".into(), json!(states));
        object.insert("strategy".into(), json!(self.strategy));
        object.insert("player".into(), json!(self.player));
        object.extend(verdict.stopped.clone().map(|why| ("stopped".into(), json!(why))));
        Value::Object(object)
    }
}

/// Checks what a strategy guarantees.
pub fn check_strategy(request: &StrategyCheck) -> Result<StrategyVerdicts, InputError> {
    let path = &request.file;
    let (start, limits) = (Instant::now(), &request.limits);
    let file = strategies::read_file(path, &limits.budget())?;
    let session = open_within(&request.game, &limits.since(start))?;
    if file.frame().is_some() && request.game != *path {
        let message = "the file has rules of its own, so its strategies are for no other game";
        return Err(InputError::new(message)
            .help(format!("ask `ludex strategy {path} {path} …`, or let the file say `game …;`")));
    }
    session
        .check_strategies(&file, &StrategyCheck { limits: limits.since(start), ..request.clone() })
}

impl Session {
    /// Checks what a strategy of a text guarantees in this game; the game and the file of the request
    /// do not matter.
    pub fn check_strategy(
        &self,
        text: &str,
        request: &StrategyCheck,
    ) -> Result<StrategyVerdicts, InputError> {
        let start = Instant::now();
        let file = strategies::read_text("strategies", text, &request.limits.budget())?;
        let limits = request.limits.since(start);
        self.check_strategies(&file, &StrategyCheck { limits, ..request.clone() })
    }

    fn check_strategies(
        &self,
        file: &File,
        request: &StrategyCheck,
    ) -> Result<StrategyVerdicts, InputError> {
        let (start, agents) = (Instant::now(), self.agents());
        let player = player(agents, request.player.as_deref())?;
        let strategy = chosen(file, request.strategy.as_deref())?;
        let mut verdicts = Vec::new();
        for (name, check) in checks(request.check.as_deref()) {
            let against = request.against.as_deref();
            let query = strategy_query_against(file, agents, &strategy, &player, check, against)
                .map_err(InputError::new)?;
            verdicts.push(verdict(self, file, name, &query, &request.limits.since(start))?);
        }
        let warnings = self.warnings.iter().cloned().chain(self.winning_remark()).collect();
        Ok(StrategyVerdicts { strategy, player, verdicts, warnings })
    }
}

fn verdict(
    session: &Session,
    file: &File,
    name: &str,
    query: &str,
    limits: &Limits,
) -> Result<StrategyVerdict, InputError> {
    let answer = match file.frame() {
        Some(_) => ludex_sgl::query_within(file, query, &limits.budget()),
        None => strategies::ask(file, session, query, limits)?,
    };
    let name = name.to_string();
    match answer {
        Ok(answer) => {
            let (holds, witness) = (answer.result.as_bool(), answer.witness);
            Ok(StrategyVerdict { name, holds, witness, stopped: None })
        }
        Err(NoAnswer::Stopped(stopped)) => {
            let stopped = Some(stopped.to_string());
            Ok(StrategyVerdict { name, holds: None, witness: None, stopped })
        }
        Err(NoAnswer::Invalid(error)) => Err(InputError::in_source(error)),
    }
}

/// Returns the check that is wanted, or all of them: a question that has two names once.
fn checks(one: Option<&str>) -> Vec<(&'static str, ludex_sgl::Check)> {
    let mut list: Vec<(&str, ludex_sgl::Check)> = Vec::new();
    for &(name, check) in CHECKS {
        let wanted = one.map_or(list.iter().all(|(_, known)| *known != check), |one| one == name);
        list.extend(wanted.then_some((name, check)));
    }
    list
}

/// Returns the agent that is named, or the first one.
pub(crate) fn player(agents: &Agents, name: Option<&str>) -> Result<String, InputError> {
    let Some(name) = name else { return Ok(agents.names()[0].clone()) };
    agents.named(name).map(|agent| agents.name(agent).to_string()).ok_or_else(|| {
        InputError::about("player", name, format!("`{name}` does not play here"))
            .help(format!("the players are {}", agents.names().join(", ")))
    })
}

/// Returns the strategy that is named, or the only one.
fn chosen(file: &File, name: Option<&str>) -> Result<String, InputError> {
    if let Some(name) = name {
        return Ok(name.to_string());
    }
    let names: Vec<&str> = file.strategies().map(|(name, _)| name).collect();
    match &names[..] {
        [only] => Ok(only.to_string()),
        [] => Err(InputError::new("the file has no strategies")),
        _ if names.contains(&"best") => Ok("best".to_string()),
        _ => Err(InputError::new("the file has several strategies")
            .help(format!("choose one with --strategy: {}", names.join(", ")))),
    }
}

/// A strategy that was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FoundStrategy {
    /// Whether it guarantees its goal.
    pub holds: bool,
    /// What it is to guarantee: `wins`, `never-loses` or `nothing`.
    pub goal: String,
    /// Who follows it.
    pub player: String,
    /// The text of a file with it.
    pub strategy: String,
    /// Its rules, in order of priority.
    pub rules: Vec<String>,
    /// Positions where it errs.
    pub mistakes: usize,
    /// Positions of play.
    pub states: usize,
    /// Its results against random play.
    pub against_random: RandomResults,
}

/// Results against random play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RandomResults {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
}

impl Session {
    /// Looks for a strategy of an agent (the first one, if nobody is named) by a few rules in order
    /// of priority, and verifies what it guarantees.
    pub fn find_strategy(
        &self,
        name: Option<&str>,
        limits: &Limits,
    ) -> Result<FoundStrategy, NoAnswer<InputError>> {
        self.require_no_chance("strategies are looked for")?;
        // A file of strategies says itself who has won.
        let says = self.file.as_ref().is_some_and(|file| file.language == Language::Strategies);
        if self.has_own_payoffs() && !(says && self.agents().len() > 2) {
            let message = "strategies are looked for in zero-sum games: here every agent plays for its \
                           own payoff";
            return Err(InputError::new(message)
                .help("`ludex solve` finds what all agents get")
                .into());
        }
        let player = player(self.agents(), name)?;
        let AnyGame::Turns(_, game) = &self.game else {
            return Err(InputError::new(IN_TURN).into());
        };
        let agent = self.agents().named(&player).unwrap_or(ludex_game::Agent::FIRST);
        let found = ludex_sgl::find_strategy(game, &self.name, agent, &limits.budget())
            .map_err(|error| error.map_invalid(InputError::new))?;
        Ok(described(found, player))
    }
}

fn described(found: Found, player: String) -> FoundStrategy {
    let goal = match found.goal {
        Goal::Wins => "wins",
        Goal::NeverLoses => "never-loses",
        Goal::Nothing => "nothing",
    };
    FoundStrategy {
        holds: found.verified,
        goal: goal.to_string(),
        player,
        strategy: found.text,
        rules: found.rules,
        mistakes: found.mistakes,
        states: found.positions,
        against_random: RandomResults {
            wins: found.rates.wins,
            draws: found.rates.draws,
            losses: found.rates.losses,
        },
    }
}
