//! ATL compared with brute force: all memoryless strategies of the coalition, on random concurrent
//! games.

use ludex_game::{
    Agent, ExplicitGame, Game, GraphShape, Model, Notation, Question, RandomGame, Turn, below,
};
use ludex_logic::{
    AnyFormula, CoalitionFormula, Definitions, LogicError, Vocabulary, compile, compile_any,
};
use ludex_sgl::atl::{
    ConcurrentGame, Kind, Objective, check_atl, check_atl_simultaneous, verify_atl,
    verify_atl_simultaneous,
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

/// Returns whether a strategy forces the objective from a state.
fn works(objective: &Objective, next: &[Vec<usize>], state: usize) -> bool {
    let Objective { keep, goal, .. } = objective;
    match objective.kind {
        Kind::Next => next[state].iter().all(|&n| goal[n]),
        Kind::Weak => all_always(next, keep, state, next.len()),
        Kind::Until => all_until(next, keep, goal, state, next.len()),
    }
}

/// Returns the objectives `X p`, `G p` and `p U q` of a coalition.
fn objectives(coalition: u64, p: &[bool], q: &[bool]) -> [Objective; 3] {
    let (always, never) = (vec![true; p.len()], vec![false; p.len()]);
    let objective = |kind, keep: &[bool], goal: &[bool]| Objective {
        coalition,
        kind,
        keep: keep.to_vec(),
        goal: goal.to_vec(),
    };
    [
        objective(Kind::Next, &always, p),
        objective(Kind::Weak, p, &never),
        objective(Kind::Until, p, q),
    ]
}

#[test]
fn fixpoints_agree_with_all_memoryless_strategies() {
    let mut rng = Rng::seed_from_u64(9);
    let mut won = 0;
    for _ in 0..3000 {
        let graph = random_graph(&mut rng);
        let truth = |rng: &mut Rng| (0..graph.len()).map(|_| below(rng, 2) == 0).collect();
        let (p, q): (Vec<bool>, Vec<bool>) = (truth(&mut rng), truth(&mut rng));
        let coalition = below(&mut rng, 1 << graph.agents()) as u64;
        let all = strategies(&graph);
        for objective in objectives(coalition, &p, &q) {
            let win = objective.solve(&graph);
            for state in 0..graph.len() {
                let expected = all.iter().any(|strategy| {
                    let next = restricted(&graph, coalition, strategy);
                    works(&objective, &next, state)
                });
                assert_eq!(win.holds[state], expected, "{objective:?} at {state} of {graph:?}");
            }
            // The returned strategy works wherever the objective can be forced.
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
                assert!(works(&objective, &next, state), "{objective:?} at {state}: {chosen:?}");
            }
        }
    }
    assert!(won > 3000, "{won}");
}

/// CTL is the special case of the coalitions of all agents and of none: the dualities of CTL hold.
#[test]
fn nobody_is_the_dual_of_everybody() {
    let mut rng = Rng::seed_from_u64(10);
    let not = |set: &[bool]| set.iter().map(|truth| !truth).collect::<Vec<bool>>();
    for _ in 0..300 {
        let graph = random_graph(&mut rng);
        let p: Vec<bool> = (0..graph.len()).map(|_| below(&mut rng, 2) == 0).collect();
        let (all, always) = ((1 << graph.agents()) - 1, vec![true; p.len()]);
        let [next, globally, _] = objectives(0, &p, &p);
        let [_, _, finally] = objectives(0, &always, &p);
        let [some_next, some_globally, _] = objectives(all, &not(&p), &p);
        let [_, _, some_finally] = objectives(all, &always, &not(&p));
        let pairs = [(next, some_next), (globally, some_finally), (finally, some_globally)];
        for (a, b) in pairs {
            assert_eq!(a.solve(&graph).holds, not(&b.solve(&graph).holds), "{a:?}");
        }
    }
}

/// Reads a formula about coalitions; A is the first agent.
pub fn read<G: Notation>(game: &G, text: &str) -> Result<CoalitionFormula, LogicError> {
    let vocabulary = Vocabulary::of(game, Agent::FIRST);
    match compile_any(text, Definitions::prelude(), &vocabulary)? {
        AnyFormula::Coalition(formula) => Ok(formula),
        AnyFormula::Modal(_) => panic!("{text} is about no coalition"),
    }
}

/// Minimax with sufficient depth on a game without cycles.
fn can_win(game: &ExplicitGame, state: &<ExplicitGame as Model>::State) -> bool {
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
        let formula = read(&game, &text).expect("the formula reads");
        let answer = check_atl(&game, &game.initial(), &formula, &Default::default());
        let holds = answer.expect("a small game").holds;
        assert_eq!(holds, can_win(&game, &game.initial()), "seed {seed}");
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
            let (formula, start) = (read(&game, &text).expect(&text), game.initial());
            let mut answer = check_atl(&game, &start, &formula, &limits).expect(&text);
            let verify = |answer: &_| verify_atl(&game, &start, &formula, answer, &limits);
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
        let (formula, start) = (read(&game, &text).expect(&text), game.initial());
        let answer = check_atl_simultaneous(&game, &start, &formula, &limits).expect(&text);
        assert_eq!(answer.holds, holds, "{text}");
        verify_atl_simultaneous(&game, &start, &formula, &answer, &limits).expect(&text);
    }
}

#[test]
fn modalities_are_refused_where_all_move_at_the_same_time() {
    let game = ludex_games::RockPaperScissors::new(ludex_games::Chain::Lead, 1, 1);
    let formula = read(&game, "<A> AF final").expect("it reads");
    let answer = check_atl_simultaneous(&game, &game.initial(), &formula, &Default::default());
    let message = answer.expect_err("a refusal").invalid().expect("bad input");
    assert!(message.contains("at the same time"), "{message}");
}

#[test]
fn errors_point_at_the_place() {
    let game = RandomGame::default().generate(1);
    let error = |text| read(&game, text).expect_err(text);
    assert_eq!(error("<<Nobody>>F final").span, 2..8);
    assert_eq!(error("EF fnal").help.as_deref(), Some("did you mean `final`?"));
    assert_eq!(error("EF (final").message, "this `(` is never closed");
    assert_eq!(
        error("<<>> final").message,
        "expected `U` (or `X`, `F`, `G` before the formula), found the end"
    );
    assert_eq!(error("<<A final").message, "expected `,` or `>>`, found `final`");
    assert_eq!(error("<<A>>F (final U w)").message, "expected an operator or `)`, found `U`");
    for text in ["", "(((", "<<", "\"", "E", "A", "~", "AX", "EX(", "é", "E(U)", "A(w U)", "<<>>"]
    {
        let vocabulary = Vocabulary::of(&game, Agent::FIRST);
        assert!(compile_any(text, Definitions::prelude(), &vocabulary).is_err(), "{text}");
    }
    let refused = compile("w & EF w", Definitions::prelude(), &Vocabulary::of(&game, Agent::FIRST));
    assert_eq!(refused.expect_err("only modal formulas").span, 4..8);
}

/// A formula of the mixed language, for the oracle.
enum Mixed {
    Text(&'static str),
    Not(Box<Mixed>),
    And(Box<Mixed>, Box<Mixed>),
    Or(Box<Mixed>, Box<Mixed>),
    /// `<agent>`, and `[agent]` if `all`.
    Modal {
        agent: usize,
        all: bool,
        body: Box<Mixed>,
    },
    Path {
        coalition: usize,
        operator: char,
        keep: Box<Mixed>,
        goal: Box<Mixed>,
    },
}

const ATOMS: [&str; 5] = ["w", "l", "final", "turn(A)", "turn(B)"];

impl Mixed {
    fn random(rng: &mut Rng, depth: usize) -> Mixed {
        let inner = |rng: &mut Rng| Box::new(Mixed::random(rng, depth - 1));
        match if depth == 0 { 0 } else { below(rng, 8) } {
            0 => Mixed::Text(ATOMS[below(rng, ATOMS.len())]),
            1 => Mixed::Not(inner(rng)),
            2 => Mixed::And(inner(rng), inner(rng)),
            3 => Mixed::Or(inner(rng), inner(rng)),
            4 | 5 => {
                Mixed::Modal { agent: below(rng, 2), all: below(rng, 2) == 0, body: inner(rng) }
            }
            _ => Mixed::Path {
                coalition: below(rng, 4),
                operator: ['X', 'F', 'G', 'U'][below(rng, 4)],
                keep: inner(rng),
                goal: inner(rng),
            },
        }
    }

    fn text(&self) -> String {
        match self {
            Mixed::Text(text) => (*text).to_owned(),
            Mixed::Not(inner) => format!("~({})", inner.text()),
            Mixed::And(a, b) => format!("({} & {})", a.text(), b.text()),
            Mixed::Or(a, b) => format!("({} | {})", a.text(), b.text()),
            Mixed::Modal { agent, all: false, body } => {
                format!("<{}> {}", ["A", "B"][*agent], body.text())
            }
            Mixed::Modal { agent, body, .. } => format!("[{}]{}", ["A", "B"][*agent], body.text()),
            Mixed::Path { coalition, operator: 'U', keep, goal } => {
                format!(
                    "{}({} U {})",
                    ["A", "<<A>>", "<<B>>", "E"][*coalition],
                    keep.text(),
                    goal.text()
                )
            }
            Mixed::Path { coalition, operator, goal, .. } => {
                let quantifier = ["A", "<<A>>", "<<B>>", "E"][*coalition];
                format!("{quantifier}{operator} ({})", goal.text())
            }
        }
    }

    fn has_path(&self) -> bool {
        match self {
            Mixed::Text(_) => false,
            Mixed::Not(inner) | Mixed::Modal { body: inner, .. } => inner.has_path(),
            Mixed::And(a, b) | Mixed::Or(a, b) => a.has_path() || b.has_path(),
            Mixed::Path { .. } => true,
        }
    }
}

/// The truth of mixed formulas by definition, in all states that any choices lead to. What can be
/// forced within n steps is computed for n up to the number of states.
struct Oracle<'g> {
    question: Question<'g, ExplicitGame>,
    states: Vec<<ExplicitGame as Model>::State>,
}

impl<'g> Oracle<'g> {
    fn new(question: Question<'g, ExplicitGame>) -> Self {
        let mut oracle = Oracle { question, states: vec![question.game.initial()] };
        let mut at = 0;
        while at < oracle.states.len() {
            for agent in 0..2 {
                for next in oracle.after(at, Agent(agent)) {
                    if !oracle.states.contains(&next) {
                        oracle.states.push(next);
                    }
                }
            }
            at += 1;
        }
        oracle
    }

    fn after(&self, state: usize, agent: Agent) -> Vec<<ExplicitGame as Model>::State> {
        let state = &self.states[state];
        let choices = self.question.choices(state, agent).into_iter();
        choices.map(|choice| self.question.after(state, agent, choice)).collect()
    }

    /// Returns the truth in the successors by the choices of an agent.
    fn next(&self, state: usize, agent: Agent, set: &[bool]) -> Vec<bool> {
        let number = |next| self.states.iter().position(|known| *known == next);
        let next = self.after(state, agent).into_iter().filter_map(number);
        next.map(|next| set[next]).collect()
    }

    fn each(&self, truth: impl Fn(usize) -> bool) -> Vec<bool> {
        (0..self.states.len()).map(truth).collect()
    }

    fn truth(&self, formula: &Mixed) -> Vec<bool> {
        let game = self.question.game;
        let turn = |state: usize| game.turn(&self.states[state]);
        let won = |state: usize| game.wins(&self.states[state], Agent(0));
        match formula {
            Mixed::Text("w") => self.each(won),
            Mixed::Text("l") => self.each(|s| turn(s) == Turn::Final && !won(s)),
            Mixed::Text("final") => self.each(|s| turn(s) == Turn::Final),
            Mixed::Text("turn(A)") => self.each(|s| turn(s) == Turn::Of(Agent(0))),
            Mixed::Text(_) => self.each(|s| turn(s) == Turn::Of(Agent(1))),
            Mixed::Not(inner) => self.truth(inner).into_iter().map(|truth| !truth).collect(),
            Mixed::And(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.each(|s| a[s] && b[s])
            }
            Mixed::Or(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.each(|s| a[s] || b[s])
            }
            Mixed::Modal { agent, all, body } => {
                let (body, agent) = (self.truth(body), Agent(*agent as u8));
                let next = |s| self.next(s, agent, &body).into_iter();
                self.each(|s| if *all { next(s).all(|t| t) } else { next(s).any(|t| t) })
            }
            Mixed::Path { coalition, operator, keep, goal } => {
                self.path(*coalition, *operator, &self.truth(keep), &self.truth(goal))
            }
        }
    }

    /// Returns where the next state can be forced into a set; a final state is its own successor.
    fn forced(&self, coalition: usize, set: &[bool]) -> Vec<bool> {
        self.each(|s| match self.question.game.turn(&self.states[s]) {
            Turn::Of(agent) => {
                let mut next = self.next(s, agent, set).into_iter();
                let member = coalition >> agent.index() & 1 == 1;
                if member { next.any(|t| t) } else { next.all(|t| t) }
            }
            _ => set[s],
        })
    }

    fn path(&self, coalition: usize, operator: char, keep: &[bool], goal: &[bool]) -> Vec<bool> {
        let mut set = goal.to_vec();
        for _ in 0..=self.states.len() {
            let forced = self.forced(coalition, &set);
            match operator {
                'X' => return forced,
                'F' => set = self.each(|s| goal[s] || forced[s]),
                'U' => set = self.each(|s| goal[s] || keep[s] && forced[s]),
                _ => set = self.each(|s| goal[s] && forced[s]),
            }
        }
        set
    }
}

/// Path formulas, modalities (also of agents that are not on turn) and connectives can be mixed.
#[test]
fn mixtures_agree_with_their_definition() {
    let mut rng = Rng::seed_from_u64(11);
    let (mut checked, mut held) = (0, 0);
    for seed in 0..1200 {
        let shape = [GraphShape::Cyclic, GraphShape::Dag, GraphShape::Tree][seed as usize % 3];
        let kind = RandomGame { states: 10, shape, off_turn: true, ..RandomGame::default() };
        let game = kind.generate(seed);
        let oracle = Oracle::new(Question { game: &game, asked: Agent::FIRST });
        for _ in 0..4 {
            let mixed = Mixed::random(&mut rng, 4);
            if !mixed.has_path() {
                continue;
            }
            let (text, limits) = (mixed.text(), Default::default());
            let formula = read(&game, &text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            let answer = check_atl(&game, &game.initial(), &formula, &limits).expect(&text);
            assert_eq!(answer.holds, oracle.truth(&mixed)[0], "{text}, seed {seed}");
            verify_atl(&game, &game.initial(), &formula, &answer, &limits).expect(&text);
            checked += 1;
            held += usize::from(answer.holds);
        }
    }
    assert!(checked > 2000 && held > 500 && checked - held > 500, "{checked} {held}");
}

/// Concepts can be called in formulas about coalitions, and mean what they mean elsewhere.
#[test]
fn concepts_can_be_mixed_with_coalitions() {
    let holds = |game: &ExplicitGame, text: &str| {
        let formula = read(game, text).expect(text);
        let answer = check_atl(game, &game.initial(), &formula, &Default::default());
        answer.expect("a small game").holds
    };
    let mut won = 0;
    for seed in 0..300 {
        let game = RandomGame { states: 20, ..RandomGame::default() }.generate(seed);
        let called = holds(&game, "EF (!w & omega(2) & ~<<B>>G !w)");
        let written = "EF (!w & (w | <A>[B] (w | <A> w)) & !<<Min>>G !w)";
        assert_eq!(called, holds(&game, written), "seed {seed}");
        won += usize::from(called);
    }
    assert!(won > 20 && won < 300, "{won}");
}
