//! Numbers for people: decimals, fractions, durations and sizes.

/// Returns a number with at most nine places after the point.
pub fn decimal(number: f64) -> String {
    let text = format!("{number:.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// The longest fraction that is printed in full.
const LONG_FRACTION: usize = 30;

/// Returns an exact fraction as text, or the number near it where the fraction is long.
pub fn fraction(fraction: &str, number: f64) -> String {
    match fraction.len() > LONG_FRACTION {
        true => format!("{} (rounded; --json has the fraction)", decimal(number)),
        false => fraction.to_string(),
    }
}

/// Returns a duration with a unit that suits it.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// Returns a size with a unit that suits it.
pub fn bytes(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1024.0 => format!("{b} B"),
        b if b < 1048576.0 => format!("{:.0} KiB", b / 1024.0),
        b if b < 1073741824.0 => format!("{:.0} MiB", b / 1048576.0),
        b => format!("{:.1} GiB", b / 1073741824.0),
    }
}
