//! Questions about strategic games.

use ludex_base::{Budget, OutOfBudget, Stopped, TextError, Ticker, counted};
use ludex_matrix::exact::BigRational;
use ludex_matrix::general::{EquilibriumSet, MixedEquilibrium, equilibrium_sets};
use num_traits::Zero;
use serde_json::{Map, Value, json};

use super::{Removal, StrategicGame};
use crate::extensive::hidden::{number_text, rational};
use crate::query::Answer;

/// The questions that a strategic game can be asked.
pub const STRATEGIC_QUERIES: &[&str] =
    &["equilibria", "pure", "dominance", "explain", "responses", "table", "html", "latex"];

/// The most equilibria that are explained.
const EXPLAINED: usize = 10;

impl StrategicGame {
    /// Answers a question: all `equilibria` of two players, those in `pure` strategies, iterated
    /// `dominance`, all of it to `explain`, the best `responses`, or the `table` as text, `html` or
    /// `latex`.
    pub fn ask(&self, text: &str, budget: &Budget) -> Result<Answer, TextError> {
        let refused = |message: &str| Err(TextError::new(message, 0..text.len()));
        let drawn = |table: Option<String>| match table {
            None => refused("only a game of two players is drawn as one table"),
            Some(table) => Ok(Answer::new(table.clone()).with(json!({ "text": table }))),
        };
        match text.trim() {
            "equilibria" | "explain" if self.players.len() != 2 => refused(
                "all equilibria are found for two players; `pure` and `dominance` know more",
            ),
            "equilibria" => Ok(self.equilibria(budget)),
            "explain" => Ok(self.explained(budget)),
            "pure" => Ok(self.pure()),
            "dominance" => Ok(self.dominance(budget)),
            "responses" => {
                let text = drawn(self.responses_text())?;
                let svg = self.responses_svg().unwrap_or_default();
                let both = json!({ "text": text.result, "svg": svg });
                Ok(Answer { witness: Some(both), ..text })
            }
            "table" => drawn(self.text_table()),
            "html" => drawn(self.html_table()),
            "latex" => drawn(self.latex_table()),
            _ => Err(TextError::new("this is no question about a strategic game", 0..text.len())
                .help(format!("expected one of {}", STRATEGIC_QUERIES.join(", ")))),
        }
    }

    /// Returns all extreme equilibria, or why they were not found.
    fn extreme(&self, budget: &Budget) -> Result<Vec<MixedEquilibrium>, OutOfBudget> {
        let Some(Ok(game)) = self.bimatrix() else { return Err(stopped(budget)) };
        let ticker = Ticker::new(budget);
        let found = game.extreme_equilibria(&mut || ticker.tick().is_ok());
        found.ok_or_else(|| stopped(budget))
    }

    fn equilibria(&self, budget: &Budget) -> Answer {
        let found = match self.extreme(budget) {
            Ok(found) => found,
            Err(stopped) => return Answer::unknown(stopped),
        };
        let list: Vec<Value> = found.iter().map(|one| self.equilibrium_json(one)).collect();
        let lines = found.iter().enumerate().map(|(n, one)| self.equilibrium_line(n + 1, one));
        let mut text: Vec<String> = lines.collect();
        let sets = equilibrium_sets(&found);
        let wide: Vec<&EquilibriumSet> =
            sets.iter().flatten().filter(|set| set.rows.len() + set.columns.len() > 2).collect();
        for set in &wide {
            text.push(self.set_line(set));
        }
        let heading = match wide.is_empty() {
            true => {
                counted(found.len() as u64, "equilibrium").replace("equilibriums", "equilibria")
            }
            false => format!(
                "{} at the corners of all; mixtures of some are equilibria, too",
                counted(found.len() as u64, "equilibrium").replace("equilibriums", "equilibria")
            ),
        };
        let sets: Vec<Value> = wide.iter().map(|set| self.set_json(set)).collect();
        let text = format!("{heading}\n{}", text.join("\n"));
        Answer::new(list).with(json!({ "text": text.trim_end(), "sets": sets }))
    }

    fn equilibrium_json(&self, one: &MixedEquilibrium) -> Value {
        let payoffs = self.players.iter().zip(&one.payoffs);
        let payoffs: Map<String, Value> =
            payoffs.map(|(player, payoff)| (player.clone(), json!(payoff.to_string()))).collect();
        json!({
            "strategies": [self.mix_json(0, &one.row), self.mix_json(1, &one.column)],
            "payoffs": payoffs,
        })
    }

    /// Returns the actions of a mixed strategy that are played, each with its probability.
    fn mix_json(&self, player: usize, mix: &[BigRational]) -> Value {
        let weights = self.played(player, mix).into_iter();
        Value::Object(weights.map(|(name, weight)| (name, json!(weight.to_string()))).collect())
    }

    fn played(&self, player: usize, mix: &[BigRational]) -> Vec<(String, BigRational)> {
        let own = &self.actions[player];
        let name = |(place, name): (usize, &String)| match own.iter().filter(|o| *o == name).count()
        {
            1 => name.clone(),
            _ => format!("{name}#{}", place + 1),
        };
        let pairs = own.iter().enumerate().map(name).zip(mix.iter().cloned());
        pairs.filter(|(_, weight)| !weight.is_zero()).collect()
    }

    /// Returns a mixed strategy in words: `1/3 up, 2/3 down`, or the only action.
    fn mix_text(&self, player: usize, mix: &[BigRational]) -> String {
        match &self.played(player, mix)[..] {
            [(only, _)] => only.clone(),
            many => {
                let parts: Vec<String> =
                    many.iter().map(|(name, weight)| format!("{weight} {name}")).collect();
                parts.join(" + ")
            }
        }
    }

    fn equilibrium_line(&self, number: usize, one: &MixedEquilibrium) -> String {
        format!(
            "{number}. {}: {}; {}: {}; payoffs {}, {}",
            self.players[0],
            self.mix_text(0, &one.row),
            self.players[1],
            self.mix_text(1, &one.column),
            one.payoffs[0],
            one.payoffs[1]
        )
    }

    fn set_line(&self, set: &EquilibriumSet) -> String {
        let [rows, columns] = self.set_texts(set);
        let of = |list: &[String]| match list {
            [only] => only.clone(),
            many => format!("any mixture of {}", many.join(" and ")),
        };
        let [first, second] = [&self.players[0], &self.players[1]];
        format!("all of them: {first}: {}; {second}: {}", of(&rows), of(&columns))
    }

    fn set_texts(&self, set: &EquilibriumSet) -> [Vec<String>; 2] {
        let texts = |player: usize, list: &[Vec<BigRational>]| {
            list.iter().map(|mix| self.mix_text(player, mix)).collect()
        };
        [texts(0, &set.rows), texts(1, &set.columns)]
    }

    fn set_json(&self, set: &EquilibriumSet) -> Value {
        let mixes = |player: usize, list: &[Vec<BigRational>]| -> Vec<Value> {
            list.iter().map(|mix| self.mix_json(player, mix)).collect()
        };
        json!([mixes(0, &set.rows), mixes(1, &set.columns)])
    }

    fn pure(&self) -> Answer {
        let line = |profile: &Vec<usize>| -> Value {
            let names = self.players.iter().zip(profile.iter().zip(&self.actions));
            let chosen: Map<String, Value> =
                names.map(|(player, (&a, own))| (player.clone(), json!(own[a]))).collect();
            let payoffs = self.players.iter().zip(self.payoffs(profile));
            let payoffs: Map<String, Value> =
                payoffs.map(|(player, n)| (player.clone(), json!(n.to_string()))).collect();
            json!({ "actions": chosen, "payoffs": payoffs })
        };
        Answer::new(self.pure_equilibria().iter().map(line).collect::<Vec<_>>())
    }

    fn dominance(&self, budget: &Budget) -> Answer {
        let ticker = Ticker::new(budget);
        let Some(removed) = self.iterated_dominance(&mut || ticker.tick().is_ok()) else {
            return Answer::unknown(stopped(budget));
        };
        let steps: Vec<Value> = removed.iter().map(|step| self.removal_json(step)).collect();
        let left = |(player, name): (usize, &String)| {
            let gone = |action: &usize| {
                removed.iter().any(|step| step.player == player && step.action == *action)
            };
            let own = &self.actions[player];
            let left: Vec<&String> =
                (0..own.len()).filter(|action| !gone(action)).map(|a| &own[a]).collect();
            (name.clone(), json!(left))
        };
        let left: Map<String, Value> = self.players.iter().enumerate().map(left).collect();
        let text = self.dominance_lines(&removed).join("\n");
        Answer::new(json!({ "steps": steps, "left": left })).with(json!({ "text": text }))
    }

    fn removal_json(&self, step: &Removal) -> Value {
        let own = &self.actions[step.player];
        let by: Map<String, Value> = step
            .by
            .iter()
            .map(|(a, weight)| (own[*a].clone(), json!(weight.to_string())))
            .collect();
        json!({ "player": self.players[step.player], "removed": own[step.action], "by": by })
    }

    /// Returns the removal of dominated strategies as sentences.
    fn dominance_lines(&self, removed: &[Removal]) -> Vec<String> {
        let line = |(number, step): (usize, &Removal)| {
            let own = &self.actions[step.player];
            let by = match &step.by[..] {
                [(only, _)] => own[*only].clone(),
                many => {
                    let parts: Vec<String> =
                        many.iter().map(|(a, weight)| format!("{weight} {}", own[*a])).collect();
                    format!("the mixture {}", parts.join(" + "))
                }
            };
            format!(
                "{}. {} never plays {}: {by} is better, whatever the others do of what is left.",
                number + 1,
                self.players[step.player],
                own[step.action]
            )
        };
        match removed.is_empty() {
            true => vec!["No strategy is strictly dominated.".to_string()],
            false => removed.iter().enumerate().map(line).collect(),
        }
    }

    /// Explains the equilibria to a student: what each player gets by every action against the
    /// strategy of the other.
    fn explained(&self, budget: &Budget) -> Answer {
        let found = match self.extreme(budget) {
            Ok(found) => found,
            Err(stopped) => return Answer::unknown(stopped),
        };
        let ticker = Ticker::new(budget);
        let removed = self.iterated_dominance(&mut || ticker.tick().is_ok()).unwrap_or_default();
        let mut lines = self.dominance_lines(&removed);
        for (number, one) in found.iter().take(EXPLAINED).enumerate() {
            lines.push(String::new());
            lines.push(self.equilibrium_line(number + 1, one));
            lines.push(self.why(0, &one.row, &one.column));
            lines.push(self.why(1, &one.column, &one.row));
        }
        if found.len() > EXPLAINED {
            lines.push(format!("… and {} more (`equilibria` lists them)", found.len() - EXPLAINED));
        }
        let text = lines.join("\n");
        Answer::new(text.clone()).with(json!({ "text": text }))
    }

    /// Says why a strategy is a best reply to the other's.
    fn why(&self, player: usize, own: &[BigRational], other: &[BigRational]) -> String {
        let worth = |action: usize| -> BigRational {
            let weighted = other.iter().enumerate().map(|(reply, weight)| {
                let profile = if player == 0 { [action, reply] } else { [reply, action] };
                weight * rational(self.payoffs(&profile)[player])
            });
            weighted.sum()
        };
        let worths: Vec<BigRational> = (0..own.len()).map(worth).collect();
        let texts: Vec<String> = self.actions[player]
            .iter()
            .zip(&worths)
            .map(|(name, worth)| format!("{} by {name}", number_text(worth)))
            .collect();
        let best = worths.iter().max().cloned().unwrap_or_else(BigRational::zero);
        let ties = worths.iter().filter(|worth| **worth == best).count();
        let ending = match (self.played(player, own).len(), ties) {
            (1, 1) => "the action played is the only best one",
            (1, _) => "none is better than the action played, though another is as good",
            (_, _) => "all actions played are equally good, and none is better",
        };
        format!(
            "   Against {}, {} gets {}: {ending}.",
            self.mix_text(1 - player, other),
            self.players[player],
            texts.join(", ")
        )
    }
}

/// Says which limit was reached.
fn stopped(budget: &Budget) -> OutOfBudget {
    OutOfBudget::polled(budget.poll().err().unwrap_or(Stopped::Nodes))
}
