//! The value of a position as a page.

use ludex_base::{counted, units};
use serde_json::Value;

use super::{Page, PageLine, PageStyle, Tone};
use crate::answers::{MatrixTable, Solved, StoreTrust};
use crate::moves::{moves_text, shortened};
use crate::solve::payoffs_text;

/// The number of moves of a strategy that are listed, the likeliest first.
const LISTED: usize = 20;

impl Solved {
    /// Returns the value and whose it is.
    pub fn headline(&self, style: &PageStyle<'_>) -> String {
        format!("{}{}", style(Tone::Strong, &self.value_text()), self.whose_text())
    }

    /// Returns the answer on one line, for a batch.
    pub fn short_line(&self, style: &PageStyle<'_>) -> String {
        let note = if self.disagrees() { style(Tone::Bad, " (disagrees)") } else { String::new() };
        let best = self.best.first().map(|mv| format!(" {}", moves_text([mv]))).unwrap_or_default();
        let best = self.solution().map_or(best, |line| format!(" {}", moves_text(line)));
        format!("{}{best}{note}", self.value_text())
    }

    /// Returns the page below the headline, its pieces styled by `style`: strategies, best moves, the
    /// work, lines of play.
    pub fn page(&self, style: &PageStyle<'_>) -> Vec<PageLine> {
        let mut page = Page::new(style);
        page.table(&strategy_rows(self));
        if let Some(matrix) = &self.matrix {
            page.line(page.faint("matrix"));
            page.table(&matrix_rows(matrix));
        }
        page.best(self);
        page.work(self);
        page.equilibria(self);
        if let Some(proof) = &self.proof {
            let gap = self.gap.map(|gap| format!(", gap {gap}")).unwrap_or_default();
            page.line(format!("{} {}{gap}", page.faint("proof"), counted(proof.size, "node")));
        }
        if let Some(stopped) = &self.stopped {
            page.line(format!("{} {stopped}", page.faint("stopped:")));
        }
        page.lines
    }
}

impl StoreTrust {
    /// Returns why a store was not used.
    pub fn page(&self, style: &PageStyle<'_>) -> Vec<PageLine> {
        let mut page = Page::new(style);
        page.store(self);
        page.lines
    }
}

impl Page<'_> {
    fn best(&mut self, solved: &Solved) {
        if let Some(line) = solved.solution() {
            let moves = counted(line.len() as u64, "move");
            let shortest = match solved.shortest {
                Some(true) => "as few as possible",
                _ => "perhaps not the fewest",
            };
            let text = format!("{moves}, {shortest}: {}", moves_text(line));
            self.long(format!("{}  {text}", self.faint("line")), 6);
        } else if !solved.best.is_empty() && solved.strategies.is_empty() {
            let which = self.faint(solved.best_text());
            self.line(format!("{}  {} {which}", self.faint("best"), shortened(&solved.best, 40)));
        }
        if let (None, Some(line), None) = (solved.distance, &solved.line, solved.solution()) {
            let more = if solved.open_line { " and so on" } else { "" };
            self.long(format!("{}  {}{more}", self.faint("line"), shortened(line, 40)), 6);
        }
    }

    fn work(&mut self, solved: &Solved) {
        self.line(format!(
            "{}  {} in {}, {} of tables, by {}",
            self.faint("work"),
            solved.nodes_text(),
            units::seconds(solved.seconds),
            units::bytes(solved.memory),
            solved.algorithm,
        ));
        if let Some(total) = solved.total.filter(|total| total.nodes != solved.nodes) {
            let found = if solved.stored == Some(true) { "found by" } else { "with" };
            let (nodes, seconds) = (counted(total.nodes, "node"), units::seconds(total.seconds));
            self.line(format!(
                "{} {nodes} in {seconds}, {found} earlier runs",
                self.faint("total")
            ));
        }
        if let Some(why) = &solved.why {
            self.line(format!("{}   {why}", self.faint("why")));
        }
        solved.store.iter().for_each(|trust| self.store(trust));
        if let (Some(distance), Some(line), None) =
            (solved.distance, &solved.line, solved.solution())
        {
            let plies = counted(distance.into(), "ply");
            self.line(format!("{}  {plies}: {}", self.faint("line"), shortened(line, 40)));
        }
    }

    fn store(&mut self, trust: &StoreTrust) {
        self.long(format!("{} {}", self.faint("store"), trust.remark), 6);
    }

    /// Adds where ties matter, and the equilibria that were asked for.
    fn equilibria(&mut self, solved: &Solved) {
        if let Some(ties) = &solved.ties {
            self.line(format!("{}  {ties}", self.faint("ties")));
        }
        let Some(list) = &solved.equilibria else { return };
        let payoffs = counted(list.payoffs.len() as u64, "payoff");
        self.line(format!("{}  {payoffs}", self.faint("equilibria")));
        for play in &list.plays {
            let payoffs = payoffs_text(&play.values, None);
            self.line(format!("  {payoffs}: {}", shortened(&play.line, 40)));
        }
        if !list.complete {
            self.line("  and more plays");
        }
    }
}

/// Returns mixed strategies as rows: agent, move, probability.
fn strategy_rows(solved: &Solved) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for (agent, moves) in &solved.strategies {
        let Value::Object(moves) = moves else { continue };
        let mut moves: Vec<(&String, f64)> =
            moves.iter().map(|(mv, share)| (mv, share.as_f64().unwrap_or(0.0))).collect();
        ludex_base::sort_by(&mut moves, |a, b| b.1.total_cmp(&a.1));
        for (place, (mv, share)) in moves.iter().take(LISTED).enumerate() {
            let agent = if place == 0 { agent.as_str() } else { "" };
            rows.push(vec![agent.to_string(), mv.to_string(), units::decimal(*share)]);
        }
        if moves.len() > LISTED {
            let more = format!("and {} more", counted((moves.len() - LISTED) as u64, "move"));
            rows.push(vec![String::new(), "…".to_string(), more]);
        }
    }
    rows
}

/// Returns the values of all joint moves, rows for the first agent.
fn matrix_rows(matrix: &MatrixTable) -> Vec<Vec<String>> {
    let cell = |value: &Option<f64>| value.map_or_else(|| "?".to_string(), units::decimal);
    let head = [String::new()].into_iter().chain(matrix.columns.iter().cloned());
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    for (name, values) in matrix.rows.iter().zip(&matrix.values) {
        rows.push([name.clone()].into_iter().chain(values.iter().map(cell)).collect());
    }
    rows
}
