//! The page of pursuit in `ludex games`, and its construction from keys.

use ludex_game::TextError;

use super::notation::read_cells;
use super::{MOST_COPS, MOST_STEPS, Pursuit, Worth};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

impl Family for Pursuit {
    const INFO: GameInfo = GameInfo {
        name: "pursuit",
        aliases: &["copsandrobber"],
        summary: "cops and a robber on a grid, all moving at the same time",
        rules: "In each step every cop and the robber stays or goes to a neighbouring cell (up, down, \
                left, right) that is no wall, all at the same time; cops may share a cell. The robber \
                is caught when a cop is on its cell after the step, or when the two have passed each \
                other. With worth=result the cops win if they catch it within the steps, otherwise \
                the robber does; with worth=time the cops get one more than the steps left when they \
                catch it, and 0 if they do not.",
        keys: &[
            KeyInfo { name: "columns", default: "3", meaning: "1 to 26; at most 64 cells" },
            KeyInfo { name: "rows", default: "3", meaning: "1 to 26; at most 64 cells" },
            KeyInfo { name: "cops", default: "a1", meaning: "where 1 to 3 cops start: a1-c1" },
            KeyInfo {
                name: "robber",
                default: "far",
                meaning: "where the robber starts; far is the corner opposite to a1",
            },
            KeyInfo { name: "walls", default: "none", meaning: "the walls: b2-b3" },
            KeyInfo { name: "steps", default: "5", meaning: "the most steps, 0 to 250" },
            KeyInfo { name: "worth", default: "result", meaning: "result or time" },
        ],
        position: "the cells of the cops, of the robber, and the steps left: `a1-b1 c3 4`",
        moves: "the cell gone to, one for each cop: `a2`, `a2-b1`",
        atoms: &[
            AtomInfo { pattern: "robber(CELL)", meaning: "the robber is there" },
            AtomInfo { pattern: "cop(CELL)", meaning: "a cop is there" },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let [columns, rows] = [params.number("columns", 1..=26)?, params.number("rows", 1..=26)?];
        if columns * rows > 64 {
            let message = format!("{columns} columns and {rows} rows are too many");
            return Err(params.error("columns", message).help("a grid has at most 64 cells"));
        }
        let (columns, rows) = (columns as u8, rows as u8);
        let cells = |key: &str| {
            read_cells(params.text(key), columns, rows).ok_or_else(|| {
                params.error(key, format!("`{key}` must be cells of the grid, as in a1-b2"))
            })
        };
        let walls = if params.text("walls") == "none" { Vec::new() } else { cells("walls")? };
        let far = vec![columns * rows - 1];
        let robber = if params.text("robber") == "far" { far } else { cells("robber")? };
        let cops = cells("cops")?;
        if robber.len() != 1 {
            return Err(params.error("robber", "there is one robber"));
        }
        if cops.len() > MOST_COPS {
            return Err(params.error("cops", format!("there are at most {MOST_COPS} cops")));
        }
        let steps = params.number("steps", 0..=MOST_STEPS.into())? as u8;
        let worth = [Worth::Result, Worth::Time][params.word("worth", &["result", "time"])?];
        let game = Pursuit::new(columns, rows, &walls, &cops, robber[0], steps, worth);
        let game = game.ok_or_else(|| params.error("walls", "somebody starts on a wall"))?;
        Ok(visitor.erased_simultaneous(game))
    }
}
