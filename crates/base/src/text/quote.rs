//! Quotation marks around a text.

/// Returns the text between quotation marks, `"` or `'`: `\"` is a quotation mark, `\\` a
/// backslash.
///
/// ```
/// let text = r#"say "no" \\"#;
/// assert_eq!(ludex_base::unquote(&ludex_base::quote(text)), text);
/// ```
pub fn unquote(quoted: &str) -> String {
    const MARKS: [char; 2] = ['"', '\''];
    let inner = quoted.strip_prefix(MARKS).and_then(|q| q.strip_suffix(MARKS)).unwrap_or(quoted);
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        text.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    text
}

/// Puts a text in quotation marks, so that [`unquote`] gives it back.
pub fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
