//! Tests [Saf13, Tables 4.2 to 4.7] without nodes for negations: what they say about `¬` still
//! holds.

use crate::best_first::common::{Explicit, Random, Shape, ask, random_formula};
use ludex_game::{Agent, Atom, Bounds, Hints, Outcome, Question, Turn};
use ludex_logic::{Formula, Formulas};

use crate::best_first::explorer::Explorer;
use crate::best_first::formulas::explorer::{FormulaExplorer, IS_TRUE};
use crate::best_first::scheme::{Needs, Scheme};
use crate::best_first::schemes::{Conjunctions, Effort, MonteCarlo, ProofNumbers};
use crate::best_first::search::{BestFirst, LoopOptions};
use crate::fixpoint::Semantics;

/// A search that is inspected at every step.
struct Watched<'g, S: Scheme, G: Hints> {
    search: BestFirst<S>,
    explorer: FormulaExplorer<'g, G>,
}

impl<'g, S: Scheme> Watched<'g, S, Explicit> {
    fn new(
        scheme: S,
        question: Question<'g, Explicit>,
        formulas: &'g Formulas,
        formula: Formula,
        dag: bool,
    ) -> Self {
        let options = LoopOptions {
            dag,
            images: false,
            shortcut: true,
            second_level: false,
            prune: true,
            max_bytes: usize::MAX,
        };
        let mut search = BestFirst::new(scheme, options);
        let mut explorer = FormulaExplorer::new(question, formulas, (0, formula), dag, 7);
        search.start(&mut explorer).expect("a root");
        Watched { search, explorer }
    }

    /// Unfolds one leaf. Returns false if the root is solved.
    fn step(&mut self) -> bool {
        if self.search.solved(0) {
            return false;
        }
        if self.search.descend() {
            self.search.unfold(&mut self.explorer, None).expect("no budget");
            let changed = self.search.refresh();
            self.search.climb(changed);
        }
        true
    }
}

fn random_question(random: &mut Random) -> (Explicit, Formulas, Formula) {
    let shape = [Shape::Tree, Shape::Dag, Shape::Cyclic][random.below(3)];
    let game = Explicit::random(random, shape, 16);
    let mut dag = Formulas::new();
    let depth = random.below(9);
    let formula = random_formula(random, &game, &mut dag, depth);
    (game, dag, formula)
}

const PNPS: ProofNumbers =
    ProofNumbers { question: IS_TRUE, mobility: false, conjunctions: Conjunctions::Sum };

/// Asserts that searches for a formula and for its negation unfold the same nodes, and that the
/// values of a node are each other's negation.
fn negation_turns<S: Scheme>(
    scheme: impl Fn(&mut Random) -> S,
    turns: impl Fn(&S::Part) -> S::Part,
) {
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let (game, dag, formula) = random_question(&mut random);
        let (scheme, merge) = (scheme(&mut random), random.one_in(2));
        let watched = |formula| Watched::new(scheme.clone(), ask(&game, 0), &dag, formula, merge);
        let (mut this, mut other) = (watched(formula), watched(!formula));
        while this.step() {
            assert!(other.step(), "seed {seed}");
            assert_eq!(this.search.path.nodes(), other.search.path.nodes(), "seed {seed}");
        }
        assert!(!other.step(), "seed {seed}");
        let turned: Vec<S::Part> = other.search.tree.infos.iter().map(&turns).collect();
        assert_eq!(this.search.tree.infos, turned, "seed {seed}");
    }
}

/// The first rows of [Saf13, Tables 4.3 and 4.4].
#[test]
fn a_negation_swaps_proof_numbers() {
    let scheme = |random: &mut Random| {
        let conjunctions = [Conjunctions::Sum, Conjunctions::Max][random.below(2)];
        ProofNumbers { mobility: random.one_in(2), conjunctions, ..PNPS }
    };
    negation_turns(scheme, |effort| Effort { proof: effort.disproof, disproof: effort.proof });
}

/// The first rows of [Saf13, Tables 4.6 and 4.7].
#[test]
fn a_negation_swaps_successes_and_failures() {
    let scheme = |_: &mut Random| MonteCarlo { question: IS_TRUE, evaluation: false };
    negation_turns(scheme, |tally| tally.swapped());
}

/// Max moves from 0 to 1 and 2, Min from 1 to 3 and 4, from 2 to 5; 4 is won.
#[test]
fn proof_numbers_are_those_counted_by_hand() {
    let (max, min) = (Agent::FIRST, Agent::SECOND);
    let mut game = Explicit::blank(6, 2, 3);
    game.turn[..3].copy_from_slice(&[Turn::Of(max), Turn::Of(min), Turn::Of(min)]);
    game.next[0][0] = vec![1, 2];
    game.next[1][1] = vec![3, 4];
    game.next[2][1] = vec![5];
    game.outcome[4] = game.outcomes.best();
    let mut dag = Formulas::new();
    let w = dag.atom(Atom::Win(max));
    let answered = dag.diamond(min, w);
    let both = dag.and(answered, !w);
    let formula = dag.diamond(max, both);
    let mut search = Watched::new(PNPS, ask(&game, 0), &dag, formula, false);
    let effort = |proof, disproof| Effort { proof, disproof };
    let mut roots = vec![search.search.tree.infos[0]];
    while search.step() {
        roots.push(search.search.tree.infos[0]);
    }
    // ◇ has two leaves (1, 2); the conjunction at 1 has a leaf and a true atom, so 1 to prove and
    // to disprove; its diamond finds 4. The numbers of 0 stay (1, 2) until it is proved.
    assert_eq!(roots, [effort(1, 1), effort(1, 2), effort(1, 2), effort(0, u32::MAX)]);
    assert_eq!(search.explorer.queries().listmoves, 2, "the moves of 0 and of 1");
    assert_eq!(search.explorer.queries().atomic, 3, "w in 1, in 3 and in 4");
}

/// With at most one move in each state a probe decides the formula [Saf13, Algorithm 9].
#[test]
fn probes_follow_the_formula() {
    let mut holding = 0;
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let (mut game, dag, formula) = random_question(&mut random);
        game.next.iter_mut().flatten().for_each(|next| next.truncate(1));
        let question = ask(&game, 0);
        let mut explorer = FormulaExplorer::new(question, &dag, (0, formula), false, seed);
        let needs = Needs { playout: true, ..Needs::default() };
        let facts = explorer.start(needs).expect("a root");
        let holds = Semantics::new(question, &0, 100).expect("small").satisfying(&dag, formula)[0];
        let decided = Bounds::exactly(Outcome(u16::from(holds)));
        assert!(facts.bounds == decided || facts.playout == f64::from(holds), "seed {seed}");
        holding += u32::from(facts.bounds != decided && holds);
    }
    assert!(holding > 500, "{holding} probes were successful");
}
