//! An analysis as a page of its own, with charts.

use ludex_game::escape_xml as escape;
use ludex_lab::{Bar, BarChart};
use ludex_play::seat_rows;

use super::Analysis;

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;\
    color:#222;background:#fff}table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;\
    text-align:left;vertical-align:top}svg{max-width:100%;height:auto}\
    @media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#1b1b1f}}";

impl Analysis {
    /// Returns the analysis as a page that needs nothing else.
    pub fn to_html(&self) -> String {
        let title = escape(&format!("{}: an analysis", self.game));
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
             <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head>\n\
             <body><h1>{title}</h1>\n<p>Agents in playing order: {}.</p>\n",
            escape(&self.agents.join(", "))
        );
        page += &self.openings_html();
        page +=
            &format!("<h2>{} games of {} against itself</h2>\n", self.games, escape(&self.player));
        page += &table(&seat_rows(&self.seats), true);
        let figures = self.figures().into_iter().map(|(name, text)| vec![name.to_string(), text]);
        page += &table(&figures.collect::<Vec<_>>(), false);
        page += &self.charts().iter().map(BarChart::svg).collect::<String>();
        page += &format!("<h2>{} by strength</h2>\n", escape(&self.advantage()));
        page += &table(&self.strength_rows(), true);
        page += &self.strength_chart().svg();
        page += &format!("<h2>States</h2>\n<p>{}.</p>\n", escape(&self.states.sentence()));
        page += &self.state_chart().svg();
        for remark in &self.remarks {
            page += &format!("<p>{}.</p>\n", escape(remark));
        }
        page + "</body></html>\n"
    }

    fn openings_html(&self) -> String {
        let row = |(verdict, moves): (String, Vec<String>)| {
            vec![verdict, moves.len().to_string(), moves.join(", ")]
        };
        let rows: Vec<_> = self.opening_groups().into_iter().map(row).collect();
        match rows.is_empty() {
            true => String::new(),
            false => {
                format!("<h2>{}</h2>\n{}", escape(&self.openings_heading()), table(&rows, false))
            }
        }
    }

    fn charts(&self) -> Vec<BarChart> {
        let seats = self.seats.iter().map(|seat| Bar {
            label: seat.agent.clone(),
            value: seat.score,
            interval: Some([seat.interval.low, seat.interval.high]),
        });
        let (least, most) = (self.length.least, self.length.most);
        let games = |turns: usize| self.length.games.get(&turns).copied().unwrap_or(0);
        let lengths = (least..=most).map(|turns| plain(turns, games(turns) as f64));
        let choices = self.branching.by_turn.iter().enumerate();
        let choices = choices.map(|(turn, &mean)| plain(turn + 1, mean));
        vec![
            chart("Score by agent, with 95 % intervals", "score", seats.collect(), Some(1.0)),
            chart("Games by their number of turns", "games", lengths.collect(), None),
            chart("Moves to choose from, by turn", "moves", choices.collect(), None),
        ]
    }

    fn strength_chart(&self) -> BarChart {
        let bar = |one: &super::StrengthResult| Bar {
            label: one.player.clone(),
            value: one.first,
            interval: Some([one.interval.low, one.interval.high]),
        };
        let bars = self.strengths.iter().map(bar).collect();
        chart("Score of the first agent, with 95 % intervals", "score", bars, Some(1.0))
    }

    fn state_chart(&self) -> BarChart {
        let layers = self.states.by_depth.iter().enumerate();
        let bars = layers.map(|(turn, &states)| plain(turn, states as f64)).collect();
        chart("States first reached after a number of turns", "states", bars, None)
    }
}

fn chart(title: &str, unit: &str, bars: Vec<Bar>, top: Option<f64>) -> BarChart {
    BarChart { title: title.to_string(), unit: unit.to_string(), bars, top }
}

fn plain(label: usize, value: f64) -> Bar {
    Bar { label: label.to_string(), value, interval: None }
}

/// Returns rows as a table, the first of them as a heading if there is one.
fn table(rows: &[Vec<String>], heading: bool) -> String {
    let row = |(number, row): (usize, &Vec<String>)| {
        let tag = if heading && number == 0 { "th" } else { "td" };
        let cells: String =
            row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    format!("<table>\n{}</table>\n", rows.iter().enumerate().map(row).collect::<String>())
}
