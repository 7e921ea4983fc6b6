//! Markdown for a terminal: the part of it that the pages of the book use.

use crate::page::{Page, Tone, columns};

/// The widest place at which the last column of a table may start. Tables that are wider are listed
/// row by row.
const LAST_COLUMN: usize = 60;

/// A part of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Block<'t> {
    /// A heading.
    Heading(&'t str),
    /// A paragraph, on one line.
    Paragraph(String),
    /// An item of a list, on one line.
    Item(String),
    /// The rows of a table, the heading first.
    Table(Vec<Vec<String>>),
    /// Lines as they stand.
    Code(Vec<&'t str>),
}

/// Returns the parts of a page.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let mut while_lines = |so: fn(&str) -> bool| -> Vec<_> {
            std::iter::from_fn(|| lines.next_if(|line| so(line))).collect()
        };
        found.push(match line {
            "" => continue,
            // A picture.
            _ if line.starts_with("![") => continue,
            _ if line.starts_with('#') => Block::Heading(line.trim_start_matches('#').trim()),
            _ if is_fence(line) => {
                let code = while_lines(|line| !is_fence(line));
                lines.next();
                Block::Code(code)
            }
            _ if line.starts_with("    ") => {
                let more = while_lines(|line| line.starts_with("    "));
                Block::Code([line].into_iter().chain(more).map(|line| &line[4..]).collect())
            }
            _ if line.starts_with('|') => {
                let rows = [line].into_iter().chain(while_lines(|line| line.starts_with('|')));
                Block::Table(rows.filter(|row| !is_rule(row)).map(cells).collect())
            }
            _ => {
                let more = while_lines(goes_on);
                let text = [line].into_iter().chain(more).map(str::trim).collect::<Vec<_>>();
                match text.join(" ").strip_prefix("- ") {
                    Some(item) => Block::Item(item.to_string()),
                    None => Block::Paragraph(text.join(" ")),
                }
            }
        });
    }
    found
}

/// Returns whether a line goes on with the paragraph or item before it.
fn goes_on(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(['#', '|']) && !line.starts_with("- ") && !is_fence(line)
}

fn is_fence(line: &str) -> bool {
    line.starts_with("```")
}

/// Returns whether a row of a table only parts the heading from the rest.
fn is_rule(row: &str) -> bool {
    row.chars().all(|c| "|-: ".contains(c))
}

fn cells(row: &str) -> Vec<String> {
    let kept = row.replace("\\|", "\u{0}");
    let inner = kept.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|cell| plain(&cell.replace('\u{0}', "|"))).collect()
}

/// Adds a text to a page.
pub(super) fn lay_out(text: &str, page: &mut Page<'_>) {
    let mut item_before = true;
    for block in blocks(text) {
        let item = matches!(block, Block::Item(_));
        if !(page.lines.is_empty() || item && item_before) {
            page.line("");
        }
        item_before = item;
        add(block, page);
    }
}

/// Adds a part to a page.
pub(super) fn add(block: Block<'_>, page: &mut Page<'_>) {
    match block {
        Block::Heading(text) => page.line(page.styled(Tone::Strong, &plain(text))),
        Block::Paragraph(text) => page.long(inline(&text, page), 0),
        Block::Item(text) => page.long(format!("- {}", inline(&text, page)), 2),
        Block::Table(rows) => table(&rows, page),
        Block::Code(lines) => code(&lines, page),
    }
}

fn table(rows: &[Vec<String>], page: &mut Page<'_>) {
    let laid_out = columns(rows);
    let narrow = laid_out.iter().all(|&(_, start)| start <= LAST_COLUMN);
    let (heading, rows) = match rows.split_first() {
        Some((heading, rows)) if heading.iter().all(String::is_empty) => (None, rows),
        Some((heading, rows)) => (Some(heading), rows),
        None => return,
    };
    if narrow {
        for (number, (row, start)) in laid_out.into_iter().enumerate() {
            match (number, heading) {
                (0, None) => {}
                (0, Some(_)) => page.long(page.styled(Tone::Strong, row.trim_end()), start),
                _ => page.long(row, start),
            }
        }
        return;
    }
    if let Some(name) = heading.and_then(|names| names.first()).filter(|name| !name.is_empty()) {
        page.line(page.styled(Tone::Strong, name));
    }
    for row in rows {
        let named = |(column, cell): (usize, &String)| match heading.and_then(|h| h.get(column)) {
            Some(name) if column > 0 && !name.is_empty() => format!("{name}: {cell}"),
            _ => cell.clone(),
        };
        for (column, cell) in row.iter().enumerate().map(|(c, cell)| (c, named((c, cell)))) {
            let indent = if column == 0 { "" } else { "    " };
            page.long(format!("{indent}{cell}"), 4 + indent.len());
        }
    }
}

/// Adds lines of code, indented. What a test of the page leaves open is written as dots.
fn code(lines: &[&str], page: &mut Page<'_>) {
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    for line in &lines[..end] {
        let shown = match line.strip_prefix("? ") {
            Some(code) => page.styled(Tone::Faint, &format!("(exit code {code})")),
            None if *line == "..." => "…".to_string(),
            None if line.starts_with("$ ") => page.styled(Tone::Strong, line),
            None => line.replace("[..]", "…"),
        };
        page.line(format!("    {shown}").trim_end());
    }
}

/// Returns a text without the marks of links and of stress.
fn plain(text: &str) -> String {
    marked(text, &|stressed| stressed.to_string())
}

fn inline(text: &str, page: &Page<'_>) -> String {
    marked(text, &|stressed| page.styled(Tone::Strong, stressed))
}

/// Returns a text with links as their words, and what is stressed as `strong` makes it. Code stays
/// as it is.
fn marked(text: &str, strong: &dyn Fn(&str) -> String) -> String {
    let mut out = String::new();
    for (number, piece) in text.trim().split('`').enumerate() {
        match number % 2 {
            0 => out.push_str(&unlinked(piece)),
            _ => out.push_str(&format!("`{piece}`")),
        }
    }
    let mut parts = out.split("**").enumerate();
    let stressed = |(number, part): (usize, &str)| match number % 2 {
        1 => strong(part),
        _ => unslanted(part),
    };
    let first = parts.next().map(stressed).unwrap_or_default();
    parts.map(stressed).fold(first, |text, part| text + &part)
}

/// Returns a text without the asterisks around slanted words, outside code.
fn unslanted(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    let kept = pieces.map(|(number, piece)| match number % 2 {
        0 => piece.replace('*', ""),
        _ => format!("`{piece}`"),
    });
    kept.collect()
}

/// Returns a text with `[words](target)` as the words.
fn unlinked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, words, after)) = link(rest) {
        out.push_str(before);
        out.push_str(words);
        rest = after;
    }
    out + rest
}

/// Returns what is before the first link, its words, and what follows.
fn link(text: &str) -> Option<(&str, &str, &str)> {
    let middle = text.find("](")?;
    let start = text[..middle].rfind('[')?;
    let end = middle + text[middle..].find(')')?;
    Some((&text[..start], &text[start + 1..middle], &text[end + 1..]))
}
