//! Scatter plots on logarithmic axes as SVG, readable on light and dark pages.
//!
//! Both axes have the same range, so that the diagonal is where the two quantities are equal.

use svg::Document;
use svg::node::element::{Group, Line, Path, Rectangle, Style, Text, Title};

use crate::entry::decimal;

/// A plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// The text above it.
    pub title: String,
    /// The text along the horizontal axis.
    pub x: String,
    /// The text along the vertical axis.
    pub y: String,
    /// The points drawn.
    pub series: Vec<Series>,
}

/// Points of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points.
    pub points: Vec<Point>,
}

/// A point.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// Its horizontal coordinate, drawn on a logarithmic scale.
    pub x: f64,
    /// Its vertical coordinate, likewise.
    pub y: f64,
    /// Its description, shown when the pointer is on it.
    pub label: String,
}

const SIZE: f64 = 480.0;
const LEFT: f64 = 90.0;
const TOP: f64 = 50.0;
const LEGEND: f64 = 190.0;
const BOTTOM: f64 = 60.0;
/// The height of a line of a title, and the space that a number beside an axis needs.
const TITLE: f64 = 22.0;
const NUMBER: f64 = 64.0;

/// Colours of the series on light and on dark paper; the shapes of the marks differ too.
const INKS: [(&str, &str); 7] = [
    ("#0b3c8c", "#8ab4f8"),
    ("#b3261e", "#f28b82"),
    ("#1a7f37", "#81c995"),
    ("#8a5a00", "#fdd663"),
    ("#6a1b9a", "#d7aefb"),
    ("#00707a", "#78d9ec"),
    ("#5f6368", "#bdc1c6"),
];

impl Plot {
    /// Returns plots below one another as a self-contained SVG document, each with its own axes.
    pub fn svg(plots: &[Plot]) -> String {
        let names = plots.iter().flat_map(|plot| &plot.series).map(|series| &series.name);
        let legend = names.map(|name| letters(name) + 45.0).fold(LEGEND, f64::max);
        let width = LEFT + SIZE + legend;
        let heights = plots.iter().map(|plot| plot.height(width));
        let mut page = Document::new()
            .set("viewBox", (0.0, 0.0, width, heights.clone().sum::<f64>()))
            .set("width", width)
            .set("height", heights.clone().sum::<f64>())
            .set("font-family", "sans-serif")
            .set("font-size", 13)
            .add(Style::new(style()))
            .add(Rectangle::new().set("class", "paper").set("width", "100%").set("height", "100%"));
        let mut top = 0.0;
        for (plot, height) in plots.iter().zip(heights) {
            page = page.add(plot.draw(width).set("transform", format!("translate(0 {top})")));
            top += height;
        }
        format!("{page}\n")
    }

    /// Returns the height: the frame, and the title above it in as many lines as it takes.
    fn height(&self, width: f64) -> f64 {
        TOP + SIZE + BOTTOM + TITLE * (self.titles(width).len() - 1) as f64
    }

    /// Returns the title in lines that are not wider than the page.
    fn titles(&self, width: f64) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in self.title.split_whitespace() {
            let line = lines.last_mut().expect("there is a line");
            match line.is_empty() || letters(line) + letters(word) + 8.0 < (width - 30.0) / 1.25 {
                true if line.is_empty() => line.push_str(word),
                true => *line = format!("{line} {word}"),
                false => lines.push(word.to_string()),
            }
        }
        lines
    }

    fn draw(&self, width: f64) -> Group {
        let titles = self.titles(width);
        let mut group = Group::new();
        for (line, title) in titles.iter().enumerate() {
            let y = TOP - 20.0 + TITLE * line as f64;
            group = group.add(text(title, 15.0, y, "start").set("font-size", 16));
        }
        let scale = Scale::over(self.series.iter().flat_map(|series| &series.points));
        let mut frame = Group::new()
            .set("transform", format!("translate(0 {})", TITLE * (titles.len() - 1) as f64))
            .add(text(&self.x, LEFT + SIZE / 2.0, TOP + SIZE + 45.0, "middle"))
            .add(upright(&self.y, 20.0, TOP + SIZE / 2.0))
            .add(scale.grid())
            .add(diagonal());
        for (index, series) in self.series.iter().enumerate() {
            frame = frame.add(series.marks(index, &scale)).add(series.legend(index));
        }
        group.add(frame)
    }
}

/// Returns the approximate width of a text; fonts differ.
fn letters(text: &str) -> f64 {
    text.chars().count() as f64 * 7.5
}

impl Series {
    fn marks(&self, index: usize, scale: &Scale) -> Group {
        let mut group = Group::new().set("class", class(index));
        for point in &self.points {
            let (x, y) = (scale.x(point.x), scale.y(point.y));
            let label = format!("{} ({}; {})", point.label, decimal(point.x), decimal(point.y));
            group = group.add(mark(index, x, y).add(Title::new(label)));
        }
        group
    }

    fn legend(&self, index: usize) -> Group {
        let (x, y) = (LEFT + SIZE + 20.0, TOP + 12.0 + 22.0 * index as f64);
        let name = text(&self.name, x + 12.0, y + 4.5, "start");
        Group::new().add(mark(index, x, y).set("class", class(index))).add(name)
    }
}

/// A logarithmic scale, the same for both axes.
struct Scale {
    /// Powers of ten at both ends.
    low: i32,
    high: i32,
}

/// The least number drawn: what is smaller, such as a count of none, is drawn on the border.
const LEAST: f64 = 1e-6;

impl Scale {
    /// Returns a scale of whole powers of ten that covers the points, with one more where some are too
    /// small for any.
    fn over<'p>(points: impl Iterator<Item = &'p Point>) -> Scale {
        let numbers: Vec<f64> = points.flat_map(|p| [p.x, p.y]).collect();
        let seen = numbers.iter().copied().filter(|&x| x > LEAST);
        let (low, high) = seen.fold((f64::MAX, LEAST), |(low, high), x| (low.min(x), high.max(x)));
        let none = numbers.iter().any(|&x| x <= LEAST || x.is_nan());
        let low = low.min(high).log10().floor() as i32 - i32::from(none);
        Scale { low, high: (high.log10().ceil() as i32).max(low + 1) }
    }

    /// Returns the position of a number along the axis.
    fn along(&self, number: f64) -> f64 {
        let exponent = if number > LEAST { number.log10() } else { LEAST.log10() };
        let share = (exponent - f64::from(self.low)) / f64::from(self.high - self.low);
        SIZE * share.clamp(0.0, 1.0)
    }

    fn x(&self, number: f64) -> f64 {
        LEFT + self.along(number)
    }

    fn y(&self, number: f64) -> f64 {
        TOP + SIZE - self.along(number)
    }

    /// Draws lines at powers of ten with their numbers, and small ticks between them.
    fn grid(&self) -> Group {
        let mut grid = Group::new();
        let every = (NUMBER * f64::from(self.high - self.low) / SIZE).ceil().max(1.0) as i32;
        for exponent in self.low..=self.high {
            let number = 10f64.powi(exponent);
            let (x, y) = (self.x(number), self.y(number));
            grid = grid.add(line("grid", x, TOP, x, TOP + SIZE)).add(line(
                "grid",
                LEFT,
                y,
                LEFT + SIZE,
                y,
            ));
            if (exponent - self.low) % every == 0 {
                grid = grid.add(text(&power(exponent), x, TOP + SIZE + 20.0, "middle")).add(text(
                    &power(exponent),
                    LEFT - 10.0,
                    y + 4.5,
                    "end",
                ));
            }
            for digit in (2..10).filter(|_| exponent < self.high) {
                let (x, y) = (self.x(number * f64::from(digit)), self.y(number * f64::from(digit)));
                grid = grid.add(line("axis", x, TOP + SIZE, x, TOP + SIZE - 5.0)).add(line(
                    "axis",
                    LEFT,
                    y,
                    LEFT + 5.0,
                    y,
                ));
            }
        }
        let frame = Rectangle::new().set("class", "frame").set("x", LEFT).set("y", TOP);
        grid.add(frame.set("width", SIZE).set("height", SIZE))
    }
}

/// Returns the number at a tick.
fn power(exponent: i32) -> String {
    match exponent {
        -3..=4 => decimal(10f64.powi(exponent)),
        _ => format!("1e{exponent}"),
    }
}

fn diagonal() -> Line {
    line("axis", LEFT, TOP + SIZE, LEFT + SIZE, TOP).set("stroke-dasharray", "6 4")
}

/// Returns a mark around a place; its shape depends on the series.
fn mark(index: usize, x: f64, y: f64) -> Path {
    let shape = match index % 7 {
        0 => "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
        1 => "m-3.5,-3.5h7v7h-7z",
        2 => "m0,-5l4.5,8h-9z",
        3 => "m0,-5l5,5l-5,5l-5,-5z",
        4 => "m0,5l4.5,-8h-9z",
        5 => "m-5,0h10m-5,-5v10",
        _ => "m-4,-4l8,8m0,-8l-8,8",
    };
    Path::new().set("d", format!("M{x:.1},{y:.1}{shape}"))
}

pub(crate) fn text(content: &str, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(content).set("class", "ink").set("x", x).set("y", y).set("text-anchor", anchor)
}

pub(crate) fn upright(content: &str, x: f64, y: f64) -> Text {
    text(content, x, y, "middle").set("transform", format!("rotate(-90 {x} {y})"))
}

pub(crate) fn line(class: &str, x1: f64, y1: f64, x2: f64, y2: f64) -> Line {
    Line::new().set("class", class).set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2)
}

fn class(index: usize) -> String {
    format!("s{}", index % INKS.len())
}

pub(crate) fn style() -> String {
    let inks = |dark: bool| -> String {
        let ink = |(i, (on_light, on_dark)): (usize, &(&str, &str))| {
            let colour = if dark { on_dark } else { on_light };
            format!(".s{i}{{fill:{colour};stroke:{colour};fill-opacity:.45}}")
        };
        INKS.iter().enumerate().map(ink).collect()
    };
    format!(
        ".paper{{fill:#fff}}.ink{{fill:#222}}.axis,.frame{{stroke:#555;fill:none}}\
         .grid{{stroke:#ddd}}{}@media(prefers-color-scheme:dark){{.paper{{fill:#1b1b1f}}\
         .ink{{fill:#e6e6e6}}.axis,.frame{{stroke:#aaa}}.grid{{stroke:#3a3a40}}{}}}",
        inks(false),
        inks(true)
    )
}
