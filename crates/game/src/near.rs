//! "Did you mean …?": the known word nearest to an unknown one.

/// The candidate that is most like the word, if one is so near that a slip is likely: at most one
/// letter in three wrong, missing, added or exchanged with its neighbour. Something must be right:
/// a single letter is no slip for another one.
///
/// ```
/// use ludex_game::nearest;
/// assert_eq!(nearest("conect4", ["chess", "connect4"]), Some("connect4"));
/// assert_eq!(nearest("go", ["chess", "connect4"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().collect();
    let allowed = word.len().div_ceil(3).min(word.len().saturating_sub(1));
    let rated = candidates.into_iter().filter_map(|candidate| {
        let letters: Vec<char> = candidate.to_lowercase().chars().collect();
        let near = letters.len().abs_diff(word.len()) <= allowed;
        near.then(|| (distance(&word, &letters), candidate))
    });
    rated.filter(|&(distance, _)| distance <= allowed).min_by_key(|r| r.0).map(|r| r.1)
}

/// The edit distance where exchanging two neighbours counts as one edit.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let replace = above[j] + usize::from(a[i] != b[j]);
            let mut best = replace.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                let exchange: &Vec<usize> = &before;
                best = best.min(exchange[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_is_no_slip_for_another() {
        assert_eq!(nearest("x", ["1", "2"]), None);
        assert_eq!(nearest("x", ["X", "O"]), Some("X"));
        assert_eq!(nearest("", ["X"]), None);
    }

    #[test]
    fn distances() {
        let d = |a: &str, b: &str| {
            distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
        };
        assert_eq!(d("", "abc"), 3);
        assert_eq!(d("hex", "hxe"), 1);
        assert_eq!(d("kitten", "sitting"), 3);
        assert_eq!(d("same", "same"), 0);
    }
}
