//! An analysis as one page of text.

use ludex_base::{counted, grouped, units};
use ludex_play::seat_rows;

use super::{Analysis, StateCount};
use crate::moves::{shortened, shortened_texts};
use crate::page::columns;

/// The most openings that are listed one by one.
const OPENINGS: usize = 40;
/// The most dead moves that are named.
const DEAD: usize = 12;

impl Analysis {
    /// Returns the analysis as one page of text.
    pub fn to_text(&self) -> String {
        let mut lines = vec![format!("{}: {}", self.game, self.agents.join(", "))];
        lines.extend(self.openings_text());
        lines.push(String::new());
        lines.push(format!(
            "Games of {} against itself: {}",
            self.player,
            counted(self.games as u64, "game")
        ));
        lines.extend(table(&seat_rows(&self.seats)));
        lines.extend(self.figures().into_iter().map(|(name, text)| format!("{name:<10} {text}")));
        lines.push(String::new());
        lines.push(format!("{} by strength", self.advantage()));
        lines.extend(table(&self.strength_rows()));
        lines.push(String::new());
        lines.push(format!("states     {}", self.states.sentence()));
        lines.extend(self.remarks.iter().map(|remark| format!("note       {remark}")));
        lines.push(format!("time       {}", units::seconds(self.seconds)));
        lines.join("\n")
    }

    /// Returns what the table of strengths is about.
    pub(super) fn advantage(&self) -> String {
        let first = self.agents.first().map_or("first agent", String::as_str);
        format!("Score of {first}, who is first in playing order,")
    }

    /// Returns the first moves by verdict, the best first.
    fn openings_text(&self) -> Vec<String> {
        let groups = self.opening_groups();
        let row = |(verdict, moves): &(String, Vec<String>)| {
            format!("{verdict:<10} {}: {}", moves.len(), shortened(moves, OPENINGS))
        };
        match groups.is_empty() {
            true => Vec::new(),
            false => [String::new(), self.openings_heading()]
                .into_iter()
                .chain(groups.iter().map(row))
                .collect(),
        }
    }

    /// Says how many openings are decided.
    pub(super) fn openings_heading(&self) -> String {
        let decided = self.openings.iter().filter(|opening| opening.verdict.is_some()).count();
        format!("Openings: {decided} of {} proved", self.openings.len())
    }

    /// Returns the first moves by verdict, the best first and what is not known last.
    pub(super) fn opening_groups(&self) -> Vec<(String, Vec<String>)> {
        let mut sorted: Vec<_> = self.openings.iter().collect();
        let score = |score: Option<f64>| score.unwrap_or(f64::NEG_INFINITY);
        ludex_base::sort_by(&mut sorted, |a, b| score(b.score).total_cmp(&score(a.score)));
        ludex_base::sort_by_key(&mut sorted, |opening| opening.verdict.is_none());
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for opening in sorted {
            let verdict = opening.verdict.clone().unwrap_or_else(|| "not known".to_string());
            match groups.iter_mut().find(|(known, _)| *known == verdict) {
                Some((_, moves)) => moves.push(opening.mv.clone()),
                None => groups.push((verdict, vec![opening.mv.clone()])),
            }
        }
        groups
    }

    /// Returns the figures of the games, each with its name.
    pub(super) fn figures(&self) -> Vec<(&'static str, String)> {
        let (length, branching) = (&self.length, &self.branching);
        let mut figures = vec![
            ("drawn", percent(self.draws)),
            (
                "length",
                format!(
                    "{:.1} turns (from {} to {}, half of the games at most {})",
                    length.mean, length.least, length.most, length.median
                ),
            ),
            (
                "choices",
                format!(
                    "{:.1} moves on average, at most {}; forced in {}",
                    branching.mean,
                    branching.most,
                    percent(branching.forced)
                ),
            ),
        ];
        figures.extend(self.lead.map(|lead| {
            let text = format!(
                "changes {:.2} times in a game, never in {}; settled after {} of the turns",
                lead.mean,
                percent(lead.none),
                percent(lead.settled)
            );
            ("lead", text)
        }));
        figures.push(("moves", self.moves_text()));
        figures
    }

    fn moves_text(&self) -> String {
        let uses = &self.moves;
        let named = |dead: &super::DeadMove| format!("{} {}", dead.agent, dead.mv);
        let dead: Vec<String> = uses.dead_moves.iter().map(named).take(DEAD).collect();
        let list = match uses.dead {
            0 => String::new(),
            all if all > dead.len() => format!(": {}, …", dead.join(", ")),
            _ => format!(": {}", shortened_texts(&[dead.join(", ")], 1)),
        };
        format!(
            "{} different ones were legal, {} were played; {} dead (legal 20 times, never \
             played){list}",
            grouped(uses.offered as u64),
            grouped(uses.played as u64),
            grouped(uses.dead as u64)
        )
    }

    pub(super) fn strength_rows(&self) -> Vec<Vec<String>> {
        let head = ["player", "games", "score", "95 %", "drawn", "turns"].map(String::from);
        let row = |one: &super::StrengthResult| {
            vec![
                one.player.clone(),
                one.games.to_string(),
                format!("{:.3}", one.first),
                format!("{:.3}–{:.3}", one.interval.low, one.interval.high),
                percent(one.draws),
                format!("{:.1}", one.length),
            ]
        };
        [head.to_vec()].into_iter().chain(self.strengths.iter().map(row)).collect()
    }
}

impl StateCount {
    /// Says how many states there are.
    pub(super) fn sentence(&self) -> String {
        let counted = grouped(self.counted as u64);
        if self.complete {
            return format!("{counted}, all within {} turns of the start", self.depth);
        }
        let tree = self.tree.map_or(String::new(), |tree| {
            let (power, error) = (tree.log10, tree.error * 100.0);
            let lines = counted_lines(tree.lines);
            let cut = match tree.cut {
                0 => String::new(),
                cut => format!(", {cut} without an end"),
            };
            format!(
                "; at most about 10^{power:.1}, the size of the tree ({lines}{cut}, ± {error:.0} %)"
            )
        });
        format!("at least {counted}, all those within {} turns{tree}", self.depth)
    }
}

fn counted_lines(lines: usize) -> String {
    counted(lines as u64, "random line")
}

fn table(rows: &[Vec<String>]) -> impl Iterator<Item = String> + use<> {
    columns(rows).into_iter().map(|(row, _)| row)
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}
