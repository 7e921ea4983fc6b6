//! Random mutations of descriptions, such as typing errors.

use ludex_game::below;
use rand::Rng;

/// Returns the text with some of its words removed, duplicated, swapped or replaced by others of
/// the text, with numbers changed, and with rules duplicated, truncated or removed.
pub fn mutate(text: &str, rng: &mut impl Rng) -> String {
    let spaced = text.lines().map(|line| line.split(';').next().unwrap_or(""));
    let spaced = spaced.collect::<Vec<_>>().join("\n").replace('(', " ( ").replace(')', " ) ");
    let mut words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
    for _ in 0..1 + below(rng, 4) {
        if !words.is_empty() {
            change(&mut words, rng);
        }
    }
    words.join(" ")
}

fn change(words: &mut Vec<String>, rng: &mut impl Rng) {
    let (at, other) = (below(rng, words.len()), below(rng, words.len()));
    match below(rng, 10) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[other].clone()),
        2 => words.swap(at, other),
        3..=5 => words[at] = words[other].clone(),
        6 => number(words, at, rng),
        7 => words.truncate(at.max(words.len() / 2)),
        _ => form(words, at, rng),
    }
}

/// Changes the first number at or after a position.
fn number(words: &mut [String], at: usize, rng: &mut impl Rng) {
    let found = words[at..].iter_mut().find_map(|word| Some((word.parse::<i64>().ok()?, word)));
    if let Some((value, word)) = found {
        *word = (value + [-1, 1, 2, 10, 99, 1000][below(rng, 6)]).to_string();
    }
}

/// Duplicates, removes or moves the next list.
fn form(words: &mut Vec<String>, at: usize, rng: &mut impl Rng) {
    let Some(start) = words[at..].iter().position(|word| word == "(").map(|p| p + at) else {
        return;
    };
    let mut depth = 0;
    let length = words[start..].iter().position(|word| {
        depth += i32::from(word == "(") - i32::from(word == ")");
        depth == 0
    });
    let Some(length) = length else { return };
    let list: Vec<String> = words[start..=start + length].to_vec();
    if below(rng, 2) == 0 {
        words.drain(start..=start + length);
    }
    if below(rng, 3) > 0 {
        let to = below(rng, words.len() + 1);
        words.splice(to..to, list);
    }
}
