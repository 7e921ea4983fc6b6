//! Proofs of random formulas in random games: accepted when right, rejected after any mutation.

use ludex_base::Random;
use ludex_evidence::{Claim, Evidence, ProofLine, ProofStep, ProofText, Statement, check_proof};
use ludex_game::{Agent, Choice, Game, Notation, Outcome, Question};
use ludex_logic::{Connective, Formula, Formulas};

use crate::graph::Graph;
use crate::naive::{Prover, satisfied};

/// A random question with its proof as text.
struct Case {
    game: Graph,
    asked: Agent,
    dag: Formulas,
    formula: Formula,
    root: u8,
    holds: bool,
    text: Text,
}

/// A proof whose nodes can be changed.
#[derive(Clone, PartialEq, Debug)]
struct Text {
    formulas: Vec<String>,
    nodes: Vec<ProofLine>,
}

impl From<ProofText> for Text {
    fn from(text: ProofText) -> Text {
        Text { nodes: text.nodes.iter().collect(), formulas: text.formulas }
    }
}

impl Text {
    fn packed(&self) -> ProofText {
        ProofText { formulas: self.formulas.clone(), nodes: self.nodes.clone().into() }
    }
}

impl Case {
    fn random(seed: u64) -> Case {
        let mut rng = Random::new(seed);
        let agents = 1 + rng.below(3);
        let game = Graph::random(&mut rng, agents);
        let mut dag = Formulas::new();
        let depth = 2 + rng.below(5);
        let formula = game.formula(&mut rng, &mut dag, depth);
        let asked = Agent(rng.below(agents) as u8);
        let root = rng.below(game.places.len()) as u8;
        let (holds, text) = prove(&game, asked, &dag, formula, root);
        Case { game, asked, dag, formula, root, holds, text }
    }

    fn question(&self) -> Question<'_, Graph> {
        Question { game: &self.game, asked: self.asked }
    }

    fn accepts(&self, text: &Text) -> bool {
        self.accepts_claim(self.root, self.formula, self.holds, text)
    }

    fn accepts_claim(&self, root: u8, formula: Formula, holds: bool, text: &Text) -> bool {
        let text = text.packed();
        check_proof(self.question(), &root, &self.dag, formula, holds, &text).is_ok()
    }
}

fn prove(g: &Graph, asked: Agent, dag: &Formulas, formula: Formula, root: u8) -> (bool, Text) {
    let question = Question { game: g, asked };
    let proof = Prover::proof(question, dag, &root, formula);
    let statement = Statement { text: "random", definitions: None, dag, formula };
    let evidence = Evidence::formula("graph", question, &root, statement, &proof)
        .expect("the proof has the shape of one");
    match evidence.claim {
        Claim::Formula { holds, proof, .. } => (holds, proof.into()),
        _ => unreachable!("it is about a formula"),
    }
}

#[test]
fn right_proofs_are_accepted() {
    let mut sizes = Vec::new();
    for seed in 0..20_000 {
        let case = Case::random(seed);
        let truth = satisfied(case.question(), &case.dag, &case.root, case.formula);
        assert_eq!(case.holds, truth, "seed {seed}");
        let nodes = case.text.nodes.len();
        let stats = check_proof(
            case.question(),
            &case.root,
            &case.dag,
            case.formula,
            case.holds,
            &case.text.packed(),
        );
        assert_eq!(stats.map(|stats| stats.nodes), Ok(nodes), "seed {seed}");
        sizes.push(nodes);
    }
    sizes.sort_unstable();
    let (median, largest) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
    assert!(median >= 3 && largest >= 30, "the cases are not trivial: {median}, {largest}");
}

#[test]
fn claims_about_something_else_are_rejected() {
    for seed in 0..3_000 {
        let case = Case::random(seed);
        let accepts = |root, formula, holds| case.accepts_claim(root, formula, holds, &case.text);
        assert!(!accepts(case.root, case.formula, !case.holds), "seed {seed}: truth value");
        assert!(!accepts(case.root, !case.formula, case.holds), "seed {seed}: negated");
        assert!(accepts(case.root, !case.formula, !case.holds), "seed {seed}: negated twice");
        for root in case.game.states().filter(|&root| root != case.root) {
            assert!(!accepts(root, case.formula, case.holds), "seed {seed}: root {root}");
        }
        let mut rng = Random::new(seed);
        let mut dag = case.dag.clone();
        let other = case.game.formula(&mut rng, &mut dag, 3);
        if other.positive() != case.formula.positive() {
            let (question, text) = (case.question(), case.text.packed());
            let result = check_proof(question, &case.root, &dag, other, case.holds, &text);
            assert!(result.is_err(), "seed {seed}: other formula");
        }
    }
}

/// The soundness of the checker: proofs for a game with slightly other rules are accepted only if
/// what they claim is true.
#[test]
fn proofs_for_other_rules_show_nothing_false() {
    let (mut accepted, mut lies) = (0, 0);
    for seed in 0..30_000 {
        let case = Case::random(seed);
        let mut rng = Random::new(!seed);
        let mut other = case.game.clone();
        (0..3).for_each(|_| bend(&mut rng, &mut other));
        let (holds, text) = prove(&other, case.asked, &case.dag, case.formula, case.root);
        let result = case.accepts_claim(case.root, case.formula, holds, &text);
        assert!(!result || holds == case.holds, "seed {seed}: accepts what is not true");
        accepted += u32::from(result);
        lies += u32::from(holds != case.holds);
    }
    assert!(accepted > 1_000 && lies > 1_000, "both happen: {accepted}, {lies}");
}

/// Changes one rule of a game: a label, an outcome, or a move that is lost or leads elsewhere.
fn bend(rng: &mut Random, game: &mut Graph) {
    let (states, agents) = (game.places.len(), game.agents.len());
    let place = rng.below(states);
    let moves = &mut game.places[place].moves[rng.below(agents)];
    match rng.below(4) {
        0 if moves.len() > 1 => _ = moves.pop(),
        1 if !moves.is_empty() => moves[0] = rng.below(states) as u8,
        2 => game.places[place].outcome = Outcome(rng.below(3) as u16),
        _ => game.places[place].labels ^= 1 << rng.below(2),
    }
}

/// Every mutation of a single node is rejected, except one that changes nothing: naming another
/// move that leads to the same state is the same exploration tree [Saf13, Def. 24].
#[test]
fn mutations_are_rejected() {
    let mut count = 0;
    for seed in 0..2_500 {
        let case = Case::random(seed);
        if case.text.nodes.len() > 40 {
            continue;
        }
        for node in 0..case.text.nodes.len() {
            let mut check = |what: &str, mutate: &dyn Fn(&mut Text)| {
                let mut text = case.text.clone();
                mutate(&mut text);
                if text != case.text {
                    count += 1;
                    let (before, after) = (&case.text.nodes[node], text.nodes.get(node));
                    let line = format!("seed {seed}, {what} of node {node}: {before:?} {after:?}");
                    assert!(!case.accepts(&text), "{line}");
                }
            };
            mutate_label(&case, node, &mut check);
            mutate_step(&case, node, &mut check);
            mutate_nodes(&case, node, &mut check);
        }
        for line in 0..case.text.formulas.len() {
            mutate_table(&case, line, &mut count);
        }
    }
    println!("{count} mutations of proofs were rejected");
    assert!(count > 100_000, "only {count} mutations");
}

type Check<'a> = &'a mut dyn FnMut(&str, &dyn Fn(&mut Text));

/// Changes what a node says it is about.
fn mutate_label(case: &Case, node: usize, check: Check<'_>) {
    check("truth", &|text| text.nodes[node].holds ^= true);
    let positions = case.game.states().map(|state| case.game.write_position(&state));
    for position in positions.chain([String::new(), "S0".into(), "s0 ".into(), "s99".into()]) {
        check("position", &|text| text.nodes[node].position = position.clone());
    }
    for formula in (0..=case.text.formulas.len() as u32).chain([u32::MAX]) {
        check("formula", &|text| text.nodes[node].formula = formula);
    }
}

/// Changes the kind, the children and the moves of a step.
fn mutate_step(case: &Case, node: usize, check: Check<'_>) {
    let line = &case.text.nodes[node];
    let children = || (0..=case.text.nodes.len() as u32).chain([u32::MAX]);
    let mut step = |what: &str, step: ProofStep| {
        check(what, &|text| text.nodes[node].step = step.clone());
    };
    for other in other_kinds(&line.step) {
        step("kind", other);
    }
    for child in children() {
        match &line.step {
            &ProofStep::Both(first, second) => {
                step("first child", ProofStep::Both(child, second));
                step("second child", ProofStep::Both(first, child));
                step("swapped children", ProofStep::Both(second, first));
            }
            ProofStep::Left(_) => step("child", ProofStep::Left(child)),
            ProofStep::Right(_) => step("child", ProofStep::Right(child)),
            ProofStep::Some(mv, _) => step("child", ProofStep::Some(mv.clone(), child)),
            ProofStep::Look | ProofStep::All(_) => {}
        }
    }
    if let ProofStep::Some(old, child) = &line.step {
        for mv in texts().filter(|mv| !same_successor(case, node, old, mv)) {
            step("move", ProofStep::Some(mv, *child));
        }
    }
    if let ProofStep::All(list) = &line.step {
        mutate_list(list, children, |what, list| step(what, ProofStep::All(list)));
    }
}

/// Returns texts of moves, legal or not, and of the pass.
fn texts() -> impl Iterator<Item = String> {
    ["a0", "a1", "a2", "b0", "b1", "b2", "c0", "A0", "a00", "a9", "pass", ""]
        .into_iter()
        .map(str::to_owned)
}

/// Moves with the children they lead to.
type List = Vec<(String, u32)>;

/// Returns every single change of a list of moves with children, but for its order.
pub fn mutate_list<I: Iterator<Item = u32>>(
    list: &[(String, u32)],
    children: impl Fn() -> I,
    mut check: impl FnMut(&str, List),
) {
    for place in 0..list.len() {
        let mut change = |what, change: &dyn Fn(&mut List)| {
            let mut list = list.to_vec();
            change(&mut list);
            check(what, list);
        };
        change("dropped move", &|list| _ = list.remove(place));
        change("doubled move", &|list| list.push(list[place].clone()));
        for child in children() {
            change("child", &|list| list[place].1 = child);
        }
        for mv in texts() {
            change("move", &|list| list[place].0 = mv.clone());
        }
    }
    for (child, mv) in children().flat_map(|child| texts().map(move |mv| (child, mv))) {
        let mut list = list.to_vec();
        list.push((mv, child));
        check("added move", list);
    }
}

/// Returns every other kind of step with these children.
fn other_kinds(step: &ProofStep) -> Vec<ProofStep> {
    let (mv, child) = match step {
        ProofStep::Look => ("a0".to_owned(), 0),
        &ProofStep::Both(child, _) | &ProofStep::Left(child) | &ProofStep::Right(child) => {
            ("a0".to_owned(), child)
        }
        ProofStep::All(list) => list.first().cloned().unwrap_or(("a0".to_owned(), 0)),
        ProofStep::Some(mv, child) => (mv.clone(), *child),
    };
    let kinds = [
        ProofStep::Look,
        ProofStep::Both(child, child),
        ProofStep::Left(child),
        ProofStep::Right(child),
        ProofStep::All(vec![]),
        ProofStep::All(vec![(mv.clone(), child)]),
        ProofStep::Some(mv, child),
    ];
    let kind = std::mem::discriminant(step);
    kinds.into_iter().filter(|other| std::mem::discriminant(other) != kind).collect()
}

/// Returns whether two moves at a box node are legal and lead to the same state.
fn same_successor(case: &Case, node: usize, one: &str, other: &str) -> bool {
    let line = &case.text.nodes[node];
    let state = case.game.read_position(&line.position).expect("the position is right");
    let agents = case.game.agents.clone();
    let table = &case.text.formulas[line.formula as usize];
    let name = table.split(' ').nth(1).expect("it is a box");
    let agent = agents.named(name).expect("the agent is right");
    let after = |text: &str| {
        let choices = case.question().choices(&state, agent).into_iter();
        let mut moves = choices.filter_map(|choice| match choice {
            Choice::Move(mv) => Some(mv),
            Choice::Pass => None,
        });
        let mv = moves.find(|&mv| case.game.write_move(&state, agent, mv) == text);
        mv.map(|mv| case.game.after(&state, agent, mv))
    };
    after(one).is_some() && after(one) == after(other)
}

/// Cuts nodes off, takes them out, and puts superfluous ones in.
fn mutate_nodes(case: &Case, node: usize, check: Check<'_>) {
    check("cut after", &|text| text.nodes.truncate(node));
    check("cut before", &|text| _ = text.nodes.drain(..node));
    check("removal", &|text| _ = text.nodes.remove(node));
    check("copy at the end", &|text| text.nodes.push(text.nodes[node].clone()));
    // A copy at the start, all numbers set right: the first is superfluous or the copy is.
    if case.text.nodes[node].step == ProofStep::Look {
        check("copy at the start", &|text| {
            let copy = text.nodes[node].clone();
            text.nodes.iter_mut().for_each(|line| shift(&mut line.step));
            text.nodes.insert(0, copy);
        });
        for user in node + 1..case.text.nodes.len() {
            check("copy that is used", &|text| unshare(text, node, user));
        }
    }
}

/// Gives one parent of a node a copy of its own.
fn unshare(text: &mut Text, node: usize, user: usize) {
    let copy = text.nodes[node].clone();
    text.nodes.iter_mut().for_each(|line| shift(&mut line.step));
    text.nodes.insert(0, copy);
    each_child(&mut text.nodes[user + 1].step, |child| {
        if *child == node as u32 + 1 {
            *child = 0;
        }
    });
}

fn shift(step: &mut ProofStep) {
    each_child(step, |child| *child += 1);
}

fn each_child(step: &mut ProofStep, mut change: impl FnMut(&mut u32)) {
    match step {
        ProofStep::Look => {}
        ProofStep::Both(first, second) => [first, second].into_iter().for_each(change),
        ProofStep::Left(child) | ProofStep::Right(child) | ProofStep::Some(_, child) => {
            change(child);
        }
        ProofStep::All(list) => list.iter_mut().for_each(|(_, child)| change(child)),
    }
}

/// Changes a line of the table of formulas.
fn mutate_table(case: &Case, line: usize, count: &mut u32) {
    let mut check = |change: &dyn Fn(&mut Vec<String>)| {
        let mut text = case.text.clone();
        change(&mut text.formulas);
        if text != case.text {
            *count += 1;
            assert!(!case.accepts(&text), "{:?} for {:?}", text.formulas, case.text.formulas);
        }
    };
    check(&|table| _ = table.remove(line));
    check(&|table| table.push(table[line].clone()));
    check(&|table| table.swap(line, 0));
    check(&|table| table[line].push('!'));
    check(&|table| table[line] = "true".to_owned());
}

#[test]
fn equal_parts_are_merged_and_superfluous_ones_left_out() {
    for seed in 0..2_000 {
        let case = Case::random(seed);
        let proof = Prover::proof(case.question(), &case.dag, &case.root, case.formula);
        let statement =
            Statement { text: "random", definitions: None, dag: &case.dag, formula: case.formula };
        // The whole proof twice over, the second copy being the one that is used.
        let mut twice = proof.clone();
        let count = proof.nodes.len() as u32;
        twice.nodes.extend(proof.nodes.iter().cloned().map(|mut node| {
            in_memory_shift(&mut node.step, count);
            node
        }));
        let evidence =
            Evidence::formula("graph", case.question(), &case.root, statement, &twice).unwrap();
        let Claim::Formula { proof: text, .. } = evidence.claim else { unreachable!() };
        assert_eq!(Text::from(text), case.text, "seed {seed}");
    }
}

fn in_memory_shift(step: &mut ludex_evidence::Step<u8>, by: u32) {
    use ludex_evidence::Step;
    match step {
        Step::Look => {}
        Step::Both(first, second) => (*first, *second) = (*first + by, *second + by),
        Step::Left(child) | Step::Right(child) | Step::Some(_, child) => *child += by,
        Step::All(list) => list.iter_mut().for_each(|(_, child)| *child += by),
    }
}

/// The table does not depend on what else was compiled into the DAG before.
#[test]
fn the_table_depends_on_the_formula_alone() {
    for seed in 0..1_000 {
        let case = Case::random(seed);
        let mut dag = Formulas::new();
        case.game.formula(&mut Random::new(!seed), &mut dag, 4);
        let formula = copy(&case.dag, case.formula, &mut dag);
        let (_, text) = prove(&case.game, case.asked, &dag, formula, case.root);
        assert_eq!(text.formulas, case.text.formulas, "seed {seed}");
    }
}

fn copy(from: &Formulas, formula: Formula, to: &mut Formulas) -> Formula {
    let positive = match from.connective(formula) {
        Connective::True => Formula::TRUE,
        Connective::Atom(atom) => to.atom(atom),
        Connective::And(left, right) => {
            // The right part first: other numbers in the DAG, the same formula.
            let right = copy(from, right, to);
            let left = copy(from, left, to);
            to.and(left, right)
        }
        Connective::Box(agent, inner) => {
            let inner = copy(from, inner, to);
            to.boxed(agent, inner)
        }
    };
    if formula.negated() { !positive } else { positive }
}
