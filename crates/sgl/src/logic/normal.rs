//! Rewriting by the axioms: elimination of strategy modalities by D1–D8, the disjunctive normal
//! form over `does` [ZT15, Theorem 2], and action forgetting [ZT15, Eq. 5].

use rustc_hash::FxHashMap;

use crate::formula::{Formula, Formulas, Node};

/// Returns an equivalent formula without `{α}`.
pub(crate) fn eliminate(formulas: &mut Formulas, formula: Formula) -> Formula {
    Eliminator { formulas, done: FxHashMap::default(), under: FxHashMap::default() }
        .formula(formula)
}

/// Returns `χ_a` for every action, such that φ ↔ ⋁ₐ (χ_a ∧ does(a)) and no `does` occurs in any
/// `χ_a`.
pub(crate) fn normal_form(formulas: &mut Formulas, formula: Formula, actions: u32) -> Vec<Formula> {
    let formula = eliminate(formulas, formula);
    let mut chooser = Chooser { formulas, actions, done: FxHashMap::default() };
    (0..actions).map(|action| chooser.choose(action, formula)).collect()
}

/// Returns `⋁ₐ χ_a`, the formula with the choice of the action forgotten.
pub(crate) fn forget(formulas: &mut Formulas, formula: Formula, actions: u32) -> Formula {
    let parts = normal_form(formulas, formula, actions);
    formulas.or(parts)
}

/// Rebuilds a formula with its parts changed.
fn rebuild(
    f: &mut Formulas,
    node: &Node,
    mut part: impl FnMut(&mut Formulas, Formula) -> Formula,
) -> Formula {
    match node {
        Node::Truth(truth) => f.truth(*truth),
        Node::Atom(atom) => f.atom(*atom),
        Node::Initial => f.initial(),
        Node::Terminal => f.terminal(),
        Node::Does(action) => f.does(*action),
        Node::Legal(action) => f.legal(*action),
        Node::Not(a) => {
            let a = part(f, *a);
            f.not(a)
        }
        Node::And(list) => {
            let list = list.iter().map(|&a| part(f, a)).collect();
            f.and(list)
        }
        Node::Or(list) => {
            let list = list.iter().map(|&a| part(f, a)).collect();
            f.or(list)
        }
        Node::Iff(a, b) => {
            let (a, b) = (part(f, *a), part(f, *b));
            f.iff(a, b)
        }
        Node::Else(a, b) => {
            let (a, b) = (part(f, *a), part(f, *b));
            f.otherwise(a, b)
        }
        Node::Also(a, b) => {
            let (a, b) = (part(f, *a), part(f, *b));
            f.also(a, b)
        }
        Node::Strategy(a, b) => {
            let (a, b) = (part(f, *a), part(f, *b));
            f.strategy(a, b)
        }
        Node::Exec(action, a) => {
            let a = part(f, *a);
            f.exec(*action, a)
        }
        Node::Select(action, a) => {
            let a = part(f, *a);
            f.select(*action, a)
        }
        Node::Next(a) => {
            let a = part(f, *a);
            f.next(a)
        }
    }
}

struct Eliminator<'f> {
    formulas: &'f mut Formulas,
    done: FxHashMap<Formula, Formula>,
    under: FxHashMap<(Formula, Formula), Formula>,
}

impl Eliminator<'_> {
    fn formula(&mut self, formula: Formula) -> Formula {
        if let Some(&done) = self.done.get(&formula) {
            return done;
        }
        let result = match self.formulas.node(formula).clone() {
            Node::Strategy(strategy, inner) => {
                let (strategy, inner) = (self.formula(strategy), self.formula(inner));
                self.push(strategy, inner)
            }
            node => self.parts(&node, &mut |this, part| this.formula(part)),
        };
        self.done.insert(formula, result);
        result
    }

    /// Returns `{α}φ` without its modality, if neither α nor φ has a strategy modality: D2 at
    /// `legal`, the other axioms elsewhere.
    fn push(&mut self, strategy: Formula, inner: Formula) -> Formula {
        if !self.formulas.facts(inner).legal {
            return inner;
        }
        if let Some(&done) = self.under.get(&(strategy, inner)) {
            return done;
        }
        let result = match self.formulas.node(inner).clone() {
            Node::Legal(action) => {
                let selected = self.formulas.select(action, strategy);
                self.formulas.and(vec![inner, selected])
            }
            node => self.parts(&node, &mut |this, part| this.push(strategy, part)),
        };
        self.under.insert((strategy, inner), result);
        result
    }

    fn parts(
        &mut self,
        node: &Node,
        run: &mut dyn FnMut(&mut Self, Formula) -> Formula,
    ) -> Formula {
        let parts = crate::formula::parts(node);
        let mut done: Vec<Formula> = parts.into_iter().map(|part| run(self, part)).collect();
        done.reverse();
        rebuild(self.formulas, node, |_, _| done.pop().expect("one for each part"))
    }
}

struct Chooser<'f> {
    formulas: &'f mut Formulas,
    actions: u32,
    done: FxHashMap<(u32, Formula), Formula>,
}

impl Chooser<'_> {
    /// Returns `@a:φ` with the operator pushed inwards by C1–C7, for φ without strategy modalities.
    fn choose(&mut self, action: u32, formula: Formula) -> Formula {
        if let Some(&done) = self.done.get(&(action, formula)) {
            return done;
        }
        let result = match self.formulas.node(formula).clone() {
            Node::Does(done) => self.formulas.truth(done == action),
            Node::Select(other, inner) => self.choose(other, inner),
            Node::Exec(other, inner) => self.after(other, inner),
            Node::Next(inner) => self.after(action, inner),
            Node::Else(a, b) => {
                let first = self.choose(action, a);
                let mut fallback = vec![self.choose(action, b)];
                for other in 0..self.actions {
                    let chosen = self.choose(other, a);
                    fallback.push(self.formulas.not(chosen));
                }
                let fallback = self.formulas.and(fallback);
                self.formulas.or(vec![first, fallback])
            }
            Node::Also(a, b) => {
                let (first, second) = (self.choose(action, a), self.choose(action, b));
                let both: Vec<Formula> = (0..self.actions)
                    .map(|other| {
                        let list = vec![self.choose(other, a), self.choose(other, b)];
                        self.formulas.and(list)
                    })
                    .collect();
                let possible = self.formulas.or(both);
                let preferred = self.formulas.implies(possible, second);
                self.formulas.and(vec![first, preferred])
            }
            node => {
                let parts = crate::formula::parts(&node);
                let mut done: Vec<Formula> =
                    parts.into_iter().map(|part| self.choose(action, part)).collect();
                done.reverse();
                rebuild(self.formulas, &node, |_, _| done.pop().expect("one for each part"))
            }
        };
        self.done.insert((action, formula), result);
        result
    }

    /// Returns `[a]φ` as `⋀_c [a]χ_c`: by B1 and A3 the next choice can be made explicit.
    fn after(&mut self, action: u32, inner: Formula) -> Formula {
        let each: Vec<Formula> = (0..self.actions)
            .map(|choice| {
                let chosen = self.choose(choice, inner);
                self.formulas.exec(action, chosen)
            })
            .collect();
        self.formulas.and(each)
    }
}
