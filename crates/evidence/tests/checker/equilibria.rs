//! Equilibria of random games with chance, and what one agent can secure: accepted when right, rejected
//! after any mutation.

use ludex_evidence::{
    Bound, Claim, EquilibriumLine, EquilibriumStep, Evidence, Holder, NodeList, Rejection,
    SolutionStep, check,
};
use ludex_game::{
    Agent, Agents, Fraction, Game, Model, Notation, Outcome, Outcomes, Picture, RandomStochastic,
    Rational, StochasticDag, TextError, Turn,
};

use crate::messages::changed;
use crate::proofs::mutate_list;
use crate::solutions::cases;

/// A move that is played in a state whether it is best or not.
type Blunder = Option<(u32, usize)>;

/// Returns an equilibrium of a game whose moves lead to states with higher numbers, by backward
/// induction, but for the blunder. Where chance moves, everything counts as equally likely if `even`.
fn equilibrium(game: &StochasticDag, blunder: Blunder, even: bool) -> Evidence {
    let mut states = vec![game.initial()];
    let mut at = 0;
    while at < states.len() {
        for next in successors(game, states[at]) {
            if !states.contains(&next.1) {
                states.push(next.1);
            }
        }
        at += 1;
    }
    states.sort_unstable_by(|a, b| b.cmp(a));
    let number = |state: &u32| states.iter().position(|other| other == state);
    let mut values: Vec<Vec<Rational>> = Vec::new();
    let mut nodes = Vec::new();
    for &state in &states {
        let moves: Vec<(String, u32)> = successors(game, state)
            .into_iter()
            .map(|(text, next)| (text, number(&next).expect("it was found") as u32))
            .collect();
        let below = |place: usize| &values[moves[place].1 as usize];
        let (own, step) = match game.turn(&state) {
            Turn::Of(agent) => {
                let better = |best: usize, other: usize| {
                    let gains = below(other)[agent.index()] > below(best)[agent.index()];
                    if gains { other } else { best }
                };
                let best = (0..moves.len()).reduce(better).expect("it has a move");
                let wrong = blunder.filter(|(at, place)| *at == state && *place < moves.len());
                let played = wrong.map_or(best, |(_, place)| place);
                let step = EquilibriumStep::Choose(moves[played].0.clone(), moves.clone());
                (below(played).clone(), step)
            }
            Turn::Chance => {
                let mut shares = Vec::new();
                game.probabilities(&state, &mut shares);
                if even {
                    let each = Fraction::new(1, moves.len() as i64).expect("no zero");
                    shares.fill(each);
                }
                let expected = |agent: Agent| {
                    let parts = shares.iter().enumerate();
                    parts.fold(Rational::from(0), |sum, (place, &share)| {
                        &sum + &(&below(place)[agent.index()] * &share.into())
                    })
                };
                let own = game.agents().iter().map(expected).collect();
                (own, EquilibriumStep::Chance(moves))
            }
            _ => {
                let payoff = |agent| game.fraction(&state, agent).expect("a whole number").into();
                (game.agents().iter().map(payoff).collect(), EquilibriumStep::Final)
            }
        };
        let texts = own.iter().map(Rational::to_string).collect();
        nodes.push(EquilibriumLine { position: state.to_string(), values: texts, step });
        values.push(own);
    }
    let last = &nodes.last().expect("the root").values;
    let claimed = game.agents().names().iter().cloned().zip(last.iter().cloned()).collect();
    Evidence::new("random", "0".to_owned(), Claim::Equilibrium { values: claimed, nodes })
}

fn successors(game: &StochasticDag, state: u32) -> Vec<(String, u32)> {
    let Some(mover) = game.turn(&state).mover() else { return Vec::new() };
    let mut moves = Vec::new();
    game.moves(&state, mover, &mut moves);
    let next = |mv| (game.write_move(&state, mover, mv), game.after(&state, mover, mv));
    moves.into_iter().map(next).collect()
}

fn random(seed: u64) -> StochasticDag {
    let agents = 1 + seed as usize % 2;
    RandomStochastic { states: 4 + seed as usize % 9, agents, ..Default::default() }.generate(seed)
}

fn checked<G: Game + Notation>(game: &G, evidence: &Evidence) -> Result<usize, Rejection> {
    let compile = |_, _: &str, _: Option<&str>| Err("there is no formula".to_owned());
    check(game, evidence, compile).map(|stats| stats.nodes)
}

fn lines(evidence: &mut Evidence) -> &mut Vec<EquilibriumLine> {
    match &mut evidence.claim {
        Claim::Equilibrium { nodes, .. } => nodes,
        _ => unreachable!("it is about an equilibrium"),
    }
}

#[test]
fn right_equilibria_are_accepted_and_wrong_ones_are_not() {
    let (mut gained, mut expected) = (0, 0);
    for seed in 0..1_000 {
        let game = random(seed);
        let right = equilibrium(&game, None, false);
        assert_eq!(checked(&game, &right), Ok(right.size()), "seed {seed}");
        for blunder in (0..13).flat_map(|state| (0..4).map(move |place| (state, place))) {
            let wrong = equilibrium(&game, Some(blunder), false);
            if let Err(rejection) = checked(&game, &wrong) {
                assert!(rejection.reason.contains(" gains by "), "seed {seed}: {rejection}");
                gained += 1;
            }
        }
        let uneven = equilibrium(&game, None, true);
        if let Err(rejection) = checked(&game, &uneven) {
            assert!(rejection.reason.contains(" can expect "), "seed {seed}: {rejection}");
            expected += 1;
        }
        assert_eq!(right == uneven, checked(&game, &uneven).is_ok(), "seed {seed}");
    }
    assert!(gained > 1_000 && expected > 100, "both happen: {gained}, {expected}");
}

/// A move that is not the best is never accepted: what it gives differs from the best.
#[test]
fn moves_that_give_less_are_rejected() {
    for seed in 0..500 {
        let game = random(seed);
        let mut right = equilibrium(&game, None, false);
        for (state, place) in (0..13).flat_map(|state| (0..4).map(move |place| (state, place))) {
            let mut wrong = equilibrium(&game, Some((state, place)), false);
            let same = lines(&mut wrong).iter().zip(lines(&mut right)).all(|(wrong, right)| {
                wrong.position != state.to_string() || wrong.values == right.values
            });
            assert_eq!(checked(&game, &wrong).is_ok(), same, "seed {seed}: {state} {place}");
        }
    }
}

#[test]
fn mutations_are_rejected() {
    let mut count = 0;
    for seed in 0..150 {
        let game = random(seed);
        let right = equilibrium(&game, None, false);
        let mut reject = |what: &str, mutate: &dyn Fn(&mut Evidence)| {
            let mut wrong = right.clone();
            mutate(&mut wrong);
            if wrong != right {
                count += 1;
                let verdict = checked(&game, &wrong);
                assert!(verdict.is_err(), "seed {seed}, {what}: {wrong:?}");
            }
        };
        mutate_claim(&mut reject);
        for node in 0..right.size() {
            mutate_line(&game, &right, node, &mut reject);
            reject("cut after", &|wrong| lines(wrong).truncate(node));
            reject("cut before", &|wrong| _ = lines(wrong).drain(..node));
            reject("removal", &|wrong| _ = lines(wrong).remove(node));
            reject("copy at the end", &|wrong| {
                let copy = lines(wrong)[node].clone();
                lines(wrong).push(copy);
            });
        }
    }
    assert!(count > 20_000, "only {count} mutations");
}

/// Equal parts are shared: a copy of a final position for one of its parents is refused.
#[test]
fn copies_of_a_node_are_rejected() {
    let mut copied = 0;
    for seed in 0..300 {
        let game = random(seed);
        let mut right = equilibrium(&game, None, false);
        let nodes = lines(&mut right).clone();
        for (node, user) in (0..nodes.len()).flat_map(|n| (n + 1..nodes.len()).map(move |u| (n, u)))
        {
            if nodes[node].step != EquilibriumStep::Final {
                continue;
            }
            let mut wrong = right.clone();
            let list = lines(&mut wrong);
            list.iter_mut().for_each(|line| each_child(&mut line.step, |child| *child += 1));
            list.insert(0, nodes[node].clone());
            each_child(&mut list[user + 1].step, |child| {
                *child = if *child == node as u32 + 1 { 0 } else { *child };
            });
            assert!(checked(&game, &wrong).is_err(), "seed {seed}: {wrong:?}");
            copied += 1;
        }
    }
    assert!(copied > 1_000, "only {copied} copies");
}

fn each_child(step: &mut EquilibriumStep, mut change: impl FnMut(&mut u32)) {
    if let EquilibriumStep::Choose(_, moves) | EquilibriumStep::Chance(moves) = step {
        moves.iter_mut().for_each(|(_, child)| change(child));
    }
}

/// What agents get, with their names.
type Values = Vec<(String, String)>;
type Reject<'a> = &'a mut dyn FnMut(&str, &dyn Fn(&mut Evidence));

fn mutate_claim(reject: Reject<'_>) {
    let change = |wrong: &mut Evidence, change: &dyn Fn(&mut Values)| {
        if let Claim::Equilibrium { values, .. } = &mut wrong.claim {
            change(values);
        }
    };
    for value in ["0", "1", "-1", "1/2", "-0", "01", "x", ""] {
        reject("claimed value", &|wrong| change(wrong, &|values| values[0].1 = value.to_owned()));
    }
    reject("name", &|wrong| change(wrong, &|values| values[0].0 = "Zoe".to_owned()));
    reject("missing agent", &|wrong| change(wrong, &|values| _ = values.pop()));
    reject("one agent more", &|wrong| change(wrong, &|values| values.push(values[0].clone())));
}

fn mutate_line(game: &StochasticDag, right: &Evidence, node: usize, reject: Reject<'_>) {
    let mut right = right.clone();
    let line = lines(&mut right)[node].clone();
    for position in (0..13).map(|state: u32| state.to_string()).chain(["".into(), " 0".into()]) {
        reject("position", &|wrong| lines(wrong)[node].position = position.clone());
    }
    for (agent, value) in
        (0..game.agents().len()).flat_map(|a| ["0", "2", "-2", "1/3", "2/2", "x"].map(|v| (a, v)))
    {
        reject("value", &|wrong| lines(wrong)[node].values[agent] = value.to_owned());
    }
    reject("value for nobody", &|wrong| lines(wrong)[node].values.push("0".to_owned()));
    reject("missing value", &|wrong| _ = lines(wrong)[node].values.pop());
    let mut step = |what: &str, step: EquilibriumStep| {
        reject(what, &|wrong| lines(wrong)[node].step = step.clone());
    };
    let children = || 0..=right.size() as u32;
    step("kind", EquilibriumStep::Final);
    match &line.step {
        EquilibriumStep::Final => {
            step("kind", EquilibriumStep::Chance(vec![]));
            step("kind", EquilibriumStep::Choose("0".to_owned(), vec![]));
        }
        EquilibriumStep::Chance(moves) => {
            step("kind", EquilibriumStep::Choose(moves[0].0.clone(), moves.clone()));
            mutate_list(moves, children, |what, list| step(what, EquilibriumStep::Chance(list)));
        }
        EquilibriumStep::Choose(played, moves) => {
            step("kind", EquilibriumStep::Chance(moves.clone()));
            step("move", EquilibriumStep::Choose("9".to_owned(), moves.clone()));
            mutate_list(moves, children, |what, list| {
                step(what, EquilibriumStep::Choose(played.clone(), list));
            });
        }
    }
}

/// A coin: heads, and the only agent gets 1.
struct Coin {
    agents: Agents,
    outcomes: Outcomes,
    shares: Vec<(i64, i64)>,
}

impl Model for Coin {
    type State = u8;
    type Move = u8;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> u8 {
        0
    }

    fn turn(&self, &state: &u8) -> Turn {
        if state == 0 { Turn::Chance } else { Turn::Final }
    }

    fn moves(&self, &state: &u8, agent: Agent, out: &mut Vec<u8>) {
        if state == 0 && agent == Agent::CHANCE {
            out.extend([1, 2]);
        }
    }

    fn outcome(&self, &state: &u8) -> Outcome {
        Outcome(u16::from(state == 1))
    }

    fn holds(&self, _: &u8, _: u32) -> bool {
        false
    }

    fn key(&self, &state: &u8) -> u64 {
        u64::from(state)
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn probabilities(&self, _: &u8, out: &mut Vec<Fraction>) {
        out.extend(self.shares.iter().filter_map(|&(above, below)| Fraction::new(above, below)));
    }
}

impl Game for Coin {
    fn play(&self, state: &mut u8, _: Agent, mv: u8) {
        *state = mv;
    }
}

impl Notation for Coin {
    fn write_move(&self, _: &u8, _: Agent, mv: u8) -> String {
        mv.to_string()
    }

    fn write_position(&self, state: &u8) -> String {
        state.to_string()
    }

    fn read_position(&self, text: &str) -> Result<u8, TextError> {
        text.parse().map_err(|_| TextError::new("there is no such state", 0..text.len()))
    }

    fn atoms(&self) -> Vec<String> {
        Vec::new()
    }

    fn picture(&self, _: &u8) -> Picture {
        unreachable!("no test draws")
    }
}

/// Returns the verdict on evidence that a coin with these probabilities gives this much.
fn coin(shares: &[(i64, i64)], value: &str) -> Result<usize, Rejection> {
    let game = Coin {
        agents: Agents::new(["Ann"]),
        outcomes: Outcomes::scores(0, 1),
        shares: shares.to_vec(),
    };
    let line = |position: &str, value: &str, step| EquilibriumLine {
        position: position.to_owned(),
        values: vec![value.to_owned()],
        step,
    };
    let children = vec![("1".to_owned(), 0), ("2".to_owned(), 1)];
    let nodes = vec![
        line("1", "1", EquilibriumStep::Final),
        line("2", "0", EquilibriumStep::Final),
        line("0", value, EquilibriumStep::Chance(children)),
    ];
    let values = vec![("Ann".to_owned(), value.to_owned())];
    let claim = Claim::Equilibrium { values, nodes };
    checked(&game, &Evidence::new("coin", "0".to_owned(), claim))
}

#[test]
fn probabilities_are_those_of_the_game_and_must_be_some() {
    assert_eq!(coin(&[(1, 3), (2, 3)], "1/3"), Ok(3));
    assert!(coin(&[(1, 3), (2, 3)], "2/3").is_err());
    for (shares, value) in [
        (&[(1, 3), (1, 3)][..], "1/3"),
        (&[(1, 1)], "1"),
        (&[(1, 3), (1, 3), (1, 3)], "1/3"),
        (&[(3, 2), (-1, 2)], "3/2"),
        (&[(1, 1), (0, 1)], "1"),
    ] {
        let rejection = coin(shares, value).expect_err("no probabilities");
        assert!(rejection.reason.contains("does not say how likely"), "{rejection}");
    }
}

/// In a game with chance, only claims about expectations mean something.
#[test]
fn other_claims_about_games_with_chance_are_refused() {
    let game =
        Coin { agents: Agents::new(["Ann"]), outcomes: Outcomes::scores(0, 1), shares: vec![] };
    let bound = || Some(Bound { outcome: "0".to_owned(), nodes: NodeList::default() });
    for claim in [
        Claim::Value { low: bound(), high: None },
        Claim::Guarantee { agent: "Ann".to_owned(), low: bound(), high: None },
    ] {
        let evidence = Evidence::new("coin", "0".to_owned(), claim);
        let rejection = checked(&game, &evidence).expect_err("it has no value");
        assert!(rejection.reason.starts_with("there is chance in the game"), "{rejection}");
    }
}

/// What each agent of a random game can secure, as evidence.
fn guarantees(seed: u64) -> Vec<(crate::graph::Graph, Evidence)> {
    let names = ["loss", "draw", "win"];
    let mut found = Vec::new();
    for case in cases(seed) {
        for (agent, sign) in [("Ann", 1), ("Bob", -1)] {
            if agent == "Bob" && case.game.agents.len() < 2 {
                continue;
            }
            let mut nodes = case.nodes.clone();
            let mut payoffs = Vec::new();
            for line in &mut nodes {
                if let SolutionStep::Final(name) = &mut line.step {
                    let place = names.iter().position(|n| n == name).expect("an outcome") as i64;
                    payoffs.push(sign * (place - 1));
                    *name = (sign * (place - 1)).to_string();
                }
            }
            let max = (case.holder == Holder::Max) == (sign == 1);
            let worst = if max { payoffs.iter().min() } else { payoffs.iter().max() };
            let outcome = worst.expect("plays end").to_string();
            let bound = Some(Bound { outcome, nodes: nodes.into() });
            let (low, high) = if max { (bound, None) } else { (None, bound) };
            let claim = Claim::Guarantee { agent: agent.to_owned(), low, high };
            let position = format!("s{}", case.root);
            found.push((case.game.clone(), Evidence::new("graph", position, claim)));
        }
    }
    found
}

#[test]
fn what_an_agent_secures_is_exactly_what_is_claimed() {
    let (mut right, mut wrong) = (0, 0);
    for (game, evidence) in (0..300).flat_map(guarantees) {
        assert_eq!(checked(&game, &evidence), Ok(evidence.size()), "{evidence:?}");
        right += 1;
        let bound = |evidence: &mut Evidence, change: &dyn Fn(&mut Bound)| {
            let Claim::Guarantee { low, high, .. } = &mut evidence.claim else { return };
            low.iter_mut().chain(high).for_each(change);
        };
        let mut reject = |change: &dyn Fn(&mut Evidence)| {
            let mut changed = evidence.clone();
            change(&mut changed);
            if changed != evidence {
                wrong += 1;
                assert!(checked(&game, &changed).is_err(), "{changed:?}");
            }
        };
        for other in ["-1", "0", "1", "2", "1/2", "-0", "win", "", &"9".repeat(40)] {
            reject(&|evidence| bound(evidence, &|bound| bound.outcome = other.to_owned()));
        }
        let finals = |bound: &mut Bound, text: &str| {
            changed(&mut bound.nodes, |nodes| {
                let ends = nodes.iter_mut().filter(|l| matches!(l.step, SolutionStep::Final(_)));
                ends.for_each(|line| line.step = SolutionStep::Final(text.to_owned()));
            });
        };
        reject(&|evidence| bound(evidence, &|bound| finals(bound, "7")));
        reject(&|evidence| bound(evidence, &|bound| bound.nodes = NodeList::default()));
        let Claim::Guarantee { low, high, .. } = &evidence.claim else { unreachable!() };
        let (low, high) = (low.clone(), high.clone());
        // The strategy of one side as that of the other shows nothing, unless there is no choice.
        if evidence.size() > 1 {
            let agent = "Zoe".to_owned();
            let claim = Claim::Guarantee { agent, low: low.clone(), high: high.clone() };
            reject(&|evidence| evidence.claim = claim.clone());
        }
        let nobody = Claim::Guarantee { agent: "Ann".to_owned(), low: None, high: None };
        reject(&|evidence| evidence.claim = nobody.clone());
    }
    assert!(right > 1_000 && wrong > 5_000, "{right} {wrong}");
}
