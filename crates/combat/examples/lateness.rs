//! Whether decisions keep their limit: `lateness [DECISIONS] [MILLISECONDS] [SCENARIO] [SEARCH…]`.
//!
//! A decision is late if it takes more than 1 ms longer than it may. Under a limit by the clock
//! that happens to every program when another process has the processor; so the first line is a
//! program that does nothing but read the clock, and every search decides once more under a limit
//! of processor time. Gaps are the longest times between two readings of the clock.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ludex_combat::{Cost, Fight, PlayerSpec, Profile, SEARCHES, Scenario};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, usual: &str| words.get(at).cloned().unwrap_or(usual.to_string());
    let (decisions, limit): (u64, u64) = (word(0, "10000").parse()?, word(1, "5").parse()?);
    let scenario = Scenario::open(&word(2, "dragoon-zealot-8v8"))?;
    println!("{:8}{:>42}{:>42}", "", "by the clock", "by processor time");
    let heads = ["late", "latest by ms", "gap ms"].map(|head| format!("{head:>14}")).join("");
    println!("search  {heads}{heads}  of {decisions} decisions");
    let time = Duration::from_millis(limit);
    let (clock, processor) = (Instant::now(), ThreadTime::now());
    let idle =
        [look(|| clock.elapsed(), time, decisions), look(|| processor.elapsed(), time, decisions)];
    print("(none)", idle);
    let wanted = |name: &str| words.len() < 4 || words[3..].iter().any(|word| word == name);
    for (name, _) in SEARCHES.into_iter().filter(|(name, _)| wanted(name)) {
        let by_clock = decide(&format!("{name}@{limit}ms"), &scenario, decisions)?;
        let by_processor = decide(&format!("{name}@{limit}ms-cpu"), &scenario, decisions)?;
        print(name, [by_clock, by_processor]);
    }
    Ok(())
}

fn print(name: &str, costs: [Cost; 2]) {
    let columns = costs.map(|cost| {
        let (latest, gap) = (1000.0 * cost.lateness, 1000.0 * cost.gap);
        format!("{:14}{latest:14.3}{gap:14.3}", cost.late)
    });
    println!("{name:8}{}", columns.join(""));
}

/// Returns the cost of doing nothing but reading the time.
fn look(now: impl Fn() -> Duration, limit: Duration, decisions: u64) -> Cost {
    let mut cost = Cost::default();
    for _ in 0..decisions {
        let start = now();
        let mut seen = start;
        while seen - start < limit {
            let next = now();
            cost.gap = cost.gap.max((next - seen).as_secs_f64());
            seen = next;
        }
        let lateness = (seen - start - limit).as_secs_f64();
        cost.late += u64::from(lateness > 0.001);
        cost.lateness = cost.lateness.max(lateness);
    }
    cost
}

/// Returns the cost of this many decisions of a player, in fights with itself.
fn decide(
    player: &str,
    scenario: &Scenario,
    decisions: u64,
) -> Result<Cost, Box<dyn std::error::Error>> {
    let spec: PlayerSpec = player.parse()?;
    let rules = scenario.rules(Profile::Thesis);
    let mut cost = Cost::default();
    for game in 0.. {
        let mut player = spec.player(game);
        let mut fight = Fight::new(&rules, scenario.start(&rules, game)?);
        while fight.goes_on() && cost.decisions + player.cost.decisions < decisions {
            fight.round(|state, side| player.choose(&rules, state, side));
        }
        cost = cost.and(player.cost);
        if cost.decisions >= decisions {
            break;
        }
    }
    Ok(cost)
}
