//! The data files: every one is parsed, consistent, and its own figures satisfy its claims.

use std::collections::BTreeSet;

use ludex_combat::{PlayerSpec, Scenario};
use ludex_lab::{Measure, Question, Table, Verdict, find, tables};

#[test]
fn every_file_is_in_the_list_and_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tables");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder of data files")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    let listed: BTreeSet<String> = tables().iter().map(|t| format!("{}.toml", t.name)).collect();
    assert_eq!(files, listed);
}

#[test]
fn every_table_is_consistent() {
    for table in tables() {
        let name = &table.name;
        assert_eq!(table.fault(), None, "{name}");
        assert!(table.takes[0] <= table.takes[1], "{name}");
        assert_eq!(table.same_as.as_deref().and_then(find).is_some(), table.same_as.is_some());
        let cells: BTreeSet<_> = table.published.iter().map(|p| (&p.board, p.measure)).collect();
        assert_eq!(cells.len(), table.published.len(), "{name}: a row is given twice");
        let drawn = table.scatter.is_some() || table.matrix.is_some();
        assert!(drawn || !table.published.is_empty(), "{name}");
        for (list, what) in [
            (table.boards.iter().map(|b| &b.name).collect::<Vec<_>>(), "board"),
            (table.settings.iter().map(|s| &s.name).collect::<Vec<_>>(), "setting"),
        ] {
            let different: BTreeSet<_> = list.iter().collect();
            assert_eq!(different.len(), list.len(), "{name}: a {what} is given twice");
        }
    }
}

#[test]
fn settings_are_in_the_words_of_solve_and_check() {
    const CHECKING: [&str; 4] = ["dfps", "pnps", "mcps", "mps"];
    const ALGORITHMS: [&str; 17] = [
        "dfs",
        "alphabeta",
        "pns",
        "dfpn",
        "pn2",
        "pp",
        "pp2",
        "mcts",
        "mopns",
        "mopp",
        "sbmcts",
        "dichotomic",
        "iterative",
        "retrograde",
        "backward",
        "smab",
        "sequence-form",
    ];
    let solving = tables().iter().filter(|table| table.boards[0].opponent.is_none());
    for setting in solving.flat_map(|table| &table.settings) {
        let known = match setting.question {
            Question::Formula(_) => &CHECKING[..],
            // Two players, each with its time.
            Question::Matches(_) => {
                let timed = setting.algorithm.split(',').filter(|player| player.contains('@'));
                assert_eq!(timed.count(), 2, "{}", setting.algorithm);
                continue;
            }
            _ => &ALGORITHMS[..],
        };
        assert!(known.contains(&setting.algorithm.as_str()), "{}", setting.algorithm);
        let evaluation = setting.evaluation.as_deref().unwrap_or("none");
        assert!(["none", "mobility", "reduction"].contains(&evaluation), "{evaluation}");
    }
}

#[test]
fn fighters_and_scenarios_exist() {
    let mut pairs = 0;
    for table in tables() {
        for board in &table.boards {
            let Some(opponent) = &board.opponent else { continue };
            board.game.parse::<Scenario>().expect("a scenario");
            for setting in &table.settings {
                let player = setting.algorithm.replace("{opponent}", opponent);
                for name in [&player, opponent] {
                    assert!(name.parse::<PlayerSpec>().is_ok(), "{}: {name}", table.name);
                }
                pairs += 1;
            }
        }
    }
    assert_eq!(pairs, 7 * 5 + 3 * 3 + 7);
}

#[test]
fn no_claim_is_refuted_by_the_published_figures() {
    let mut decided = 0;
    for table in tables() {
        for claim in &table.claims {
            let published = |setting: &str| table.published(&claim.board, setting, claim.measure);
            let verdict = claim.verdict(published, published, |_| 0.0);
            assert_ne!(verdict, Verdict::Fails, "{}: {}", table.name, claim.says);
            decided += usize::from(verdict == Verdict::Holds);
        }
    }
    assert!(decided > 20, "only {decided} claims follow from the published figures");
}

#[test]
fn counts_of_positions_do_not_exceed_the_positions() {
    for table in tables() {
        for published in &table.published {
            let board = &table.boards[table.board(&published.board).expect("a board")];
            let Some(positions) = board.published_positions else { continue };
            let exclusive = [Measure::Fastest, Measure::FewestCreated, Measure::FewestExpansions];
            let numbers = published.entries.values().filter_map(|entry| entry.number());
            let total: f64 = match exclusive.contains(&published.measure) {
                true => numbers.sum(),
                false if published.measure.counts_positions() => numbers.fold(0.0, f64::max),
                false => continue,
            };
            assert!(total <= positions as f64, "{}: {}", table.name, published.measure);
        }
    }
}

#[test]
fn names_are_found_as_people_type_them() {
    let name = |text: &str| find(text).map(|table| table.name.as_str());
    assert_eq!(name("2.2"), Some("table-2.2"));
    assert_eq!(name("Table 3.3"), Some("table-3.3"));
    assert_eq!(name("3.3"), Some("table-3.3"));
    assert_eq!(name("figure-3.3"), Some("figure-3.3"));
    assert_eq!(name("3.5"), Some("figure-3.5"));
    assert_eq!(name("Matrix"), Some("matrix"));
    assert_eq!(find("matrix").map(Table::heading).as_deref(), Some("Matrix"));
    assert_eq!(find("4.12").map(Table::heading).as_deref(), Some("Table 4.12"));
    assert_eq!(name("9.9"), None);
}

/// Returns a small table to try faults on.
fn small(extra: &str) -> Table {
    let text = format!(
        "name = \"table-0.1\"\ntitle = \"t\"\nshows = \"s\"\nmeasures = [\"created\"]\n\
         takes = [1, 1]\nnotes = []\n[[board]]\nname = \"b\"\ngame = \"g\"\n\
         [[setting]]\nname = \"S\"\nalgorithm = \"pns\"\n{extra}"
    );
    toml::from_str(&text).expect("a table")
}

#[test]
fn faults_are_found() {
    assert_eq!(small("").fault(), None);
    let row = |board: &str, measure: &str, setting: &str| {
        let entries = format!("entries = {{ {setting} = 1 }}");
        small(&format!("[[published]]\nboard = \"{board}\"\nmeasure = \"{measure}\"\n{entries}"))
    };
    assert_eq!(row("b", "created", "S").fault(), None);
    assert_eq!(row("x", "created", "S").fault().as_deref(), Some("there is no board `x`"));
    assert_eq!(row("b", "created", "T").fault().as_deref(), Some("there is no setting `T`"));
    let blank = small("question = { formula = \"pi({n})\" }").fault();
    assert_eq!(blank.as_deref(), Some("nothing stands for the blanks of `pi({n})`"));
    let fault = row("b", "seconds", "S").fault();
    assert_eq!(fault.as_deref(), Some("seconds on `b` is not among the measures"));
}
