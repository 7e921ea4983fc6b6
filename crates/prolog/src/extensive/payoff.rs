//! Payoffs as text.

use ludex_base::Fraction;

/// Parses `3`, `-1.25` or `2/3`; returns `None` for any other text, and if the number does not fit.
pub(super) fn parse_payoff(text: &str) -> Option<Fraction> {
    if let Some((above, below)) = text.split_once('/') {
        return Fraction::reduced(above.parse().ok()?, below.parse().ok()?);
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{part}");
    if all.is_empty() || part.len() > 18 || !all.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Fraction::reduced(sign * all.parse::<i128>().ok()?, 10_i128.pow(part.len() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payoffs_are_exact() {
        let sum = parse_payoff("0.1").zip(parse_payoff("0.2")).and_then(|(a, b)| a.checked_add(b));
        assert_eq!(sum, parse_payoff("3/10"));
        assert_eq!(parse_payoff("-2/4").map(|n| n.to_string()).as_deref(), Some("-1/2"));
        assert_eq!(parse_payoff("4/-2"), Some(Fraction::from(-2)));
        for text in ["", "-", "1/0", "x", "1.2.3", ".", "99999999999999999999"] {
            assert_eq!(parse_payoff(text), None, "{text}");
        }
    }
}
