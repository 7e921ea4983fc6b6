//! [Saf13, Tables 5.6, 5.7 and 5.8] and our best search against ABCD, as lines of Markdown: `tables
//! TABLE [GAMES] [STRIDE] [LIMIT]`, where TABLE is 5.6, 5.7, 5.8 or plan.
//!
//! The starts are those of `ludex lab`, each played from both sides; a stride of n takes every n-th
//! start, so that few games cover armies of all kinds. The default limit is processor time: on a
//! busy machine that gives both sides the same.

use ludex_combat::{Pairing, PlayerSpec, Profile, Scenario, play_game};

const SCRIPTS: [&str; 7] = ["random", "kiter", "kiter-av", "closest", "weakest", "av", "nok-av"];

/// Returns red, blue and the scenario of every cell of a table; `@` stands for the limit.
fn cells(table: &str) -> Vec<[String; 3]> {
    let cell = |red: &str, blue: &str, scenario: &str| [red, blue, scenario].map(str::to_string);
    let searches =
        ["abcd:eval=ltd@", "abcd:eval=ltd2@", "abcd@", "abcd:order=alt'@", "abcd:order=rab'@"];
    match table {
        "5.6" => {
            let row = |script| searches.map(|search| cell(search, script, "thesis"));
            SCRIPTS.into_iter().flat_map(row).collect()
        }
        "5.7" => ["alt'", "rab'"]
            .map(|order| cell(&format!("abcd:order={order}@"), "abcd@", "thesis"))
            .to_vec(),
        "5.8" => {
            let best = |script| cell(&format!("best:model={script}@"), script, "thesis");
            SCRIPTS.map(best).to_vec()
        }
        _ => ["thesis", "dragoon-marine-16v16", "dragoon-zealot-16v16", "dragoon-marine-32v32"]
            .map(|scenario| cell("plan@", "abcd@", scenario))
            .to_vec(),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, usual: &str| words.get(at).cloned().unwrap_or(usual.to_string());
    let (games, stride): (u64, u64) = (word(1, "146").parse()?, word(2, "1").parse()?);
    println!("| red | blue | scenario | games | won | drawn | lost | cut off | score | ± |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for [red, blue, scenario] in cells(&word(0, "5.6")) {
        let with_limit = |name: &str| name.replace('@', &format!("@{}", word(3, "5ms-cpu")));
        let players: [PlayerSpec; 2] = [with_limit(&red).parse()?, with_limit(&blue).parse()?];
        let players = [&players[0], &players[1]];
        let (arena, mut pairing) = (Scenario::open(&scenario)?, Pairing::new(players));
        let rules = arena.rules(Profile::Thesis);
        for at in 0..games {
            let game = (at / 2).wrapping_mul(stride).wrapping_mul(2).wrapping_add(at % 2);
            let (ending, costs) = play_game(&rules, &arena, players, game)?;
            pairing.add(&ending, costs);
        }
        let Pairing { wins, draws, losses, cut_off, score, error, .. } = pairing;
        println!(
            "| {} | {} | {scenario} | {games} | {wins} | {draws} | {losses} | {cut_off} | {score:.3} | {error:.3} |",
            pairing.red, pairing.blue
        );
    }
    Ok(())
}
