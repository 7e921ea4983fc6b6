//! The links between the pages of the project, and the table of contents of the book.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// Folders with what is made, not written.
const MADE: [&str; 4] = ["target", "node_modules", ".git", ".venv"];

#[test]
fn links_lead_somewhere() {
    let pages = pages(Path::new(ROOT));
    assert!(pages.len() > 20, "there are {} pages", pages.len());
    let dead: Vec<String> = pages.iter().flat_map(|page| dead_links(page)).collect();
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn dead_links_are_found() {
    let found =
        links("[a](b.md) ![c](d.svg \"e\") `[f](g.md)` [h](#i)\n\n    [j](k)\n```\n[l](m)\n```\n");
    assert_eq!(found, ["b.md", "d.svg", "#i"]);
    assert_eq!(anchor("The `grammar`, of X!"), "the-grammar-of-x");
    let page = Path::new(ROOT).join("README.md");
    assert!(
        is_dead(&page, "no-such-page.md") && is_dead(&page, "docs/formulas.md#no-such-heading")
    );
    assert!(
        !is_dead(&page, "docs/formulas.md#the-grammar") && !is_dead(&page, "https://example.org")
    );
}

#[test]
fn the_book_has_every_page() {
    let docs = Path::new(ROOT).join("docs");
    let text = fs::read_to_string(docs.join("SUMMARY.md")).expect("docs/SUMMARY.md");
    let listed: BTreeSet<String> = links(&text).into_iter().collect();
    let written = fs::read_dir(&docs).expect("docs").map(|file| file.expect("a file").file_name());
    let written = written.filter_map(|name| name.into_string().ok());
    let written: BTreeSet<String> =
        written.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect();
    assert_eq!(listed, written, "docs/SUMMARY.md lists each page of docs once");
}

/// Returns all Markdown files below a folder, but for those that stand for others.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() && !MADE.contains(&name) {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found
}

fn dead_links(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page in UTF-8");
    let dead = links(&text).into_iter().filter(|link| is_dead(page, link));
    dead.map(|link| format!("{}: {link}", page.display())).collect()
}

/// Returns whether a link of a page leads to no file of the project, or to no heading of it. What is
/// on the network is not looked at.
fn is_dead(page: &Path, link: &str) -> bool {
    if ["http://", "https://", "mailto:"].iter().any(|scheme| link.starts_with(scheme)) {
        return false;
    }
    let (path, heading) = link.split_once('#').unwrap_or((link, ""));
    let folder = page.parent().unwrap_or(page);
    let target = if path.is_empty() { page.to_path_buf() } else { folder.join(path) };
    if !target.exists() {
        return true;
    }
    !heading.is_empty()
        && !fs::read_to_string(&target).is_ok_and(|text| headings(&text).contains(heading))
}

/// Returns the targets of the links and pictures of a text, without those in code.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        let outside_code = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for (_, rest) in
            outside_code.match_indices("](").map(|(at, _)| outside_code.split_at(at + 2))
        {
            let target = rest.split(')').next().unwrap_or_default();
            found.extend(target.split_whitespace().next().map(str::to_string));
        }
    }
    found
}

/// Returns the lines of a text that are no code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fence && !fenced && !line.starts_with("    ")
    })
}

/// Returns the headings of a text as links name them.
fn headings(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}
