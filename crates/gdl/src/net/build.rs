//! From ground rules to a circuit.

use rustc_hash::FxHashMap;

use super::aig::{Aig, Wire};
use crate::graph::components;
use crate::ground::Ground;
use crate::program::Program;
use crate::symbol::{DOES, GOAL, LEGAL, NEXT, Symbol, TERMINAL, TRUE};
use crate::terms::Term;

/// Atoms that depend on each other. Their registers start at false; each sweep makes a register true if
/// one of its rules applies, until nothing changes: the least fixpoint.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub registers: Vec<Wire>,
    /// For each register its rules: a condition from outside the loop, and registers.
    pub rules: Vec<Vec<(Wire, Vec<u32>)>>,
}

/// What is asked of a state, as wires.
#[derive(Clone, Debug)]
pub(crate) struct Outputs {
    pub terminal: Wire,
    /// For each role its moves.
    pub legal: Vec<Vec<(Term, Wire)>>,
    /// For each role its goal values (as terms).
    pub goals: Vec<Vec<(Term, Wire)>>,
    /// For each fact of the state.
    pub next: Vec<Wire>,
}

/// A description as a circuit.
#[derive(Clone, Debug)]
pub(crate) struct Built {
    pub aig: Aig,
    pub loops: Vec<Loop>,
    /// The facts that can be true (the arguments of `true`), each with its input.
    pub facts: Vec<(Term, Wire)>,
    /// For each role its moves in the order of `outputs.legal`, each with its input.
    pub does: Vec<Vec<Wire>>,
    pub outputs: Outputs,
    /// Where each node of a loop belongs.
    pub loop_of: FxHashMap<usize, usize>,
}

/// Builds the circuit of a ground description. `constant` tells which facts always have one value.
pub(crate) fn build(
    program: &Program,
    ground: &Ground,
    constant: &dyn Fn(Term) -> Option<bool>,
) -> Built {
    Builder::new(program, ground, constant).build()
}

struct Builder<'p> {
    program: &'p Program,
    ground: &'p Ground,
    /// The place of each atom in `ground.atoms`, by term.
    place: Vec<u32>,
    /// The wire of each atom, by place.
    wires: Vec<Option<Wire>>,
    /// The rules of each atom, by place.
    rules: Vec<Vec<u32>>,
    /// How often each literal occurs: common ones come first in conjunctions.
    uses: FxHashMap<Wire, u32>,
    built: Built,
}

const NO_PLACE: u32 = u32::MAX;

impl<'p> Builder<'p> {
    fn new(
        program: &'p Program,
        ground: &'p Ground,
        constant: &dyn Fn(Term) -> Option<bool>,
    ) -> Self {
        let terms = &program.store.terms;
        let mut place = vec![NO_PLACE; terms.len()];
        let mut wires = vec![None; ground.atoms.len()];
        let mut rules = vec![Vec::new(); ground.atoms.len()];
        let mut aig = Aig::new();
        let mut facts = Vec::new();
        for (number, &atom) in ground.atoms.iter().enumerate() {
            place[atom.0 as usize] = number as u32;
            match terms.symbol(atom) {
                TRUE => {
                    let fact = terms.arguments(atom)[0];
                    let wire = aig.given();
                    facts.push((fact, wire));
                    wires[number] = Some(match constant(fact) {
                        Some(true) => Wire::TRUE,
                        Some(false) => Wire::FALSE,
                        None => wire,
                    });
                }
                DOES => wires[number] = Some(aig.given()),
                _ => {}
            }
        }
        for (number, rule) in ground.rules.iter().enumerate() {
            rules[place[rule.head.0 as usize] as usize].push(number as u32);
        }
        let built = Built {
            aig,
            loops: Vec::new(),
            facts,
            does: Vec::new(),
            outputs: Outputs {
                terminal: Wire::FALSE,
                legal: Vec::new(),
                goals: Vec::new(),
                next: Vec::new(),
            },
            loop_of: FxHashMap::default(),
        };
        Builder { program, ground, place, wires, rules, uses: FxHashMap::default(), built }
    }

    fn build(mut self) -> Built {
        self.count_uses();
        let successors = self.dependencies();
        for component in components(&successors) {
            match component[..] {
                [atom] if !successors[atom as usize].contains(&atom) => self.define(atom as usize),
                _ => self.close(&component),
            }
        }
        self.outputs();
        self.built
    }

    /// The wire of an atom that is defined already; false for one that can never be true.
    fn wire(&self, atom: Term) -> Wire {
        let place = self.place.get(atom.0 as usize).copied().unwrap_or(NO_PLACE);
        match place {
            NO_PLACE if self.is_always_true(atom) => Wire::TRUE,
            NO_PLACE => Wire::FALSE,
            _ => self.wires[place as usize].unwrap_or(Wire::FALSE),
        }
    }

    /// Facts of relations that do not depend on the state are not among the ground atoms.
    fn is_always_true(&self, atom: Term) -> bool {
        let store = &self.program.store;
        store.contains(atom) && !self.program.is_dynamic(store.terms.symbol(atom))
    }

    fn count_uses(&mut self) {
        for rule in &self.ground.rules {
            for literal in self.ground.body(rule) {
                let place = self.place[literal.atom().0 as usize];
                if place != NO_PLACE
                    && let Some(wire) = self.wires[place as usize]
                {
                    *self.uses.entry(wire).or_default() += 1;
                }
            }
        }
    }

    /// The defined atoms each atom depends on.
    fn dependencies(&self) -> Vec<Vec<u32>> {
        let all = self.rules.iter().map(|rules| {
            let mut needs: Vec<u32> = Vec::new();
            for &rule in rules {
                let body = self.ground.body(&self.ground.rules[rule as usize]).iter();
                let places = body.map(|l| self.place[l.atom().0 as usize]);
                needs.extend(places.filter(|&p| p != NO_PLACE && self.wires[p as usize].is_none()));
            }
            needs.sort_unstable();
            needs.dedup();
            needs
        });
        all.collect()
    }

    /// The conjunction of wires, common ones first.
    fn conjunction(&mut self, mut wires: Vec<Wire>) -> Wire {
        let uses =
            |w: &Wire| self.uses.get(w).or_else(|| self.uses.get(&!*w)).copied().unwrap_or(0);
        wires.sort_by_cached_key(|w| (std::cmp::Reverse(uses(w)), *w));
        wires.dedup();
        self.built.aig.all(wires)
    }

    /// The wires of the body of a rule.
    fn body(&self, rule: u32) -> Vec<Wire> {
        let body = self.ground.body(&self.ground.rules[rule as usize]).iter();
        body.map(|l| if l.negated() { !self.wire(l.atom()) } else { self.wire(l.atom()) }).collect()
    }

    /// Defines an atom by its rules.
    fn define(&mut self, atom: usize) {
        if self.wires[atom].is_some() {
            return;
        }
        let rules = std::mem::take(&mut self.rules[atom]);
        let ways = rules.into_iter().map(|rule| self.body(rule)).collect();
        self.wires[atom] = Some(self.built.aig.sum_of_products(ways));
    }

    /// Defines atoms that depend on each other.
    fn close(&mut self, component: &[u32]) {
        let number = self.built.loops.len();
        let mut component = component.to_vec();
        component.sort_unstable(); // in the order of their discovery, causes come before effects
        let within: FxHashMap<u32, u32> =
            component.iter().enumerate().map(|(i, &atom)| (atom, i as u32)).collect();
        let mut rules = Vec::new();
        for &atom in &component {
            let mut ways = Vec::new();
            for rule in std::mem::take(&mut self.rules[atom as usize]) {
                ways.extend(self.way(rule, &within));
            }
            ways.sort();
            ways.dedup();
            rules.push(ways);
        }
        let registers: Vec<Wire> = component.iter().map(|_| self.built.aig.given()).collect();
        for (&atom, &register) in component.iter().zip(&registers) {
            self.wires[atom as usize] = Some(register);
            self.built.loop_of.insert(register.node(), number);
        }
        self.built.loops.push(Loop { registers, rules });
    }

    /// A rule within a loop: what it needs from outside, and the registers it needs.
    fn way(&mut self, rule: u32, within: &FxHashMap<u32, u32>) -> Option<(Wire, Vec<u32>)> {
        let (mut outside, mut inside) = (Vec::new(), Vec::new());
        for literal in self.ground.body(&self.ground.rules[rule as usize]) {
            match within.get(&self.place[literal.atom().0 as usize]) {
                Some(&register) => inside.push(register),
                None if literal.negated() => outside.push(!self.wire(literal.atom())),
                None => outside.push(self.wire(literal.atom())),
            }
        }
        inside.sort_unstable();
        inside.dedup();
        let condition = self.conjunction(outside);
        (condition != Wire::FALSE).then_some((condition, inside))
    }

    /// Finds the wires of everything that is asked.
    fn outputs(&mut self) {
        let store = &self.program.store;
        let legal = self.by_role(LEGAL);
        let input = |role: Term, mv: Term| {
            let atom = store.terms.find(DOES, &[role, mv]);
            atom.map_or(Wire::FALSE, |atom| self.wire(atom))
        };
        let does = self.program.roles.iter().zip(&legal);
        let does: Vec<Vec<Wire>> =
            does.map(|(&role, moves)| moves.iter().map(|m| input(role, m.0)).collect()).collect();
        let next = self.built.facts.iter().map(|&(fact, _)| {
            store.terms.find(NEXT, &[fact]).map_or(Wire::FALSE, |atom| self.wire(atom))
        });
        let next: Vec<Wire> = next.collect();
        let terminal = store.terms.find(TERMINAL, &[]).map(|atom| self.wire(atom));
        let outputs = Outputs {
            terminal: terminal.unwrap_or(Wire::FALSE),
            goals: self.by_role(GOAL),
            next,
            legal,
        };
        (self.built.does, self.built.outputs) = (does, outputs);
    }

    /// For each role the second arguments of a relation, with the wires of the atoms.
    fn by_role(&self, relation: Symbol) -> Vec<Vec<(Term, Wire)>> {
        let store = &self.program.store;
        let mut all = vec![Vec::new(); self.program.roles.len()];
        for &atom in store.facts(relation) {
            let [role, what] = store.terms.arguments(atom)[..] else { continue };
            if let Some(role) = self.program.roles.iter().position(|&r| r == role) {
                all[role].push((what, self.wire(atom)));
            }
        }
        all
    }
}
