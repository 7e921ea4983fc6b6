//! `ludex combat`: fights of small armies, and script games played again.

use std::path::Path;

use ludex::{InputError, Place, files};
use ludex_combat::{CombatError, Cost, Pairing, PlayerSpec, Profile, ReplayLine, Scenario, record};
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
    let text = files::read_or_stdin(file)?;
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

/// Plays the games of every red player against every blue one.
fn fights(args: &CombatArgs, profile: Profile) -> Result<End, InputError> {
    let scenario = Scenario::open(&args.scenario)
        .map_err(|error| in_text("scenario", &args.scenario, &error))?;
    let [red, blue] = [players(&args.red)?, players(&args.blue)?];
    let film = args.record.as_deref().map(Film::at).transpose()?;
    interrupt::install();
    let pairs: Vec<[&PlayerSpec; 2]> =
        red.iter().flat_map(|red| blue.iter().map(move |blue| [red, blue])).collect();
    let (each, all) = (u64::from(args.games), pairs.len() as u64 * u64::from(args.games));
    let mut bar = Bar::new(args.output.quiet);
    let mut table = Vec::new();
    for (number, players) in pairs.into_iter().enumerate() {
        let mut pairing = Pairing::new(players);
        let wrong = |error: CombatError| in_text("scenario", &args.scenario, &error);
        if let (0, Some(film)) = (number, &film) {
            film.shoot(&scenario, profile, players, args.seed, &mut pairing).map_err(wrong)??;
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

/// A file for the first game, in one of two forms.
struct Film<'a> {
    path: &'a Path,
    moves: bool,
}

impl<'a> Film<'a> {
    fn at(path: &'a Path) -> Result<Film<'a>, InputError> {
        let shown = path.display();
        let ending = files::ending(path.to_str().unwrap_or_default());
        let moves = match ending.to_ascii_lowercase().as_str() {
            "svg" => true,
            "json" => false,
            _ => {
                let message = format!("cannot tell what to write to {shown}");
                return Err(InputError::new(message).help("its name must end in .json or .svg"));
            }
        };
        files::require_writable(path)?;
        Ok(Film { path, moves })
    }

    /// Plays the first game of a pairing and writes it.
    fn shoot(
        &self,
        scenario: &Scenario,
        profile: Profile,
        players: [&PlayerSpec; 2],
        game: u64,
        pairing: &mut Pairing,
    ) -> Result<Result<(), InputError>, CombatError> {
        let (recording, costs) = record(scenario, profile, players, game)?;
        pairing.add(&recording.ending_of_first_player(), costs);
        let text = if self.moves { recording.to_svg() } else { recording.to_json() };
        Ok(files::write(self.path, text))
    }
}

fn players(texts: &[String]) -> Result<Vec<PlayerSpec>, InputError> {
    let read = |text: &String| text.parse().map_err(|error| in_text("player", text, &error));
    texts.iter().map(read).collect()
}

/// Returns an error about a text as a whole.
fn in_text(name: &str, text: &str, error: &CombatError) -> InputError {
    InputError::at(name, text, 0..text.len(), error.to_string())
}

/// Prints the table of results: a line for each pair, then the cost of decisions.
fn page(scenario: &Scenario, table: &[Pairing]) {
    say!("{}", styled(STRONG, &scenario.name));
    let head = ["red", "blue", "games", "won", "drawn", "lost", "score", "±"];
    let mut rows = vec![head.map(String::from).to_vec()];
    rows.extend(table.iter().map(result));
    print::table(&rows);
    let cut: u32 = table.iter().map(|pairing| pairing.cut_off).sum();
    if cut > 0 {
        let games = if cut == 1 { "game was" } else { "games were" };
        say!("{cut} {games} cut off and decided by what the sides had left");
    }
    let mut rows: Vec<Vec<String>> = table.iter().flat_map(costs).collect();
    rows.dedup();
    if !rows.is_empty() {
        let head = ["search", "against", "decisions", "mean", "playouts", "latest by", "late"];
        rows.insert(0, head.map(String::from).to_vec());
        say!("");
        print::table(&rows);
    }
    let about = "±: 95 of 100 such matches end within; late: decisions that took 1 ms longer than \
                 they may, and in brackets those where nobody else had the processor";
    say!("{}", styled(FAINT, print::wrapped(about, 0)));
}

fn result(pairing: &Pairing) -> Vec<String> {
    vec![
        pairing.red.clone(),
        pairing.blue.clone(),
        pairing.games.to_string(),
        pairing.wins.to_string(),
        pairing.draws.to_string(),
        pairing.losses.to_string(),
        format!("{:.3}", pairing.score),
        format!("{:.3}", 1.96 * pairing.error),
    ]
}

/// Returns a row for the cost of the decisions of each player that searches.
fn costs(pairing: &Pairing) -> Vec<Vec<String>> {
    let both = [
        (&pairing.red, &pairing.blue, &pairing.red_cost),
        (&pairing.blue, &pairing.red, &pairing.blue_cost),
    ];
    let searches = both.into_iter().filter(|(_, _, cost)| cost.decisions > 0);
    let row = |(player, other, cost): (&String, &String, &Cost)| {
        vec![
            player.clone(),
            other.clone(),
            print::count(cost.decisions),
            format!("{:.2} ms", cost.milliseconds()),
            print::count(cost.playouts / cost.decisions),
            format!("{:.2} ms", 1e3 * cost.lateness),
            format!("{} ({})", cost.late, cost.late_by_own_fault),
        ]
    };
    searches.map(row).collect()
}
