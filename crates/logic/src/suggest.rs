//! "Did you mean …?"

/// The candidate that is most like a word, if it is so near that it may have been meant: at most a
/// third of the letters differ, and not all. Upper and lower case are the same.
pub(crate) fn nearest<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let word: Vec<char> = word.chars().take(LONGEST + 1).flat_map(char::to_lowercase).collect();
    if word.len() > LONGEST {
        return None;
    }
    let limit = (word.len() / 3).max(1).min(word.len().saturating_sub(1));
    let scored = candidates.into_iter().map(|candidate| (distance(&word, candidate), candidate));
    let near = scored.filter(|&(distance, _)| distance <= limit);
    near.min_by_key(|&(distance, _)| distance).map(|(_, candidate)| candidate)
}

/// Longer words are no misspellings of anything.
const LONGEST: usize = 80;

/// How many letters must be put in, left out or changed, or neighbours swapped, to make the word
/// the candidate (the Damerau-Levenshtein distance in its restricted form).
fn distance(word: &[char], candidate: &str) -> usize {
    let other: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
    if other.len() > 2 * LONGEST {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for i in 1..=word.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let changed = last[j - 1] + usize::from(word[i - 1] != other[j - 1]);
            let mut best = changed.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && word[i - 1] == other[j - 2] && word[i - 2] == other[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let names = ["omega", "ladder", "pi", "White"];
        assert_eq!(nearest("omgea", names), Some("omega"));
        assert_eq!(nearest("LADER", names), Some("ladder"));
        assert_eq!(nearest("whit", names), Some("White"));
        assert_eq!(nearest("helpmate", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest("f", ["w", "l"]), None);
    }

    #[test]
    fn distances() {
        let distance = |a: &str, b| distance(&a.chars().collect::<Vec<_>>(), b);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("", "abc"), 3);
    }
}
