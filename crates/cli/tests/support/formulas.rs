//! Random formulas as text, the way a user would write them.
//!
//! A formula is a chain of definitions `f0`, `f1`, …, each made of earlier ones, so that it is a DAG
//! and not just a tree; some links are concepts of the prelude.

use std::sync::LazyLock;

use ludex_game::{ExplicitGame, Model};
use ludex_logic::{Concept, Definitions};

use super::Random;

static CONCEPTS: LazyLock<Vec<Concept>> = LazyLock::new(|| Definitions::prelude().concepts());

/// A formula as a user gives it.
pub struct Text {
    pub formula: String,
    pub definitions: String,
    /// The concepts of the prelude that occur in it.
    pub concepts: Vec<String>,
}

/// Makes random formulas about one agent of a game.
pub struct Writer<'a> {
    pub game: &'a ExplicitGame,
    pub random: &'a mut Random,
    used: Vec<String>,
}

impl<'a> Writer<'a> {
    pub fn new(game: &'a ExplicitGame, random: &'a mut Random) -> Writer<'a> {
        Writer { game, random, used: Vec::new() }
    }

    /// Returns a formula with at most this number of links.
    pub fn text(mut self, links: usize) -> Text {
        let links = 1 + self.random.below(links);
        let lines: Vec<String> = (0..links).map(|i| format!("f{i} = {}\n", self.link(i))).collect();
        // A bare concept is what a search may deepen.
        let bare = self.random.one_in(3);
        let formula = if bare { self.concept(links) } else { format!("f{}", links - 1) };
        Text { formula, definitions: lines.concat(), concepts: self.used }
    }

    /// The right side of a definition, made of `f0 … f(i-1)`.
    fn link(&mut self, i: usize) -> String {
        if i == 0 {
            return if self.random.one_in(2) { self.atom() } else { self.concept(0) };
        }
        let part = |this: &mut Self| match this.random.below(6) {
            0 => this.atom(),
            1 => format!("f{}", i - 1),
            _ => format!("f{}", this.random.below(i)),
        };
        let (left, right) = (part(self), part(self));
        let agent = self.agent();
        match self.random.below(9) {
            0 => format!("!{left}"),
            1 => format!("{left} & {right}"),
            2 => format!("{left} | !{right}"),
            3 => format!("{left} -> {right}"),
            4 | 5 => format!("<{agent}> {left}"),
            6 | 7 => format!("[{agent}] {left}"),
            _ => self.concept(i),
        }
    }

    fn agent(&mut self) -> String {
        self.random.pick(self.game.agents().names()).clone()
    }

    fn atom(&mut self) -> String {
        let agent = self.agent();
        match self.random.below(9) {
            0 => "w".to_owned(),
            1 => "l".to_owned(),
            2 => "final".to_owned(),
            3 => format!("win({agent})"),
            4 => format!("lost({agent})"),
            5 => format!("turn({agent})"),
            6 if self.random.one_in(3) => "true".to_owned(),
            n => format!("p{}", n % 3),
        }
    }

    /// An instance of a concept of the prelude; formulas in it are among `f0 … f(i-1)`.
    fn concept(&mut self, i: usize) -> String {
        let opponents = self.game.agents().len() - 1;
        let fits = |concept: &&Concept| {
            (opponents > 0 || ["pi", "pi_plies", "reach"].contains(&concept.name.as_str()))
                && (i > 0 || !concept.parameters.iter().any(|p| p == "phi"))
        };
        let fitting: Vec<&Concept> = CONCEPTS.iter().filter(fits).collect();
        let concept = *self.random.pick(&fitting);
        self.used.push(concept.name.clone());
        let arguments = concept.parameters.iter().map(|parameter| match parameter.as_str() {
            "phi" | "check" => format!("f{}", self.random.below(i)),
            // `pa` counts A as 0; where opponents alone are counted, they start at 1.
            "i" if concept.name == "pa" => self.random.below(opponents + 1).to_string(),
            "i" | "k" => (1 + self.random.below(opponents)).to_string(),
            _ => self.random.below(5).to_string(),
        });
        let arguments: Vec<String> = arguments.collect();
        format!("{}({})", concept.name, arguments.join(", "))
    }
}
