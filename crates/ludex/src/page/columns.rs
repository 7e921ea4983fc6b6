//! Rows of texts in columns.

/// Returns rows in aligned columns, the last one ragged, each with the place where its last column
/// starts.
///
/// ```
/// let rows = [vec!["a".to_string(), "one".to_string()], vec!["bc".to_string(), "two".to_string()]];
/// assert_eq!(ludex::columns(&rows), [("a   one".to_string(), 4), ("bc  two".to_string(), 4)]);
/// ```
pub fn columns(rows: &[Vec<String>]) -> Vec<(String, usize)> {
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max();
    let lay_out = |row: &Vec<String>| {
        let Some((last, before)) = row.split_last() else { return (String::new(), 0) };
        let padded = |(c, cell)| format!("{cell:<width$}  ", width = width(c).unwrap_or(0));
        let text: String = before.iter().enumerate().map(padded).collect();
        let indent = text.chars().count();
        (text + last, indent)
    };
    rows.iter().map(lay_out).collect()
}
