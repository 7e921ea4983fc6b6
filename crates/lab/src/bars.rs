//! Bar charts as SVG, readable on light and dark pages.

use svg::Document;
use svg::node::element::{Group, Rectangle, Style, Title};

use crate::entry::decimal;
use crate::plot::{line, style, text, upright};

/// A bar chart.
#[derive(Clone, PartialEq, Debug)]
pub struct BarChart {
    /// The text above it.
    pub title: String,
    /// The text along the vertical axis.
    pub unit: String,
    /// The bars, from left to right.
    pub bars: Vec<Bar>,
    /// The greatest number of the axis where it does not depend on the bars.
    pub top: Option<f64>,
}

/// A bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// The text below it.
    pub label: String,
    /// Its height; nothing below zero is drawn.
    pub value: f64,
    /// The ends of the interval around its top, if there is one.
    pub interval: Option<[f64; 2]>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 34.0;
const RIGHT: f64 = 15.0;
/// The space that a label needs.
const LABEL: f64 = 8.0;

impl BarChart {
    /// Returns the chart as a self-contained SVG document.
    pub fn svg(&self) -> String {
        let page = Document::new()
            .set("viewBox", (0.0, 0.0, WIDTH, HEIGHT))
            .set("width", WIDTH)
            .set("height", HEIGHT)
            .set("font-family", "sans-serif")
            .set("font-size", 13)
            .add(Style::new(style()))
            .add(Rectangle::new().set("class", "paper").set("width", "100%").set("height", "100%"))
            .add(text(&self.title, 15.0, TOP - 20.0, "start").set("font-size", 16))
            .add(upright(&self.unit, 18.0, TOP + self.height() / 2.0))
            .add(self.axis())
            .add(self.drawn());
        format!("{page}\n")
    }

    fn height(&self) -> f64 {
        HEIGHT - TOP - BOTTOM
    }

    /// Returns the number at the upper end of the axis.
    fn most(&self) -> f64 {
        let tops = self.bars.iter().map(|bar| bar.interval.map_or(bar.value, |[_, high]| high));
        let most = self.top.unwrap_or_else(|| tops.fold(0.0, f64::max));
        if most > 0.0 && most.is_finite() { most } else { 1.0 }
    }

    fn y(&self, number: f64) -> f64 {
        let part = if number > 0.0 { (number / self.most()).min(1.0) } else { 0.0 };
        TOP + self.height() * (1.0 - part)
    }

    /// Draws the lines of the axis with their numbers.
    fn axis(&self) -> Group {
        let mut group = Group::new();
        let step = step(self.most());
        let steps = (self.most() / step + 1e-9).floor() as u32;
        for number in (0..=steps).map(|count| step * f64::from(count)) {
            let y = self.y(number);
            group = group.add(line("grid", LEFT, y, WIDTH - RIGHT, y)).add(text(
                &decimal(number),
                LEFT - 8.0,
                y + 4.5,
                "end",
            ));
        }
        group.add(line("axis", LEFT, self.y(0.0), WIDTH - RIGHT, self.y(0.0)))
    }

    fn drawn(&self) -> Group {
        let each = (WIDTH - LEFT - RIGHT) / self.bars.len().max(1) as f64;
        let longest = self.bars.iter().map(|bar| bar.label.chars().count()).max().unwrap_or(0);
        // Labels that would overlap are left out.
        let every = ((longest as f64 + 1.0) * LABEL / each).ceil().max(1.0) as usize;
        let mut group = Group::new();
        for (index, bar) in self.bars.iter().enumerate() {
            let middle = LEFT + each * (index as f64 + 0.5);
            group = group.add(self.bar(bar, middle, each * 0.7));
            if index % every == 0 {
                group = group.add(text(&bar.label, middle, HEIGHT - 14.0, "middle"));
            }
        }
        group
    }

    fn bar(&self, bar: &Bar, middle: f64, width: f64) -> Group {
        let y = self.y(bar.value);
        let told = match bar.interval {
            None => decimal(bar.value),
            Some([low, high]) => {
                format!("{} ({} to {})", decimal(bar.value), decimal(low), decimal(high))
            }
        };
        let shape = Rectangle::new()
            .set("class", "s0")
            .set("x", middle - width / 2.0)
            .set("y", y)
            .set("width", width)
            .set("height", self.y(0.0) - y)
            .add(Title::new(format!("{}: {told}", bar.label)));
        let group = Group::new().add(shape);
        let Some([low, high]) = bar.interval.map(|ends| ends.map(|end| self.y(end))) else {
            return group;
        };
        let cap = (width / 4.0).min(8.0);
        group
            .add(line("axis", middle, low, middle, high))
            .add(line("axis", middle - cap, low, middle + cap, low))
            .add(line("axis", middle - cap, high, middle + cap, high))
    }
}

/// Returns the distance of the lines of an axis: 1, 2 or 5 times a power of ten, for at most eight.
fn step(most: f64) -> f64 {
    let power = 10f64.powf((most / 8.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps.into_iter().find(|step| most / step <= 8.0).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_high_as_their_numbers() {
        let bar = |value, interval| Bar { label: "a < b".to_string(), value, interval };
        let bars = vec![bar(0.5, Some([0.4, 0.6])), bar(1.0, None), bar(f64::NAN, None)];
        let chart = BarChart { title: "T".into(), unit: "score".into(), bars, top: Some(1.0) };
        let svg = chart.svg();
        let half = (HEIGHT - TOP - BOTTOM) / 2.0;
        assert!(svg.contains(&format!("height=\"{half}\"")), "{svg}");
        assert!(svg.contains("a &lt; b: 0.5 (0.4 to 0.6)"), "{svg}");
        assert_eq!([step(1.0), step(8.0), step(30.0), step(123.0)], [0.2, 1.0, 5.0, 20.0]);
    }
}
