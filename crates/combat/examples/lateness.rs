//! Whether decisions keep their limit: `lateness [DECISIONS] [LIMIT] [SCENARIO] [SEARCH…]`.
//!
//! Late is a decision that takes more than 1 ms longer than it may by the clock. On a busy machine
//! that happens to every program now and then; «own fault» counts those that were late in processor
//! time, too, and the gap is the longest time between two looks at the clock, in processor time.

use ludex_combat::{Cost, Fight, PlayerSpec, Profile, SEARCHES, Scenario};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, usual: &str| words.get(at).cloned().unwrap_or(usual.to_string());
    let decisions: u64 = word(0, "10000").parse()?;
    let (limit, scenario) = (word(1, "5ms"), Scenario::open(&word(2, "dragoon-zealot-8v8"))?);
    println!("search  decisions  mean ms  latest by ms  late  own fault  longest gap ms");
    let wanted = |name: &str| words.len() < 4 || words[3..].iter().any(|word| word == name);
    for (name, _) in SEARCHES.into_iter().filter(|(name, _)| wanted(name)) {
        let by_clock = decide(&format!("{name}@{limit}"), &scenario, decisions)?;
        let by_processor = decide(&format!("{name}@{limit}-cpu"), &scenario, decisions / 20)?;
        println!(
            "{name:7} {:9} {:8.2} {:13.3} {:5} {:10} {:15.3}",
            by_clock.decisions,
            by_clock.milliseconds(),
            1000.0 * by_clock.lateness,
            by_clock.late,
            by_clock.late_by_own_fault,
            1000.0 * by_processor.gap,
        );
    }
    Ok(())
}

/// What so many decisions of a player cost, in fights with itself.
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
