//! The propositions of \[Saf13\] about best-first search, tested while it searches random games.

use super::common::{Explicit, Random, Shape};
use ludex_game::{Bounds, Outcome, Outcomes, Turn};

use super::explorer::{Explorer, Link, Mark};
use super::games::explorer::{Evaluation, ExplorerOptions, GameExplorer};
use super::scheme::{Facts, Needs, Player, Question, Scheme};
use super::schemes::{
    Blind, Conjunctions, MinMax, MonteCarlo, Multi, Product, ProofNumbers, ScoreBounded,
};
use super::search::{BestFirst, LoopOptions};
use crate::budget::Search;
use crate::key::StateKeys;

/// An explorer that records which states it unfolds and which state every node has.
struct Traced<'g> {
    game: &'g Explicit,
    inner: GameExplorer<'g, 'g, Explicit>,
    unfolded: Vec<u32>,
    states: Vec<u32>,
    /// The factor by which mobilities are multiplied.
    inflation: u32,
}

impl<'g> Traced<'g> {
    fn new(game: &'g Explicit, dag: bool) -> Traced<'g> {
        let options = ExplorerOptions {
            hints: false,
            symmetry: false,
            dag,
            evaluation: Evaluation::Mobility,
            repetition: Outcome::WORST,
            seed: 7,
            keys: StateKeys::PLAIN,
            depth: 0,
        };
        let inner = GameExplorer::new(game, 0, options);
        Traced { game, inner, unfolded: Vec::new(), states: vec![0], inflation: 1 }
    }
}

impl<'g> Explorer<'g> for Traced<'g> {
    fn start(&mut self, needs: Needs) -> Search<Facts> {
        self.inner.start(needs)
    }

    fn unfold(&mut self, needs: Needs, children: &mut Vec<Facts>) -> Search<()> {
        self.unfolded.push(*self.inner.state());
        self.inner.unfold(needs, children)?;
        for child in children {
            child.mobility = child.mobility.saturating_mul(self.inflation);
        }
        Ok(())
    }

    fn adopt(&mut self, children: &[u32]) {
        let state = *self.inner.state() as usize;
        let Turn::Of(agent) = self.game.turn[state] else { panic!("a final state was unfolded") };
        let next = &self.game.next[state][agent.index()];
        self.states.extend(children.iter().map(|&child| next[child as usize]));
        self.inner.adopt(children);
    }

    fn reserve(&mut self, nodes: usize) {
        self.states.resize(nodes, u32::MAX);
        self.inner.reserve(nodes);
    }

    fn assign(&mut self, node: u32, child: u32) {
        let state = *self.inner.state() as usize;
        let Turn::Of(agent) = self.game.turn[state] else { panic!("a final state was unfolded") };
        self.states[node as usize] = self.game.next[state][agent.index()][child as usize];
        self.inner.assign(node, child);
    }

    fn reach(&mut self, node: u32, link: Link) -> bool {
        let state = *self.inner.state() as usize;
        let Turn::Of(agent) = self.game.turn[state] else { panic!("a final state has a child") };
        self.states[node as usize] = self.game.next[state][agent.index()][link.place];
        self.inner.reach(node, link)
    }

    fn go(&mut self, path: &[u32], shared: usize) -> usize {
        let length = self.inner.go(path, shared);
        assert_eq!(*self.inner.state(), self.states[path[length - 1] as usize]);
        length
    }

    fn keep(&mut self, nodes: &[u32]) {
        self.states = nodes.iter().map(|&node| self.states[node as usize]).collect();
        self.inner.keep(nodes);
    }

    fn mark(&self) -> Mark {
        self.inner.mark()
    }

    fn forget(&mut self, since: Mark) {
        self.states.truncate(since.nodes);
        self.inner.forget(since);
    }

    fn bytes_per_node(&self) -> usize {
        self.inner.bytes_per_node()
    }

    fn here(&mut self) -> Box<dyn Explorer<'g> + Send + 'g> {
        self.inner.here()
    }
}

/// A search that is inspected at every step.
struct Watched<'g, S: Scheme> {
    search: BestFirst<S>,
    explorer: Traced<'g>,
}

impl<'g, S: Scheme> Watched<'g, S> {
    fn new(scheme: S, game: &'g Explicit, dag: bool, shortcut: bool) -> Self {
        let options = LoopOptions {
            dag,
            images: false,
            shortcut,
            second_level: false,
            prune: true,
            max_bytes: usize::MAX,
        };
        let mut search = BestFirst::new(scheme, options);
        let mut explorer = Traced::new(game, dag);
        search.start(&mut explorer).expect("a root");
        Watched { search, explorer }
    }

    /// Searches until the root is solved. Calls `look` at every leaf that is reached.
    fn run(&mut self, mut look: impl FnMut(&mut Self)) -> Bounds {
        while !self.search.solved(0) {
            if self.search.descend() {
                look(self);
                self.search.unfold(&mut self.explorer, None).expect("no budget");
                let changed = self.search.refresh();
                self.search.climb(changed);
            }
        }
        self.search.bounds()
    }

    /// Returns the states in the order in which they are unfolded.
    fn trace(mut self) -> Vec<u32> {
        self.run(|_| {});
        self.explorer.unfolded
    }

    fn node_bounds(&self, node: u32) -> Bounds {
        self.search.scheme.bounds(self.search.tree.info(node))
    }

    /// Asserts [Saf13, Prop. 7 and 8]: the nodes of a descent are not solved and not final.
    fn assert_progress(&self) {
        for &node in self.search.path.nodes() {
            assert!(!self.search.solved(node));
        }
        let state = self.explorer.states[self.search.current() as usize];
        assert_ne!(self.explorer.game.turn[state as usize], Turn::Final);
    }

    /// Asserts [Saf13, Prop. 6 and 17]: the bounds of every node contain its value.
    fn assert_sound(&self, values: &[u16]) {
        for node in 0..self.search.tree.len() as u32 {
            let value = Outcome(values[self.explorer.states[node as usize] as usize]);
            let Bounds { low, high } = self.node_bounds(node);
            assert!(low <= value && value <= high);
        }
    }

    /// Asserts [Saf13, Prop. 16]: bounds are maxima and minima. In a tree all nodes but those of
    /// the path are always up to date.
    fn assert_backed_up(&self) {
        let tree = &self.search.tree;
        for node in (0..tree.len() as u32).filter(|&node| !tree.is_leaf(node)) {
            let below = tree.children(node).map(|child| self.node_bounds(child));
            let both = below.reduce(|a, b| match tree.player(node) {
                Player::Max => Bounds { low: a.low.max(b.low), high: a.high.max(b.high) },
                Player::Min => Bounds { low: a.low.min(b.low), high: a.high.min(b.high) },
            });
            assert_eq!(both, Some(self.node_bounds(node)));
        }
    }

    /// Asserts [Saf13, Prop. 19]: the relevancy bounds of the nodes of a descent leave something
    /// open.
    fn assert_relevant(&self) {
        let mut relevant = self.node_bounds(0);
        for &node in self.search.path.nodes() {
            let own = self.node_bounds(node);
            relevant.low = relevant.low.max(own.low);
            relevant.high = relevant.high.min(own.high);
            assert!(relevant.low < relevant.high);
        }
    }

    /// Removes whatever cannot affect the root any more [Saf13, Prop. 18], and restarts at the
    /// root.
    fn forget(&mut self) {
        let kept = self.search.tree.collect(&self.search.scheme, usize::MAX, (true, false));
        self.explorer.keep(&kept);
        self.search.path.restart();
        assert!(self.search.descend());
    }
}

/// Makes a random game without cycles whose root is not final: small and irregular, or long to
/// solve.
fn random_game(random: &mut Random) -> Explicit {
    let shape = if random.one_in(2) { Shape::Tree } else { Shape::Dag };
    if random.one_in(4) {
        return Explicit::deep(random, shape, 100);
    }
    loop {
        let mut game = Explicit::random(random, shape, 60);
        game.repeats = false;
        if game.turn[0] != Turn::Final {
            return game;
        }
    }
}

/// Replaces the outcomes of a game by a loss and a win.
fn two_outcomes(mut game: Explicit) -> Explicit {
    let half = game.outcomes.best().0.div_ceil(2);
    for outcome in &mut game.outcome {
        outcome.0 = u16::from(outcome.0 >= half);
    }
    game.outcomes = Outcomes::win_loss();
    game
}

fn multized<S: super::scheme::TwoOutcomeScheme>(base: &S, best: Outcome) -> Multi<S> {
    Multi::new(base, best, Bounds { low: Outcome::WORST, high: best })
}

/// Runs the body for each scheme whose values are not random.
macro_rules! for_deterministic_schemes {
    ($random:expr, $best:expr, |$scheme:ident| $body:expr) => {
        let (best, yes) = ($best, $random.one_in(2));
        let question = Question { at_least: Outcome(1 + $random.below(best.index()) as u16), best };
        let (numbers, product) = (
            ProofNumbers { question, mobility: yes, conjunctions: Conjunctions::Sum },
            Product { question, evaluation: yes },
        );
        let $scheme = numbers;
        $body;
        let $scheme = product;
        $body;
        let $scheme = multized(&numbers, best);
        $body;
        let $scheme = multized(&product, best);
        $body;
    };
}

macro_rules! for_all_schemes {
    ($random:expr, $best:expr, |$scheme:ident| $body:expr) => {
        for_deterministic_schemes!($random, $best, |$scheme| $body);
        let (best, evaluation) = ($best, $random.one_in(2));
        let question = Question { at_least: Outcome(1 + $random.below(best.index()) as u16), best };
        let $scheme = MinMax { question, evaluation };
        $body;
        let $scheme = MonteCarlo { question, evaluation };
        $body;
        let $scheme = Blind { best };
        $body;
        let $scheme = ScoreBounded { best, evaluation };
        $body;
    };
}

/// [Saf13, Prop. 6 to 9 and 16, 17]; and ζ is consistent [Saf13, Def. 8 and 17], since leaves are
/// nodes too.
#[test]
fn nodes_are_sound_and_descents_make_progress() {
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let game = random_game(&mut random);
        let values = game.minimax();
        let dag = random.one_in(2);
        for_all_schemes!(random, game.outcomes.best(), |scheme| {
            let mut watched = Watched::new(scheme, &game, dag, random.one_in(2));
            watched.run(|watched| watched.assert_progress());
            watched.assert_sound(&values);
            let mut watched = Watched::new(watched.search.scheme, &game, false, true);
            watched.run(|watched| watched.assert_sound(&values));
            watched.assert_backed_up();
        });
    }
}

/// [Saf13, Prop. 22].
#[test]
fn with_two_outcomes_mopns_builds_the_tree_of_pns() {
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let game = two_outcomes(random_game(&mut random));
        let (best, mobility) = (Outcome(1), random.one_in(2));
        let pns = ProofNumbers {
            question: Question { at_least: best, best },
            mobility,
            conjunctions: Conjunctions::Sum,
        };
        let (dag, shortcut) = (random.one_in(2), random.one_in(2));
        let mut two = Watched::new(pns, &game, dag, shortcut);
        let mut many = Watched::new(multized(&pns, best), &game, dag, shortcut);
        assert_eq!(two.run(|_| {}), many.run(|_| {}));
        assert_eq!(two.explorer.unfolded, many.explorer.unfolded, "seed {seed}");
        assert_eq!(two.explorer.states, many.explorer.states, "seed {seed}");
        assert_eq!(two.search.tree.infos, many.search.tree.infos, "seed {seed}");
    }
}

/// The current-node shortcut starts a descent at a node that the descent from the root would reach.
#[test]
fn the_shortcut_changes_no_descent() {
    for seed in 0..2_000 {
        let mut random = Random::new(seed);
        let game = random_game(&mut random);
        for_deterministic_schemes!(random, game.outcomes.best(), |scheme| {
            let short = Watched::new(Clone::clone(&scheme), &game, false, true).trace();
            assert_eq!(short, Watched::new(scheme, &game, false, false).trace(), "seed {seed}");
        });
    }
}

/// [Saf13, Prop. 18 and 19]: pruning at any time changes no descent.
#[test]
fn pruning_changes_no_descent() {
    for seed in 0..2_000 {
        let mut random = Random::new(seed);
        let game = random_game(&mut random);
        for_deterministic_schemes!(random, game.outcomes.best(), |scheme| {
            let whole = Watched::new(Clone::clone(&scheme), &game, false, true).trace();
            let mut pruned = Watched::new(scheme, &game, false, true);
            pruned.run(|watched| {
                watched.assert_relevant();
                if random.one_in(3) {
                    watched.forget();
                }
            });
            assert_eq!(pruned.explorer.unfolded, whole, "seed {seed}");
        });
    }
}

/// Saturated numbers still distinguish solved from open nodes.
#[test]
fn saturated_proof_numbers_prove_nothing_wrong() {
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let game = random_game(&mut random);
        let (best, values) = (game.outcomes.best(), game.minimax());
        let at_least = Outcome(1 + random.below(best.index()) as u16);
        let pns = ProofNumbers {
            question: Question { at_least, best },
            mobility: true,
            conjunctions: Conjunctions::Sum,
        };
        let inflation = u32::MAX / (1 + random.below(4) as u32);
        let mut two = Watched::new(pns, &game, random.one_in(2), true);
        two.explorer.inflation = inflation;
        let bounds = two.run(|watched| watched.assert_progress());
        assert_eq!(bounds.low >= at_least, values[0] >= at_least.0, "seed {seed}");
        two.assert_sound(&values);
        let mut many = Watched::new(multized(&pns, best), &game, random.one_in(2), true);
        many.explorer.inflation = inflation;
        let bounds = many.run(|watched| watched.assert_progress());
        assert_eq!(bounds, Bounds::exactly(Outcome(values[0])), "seed {seed}");
    }
}
