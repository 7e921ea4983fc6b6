//! A naive prover and a naive solver: the definitions written out, to make evidence to be checked.

use ludex_evidence::{Holder, Proof, ProofNode, Solution, SolutionNode, Step};
use ludex_game::{Agent, Choice, Game, Outcome, Question, Turn};
use ludex_logic::{Connective, Formula, Formulas};
use rustc_hash::FxHashMap;

/// Returns whether a formula is satisfied by a state [Saf13, Def. 23].
pub fn satisfied<G: Game>(
    question: Question<'_, G>,
    dag: &Formulas,
    state: &G::State,
    formula: Formula,
) -> bool {
    let sub = |formula| satisfied(question, dag, state, formula);
    let positive = match dag.connective(formula) {
        Connective::True => true,
        Connective::Atom(atom) => question.game.satisfies(state, atom),
        Connective::And(left, right) => sub(left) && sub(right),
        Connective::Box(agent, inner) => question
            .choices(state, agent)
            .into_iter()
            .all(|c| satisfied(question, dag, &question.after(state, agent, c), inner)),
    };
    positive != formula.negated()
}

/// A prover that follows [Saf13, Def. 25], with sharing of equal labels.
pub struct Prover<'a, G: Game> {
    pub question: Question<'a, G>,
    pub dag: &'a Formulas,
    nodes: Vec<ProofNode<G::Move>>,
    numbers: FxHashMap<(G::State, Formula), u32>,
    truth: FxHashMap<(G::State, Formula), bool>,
}

impl<'a, G: Game> Prover<'a, G> {
    /// Returns a proof or disproof of the formula in the state.
    pub fn proof(
        question: Question<'a, G>,
        dag: &'a Formulas,
        state: &G::State,
        formula: Formula,
    ) -> Proof<G::Move> {
        let (numbers, truth) = (FxHashMap::default(), FxHashMap::default());
        let mut prover = Prover { question, dag, nodes: Vec::new(), numbers, truth };
        prover.node(state, formula);
        Proof { nodes: prover.nodes }
    }

    /// Decides as [`satisfied`] does, storing the results.
    fn holds(&mut self, state: &G::State, formula: Formula) -> bool {
        let label = (state.clone(), formula.positive());
        if let Some(&known) = self.truth.get(&label) {
            return known != formula.negated();
        }
        let positive = match self.dag.connective(formula) {
            Connective::And(left, right) => self.holds(state, left) && self.holds(state, right),
            Connective::Box(agent, inner) => {
                let choices = self.question.choices(state, agent);
                choices.into_iter().all(|choice| self.holds_after(state, agent, choice, inner))
            }
            _ => satisfied(self.question, self.dag, state, formula.positive()),
        };
        self.truth.insert(label, positive);
        positive != formula.negated()
    }

    fn holds_after(
        &mut self,
        state: &G::State,
        agent: Agent,
        choice: Choice<G::Move>,
        inner: Formula,
    ) -> bool {
        let next = self.question.after(state, agent, choice);
        self.holds(&next, inner)
    }

    fn node(&mut self, state: &G::State, formula: Formula) -> u32 {
        let label = (state.clone(), formula.positive());
        if let Some(&number) = self.numbers.get(&label) {
            return number;
        }
        let holds = self.holds(state, formula.positive());
        let step = self.step(state, formula, holds);
        self.nodes.push(ProofNode { holds, step });
        let number = self.nodes.len() as u32 - 1;
        self.numbers.insert(label, number);
        number
    }

    fn step(&mut self, state: &G::State, formula: Formula, holds: bool) -> Step<G::Move> {
        match self.dag.connective(formula) {
            Connective::True | Connective::Atom(_) => Step::Look,
            Connective::And(left, right) if holds => {
                Step::Both(self.node(state, left), self.node(state, right))
            }
            Connective::And(left, _) if !self.holds(state, left) => {
                Step::Left(self.node(state, left))
            }
            Connective::And(_, right) => Step::Right(self.node(state, right)),
            Connective::Box(agent, inner) => {
                let mut choices = self.question.choices(state, agent);
                if !holds {
                    let fails = |&c: &_| !self.holds_after(state, agent, c, inner);
                    choices = Vec::from_iter(choices.into_iter().find(fails));
                }
                let mut child = |c| self.node(&self.question.after(state, agent, c), inner);
                let children: Vec<_> = choices.into_iter().map(|c| (c, child(c))).collect();
                match children[..] {
                    [(choice, child)] if !holds => Step::Some(choice, child),
                    _ => Step::All(children),
                }
            }
        }
    }
}

/// Returns the states from which a side can force at least this outcome in a bounded number of
/// moves, ordered so that every one follows from earlier ones: the fixpoint of [Saf13, Def. 11 and
/// 12].
pub fn winning<G: Game>(
    game: &G,
    states: &[G::State],
    holder: Holder,
    outcome: Outcome,
) -> Vec<G::State> {
    let mut found: Vec<G::State> = Vec::new();
    loop {
        let new = states.iter().find(|&state| {
            !found.contains(state) && wins_now(game, state, holder, outcome, &found)
        });
        match new {
            Some(state) => found.push(state.clone()),
            None => return found,
        }
    }
}

fn wins_now<G: Game>(
    game: &G,
    state: &G::State,
    holder: Holder,
    outcome: Outcome,
    found: &[G::State],
) -> bool {
    match game.turn(state) {
        Turn::Final if holder == Holder::Max => game.outcome(state) >= outcome,
        Turn::Final => game.outcome(state) <= outcome,
        Turn::Of(agent) => {
            let mut moves = Vec::new();
            game.moves(state, agent, &mut moves);
            let mut good = moves.iter().map(|&mv| found.contains(&game.after(state, agent, mv)));
            if agent == agent_of(holder) { good.any(|good| good) } else { good.all(|good| good) }
        }
        Turn::Together | Turn::Chance => unreachable!("explicit games have turns"),
    }
}

fn agent_of(holder: Holder) -> Agent {
    if holder == Holder::Max { Agent::FIRST } else { Agent::SECOND }
}

/// Returns a solution made of all the states of [`winning`] up to `root`, needed or not.
pub fn solution<G: Game>(
    game: &G,
    winning: &[G::State],
    holder: Holder,
    root: &G::State,
) -> Option<Solution<G::Move>> {
    let end = winning.iter().position(|state| state == root)?;
    let number = |state: &G::State| winning.iter().position(|s| s == state).map(|n| n as u32);
    let node = |(place, state): (usize, &G::State)| {
        let Turn::Of(agent) = game.turn(state) else { return SolutionNode::Final };
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        let pairs = moves.iter().map(|&mv| (mv, number(&game.after(state, agent, mv))));
        let mut earlier =
            pairs.filter_map(|(mv, n)| n.filter(|&n| (n as usize) < place).map(|n| (mv, n)));
        if agent == agent_of(holder) {
            let (mv, child) = earlier.next().expect("found because of an earlier one");
            SolutionNode::Choose(mv, child)
        } else {
            SolutionNode::Replies(earlier.collect())
        }
    };
    Some(Solution { nodes: winning[..=end].iter().enumerate().map(node).collect() })
}
