//! Random models and formulas, and a direct implementation of the definition of truth
//! [ZT15, Def. 4] to compare with.

use std::collections::BTreeSet;

use ludex_base::{Budget, NoAnswer};
use ludex_game::{DynGame, Notation, SimultaneousGame, below};
use ludex_games::{Playable, Visitor};
use ludex_sgl::{Answer, File, Formula, Formulas, Node, SglError, query_game};
use rand_xoshiro::Xoshiro256PlusPlus;

pub type Rng = Xoshiro256PlusPlus;

pub const ACTIONS: [&str; 3] = ["a", "b", "c"];
pub const ATOMS: [&str; 2] = ["p", "q"];

fn pick<'t>(rng: &mut Rng, words: &[&'t str]) -> &'t str {
    words[below(rng, words.len())]
}

/// Returns how many times as many questions as usual are asked: `LUDEX_TIMES`, for a long run.
pub fn times() -> usize {
    std::env::var("LUDEX_TIMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Returns a random formula about one state, with `does` if requested.
pub fn plain(rng: &mut Rng, depth: usize, does: bool) -> String {
    if depth == 0 || below(rng, 5) == 0 {
        return match below(rng, if does { 5 } else { 3 }) {
            0 | 1 => pick(rng, &ATOMS).to_owned(),
            2 => pick(rng, &["true", "false"]).to_owned(),
            _ => format!("does({})", pick(rng, &ACTIONS)),
        };
    }
    let mut part = || plain(rng, depth - 1, does);
    let (a, b) = (part(), part());
    match below(rng, 4) {
        0 => format!("~({a})"),
        1 => format!("({a} & {b})"),
        2 => format!("({a} | {b})"),
        _ => format!("({a} <-> {b})"),
    }
}

/// Returns a random game of two agents, three actions and two atoms.
pub fn random_file(rng: &mut Rng) -> File {
    let mut text =
        "agents A, B; action a by A; action b by B; action c by B; fluent p, q;".to_owned();
    text += match below(rng, 3) {
        0 => "init p;",
        1 => "init q;",
        _ => "init p, q;",
    };
    text += &format!("terminal := {};", plain(rng, 1, false));
    for action in ACTIONS {
        text += &format!("legal {action} := {};", plain(rng, 1, false));
    }
    for atom in ATOMS {
        text += &format!("next {atom} := {};", plain(rng, 3, true));
    }
    File::read("random", &text).expect(&text)
}

/// Returns a random formula of the whole language whose modal depth is at most `modal`.
pub fn formula(rng: &mut Rng, depth: usize, modal: usize) -> String {
    if depth == 0 || below(rng, 6) == 0 {
        return match below(rng, 7) {
            0 | 1 => pick(rng, &ATOMS).to_owned(),
            2 => "initial".to_owned(),
            3 => "terminal".to_owned(),
            4 | 5 => format!("does({})", pick(rng, &ACTIONS)),
            _ => format!("legal({})", pick(rng, &ACTIONS)),
        };
    }
    let action = pick(rng, &ACTIONS);
    let inner = |rng: &mut Rng, modal| formula(rng, depth - 1, modal);
    match below(rng, 11) {
        0 => format!("~{}", inner(rng, modal)),
        1 => format!("({} & {})", inner(rng, modal), inner(rng, modal)),
        2 => format!("({} | {})", inner(rng, modal), inner(rng, modal)),
        3 => format!("({} -> {})", inner(rng, modal), inner(rng, modal)),
        4 => format!("({} <-> {})", inner(rng, modal), inner(rng, modal)),
        5 => format!("({} else {})", inner(rng, modal), inner(rng, modal)),
        6 => format!("({} also {})", inner(rng, modal), inner(rng, modal)),
        7 => format!("@{action}:{}", inner(rng, modal)),
        8 if modal > 0 => format!("[{action}]{}", inner(rng, modal - 1)),
        9 if modal > 0 => format!("next {}", inner(rng, modal - 1)),
        10 => {
            let left = below(rng, modal + 1);
            format!("{{{}}} {}", inner(rng, left), inner(rng, modal - left))
        }
        _ => format!("({} & {})", inner(rng, modal), inner(rng, modal)),
    }
}

/// An explicit model with few states: `update[w][a]`, and the true atoms by state.
#[derive(Clone, Debug)]
pub struct Explicit {
    pub initial: Vec<bool>,
    pub terminal: Vec<bool>,
    pub atoms: Vec<Vec<bool>>,
    pub update: Vec<Vec<usize>>,
    pub legal: BTreeSet<(usize, usize)>,
    pub actions: usize,
}

impl Explicit {
    pub fn len(&self) -> usize {
        self.initial.len()
    }

    /// Returns `M ⊨_(w,a) φ` by the definition; derived operators by [ZT15, Eqs. 1–3].
    pub fn holds(&self, f: &Formulas, w: usize, a: usize, formula: Formula) -> bool {
        let here = |formula: Formula| self.holds(f, w, a, formula);
        let mut all = 0..self.actions;
        match f.node(formula) {
            Node::Truth(truth) => *truth,
            Node::Atom(atom) => self.atoms[w][*atom as usize],
            Node::Initial => self.initial[w],
            Node::Terminal => self.terminal[w],
            Node::Does(b) => a == *b as usize,
            Node::Legal(b) => self.legal.contains(&(w, *b as usize)),
            Node::Not(x) => !here(*x),
            Node::And(list) => list.iter().all(|&x| here(x)),
            Node::Or(list) => list.iter().any(|&x| here(x)),
            Node::Iff(x, y) => here(*x) == here(*y),
            Node::Else(x, y) => here(*x) || here(*y) && all.all(|c| !self.holds(f, w, c, *x)),
            Node::Also(x, y) => {
                let both = |c| self.holds(f, w, c, *x) && self.holds(f, w, c, *y);
                here(*x) && (!all.any(both) || here(*y))
            }
            Node::Exec(b, x) => self.after(f, w, *b as usize, *x),
            Node::Next(x) => self.after(f, w, a, *x),
            Node::Select(b, x) => self.holds(f, w, *b as usize, *x),
            Node::Strategy(s, x) => self.restricted(f, *s).holds(f, w, a, *x),
        }
    }

    fn after(&self, f: &Formulas, w: usize, a: usize, inner: Formula) -> bool {
        (0..self.actions).all(|c| self.holds(f, self.update[w][a], c, inner))
    }

    /// Returns `M|α`.
    pub fn restricted(&self, f: &Formulas, strategy: Formula) -> Explicit {
        let mut model = self.clone();
        model.legal.retain(|&(s, b)| self.holds(f, s, b, strategy));
        model
    }

    /// Returns whether the formula is true at every move.
    pub fn valid(&self, f: &Formulas, formula: Formula) -> bool {
        (0..self.len()).all(|w| (0..self.actions).all(|a| self.holds(f, w, a, formula)))
    }
}

/// Returns the model of a file with all valuations as states; the last state is the initial one.
pub fn full_model(file: &File) -> Explicit {
    let (formulas, _) = file.formula("true").expect("it reads");
    let rules = file.rules();
    let frame = file.frame().expect("a frame");
    let (atoms, actions) = (frame.atom_count(), frame.action_count());
    let count = 1usize << atoms;
    let start = rules.init.iter().flatten().fold(0, |set, &atom| set | 1 << atom);
    let sets: Vec<usize> = (0..count).chain([start]).collect();
    let terminal: Vec<bool> = (0..=count)
        .map(|w| rule(&formulas, &sets, w, None, rules.terminal.expect("a rule")))
        .collect();
    let mut legal = BTreeSet::new();
    let mut update = Vec::new();
    for (w, over) in terminal.iter().enumerate() {
        for a in 0..actions {
            if !over && rule(&formulas, &sets, w, None, rules.legal[a].expect("a rule")) {
                legal.insert((w, a));
            }
        }
    }
    for w in 0..=count {
        let next = |a: usize| {
            let truth =
                |atom: usize| rule(&formulas, &sets, w, Some(a), rules.next[atom].expect("a rule"));
            (0..atoms).filter(|&atom| truth(atom)).fold(0, |set, atom| set | 1 << atom)
        };
        update.push((0..actions).map(next).collect());
    }
    Explicit {
        initial: (0..=count).map(|w| w == count).collect(),
        terminal,
        atoms: sets
            .iter()
            .map(|set| (0..atoms).map(|atom| set >> atom & 1 == 1).collect())
            .collect(),
        update,
        legal,
        actions,
    }
}

/// Returns the truth of a rule of [`random_file`]: atoms, constants, `does` and connectives only.
fn rule(f: &Formulas, sets: &[usize], w: usize, action: Option<usize>, formula: Formula) -> bool {
    let here = |x: Formula| rule(f, sets, w, action, x);
    match f.node(formula) {
        Node::Truth(truth) => *truth,
        Node::Atom(atom) => sets[w] >> atom & 1 == 1,
        Node::Does(a) => action == Some(*a as usize),
        Node::Not(x) => !here(*x),
        Node::And(list) => list.iter().all(|&x| here(x)),
        Node::Or(list) => list.iter().any(|&x| here(x)),
        Node::Iff(x, y) => here(*x) == here(*y),
        other => panic!("{other:?} in a random rule"),
    }
}

/// Returns the owner of an action of [`random_file`].
pub fn owner(action: usize) -> usize {
    usize::from(action > 0)
}

/// Returns the states that play by a set of legal moves reaches from the initial state.
pub fn reachable(model: &Explicit, legal: &BTreeSet<(usize, usize)>) -> BTreeSet<usize> {
    let mut seen = BTreeSet::from([model.len() - 1]);
    loop {
        let next: BTreeSet<usize> = legal
            .iter()
            .filter(|(w, _)| seen.contains(w))
            .map(|&(w, a)| model.update[w][a])
            .collect();
        if next.is_subset(&seen) {
            return seen;
        }
        seen.extend(next);
    }
}

/// Answers a query about a file that names a built-in game.
pub fn ask_built_in(
    file: &File,
    text: &str,
    budget: &Budget,
) -> Result<Answer, NoAnswer<SglError>> {
    let name = file.game().expect("the file names a game");
    let game = ludex_games::build(name, |_| Erase).expect("a built-in game");
    query_game(file, &game, text, budget)
}

struct Erase;

impl Visitor for Erase {
    type Output = DynGame;

    fn sequential<G: Playable>(self, game: G) -> DynGame {
        DynGame::new(game)
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(self, _: G) -> DynGame {
        panic!("the game has no turns")
    }
}
