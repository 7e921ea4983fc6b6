//! Backward induction beside the definition: every strategy profile of the tree of plays of small
//! random graphs, and one deviation at every node of that tree.

use std::collections::BTreeSet;

use ludex_base::{Fraction, Random, Rational, Stopped};
use ludex_game::{
    Agent, Coalition, Explored, Model, NoInduction, PlayGraph, PlayNode, Plays, RandomGame,
    check_laws,
};

/// Returns a random graph whose moves lead to later positions, so that it has no cycle but shares
/// positions, for up to four agents; chance moves in one of `one_in` positions that are no ends.
fn random_graph(random: &mut Random, one_in: Option<usize>) -> PlayGraph {
    let (agents, count) = (1 + random.below(4), 2 + random.below(6));
    let mut graph = PlayGraph::default();
    for node in 0..count {
        if node + 1 == count || node > 0 && random.one_in(3) {
            let payoff = |random: &mut Random| Fraction::new(random.below(3) as i64, 2);
            let payoffs: Vec<Fraction> =
                (0..agents).map(|_| payoff(random).expect("a small number")).collect();
            graph.end(&payoffs);
        } else {
            let agent = Agent(random.below(agents) as u8);
            let moves = 1 + random.below(2);
            let later = |random: &mut Random| (node + 1 + random.below(count - node - 1)) as u32;
            let successors: Vec<u32> = (0..moves).map(|_| later(random)).collect();
            if one_in.is_some_and(|n| random.one_in(n)) {
                let third = Fraction::new(1, if moves == 1 { 1 } else { 3 }).expect("small");
                let rest = Fraction::new(2, 3).expect("small");
                graph.chance(successors.into_iter().zip([third, rest]));
            } else {
                graph.choice(agent, successors);
            }
        }
    }
    graph
}

/// A node of the tree of plays.
struct TreeNode {
    kind: PlayNode,
    probabilities: Vec<Fraction>,
    children: Vec<usize>,
}

/// Unfolds a graph; returns `None` if the tree has too many profiles to list.
fn unfold(graph: &PlayGraph) -> Option<Vec<TreeNode>> {
    let (mut tree, mut origin) = (Vec::new(), vec![0_u32]);
    let mut profiles = 1_usize;
    while tree.len() < origin.len() {
        let node = origin[tree.len()];
        let successors = graph.successors(node);
        let children = (origin.len()..origin.len() + successors.len()).collect();
        origin.extend(successors);
        let probabilities = graph.probabilities(node).to_vec();
        tree.push(TreeNode { kind: graph.node(node), probabilities, children });
        if graph.node(node) != PlayNode::Chance {
            profiles *= successors.len().max(1);
        }
        if profiles > 3_000 || origin.len() > 60 {
            return None;
        }
    }
    Some(tree)
}

/// Returns what an agent gets from a node on if all follow a profile, in expectation.
fn payoff(
    graph: &PlayGraph,
    tree: &[TreeNode],
    profile: &[usize],
    node: usize,
    agent: Agent,
) -> Rational {
    let below = |child: usize| payoff(graph, tree, profile, child, agent);
    let TreeNode { kind, probabilities, children } = &tree[node];
    match kind {
        PlayNode::End(number) => graph.payoffs(*number)[agent.index()].clone(),
        PlayNode::Choice(_) => below(children[profile[node]]),
        PlayNode::Chance => {
            let pairs = children.iter().zip(probabilities);
            pairs.fold(Rational::ZERO, |sum, (&child, &p)| &sum + &(&below(child) * &p.into()))
        }
    }
}

/// Returns whether nobody gains by one other move at any node.
fn is_perfect(graph: &PlayGraph, tree: &[TreeNode], profile: &[usize]) -> bool {
    tree.iter().enumerate().all(|(node, TreeNode { kind, children, .. })| match kind {
        PlayNode::End(_) | PlayNode::Chance => true,
        PlayNode::Choice(agent) => {
            let now = payoff(graph, tree, profile, node, *agent);
            children.iter().all(|&child| payoff(graph, tree, profile, child, *agent) <= now)
        }
    })
}

/// Returns the next profile in the order of counting.
fn advance(tree: &[TreeNode], profile: &mut [usize]) -> bool {
    for (node, choice) in profile.iter_mut().enumerate() {
        *choice += 1;
        if tree[node].kind != PlayNode::Chance && *choice < tree[node].children.len() {
            return true;
        }
        *choice = 0;
    }
    false
}

#[test]
fn equilibria_are_those_of_the_definition() {
    let (mut compared, mut several) = (0, 0);
    for seed in 0..4_000 {
        let mut graph = random_graph(&mut Random::new(seed), None);
        let Some(tree) = unfold(&graph) else { continue };
        compared += 1;
        let (mut count, mut found) = (0_u128, BTreeSet::new());
        let mut profile = vec![0; tree.len()];
        loop {
            if is_perfect(&graph, &tree, &profile) {
                count += 1;
                let (mut node, mut play) = (0, Vec::new());
                while !tree[node].children.is_empty() {
                    play.push(profile[node]);
                    node = tree[node].children[profile[node]];
                }
                let PlayNode::End(number) = tree[node].kind else { panic!("a leaf") };
                found.insert((number, play));
            }
            if !advance(&tree, &mut profile) {
                break;
            }
        }
        let solved = graph.solve(&mut |_| Ok(())).expect("no cycle");
        let payoffs: BTreeSet<u32> = found.iter().map(|(number, _)| *number).collect();
        assert!(solved.all_values(0).iter().copied().eq(payoffs.iter().copied()), "seed {seed}");
        assert!(payoffs.contains(&solved.value(0)), "seed {seed}");
        let plays = payoffs.iter().flat_map(|&number| {
            Plays::new(&graph, &solved, 0, number).map(move |play| (number, play))
        });
        assert_eq!(plays.collect::<BTreeSet<_>>(), found, "seed {seed}");
        assert_eq!(solved.count(&graph, &mut |_| Ok(())), Ok(Some(count)), "seed {seed}");
        several += usize::from(payoffs.len() > 1);
    }
    assert!(compared > 2_000 && several > 100, "{compared} graphs, {several} with ties");
}

#[test]
fn equilibria_with_chance_are_those_of_the_definition() {
    let (mut compared, mut several) = (0, 0);
    for seed in 0..4_000 {
        let mut graph = random_graph(&mut Random::new(seed), Some(3));
        let Some(tree) = unfold(&graph).filter(|_| graph.has_chance()) else { continue };
        compared += 1;
        let agents = (0..graph.len() as u32).find_map(|node| match graph.node(node) {
            PlayNode::End(number) => Some(graph.payoffs(number).len()),
            _ => None,
        });
        let agents: Vec<Agent> = (0..agents.unwrap_or(0) as u8).map(Agent).collect();
        let (mut count, mut found) = (0_u128, BTreeSet::new());
        let mut profile = vec![0; tree.len()];
        loop {
            if is_perfect(&graph, &tree, &profile) {
                count += 1;
                let payoff = |&agent: &Agent| payoff(&graph, &tree, &profile, 0, agent);
                found.insert(agents.iter().map(payoff).collect::<Vec<Rational>>());
            }
            if !advance(&tree, &mut profile) {
                break;
            }
        }
        let solved = graph.solve(&mut |_| Ok(())).expect("no cycle");
        let payoffs = |number: u32| graph.payoffs(number).to_vec();
        let all: BTreeSet<_> = solved.all_values(0).iter().map(|&n| payoffs(n)).collect();
        assert_eq!(all, found, "seed {seed}");
        assert!(found.contains(&payoffs(solved.value(0))), "seed {seed}");
        assert_eq!(solved.count(&graph, &mut |_| Ok(())), Ok(Some(count)), "seed {seed}");
        several += usize::from(found.len() > 1);
    }
    assert!(compared > 2_000 && several > 30, "{compared} graphs, {several} with ties");
}

/// With fifteen rolls of ties there are more combinations than are listed.
#[test]
fn too_many_combinations_are_refused() {
    let mut graph = PlayGraph::default();
    let half = Fraction::new(1, 2).expect("small");
    for roll in 0..20_u32 {
        let next = if roll == 19 { 0 } else { 2 * roll + 2 };
        graph.chance([(2 * roll + 1, half), (next.max(1), half)]);
        graph.choice(Agent(0), [40, 41]);
    }
    graph.end(&[Fraction::ZERO, Fraction::ZERO]);
    graph.end(&[Fraction::ZERO, Fraction::from(1)]);
    let refused = graph.solve(&mut |_| Ok(())).err();
    assert!(matches!(refused, Some(NoInduction::Combinations(_))), "{refused:?}");
}

#[test]
fn cycles_are_found_and_work_can_be_stopped() {
    let mut graph = PlayGraph::default();
    graph.choice(Agent(0), [1, 2]);
    graph.choice(Agent(1), [0, 2]);
    graph.end(&[Fraction::ZERO; 2]);
    assert_eq!(graph.solve(&mut |_| Ok(())).err(), Some(NoInduction::Cycle(0)));
    let mut graph = PlayGraph::default();
    graph.choice(Agent(0), [1]);
    graph.end(&[Fraction::ZERO]);
    let stop = graph.solve(&mut |_| Err(Stopped::Memory));
    assert_eq!(stop.err(), Some(NoInduction::Stopped(Stopped::Memory)));
}

/// With twenty ties in a row there are far too many profiles to list, but few payoffs.
#[test]
fn sets_of_payoffs_do_not_take_profiles() {
    let mut graph = PlayGraph::default();
    for node in 0..200_u32 {
        graph.choice(Agent((node % 2) as u8), [node + 1, node + 1, node + 1]);
    }
    graph.end(&[Fraction::from(1), Fraction::from(2)]);
    let solved = graph.solve(&mut |_| Ok(())).expect("no cycle");
    assert_eq!(solved.all_values(0).len(), 1);
    assert_eq!(solved.count(&graph, &mut |_| Ok(())), Ok(None));
    assert_eq!(Plays::new(&graph, &solved, 0, 0).take(1_000).count(), 1_000);
}

#[test]
fn one_agent_against_the_others_is_a_lawful_game() {
    for seed in 0..50 {
        let game = RandomGame::default().generate(seed);
        let explored = Explored::new(&game, &game.initial(), &mut |_| Ok(())).expect("small");
        let ends =
            (0..explored.graph.len() as u32).filter_map(|node| match explored.graph.node(node) {
                PlayNode::End(number) => explored.graph.payoffs(number)[1].small(),
                PlayNode::Choice(_) | PlayNode::Chance => None,
            });
        let against = Coalition::new(&game, Agent::SECOND, ends.collect()).expect("few payoffs");
        check_laws(&against, seed, 10).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
    let game = RandomGame::default().generate(1);
    let surprised = Coalition::new(&game, Agent::FIRST, vec![Fraction::from(77)]).expect("one");
    let explored = Explored::new(&surprised, &surprised.initial(), &mut |_| Ok(())).expect("small");
    assert!(!explored.graph.is_empty() && surprised.fault().is_some());
}
