//! Builds a circuit from ground rules.

use ludex_base::{Budget, Stopped, Ticker, components};
use rustc_hash::FxHashMap;

use super::aig::{Aig, Wire};
use crate::check::Component;
use crate::ground::{Ground, GroundLiteral};
use crate::program::Program;
use crate::symbol::{DOES, GOAL, LEGAL, NEXT, Symbol, TERMINAL, TRUE};
use crate::syntax::Literal;
use crate::terms::Term;

/// Atoms in a dependency cycle. Their registers start at false; each sweep sets the registers one
/// of whose rules applies, until nothing changes: the least fixpoint.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub registers: Vec<Wire>,
    /// For each register its rules: a condition from outside the loop, and the registers that must
    /// be true.
    pub rules: Vec<Vec<(Wire, Vec<u32>)>>,
}

/// The wires of the queries about a state.
#[derive(Clone, Debug)]
pub(crate) struct Outputs {
    pub terminal: Wire,
    /// For each role its moves, with the wires of their legality.
    pub legal: Vec<Vec<(Term, Wire)>>,
    /// For each role its goal values (as terms), with their wires.
    pub goals: Vec<Vec<(Term, Wire)>>,
    /// The next value of each fact.
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
    /// The number of the loop of each register, by its node.
    pub loop_of: FxHashMap<usize, usize>,
}

/// Builds the circuit of a ground description.
pub(crate) fn build(program: &Program, ground: &Ground, budget: &Budget) -> Result<Built, Stopped> {
    Builder::new(program, ground, Ticker::new(budget)).build()
}

struct Builder<'p> {
    program: &'p Program,
    ground: &'p Ground,
    /// The index of each atom in `ground.atoms`, by term.
    place: Vec<u32>,
    /// The wire of each atom, by index.
    wires: Vec<Option<Wire>>,
    rules: RulesOf,
    /// The number of occurrences of each input, by node: frequent ones come first in conjunctions.
    uses: Vec<u32>,
    built: Built,
    ticker: Ticker<'p>,
}

const NO_PLACE: u32 = u32::MAX;

/// The rules of each atom, by its index, as ranges of one list.
struct RulesOf {
    rules: Vec<u32>,
    ends: Vec<u32>,
}

impl RulesOf {
    /// Sorts the rules by the indexes of their heads.
    fn new(atoms: usize, heads: impl Iterator<Item = u32> + Clone) -> RulesOf {
        let mut ends = vec![0; atoms + 1];
        heads.clone().for_each(|head| ends[head as usize + 1] += 1);
        for atom in 0..atoms {
            ends[atom + 1] += ends[atom];
        }
        let mut rules = vec![0; ends[atoms] as usize];
        for (rule, head) in heads.enumerate() {
            let end = &mut ends[head as usize]; // the start of the range, until it is full
            rules[*end as usize] = rule as u32;
            *end += 1;
        }
        RulesOf { rules, ends }
    }

    fn of(&self, atom: usize) -> &[u32] {
        let start = if atom == 0 { 0 } else { self.ends[atom - 1] };
        &self.rules[start as usize..self.ends[atom] as usize]
    }
}

impl<'p> Builder<'p> {
    fn new(program: &'p Program, ground: &'p Ground, ticker: Ticker<'p>) -> Self {
        let terms = &program.store.terms;
        let mut place = vec![NO_PLACE; terms.len()];
        let mut wires = vec![None; ground.atoms.len()];
        let mut aig = Aig::new();
        let mut facts = Vec::new();
        for (number, &atom) in ground.atoms.iter().enumerate() {
            place[atom.0 as usize] = number as u32;
            match terms.symbol(atom) {
                TRUE => {
                    let wire = aig.given();
                    facts.push((terms.arguments(atom)[0], wire));
                    wires[number] = Some(wire);
                }
                DOES => wires[number] = Some(aig.given()),
                _ => {}
            }
        }
        let heads = ground.rules.iter().map(|rule| place[rule.head.0 as usize]);
        let rules = RulesOf::new(ground.atoms.len(), heads);
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
        Builder { program, ground, place, wires, rules, uses: Vec::new(), built, ticker }
    }

    fn build(mut self) -> Result<Built, Stopped> {
        self.count_uses()?;
        let strata = &self.program.description.strata;
        let mut atoms = vec![Vec::new(); strata.components.len()];
        for (place, &atom) in self.ground.atoms.iter().enumerate() {
            // Facts and moves that no rule mentions have no component.
            if let Some(component) = strata.component(self.program.store.terms.symbol(atom)) {
                atoms[component].push(place as u32);
            }
        }
        for (component, atoms) in strata.components.iter().zip(atoms) {
            match self.is_recursive(component) {
                true => self.define_recursive(&atoms)?,
                false => atoms.into_iter().try_for_each(|atom| self.define(atom as usize))?,
            }
        }
        self.outputs();
        self.built.aig.finish();
        Ok(self.built)
    }

    /// Returns whether a component is recursive.
    fn is_recursive(&self, component: &Component) -> bool {
        let rules = component.rules.iter().map(|&rule| &self.program.description.rules[rule]);
        let mut needs = rules.flat_map(|rule| &rule.body).filter_map(Literal::symbol);
        needs.any(|relation| component.relations.contains(&relation))
    }

    /// Defines the atoms of recursive relations, most of which are not in a cycle themselves.
    fn define_recursive(&mut self, atoms: &[u32]) -> Result<(), Stopped> {
        let successors = self.dependencies(atoms)?;
        for component in components(&successors) {
            match component[..] {
                [at] if !successors[at as usize].contains(&at) => {
                    self.define(atoms[at as usize] as usize)?;
                }
                _ => self.close(component.into_iter().map(|at| atoms[at as usize]).collect())?,
            }
        }
        Ok(())
    }

    /// Returns the wire of an atom that is defined already, false for one that can never be true.
    fn wire(&self, atom: Term) -> Wire {
        let place = self.place.get(atom.0 as usize).copied().unwrap_or(NO_PLACE);
        match place {
            NO_PLACE if self.is_always_true(atom) => Wire::TRUE,
            NO_PLACE => Wire::FALSE,
            _ => self.wires[place as usize].unwrap_or(Wire::FALSE),
        }
    }

    /// Returns whether an atom belongs to a static relation and holds: such atoms are not ground
    /// atoms.
    fn is_always_true(&self, atom: Term) -> bool {
        let store = &self.program.store;
        store.contains(atom) && !self.program.is_dynamic(store.terms.symbol(atom))
    }

    fn count_uses(&mut self) -> Result<(), Stopped> {
        self.uses = vec![0; self.built.aig.nodes.len()];
        for rule in &self.ground.rules {
            self.ticker.tick()?;
            for literal in self.ground.body(rule) {
                let place = self.place[literal.atom().0 as usize];
                if place != NO_PLACE
                    && let Some(wire) = self.wires[place as usize]
                {
                    self.uses[wire.node()] += 1;
                }
            }
        }
        Ok(())
    }

    /// Returns for each of these atoms those among them that it depends on, by index.
    fn dependencies(&self, atoms: &[u32]) -> Result<Vec<Vec<u32>>, Stopped> {
        let within: FxHashMap<u32, u32> = atoms.iter().copied().zip(0..).collect();
        let all = atoms.iter().map(|&atom| {
            let mut needs: Vec<u32> = Vec::new();
            for &rule in self.rules.of(atom as usize) {
                self.ticker.tick()?;
                let body = self.ground.body(&self.ground.rules[rule as usize]).iter();
                let places = body.map(|l| self.place[l.atom().0 as usize]);
                needs.extend(places.filter_map(|place| within.get(&place)));
            }
            needs.sort_unstable();
            needs.dedup();
            Ok(needs)
        });
        all.collect()
    }

    /// Returns the conjunction of wires, frequent ones first.
    fn conjunction(&mut self, mut wires: Vec<Wire>) -> Wire {
        let uses = |w: &Wire| self.uses.get(w.node()).copied().unwrap_or(0);
        wires.sort_by_cached_key(|w| (std::cmp::Reverse(uses(w)), *w));
        wires.dedup();
        self.built.aig.all(wires)
    }

    /// Returns the wire of a literal.
    fn literal(&self, literal: GroundLiteral) -> Wire {
        let wire = self.wire(literal.atom());
        if literal.negated() { !wire } else { wire }
    }

    /// Defines an atom by its rules.
    fn define(&mut self, atom: usize) -> Result<(), Stopped> {
        if self.wires[atom].is_some() {
            return Ok(());
        }
        let (mut singles, mut products) = (Vec::new(), Vec::new());
        for &rule in self.rules.of(atom) {
            self.ticker.tick()?;
            match self.ground.body(&self.ground.rules[rule as usize]) {
                [single] => singles.push(self.literal(*single)),
                body => products.push(body.iter().map(|&l| self.literal(l)).collect()),
            }
        }
        self.wires[atom] = Some(self.built.aig.sum_of_products(singles, products));
        Ok(())
    }

    /// Defines the atoms of a dependency cycle.
    fn close(&mut self, mut component: Vec<u32>) -> Result<(), Stopped> {
        let number = self.built.loops.len();
        component.sort_unstable(); // by discovery: premises before conclusions
        let within: FxHashMap<u32, u32> =
            component.iter().enumerate().map(|(i, &atom)| (atom, i as u32)).collect();
        let mut rules = Vec::new();
        for &atom in &component {
            let mut ways = Vec::new();
            for at in 0..self.rules.of(atom as usize).len() {
                self.ticker.tick()?;
                let rule = self.rules.of(atom as usize)[at];
                ways.extend(self.loop_rule(rule, &within));
            }
            ludex_base::sort(&mut ways);
            ways.dedup();
            rules.push(ways);
        }
        let registers: Vec<Wire> = component.iter().map(|_| self.built.aig.given()).collect();
        for (&atom, &register) in component.iter().zip(&registers) {
            self.wires[atom as usize] = Some(register);
            self.built.loop_of.insert(register.node(), number);
        }
        self.built.loops.push(Loop { registers, rules });
        Ok(())
    }

    /// Returns the condition of a rule from outside its loop, and the registers it needs. Returns
    /// `None` if the condition is false.
    fn loop_rule(&mut self, rule: u32, within: &FxHashMap<u32, u32>) -> Option<(Wire, Vec<u32>)> {
        let (mut outside, mut inside) = (Vec::new(), Vec::new());
        for literal in self.ground.body(&self.ground.rules[rule as usize]) {
            match within.get(&self.place[literal.atom().0 as usize]) {
                Some(&register) => inside.push(register),
                None => outside.push(self.literal(*literal)),
            }
        }
        inside.sort_unstable();
        inside.dedup();
        let condition = self.conjunction(outside);
        (condition != Wire::FALSE).then_some((condition, inside))
    }

    /// Collects the wires of all queries.
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

    /// Returns for each role the second arguments of a relation, with the wires of the atoms.
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
