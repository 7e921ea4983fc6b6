//! A report as CSV: a table's rows, or a figure's searches.

use csv::{Error, Writer};

use crate::report::Report;

impl Report<'_> {
    /// Returns the report as CSV. For a table: published and measured. For a figure: every search,
    /// because these are drawn.
    pub fn csv(&self) -> String {
        written(|writer| match self.table.scatter {
            Some(_) => self.searches(writer),
            None => self.figures(writer),
        })
    }

    fn figures(&self, to: &mut Writer<Vec<u8>>) -> Result<(), Error> {
        let also = self.table.also.iter().map(|measure| measure.to_string());
        let names = ["board", "measure", "setting", "positions", "published", "measured", "ratio"];
        to.write_record(names.map(str::to_string).into_iter().chain(also))?;
        for row in &self.rows {
            let ratio = row.ratio.map(|ratio| ratio.to_string()).unwrap_or_default();
            let cells = [
                row.board.to_string(),
                row.measure.to_string(),
                row.setting.to_string(),
                row.positions.to_string(),
                plain(row.published),
                plain(row.measured.entry()),
                ratio,
            ];
            to.write_record(
                cells.into_iter().chain(row.also.iter().map(|(_, e)| plain(e.as_ref()))),
            )?;
        }
        Ok(())
    }

    fn searches(&self, to: &mut Writer<Vec<u8>>) -> Result<(), Error> {
        to.write_record([
            "board",
            "moves",
            "setting",
            "solved",
            "value",
            "expansions",
            "created",
            "seconds",
            "memory",
        ])?;
        for (board, results) in self.table.boards.iter().zip(&self.results.boards) {
            for (at, moves) in results.positions.iter().enumerate() {
                for (setting, of_setting) in self.table.settings.iter().zip(&results.settings) {
                    let Some(search) = of_setting.searches.get(at) else { continue };
                    to.write_record([
                        &board.name,
                        moves,
                        &setting.name,
                        &search.solved.to_string(),
                        search.value.as_deref().unwrap_or_default(),
                        &search.expansions.to_string(),
                        &search.created.to_string(),
                        &search.seconds.to_string(),
                        &search.memory.to_string(),
                    ])?;
                }
            }
        }
        Ok(())
    }
}

/// Returns rows as CSV below a heading; all of them have its length.
pub fn csv(heading: &[&str], mut rows: impl Iterator<Item = Vec<String>>) -> String {
    written(|writer| {
        writer.write_record(heading)?;
        rows.try_for_each(|row| writer.write_record(row))
    })
}

fn written(write: impl FnOnce(&mut Writer<Vec<u8>>) -> Result<(), Error>) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    write(&mut writer).expect("memory can be written, and all records have the header's length");
    let bytes = writer.into_inner().expect("memory can be written");
    String::from_utf8(bytes).expect("only texts were written")
}

/// Returns an entry without groups of three, for programs.
fn plain(entry: Option<&crate::Entry>) -> String {
    use crate::Entry::{Exactly, MoreThan, Word};
    match entry {
        None => String::new(),
        Some(Exactly(x)) => x.to_string(),
        Some(MoreThan(x)) => format!("> {x}"),
        Some(Word(word)) => word.clone(),
    }
}
