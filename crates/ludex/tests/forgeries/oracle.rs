//! Whether the claim of a piece of evidence is true, by plain enumeration of a small game. Nothing here
//! looks at the nodes of the evidence. The values of matrices are those of exact backward induction, and
//! what coalitions can force in Game Prolog is what the fixpoint of that language says; all else is
//! written here and shares nothing with the checker but the rules of the game.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ludex::Evidence;
use ludex_evidence::{Bound, Claim, MixedBound};
use ludex_game::{
    Agent, ExplicitGame, Game, Model, Notation, Question, Rational, SimultaneousGame, StackedGame,
    Turn,
};
use ludex_logic::{
    AnyFormula, CoalitionFormula, Connective, Definitions, Formula, Formulas, Temporal, Vocabulary,
    compile, compile_any,
};
use ludex_prolog::{ExtensiveGame, Program, PrologGame, TreeGame};
use ludex_search::{Budget, Silent, exact_backward};

/// Returns whether the claim is true of the game that the evidence names.
pub fn is_true(evidence: &Evidence) -> bool {
    let text = std::fs::read_to_string(&evidence.game).expect("the checker has read the file");
    match evidence.game.rsplit('.').next() {
        Some("efg") => {
            let tree = ExtensiveGame::read_efg(&text).expect("the checker has read it");
            of_turns(&TreeGame::new(tree), evidence)
        }
        Some("gp") => of_program(&Program::read(&text).expect("a program"), evidence),
        _ if StackedGame::recognises(&text, &Budget::default()) => {
            of_matrices(&StackedGame::from_json(&text).expect("matrices"), evidence)
        }
        _ => of_turns(&ExplicitGame::from_json(&text).expect("a graph"), evidence),
    }
}

fn of_program(program: &Program, evidence: &Evidence) -> bool {
    match &evidence.claim {
        Claim::Answer { query, holds, .. } if ludex_prolog::is_question(program, query) => {
            let answer = ludex_prolog::query(program, query).expect("a question");
            evidence.position == "[]" && answer.result == *holds
        }
        _ => of_turns(&PrologGame::new(program, 1000).expect("a game"), evidence),
    }
}

fn of_turns<G: Game + Notation>(game: &G, evidence: &Evidence) -> bool {
    let Ok(root) = game.read_position(&evidence.position) else { return false };
    match &evidence.claim {
        Claim::Formula { agent, formula, definitions, holds, .. } => {
            let Some(asked) = game.agents().named(agent) else { return false };
            let mut all = Definitions::prelude().clone();
            if let Some(text) = definitions {
                all.add("own", text).expect("the checker has read them");
            }
            let compiled = compile(formula, &all, &Vocabulary::of(game, asked)).expect("a formula");
            let question = Question { game, asked };
            satisfied(question, &compiled.formulas, &root, compiled.root) == *holds
        }
        Claim::Value { low, high } => {
            let rank = |bound: &Bound| game.outcomes().named(&bound.outcome).expect("an outcome");
            let outcome = |state: &G::State| game.outcome(state);
            let max = |agent| agent == Agent::FIRST;
            low.iter().all(|b| forces(game, &root, max, |s| outcome(s) >= rank(b)))
                && high.iter().all(|b| forces(game, &root, |a| !max(a), |s| outcome(s) <= rank(b)))
        }
        Claim::Guarantee { agent, low, high } => {
            let Some(asked) = game.agents().named(agent) else { return false };
            let number = |bound: &Bound| bound.outcome.parse::<Rational>().expect("a number");
            let payoff = |state: &G::State| payoff(game, state, asked);
            low.iter().all(|b| forces(game, &root, |a| a == asked, |s| payoff(s) >= number(b)))
                && high
                    .iter()
                    .all(|b| forces(game, &root, |a| a != asked, |s| payoff(s) <= number(b)))
        }
        Claim::Equilibrium { values, .. } => {
            let names: Vec<&String> = values.iter().map(|(name, _)| name).collect();
            let claimed: Option<Vec<Rational>> = values.iter().map(|v| v.1.parse().ok()).collect();
            let known = equilibria(game, &root);
            names.iter().copied().eq(game.agents().names())
                && claimed.is_some_and(|claimed| known.contains(&claimed))
        }
        Claim::Answer { query, holds, .. } => {
            let graph = Graph::of_turns(game, &root);
            let asked = game.turn(&root).agent().unwrap_or(Agent::FIRST);
            forced(game, &graph, query, asked) == *holds
        }
        Claim::Mixed { .. } => false,
    }
}

fn of_matrices<G: SimultaneousGame + Notation>(game: &G, evidence: &Evidence) -> bool {
    let Ok(root) = game.read_position(&evidence.position) else { return false };
    match &evidence.claim {
        Claim::Mixed { low, high } => {
            let report = exact_backward(game, &root, &Budget::default(), &mut Silent);
            let value = report.expect("a small game").value.expect("it was solved");
            let value: Rational = value.to_string().parse().expect("a fraction");
            let number = |bound: &MixedBound| decimal(&bound.value);
            low.iter().all(|bound| number(bound) <= value)
                && high.iter().all(|bound| number(bound) >= value)
        }
        Claim::Answer { query, holds, .. } => {
            let graph = Graph::of_matrices(game, &root);
            forced(game, &graph, query, Agent::FIRST) == *holds
        }
        _ => false,
    }
}

/// Returns the number that a text such as `-0.25` or `1/3` means.
fn decimal(text: &str) -> Rational {
    match text.split_once('.') {
        None => text.parse().expect("a number"),
        Some((whole, part)) => {
            let fraction = format!("{whole}{part}/1{}", "0".repeat(part.len()));
            fraction.parse().expect("a decimal number")
        }
    }
}

fn payoff<G: Model>(game: &G, state: &G::State, agent: Agent) -> Rational {
    game.fraction(state, agent).expect("an exact payoff").into()
}

/// Evaluates a formula by its definition.
fn satisfied<G: Game>(
    question: Question<'_, G>,
    dag: &Formulas,
    state: &G::State,
    formula: Formula,
) -> bool {
    let holds = match dag.connective(formula.positive()) {
        Connective::True => true,
        Connective::Atom(atom) => question.game.satisfies(state, atom),
        Connective::And(left, right) => {
            satisfied(question, dag, state, left) && satisfied(question, dag, state, right)
        }
        Connective::Box(agent, inner) => {
            let choices = question.choices(state, agent).into_iter();
            let mut next = choices.map(|choice| question.after(state, agent, choice));
            next.all(|next| satisfied(question, dag, &next, inner))
        }
    };
    holds != formula.negated()
}

/// Returns a state's successors by the moves of the agent on turn, or of chance.
fn successors<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let Some(mover) = game.turn(state).mover() else { return Vec::new() };
    let mut moves = Vec::new();
    game.moves(state, mover, &mut moves);
    moves.into_iter().map(|mv| game.after(state, mover, mv)).collect()
}

/// Returns all states that play can reach.
fn reachable<S: Clone + Eq + std::hash::Hash>(
    root: &S,
    next: impl Fn(&S) -> Vec<S>,
) -> (Vec<S>, HashMap<S, usize>) {
    let (mut states, mut numbers) = (vec![root.clone()], HashMap::from([(root.clone(), 0)]));
    let mut at = 0;
    while at < states.len() {
        for next in next(&states[at]) {
            let number = states.len();
            numbers.entry(next.clone()).or_insert_with(|| {
                states.push(next);
                number
            });
        }
        at += 1;
    }
    (states, numbers)
}

/// Returns whether a side can force the play to end well: the least fixpoint of its definition.
fn forces<G: Game>(
    game: &G,
    root: &G::State,
    ours: impl Fn(Agent) -> bool,
    good: impl Fn(&G::State) -> bool,
) -> bool {
    let (states, numbers) = reachable(root, |state| successors(game, state));
    let mut won = vec![false; states.len()];
    loop {
        let step = |state: &G::State| {
            let mut next = successors(game, state).into_iter().map(|next| won[numbers[&next]]);
            match game.turn(state) {
                Turn::Final => good(state),
                Turn::Of(agent) if ours(agent) => next.any(|won| won),
                _ => next.all(|won| won),
            }
        };
        let now: Vec<bool> = states.iter().map(step).collect();
        if now == won {
            return won[0];
        }
        won = now;
    }
}

/// Returns the payoffs of all subgame-perfect equilibria of a game tree, from a state.
fn equilibria<G: Game>(game: &G, state: &G::State) -> BTreeSet<Vec<Rational>> {
    let below: Vec<BTreeSet<Vec<Rational>>> =
        successors(game, state).iter().map(|next| equilibria(game, next)).collect();
    match game.turn(state) {
        Turn::Final | Turn::Together => {
            BTreeSet::from([game.agents().iter().map(|a| payoff(game, state, a)).collect()])
        }
        Turn::Of(agent) => {
            let own = |payoffs: &Vec<Rational>| payoffs[agent.index()].clone();
            let threats: Vec<Rational> = below
                .iter()
                .map(|set| set.iter().map(own).min().expect("it is not empty"))
                .collect();
            let worst = threats.into_iter().max().expect("an agent on turn has a move");
            below.into_iter().flatten().filter(|payoffs| own(payoffs) >= worst).collect()
        }
        Turn::Chance => {
            let mut shares = Vec::new();
            game.probabilities(state, &mut shares);
            let none = vec![Rational::from(0); game.agents().len()];
            let mut sums = BTreeSet::from([none]);
            for (set, share) in below.iter().zip(shares) {
                let share = Rational::from(share);
                let add = |sum: &Vec<Rational>, more: &Vec<Rational>| -> Vec<Rational> {
                    sum.iter().zip(more).map(|(sum, more)| sum + &(more * &share)).collect()
                };
                sums = sums
                    .iter()
                    .flat_map(|sum| set.iter().map(move |more| add(sum, more)))
                    .collect();
            }
            sums
        }
    }
}

/// A graph of joint moves: the successor of each, by state.
struct Graph<S> {
    states: Vec<S>,
    joint: Vec<Vec<(Vec<usize>, usize)>>,
}

impl<S: Clone + Eq + std::hash::Hash> Graph<S> {
    fn new(root: &S, joint: impl Fn(&S) -> Vec<(Vec<usize>, S)>) -> Graph<S> {
        let next = |state: &S| joint(state).into_iter().map(|(_, next)| next).collect();
        let (states, numbers) = reachable(root, next);
        let edges = states.iter().enumerate().map(|(number, state)| {
            let edges: Vec<_> =
                joint(state).into_iter().map(|(moves, next)| (moves, numbers[&next])).collect();
            // Where play is over it stays.
            if edges.is_empty() { vec![(Vec::new(), number)] } else { edges }
        });
        Graph { joint: edges.collect(), states }
    }

    fn of_turns<G: Game<State = S>>(game: &G, root: &S) -> Graph<S> {
        Graph::new(root, |state| {
            let Some(mover) = game.turn(state).agent() else { return Vec::new() };
            let choice = |number| {
                let mut joint = vec![0; game.agents().len()];
                joint[mover.index()] = number;
                joint
            };
            let next = successors(game, state).into_iter().enumerate();
            next.map(|(number, next)| (choice(number), next)).collect()
        })
    }

    fn of_matrices<G: SimultaneousGame<State = S>>(game: &G, root: &S) -> Graph<S> {
        Graph::new(root, |state| {
            let moves = [Agent::FIRST, Agent::SECOND].map(|agent| {
                let mut moves = Vec::new();
                game.moves(state, agent, &mut moves);
                moves
            });
            let mut edges = Vec::new();
            for (row, &first) in moves[0].iter().enumerate() {
                for (column, &second) in moves[1].iter().enumerate() {
                    let mut next = state.clone();
                    game.play_joint(&mut next, &[first, second]);
                    edges.push((vec![row, column], next));
                }
            }
            edges
        })
    }

    /// Returns where a coalition can choose so that the next state is in a set.
    fn next_in(&self, coalition: u64, set: &[bool]) -> Vec<bool> {
        let each = self.joint.iter().map(|edges| {
            let mut good: BTreeMap<Vec<usize>, bool> = BTreeMap::new();
            for (joint, next) in edges {
                let members = joint.iter().enumerate().filter(|(a, _)| coalition >> a & 1 == 1);
                let own: Vec<usize> = members.map(|(_, &mv)| mv).collect();
                *good.entry(own).or_insert(true) &= set[*next];
            }
            good.values().any(|&good| good)
        });
        each.collect()
    }
}

/// Returns whether a formula about coalitions is true at the first state of a graph.
fn forced<G: Notation>(game: &G, graph: &Graph<G::State>, query: &str, asked: Agent) -> bool {
    let vocabulary = Vocabulary::of(game, asked);
    match compile_any(query, Definitions::prelude(), &vocabulary).expect("the checker has read it")
    {
        AnyFormula::Coalition(formula) => truth(game, graph, &formula, formula.root)[0],
        AnyFormula::Modal(_) => panic!("the checker has accepted {query}"),
    }
}

fn truth<G: Notation>(
    game: &G,
    graph: &Graph<G::State>,
    formula: &CoalitionFormula,
    part: Formula,
) -> Vec<bool> {
    let below = |part| truth(game, graph, formula, part);
    let both = |a: Vec<bool>, b: Vec<bool>| a.into_iter().zip(b).map(|(a, b)| a && b).collect();
    let holds: Vec<bool> = match formula.formulas.connective(part.positive()) {
        Connective::True => vec![true; graph.states.len()],
        Connective::And(left, right) => both(below(left), below(right)),
        Connective::Box(..) => panic!("there are no modalities in these questions"),
        Connective::Atom(atom) => match formula.path(atom) {
            None => graph.states.iter().map(|state| game.satisfies(state, atom)).collect(),
            Some(path) => match path.temporal {
                Temporal::Next(inner) => graph.next_in(path.coalition, &below(inner)),
                Temporal::Always(keep) => {
                    let keep = below(keep);
                    fixpoint(keep.clone(), |set| {
                        both(keep.clone(), graph.next_in(path.coalition, set))
                    })
                }
                Temporal::Until(keep, goal) => {
                    let (keep, goal) = (below(keep), below(goal));
                    fixpoint(goal.clone(), |set| {
                        let on: Vec<bool> = both(keep.clone(), graph.next_in(path.coalition, set));
                        on.into_iter().zip(&goal).map(|(on, &goal)| on || goal).collect()
                    })
                }
            },
        },
    };
    holds.into_iter().map(|holds| holds != part.negated()).collect()
}

fn fixpoint(mut set: Vec<bool>, step: impl Fn(&[bool]) -> Vec<bool>) -> Vec<bool> {
    loop {
        let next = step(&set);
        if next == set {
            return set;
        }
        set = next;
    }
}
