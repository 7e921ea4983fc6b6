//! The drawings of a report: settings against one another, or measured against published.

use crate::plot::{Plot, Point, Series};
use crate::report::{Report, Row};
use crate::table::Scatter;
use crate::{Entry, Measure};

impl Report<'_> {
    /// Returns the drawing of the report as SVG, if there is anything to draw. A figure is drawn as
    /// in \[Saf13\]; a table with one point for each cell, measured against published; a matrix as
    /// a heat map.
    pub fn svg(&self) -> Option<String> {
        if let Some(matrix) = &self.table.matrix {
            return self.heat_map(matrix);
        }
        let plots = match &self.table.scatter {
            Some(scatter) => vec![self.against_each_other(scatter)],
            None => self.against_published(),
        };
        let drawn = |plot: &Plot| plot.series.iter().any(|series| !series.points.is_empty());
        let plots: Vec<Plot> = plots.into_iter().filter(drawn).collect();
        (!plots.is_empty()).then(|| Plot::svg(&plots))
    }

    /// Returns one point for each position that both settings solved.
    fn against_each_other(&self, scatter: &Scatter) -> Plot {
        let series = |name: &String| Series {
            name: name.clone(),
            points: self.points(scatter, name).unwrap_or_default(),
        };
        let unit = unit(scatter.measure);
        Plot {
            title: format!("{}: {}", self.table.heading(), self.title),
            x: format!("{}, {unit}", scatter.x),
            y: match &scatter.y[..] {
                [one] => format!("{one}, {unit}"),
                _ => unit.to_string(),
            },
            series: scatter.y.iter().map(series).collect(),
        }
    }

    fn points(&self, scatter: &Scatter, name: &str) -> Option<Vec<Point>> {
        let (x, y) = (self.table.setting(&scatter.x)?, self.table.setting(name)?);
        let mut points = Vec::new();
        for (board, results) in self.table.boards.iter().zip(&self.results.boards) {
            let pairs = results.settings[x].searches.iter().zip(&results.settings[y].searches);
            for (moves, (x, y)) in results.positions.iter().zip(pairs) {
                let costs = scatter.measure.cost(x).zip(scatter.measure.cost(y));
                if let (true, true, Some((x, y))) = (x.solved, y.solved, costs) {
                    points.push(Point { x, y, label: format!("{}: {moves}", board.name) });
                }
            }
        }
        Some(points)
    }

    /// Returns a plot for every unit, with one point for each figure that was published and measured,
    /// both without bounds.
    fn against_published(&self) -> Vec<Plot> {
        let mut units: Vec<String> = Vec::new();
        for row in &self.rows {
            let unit = unit_of(row);
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        units.iter().map(|unit| self.measured_against_published(unit)).collect()
    }

    fn measured_against_published(&self, of_unit: &str) -> Plot {
        let series = |setting: &crate::Setting| {
            let rows = self.rows.iter().filter(|row| unit_of(row) == of_unit);
            let rows = rows.filter(|row| row.setting == setting.name);
            let points = rows.filter_map(|row| match (row.published?, row.measured.entry()?) {
                (Entry::Exactly(x), Entry::Exactly(y)) => {
                    let label = format!("{}, {}", row.board, row.measure);
                    let (x, y) = match row.shares() {
                        Some((of, ours)) => (100.0 * x / of, 100.0 * y / ours),
                        None => (*x, *y),
                    };
                    Some(Point { x, y, label })
                }
                _ => None,
            });
            Series { name: setting.name.clone(), points: points.collect() }
        };
        let series = self.table.settings.iter().map(series).filter(|s| !s.points.is_empty());
        Plot {
            title: format!("{}: {}", self.table.heading(), self.title),
            x: format!("published, {of_unit}"),
            y: format!("measured, {of_unit}"),
            series: series.collect(),
        }
    }
}

/// Returns what the axes of a plot with a figure count: shares where positions are counted of which
/// there are not as many here as in the publication.
fn unit_of(row: &Row) -> String {
    match row.shares() {
        Some(_) => "% of the positions".to_string(),
        None => unit(row.measure),
    }
}

/// Returns what an axis counts.
fn unit(measure: Measure) -> String {
    match measure {
        Measure::Seconds => "time in seconds".to_string(),
        Measure::Created => "nodes created".to_string(),
        Measure::Expansions => "nodes expanded".to_string(),
        Measure::Megabytes => "memory in MB".to_string(),
        Measure::Solved
        | Measure::Proved
        | Measure::Fastest
        | Measure::FewestExpansions
        | Measure::FewestCreated
        | Measure::Wins
        | Measure::Draws
        | Measure::Losses => "positions".to_string(),
        other => other.to_string(),
    }
}
