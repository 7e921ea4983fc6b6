//! Reports of a runner that invents its figures: what is run, compared, printed and drawn.

use ludex_lab::{Entry, Finding, Measure, Report, Selection, Table, Verdict, find, positions, run};

use crate::common;
use common::Fake;

fn table(name: &str) -> &'static Table {
    find(name).expect("a table")
}

#[test]
fn all_sequences_are_played_and_repetitions_kept() {
    let mut fake = Fake::default();
    let mut lines = |selection| positions(&mut fake, "g", &selection, 1).expect("lines");
    assert_eq!(lines(Selection::default()), [""]);
    let two = lines(Selection { after: 2, ..Selection::default() });
    assert_eq!(two.len(), 9);
    assert_eq!((two[0].as_str(), two[8].as_str()), ("a a", "c c"));
    let pick = Selection { after: 2, pick: Some(4), ..Selection::default() };
    assert_eq!(lines(pick), ["b a"]);
    let pick = Selection { after: 2, pick: Some(10), ..Selection::default() };
    assert!(lines(pick).is_empty());
}

#[test]
fn samples_are_seeded_and_grow() {
    let mut fake = Fake::default();
    let of = |count| Selection { after: 4, sample: Some(count), ..Selection::default() };
    let few = positions(&mut fake, "g", &of(5), 7).expect("lines");
    let many = positions(&mut fake, "g", &of(20), 7).expect("lines");
    let other = positions(&mut fake, "g", &of(20), 8).expect("lines");
    assert_eq!((few.len(), many.len()), (5, 20));
    assert_eq!(few[..], many[..5]);
    assert_ne!(many, other);
    // Plays that end the game are no positions to solve.
    let over = Selection { after: 5, sample: Some(3), ..Selection::default() };
    assert!(positions(&mut fake, "g", &over, 1).expect("lines").is_empty());
}

#[test]
fn a_value_is_proved_by_the_runs_that_are_needed() {
    let mut fake = Fake::default();
    let results = run(table("figure-3.3"), &mut fake, false, 0);
    let asked = |line: &str| -> Vec<&str> {
        let of_line = fake.asked.iter().filter(|(asked, _)| asked == line);
        of_line.map(|(_, outcome)| outcome.as_str()).collect()
    };
    assert_eq!(asked("a a a a"), ["draw"]);
    assert_eq!(asked("b a a a"), ["win"]);
    assert_eq!(asked("c a a a"), ["draw", "win"]);
    assert_eq!(results.boards[0].positions.len(), 81);
    let pns = &results.boards[0].settings[1].searches;
    assert_eq!((pns[0].value.as_deref(), pns[0].score), (Some("loss"), Some(-1.0)));
    // Two searches cost twice as much as one of the same position.
    let one = &results.boards[0].settings[0].searches;
    assert!(pns[80].created > one[80].created);
}

#[test]
fn published_stands_next_to_measured() {
    let mut fake = Fake { missing: vec!["pn2"], ..Fake::default() };
    let table = table("2.2");
    let results = run(table, &mut fake, false, 0);
    let report = Report::new(table, &results);
    let row = |board: &str, setting: &str| {
        let found = report.rows.iter().find(|r| (r.board, r.setting) == (board, setting));
        found.expect("a row")
    };
    let pp = row("5x6", "PP");
    assert_eq!(pp.published, Some(&Entry::Exactly(836133.0)));
    assert_eq!(pp.measured, Finding::Measured(Entry::Exactly(16000.0)));
    assert_eq!(pp.ratio.map(|ratio| ratio.to_string()).as_deref(), Some("0.0191"));
    assert_eq!(pp.also[0], (Measure::Created, Some(Entry::Exactly(160000.0))));
    assert_eq!(row("6x6", "PNT").ratio.map(|r| r.to_string()).as_deref(), Some("< 0.0024"));
    assert_eq!(row("5x6", "PN²").measured, Finding::Unavailable);
    assert_eq!(row("7x6", "PP").measured, Finding::Long);
    let text = report.text();
    let line = |of: &str| text.lines().find(|line| line.contains(of)).unwrap_or_default();
    let words = |of: &str| line(of).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words("published"), "published measured ratio created seconds");
    assert_eq!(words(" DFS "), "expansions DFS 701,559 22,100 0.0315 221,000 2.21");
    assert_eq!(words(" PN² "), "PN² 17,236 n/a – – –");
    assert!(text.contains("--full"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() < 100), "{text}");
    let csv = report.csv();
    let mut lines = csv.lines();
    let header = "board,measure,setting,positions,published,measured,ratio,created,seconds";
    assert_eq!(lines.next(), Some(header));
    assert_eq!(lines.next(), Some("5x6,expansions,DFS,1,701559,22100,0.0315,221000,2.21"));
    assert_eq!(csv.lines().count(), 1 + report.rows.len());
    let json = serde_json::to_value(&report).expect("JSON");
    assert_eq!(json["rows"][0]["published"], 701559);
    assert_eq!(json["rows"][0]["measured"], 22100);
    assert_eq!(json["rows"][3]["measured"], serde_json::Value::Null);
}

#[test]
fn claims_are_judged() {
    // The costs made up grow with the letters of a name: PP is cheapest, then DFS, PNT and PPT.
    let table = table("2.2");
    let mut fake = Fake { missing: vec!["pp2"], ..Fake::default() };
    let results = run(table, &mut fake, false, 0);
    let report = Report::new(table, &results);
    let verdict = |board: &str, says: &str| {
        let claim = report.claims.iter().find(|c| c.board == board && c.says.starts_with(says));
        claim.expect("a claim").holds
    };
    assert_eq!(verdict("5x6", "PPT expands fewer"), Verdict::Fails);
    assert_eq!(verdict("5x6", "PP² expands fewer"), Verdict::Open);
    assert_eq!(verdict("7x6", "PP² expands fewer"), Verdict::Open);
    let claimed = find("2.3").expect("a table");
    let results = run(claimed, &mut Fake::default(), false, 0);
    let report = Report::new(claimed, &results);
    let quickest = report.claims.iter().find(|c| c.says.starts_with("alpha-beta is")).unwrap();
    assert_eq!(quickest.holds, Verdict::Fails);
    let table = find("3.1").expect("a table");
    let results = run(table, &mut Fake::default(), false, 0);
    let report = Report::new(table, &results);
    let holds: Vec<Verdict> = report.claims.iter().map(|claim| claim.holds).collect();
    assert_eq!(holds[3..], [Verdict::Open; 3]);
    assert!(!holds[..3].contains(&Verdict::Open));
}

#[test]
fn positions_are_compared_only_where_all_were_run() {
    let table = table("3.1");
    let results = run(table, &mut Fake { patience: Some(3), ..Fake::default() }, false, 0);
    assert!(results.interrupted);
    let searches = |setting: usize| results.boards[0].settings[setting].searches.len();
    assert_eq!((searches(0), searches(1)), (2, 1));
    assert_eq!(results.boards.len(), 1);
    let report = Report::new(table, &results);
    let row = |measure: Measure| report.rows.iter().find(|r| r.measure == measure).expect("a row");
    assert!(matches!(row(Measure::Created).measured, Finding::Measured(Entry::MoreThan(_))));
    let best = Measure::FewestCreated;
    let count = |s| best.entry(&results.boards[0], s).and_then(|e| e.number()).unwrap_or(9.0);
    assert_eq!(count(0) + count(1), 1.0);
    assert_eq!(report.rows.last().map(|row| &row.measured), Some(&Finding::Pending));
}

#[test]
fn figures_are_drawn() {
    let table = table("figure-3.3");
    let results = run(table, &mut Fake::default(), false, 0);
    let report = Report::new(table, &results);
    let svg = report.svg().expect("a drawing");
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(svg.matches("<title>").count(), 81);
    for part in ["PNS, nodes created", "stroke-dasharray", "prefers-color-scheme:dark", "MOPNS"] {
        assert!(svg.contains(part), "{part}");
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    let csv = report.csv();
    assert!(csv.starts_with("board,moves,setting,solved,value,"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 2 * 81);
    // A table is drawn too: measured against published.
    let table = find("3.1").expect("a table");
    let results = run(table, &mut Fake::default(), false, 0);
    assert!(Report::new(table, &results).svg().expect("a drawing").contains("published"));
    // Nothing measured, nothing drawn.
    let missing = vec!["mopns", "pns"];
    let results = run(table, &mut Fake { missing, ..Fake::default() }, true, 0);
    assert_eq!(Report::new(table, &results).svg(), None);
}

/// Counts of 30 positions and of 77,012 are drawn as shares, and a count of none on the border.
#[test]
fn counts_of_positions_are_drawn_as_shares() {
    let table = table("table-2.1");
    let results = run(table, &mut Fake::default(), false, 0);
    let svg = Report::new(table, &results).svg().expect("a drawing");
    assert!(svg.contains("published, % of the positions"), "{svg}");
    for number in ["1e-4", "1000", "10,000"] {
        assert!(!svg.contains(&format!(">\n{number}\n<")), "{number} % in {svg}");
    }
}

#[test]
fn formulas_are_asked_in_listed_positions() {
    let table = table("4.12");
    let mut fake = Fake::default();
    let results = run(table, &mut fake, false, 0);
    let first = ("position 8/8/3N4/8/p7/6B1/5K1p/7k w", "pt(3)");
    assert_eq!((fake.asked[0].0.as_str(), fake.asked[0].1.as_str()), first);
    // What stands for the blanks is the board's.
    let asked: Vec<&str> = fake.asked[4..8].iter().map(|(_, formula)| formula.as_str()).collect();
    assert_eq!(asked, ["pt(4)", "omega(4)", "pt_plies(7)", "ws(7)"]);
    let report = Report::new(table, &results);
    let of = |measure| report.rows.iter().find(|row| row.measure == measure).expect("a row");
    let count = |measure| of(measure).measured.entry().and_then(Entry::number).expect("a number");
    // The runner made up two atoms and three moves for each list of moves.
    assert_eq!(count(Measure::Atomic), 2.0 * count(Measure::Listmoves));
    assert_eq!(count(Measure::Play), 3.0 * count(Measure::Listmoves));
    assert_eq!(of(Measure::Atomic).published, Some(&Entry::Exactly(6040.0)));
    assert_eq!(of(Measure::Atomic).also[0], (Measure::Value, Some(Entry::Word("true".into()))));
}

#[test]
fn a_matrix_runs_every_concept_with_every_search() {
    let table = table("matrix");
    let results = run(table, &mut Fake { missing: vec!["mps"], ..Fake::default() }, false, 0);
    let report = Report::new(table, &results);
    assert_eq!(table.settings.len(), 7 * 5);
    let text = report.text();
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("Hex 4x4 after 4 moves, n = 4, 10,000 nodes: 40 positions"));
    assert_eq!(lines.next().map(words).as_deref(), Some("solved DFPS PNPS PNPS max MCPS MPS"));
    assert_eq!(lines.next().map(words).as_deref(), Some("π 40 40 40 40 n/a"));
    // Of the formulas for n = 4 the made-up runner calls none true; 7 plies have no 3 either.
    assert_eq!(lines.clone().nth(7).map(words).as_deref(), Some("π 0 0 0 0 n/a"));
    assert_eq!(text.matches("runs with --full").count(), 3, "{text}");
    let svg = report.svg().expect("a drawing");
    // The made-up game is over before the eighth move, so that Breakthrough has no positions.
    assert_eq!(svg.matches("<title>").count(), 2 * 7 * 5);
    for part in ["0 / 40", "concept", "search", "Hex 4x4", "λ, order 2", "fill-opacity:0.50"] {
        assert!(svg.contains(part), "{part}");
    }
    assert!(!svg.contains("Hex 5x5") && !svg.contains("NaN"), "only what was run is drawn");
    assert_eq!(report.csv().lines().count(), 1 + report.rows.len());
}

#[test]
fn mean_nodes_are_those_of_a_position() {
    let table = table("matrix");
    let results = run(table, &mut Fake::default(), false, 0);
    let searches = &results.boards[0].settings[0].searches;
    let sum: u64 = searches.iter().map(|search| search.expansions).sum();
    let mean = Measure::MeanNodes.entry(&results.boards[0], 0);
    assert_eq!(mean, Some(Entry::Exactly(sum as f64 / searches.len() as f64)));
    // Where one was not solved its cost is only a bound, and so is the mean.
    let mut unsolved = results.boards[0].clone();
    unsolved.settings[0].searches[0].solved = false;
    assert!(matches!(Measure::MeanNodes.entry(&unsolved, 0), Some(Entry::MoreThan(_))));
}

#[test]
fn players_meet_and_points_are_shown_in_percent() {
    let mut fake = Fake::default();
    let results = run(table("table-1"), &mut fake, false, 0);
    assert_eq!(fake.asked.len(), 8);
    let players = "alphabeta@100ms,uct@100ms".to_string();
    assert_eq!(fake.asked[0], (players.clone(), "5".to_string()));
    run(table("table-1"), &mut fake, true, 0);
    assert_eq!(fake.asked[8], (players, "20".to_string()));
    let report = Report::new(table("table-1"), &results);
    assert!(report.rows.iter().all(|row| row.measured.entry() == Some(&Entry::Exactly(75.0))));
    let published = report.rows.iter().filter(|row| row.published.is_some());
    assert_eq!(published.count(), 4);
}

#[test]
fn fights_are_scored_and_their_claims_judged_by_error() {
    let table = table("5.6");
    let results = run(table, &mut Fake::default(), false, 0);
    let report = Report::new(table, &results);
    // Made up: a player wins all fights against Random and every other one against anybody else.
    let row = |board: &str| {
        let here = |row: &&ludex_lab::Row| row.board == board && row.setting == "Alt NOK-AV";
        report.rows.iter().find(here).expect("a row")
    };
    assert_eq!(row("Random").measured, Finding::Measured(Entry::Exactly(1.0)));
    assert_eq!(row("AV").measured, Finding::Measured(Entry::Exactly(0.5)));
    let average = (6.0 + 6.0 * 3.0) / 42.0;
    assert_eq!(row("Average").measured, Finding::Measured(Entry::Exactly(average)));
    assert_eq!(row("Average").positions, 42);
    let verdict = |says: &str, board: &str| {
        let claim = report.claims.iter().find(|c| c.board == board && c.says.contains(says));
        claim.expect("a claim").holds
    };
    assert_eq!(verdict("0.92", "Average"), Verdict::Fails);
    // All settings do equally well: nothing is decided within the error.
    assert_eq!(verdict("LTD2 does better", "AV"), Verdict::Open);
    assert!(report.csv().contains("AV,score,Alt NOK-AV,6,0.9,0.5,"), "{}", report.csv());
    assert!(report.svg().is_some_and(|svg| svg.contains("Table 5.6")));
}

#[test]
fn a_full_run_has_all_fights_and_nobody_fights_themselves() {
    let table = table("5.7");
    let mut fake = Fake::default();
    let results = run(table, &mut fake, true, 0);
    assert_eq!(results.boards[0].positions.len(), 365);
    assert_eq!(fake.searches, 6 * 365);
    let report = Report::new(table, &results);
    let unavailable = report.rows.iter().filter(|row| row.measured == Finding::Unavailable);
    assert_eq!(unavailable.count(), 3);
    // The fights of a quick run are among them, spread over all armies.
    let quick = run(table, &mut Fake::default(), false, 0);
    let quick = &quick.boards[0].positions;
    assert!(quick.iter().all(|number| results.boards[0].positions.contains(number)));
    assert!(quick.last().is_some_and(|last| last.parse::<u32>().expect("a number") > 250));
}

#[test]
fn a_report_is_a_section_of_a_page() {
    let mut fake = Fake { missing: vec!["pn2"], ..Fake::default() };
    let table = table("2.2");
    let results = run(table, &mut fake, false, 0);
    let report = Report::new(table, &results);
    let page = report.html();
    assert!(page.starts_with("<section id=\"table-2.2\">\n<h2>Table 2.2: "), "{page}");
    assert!(page.contains("<td>836,133</td><td>16,000</td><td>0.0191</td>"));
    assert!(page.contains("<td>&lt; 0.0024</td>") && page.contains("takes long: runs with --full"));
    assert!(page.contains("n/a: PN² on") && page.contains("not here</li>"), "{page}");
    assert!(page.contains("<figure><svg"));
    let [holds, fails, open] = report.claim_counts();
    assert_eq!(holds + fails + open, table.claims.len());
    assert_eq!(page.matches("<td class=\"holds\">holds</td>").count(), holds);
    let [measured, all] = report.measured_counts();
    assert!(0 < measured && measured < all && all == report.rows.len());
    // Every tag is closed, and nothing of the data is taken for one.
    for tag in ["table", "tr", "td", "th", "section", "ul", "li", "div", "figure"] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    let matrix = find("matrix").expect("a table");
    let results = run(matrix, &mut Fake::default(), false, 0);
    let page = Report::new(matrix, &results).html();
    assert!(page.contains("<tr><th>solved</th><th>DFPS</th>") && page.contains("<tr><td>PT</td>"));
}
