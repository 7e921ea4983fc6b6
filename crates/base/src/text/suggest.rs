//! "Did you mean …?": the known word most like an unknown one.

/// Returns the candidate that is most like the word, if one is so similar that a slip is likely: at
/// most one letter in three wrong, missing, added or exchanged with its neighbour. At least one
/// letter must be right: a single letter is no slip for another one.
///
/// ```
/// use ludex_base::suggest;
/// assert_eq!(suggest("conect4", ["chess", "connect4"]), Some("connect4"));
/// assert_eq!(suggest("go", ["chess", "connect4"]), None);
/// ```
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    most_similar(word, &mut candidates.into_iter())
}

fn most_similar<'a>(word: &str, candidates: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let letters = word.chars().count();
    if letters > LONGEST {
        return None;
    }
    let allowed = (letters / 3).max(1).min(letters.saturating_sub(1));
    let rated = candidates.filter_map(|candidate| {
        let near = candidate.chars().count().abs_diff(letters) <= allowed;
        near.then(|| (strsim::osa_distance(&word, &candidate.to_lowercase()), candidate))
    });
    rated.filter(|&(distance, _)| distance <= allowed).min_by_key(|r| r.0).map(|r| r.1)
}

/// Longer words are no misspellings of anything.
const LONGEST: usize = 80;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_words_are_found_and_others_are_not() {
        let names = ["omega", "ladder", "pi", "White"];
        assert_eq!(suggest("omgea", names), Some("omega"));
        assert_eq!(suggest("LADER", names), Some("ladder"));
        assert_eq!(suggest("whit", names), Some("White"));
        assert_eq!(suggest("helpmate", names), None);
    }

    #[test]
    fn one_letter_is_no_slip_for_another() {
        assert_eq!(suggest("x", ["1", "2"]), None);
        assert_eq!(suggest("x", ["X", "O"]), Some("X"));
        assert_eq!(suggest("", ["X"]), None);
    }
}
