//! Zero-sum games of two players who do not see everything, exactly.
//!
//! Strategies are plans over sequences \[KMS96\]. The value is found by the double oracle method
//! \[MGB03\]: a matrix of some pure strategies of both is solved in rationals, and a best reply of
//! each player to the other's mixture is added until neither gains by one. Best replies take one
//! pass over the tree.

mod sequences;
mod verify;

use ludex_base::{Budget, Fraction, Stopped};
use ludex_matrix::exact::{self, BigRational};
use num_traits::{ToPrimitive, Zero};
use serde_json::{Map, Value, json};

pub(super) use self::sequences::rational;
use self::sequences::{Plan, Sequences};
use super::tree::{ExtensiveGame, GameNode};
use crate::query::Answer;

/// Why the value of a game with hidden information is not found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoValue {
    /// The game is not for two.
    #[error("the value of a game is asked of two players, and there are {0}")]
    Players(usize),
    /// The payoffs do not have a constant sum.
    #[error("what the players get does not add up to the same everywhere, so there is no value")]
    Sum,
    /// A player does not remember what it did: there may be no equilibrium in behaviour strategies.
    #[error("{0} forgets what it knew or did: such games (imperfect recall) are not solved")]
    Forgets(String),
    /// The budget was used up.
    #[error("{0}")]
    Stopped(Stopped),
}

/// The value of a zero-sum game, and what both players do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HiddenValue {
    /// What each player gets.
    pub values: [BigRational; 2],
    /// What each player does in its information sets, as far as its own play comes there.
    pub strategies: Vec<SetPlay>,
}

/// What a player does in an information set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetPlay {
    /// The player, by index.
    pub player: usize,
    /// The number of the set.
    pub set: usize,
    /// The probability of every action.
    pub probabilities: Vec<BigRational>,
}

impl ExtensiveGame {
    /// Finds the value of a zero-sum game of two players, whatever they see of each other and of
    /// chance, in exact numbers.
    ///
    /// ```
    /// use ludex_base::Budget;
    /// use ludex_prolog::ExtensiveGame;
    /// // Matching pennies: the second player does not see what the first did.
    /// let text = r#"EFG 2 R "" { "A" "B" } p "" 1 1 { "h" "t" } 0
    ///     p "" 2 1 { "h" "t" } 0 t "" 1 { 1, -1 } t "" 2 { -1, 1 }
    ///     p "" 2 1 0 t "" 2 t "" 1"#;
    /// let game = ExtensiveGame::read_efg(text).unwrap();
    /// let found = game.hidden_value(&Budget::default()).unwrap();
    /// assert_eq!(found.values[0].to_string(), "0");
    /// assert_eq!(found.strategies[0].probabilities[0].to_string(), "1/2");
    /// ```
    pub fn hidden_value(&self, budget: &Budget) -> Result<HiddenValue, NoValue> {
        if self.players.len() != 2 {
            return Err(NoValue::Players(self.players.len()));
        }
        let sum = self.constant_sum().ok_or(NoValue::Sum)?;
        let sequences = Sequences::new(self)?;
        let (value, plans) = solve(&sequences, budget)?;
        let mut strategies = Vec::new();
        for (player, plan) in plans.iter().enumerate() {
            for set in &sequences.sets[player] {
                let reached = &plan[set.parent];
                if !reached.is_zero() {
                    let own = &plan[set.first..set.first + set.actions];
                    let probabilities = own.iter().map(|weight| weight / reached).collect();
                    strategies.push(SetPlay { player, set: set.number, probabilities });
                }
            }
        }
        ludex_base::sort_by_key(&mut strategies, |play| (play.player, play.set));
        let other = rational(sum) - &value;
        Ok(HiddenValue { values: [value, other], strategies })
    }

    /// Returns the sum of the payoffs of two players, if it is the same at all ends.
    fn constant_sum(&self) -> Option<Fraction> {
        let mut sums = self.nodes.iter().filter_map(|node| match node {
            GameNode::Terminal { payoffs, .. } => Some(match payoffs[..] {
                [first, second] => first.checked_add(second),
                _ => None,
            }),
            GameNode::Decision { .. } | GameNode::Chance { .. } => None,
        });
        let first = sums.next()??;
        sums.all(|sum| sum == Some(first)).then_some(first)
    }

    /// Returns the value as an answer, with the strategies of both players as its witness.
    pub(crate) fn value_answer(&self, found: &HiddenValue) -> Answer {
        let values = self.players.iter().zip(&found.values);
        let values: Map<String, Value> =
            values.map(|(player, value)| (player.clone(), json!(value.to_string()))).collect();
        let nodes: Vec<Value> = found.strategies.iter().map(|play| self.play_json(play)).collect();
        let text = self.value_text(found);
        Answer::new(values).with(json!({ "text": text, "nodes": nodes }))
    }

    /// Returns the value and the strategies as lines.
    fn value_text(&self, found: &HiddenValue) -> String {
        let values = self.players.iter().zip(&found.values);
        let values = values.map(|(player, value)| format!("{} for {player}", number_text(value)));
        let mut lines = vec![values.collect::<Vec<_>>().join(", ")];
        for play in &found.strategies {
            let node = self.play_json(play);
            let place = match node.get("at").and_then(Value::as_str) {
                Some(label) => label.to_string(),
                None => format!("node {}", self.nodes_of_set(play.set)[0]),
            };
            let plays = node.get("plays").and_then(Value::as_object).cloned().unwrap_or_default();
            let plays = plays.iter().map(|(action, weight)| match weight.as_str() {
                Some("1") => action.clone(),
                weight => format!("{} {action}", weight.unwrap_or_default()),
            });
            let plays = plays.collect::<Vec<_>>().join(" + ");
            lines.push(format!("{} at {place}: {plays}", self.players[play.player]));
        }
        lines.join("\n")
    }

    /// Returns the nodes of an information set.
    fn nodes_of_set(&self, number: usize) -> Vec<usize> {
        let own =
            |node: &GameNode| matches!(node, GameNode::Decision { set, .. } if *set == number);
        (0..self.nodes.len()).filter(|&node| own(&self.nodes[node])).collect()
    }

    /// Returns what a player does in an information set as JSON: its nodes, their label, and the
    /// probabilities of the actions that are played.
    pub(crate) fn play_json(&self, play: &SetPlay) -> Value {
        let nodes = self.nodes_of_set(play.set);
        let Some(GameNode::Decision { label, moves, .. }) =
            nodes.first().map(|&node| &self.nodes[node])
        else {
            return Value::Null;
        };
        let actions = moves.iter().zip(&play.probabilities).enumerate();
        let played = actions.filter(|(_, (_, weight))| !weight.is_zero());
        // Actions are told apart by number where they have the same name.
        let name = |place: usize, name: &str| match moves.iter().filter(|m| m.0 == name).count() {
            1 => name.to_string(),
            _ => format!("{name}#{}", place + 1),
        };
        let weights: Map<String, Value> = played
            .map(|(place, ((action, _), weight))| (name(place, action), json!(weight.to_string())))
            .collect();
        let mut node = Map::new();
        node.insert("player".to_string(), json!(self.players[play.player]));
        if !label.is_empty() {
            node.insert("at".to_string(), json!(label));
        }
        node.insert("nodes".to_string(), json!(nodes));
        node.insert("plays".to_string(), Value::Object(weights));
        Value::Object(node)
    }
}

/// Finds the value and optimal plans of both players.
fn solve(sequences: &Sequences, budget: &Budget) -> Result<(BigRational, [Plan; 2]), NoValue> {
    let start = |player: usize| sequences.pure(player, &vec![0; sequences.sets[player].len()]);
    let mut plans = [vec![start(0)], vec![start(1)]];
    let mut matrix: Vec<Vec<BigRational>> =
        vec![vec![sequences.payoff(&plans[0][0], &plans[1][0])]];
    loop {
        budget.poll().map_err(NoValue::Stopped)?;
        let entries: Vec<BigRational> = matrix.iter().flatten().cloned().collect();
        let solved = exact::solve(plans[0].len(), plans[1].len(), &entries)
            .expect("the matrix has a row and a column");
        let mixtures = [mixture(&plans[0], &solved.row), mixture(&plans[1], &solved.column)];
        let (own, high) = sequences.best_reply(0, &mixtures[1]);
        let (other, low) = sequences.best_reply(1, &mixtures[0]);
        if low == high {
            return Ok((low, mixtures));
        }
        if high > solved.value {
            let plan = sequences.pure(0, &own);
            matrix.push(plans[1].iter().map(|other| sequences.payoff(&plan, other)).collect());
            plans[0].push(plan);
        }
        if low < solved.value {
            let plan = sequences.pure(1, &other);
            let pairs = matrix.iter_mut().zip(&plans[0]);
            pairs.for_each(|(row, own)| row.push(sequences.payoff(own, &plan)));
            plans[1].push(plan);
        }
    }
}

/// Returns the plan of a mixture of plans.
fn mixture(plans: &[Plan], weights: &[BigRational]) -> Plan {
    let mut mixed = vec![BigRational::zero(); plans[0].len()];
    for (plan, weight) in plans.iter().zip(weights).filter(|(_, weight)| !weight.is_zero()) {
        mixed.iter_mut().zip(plan).for_each(|(sum, part)| *sum += part * weight);
    }
    mixed
}

/// Returns a number as text, and beside it what it is about where it is no whole number.
pub(crate) fn number_text(number: &BigRational) -> String {
    match number.is_integer() {
        true => number.to_string(),
        false => format!("{number} ({:.6})", number.to_f64().unwrap_or(f64::NAN)),
    }
}
