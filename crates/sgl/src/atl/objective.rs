//! What a coalition can force in a concurrent game structure, computed by fixpoints.

use ludex_logic::{Formula, PathFormula, Temporal};

use super::ConcurrentGame;

/// Where a coalition can force its objective, with a memoryless strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Winning {
    /// By state: whether the formula is true.
    pub holds: Vec<bool>,
    /// By state where the formula is true: the move of each agent of the coalition (`None` for the
    /// other agents). `None` where the goal is reached and the coalition need not act.
    pub strategy: Vec<Option<Vec<Option<u32>>>>,
}

/// The objective of a coalition, with the inner formulas already decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The agents of the coalition, one bit each.
    pub coalition: u64,
    /// The temporal operator.
    pub kind: Kind,
    /// By state: whether the condition that must be kept is true.
    pub keep: Vec<bool>,
    /// By state: whether the goal is true.
    pub goal: Vec<bool>,
}

/// The temporal operator of an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The goal is true next.
    Next,
    /// The condition stays true until the goal is true, and the goal becomes true eventually.
    Until,
    /// As `Until`, but the condition may also stay true forever.
    Weak,
}

impl Objective {
    /// Returns the objective of a path formula; `decided` says where the inner formulas are true.
    pub(super) fn of(
        path: &PathFormula,
        states: usize,
        decided: impl Fn(Formula) -> Vec<bool>,
    ) -> Objective {
        let (kind, keep, goal) = match path.temporal {
            Temporal::Next(goal) => (Kind::Next, vec![true; states], decided(goal)),
            Temporal::Always(keep) => (Kind::Weak, decided(keep), vec![false; states]),
            Temporal::Until(keep, goal) => (Kind::Until, decided(keep), decided(goal)),
        };
        Objective { coalition: path.coalition, kind, keep, goal }
    }

    /// Returns the complementary objective of the other agents. Where one agent moves at a time
    /// they can force it exactly where the coalition cannot force its own.
    pub fn opposed(&self, agents: usize) -> Objective {
        let everybody = if agents == 64 { u64::MAX } else { (1 << agents) - 1 };
        let missed: Vec<bool> = self.goal.iter().map(|goal| !goal).collect();
        // The condition became false before the goal was true.
        let broken = self.keep.iter().zip(&missed).map(|(keep, missed)| !keep && *missed).collect();
        let (kind, keep, goal) = match self.kind {
            Kind::Next => (Kind::Next, self.keep.clone(), missed),
            Kind::Until => (Kind::Weak, missed, broken),
            Kind::Weak => (Kind::Until, missed, broken),
        };
        Objective { coalition: everybody & !self.coalition, kind, keep, goal }
    }

    /// Returns where the objective can be forced, and how.
    pub fn solve(&self, graph: &ConcurrentGame) -> Winning {
        let forced = Forced { graph, coalition: self.coalition };
        match self.kind {
            Kind::Next => {
                let choice = |state| forced.choice(state, &self.goal);
                let choices = (0..graph.len()).map(choice).collect();
                finish(graph, self.coalition, choices, None)
            }
            Kind::Weak => weak(&forced, &self.keep, &self.goal),
            Kind::Until => until(&forced, &self.keep, self.goal.clone()),
        }
    }
}

/// Computes what a coalition can force in one step.
struct Forced<'g> {
    graph: &'g ConcurrentGame,
    coalition: u64,
}

impl Forced<'_> {
    fn member(&self, agent: usize) -> bool {
        self.coalition >> agent & 1 == 1
    }

    /// Returns the number of a joint choice of the coalition after which the next state is in the
    /// set, whatever the other agents choose.
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

    /// Returns the number of joint choices of the coalition.
    fn own_choices(&self, counts: &[u32]) -> usize {
        let mine = counts.iter().enumerate().filter(|&(agent, _)| self.member(agent));
        mine.map(|(_, &count)| count as usize).product()
    }

    /// Returns the number of the coalition's part of a joint move, as in [`Forced::choice`].
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

    /// Returns by state the states that have a move to it.
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

/// Computes the greatest set of states that is inside `keep` or `goal` and that the coalition can
/// stay in until the goal: `<<C>>G φ` if there is no goal.
fn weak(forced: &Forced, keep: &[bool], goal: &[bool]) -> Winning {
    let before = forced.predecessors();
    let mut set: Vec<bool> = keep.iter().zip(goal).map(|(&keep, &goal)| keep || goal).collect();
    let mut open: Vec<u32> = (0..set.len() as u32).collect();
    while let Some(state) = open.pop() {
        let at = state as usize;
        if set[at] && !goal[at] && forced.choice(at, &set).is_none() {
            set[at] = false;
            open.extend(&before[at]);
        }
    }
    let choose = |state: usize| match set[state] && !goal[state] {
        true => forced.choice(state, &set),
        false => None,
    };
    let choices = (0..set.len()).map(choose).collect();
    finish(forced.graph, forced.coalition, choices, Some(goal))
}

/// Computes `<<C>> φ U ψ`: the least set that contains ψ and the states of φ from which the
/// coalition can force a step into the set. The choice recorded for a state leads to states that
/// were added before it.
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

/// Converts choices to the moves of the agents. States of the goal need no choice.
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
