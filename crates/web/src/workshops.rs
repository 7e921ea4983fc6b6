//! The requests of the workshops: chess problems, trees, strategies, fights, tables of the lab.

use ludex::{
    InputError, Laboratory, Language, Limits, NoAnswer, Problem, RuleCheck, StrategyCheck, lists,
    solve_problem,
};
use ludex_combat::{PlayerSpec, Profile, Scenario, record_while};
use ludex_lab::{Report, Table};
use serde::Deserialize;
use serde_json::json;

use crate::api::{Answer, Asked, Json, sent};
use crate::games::Place;
use crate::jobs::Job;
use crate::server::App;

/// A chess problem.
#[derive(Deserialize)]
pub(crate) struct Posed {
    request: Problem,
}

/// Solves a chess problem.
pub(crate) fn problem(_: &App, job: &Job, Posed { request }: Posed) -> Answer {
    let limits = job.limits(&request.limits);
    let request = Problem { limits, evidence: false, ..request };
    let request = request.with_page_variations().without_meaningless();
    sent(solve_problem(&request)?)
}

/// A game whose tree is drawn.
#[derive(Deserialize)]
pub(crate) struct Drawn {
    #[serde(flatten)]
    place: Place,
    /// How many moves deep, where the game is no tree by itself.
    #[serde(default)]
    depth: Option<u32>,
}

/// Draws a tree, as SVG and in the language of Graphviz; `null` if the game is none and no depth is
/// given.
pub(crate) fn tree(app: &App, job: &Job, Drawn { place, depth }: Drawn) -> Answer {
    let limits = job.limits(&Limits::default());
    Ok(match app.games.at(&place, &limits)?.tree(depth, &limits)? {
        Some(tree) => json!({ "svg": tree.to_svg(), "dot": tree.to_dot() }),
        None => json!({ "svg": null, "dot": null }),
    })
}

/// Checks what a strategy of a text guarantees in its game.
pub(crate) fn check_strategy(
    app: &App,
    job: &Job,
    Asked { place, request }: Asked<StrategyCheck>,
) -> Answer {
    let request = StrategyCheck { limits: job.limits(&request.limits), ..request };
    let session = app.games.at(&place, &request.limits)?;
    sent(session.check_strategy(place.strategies()?, &request)?)
}

/// The most rules of a strategy whose positions are listed.
const MOST_RULES: usize = 100;

/// Finds the positions that the rules of a strategy decide.
pub(crate) fn decided(app: &App, job: &Job, Asked { place, request }: Asked<RuleCheck>) -> Answer {
    if request.rules.len() > MOST_RULES {
        return Err(InputError::new(format!("a strategy has at most {MOST_RULES} rules here")));
    }
    let request = RuleCheck { limits: job.limits(&request.limits), ..request };
    let session = app.games.at(&place, &request.limits)?;
    sent(session.decided(place.strategies()?, &request)?)
}

/// Looks for a strategy of a player.
pub(crate) fn find_strategy(
    app: &App,
    job: &Job,
    Asked { place, request }: Asked<StrategyCheck>,
) -> Answer {
    let limits = job.limits(&request.limits);
    let session = app.games.at(&place, &limits)?;
    match session.find_strategy(request.player.as_deref(), &limits) {
        Ok(found) => sent(found),
        Err(NoAnswer::Invalid(error)) => Err(error),
        Err(NoAnswer::Stopped(stopped)) => {
            Ok(json!({ "holds": null, "strategy": null, "stopped": stopped.to_string() }))
        }
    }
}

/// Lists the tables and figures of the lab that need no files.
pub(crate) async fn lab_tables() -> Json {
    let tables = ludex_lab::tables().iter().filter(|table| file_of(table).is_none());
    Json(tables.map(lists::table).collect())
}

/// A table of the lab.
#[derive(Deserialize)]
pub(crate) struct ToRun {
    table: String,
    #[serde(default)]
    limits: Limits,
}

/// Runs a table of the lab; an event `measured` tells before every search what comes next. Sends the
/// report with its spreadsheet and its plot.
pub(crate) fn lab(_: &App, job: &Job, asked: ToRun) -> Answer {
    let table = Laboratory::table(&asked.table)?;
    if let Some(file) = file_of(table) {
        let message = format!("{} plays the game of a file, {file}", table.heading());
        let help = format!("the page reads no files: `ludex lab {}` runs it", table.name);
        return Err(InputError::new(message).help(help));
    }
    let mut tell = |done: usize, all: usize, next: &str| {
        job.tell("measured", &json!({ "done": done, "all": all, "next": next }));
    };
    let limits = job.limits(&asked.limits);
    let seed = limits.seed;
    let results = ludex_lab::run(table, &mut Laboratory::new(limits, &mut tell), false, seed);
    let report = Report::new(table, &results);
    let mut answer = sent(&report)?;
    answer["shows"] = json!(table.shows);
    answer["csv"] = json!(report.csv());
    answer["svg"] = json!(report.svg());
    Ok(answer)
}

/// Returns the first file whose game a table plays.
fn file_of(table: &Table) -> Option<&str> {
    let games = table.boards.iter().map(|board| board.game.as_str());
    games.into_iter().find(|game| Language::of_file(game).is_some())
}

/// The players of fights: scripts, and searches that decide quickly. A decision is not stopped, only
/// the fight, so that no others are offered.
const FIGHTERS: [&str; 11] = [
    "nok-av", "kiter", "kiter-av", "closest", "weakest", "av", "retreat", "random", "abcd@2ms",
    "pgs@2ms", "plan@2ms",
];

/// The armies of fights.
const SCENARIOS: [&str; 6] = [
    "dragoon-zealot-4v4",
    "marine-3v3",
    "marine-8v8",
    "zergling-6v6",
    "dragoon-marine-4v4",
    "marine-zergling-4v4",
];

/// Lists who can fight, and where.
pub(crate) async fn fighters() -> Json {
    Json(json!({ "players": FIGHTERS, "scenarios": SCENARIOS }))
}

/// A fight.
#[derive(Deserialize)]
pub(crate) struct Fought {
    red: String,
    blue: String,
    scenario: String,
    #[serde(default)]
    game: u64,
}

/// Plays a fight, and sends it as a picture that moves: as far as it went, if it is stopped.
pub(crate) fn combat(_: &App, job: &Job, fought: Fought) -> Answer {
    let Fought { red, blue, scenario, game } = &fought;
    let offered = |text: &str, list: &[&str]| match list.contains(&text) {
        true => Ok(()),
        false => Err(InputError::new(format!("`{text}` is not offered by the page"))
            .help(format!("there are {}", list.join(", ")))),
    };
    offered(red, &FIGHTERS)?;
    offered(blue, &FIGHTERS)?;
    offered(scenario, &SCENARIOS)?;
    let wrong = |error: ludex_combat::CombatError| InputError::new(error.to_string());
    let scenario: Scenario = scenario.parse().map_err(wrong)?;
    let players: [PlayerSpec; 2] = [red.parse().map_err(wrong)?, blue.parse().map_err(wrong)?];
    let both = [&players[0], &players[1]];
    let goes_on = || !job.stop.is_raised();
    let recorded = record_while(&scenario, Profile::Thesis, both, *game, &goes_on);
    let (recording, _) = recorded.map_err(wrong)?;
    let ending = &recording.ending;
    let winner = match ending.winner {
        _ if !goes_on() => "Stopped".to_string(),
        1 => format!("{} wins", recording.players[0]),
        -1 => format!("{} wins", recording.players[1]),
        _ => "Nobody wins".to_string(),
    };
    let summary = format!(
        "{winner} after {} frames and {} rounds; {} units survive.",
        ending.frames,
        ending.rounds,
        ending.survivors.len()
    );
    Ok(json!({
        "svg": recording.to_svg(), "seconds": recording.seconds(), "summary": summary,
        "players": recording.players, "ending": ending,
    }))
}
