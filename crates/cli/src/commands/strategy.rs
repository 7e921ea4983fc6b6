//! `ludex strategy`: checks strategies written in logic over any game, and finds them.

use ludex_game::Agents;
use ludex_sgl::{CHECKS, Check, File, Goal, strategy_query_against};
use serde_json::{Map, Value, json};

use super::End;
use crate::args::StrategyArgs;
use crate::complaint::Complaint;
use crate::erased::AnyGame;
use crate::interrupt;
use crate::languages::strategies;
use crate::open;
use crate::print::{self, BAD, FAINT, GOOD, STRONG, say, styled};
use crate::requests::Limits;

/// Checks or finds.
pub fn run(args: StrategyArgs) -> Result<End, Complaint> {
    interrupt::install();
    match args.find {
        true => find(&args),
        false => check(&args),
    }
}

fn find(args: &StrategyArgs) -> Result<End, Complaint> {
    let game = open::open(&args.game)?;
    let player = player(game.agents(), args.player.as_deref())?;
    if let Some(path) = &args.out {
        open::writable(path)?;
    }
    let limits = strategies::limits(&Limits::new(&args.budget, args.output.quiet));
    let found = game.find_strategy(&player, &limits)?;
    if let Some(path) = &args.out {
        std::fs::write(path, &found.text)
            .map_err(|error| Complaint::new(format!("cannot write {}: {error}", path.display())))?;
    }
    let goal = match found.goal {
        Goal::Wins => "wins",
        Goal::NeverLoses => "never-loses",
        Goal::Nothing => "nothing",
    };
    if args.output.json {
        print::json(&json!({
            "holds": found.verified,
            "goal": goal,
            "player": player,
            "strategy": found.text,
            "rules": found.rules,
            "mistakes": found.mistakes,
            "states": found.positions,
            "against_random": {
                "wins": found.rates.wins, "draws": found.rates.draws, "losses": found.rates.losses,
            },
        }));
    } else {
        say!("{}", found.text.trim_end());
        let verdict = match found.verified {
            true => styled(GOOD, "verified"),
            false => styled(BAD, "not a guarantee"),
        };
        let (rules, states) = (found.rules.len(), print::count(found.positions as u64));
        say!("{verdict}: {rules} rules for {player} ({goal}), {states} positions of play");
    }
    Ok(End::Answered)
}

/// One check and what came of it.
struct Verdict {
    name: &'static str,
    holds: Option<bool>,
    witness: Option<Value>,
    stopped: Option<String>,
}

fn check(args: &StrategyArgs) -> Result<End, Complaint> {
    let path = args.file.as_deref().unwrap_or_default();
    let file = strategies::read(path)?;
    let game = open::open(&args.game)?;
    if file.frame().is_some() && args.game != path {
        let message = "the file has rules of its own, so its strategies are for no other game";
        return Err(Complaint::new(message)
            .help(format!("ask `ludex strategy {path} {path} …`, or let the file say `game …;`")));
    }
    let player = player(game.agents(), args.player.as_deref())?;
    let strategy = chosen(&file, args.strategy.as_deref())?;
    let limits = strategies::limits(&Limits::new(&args.budget, args.output.quiet));
    let mut verdicts = Vec::new();
    for (name, check) in checks(args.check.as_deref()) {
        let against = args.against.as_deref();
        let query =
            strategy_query_against(&file, game.agents(), &strategy, &player, check, against)
                .map_err(Complaint::new)?;
        verdicts.push(verdict(&*game, &file, name, &query, &limits)?);
    }
    match args.output.json {
        true => print::json(&as_json(&verdicts, &strategy, &player, args.check.is_some())),
        false => verdicts.iter().for_each(|verdict| sentence(verdict, &strategy, &player)),
    }
    Ok(End::of(verdicts.iter().all(|verdict| verdict.holds.is_some())))
}

fn verdict(
    game: &dyn AnyGame,
    file: &File,
    name: &'static str,
    query: &str,
    limits: &ludex_sgl::Limits,
) -> Result<Verdict, Complaint> {
    let answer = match file.frame() {
        Some(_) => ludex_sgl::query_within(file, query, limits),
        None => game.ask_strategy(file, query, limits)?,
    };
    match answer {
        Ok(answer) => {
            let (holds, witness) = (answer.result.as_bool(), answer.witness);
            Ok(Verdict { name, holds, witness, stopped: None })
        }
        Err(error) if ludex_sgl::out_of_budget(&error.message) => {
            Ok(Verdict { name, holds: None, witness: None, stopped: Some(error.message) })
        }
        Err(error) => Err(Complaint::in_source(error)),
    }
}

/// The check that is wanted, or all of them: a question that has two names once.
fn checks(one: Option<&str>) -> Vec<(&'static str, Check)> {
    let mut list: Vec<(&str, Check)> = Vec::new();
    for &(name, check) in CHECKS {
        let wanted = one.map_or(list.iter().all(|(_, known)| *known != check), |one| one == name);
        list.extend(wanted.then_some((name, check)));
    }
    list
}

fn player(agents: &Agents, name: Option<&str>) -> Result<String, Complaint> {
    let Some(name) = name else { return Ok(agents.names()[0].clone()) };
    agents.named(name).map(|agent| agents.name(agent).to_string()).ok_or_else(|| {
        Complaint::at("player", name, 0..name.len(), format!("`{name}` does not play here"))
            .help(format!("the players are {}", agents.names().join(", ")))
    })
}

/// The strategy that is named, or the only one.
fn chosen(file: &File, name: Option<&str>) -> Result<String, Complaint> {
    if let Some(name) = name {
        return Ok(name.to_string());
    }
    let names: Vec<&str> = file.strategies().map(|(name, _)| name).collect();
    match &names[..] {
        [only] => Ok(only.to_string()),
        [] => Err(Complaint::new("the file has no strategies")),
        _ if names.contains(&"best") => Ok("best".to_string()),
        _ => Err(Complaint::new("the file has several strategies")
            .help(format!("choose one with --strategy: {}", names.join(", ")))),
    }
}

/// What a witness says about the number of states, and the rest of it if the check failed.
fn as_json(verdicts: &[Verdict], strategy: &str, player: &str, one: bool) -> Value {
    let of = |verdict: &Verdict| {
        let mut object = Map::new();
        object.insert("holds".into(), json!(verdict.holds));
        let failed = verdict.holds == Some(false);
        let counterexample = verdict.witness.clone().filter(|_| failed);
        object.insert("counterexample".into(), json!(counterexample));
        let states = verdict.witness.as_ref().and_then(|witness| witness.get("states").cloned());
        object.insert("states".into(), json!(states));
        object.insert("strategy".into(), json!(strategy));
        object.insert("player".into(), json!(player));
        object.extend(verdict.stopped.clone().map(|why| ("stopped".into(), json!(why))));
        Value::Object(object)
    };
    match verdicts {
        [verdict] if one => of(verdict),
        _ => Value::Object(verdicts.iter().map(|v| (v.name.to_string(), of(v))).collect()),
    }
}

fn sentence(verdict: &Verdict, strategy: &str, player: &str) {
    let (answer, style) = match verdict.holds {
        Some(true) => ("yes", GOOD),
        Some(false) => ("no", BAD),
        None => ("unknown", STRONG),
    };
    say!("{}: {} of {strategy} for {player}", styled(style, answer), verdict.name);
    if let Some(why) = &verdict.stopped {
        say!("  {why}");
    }
    let Some(Value::Object(witness)) = &verdict.witness else { return };
    for (name, value) in witness {
        say!("  {} {}", styled(FAINT, name), print::wrapped(&print::inline(value), 4));
    }
}
