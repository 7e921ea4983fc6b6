//! Words with a fixed meaning in every game.

/// `A`, the agent asked about.
pub(crate) const ASKED: &str = "A";
/// `k`, the number of opponents.
pub(crate) const OPPONENTS: &str = "k";
/// Generic atoms, as they are shown in advice.
pub(crate) const GENERIC_ATOMS: [&str; 7] =
    ["w", "l", "win(A)", "lost(A)", "turn(A)", "final", "outcome(name)"];

/// The quantifiers of CTL that are joined with a temporal operator.
pub(crate) const QUANTIFIERS: [&str; 6] = ["EX", "EF", "EG", "AX", "AF", "AG"];

/// Returns the number of the opponent that a word means: `B` and `B1` are the first.
pub(crate) fn opponent_number(word: &str) -> Option<i64> {
    match word.strip_prefix('B')? {
        "" => Some(1),
        digits if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) => None,
        digits => digits.parse().ok(),
    }
}

/// Returns whether a word has a fixed meaning, so that it cannot be defined.
pub(crate) fn is_reserved(word: &str) -> bool {
    let fixed = ["true", "false", "w", "l", "win", "lost", "turn", "final", "outcome"];
    let fixed = fixed.contains(&word) || QUANTIFIERS.contains(&word);
    fixed || [ASKED, OPPONENTS].contains(&word) || opponent_number(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_numbered_from_one() {
        let numbers = ["B", "B1", "B12", "B0", "B01", "Bx", "b1", "A"].map(opponent_number);
        assert_eq!(numbers, [Some(1), Some(1), Some(12), None, None, None, None, None]);
    }
}
