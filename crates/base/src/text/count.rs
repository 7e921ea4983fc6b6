//! Numbers of things in words: `1 move`, `2 plies`, `1,234 nodes`.

/// Returns a number with its digits in groups of three.
///
/// ```
/// assert_eq!(ludex_base::grouped(1234567), "1,234,567");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a number of things, which are given in the singular.
///
/// ```
/// use ludex_base::counted;
/// assert_eq!([0, 1, 2].map(|n| counted(n, "move")), ["0 moves", "1 move", "2 moves"]);
/// assert_eq!([counted(3, "ply"), counted(2, "play")], ["3 plies", "2 plays"]);
/// ```
pub fn counted(number: u64, thing: &str) -> String {
    match (number, thing.strip_suffix('y')) {
        (1, _) => format!("1 {thing}"),
        (_, Some(stem)) if !stem.ends_with(['a', 'e', 'o', 'u']) => {
            format!("{} {stem}ies", grouped(number))
        }
        _ => format!("{} {thing}s", grouped(number)),
    }
}
