//! The checker of equilibria.
//!
//! A strategy profile is a subgame-perfect equilibrium of a game that ends if in no state the agent
//! on turn gets more by one other move, after which all play as before (the one-deviation
//! principle). So the nodes are all states that any play can reach from the claim's position, and at
//! each of them the checker compares what the moves lead to. Where chance moves, everything that can
//! happen is among the nodes, and the probabilities are taken from the game, never from the file. All
//! numbers are exact.

use ludex_base::{Budget, counted};
use ludex_game::{Agent, Fraction, Game, Notation, Rational, Turn};

use crate::check::{Reason, Stats, legal, require_position, superfluous};
use crate::rejection::Verdict;
use crate::walk::{Walk, walk_shared};
use crate::{EquilibriumLine, EquilibriumStep, Rejection};

/// Checks that the payoffs are those of a subgame-perfect equilibrium from a state.
pub(crate) fn check_equilibrium<G: Game + Notation>(
    game: &G,
    root: &G::State,
    claimed: &[(String, String)],
    nodes: &[EquilibriumLine],
    budget: &Budget,
) -> Verdict<Stats> {
    let values = nodes.iter().enumerate().map(|(node, line)| {
        budget.poll()?;
        Ok(numbers(game, &line.values).map_err(|reason| Rejection::of_node(node, reason))?)
    });
    let values = values.collect::<Verdict<Vec<Vec<Rational>>>>()?;
    let checker = EquilibriumChecker { game, values };
    walk_shared(nodes.len(), root, |walk| {
        for (node, line) in nodes.iter().enumerate().rev() {
            budget.poll()?;
            let state = walk.visit(node).ok_or_else(|| superfluous(node))?;
            checker.node(walk, node, &state, line).map_err(|reason| {
                Rejection::of_node(node, reason).at(game.write_position(&state))
            })?;
        }
        Ok(())
    })?;
    let found = nodes.last().map_or(&[][..], |line| &line.values[..]);
    let names = game.agents().names().iter();
    if !names.zip(found).eq(claimed.iter().map(|(name, value)| (name, value))) {
        let reason = "the claim's values are not those of the last node, one for each agent";
        return Err(Rejection::of_all(reason).into());
    }
    Ok(Stats { nodes: nodes.len() })
}

/// Parses the values of a node.
fn numbers<G: Game>(game: &G, texts: &[String]) -> Result<Vec<Rational>, String> {
    if texts.len() != game.agents().len() {
        return Err(format!(
            "it has {} for {}",
            counted(texts.len() as u64, "value"),
            counted(game.agents().len() as u64, "agent")
        ));
    }
    texts.iter().map(|text| read_number(text)).collect()
}

/// Parses a number, which must be written in lowest terms.
pub(crate) fn read_number(text: &str) -> Result<Rational, String> {
    match text.parse::<Rational>() {
        Ok(number) if number.to_string() == text => Ok(number),
        Ok(number) => Err(format!("{text} is to be written {number}")),
        Err(error) => Err(format!("{}: {error}", text.chars().take(40).collect::<String>())),
    }
}

/// Returns the exact payoff of an agent in a final state.
pub(crate) fn exact_payoff<G: Game>(
    game: &G,
    state: &G::State,
    agent: Agent,
) -> Result<Fraction, String> {
    let name = game.agents().name(agent);
    game.fraction(state, agent).ok_or_else(|| format!("the payoff of {name} is no exact fraction"))
}

struct EquilibriumChecker<'a, G: Game> {
    game: &'a G,
    /// The payoffs of all agents at each node.
    values: Vec<Vec<Rational>>,
}

impl<G: Game + Notation> EquilibriumChecker<'_, G> {
    fn node(
        &self,
        walk: &mut Walk<G::State>,
        node: usize,
        state: &G::State,
        line: &EquilibriumLine,
    ) -> Reason {
        require_position(self.game, state, &line.position)?;
        match (self.game.turn(state), &line.step) {
            (Turn::Final, EquilibriumStep::Final) => self.end(node, state),
            (Turn::Of(agent), EquilibriumStep::Choose(played, moves)) => {
                for (mv, child) in legal(self.game, state, agent)?.every(moves)? {
                    walk.go(node, child, self.game.after(state, agent, mv))?;
                }
                self.choice(node, agent, played, moves)
            }
            (Turn::Chance, EquilibriumStep::Chance(moves)) => {
                let children = legal(self.game, state, Agent::CHANCE)?.every(moves)?;
                for &(mv, child) in &children {
                    walk.go(node, child, self.game.after(state, Agent::CHANCE, mv))?;
                }
                let children: Vec<u32> = children.into_iter().map(|(_, child)| child).collect();
                self.chance(node, state, &children)
            }
            (Turn::Chance, _) => Err("its step does not fit: it is one of `chance`".to_owned()),
            (Turn::Final, _) => Err("its step does not fit: the game is over, `final`".to_owned()),
            (Turn::Of(agent), _) => {
                let name = self.game.agents().name(agent);
                Err(format!("its step does not fit: {name} is on turn and has to `choose`"))
            }
            (Turn::Together, _) => Err("all agents move together here".to_owned()),
        }
    }

    /// Requires that the values are the payoffs of a final state.
    fn end(&self, node: usize, state: &G::State) -> Reason {
        for (agent, value) in self.game.agents().iter().zip(&self.values[node]) {
            let payoff = exact_payoff(self.game, state, agent)?;
            if Rational::from(payoff) != *value {
                let name = self.game.agents().name(agent);
                return Err(format!("{name} gets {payoff}, not {value}"));
            }
        }
        Ok(())
    }

    /// Requires that the values are those of the children, which stand in the order of the game's
    /// moves, each with its probability.
    fn chance(&self, node: usize, state: &G::State, children: &[u32]) -> Reason {
        let mut probabilities: Vec<Fraction> = Vec::new();
        self.game.probabilities(state, &mut probabilities);
        let all = probabilities.iter().fold(Rational::ZERO, |sum, &p| &sum + &p.into());
        let possible = probabilities.iter().all(|&p| p > Fraction::ZERO);
        if probabilities.len() != children.len() || !possible || all != Rational::from(1) {
            return Err("the game does not say how likely everything is here".to_owned());
        }
        for (agent, value) in self.game.agents().iter().zip(&self.values[node]) {
            let below = |child: u32| &self.values[child as usize][agent.index()];
            let parts = children.iter().zip(&probabilities);
            let expected = parts.fold(Rational::ZERO, |sum, (&child, &probability)| {
                &sum + &(below(child) * &probability.into())
            });
            if expected != *value {
                let name = self.game.agents().name(agent);
                return Err(format!("{name} can expect {expected}, not {value}"));
            }
        }
        Ok(())
    }

    /// Requires that the values are those after the move that is played, and that no other move
    /// gives the agent on turn more. The children are known to exist.
    fn choice(&self, node: usize, agent: Agent, played: &str, moves: &[(String, u32)]) -> Reason {
        let own = &self.values[node];
        let Some((_, chosen)) = moves.iter().find(|(text, _)| text == played) else {
            return Err(format!("{played} is not among its moves"));
        };
        if self.values[*chosen as usize] != *own {
            return Err(format!("its values are not those after {played}"));
        }
        for (text, child) in moves {
            let other = &self.values[*child as usize][agent.index()];
            if *other > own[agent.index()] {
                let name = self.game.agents().name(agent);
                return Err(format!("{name} gains by {text}: {other}, not {}", own[agent.index()]));
            }
        }
        Ok(())
    }
}
