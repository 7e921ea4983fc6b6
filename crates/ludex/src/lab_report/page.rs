//! The page of a report.

use ludex_base::{counted, units};
use ludex_game::escape_xml as escape;

use super::{LabReport, LabSection};

const STYLE: &str = include_str!("style.css");

/// Returns the page, which needs nothing else.
pub(super) fn html(report: &LabReport) -> String {
    let sections = report.sections();
    let links: String = sections.iter().map(summary_row).collect();
    let texts: String = sections.iter().map(|section| section.html.as_str()).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <title>The published experiments, run again</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head>\n\
         <body><h1>The published experiments, run again</h1>\n<p>{}</p>\n\
         <table class=\"summary\">\n<tr><th>table</th><th>about</th><th>claims that hold</th>\
         <th>fail</th><th>open</th><th>figures</th><th>time</th></tr>\n{links}</table>\n{LEGEND}\n\
         {texts}</body></html>\n",
        about(report)
    )
}

const LEGEND: &str = "<p class=\"notes\">Published figures stand next to measured ones; the ratio is measured over published. \
    <b>&gt; 100</b>: the search was stopped there. <b>--full</b>: takes long, not run in the quick setting. <b>n/a</b>: cannot be run, or there is nothing to \
    compare with. <b>–</b>: not published, or not run yet. A claim is <i>open</i> where what was run does not decide it. Times are those of the searches one by \
    one; a table whose searches are those of one before it takes none (–).</p>";

/// Returns how the report was made.
fn about(report: &LabReport) -> String {
    let setting = if report.full { "the full setting" } else { "the quick setting" };
    let seconds: f64 = report.sections.iter().map(|section| section.seconds).sum();
    let threads = counted(report.limits.threads as u64, "thread");
    let nodes = report
        .limits
        .max_nodes
        .map_or(String::new(), |most| format!(", at most {} a search", counted(most, "node")));
    let sum = |number: usize| report.sections.iter().map(|one| one.claims[number]).sum::<usize>();
    let [holds, fails, open] = [0, 1, 2].map(sum);
    let end = match report.is_complete() {
        true => "",
        false => {
            " The run was stopped before its end: <code>ludex lab --report</code> goes on with it."
        }
    };
    format!(
        "Ludex {}, {setting}, seed {}, {threads}{nodes}: searches of {} in all. Of {} claims {holds} hold, \
         {fails} fail, {open} are open.{end}",
        env!("CARGO_PKG_VERSION"),
        report.limits.seed,
        units::seconds(seconds),
        holds + fails + open
    )
}

fn summary_row(section: &LabSection) -> String {
    let LabSection { table, title, claims: [holds, fails, open], .. } = section;
    let many = |class: &str, count: &usize| match count {
        0 => "<td></td>".to_string(),
        count => format!("<td class=\"{class}\">{count}</td>"),
    };
    format!(
        "<tr><td><a href=\"#{table}\">{table}</a></td><td>{}</td>{}{}{}<td>{} of {}</td><td>{}</td></tr>\n",
        escape(title),
        many("holds", holds),
        many("fails", fails),
        many("open", open),
        section.measured,
        section.figures,
        match section.complete {
            true if section.seconds == 0.0 => "–".to_string(),
            true => units::seconds(section.seconds),
            false => format!("{}, stopped", units::seconds(section.seconds)),
        }
    )
}
