//! The report on all tables: what it says, and that it goes on where it was.

use std::fs;
use std::path::Path;

use ludex::{LabReport, LabSection, Laboratory, Limits, StopFlag};
use ludex_lab::{Report, Table, run};

/// Tables that take a fraction of a second: formulas, values, and questions about values.
const SMALL: [&str; 3] = ["table-4.12", "table-3.4", "table-3.3"];

fn small() -> impl Iterator<Item = &'static Table> {
    SMALL.iter().map(|name| ludex_lab::find(name).expect("a table"))
}

fn limits(threads: usize) -> Limits {
    Limits { threads, ..Limits::fixed() }
}

fn report(folder: &Path, limits: Limits) -> LabReport {
    let mut report = LabReport::open(folder, false, limits).expect("a folder");
    report.run_tables(small(), &mut |_, _, _| {}).expect("it runs");
    report
}

fn results(folder: &Path) -> String {
    fs::read_to_string(folder.join("results.jsonl")).expect("results")
}

fn page(folder: &Path) -> String {
    fs::read_to_string(folder.join("index.html")).expect("a page")
}

/// Returns what does not depend on the time.
fn facts(report: &LabReport) -> Vec<(&str, [usize; 3], usize, usize, bool)> {
    fn fact(one: &LabSection) -> (&str, [usize; 3], usize, usize, bool) {
        (one.table, one.claims, one.measured, one.figures, one.complete)
    }
    report.sections().iter().map(fact).collect()
}

#[test]
fn the_report_says_what_tables_say_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = report(folder.path(), limits(2));
    assert!(found.is_complete());
    let page = page(folder.path());
    let mut watch = |_: usize, _: usize, _: &str| {};
    for (table, section) in small().zip(found.sections()) {
        let mut lab = Laboratory::new(limits(1), &mut watch);
        let results = run(table, &mut lab, false, 0);
        let alone = Report::new(table, &results);
        let counts: Vec<String> = alone
            .rows
            .iter()
            .filter(|row| !["seconds", "MB"].contains(&row.measure.to_string().as_str()))
            .map(|row| format!("<td>{}</td>", row.measured))
            .collect();
        assert!(counts.len() >= 4, "{}", table.name);
        for count in counts {
            let shown = count.replace("> ", "&gt; ");
            assert!(page.contains(&shown), "{shown} of {}", table.name);
        }
        assert_eq!(section.measured, alone.measured_counts()[0], "{}", table.name);
        assert!(page.contains(&format!("<section id=\"{}\">", table.name)));
    }
    assert!(page.contains("the quick setting") && !page.contains("The run was stopped"));
}

#[test]
fn a_report_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = report(folder.path(), limits(1));
    let all = results(folder.path());
    assert!(all.lines().count() > 30);

    // Nothing is run twice.
    let again = report(folder.path(), limits(1));
    assert_eq!((facts(&again), results(folder.path())), (facts(&whole), all.clone()));

    // Killed after some searches, in the middle of a line.
    for kept in [0, 2, all.len() / 2, all.len() - 1] {
        let kept = all.floor_char_boundary(kept);
        fs::write(folder.path().join("results.jsonl"), &all[..kept]).expect("a file");
        let after = report(folder.path(), limits(1));
        assert_eq!(facts(&after), facts(&whole), "{kept} bytes");
        let now = results(folder.path());
        assert_eq!(now.lines().count(), all.lines().count(), "{kept} bytes");
        let lines = all[..kept].rfind('\n').map_or(0, |end| end + 1);
        assert_eq!(now[..lines], all[..lines], "what was kept stays");
    }
}

#[test]
fn a_report_that_was_stopped_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let stop = StopFlag::default();
    stop.raise();
    let stopped = report(folder.path(), Limits { stop, ..limits(1) });
    assert!(!stopped.is_complete());
    assert!(stopped.sections().iter().all(|one| one.measured == 0 && one.claims[..2] == [0, 0]));
    assert!(page(folder.path()).contains("The run was stopped before its end"));
    assert!(report(folder.path(), limits(1)).is_complete());
}

#[test]
fn results_of_other_runs_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    report(folder.path(), limits(1));
    let refused = |limits: Limits| LabReport::open(folder.path(), false, limits).err();
    assert!(refused(limits(1)).is_none());
    let other = refused(Limits { seed: 1, ..limits(1) }).expect("another seed");
    assert!(other.message.contains("another seed"), "{}", other.message);
    assert!(refused(limits(2)).is_some());
    let text = results(folder.path());
    for (change, says) in [
        (text.replacen("{\"ludex\":\"", "{\"ludex\":\"9.", 1), "is of version 9."),
        (text.replacen("\"found\"", "\"fund\"", 1), "line 2 is no result"),
        ("hello\n".to_string(), "has no results of the lab"),
    ] {
        fs::write(folder.path().join("results.jsonl"), change).expect("a file");
        let error = refused(limits(1)).expect("it is refused");
        assert!(error.message.contains(says), "{}", error.message);
    }
}
