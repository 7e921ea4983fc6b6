//! A runner that invents its figures.

use ludex_lab::{Measured, NotRun, Queries, Runner, Setting};

/// A game where three moves `a b c` are possible until five are played. Costs depend only on the
/// setting and the position.
#[derive(Default)]
pub struct Fake {
    /// Algorithms this runner does not have.
    pub missing: Vec<&'static str>,
    /// The number of searches after which the user presses Ctrl-C.
    pub patience: Option<usize>,
    /// The questions: the line and the outcome.
    pub asked: Vec<(String, String)>,
    /// The number of searches run.
    pub searches: usize,
}

impl Fake {
    fn search(&mut self, line: &str, setting: &Setting) -> Result<Measured, NotRun> {
        if self.missing.contains(&setting.algorithm.as_str()) {
            return Err(NotRun::Unavailable("not here".to_string()));
        }
        if self.patience == Some(self.searches) {
            return Err(NotRun::Interrupted);
        }
        self.searches += 1;
        let letters = setting.name.bytes().map(u64::from).sum::<u64>();
        let cost = 100 * letters + line.bytes().map(u64::from).sum::<u64>();
        Ok(Measured {
            solved: true,
            value: Some("draw".to_string()),
            score: Some(0.0),
            expansions: cost,
            created: 10 * cost,
            seconds: cost as f64 / 1e4,
            memory: 1024,
            lp_calls: 0,
            queries: Queries { atomic: 2 * cost, listmoves: cost, play: 3 * cost },
        })
    }
}

impl Runner for Fake {
    fn moves(&mut self, _game: &str, line: &str) -> Result<Vec<String>, NotRun> {
        let over = line.split_whitespace().count() >= 5;
        Ok(if over { Vec::new() } else { ["a", "b", "c"].map(str::to_string).to_vec() })
    }

    /// Lets everybody beat Random, and win every other fight against anybody else.
    fn fight(&mut self, _: &str, players: [&str; 2], _: u64) -> Result<Measured, NotRun> {
        self.searches += 1;
        let won = players[1] == "random" || self.searches.is_multiple_of(2);
        let score = Some(if won { 1.0 } else { -1.0 });
        Ok(Measured { solved: true, score, expansions: 100, seconds: 0.5, ..Measured::default() })
    }

    fn outcomes(&mut self, _game: &str) -> Result<Vec<String>, NotRun> {
        Ok(["loss", "draw", "win"].map(str::to_string).to_vec())
    }

    /// Returns a value that depends on the first move.
    fn value(&mut self, _game: &str, line: &str) -> Result<Option<(String, f64)>, NotRun> {
        Ok(match line.chars().next() {
            Some('a') => Some(("loss".to_string(), -1.0)),
            Some('b') => Some(("win".to_string(), 1.0)),
            Some(_) => Some(("draw".to_string(), 0.0)),
            None => None,
        })
    }

    fn solve(&mut self, _game: &str, line: &str, setting: &Setting) -> Result<Measured, NotRun> {
        self.search(line, setting)
    }

    fn ask(
        &mut self,
        _game: &str,
        line: &str,
        setting: &Setting,
        at_least: &str,
    ) -> Result<Measured, NotRun> {
        self.asked.push((line.to_string(), at_least.to_string()));
        self.search(line, setting)
    }

    /// Finds formulas with a 3 in them true.
    fn check(
        &mut self,
        _game: &str,
        line: &str,
        setting: &Setting,
        formula: &str,
    ) -> Result<Measured, NotRun> {
        self.asked.push((line.to_string(), formula.to_string()));
        let value = Some(formula.contains('3').to_string());
        self.search(line, setting).map(|measured| Measured { value, ..measured })
    }

    fn contest(&mut self, _game: &str, players: &str, rounds: u32) -> Result<Measured, NotRun> {
        self.asked.push((players.to_string(), rounds.to_string()));
        Ok(Measured { solved: true, score: Some(0.75), ..Measured::default() })
    }
}
