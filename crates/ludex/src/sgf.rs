//! SGF, the format of records of Go and Hex: the properties of the main line, and points.

/// A property: its name and its values, as they are written.
pub(crate) struct Property<'t> {
    pub name: String,
    pub values: Vec<&'t str>,
}

/// Returns the properties of the main line: those before the first end of a branch, since the first
/// branch of every node goes on with it. Returns `None` if there is no such end.
pub(crate) fn main_line(text: &str) -> Option<Vec<Property<'_>>> {
    let (mut found, mut name, mut rest) = (Vec::<Property>::new(), String::new(), text);
    loop {
        let c = rest.chars().next()?;
        rest = &rest[c.len_utf8()..];
        match c {
            ')' => return Some(found),
            '[' => {
                let end = end_of_value(rest)?;
                if !name.is_empty() {
                    found.push(Property { name: std::mem::take(&mut name), values: Vec::new() });
                }
                found.last_mut()?.values.push(&rest[..end]);
                rest = &rest[end + 1..];
            }
            'A'..='Z' => name.push(c),
            _ => {}
        }
    }
}

/// Returns the place of the bracket that ends a value; after a backslash it does not.
fn end_of_value(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b']' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

/// How the points of a board are written: its size, and whether by two letters, as in Go. Those of
/// Hex are a letter and a number.
#[derive(Clone, Copy)]
pub(crate) struct Points {
    pub size: usize,
    pub letters: bool,
}

impl Points {
    /// Returns the column and the row of a point, the first row on top.
    pub fn read(self, value: &str) -> Option<(usize, usize)> {
        let value = value.trim();
        let column = usize::from(value.as_bytes().first()?.checked_sub(b'a')?);
        let below = value.get(1..)?;
        let row = match self.letters {
            true => usize::from(<[u8; 1]>::try_from(below.as_bytes()).ok()?[0].checked_sub(b'a')?),
            false => below.parse::<usize>().ok()?.checked_sub(1)?,
        };
        (column.max(row) < self.size).then_some((column, row))
    }

    /// Writes a point.
    pub fn write(self, column: usize, row: usize) -> String {
        let letter = |at: usize| char::from(b'a' + at as u8);
        match self.letters {
            true => format!("{}{}", letter(column), letter(row)),
            false => format!("{}{}", letter(column), row + 1),
        }
    }

    /// Returns the points of a value: one, or those of a rectangle such as `aa:cb`.
    pub fn read_all(self, value: &str) -> Option<Vec<(usize, usize)>> {
        let (first, last) = value.split_once(':').unwrap_or((value, value));
        let ((left, top), (right, bottom)) = (self.read(first)?, self.read(last)?);
        Some((top..=bottom).flat_map(|row| (left..=right).map(move |at| (at, row))).collect())
    }

    /// Returns a move of these games as SGF writes it; a pass is empty.
    pub fn of_move(self, mv: &str) -> String {
        let number = mv.get(1..).and_then(|number| number.parse::<usize>().ok());
        match number.and_then(|number| self.size.checked_sub(number)) {
            _ if !self.letters => mv.to_string(),
            Some(row) => format!("{}{}", &mv[..1], char::from(b'a' + row as u8)),
            None => String::new(),
        }
    }

    /// Returns the move of a value; an empty one is a pass, and so is `tt` up to 19 lines.
    pub fn to_move(self, value: &str) -> Option<String> {
        let value = value.trim();
        if !self.letters {
            return Some(value.to_string());
        }
        if value.is_empty() || value == "tt" && self.size <= 19 {
            return Some("pass".to_string());
        }
        let (_, row) = self.read(value)?;
        Some(format!("{}{}", &value[..1], self.size - row))
    }
}
