//! `figures`: measures all workloads, asserts their answers and prints one table for each kind.
//!
//! With `--values` it prints `key <tab> value` lines instead, for the script that puts them beside
//! peers. Times are processor time of the quickest of several runs.

mod markdown;

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use ludex_bench::{
    BATTLES, BEST_FIRST, CONTESTS, ChessProblem, FORMULAS, Found, GOOFSPIEL, MATRIX_SIZES,
    Matrices, Mode, PROOFS, REWRITING, SETS, Set, Spent, VALUES, best_of, total,
};
use ludex_combat::Script;
use ludex_matrix::Solver;
use ludex_search::BYTES_PER_ENTRY;
use markdown::{Table, bytes, count, ratio, seconds};

/// Measures Ludex and prints the figures.
#[derive(Parser)]
struct Arguments {
    /// Measure for a shorter time
    #[arg(long)]
    quick: bool,
    /// Solve the Connect Four sets that take minutes, too
    #[arg(long)]
    full: bool,
    /// Print `key <tab> value` lines
    #[arg(long)]
    values: bool,
    /// Measure only what has this text in its key, such as `playouts` or `connect4 set L2_R1`
    #[arg(long, default_value = "")]
    only: String,
    /// The folder with the Connect Four sets
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/connect4"))]
    sets: PathBuf,
    /// The file with the chess problems
    #[arg(
        long,
        default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/chess/problems.json")
    )]
    problems: PathBuf,
}

impl Arguments {
    /// Returns how long to repeat a measurement.
    fn patience(&self) -> Duration {
        Duration::from_millis(if self.quick { 200 } else { 1500 })
    }

    /// Returns whether a row is wanted; if so, it is announced.
    fn wants(&self, key: &str) -> bool {
        let wanted = key.contains(&self.only);
        if wanted {
            eprintln!("{key}");
        }
        wanted
    }

    fn print(&self, title: &str, note: &str, table: &Table) {
        if self.values {
            print!("{}", table.values());
        } else if !table.is_empty() {
            println!("### {title}\n\n{note}\n\n{table}");
        }
    }
}

fn main() {
    let arguments = Arguments::parse();
    playouts(&arguments);
    values(&arguments);
    best_first(&arguments);
    sets(&arguments);
    formulas(&arguments);
    proofs(&arguments);
    problems(&arguments);
    matrices(&arguments);
    goofspiel(&arguments);
    combat(&arguments);
    rewriting(&arguments);
}

fn playouts(arguments: &Arguments) {
    let mut table = Table::new(&["game", "plies each", "given up", "playouts/s", "plies/s"]);
    for contest in CONTESTS {
        let key = format!("playouts {}", contest.game);
        if !arguments.wants(&key) {
            continue;
        }
        let mut play = contest.playouts();
        let (_, once) = best_of(Duration::ZERO, || play(20));
        let games = (0.1 * once.per_second(20)) as u64 + 20;
        let (tally, spent) = best_of(arguments.patience(), || play(games));
        contest.assert(&tally);
        let rate = spent.per_second(tally.games);
        let given_up = match contest.limit {
            0 => "–".to_string(),
            limit => format!("{} % at {limit}", 100 * tally.unfinished / tally.games),
        };
        let cells = [
            format!("{:.1}", tally.mean()),
            given_up,
            count(rate),
            count(spent.per_second(tally.plies)),
        ];
        table.row(key, rate, contest.game, cells);
    }
    let note = "Uniformly random moves to the end of the game, or given up after so many plies.";
    arguments.print("Random playouts", note, &table);
}

fn values(arguments: &Arguments) {
    let columns =
        ["game", "value", "nodes", "CPU", "nodes/s", "memory", "bytes/entry", "C++", "ratio"];
    let mut table = Table::new(&columns);
    for question in VALUES {
        let key = format!("alpha-beta {}", question.game);
        if !arguments.wants(&key) {
            continue;
        }
        let (found, spent) = best_of(arguments.patience(), || question.solve());
        let peer = question.peer;
        let cells = [
            found.value.clone(),
            count(found.nodes as f64),
            seconds(spent.cpu.as_secs_f64()),
            count(spent.per_second(found.nodes)),
            bytes(found.bytes),
            format!("{:.0}", entry_bytes(&found)),
            peer.map_or("–".to_string(), seconds),
            peer.map_or("–".to_string(), |peer| ratio(peer / spent.cpu.as_secs_f64())),
        ];
        let game = format!("{} {}", question.game, question.position);
        table.row(key, spent.cpu.as_secs_f64(), game.trim(), cells);
    }
    let note = "From an empty table. C++: the solver of the data's README (Connect Four) and the \
                plain program of the reproduction notes (Domineering). Where the budget of nodes \
                ends the search the bounds so far are the value. Games that can repeat states \
                (`fifty=off`) keep the graph of states, whose entry is a state with its edges.";
    arguments.print("Alpha-beta", note, &table);
}

fn best_first(arguments: &Arguments) {
    let columns =
        ["search", "game", "positions", "expanded", "created", "CPU", "created/s", "bytes/node"];
    let mut table = Table::new(&columns);
    for question in BEST_FIRST.iter().filter(|question| arguments.full || !question.long) {
        let key = format!("best-first {} {}", question.name, question.game);
        if !arguments.wants(&key) {
            continue;
        }
        let (found, spent) = best_of(arguments.patience(), || question.solve());
        let cells = [
            question.game.to_string(),
            found.positions.to_string(),
            count(found.nodes as f64),
            count(found.created as f64),
            seconds(spent.cpu.as_secs_f64()),
            count(spent.per_second(found.created)),
            match question.name {
                "df-pn" => "–".to_string(),
                _ => format!("{:.1}", found.bytes_per_node),
            },
        ];
        table.row(key, spent.cpu.as_secs_f64(), question.name, cells);
    }
    let note = "All positions after 4 moves (4x5 and 5x5, Table 3.1), every so many of those after 8, \
                the start, or all openings (Hex 5x5). «Tree» is the thesis's way: no transpositions, \
                nothing known of the game, no states kept; the others recognise transpositions, \
                keep the state of every node and use the game's bounds and candidate moves. Bytes \
                are those of the tree (and of the states) over the nodes made, in the largest search.";
    arguments.print("Best-first search and df-pn", note, &table);
}

/// Returns the bytes of an entry of the table, or of a state of the graph.
fn entry_bytes(found: &Found) -> f64 {
    if found.graph { found.bytes as f64 / found.nodes as f64 } else { BYTES_PER_ENTRY as f64 }
}

fn sets(arguments: &Arguments) {
    let columns = ["set", "positions", "nodes", "CPU", "wall", "C++ nodes", "C++ CPU", "ratio"];
    let mut table = Table::new(&columns);
    for set in SETS.iter().filter(|set| arguments.full || !set.long) {
        let key = format!("connect4 set {}", set.name);
        if !arguments.wants(&key) {
            continue;
        }
        let Some(positions) = set.read(&arguments.sets) else {
            eprintln!("{} is not in {}: skipped", set.name, arguments.sets.display());
            continue;
        };
        let (nodes, spent) = best_of(arguments.patience(), || Set::solve(&positions));
        let each = |total: f64| total / positions.len() as f64;
        let cpu = each(spent.cpu.as_secs_f64());
        let cells = [
            positions.len().to_string(),
            count(each(nodes as f64)),
            seconds(cpu),
            seconds(each(spent.wall.as_secs_f64())),
            count(set.peer_nodes),
            seconds(set.peer),
            ratio(set.peer / cpu),
        ];
        table.row(key, cpu, set.name, cells);
    }
    let note = "Exact scores on 7x6; nodes and times are means per position, one table for the \
                set. C++: the specialised solver of the data's README, over its full sets.";
    arguments.print("Connect Four sets", note, &table);
}

fn formulas(arguments: &Arguments) {
    let columns = [
        "formula",
        "answer",
        "plain queries",
        "CPU",
        "queries/s",
        "fast queries",
        "CPU",
        "queries/s",
    ];
    let mut table = Table::new(&columns);
    for question in FORMULAS {
        let key = format!("dfps {} {}", question.formula, question.position);
        if !arguments.wants(&key) {
            continue;
        }
        let prepared = question.prepare();
        let measure = |mode| {
            let (queries, spent): (_, Spent) =
                best_of(arguments.patience() / 2, || prepared.check(mode));
            let queries = total(&queries);
            (
                spent.per_second(queries),
                [
                    count(queries as f64),
                    seconds(spent.cpu.as_secs_f64()),
                    count(spent.per_second(queries)),
                ],
            )
        };
        let (rate, plain) = measure(Mode::Plain);
        let (_, fast) = measure(Mode::Fast);
        let cells = [vec![question.holds.to_string()], plain.to_vec(), fast.to_vec()].concat();
        table.row(key, rate, &format!("`{}` in `{}`", question.formula, question.position), cells);
    }
    let note = "Chess. A query is an atom evaluated, a list of moves or a move played (Table 4.12). \
                Plain is Algorithm 7 to the letter; fast has a table, ordering and deepening. Each \
                starts with an empty table, which is most of the time of short ones.";
    arguments.print("DFPS", note, &table);
}

fn proofs(arguments: &Arguments) {
    let columns = ["game", "proof nodes", "prove", "write", "file", "check", "nodes checked/s"];
    let mut table = Table::new(&columns);
    for question in PROOFS {
        let key = format!("evidence {}", question.game);
        if !arguments.wants(&key) {
            continue;
        }
        let (proved, prove) = best_of(arguments.patience() / 4, || question.prove());
        let (file, write) = best_of(arguments.patience() / 4, || proved.write());
        let (nodes, check) = best_of(arguments.patience() / 4, || proved.check(&file));
        let rate = check.per_second(nodes as u64);
        let cells = [
            count(nodes as f64),
            seconds(prove.cpu.as_secs_f64()),
            seconds(write.cpu.as_secs_f64()),
            bytes(file.len()),
            seconds(check.cpu.as_secs_f64()),
            count(rate),
        ];
        table.row(key, rate, question.game, cells);
    }
    let note = "Both weak solutions of the start position: solve and walk through them, encode, then \
                decode and check by the rules alone. CPU times.";
    arguments.print("Evidence", note, &table);
}

fn problems(arguments: &Arguments) {
    let columns = ["problems", "number", "nodes", "CPU", "Popeye nodes", "Popeye CPU", "ratio"];
    let mut table = Table::new(&columns);
    let Some(all) = ChessProblem::read(&arguments.problems) else {
        eprintln!("{} is not there: skipped", arguments.problems.display());
        return;
    };
    let harder = &all[all.len() - all.len() / 3..];
    for kind in ["direct", "self", "help", "all but the harder"] {
        let key = format!("problems {kind}");
        if !arguments.wants(&key) {
            continue;
        }
        let easier = || all[..all.len() - harder.len()].iter();
        let wanted: Vec<&ChessProblem> = match kind {
            "all but the harder" => easier().collect(),
            _ => harder.iter().filter(|problem| problem.kind == kind).collect(),
        };
        let (mut nodes, mut cpu) = (0, 0.0);
        for problem in &wanted {
            let (n, spent) = best_of(arguments.patience() / 10, || problem.solve());
            eprintln!("  {} {n} nodes, {}", problem.id, seconds(spent.cpu.as_secs_f64()));
            (nodes, cpu) = (nodes + n, cpu + spent.cpu.as_secs_f64());
        }
        let sum = |what: fn(&ChessProblem) -> f64| wanted.iter().map(|p| what(p)).sum::<f64>();
        let peer = sum(|problem| problem.peer);
        let cells = [
            wanted.len().to_string(),
            count(nodes as f64),
            seconds(cpu),
            count(sum(|problem| problem.peer_nodes)),
            seconds(peer),
            ratio(peer / cpu),
        ];
        table.row(key, cpu, kind, cells);
    }
    let note = "All solutions, each from an empty table; the harder third of the problems of \
                `shared/data/chess` by Popeye's nodes. Popeye 4.104: the times of the file, in its \
                Intelligent mode for helpmates (a program's start, about 0.015 s, included).";
    arguments.print("Chess problems", note, &table);
}

fn matrices(arguments: &Arguments) {
    let mut table = Table::new(&["matrices", "ours/s", "general solver/s", "ratio"]);
    for &size in MATRIX_SIZES {
        let key = format!("simultaneous matrices {size}x{size}");
        if !arguments.wants(&key) {
            continue;
        }
        let matrices = Matrices::new(size, (100_000 / (size * size)).max(2));
        let mut solver = Solver::new();
        let (sum, spent) = best_of(arguments.patience(), || matrices.solve(&mut solver));
        let rate = spent.per_second(matrices.count());
        let few = Matrices::new(size, (2_000 / (size * size)).max(1));
        let (other, spent) = best_of(arguments.patience() / 4, || few.solve_by_program());
        assert!((other - few.solve(&mut solver)).abs() < 1e-6 && sum.is_finite());
        let peer = spent.per_second(few.count());
        let cells = [count(rate), count(peer), ratio(rate / peer)];
        table.row(key, rate, &format!("{size}x{size}"), cells);
    }
    let note = "Random entries; the value and both strategies of each. The general solver is microlp, \
                asked once for each player.";
    arguments.print("Matrix games", note, &table);
}

fn goofspiel(arguments: &Arguments) {
    let mut table =
        Table::new(&["search", "cards", "nodes", "programs", "CPU", "nodes/s", "memory"]);
    for question in GOOFSPIEL {
        let most = if arguments.full { question.full_cards } else { question.most_cards };
        for cards in 3..=most {
            let key = format!("simultaneous goofspiel {cards} {}", question.name);
            if !arguments.wants(&key) {
                continue;
            }
            let (report, spent) = best_of(arguments.patience(), || question.solve(cards));
            let cells = [
                cards.to_string(),
                report.nodes.to_string(),
                report.lp_calls.to_string(),
                seconds(spent.cpu.as_secs_f64()),
                count(spent.per_second(report.nodes)),
                bytes(report.bytes),
            ];
            table.row(key, spent.cpu.as_secs_f64(), question.name, cells);
        }
    }
    let note = "Prizes descending, win, draw or loss (Tables 5.3 and 5.5: 247 s for 7 cards by backward \
                induction, 238 s and more by SMAB). «Plain» remembers nothing and looks at no mirror \
                images; a plain C++ program takes 2 s for 7 cards, and 0.1 s with a table.";
    arguments.print("Goofspiel", note, &table);
}

fn combat(arguments: &Arguments) {
    let columns = [
        "armies",
        "a game",
        "games/s",
        "ratio",
        "playouts/s",
        "ratio",
        "LTD2 nodes/s",
        "ratio",
        "playout nodes/s",
        "ratio",
    ];
    let mut table = Table::new(&columns);
    for battle in BATTLES {
        let key = format!("combat {}", battle.scenario);
        if !arguments.wants(&key) {
            continue;
        }
        let all = battle.prepare(200);
        let rate = |scripts| {
            let (games, spent) = best_of(arguments.patience(), || all.fight(scripts));
            spent.per_second(games)
        };
        let games = rate([Script::NokAv, Script::AttackClosest]);
        let playouts = rate([Script::NokAv; 2]);
        let few = battle.prepare(20);
        let nodes = |evaluation| few.nodes(evaluation, arguments.patience() / 30);
        let (ltd2, playout) = (nodes("ltd2"), nodes("playout"));
        let cells = [
            seconds(1.0 / games),
            count(games),
            ratio(games / battle.games),
            count(playouts),
            ratio(playouts / battle.playouts),
            count(ltd2),
            ratio(ltd2 / battle.ltd2_nodes),
            count(playout),
            ratio(playout / battle.playout_nodes),
        ];
        table.row(key, games, battle.scenario, cells);
    }
    let note = "NOK-AV against Attack-Closest, playouts of NOK-AV from the start (here to the end of \
                the fight), and nodes of ABCD with 20 children. Ratios are to the authors' C++ \
                program, by the figures of the data's README.";
    arguments.print("Combat", note, &table);
}

fn rewriting(arguments: &Arguments) {
    let columns = [
        "game",
        "playouts/s",
        "plies/s",
        "to built-in",
        "to GDL",
        "perft/s",
        "to built-in",
        "evaluations/s",
    ];
    let mut table = Table::new(&columns);
    for question in REWRITING {
        let key = format!("rewriting {}", question.name);
        if !arguments.wants(&key) {
            continue;
        }
        let (game, patience) = (question.game(), arguments.patience() / 2);
        let ours = question.rates(&game, patience);
        let built_in = question.built_in_rates(&ours, patience);
        let gdl = question.gdl_plies(patience);
        let beside = |peer: Option<f64>, ours: f64| match peer {
            Some(peer) => ratio(ours / peer),
            None => "–".to_string(),
        };
        let cells = [
            count(ours.plays),
            count(ours.plies),
            beside(built_in.map(|rates| rates.plies), ours.plies),
            beside(gdl, ours.plies),
            count(ours.nodes),
            beside(built_in.map(|rates| rates.nodes), ours.nodes),
            count(question.evaluations(&game, patience)),
        ];
        table.row(key, ours.plies, question.name, cells);
    }
    let note = "The games of `games/toss`: random plays (given up after 500 plies), perft and evaluations by the derived \
                heuristic. Ratios of plies and nodes to the built-in game (perft to depth 3 is asserted to be the same) \
                and of plies to the game in GDL, whose engine plays many games side by side (Gomoku there is 11x11, \
                Hex 9x9). In checkers payoffs are numbers, and nothing is counted.";
    arguments.print("Structure rewriting games", note, &table);
}
