//! Evidence from the proofs of jobs: whoever makes them, whatever is lost, it is complete; and where
//! nothing is lost nothing is searched for it.

use ludex_base::trials;
use ludex_evidence::{Solution, SolutionNode};
use ludex_game::{Agent, Game, Model, Outcome, Turn};
use ludex_search::{
    BestMoves, Budget, Claim, Evaluation, JobNews, JobOffice, LeafJob, OpenClaims, ProofJob,
    Silent, ValueOptions, ValueSearch, make_value_search,
};

use crate::common::{Explicit, Random, Shape};

const ALGORITHMS: [&str; 5] = ["pn2", "pp2", "mopns2", "mcts", "pns"];

type Boxed<'g> = Box<dyn ValueSearch<Explicit> + 'g>;

fn search<'g>(game: &'g Explicit, name: &str, hints: bool) -> Boxed<'g> {
    let options = ValueOptions {
        transpositions: true,
        hints,
        best: BestMoves::None,
        evaluation: Evaluation::None,
        range: None,
        seed: 0,
        threads: 1,
        max_bytes: 16 << 20,
        evidence: true,
    };
    make_value_search(name, game, &options).expect("it is in the table")
}

/// Does the last job first.
struct Workers<'g> {
    search: Boxed<'g>,
    jobs: Vec<LeafJob>,
}

impl JobOffice for Workers<'_> {
    fn capacity(&mut self) -> usize {
        3
    }

    fn descents(&mut self) -> u64 {
        6
    }

    fn submit(&mut self, job: &LeafJob) {
        self.jobs.push(job.clone());
    }

    fn submit_proof(&mut self, _: &ProofJob) {
        unreachable!("the test makes the proofs")
    }

    fn wait(&mut self) -> Vec<JobNews> {
        let Some(job) = self.jobs.pop() else { return Vec::new() };
        let state = job.state.as_ref().map_or(0, |text| text.parse().expect("a state"));
        let found = self.search.run_job(&state, &job, &Budget::default(), &mut Silent);
        let (found, nodes) = found.expect("a search in jobs").expect("it can be done");
        vec![JobNews::Done { number: job.number, nodes, found }]
    }
}

/// Returns whether a solution shows that its holder can force what a claim says.
fn shows(game: &Explicit, solution: &Solution<u16>, claim: Claim) -> bool {
    let holder = if matches!(claim, Claim::AtLeast(_)) { Agent::FIRST } else { Agent::SECOND };
    let mut stack = vec![(0_u32, solution.nodes.len() - 1)];
    let mut seen = vec![None; solution.nodes.len()];
    while let Some((state, node)) = stack.pop() {
        if seen[node].replace(state).is_some_and(|other| other != state) {
            return false;
        }
        match (&solution.nodes[node], game.turn(&state), claim) {
            (SolutionNode::Final, Turn::Final, Claim::AtLeast(rank)) => {
                if game.outcome(&state).0 < rank {
                    return false;
                }
            }
            (SolutionNode::Final, Turn::Final, Claim::Below(rank)) => {
                if game.outcome(&state).0 >= rank {
                    return false;
                }
            }
            (SolutionNode::Choose(mv, child), Turn::Of(agent), _) if agent == holder => {
                stack.push((game.after(&state, agent, *mv), *child as usize));
            }
            (SolutionNode::Replies(replies), Turn::Of(agent), _) if agent != holder => {
                let mut moves = Vec::new();
                game.moves(&state, agent, &mut moves);
                if moves.len() != replies.len() || !replies.iter().all(|(mv, _)| moves.contains(mv))
                {
                    return false;
                }
                let next =
                    |&(mv, child): &(u16, u32)| (game.after(&state, agent, mv), child as usize);
                stack.extend(replies.iter().map(next));
            }
            _ => return false,
        }
    }
    true
}

/// Returns the number of states that a node of a solution leads to.
fn children(node: &SolutionNode<u16>) -> u64 {
    match node {
        SolutionNode::Final => 0,
        SolutionNode::Choose(..) => 1,
        SolutionNode::Replies(replies) => replies.len() as u64,
    }
}

/// Solves the first state, and has others make all proofs that its evidence needs. What the driver
/// learns of each is up to `learnt`.
fn prove<'g>(
    game: &'g Explicit,
    (name, hints): (&str, bool),
    learnt: &mut dyn FnMut(Claim) -> Option<Claim>,
) -> (Boxed<'g>, Outcome, usize) {
    let budget = Budget::default();
    let mut driver = search(game, name, hints);
    let mut office = Workers { search: search(game, name, hints), jobs: Vec::new() };
    let write = |state: &u32| state.to_string();
    let report =
        driver.solve_in_jobs(&0, &budget, &mut Silent, None, (&mut office, &write)).expect("jobs");
    let value = report.bounds.exact().expect("a value");
    assert_eq!(value, Outcome(game.minimax()[0]));
    let open = driver.open_claims(&0, value, &budget, &mut Silent);
    let OpenClaims { key_seed, claims } = open.expect("no cycles").expect("a budget");
    for (claim, state) in &claims {
        let mut worker = search(game, name, hints);
        let proved = worker.prove_claim(state, (*claim, key_seed), &budget, &mut Silent);
        let (proved, _) = proved.expect("no cycles").expect("the claim is true");
        learnt(*claim).into_iter().for_each(|claim| driver.import_proved(claim, &proved));
    }
    (driver, value, claims.len())
}

fn random(seed: u64) -> (Random, Explicit, (&'static str, bool)) {
    let mut random = Random::new(seed);
    let shape = if seed.is_multiple_of(2) { Shape::Dag } else { Shape::Tree };
    let mut game = Explicit::deep(&mut random, shape, 400);
    let hints = random.one_in(2);
    if hints {
        let values = game.minimax();
        game.hint(&mut random, &values);
    }
    let name = ALGORITHMS[random.below(ALGORITHMS.len())];
    (random, game, (name, hints))
}

#[test]
fn evidence_is_put_together_from_proofs_of_others() {
    let (mut claims, mut states) = (0, 0);
    for seed in 0..trials(300) {
        let (mut random, game, by) = random(seed);
        let lossy = random.one_in(3);
        let mut learnt = |claim| (!lossy || random.one_in(2)).then_some(claim);
        let (mut driver, value, open) = prove(&game, by, &mut learnt);
        let solutions = driver.weak_solutions(&0, value, &Budget::default(), &mut Silent);
        let both = solutions.expect("a budget").expect("the value is right");
        let (mut nodes, mut looked_up) = (0, 0);
        for (solution, claim) in
            [(&both.max, Claim::AtLeast(value.0)), (&both.min, Claim::Below(value.0 + 1))]
        {
            let Some(solution) = solution else { continue };
            assert!(shows(&game, solution, claim), "seed {seed}: {by:?}");
            nodes += solution.nodes.len() as u64;
            looked_up += solution.nodes.iter().map(children).sum::<u64>();
        }
        claims += open;
        states += nodes;
        if lossy || by.1 {
            continue;
        }
        // A node for each state of the evidence, and one whenever a child is looked up; next to
        // nothing is searched.
        let (mut driver, ..) = prove(&game, by, &mut Some);
        let limit = Budget { max_nodes: Some(nodes + looked_up + 5), ..Budget::default() };
        let again = driver.weak_solutions(&0, value, &limit, &mut Silent);
        assert!(again.is_ok_and(|both| both.is_some()), "seed {seed}: {by:?} searches again");
    }
    assert!(claims > 300 && states > 5_000, "{claims} {states}");
}

#[test]
fn what_others_only_say_is_no_evidence() {
    let (mut wrong, mut refused) = (0, 0);
    for seed in 0..trials(200) {
        let (mut random, game, by) = random(seed);
        // The opposite of some claims.
        let mut lies = |claim| match claim {
            Claim::AtLeast(rank) if random.one_in(3) => Some(Claim::Below(rank)),
            Claim::Below(rank) if random.one_in(3) => Some(Claim::AtLeast(rank)),
            claim => Some(claim),
        };
        let mut learnt = |claim| {
            let said = lies(claim);
            wrong += u32::from(said != Some(claim));
            said
        };
        let (mut driver, value, _) = prove(&game, by, &mut learnt);
        match driver.weak_solutions(&0, value, &Budget::default(), &mut Silent) {
            Ok(Some(both)) => {
                let max = both.max.iter().all(|one| shows(&game, one, Claim::AtLeast(value.0)));
                let min = both.min.iter().all(|one| shows(&game, one, Claim::Below(value.0 + 1)));
                assert!(max && min, "seed {seed}: {by:?}");
            }
            _ => refused += 1,
        }
    }
    assert!(wrong > 100 && refused > 5, "{wrong} {refused}");
}
