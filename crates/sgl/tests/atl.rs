//! ATL compared with brute force: all memoryless strategies of the coalition, on random concurrent
//! games.

use ludex_game::{ExplicitGame, Game, GraphShape, Model, RandomGame, below};
use ludex_sgl::atl::{
    Atl, ConcurrentGame, check_atl, check_atl_simultaneous, evaluate, verify_atl,
    verify_atl_simultaneous, winning,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

type Rng = Xoshiro256PlusPlus;

/// Returns a graph of two agents and up to four states, or sometimes of three agents and up to
/// three states.
fn random_graph(rng: &mut Rng) -> ConcurrentGame {
    let agents = 2 + usize::from(below(rng, 5) == 0);
    let states = 1 + below(rng, 6 - agents);
    let mut graph = ConcurrentGame::new(agents);
    for _ in 0..states {
        let counts: Vec<u32> = (0..agents).map(|_| 1 + below(rng, 2) as u32).collect();
        let joint = counts.iter().product::<u32>() as usize;
        let next: Vec<u32> = (0..joint).map(|_| below(rng, states) as u32).collect();
        graph.add(&counts, &next);
    }
    graph
}

/// Returns the moves of each agent in a joint move.
fn split(graph: &ConcurrentGame, state: usize, mut joint: usize) -> Vec<u32> {
    let mut moves: Vec<u32> = graph
        .counts(state)
        .iter()
        .rev()
        .map(|&count| {
            let mv = joint % count as usize;
            joint /= count as usize;
            mv as u32
        })
        .collect();
    moves.reverse();
    moves
}

/// Returns the successors that remain when the coalition plays a memoryless strategy.
fn restricted(graph: &ConcurrentGame, coalition: u64, strategy: &[Vec<u32>]) -> Vec<Vec<usize>> {
    (0..graph.len())
        .map(|state| {
            let next = graph.successors(state).iter().enumerate();
            next.filter(|&(joint, _)| {
                let moves = split(graph, state, joint);
                (0..graph.agents())
                    .all(|a| coalition >> a & 1 == 0 || moves[a] == strategy[state][a])
            })
            .map(|(_, &next)| next as usize)
            .collect()
        })
        .collect()
}

/// Returns all memoryless strategies: a move of each agent in each state.
fn strategies(graph: &ConcurrentGame) -> Vec<Vec<Vec<u32>>> {
    let mut all = vec![Vec::new()];
    for state in 0..graph.len() {
        let joints = graph.successors(state).len();
        all = all
            .into_iter()
            .flat_map(|prefix: Vec<Vec<u32>>| {
                (0..joints).map(move |joint| {
                    let mut longer = prefix.clone();
                    longer.push(split(graph, state, joint));
                    longer
                })
            })
            .collect();
    }
    all
}

/// Returns whether φ until ψ is true within `steps` states on all paths from the state (more steps
/// than states mean forever).
fn all_until(
    next: &[Vec<usize>],
    keep: &[bool],
    goal: &[bool],
    state: usize,
    steps: usize,
) -> bool {
    goal[state]
        || (steps > 0
            && keep[state]
            && next[state].iter().all(|&n| all_until(next, keep, goal, n, steps - 1)))
}

fn all_always(next: &[Vec<usize>], keep: &[bool], state: usize, steps: usize) -> bool {
    keep[state] && (steps == 0 || next[state].iter().all(|&n| all_always(next, keep, n, steps - 1)))
}

/// Returns whether a strategy forces the formula from a state.
fn works(formula: &Atl, next: &[Vec<usize>], p: &[bool], q: &[bool], state: usize) -> bool {
    match formula {
        Atl::Next(..) => next[state].iter().all(|&n| p[n]),
        Atl::Always(..) => all_always(next, p, state, next.len()),
        _ => all_until(next, p, q, state, next.len()),
    }
}

#[test]
fn fixpoints_agree_with_all_memoryless_strategies() {
    let mut rng = Rng::seed_from_u64(9);
    let mut won = 0;
    for _ in 0..3000 {
        let graph = random_graph(&mut rng);
        let truth = |rng: &mut Rng| (0..graph.len()).map(|_| below(rng, 2) == 0).collect();
        let (p, q): (Vec<bool>, Vec<bool>) = (truth(&mut rng), truth(&mut rng));
        let label = |state: usize, atom: u32| if atom == 0 { p[state] } else { q[state] };
        let coalition = below(&mut rng, 1 << graph.agents()) as u64;
        let atom = |n| Box::new(Atl::Label(n));
        let formulas = [
            Atl::Next(coalition, atom(0)),
            Atl::Always(coalition, atom(0)),
            Atl::Until(coalition, atom(0), atom(1)),
        ];
        let all = strategies(&graph);
        for formula in &formulas {
            let win = winning(&graph, formula, &label).expect("a path formula");
            for state in 0..graph.len() {
                let expected = all.iter().any(|strategy| {
                    let next = restricted(&graph, coalition, strategy);
                    works(formula, &next, &p, &q, state)
                });
                assert_eq!(win.holds[state], expected, "{formula:?} at {state} of {graph:?}");
            }
            // The returned strategy works wherever the formula is true.
            let chosen: Vec<Vec<u32>> = win
                .strategy
                .iter()
                .map(|moves| match moves {
                    None => vec![0; graph.agents()],
                    Some(moves) => moves.iter().map(|mv| mv.unwrap_or(0)).collect(),
                })
                .collect();
            let next = restricted(&graph, coalition, &chosen);
            for state in (0..graph.len()).filter(|&state| win.holds[state]) {
                won += 1;
                assert!(works(formula, &next, &p, &q, state), "{formula:?} at {state}: {chosen:?}");
            }
        }
    }
    assert!(won > 3000, "{won}");
}

/// CTL is the special case of the coalitions of all agents and of none: the dualities of CTL hold.
#[test]
fn nobody_is_the_dual_of_everybody() {
    let mut rng = Rng::seed_from_u64(10);
    for _ in 0..300 {
        let graph = random_graph(&mut rng);
        let p: Vec<bool> = (0..graph.len()).map(|_| below(&mut rng, 2) == 0).collect();
        let label = |state: usize, _| p[state];
        let atom = || Box::new(Atl::Label(0));
        let all = (1 << graph.agents()) - 1;
        let not = |f| Atl::Not(Box::new(f));
        let pairs = [
            (Atl::Next(0, atom()), not(Atl::Next(all, not(*atom()).into()))),
            (Atl::Always(0, atom()), not(Atl::eventually(all, not(*atom())))),
            (Atl::eventually(0, *atom()), not(Atl::Always(all, not(*atom()).into()))),
        ];
        for (a, b) in pairs {
            assert_eq!(evaluate(&graph, &a, &label), evaluate(&graph, &b, &label), "{a:?}");
        }
    }
}

/// Minimax with sufficient depth on a game without cycles.
fn can_win(game: &ExplicitGame, state: &<ExplicitGame as Model>::State) -> bool {
    use ludex_game::{Agent, Turn};
    let Turn::Of(agent) = game.turn(state) else { return game.wins(state, Agent::FIRST) };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let mut after = moves.into_iter().map(|mv| can_win(game, &game.after(state, agent, mv)));
    if agent == Agent::FIRST { after.any(|won| won) } else { after.all(|won| won) }
}

#[test]
fn forcing_a_win_is_minimax() {
    for seed in 0..300 {
        let game = RandomGame { states: 30, ..RandomGame::default() }.generate(seed);
        let name = game.agents().names()[0].clone();
        let text = format!("<<{name}>>F win({name})");
        let answer = check_atl(&game, &text, &Default::default()).expect("the formula reads");
        assert_eq!(answer.holds, can_win(&game, &game.initial()), "seed {seed}");
    }
}

/// The evidence of every answer is checked by following it, and changed evidence is rejected.
#[test]
fn evidence_is_checked() {
    let limits = Default::default();
    let (mut checked, mut refused) = (0, 0);
    for seed in 0..400 {
        let shape = [GraphShape::Cyclic, GraphShape::Dag][seed as usize % 2];
        let game = RandomGame { states: 12, shape, ..RandomGame::default() }.generate(seed);
        let names = game.agents().names();
        for text in [
            format!("<<{}>>F win({})", names[0], names[0]),
            format!("<<{}>>G ~win({})", names[1], names[0]),
            format!("<<{}>>X ~final", names[0]),
            format!("<<{}>> turn({}) U final", names[0], names[0]),
            format!("<<{}>> ~win({}) U win({})", names[1], names[0], names[1]),
            "EF final".to_owned(),
            "AG ~final".to_owned(),
        ] {
            let mut answer = check_atl(&game, &text, &limits).expect(&text);
            let verify = |answer: &_| verify_atl(&game, &game.initial(), &text, answer, &limits);
            verify(&answer).unwrap_or_else(|fault| panic!("{text}, seed {seed}: {fault}"));
            checked += 1;
            answer.holds = !answer.holds;
            assert!(verify(&answer).is_err(), "{text}, seed {seed}");
            answer.holds = !answer.holds;
            // Without its move at the start the strategy of a coalition with a choice proves
            // nothing.
            let plan = if answer.holds { &mut answer.strategy } else { &mut answer.counter };
            if !plan.is_empty() {
                plan.remove(0);
                refused += usize::from(verify(&answer).is_err());
            }
        }
    }
    assert!(checked > 2500 && refused > 300, "{checked} {refused}");
}

/// The evidence of games with simultaneous moves is checked, and changed evidence is rejected.
#[test]
fn evidence_of_simultaneous_games_is_checked() {
    let game = ludex_games::RockPaperScissors::new(ludex_games::Chain::Lead, 1, 1);
    let limits = Default::default();
    let names = game.agents().names().to_vec();
    for (text, holds) in [
        (format!("<<{}>>F win({})", names[0], names[0]), false),
        (format!("<<{},{}>>F win({})", names[0], names[1], names[0]), true),
        (format!("<<{},{}>>X final", names[0], names[1]), true),
        ("AF final".to_owned(), true),
        (format!("EF win({})", names[1]), true),
        (format!("<<{}>>G ~win({})", names[1], names[0]), false),
    ] {
        let answer = check_atl_simultaneous(&game, &text, &limits).expect(&text);
        assert_eq!(answer.holds, holds, "{text}");
        let start = game.initial();
        verify_atl_simultaneous(&game, &start, &text, &answer, &limits).expect(&text);
    }
}

#[test]
fn errors_point_at_the_place() {
    let game = RandomGame::default().generate(1);
    let error = |text| {
        let answer = check_atl(&game, text, &Default::default());
        answer.expect_err(text).invalid().expect("bad input")
    };
    assert_eq!(error("<<Nobody>>F final").span, 2..8);
    assert_eq!(error("EF fnal").help.as_deref(), Some("did you mean `final`?"));
    assert_eq!(error("EF (final").message, "the end of the formula where `)` is expected");
    assert_eq!(
        error("<<>> final").message,
        "the end of the formula where `U` (or `X`, `F`, `G` before the formula) is expected"
    );
    for text in ["", "(((", "<<", "\"", "E", "A", "~", "AX", "EX(", "é"] {
        let _ = check_atl(&game, text, &Default::default());
    }
}
