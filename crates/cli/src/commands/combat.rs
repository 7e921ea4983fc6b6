//! `ludex combat`: fights of small armies, and script games played again.

use std::path::Path;

use ludex::{InputError, RecordingFile, files};
use ludex_combat::{Pairing, PlayerSpec, Profile, Scenario, cost_rows, result_rows};
use serde_json::json;

use super::End;
use crate::args::{CombatArgs, CombatProfile};
use crate::interrupt;
use crate::print::{self, FAINT, STRONG, say, styled};
use crate::progress::Bar;

/// Plays the games asked for.
pub fn run(args: CombatArgs) -> Result<End, InputError> {
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
fn replay(file: &Path, profile: Profile, quiet: bool) -> Result<End, InputError> {
    let fights = ludex::replay_fights(file, &files::read_or_stdin(file)?, profile)?;
    fights.outcomes.iter().for_each(print::json_line);
    if !quiet && fights.told > 0 {
        anstream::eprintln!("{} of {} games end as the file says", fights.same, fights.told);
    }
    Ok(End::Answered)
}

/// Plays the games of every red player against every blue one.
fn fights(args: &CombatArgs, profile: Profile) -> Result<End, InputError> {
    let scenario = ludex::open_scenario(&args.scenario)?;
    let [red, blue] = [ludex::fighters(&args.red)?, ludex::fighters(&args.blue)?];
    let file = args.record.as_deref().map(RecordingFile::at).transpose()?;
    interrupt::install();
    let pairs: Vec<[&PlayerSpec; 2]> =
        red.iter().flat_map(|red| blue.iter().map(move |blue| [red, blue])).collect();
    let (each, all) = (u64::from(args.games), pairs.len() as u64 * u64::from(args.games));
    let mut bar = Bar::new(args.output.quiet);
    let mut table = Vec::new();
    for (number, players) in pairs.into_iter().enumerate() {
        let mut pairing = Pairing::new(players);
        let wrong = |error| ludex::in_fight("scenario", &args.scenario, &error);
        if let (0, Some(file)) = (number, &file) {
            file.write(&scenario, profile, args.seed, &mut pairing, players).map_err(wrong)??;
        }
        let going_on = |done: u32, _: &_| {
            let done = number as u64 * each + u64::from(done);
            bar.show(done, all, &format!("{} – {}", players[0], players[1]));
            !interrupt::interrupted()
        };
        pairing
            .go_on(&scenario, profile, players, args.seed, args.games, going_on)
            .map_err(wrong)?;
        table.push(pairing);
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
    if let (Some(path), false) = (&args.record, args.output.json) {
        say!("{} {}", styled(FAINT, "written"), path.display());
    }
    Ok(End::of(!interrupt::interrupted()))
}

/// Prints the table of results: a line for each pair, then the cost of decisions.
fn page(scenario: &Scenario, table: &[Pairing]) {
    say!("{}", styled(STRONG, &scenario.name));
    print::table(&result_rows(table));
    let cut: u32 = table.iter().map(|pairing| pairing.cut_off).sum();
    if cut > 0 {
        let games = if cut == 1 { "game was" } else { "games were" };
        say!("{cut} {games} cut off and decided by what the sides had left");
    }
    if let Some(rows) = cost_rows(table) {
        say!("");
        print::table(&rows);
    }
    let about = "±: 95 of 100 such matches end within; late: decisions that took 1 ms longer than \
                 they may, and in brackets those where nobody else had the processor";
    say!("{}", styled(FAINT, print::wrapped(about, 0)));
}
