//! `ludex strategy`: checks strategies written in logic over any game, and finds them.

use ludex::{InputError, NoAnswer, StrategyCheck, StrategyVerdict, StrategyVerdicts, files};
use serde_json::{Value, json};

use super::End;
use crate::args::StrategyArgs;
use crate::interrupt;
use crate::print::{self, BAD, FAINT, GOOD, STRONG, say, styled};
use crate::progress::Spinner;
use crate::watch;

/// Checks or finds.
pub fn run(args: StrategyArgs) -> Result<End, InputError> {
    interrupt::install();
    match args.find {
        true => find(&args),
        false => check(args),
    }
}

fn find(args: &StrategyArgs) -> Result<End, InputError> {
    let mut limits = args.budget.limits(true, &Spinner::new());
    let game = super::open(&args.game, &mut limits)?;
    if let Some(path) = &args.out {
        files::require_writable(path)?;
    }
    let found = game.find_strategy(args.player.as_deref(), &limits);
    watch::release();
    let found = match found {
        Ok(found) => found,
        Err(NoAnswer::Invalid(error)) => return Err(error),
        Err(NoAnswer::Stopped(stopped)) => {
            unknown(args.output.json, &stopped.to_string());
            return Ok(End::of(false));
        }
    };
    if let Some(path) = &args.out {
        files::write(path, &found.strategy)?;
    }
    if args.output.json {
        print::json_about(&game, &found, true);
        return Ok(End::Answered);
    }
    say!("{}", found.strategy.trim_end());
    let verdict = match found.holds {
        true => styled(GOOD, "verified"),
        false => styled(BAD, "not a guarantee"),
    };
    let rules = print::counted(found.rules.len() as u64, "rule");
    let states = print::counted(found.states as u64, "position");
    let (player, goal) = (&found.player, &found.goal);
    say!("{verdict}: {rules} for {player} ({goal}), {states} of play");
    Ok(End::Answered)
}

/// Says that no strategy was found within the budget.
fn unknown(json: bool, stopped: &str) {
    match json {
        true => print::json(&json!({ "holds": null, "strategy": null, "stopped": stopped })),
        false => say!("{}: {stopped}", styled(STRONG, "unknown")),
    }
}

fn check(args: StrategyArgs) -> Result<End, InputError> {
    let one = args.check.is_some();
    let found = ludex::check_strategy(&StrategyCheck {
        game: args.game,
        file: args.file.unwrap_or_default(),
        strategy: args.strategy,
        player: args.player,
        check: args.check,
        against: args.against,
        limits: args.budget.limits(true, &Spinner::new()),
    })?;
    watch::release();
    print::warnings(&found.warnings);
    match args.output.json {
        true => print::json(&print::with_warnings(&found.warnings, &found.to_json(one))),
        false => found.verdicts.iter().for_each(|verdict| sentence(&found, verdict)),
    }
    Ok(End::of(found.verdicts.iter().all(|verdict| verdict.holds.is_some())))
}

fn sentence(of: &StrategyVerdicts, verdict: &StrategyVerdict) {
    let StrategyVerdicts { strategy, player, .. } = of;
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
