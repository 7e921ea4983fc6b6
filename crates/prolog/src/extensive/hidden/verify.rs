//! Checks what two strategies guarantee in a zero-sum game with hidden information. Shares nothing
//! with the search: replies are found set by set, from the tree and the strategies alone.

use std::collections::BTreeMap;

use ludex_base::{Budget, NoAnswer, Ticker, with_stack};
use ludex_matrix::exact::BigRational;
use num_traits::{One, Signed, Zero};
use serde_json::{Map, Value};

use super::sequences::rational;
use crate::extensive::tree::{ExtensiveGame, GameNode};

/// The length of the longest number that is parsed; longer ones would take long.
const LONGEST: usize = 20_000;

/// The probability of every action in an information set.
type Strategies = BTreeMap<usize, Vec<BigRational>>;

/// A node with the probability that chance and the strategy that is checked come there.
type Reached = (usize, BigRational);

impl ExtensiveGame {
    /// Checks that the first player gets exactly this with perfect play: the strategies in `lines`,
    /// as [`ExtensiveGame::hidden_value`] finds them, guarantee each player its part. Returns why not.
    pub fn verify_value(
        &self,
        value: &str,
        lines: &[Value],
        budget: &Budget,
    ) -> Result<(), NoAnswer<String>> {
        let claimed = fraction(value)?;
        if self.players.len() != 2 || self.constant_sum().is_none() {
            return Err("the game is not a zero-sum game of two players".to_string().into());
        }
        let mut strategies = Strategies::new();
        for line in lines {
            self.read_play(line, &mut strategies)?;
        }
        let checker = Checker { game: self, strategies, ticker: Ticker::new(budget) };
        for (player, name) in self.players.iter().enumerate() {
            // What the other gets at most against the strategy of this player.
            let worst = checker.best_reply(1 - player, vec![(0, BigRational::one())])?;
            let holds = if player == 0 { worst >= claimed } else { worst <= claimed };
            if !holds {
                let first = &self.players[0];
                let message = format!("the strategy of {name} lets {first} get {worst}");
                return Err(format!("{message}, not {claimed}").into());
            }
        }
        Ok(())
    }

    /// Reads what a player does in an information set.
    fn read_play(&self, line: &Value, strategies: &mut Strategies) -> Result<(), String> {
        let wrong = |what: &str| format!("a line of the witness {what}: {line}");
        let fields: &Map<String, Value> = line.as_object().ok_or_else(|| wrong("is no object"))?;
        let nodes: Option<Vec<usize>> = fields
            .get("nodes")
            .and_then(Value::as_array)
            .and_then(|list| list.iter().map(|n| n.as_u64().map(|n| n as usize)).collect());
        let nodes = nodes.ok_or_else(|| wrong("names no nodes"))?;
        let first = nodes.first().and_then(|&node| self.nodes.get(node));
        let Some(GameNode::Decision { player, set, moves, .. }) = first else {
            return Err(wrong("names nodes where no player moves"));
        };
        let play = super::SetPlay {
            player: *player,
            set: *set,
            probabilities: self.weights(moves, fields).ok_or_else(|| wrong("has no play"))?,
        };
        let sum: BigRational = play.probabilities.iter().sum();
        if play.probabilities.iter().any(Signed::is_negative) || !sum.is_one() {
            return Err(wrong("has probabilities that do not add up to 1"));
        }
        // What is shown must be what is meant: player, nodes, label and actions.
        if self.play_json(&play) != *line {
            return Err(wrong("is not written as the game has it"));
        }
        match strategies.insert(*set, play.probabilities) {
            None => Ok(()),
            Some(_) => Err(wrong("says twice what is played")),
        }
    }

    /// Reads the probability of every action; those that are not named have none.
    fn weights(
        &self,
        moves: &[(String, usize)],
        fields: &Map<String, Value>,
    ) -> Option<Vec<BigRational>> {
        let plays = fields.get("plays")?.as_object()?;
        let mut weights = vec![BigRational::zero(); moves.len()];
        for (name, weight) in plays {
            let numbered = |(place, (own, _)): (usize, &(String, usize))| {
                *name == format!("{own}#{}", place + 1)
            };
            let named = moves.iter().position(|(own, _)| own == name);
            let place = named.or_else(|| moves.iter().enumerate().position(numbered))?;
            weights[place] = fraction(weight.as_str()?).ok()?;
        }
        Some(weights)
    }
}

/// Parses a fraction that is written in lowest terms, for a reader sees the text.
fn fraction(text: &str) -> Result<BigRational, String> {
    let start = || text.chars().take(40).collect::<String>();
    let parsed: Option<BigRational> = match text.len() > LONGEST {
        true => None,
        false => text.parse().ok(),
    };
    match parsed {
        Some(number) if number.to_string() == text => Ok(number),
        Some(number) => Err(format!("the number `{}` is to be written {number}", start())),
        None => Err(format!("`{}` is no fraction, or has too many digits", start())),
    }
}

struct Checker<'g, 'b> {
    game: &'g ExtensiveGame,
    strategies: Strategies,
    ticker: Ticker<'b>,
}

impl Checker<'_, '_> {
    /// Returns what the first player gets if this player replies best to the strategy of the other,
    /// from nodes between which it cannot choose.
    fn best_reply(
        &self,
        player: usize,
        from: Vec<Reached>,
    ) -> Result<BigRational, NoAnswer<String>> {
        let (mut sum, mut open) = (BigRational::zero(), from);
        let mut own: BTreeMap<usize, Vec<Reached>> = BTreeMap::new();
        while let Some((node, weight)) = open.pop() {
            self.ticker.tick()?;
            match &self.game.nodes[node] {
                GameNode::Terminal { payoffs, .. } => sum += weight * rational(payoffs[0]),
                GameNode::Chance { moves, probabilities, .. } => {
                    let pairs = moves.iter().zip(probabilities);
                    open.extend(pairs.map(|((_, next), &p)| (*next, &weight * rational(p))));
                }
                GameNode::Decision { player: mover, set, .. } if *mover == player => {
                    own.entry(*set).or_default().push((node, weight));
                }
                GameNode::Decision { set, moves, .. } => {
                    let played = self.strategies.get(set).ok_or_else(|| {
                        format!("the witness does not say what is played at node {node}")
                    })?;
                    let pairs = moves.iter().zip(played).filter(|(_, p)| !p.is_zero());
                    open.extend(pairs.map(|((_, next), p)| (*next, &weight * p)));
                }
            }
        }
        for nodes in own.into_values() {
            sum += with_stack(64 << 10, || self.best_action(player, &nodes))?;
        }
        Ok(sum)
    }

    /// Returns what the first player gets by the best action in an information set.
    fn best_action(
        &self,
        player: usize,
        nodes: &[Reached],
    ) -> Result<BigRational, NoAnswer<String>> {
        let moves = |node: usize| match &self.game.nodes[node] {
            GameNode::Decision { moves, .. } => &moves[..],
            GameNode::Chance { .. } | GameNode::Terminal { .. } => &[],
        };
        let mut best: Option<BigRational> = None;
        for action in 0..moves(nodes[0].0).len() {
            let after = nodes.iter().map(|(node, weight)| (moves(*node)[action].1, weight.clone()));
            let value = self.best_reply(player, after.collect())?;
            let better =
                |known: &BigRational| if player == 0 { value > *known } else { value < *known };
            if best.as_ref().is_none_or(better) {
                best = Some(value);
            }
        }
        best.ok_or_else(|| "a player on turn has no move".to_string().into())
    }
}
