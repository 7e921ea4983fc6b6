//! Parts of a formula as people write them, from the lines of a proof's table.

/// The levels of a formula that are written out; what is deeper is left out.
const DEPTH: usize = 3;

/// Writes a part of the table, or its negation.
pub(super) fn text(lines: &[String], part: u32, holds: bool) -> String {
    written(lines, part as usize, !holds, DEPTH)
}

/// Returns the agent of a box.
pub(super) fn agent(lines: &[String], part: u32) -> Option<&str> {
    let line = lines.get(part as usize)?;
    Some(line.strip_prefix("box ")?.rsplit_once(' ')?.0)
}

fn written(lines: &[String], part: usize, negated: bool, depth: usize) -> String {
    let Some(line) = lines.get(part).filter(|_| depth > 0) else { return "…".to_string() };
    let not = if negated { "!" } else { "" };
    if let Some(atom) = line.strip_prefix("atom ") {
        return format!("{not}{atom}");
    }
    let inner = |text: &str| {
        let (inverted, number) = match text.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let number = number.parse().unwrap_or(usize::MAX);
        written(lines, number, inverted != negated, depth - 1)
    };
    if let Some((left, right)) = line.strip_prefix("and ").and_then(|rest| rest.split_once(' ')) {
        let sign = if negated { "|" } else { "&" };
        return format!("({} {sign} {})", inner(left), inner(right));
    }
    if let Some((agent, body)) = line.strip_prefix("box ").and_then(|rest| rest.rsplit_once(' ')) {
        let [open, close] = if negated { ["<", ">"] } else { ["[", "]"] };
        return format!("{open}{agent}{close} {}", inner(body));
    }
    format!("{not}{line}")
}
