//! A recording as one SVG file that plays in a browser: SMIL animations, no script, nothing loaded
//! from elsewhere.

use std::fmt::Write;

use ludex_base::visible;

use super::recording::{RecordedUnit, Recording};

/// Frames per second, as in the game on its fastest setting.
const FRAMES_A_SECOND: f64 = 24.0;
/// Pixels around the units.
const MARGIN: i32 = 40;
const COLOURS: [&str; 2] = ["#c0392b", "#2471a3"];

/// The properties of a unit at some moment.
#[derive(Clone, Copy, PartialEq)]
struct Moment {
    t: i32,
    x: i32,
    y: i32,
    hp: i32,
}

impl Recording {
    /// Returns an animated picture.
    pub fn to_svg(&self) -> String {
        let mut svg = String::new();
        let (left, top, width, height) = self.frame();
        let seconds = self.seconds();
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"14\">\
             <title>{}: {} against {}</title>\
             <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"#f4f1ea\"/>",
            escape(&self.scenario),
            escape(&self.players[0]),
            escape(&self.players[1]),
        );
        self.draw_legend(&mut svg, (left, top, width, height), seconds);
        self.draw_shots(&mut svg, seconds);
        for unit in &self.units {
            self.draw_unit(&mut svg, unit, seconds);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Returns how long the picture moves, in seconds.
    pub fn seconds(&self) -> f64 {
        f64::from(self.length()) / FRAMES_A_SECOND
    }

    /// Returns the number of frames of the fight, with a moment to look at its end.
    fn length(&self) -> i32 {
        self.ending.frames.max(1) + 24
    }

    /// Returns left, top, width and height of all places, with room for the legend below.
    fn frame(&self) -> (i32, i32, i32, i32) {
        let places = || self.rounds.iter().flat_map(|round| round.u.iter());
        let (xs, ys) = (|| places().map(|unit| unit.1), || places().map(|unit| unit.2));
        let left = xs().min().unwrap_or(0) - MARGIN;
        let top = ys().min().unwrap_or(0) - MARGIN;
        let right = xs().max().unwrap_or(0) + MARGIN;
        let bottom = ys().max().unwrap_or(0) + MARGIN;
        (left, top, (right - left).max(360), bottom - top + 40)
    }

    fn draw_legend(&self, svg: &mut String, frame: (i32, i32, i32, i32), seconds: f64) {
        let (left, top, width, height) = frame;
        let bottom = top + height;
        for (at, player) in self.players.iter().enumerate() {
            let (y, colour) = (bottom - 28 + 16 * at as i32, COLOURS[at]);
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{y}\" fill=\"{colour}\">{}</text>",
                left + 8,
                escape(player)
            );
        }
        self.draw_ending(svg, (left + width - 8, bottom - 12), seconds);
        let _ = write!(
            svg,
            "<rect x=\"{left}\" y=\"{}\" height=\"4\" width=\"0\" fill=\"#888\">\
             <animate attributeName=\"width\" from=\"0\" to=\"{width}\" dur=\"{seconds:.2}s\" \
             repeatCount=\"indefinite\"/></rect>",
            bottom - 6
        );
    }

    /// Draws who has won, visible when the fight is over.
    fn draw_ending(&self, svg: &mut String, (x, y): (i32, i32), seconds: f64) {
        let (says, colour) = match self.ending.winner {
            1 => (format!("{} wins", self.players[0]), COLOURS[0]),
            -1 => (format!("{} wins", self.players[1]), COLOURS[1]),
            _ => ("a draw".to_string(), "#555"),
        };
        let over = f64::from(self.ending.frames) / f64::from(self.length());
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" text-anchor=\"end\" opacity=\"0\">{}\
             <animate attributeName=\"opacity\" calcMode=\"discrete\" dur=\"{seconds:.2}s\" \
             repeatCount=\"indefinite\" keyTimes=\"0.0;{:.5};1.0\" values=\"0;1;1\"/></text>",
            escape(&says),
            over.clamp(0.00001, 0.99999),
        );
    }

    /// Returns the moments of a unit: from the start to its death or the end.
    fn moments(&self, id: usize) -> Vec<Moment> {
        let mut moments: Vec<Moment> = Vec::new();
        for round in &self.rounds {
            let seen = round.u.iter().find(|unit| unit.0 == id);
            let last = moments.last().copied();
            let moment = match (seen, last) {
                (Some((_, x, y, hp, ..)), _) => Moment { t: round.t, x: *x, y: *y, hp: *hp },
                (None, Some(last)) => Moment { t: round.t, hp: 0, ..last },
                (None, None) => continue,
            };
            match last {
                Some(last) if last.t == moment.t => {
                    *moments.last_mut().expect("just seen") = moment
                }
                Some(last) if last.hp == 0 => break,
                _ => moments.push(moment),
            }
        }
        moments
    }

    fn draw_unit(&self, svg: &mut String, unit: &RecordedUnit, seconds: f64) {
        let moments = self.moments(unit.id);
        let Some(start) = moments.first() else { return };
        let place = |m: &Moment| format!("{} {}", m.x, m.y);
        let places = self.animate(&moments, place, seconds, "linear");
        let bar = self.animate(&moments, |m| bar_width(m.hp, unit.hp), seconds, "discrete");
        let shown = |m: &Moment| if m.hp > 0 { "1" } else { "0.12" }.to_string();
        let shown = self.animate(&moments, shown, seconds, "discrete");
        let colour = COLOURS[unit.id % 2];
        let shape = match unit.range > 32 {
            true => format!("<circle r=\"8\" fill=\"{colour}\"/>"),
            false => {
                format!("<rect x=\"-7\" y=\"-7\" width=\"14\" height=\"14\" fill=\"{colour}\"/>")
            }
        };
        let letters = escape(unit.name.get(..2).unwrap_or(&unit.name));
        let _ = write!(
            svg,
            "<g transform=\"translate({} {})\"><title>{} {}</title>\
             <animateTransform attributeName=\"transform\" type=\"translate\" {places}/>\
             <animate attributeName=\"opacity\" {shown}/>{shape}\
             <text y=\"3\" font-size=\"9\" fill=\"white\" text-anchor=\"middle\">{letters}</text>\
             <rect x=\"-10\" y=\"-14\" width=\"20\" height=\"3\" fill=\"#ddd\"/>\
             <rect x=\"-10\" y=\"-14\" height=\"3\" width=\"20\" fill=\"#27ae60\">\
             <animate attributeName=\"width\" {bar}/></rect></g>",
            start.x,
            start.y,
            escape(&unit.name),
            unit.id
        );
    }

    /// Returns the attributes of an animation through moments; what does not change is left out.
    fn animate(
        &self,
        moments: &[Moment],
        value: impl Fn(&Moment) -> String,
        seconds: f64,
        mode: &str,
    ) -> String {
        let mut times = vec![0.0];
        let mut values = vec![moments.first().map_or(String::new(), &value)];
        for (at, moment) in moments.iter().enumerate().skip(1) {
            let now = value(moment);
            let next_differs = moments.get(at + 1).is_some_and(|next| value(next) != now);
            if now != values[values.len() - 1] || next_differs {
                times.push(f64::from(moment.t) / f64::from(self.length()));
                values.push(now);
            }
        }
        times.push(1.0);
        values.push(values[values.len() - 1].clone());
        let times: Vec<String> = times.iter().map(|time| format!("{time:.5}")).collect();
        format!(
            "calcMode=\"{mode}\" dur=\"{seconds:.2}s\" repeatCount=\"indefinite\" \
             keyTimes=\"{}\" values=\"{}\"",
            times.join(";"),
            values.join(";")
        )
    }

    /// Draws each attack as a line that is visible for a few frames.
    fn draw_shots(&self, svg: &mut String, seconds: f64) {
        for shot in &self.shots {
            let (Some(from), Some(to)) =
                (self.place(shot.from, shot.t), self.place(shot.to, shot.t))
            else {
                continue;
            };
            let length = f64::from(self.length());
            let start = f64::from(shot.t) / length;
            let end = (f64::from(shot.t) + 4.0) / length;
            let _ = write!(
                svg,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"2\" \
                 opacity=\"0\"><animate attributeName=\"opacity\" calcMode=\"discrete\" \
                 dur=\"{seconds:.2}s\" repeatCount=\"indefinite\" \
                 keyTimes=\"0;{:.5};{end:.5};1\" values=\"0;0.8;0;0\"/></line>",
                from.0,
                from.1,
                to.0,
                to.1,
                COLOURS[shot.from % 2],
                start.max(0.00001),
            );
        }
    }

    /// Returns the place of a unit at a time at which a round began.
    fn place(&self, id: usize, t: i32) -> Option<(i32, i32)> {
        let round = self.rounds.iter().find(|round| round.t == t)?;
        round.u.iter().find(|unit| unit.0 == id).map(|unit| (unit.1, unit.2))
    }
}

fn bar_width(hp: i32, full: i32) -> String {
    format!("{:.1}", 20.0 * f64::from(hp.max(0)) / f64::from(full.max(1)))
}

/// Returns text escaped for XML, with what is invisible written out.
fn escape(text: &str) -> String {
    let text = visible(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
