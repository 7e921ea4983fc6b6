//! Best responses of two players: marked in the table, and for two actions each as curves.

use std::cmp::Ordering;
use std::fmt::Write;

use ludex_game::escape_xml;

use super::StrategicGame;
use super::tables::aligned;

/// The width and the height of a cell of the drawn table.
const CELL: (usize, usize) = (110, 44);
/// The side of the square in which curves are drawn.
const SIDE: f64 = 240.0;
/// The colours of the first and the second player.
const COLOURS: [&str; 2] = ["#c0392b", "#2060a0"];

impl StrategicGame {
    /// Returns whether an action of one of two players is a best response to an action of the other.
    fn responds(&self, player: usize, profile: [usize; 2]) -> bool {
        let worth = |action: usize| {
            let mut other = profile;
            other[player] = action;
            self.payoffs(&other)[player]
        };
        (0..self.actions[player].len()).all(|action| worth(action) <= worth(profile[player]))
    }

    /// Returns the payoffs of a cell as text, each with `*` behind it if it is of a best response, and
    /// whether the cell is an equilibrium. The game has two players.
    fn marked(&self, profile: [usize; 2]) -> ([String; 2], [bool; 2]) {
        let best = [0, 1].map(|player| self.responds(player, profile));
        let payoffs = self.payoffs(&profile);
        ([0, 1].map(|player| payoffs[player].to_string()), best)
    }

    /// Returns the table with the payoffs of best responses marked, as text. Returns `None` unless
    /// there are two players.
    pub fn responses_text(&self) -> Option<String> {
        let [rows, columns] = &self.actions[..] else { return None };
        let cell = |row: usize, column: usize| {
            let (texts, best) = self.marked([row, column]);
            let mark = |player: usize| if best[player] { "*" } else { "" };
            let both = if best == [true; 2] { "  equilibrium" } else { "" };
            format!("{}{}, {}{}{both}", texts[0], mark(0), texts[1], mark(1))
        };
        let mut lines = vec![[vec![String::new()], columns.clone()].concat()];
        for (row, name) in rows.iter().enumerate() {
            let cells = (0..columns.len()).map(|column| cell(row, column));
            lines.push([name.clone()].into_iter().chain(cells).collect());
        }
        let [first, second] = &self.players[..] else { return None };
        let lines = aligned(&lines);
        Some(format!("rows {first}, columns {second}; * is a best response\n{lines}"))
    }

    /// Returns the table with the payoffs of best responses underlined and equilibria shaded, and for
    /// two actions each the curves of best responses below it, as SVG.
    pub fn responses_svg(&self) -> Option<String> {
        let [rows, columns] = &self.actions[..] else { return None };
        let curves = rows.len() == 2 && columns.len() == 2;
        let (wide, high) = CELL;
        let width = (wide * (columns.len() + 1)).max(if curves { 400 } else { 0 }) + 20;
        let table = high * (rows.len() + 2);
        let height = table + if curves { 360 } else { 20 };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"15\" text-anchor=\"middle\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let mut text = |x: usize, y: usize, style: &str, text: &str| {
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" {style}>{}</text>", escape_xml(text));
        };
        let colour = |player: usize| format!("fill=\"{}\"", COLOURS[player]);
        text(10 + wide / 2, high + 28, &colour(0), &self.players[0]);
        text(10 + wide + wide * columns.len() / 2, 28, &colour(1), &self.players[1]);
        for (column, name) in columns.iter().enumerate() {
            text(10 + wide * (column + 1) + wide / 2, high + 28, &colour(1), name);
        }
        for (row, name) in rows.iter().enumerate() {
            text(10 + wide / 2, high * (row + 2) + 28, &colour(0), name);
        }
        for (row, column) in (0..rows.len()).flat_map(|r| (0..columns.len()).map(move |c| (r, c))) {
            let (texts, best) = self.marked([row, column]);
            let (x, y) = (10 + wide * (column + 1), high * (row + 2));
            let ground = if best == [true; 2] { "#f6e7b0" } else { "none" };
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"{ground}\" stroke=\"#888\"/>"
            );
            for player in 0..2 {
                let line = if best[player] {
                    "text-decoration=\"underline\" font-weight=\"bold\""
                } else {
                    ""
                };
                let (at, down) = (x + wide * (1 + 2 * player) / 4, y + 28);
                let _ = writeln!(
                    svg,
                    "<text x=\"{at}\" y=\"{down}\" fill=\"{}\" {line}>{}</text>",
                    COLOURS[player],
                    escape_xml(&texts[player])
                );
            }
        }
        if curves {
            svg += &self.curves(60.0, table as f64 + 20.0);
        }
        Some(svg + "</svg>\n")
    }

    /// Draws the best responses of two players with two actions each: to the right how likely the first
    /// action of the first player is, upwards that of the second. Equilibria are where both meet.
    fn curves(&self, left: f64, top: f64) -> String {
        let mut svg = format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#888\"/>\n"
        );
        let place = |p: f64, q: f64| (left + p * SIDE, top + (1.0 - q) * SIDE);
        for (player, colour) in COLOURS.iter().enumerate() {
            // How much more the first action gets than the second, against an action of the other.
            let more = |reply: usize| {
                let [a, b] = [0, 1].map(|own| {
                    let profile = if player == 0 { [own, reply] } else { [reply, own] };
                    self.payoffs(&profile)[player]
                });
                let more = a.number() - b.number();
                match a.cmp(&b) {
                    Ordering::Less => more.min(-f64::MIN_POSITIVE),
                    Ordering::Equal => 0.0,
                    Ordering::Greater => more.max(f64::MIN_POSITIVE),
                }
            };
            let (at_0, at_1) = (more(1), more(0));
            let shifted = if player == 0 { 4.0 } else { 0.0 };
            for [from, to] in segments(at_0, at_1) {
                let turned = |(own, other): (f64, f64)| {
                    if player == 0 { (own, other) } else { (other, own) }
                };
                let (from, to) = (turned(from), turned(to));
                let ((x1, y1), (x2, y2)) = (place(from.0, from.1), place(to.0, to.1));
                let _ = writeln!(
                    svg,
                    "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{}\" \
                     stroke-width=\"{}\" stroke-linecap=\"square\"/>",
                    colour,
                    3.0 + shifted
                );
            }
            if [at_0, at_1] == [0.0; 2] {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\" fill-opacity=\"0.2\"/>",
                    colour
                );
            }
        }
        let labels = [
            (
                left + SIDE / 2.0,
                top + SIDE + 40.0,
                0,
                format!("{}: how likely {}", self.players[0], self.actions[0][0]),
            ),
            (
                left + SIDE / 2.0,
                top + SIDE + 60.0,
                1,
                format!("{} (upwards): how likely {}", self.players[1], self.actions[1][0]),
            ),
        ];
        for (x, y, player, label) in labels {
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" fill=\"{}\">{}</text>",
                COLOURS[player],
                escape_xml(&label)
            );
        }
        for (x, y, label) in [
            (left, top + SIDE + 18.0, "0"),
            (left + SIDE, top + SIDE + 18.0, "1"),
            (left - 14.0, top + 5.0, "1"),
        ] {
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{label}</text>");
        }
        svg
    }
}

/// Returns the lines of a player's best responses, as pairs of how likely its own first action and
/// that of the other are: given how much more the first action gets if the other plays its second
/// action, and its first.
fn segments(at_0: f64, at_1: f64) -> Vec<[(f64, f64); 2]> {
    let best = |more: f64| if more > 0.0 { 1.0 } else { 0.0 };
    let across = |other: f64| [(0.0, other), (1.0, other)];
    match (at_0 == 0.0, at_1 == 0.0) {
        (true, true) => Vec::new(),
        (true, false) => vec![across(0.0), [(best(at_1), 0.0), (best(at_1), 1.0)]],
        (false, true) => vec![[(best(at_0), 0.0), (best(at_0), 1.0)], across(1.0)],
        _ if (at_0 > 0.0) == (at_1 > 0.0) => vec![[(best(at_0), 0.0), (best(at_0), 1.0)]],
        _ => {
            let turn = at_0 / (at_0 - at_1);
            vec![
                [(best(at_0), 0.0), (best(at_0), turn)],
                across(turn),
                [(best(at_1), turn), (best(at_1), 1.0)],
            ]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_turn_where_both_actions_are_equally_good() {
        // Opera against football: 2 for both at the opera, 1 at football.
        let lines = segments(-1.0, 2.0);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0], [(0.0, 0.0), (0.0, 1.0 / 3.0)]);
        assert_eq!(lines[2], [(1.0, 1.0 / 3.0), (1.0, 1.0)]);
        // A dominant action, one that is as good in one case only, and no difference at all.
        assert_eq!(segments(1.0, 2.0), [[(1.0, 0.0), (1.0, 1.0)]]);
        assert_eq!(segments(0.0, -2.0)[0], [(0.0, 0.0), (1.0, 0.0)]);
        assert_eq!(segments(-1.0, 0.0)[1], [(0.0, 1.0), (1.0, 1.0)]);
        assert!(segments(0.0, 0.0).is_empty());
    }
}
