//! `ludex lab`: the published experiments, run again.

use std::fs;
use std::path::{Path, PathBuf};

use ludex::{InputError, LabReport, LabSection, Laboratory, files, lists};
use ludex_lab::{Report, Table, Verdict, tables};
use serde_json::json;

use super::End;
use crate::args::LabArgs;
use crate::interrupt;
use crate::print::{self, BAD, FAINT, GOOD, STRONG, say, styled};
use crate::progress::{Bar, Spinner};
use crate::watch;

/// Lists the tables, or runs one.
pub fn run(args: LabArgs) -> Result<End, InputError> {
    if let Some(folder) = &args.report {
        return report(folder, &args);
    }
    let Some(name) = &args.table else {
        list(args.output.json);
        return Ok(End::Answered);
    };
    let table = Laboratory::table(name)?;
    let [csv, svg] = outputs(&args, table)?;
    interrupt::install();
    let limits = args.budget.limits(true, &Spinner::new());
    let mut bar = Bar::new(args.output.quiet);
    let mut told = |done: usize, all: usize, next: &str| bar.show(done as u64, all as u64, next);
    let mut laboratory = Laboratory::new(limits, &mut told);
    let results = ludex_lab::run(table, &mut laboratory, args.full, args.budget.seed);
    drop(bar);
    watch::release();
    let report = Report::new(table, &results);
    match args.output.json {
        true => print::json(&report),
        false => page(table, &report),
    }
    let mut written = vec![(csv, report.csv())];
    written.extend(report.svg().map(|plot| (svg, plot)));
    for (path, text) in written {
        files::write(&path, &text)?;
        if !args.output.json {
            say!("{} {}", styled(FAINT, "written"), path.display());
        }
    }
    Ok(End::of(!results.interrupted))
}

/// Runs all tables into one page.
fn report(folder: &Path, args: &LabArgs) -> Result<End, InputError> {
    interrupt::install();
    let limits = args.budget.limits(true, &Spinner::new());
    let mut report = LabReport::open(folder, args.full, limits)?;
    let mut bar = Bar::new(args.output.quiet);
    report.run(&mut |done, all, table| bar.show(done as u64, all as u64, table))?;
    drop(bar);
    watch::release();
    let row = |section: &LabSection| {
        let [table, title] = [section.table, section.title].map(str::to_string);
        [vec![table], section.claims.map(|count| count.to_string()).to_vec(), vec![title]].concat()
    };
    match args.output.json {
        true => print::json(&json!({ "tables": report.sections() })),
        false => {
            let head = ["table", "holds", "fails", "open", ""].map(str::to_string).to_vec();
            let rows = report.sections().iter().map(row);
            print::table(&[head].into_iter().chain(rows).collect::<Vec<_>>());
            say!("{} {}", styled(FAINT, "written"), report.page().display());
        }
    }
    Ok(End::of(report.is_complete()))
}

/// Returns the files to write, after making sure that they can be written.
fn outputs(args: &LabArgs, table: &Table) -> Result<[PathBuf; 2], InputError> {
    let default = |ending: &str| args.out.join(format!("{}.{ending}", table.name));
    let mut given = args.csv.iter().chain(&args.svg);
    given.try_for_each(|file| files::require_writable(file))?;
    if args.csv.is_none() || args.svg.is_none() {
        fs::create_dir_all(&args.out).map_err(|error| {
            InputError::new(format!("cannot make the folder {}: {error}", args.out.display()))
        })?;
    }
    let paths = [
        args.csv.clone().unwrap_or_else(|| default("csv")),
        args.svg.clone().unwrap_or_else(|| default("svg")),
    ];
    paths.iter().try_for_each(|path| files::require_writable(path))?;
    Ok(paths)
}

fn list(as_json: bool) {
    if as_json {
        let rows: Vec<_> = tables().iter().map(lists::table).collect();
        return print::json(&json!({ "rows": rows }));
    }
    let row = |table: &Table| {
        let [quick, full] = table.takes_text();
        let full = if full.is_empty() { full } else { format!("{full} --full") };
        vec![table.name.clone(), quick, full, table.title.clone()]
    };
    print::table(&tables().iter().map(row).collect::<Vec<_>>());
    say!(
        "{}",
        styled(FAINT, "\n`ludex lab NAME` runs one: published figures next to measured ones.")
    );
}

fn page(table: &Table, report: &Report) {
    say!("{}: {}", styled(STRONG, table.heading()), table.title);
    say!("{}\n", print::wrapped(&table.shows, 0));
    say!("{}", report.text());
    for claim in &report.claims {
        let style = match claim.holds {
            Verdict::Holds => GOOD,
            Verdict::Fails => BAD,
            Verdict::Open => FAINT,
        };
        let holds = styled(style, format!("{:<5}", claim.holds.to_string()));
        say!("{}", print::wrapped(&format!("{holds}  {}: {}", claim.board, claim.says), 7));
    }
    if !report.claims.is_empty() {
        say!("");
    }
    for note in report.notes {
        say!("{}", styled(FAINT, print::wrapped(&format!("- {note}"), 2)));
    }
    if report.interrupted {
        say!(
            "{}",
            styled(BAD, "stopped before the end: the figures are of a part of the positions")
        );
    }
}
