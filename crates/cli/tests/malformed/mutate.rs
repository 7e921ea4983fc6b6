//! Texts and bytes that are almost what they were.

use ludex_base::Random;

/// What people and attackers write where something else is expected.
const STRANGE: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "00",
    "1.5",
    "1e999",
    "NaN",
    "inf",
    "99999999999",
    "18446744073709551616",
    "-9223372036854775808",
    "4294967296",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "\"",
    "'",
    ",",
    ":",
    ";",
    ".",
    "..",
    "|",
    "&",
    "!",
    "=",
    "->",
    "<-",
    ":-",
    "<=",
    "?x",
    "_",
    "X",
    "x",
    "A",
    "B",
    "nil",
    "null",
    "true",
    "false",
    "not",
    "or",
    "distinct",
    "role",
    "next",
    "init",
    "terminal",
    "is",
    "w",
    "l",
    "\\",
    "\n",
    "\r",
    "\t",
    "\u{1}",
    "\u{1b}[2J",
    "\u{202e}",
    "é",
    "\u{1f4a5}",
    "\u{300}",
    "\u{feff}",
    "%",
    "#",
    "//",
    "/*",
    "-",
    "--",
    "@",
    "~",
    "^",
    "*",
    "+",
    "/",
    " ",
    "",
];

/// The longest text that is made.
const LONGEST: usize = 100_000;

/// Splits a text into words, blanks and single symbols.
fn tokens(text: &str) -> Vec<String> {
    let kind = |c: char| match c {
        _ if c.is_alphanumeric() || c == '_' => 0,
        _ if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut tokens: Vec<String> = Vec::new();
    let mut last = 2;
    for c in text.chars() {
        match tokens.last_mut() {
            Some(token) if kind(c) == last && last < 2 => token.push(c),
            _ => tokens.push(c.to_string()),
        }
        last = kind(c);
    }
    tokens
}

/// Returns a text with some changes; `other` is one of the same kind.
pub fn text(random: &mut Random, text: &str, other: &str) -> String {
    let mut tokens = tokens(text);
    // Most inputs have one change: it takes little to be refused at once.
    for _ in 0..[1, 1, 1, 1, 1, 2, 3][random.below(7)] {
        change(random, &mut tokens, other);
    }
    let mut changed = tokens.concat();
    let end = (0..=LONGEST.min(changed.len())).rev().find(|&end| changed.is_char_boundary(end));
    changed.truncate(end.unwrap_or(0));
    changed
}

fn change(random: &mut Random, tokens: &mut Vec<String>, other: &str) {
    let strange = STRANGE[random.below(STRANGE.len())].to_string();
    if tokens.is_empty() {
        return tokens.push(strange);
    }
    let (at, second) = (random.below(tokens.len()), random.below(tokens.len()));
    let end = (at + 1 + random.below(6)).min(tokens.len());
    match random.below(14) {
        0 => drop(tokens.drain(at..end)),
        1 => tokens.insert(at, tokens[second].clone()),
        2 => tokens.swap(at, second),
        3 | 4 => tokens[at] = tokens[second].clone(),
        5 | 6 => tokens[at] = strange,
        7 => tokens.insert(at, strange),
        8 => {
            let times = [2, 5, 40, 300][random.below(4)];
            let piece = tokens[at..end].concat();
            tokens.insert(at, piece.repeat(times));
        }
        9 => {
            let deep = [1, 3, 250, 5000][random.below(4)];
            let (open, close) = [("(", ")"), ("[", "]"), ("{", "}"), ("!", "")][random.below(4)];
            tokens[at] = format!("{}{}{}", open.repeat(deep), tokens[at], close.repeat(deep));
        }
        10 => tokens.truncate(at),
        11 => {
            let others = self::tokens(other);
            let from = random.below(others.len().max(1));
            tokens.truncate(at);
            tokens.extend(others.into_iter().skip(from));
        }
        12 => tokens[at] = number(random, &tokens[at]),
        _ => tokens[at] = letters(random, &tokens[at]),
    }
}

/// Returns a number near this one, or far from it.
fn number(random: &mut Random, token: &str) -> String {
    let near = token.parse::<i64>().unwrap_or(0);
    let near = near.saturating_add(random.below(5) as i64 - 2);
    let far = [255, 256, 10_000, 65_536, 1 << 31, 1 << 40, i64::MAX][random.below(7)];
    if random.one_in(2) { near.to_string() } else { far.to_string() }
}

/// Changes one letter.
fn letters(random: &mut Random, token: &str) -> String {
    let mut letters: Vec<char> = token.chars().collect();
    let at = random.below(letters.len().max(1));
    match (letters.get(at).copied(), random.below(3)) {
        (Some(_), 0) => drop(letters.remove(at)),
        (Some(letter), 1) => {
            letters[at] = char::from_u32(letter as u32 ^ 0x20).unwrap_or('\u{fffd}')
        }
        _ => letters.insert(at, ['a', 'Z', '0', '\u{0}', '\u{7f}', 'ß'][random.below(6)]),
    }
    letters.into_iter().collect()
}

/// Returns bytes with some changes.
pub fn bytes(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        if bytes.is_empty() {
            return vec![random.below(256) as u8];
        }
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(16)).min(bytes.len());
        match random.below(7) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
            2 => bytes.insert(at, random.below(256) as u8),
            3 => drop(bytes.drain(at..end)),
            4 => bytes.truncate(at),
            5 => bytes[at..end].fill([0, 0xff][random.below(2)]),
            _ => {
                let piece = bytes[at..end].to_vec();
                let place = random.below(bytes.len());
                bytes.splice(place..place, piece);
            }
        }
    }
    bytes
}
