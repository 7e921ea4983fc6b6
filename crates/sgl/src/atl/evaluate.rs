//! Fixpoints on concurrent game structures.

use super::{Atl, ConcurrentGame};

/// Where a coalition succeeds, and how: a memoryless strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Winning {
    /// By state: whether the formula is true.
    pub holds: Vec<bool>,
    /// By state where it is: the move of each agent of the coalition (`None` for the others). `None`
    /// where the coalition need not do anything: the goal is reached.
    pub strategy: Vec<Option<Vec<Option<u32>>>>,
}

/// The truth of a formula in every state; `label` says where atoms are true.
pub fn evaluate(
    graph: &ConcurrentGame,
    formula: &Atl,
    label: &dyn Fn(usize, u32) -> bool,
) -> Vec<bool> {
    let states = 0..graph.len();
    match formula {
        Atl::Truth(truth) => vec![*truth; graph.len()],
        Atl::Label(atom) => states.map(|state| label(state, *atom)).collect(),
        Atl::Not(inner) => evaluate(graph, inner, label).into_iter().map(|t| !t).collect(),
        Atl::And(a, b) => {
            let (a, b) = (evaluate(graph, a, label), evaluate(graph, b, label));
            states.map(|state| a[state] && b[state]).collect()
        }
        Atl::Or(a, b) => {
            let (a, b) = (evaluate(graph, a, label), evaluate(graph, b, label));
            states.map(|state| a[state] || b[state]).collect()
        }
        path => winning(graph, path, label).expect("the others are path formulas").holds,
    }
}

/// Where the coalition of a path formula succeeds, and how; `None` for other formulas.
pub fn winning(
    graph: &ConcurrentGame,
    formula: &Atl,
    label: &dyn Fn(usize, u32) -> bool,
) -> Option<Winning> {
    Some(match formula {
        Atl::Next(coalition, inner) => {
            let goal = evaluate(graph, inner, label);
            let forced = Forced { graph, coalition: *coalition };
            let choices = (0..graph.len()).map(|state| forced.choice(state, &goal)).collect();
            finish(graph, *coalition, choices, None)
        }
        Atl::Always(coalition, inner) => {
            always(&Forced { graph, coalition: *coalition }, evaluate(graph, inner, label))
        }
        Atl::Until(coalition, keep, goal) => until(
            &Forced { graph, coalition: *coalition },
            &evaluate(graph, keep, label),
            evaluate(graph, goal, label),
        ),
        _ => return None,
    })
}

/// What a coalition can force in one step.
struct Forced<'g> {
    graph: &'g ConcurrentGame,
    coalition: u64,
}

impl Forced<'_> {
    fn member(&self, agent: usize) -> bool {
        self.coalition >> agent & 1 == 1
    }

    /// A choice of the coalition (as a number) after which the next state is in the set, whatever
    /// the others choose.
    fn choice(&self, state: usize, set: &[bool]) -> Option<usize> {
        let counts = self.graph.counts(state);
        let own = self.own_choices(counts);
        let mut good = vec![true; own];
        for (joint, &next) in self.graph.successors(state).iter().enumerate() {
            if !set[next as usize] {
                good[self.own_part(counts, joint)] = false;
            }
        }
        good.iter().position(|&good| good)
    }

    /// How many joint choices the coalition has.
    fn own_choices(&self, counts: &[u32]) -> usize {
        let mine = counts.iter().enumerate().filter(|&(agent, _)| self.member(agent));
        mine.map(|(_, &count)| count as usize).product()
    }

    /// The coalition's part of a joint move, numbered the same way.
    fn own_part(&self, counts: &[u32], mut joint: usize) -> usize {
        let (mut part, mut weight) = (0, 1);
        for (agent, &count) in counts.iter().enumerate().rev() {
            let mv = joint % count as usize;
            joint /= count as usize;
            if self.member(agent) {
                part += weight * mv;
                weight *= count as usize;
            }
        }
        part
    }

    /// The states with a move to each state.
    fn predecessors(&self) -> Vec<Vec<u32>> {
        let mut before = vec![Vec::new(); self.graph.len()];
        for state in 0..self.graph.len() {
            for &next in self.graph.successors(state) {
                let list: &mut Vec<u32> = &mut before[next as usize];
                if list.last() != Some(&(state as u32)) {
                    list.push(state as u32);
                }
            }
        }
        before
    }
}

/// `<<C>>G φ`: the greatest set inside φ from which the coalition can stay in it.
fn always(forced: &Forced, mut set: Vec<bool>) -> Winning {
    let before = forced.predecessors();
    let mut open: Vec<u32> = (0..set.len() as u32).collect();
    while let Some(state) = open.pop() {
        let at = state as usize;
        if !set[at] {
            continue;
        }
        if forced.choice(at, &set).is_none() {
            set[at] = false;
            open.extend(&before[at]);
        }
    }
    let choices = (0..set.len())
        .map(|state| if set[state] { forced.choice(state, &set) } else { None })
        .collect();
    finish(forced.graph, forced.coalition, choices, None)
}

/// `<<C>> φ U ψ`: the least set with ψ from which the coalition gets closer. The choice that put a
/// state into the set leads to states that were in it before.
fn until(forced: &Forced, keep: &[bool], goal: Vec<bool>) -> Winning {
    let before = forced.predecessors();
    let mut set = goal.clone();
    let mut choices = vec![None; set.len()];
    let mut open: Vec<u32> = (0..set.len() as u32).filter(|&s| set[s as usize]).collect();
    while let Some(state) = open.pop() {
        for &source in &before[state as usize] {
            let at = source as usize;
            if set[at] || !keep[at] {
                continue;
            }
            choices[at] = forced.choice(at, &set);
            if choices[at].is_some() {
                set[at] = true;
                open.push(source);
            }
        }
    }
    finish(forced.graph, forced.coalition, choices, Some(&goal))
}

/// Choices as moves of the agents. States of the goal need no choice.
fn finish(
    graph: &ConcurrentGame,
    coalition: u64,
    choices: Vec<Option<usize>>,
    goal: Option<&[bool]>,
) -> Winning {
    let reached = |state: usize| goal.is_some_and(|goal| goal[state]);
    let holds = (0..choices.len()).map(|s| choices[s].is_some() || reached(s)).collect();
    let strategy = choices
        .iter()
        .enumerate()
        .map(|(state, choice)| {
            let mut rest = (*choice)?;
            let mut moves: Vec<Option<u32>> = vec![None; graph.agents()];
            for (agent, &count) in graph.counts(state).iter().enumerate().rev() {
                if coalition >> agent & 1 == 1 {
                    moves[agent] = Some((rest % count as usize) as u32);
                    rest /= count as usize;
                }
            }
            Some(moves)
        })
        .collect();
    Winning { holds, strategy }
}
