//! Subgame-perfect equilibria [BR04, Section 3.2] of extensive games and of programs: payoffs and
//! plays by the backward induction of `ludex_game`, strategy profiles one at a time.

use ludex_base::{Budget, Fraction, Rational, Stopped};
use ludex_game::{Agent, Induction, NoInduction, PlayGraph, Plays};
use serde_json::{Map, Value, json};

use super::tree::{ExtensiveGame, GameNode};
use crate::query::Answer;

/// The limit on the number of plays that are listed.
const MOST_PLAYS: usize = 1_000;

/// A strategy profile: for every decision node the index of the move that is played there. At leaves
/// and where chance moves the index is 0.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Equilibrium {
    /// The move of each node; 0 at leaves.
    pub choices: Vec<usize>,
    /// Its payoff for each player, in expectation where there is chance.
    pub payoffs: Vec<Rational>,
}

impl Equilibrium {
    /// Returns the play that results, up to the first move of chance.
    pub fn play(&self, game: &ExtensiveGame) -> Vec<String> {
        let (mut node, mut play) = (0, Vec::new());
        while let GameNode::Decision { moves, .. } = &game.nodes[node] {
            let Some((text, next)) = moves.get(self.choices[node]) else { break };
            play.push(text.clone());
            node = *next;
        }
        play
    }
}

impl ExtensiveGame {
    /// Returns the tree as the graph that backward induction works on.
    pub fn graph(&self) -> PlayGraph {
        let mut graph = PlayGraph::default();
        for node in &self.nodes {
            match node {
                GameNode::Terminal { payoffs, .. } => graph.end(payoffs),
                GameNode::Decision { player, moves, .. } => {
                    graph.choice(Agent(*player as u8), moves.iter().map(|mv| mv.1 as u32));
                }
                GameNode::Chance { moves, probabilities, .. } => {
                    let pairs = moves.iter().zip(probabilities);
                    graph.chance(pairs.map(|(mv, &probability)| (mv.1 as u32, probability)));
                }
            }
        }
        graph
    }

    /// Returns one equilibrium, by backward induction: the first of equally good moves is played.
    pub fn backward_induction(&self) -> Equilibrium {
        // The first profile plays the first of the best moves everywhere.
        self.profiles().next().unwrap_or(Equilibrium { choices: Vec::new(), payoffs: Vec::new() })
    }

    /// Returns all subgame-perfect equilibria in pure strategies, one at a time.
    pub fn profiles(&self) -> Profiles<'_> {
        let (choices, values) = (vec![0; self.nodes.len()], vec![Vec::new(); self.nodes.len()]);
        Profiles { game: self, choices, values, started: false }
    }

    /// Lists the plays of all equilibria with their payoffs.
    pub(crate) fn equilibria(&self, budget: &Budget) -> Result<Answer, NoInduction> {
        let text = |play: &[usize]| {
            let (mut node, mut texts) = (0, Vec::with_capacity(play.len()));
            for &place in play {
                let GameNode::Decision { moves, .. } = &self.nodes[node] else { break };
                texts.push(moves[place].0.clone());
                node = moves[place].1;
            }
            texts
        };
        list_equilibria(self.graph(), &self.players, budget, text)
    }
}

/// Lists the plays of all equilibria with their payoffs, each pair once, and counts the strategy
/// profiles; `text` writes a play, given the places of its moves. Where chance moves, an equilibrium
/// is no single play: its payoffs are listed alone.
pub(crate) fn list_equilibria(
    mut graph: PlayGraph,
    players: &[String],
    budget: &Budget,
    text: impl Fn(&[usize]) -> Vec<String>,
) -> Result<Answer, NoInduction> {
    let solved = graph.solve(&mut charge(budget))?;
    let graph = &graph;
    if graph.has_chance() {
        let all = solved.all_values(0).iter();
        let listed: Vec<Value> =
            all.map(|&n| json!({ "payoffs": payoffs(graph, players, n) })).collect();
        return Ok(Answer::new(listed).with(witness(graph, players, &solved, true, budget)?));
    }
    let mut plays = solved.all_values(0).iter().flat_map(|&payoffs| {
        Plays::new(graph, &solved, 0, payoffs).map(move |play| (play, payoffs))
    });
    let mut listed: Vec<Value> = Vec::new();
    for (play, number) in plays.by_ref().take(MOST_PLAYS) {
        budget.poll()?;
        listed.push(json!({ "play": text(&play), "payoffs": payoffs(graph, players, number) }));
    }
    let complete = plays.next().is_none();
    listed.sort_by_cached_key(|play| play["play"].to_string());
    let answer = Answer::new(listed).with(witness(graph, players, &solved, complete, budget)?);
    Ok(match complete {
        true => answer,
        false => answer.note(format!("only the first {MOST_PLAYS} plays")),
    })
}

fn payoffs(graph: &PlayGraph, players: &[String], number: u32) -> Map<String, Value> {
    let payoffs = graph.payoffs(number).iter().map(|payoff| json!(payoff.to_string()));
    players.iter().cloned().zip(payoffs).collect()
}

/// Returns the number of equilibria (`null` above 2^128), whether all plays are listed and, if not,
/// the payoffs of all equilibria, each once.
fn witness(
    graph: &PlayGraph,
    players: &[String],
    solved: &Induction,
    complete: bool,
    budget: &Budget,
) -> Result<Value, NoInduction> {
    let count = match solved.count(graph, &mut charge(budget))? {
        Some(count) => u64::try_from(count).map_or_else(|_| json!(count.to_string()), Value::from),
        None => Value::Null,
    };
    let all: Vec<Value> =
        solved.all_values(0).iter().map(|&n| Value::Object(payoffs(graph, players, n))).collect();
    Ok(match complete {
        true => json!({ "count": count, "complete": complete }),
        false => json!({ "count": count, "complete": complete, "payoffs": all }),
    })
}

/// Returns a function that ends the work when the memory, the time or the states are used up. It is
/// told of every state.
pub(crate) fn charge(budget: &Budget) -> impl FnMut(usize) -> Result<(), Stopped> {
    let mut states = 0_u64;
    move |bytes| {
        states += 1;
        if bytes > budget.max_bytes {
            return Err(Stopped::Memory);
        }
        if budget.max_nodes.is_some_and(|most| states > most) {
            return Err(Stopped::Nodes);
        }
        if states.is_multiple_of(256) { budget.poll() } else { Ok(()) }
    }
}

/// The equilibria of a tree, one at a time. Moves lead to later nodes, so what is best at a node
/// depends on the choices at later ones only: a profile follows another by changing the first choice
/// that has an alternative, and starting anew before it.
#[derive(Clone, Debug)]
pub struct Profiles<'t> {
    game: &'t ExtensiveGame,
    choices: Vec<usize>,
    /// What each player gets from each node on.
    values: Vec<Vec<Rational>>,
    started: bool,
}

impl Profiles<'_> {
    /// Chooses the first of the best moves of a node from a place on; returns whether there is one.
    fn choose(&mut self, node: usize, from: usize) -> bool {
        let (player, moves) = match &self.game.nodes[node] {
            GameNode::Terminal { payoffs, .. } => {
                self.values[node] = payoffs.iter().copied().map(Rational::from).collect();
                return from == 0;
            }
            GameNode::Chance { moves, probabilities, .. } => {
                self.values[node] = self.expectation(moves, probabilities);
                return from == 0;
            }
            GameNode::Decision { player, moves, .. } => (*player, moves),
        };
        let worth = |m: usize| self.values[moves[m].1].get(player);
        let best = (0..moves.len()).map(worth).max().flatten();
        let chosen = (from..moves.len()).find(|&m| worth(m) == best);
        if let Some(m) = chosen {
            self.choices[node] = m;
            self.values[node] = self.values[moves[m].1].clone();
        }
        chosen.is_some()
    }

    /// Returns what each player can expect where chance moves.
    fn expectation(&self, moves: &[(String, usize)], probabilities: &[Fraction]) -> Vec<Rational> {
        let mut sums = vec![Rational::ZERO; self.game.players.len()];
        for ((_, child), &probability) in moves.iter().zip(probabilities) {
            for (sum, value) in sums.iter_mut().zip(&self.values[*child]) {
                *sum = &*sum + &(value * &probability.into());
            }
        }
        sums
    }

    /// Chooses anew at all nodes before one.
    fn restart(&mut self, before: usize) {
        for node in (0..before).rev() {
            self.choose(node, 0);
        }
    }
}

impl Iterator for Profiles<'_> {
    type Item = Equilibrium;

    fn next(&mut self) -> Option<Equilibrium> {
        let count = self.game.nodes.len();
        match self.started {
            false => self.restart(count),
            true => {
                let changed = (0..count).find(|&node| self.choose(node, self.choices[node] + 1));
                self.restart(changed?);
            }
        }
        self.started = true;
        let payoffs = self.values.first().cloned().unwrap_or_default();
        Some(Equilibrium { choices: self.choices.clone(), payoffs })
    }
}
