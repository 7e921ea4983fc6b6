//! Equilibria: what every agent gets if nobody can gain by deviating in any state.

mod check;

use ludex_game::{Agent, Explored, Game, Induction, NoInduction, Notation, PlayNode, Rational};

use crate::{Claim, EquilibriumLine, EquilibriumStep, Evidence, Rejection};
pub(crate) use check::check_equilibrium;
pub(crate) use check::{exact_payoff, read_number};

impl Evidence {
    /// Returns evidence for the payoffs of the equilibrium in which the first of equally good moves
    /// is played, in the first of the explored states.
    ///
    /// # Errors
    /// Fails if play can come back to a state.
    pub fn equilibrium<G: Game + Notation>(
        spec: &str,
        game: &G,
        explored: &Explored<G::State, G::Move>,
        induction: &Induction,
    ) -> Result<Evidence, Rejection> {
        let graph = &explored.graph;
        let order = graph.order().map_err(|node| {
            let position = game.write_position(&explored.states[node as usize]);
            let reason = NoInduction::Cycle(node).to_string();
            Rejection::of_all(format!("{reason}: {position}"))
        })?;
        let mut numbers = vec![0; order.len()];
        (0..).zip(&order).for_each(|(number, &node)| numbers[node as usize] = number);
        let texts = |node: u32| texts(graph.payoffs(induction.value(node)));
        let line = |&node: &u32| EquilibriumLine {
            position: game.write_position(&explored.states[node as usize]),
            values: texts(node),
            step: step(game, explored, induction, node, &numbers),
        };
        let nodes = order.iter().map(line).collect();
        let names = game.agents().names().iter().cloned();
        let claim = Claim::Equilibrium { values: names.zip(texts(0)).collect(), nodes };
        Ok(Evidence::new(spec, game.write_position(&explored.states[0]), claim))
    }
}

fn texts(payoffs: &[Rational]) -> Vec<String> {
    payoffs.iter().map(Rational::to_string).collect()
}

fn step<G: Game + Notation>(
    game: &G,
    explored: &Explored<G::State, G::Move>,
    induction: &Induction,
    node: u32,
    numbers: &[u32],
) -> EquilibriumStep {
    let agent = match explored.graph.node(node) {
        PlayNode::End(_) => return EquilibriumStep::Final,
        PlayNode::Choice(agent) => agent,
        PlayNode::Chance => Agent::CHANCE,
    };
    let state = &explored.states[node as usize];
    let moves = explored.moves.row(node as usize).iter();
    let successors = explored.graph.successors(node).iter();
    let moves: Vec<(String, u32)> = moves
        .zip(successors)
        .map(|(&mv, &child)| (game.write_move(state, agent, mv), numbers[child as usize]))
        .collect();
    if agent == Agent::CHANCE {
        return EquilibriumStep::Chance(moves);
    }
    let played = moves.get(induction.choice(node)).map(|mv| mv.0.clone()).unwrap_or_default();
    EquilibriumStep::Choose(played, moves)
}
