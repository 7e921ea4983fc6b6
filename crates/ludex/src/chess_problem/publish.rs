//! Diagrams with the usual caption, as SVG and for the LaTeX package `diagram` of problemists.

use std::path::Path;

use ludex_game::{Notation, escape_latex};
use ludex_games::Chess;

use super::ProblemSolved;
use super::entries::Caption;
use super::popeye::Men;

impl ProblemSolved {
    /// Returns the diagram for a file with this name: LaTeX if it ends in `.tex`, otherwise SVG.
    pub fn diagram(&self, path: &Path) -> String {
        match path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tex")) {
            true => self.to_latex(&Caption::default()),
            false => self.to_svg(&Caption::default()),
        }
    }

    /// Returns the diagram as a self-contained SVG document, with author, source, stipulation and the
    /// number of men of each side below the board.
    pub fn to_svg(&self, caption: &Caption) -> String {
        let game = Chess::new(false);
        let Ok(state) = game.read_position(&self.position) else { return String::new() };
        let mut picture = game.picture(&state);
        picture.notes = caption.authors.clone();
        let texts = [&caption.origin, &caption.award, &caption.title];
        picture.notes.extend(texts.into_iter().flatten().cloned());
        let (white, black) = self.count_men();
        picture.notes.push(format!("{}   {white} + {black}", self.stipulation));
        picture.to_svg()
    }

    /// Returns the diagram and the solution for the LaTeX package `diagram`, which writes the men with
    /// their German letters.
    pub fn to_latex(&self, caption: &Caption) -> String {
        let mut lines = vec!["\\begin{diagram}%".to_string()];
        let authors: Vec<String> = caption.authors.iter().map(|name| escape_latex(name)).collect();
        let texts = [
            ("author", (!authors.is_empty()).then(|| authors.join("; "))),
            ("source", caption.origin.as_deref().map(escape_latex)),
            ("award", caption.award.as_deref().map(escape_latex)),
            ("dedication", caption.title.as_deref().map(escape_latex)),
        ];
        for (name, text) in texts {
            lines.extend(text.map(|text| format!("\\{name}{{{text}}}%")));
        }
        let (white, black) = self.count_men();
        lines.push(format!("\\pieces[{white}+{black}]{{{}}}%", self.men().join(", ")));
        lines.push(format!("\\stipulation{{{}}}%", escape_latex(&self.stipulation)));
        let solution: Vec<String> = self.printed.iter().map(|line| escape_latex(line)).collect();
        lines.push(format!("\\solution{{{}}}%", solution.join("\\newline\n")));
        lines.push("\\end{diagram}\n".to_string());
        lines.join("\n")
    }

    /// Returns the numbers of white and black men.
    fn count_men(&self) -> (usize, usize) {
        let board = self.position.split(' ').next().unwrap_or("").chars();
        let men: Vec<char> = board.filter(char::is_ascii_alphabetic).collect();
        let white = men.iter().filter(|man| man.is_ascii_uppercase()).count();
        (white, men.len() - white)
    }

    /// Returns the men with their squares: `wKa1`, `sDb2`.
    fn men(&self) -> Vec<String> {
        let men = Men::of_text(&self.position).ok().flatten().unwrap_or_default();
        let mut all: Vec<(usize, String)> = Vec::new();
        for (at, man) in men.0.iter().enumerate() {
            let Some(man) = man else { continue };
            let kind = "KQRBNP".find(man.to_ascii_uppercase()).unwrap_or(0);
            let colour = if man.is_ascii_uppercase() { 'w' } else { 's' };
            let letter = char::from(b"KDTLSB"[kind]);
            let order = kind + if colour == 'w' { 0 } else { 6 };
            all.push((order, format!("{colour}{letter}{}", super::popeye::name(at))));
        }
        ludex_base::sort(&mut all);
        all.into_iter().map(|(_, text)| text).collect()
    }
}
