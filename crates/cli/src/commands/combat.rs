//! `ludex combat`: fights of small armies, and script games played again.

use std::path::Path;

use ludex_combat::{CombatError, Pairing, PlayerSpec, Profile, ReplayLine, Scenario, tournament};
use serde_json::json;

use super::End;
use crate::args::{CombatArgs, CombatProfile};
use crate::complaint::{Complaint, Place};
use crate::interrupt;
use crate::open;
use crate::print::{self, FAINT, STRONG, say, styled};
use crate::progress::Bar;

/// Plays the games asked for.
pub fn run(args: CombatArgs) -> Result<End, Complaint> {
    let profile = match args.profile {
        CombatProfile::Thesis => Profile::Thesis,
        CombatProfile::Spar => Profile::Spar,
    };
    match &args.replay {
        Some(file) => replay(file, profile, args.output.quiet),
        None => fights(&args, profile),
    }
}

/// Prints the result of every game of the file. Nothing is printed unless all can be played.
fn replay(file: &Path, profile: Profile, quiet: bool) -> Result<End, Complaint> {
    let text = open::read_or_stdin(file)?;
    let (mut outcomes, mut told, mut same) = (Vec::new(), 0, 0);
    for (line, place) in Place::split(file, &text, str::lines) {
        if line.trim().is_empty() {
            continue;
        }
        let wrong = |error: CombatError| in_text("line", line, &error).within(&place);
        let outcome = ludex_combat::replay(line, profile).map_err(wrong)?;
        let claim = ReplayLine::read(line).map_err(wrong)?;
        told += usize::from(claim.rounds.is_some());
        same += usize::from(claim.agrees(&outcome));
        outcomes.push(outcome);
    }
    outcomes.iter().for_each(print::json_line);
    if !quiet && told > 0 {
        anstream::eprintln!("{same} of {told} games end as the file says");
    }
    Ok(End::Answered)
}

/// Every red player meets every blue one.
fn fights(args: &CombatArgs, profile: Profile) -> Result<End, Complaint> {
    let scenario = Scenario::open(&args.scenario)
        .map_err(|error| in_text("scenario", &args.scenario, &error))?;
    let [red, blue] = [players(&args.red)?, players(&args.blue)?];
    interrupt::install();
    let pairs: Vec<[&PlayerSpec; 2]> =
        red.iter().flat_map(|red| blue.iter().map(move |blue| [red, blue])).collect();
    let (each, all) = (u64::from(args.games), pairs.len() as u64 * u64::from(args.games));
    let mut bar = Bar::new(args.output.quiet);
    let mut table = Vec::new();
    for (number, players) in pairs.into_iter().enumerate() {
        let going_on = |done: u32, _: &_| {
            let done = number as u64 * each + u64::from(done);
            bar.show(done, all, &format!("{} – {}", players[0], players[1]));
            !interrupt::interrupted()
        };
        let pairing = tournament(&scenario, profile, players, args.seed, args.games, going_on);
        table.push(pairing.map_err(|error| in_text("scenario", &args.scenario, &error))?);
        if interrupt::interrupted() {
            break;
        }
    }
    drop(bar);
    match args.output.json {
        true => print::json(&json!({
            "scenario": scenario.name, "profile": profile, "table": table,
        })),
        false => page(&scenario, &table),
    }
    Ok(End::of(!interrupt::interrupted()))
}

fn players(texts: &[String]) -> Result<Vec<PlayerSpec>, Complaint> {
    let read = |text: &String| text.parse().map_err(|error| in_text("player", text, &error));
    texts.iter().map(read).collect()
}

/// An error about a text as a whole.
fn in_text(name: &str, text: &str, error: &CombatError) -> Complaint {
    Complaint::at(name, text, 0..text.len(), error.to_string())
}

/// The table of results.
fn page(scenario: &Scenario, table: &[Pairing]) {
    say!("{}", styled(STRONG, &scenario.name));
    let head = ["red", "blue", "games", "won", "drawn", "lost", "score", "± (95 %)", "ms", "late"];
    let mut rows = vec![head.map(String::from).to_vec()];
    rows.extend(table.iter().map(row));
    print::table(&rows);
    let cut: u32 = table.iter().map(|pairing| pairing.cut_off).sum();
    if cut > 0 {
        say!("{} {cut} games were cut off and count as drawn", styled(FAINT, "note"));
    }
    say!("{}", styled(FAINT, "ms: a decision of red's search on average; late: by more than 1 ms"));
}

fn row(pairing: &Pairing) -> Vec<String> {
    let cost = &pairing.red_cost;
    let each = cost.seconds * 1e3 / cost.decisions.max(1) as f64;
    vec![
        pairing.red.clone(),
        pairing.blue.clone(),
        pairing.games.to_string(),
        pairing.wins.to_string(),
        pairing.draws.to_string(),
        pairing.losses.to_string(),
        format!("{:.3}", pairing.score),
        format!("{:.3}", 1.96 * pairing.error),
        format!("{each:.2}"),
        cost.late.to_string(),
    ]
}
