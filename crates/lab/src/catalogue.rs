//! The list of all tables and figures, from the data files.

use std::sync::LazyLock;

use crate::Table;

/// One line for each data file.
const FILES: [&str; 21] = [
    include_str!("../tables/table-2.1.toml"),
    include_str!("../tables/figure-2.3.toml"),
    include_str!("../tables/table-2.2.toml"),
    include_str!("../tables/table-2.3.toml"),
    include_str!("../tables/table-2.4.toml"),
    include_str!("../tables/table-2.5.toml"),
    include_str!("../tables/table-3.1.toml"),
    include_str!("../tables/figure-3.3.toml"),
    include_str!("../tables/table-3.2.toml"),
    include_str!("../tables/figure-3.5.toml"),
    include_str!("../tables/table-3.3.toml"),
    include_str!("../tables/table-3.4.toml"),
    include_str!("../tables/table-4.12.toml"),
    include_str!("../tables/table-5.3.toml"),
    include_str!("../tables/table-5.4.toml"),
    include_str!("../tables/table-5.5.toml"),
    include_str!("../tables/table-5.6.toml"),
    include_str!("../tables/table-5.7.toml"),
    include_str!("../tables/table-5.8.toml"),
    include_str!("../tables/table-1.toml"),
    include_str!("../tables/matrix.toml"),
];

static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let mut tables: Vec<Table> = Vec::new();
    for text in FILES {
        let mut table: Table = toml::from_str(text).expect("a test reads every data file");
        if let Some(matrix) = &table.matrix {
            table.settings = matrix.settings();
        }
        let shared = table.same_as.as_ref();
        let shared = shared.and_then(|name| tables.iter().find(|other| other.name == *name));
        if let Some(shared) = shared {
            share_runs(&mut table, shared);
        }
        tables.push(table);
    }
    tables
});

/// Returns all tables and figures, in the order of \[Saf13\].
pub fn tables() -> &'static [Table] {
    &TABLES
}

/// Returns the table that a text names: `table-2.2`, `figure-3.3`; or `2.2`, which is the table if
/// a table and a figure have the same number.
pub fn find(text: &str) -> Option<&'static Table> {
    let name = text.trim().to_ascii_lowercase().replace(' ', "-");
    let names = [name.clone(), format!("table-{name}"), format!("figure-{name}")];
    names.iter().find_map(|name| tables().iter().find(|table| table.name == *name))
}

/// Copies the boards and settings that a table does not give itself.
fn share_runs(table: &mut Table, other: &Table) {
    if table.settings.is_empty() {
        table.settings.clone_from(&other.settings);
    }
    if table.boards.is_empty() {
        let wanted = |name: &String| table.only.is_empty() || table.only.contains(name);
        table.boards = other.boards.iter().filter(|board| wanted(&board.name)).cloned().collect();
    }
}
