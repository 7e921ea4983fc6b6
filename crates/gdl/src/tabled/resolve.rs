//! Resolution with tables.

use ludex_base::{Budget, with_stack};
use smallvec::SmallVec;

use super::bindings::Bindings;
use super::tables::{Call, Progress, Table};
use crate::description::Description;
use crate::machine::Reasoner;
use crate::overflow::{MOST_CALLS, MOST_TERMS, MOST_WORK, Overflow};
use crate::program::Program;
use crate::symbol::{DOES, GOAL, INIT, LEGAL, NEXT, ROLE, Symbol, TERMINAL, TRUE};
use crate::syntax::{DEEPEST, Literal, Pattern, Rule};
use crate::terms::Term;

/// The number of kinds of relations: static, dependent on the state, dependent on the moves.
const KINDS: usize = 3;

/// The goal-directed engine.
#[derive(Debug)]
pub(crate) struct Tabled {
    pub program: Program,
    /// The rules of each relation, by its number; shared, as resolution iterates over them while it
    /// changes the engine.
    rules: Vec<std::sync::Arc<Vec<Rule>>>,
    /// The kind of each relation.
    kinds: Vec<usize>,
    tables: [Table; KINDS],
    /// The state that is loaded (the arguments of `true`), and the moves, as atoms.
    state: Option<Vec<Term>>,
    given: [Vec<Term>; 2],
    /// The number of active calls, and the calls that depend on one of them.
    active: usize,
    open: Vec<(usize, usize)>,
    /// The lowest active call that was encountered.
    lowest: usize,
    /// The numbers of answers added and of rounds so far.
    added: u64,
    round: u64,
    work: u64,
    budget: Budget,
}

/// The literals resolved from one poll of the budget to the next.
const STRIDE: u64 = 4096;

impl Tabled {
    /// The name of the engine.
    pub const NAME: &str = "tables";

    pub fn new(description: &Description, budget: &Budget) -> Result<Tabled, Overflow> {
        let program = Program::bare(description.clone());
        let symbols = description.symbols.len();
        let mut rules = vec![Vec::new(); symbols];
        for rule in &description.rules {
            rules[rule.relation().0 as usize].push(rule.clone());
        }
        let kind = |symbol: usize| {
            let depends = |on| description.strata.depends(Symbol(symbol as u32), on);
            if depends(DOES) { 2 } else { usize::from(depends(TRUE)) }
        };
        let mut tabled = Tabled {
            program,
            rules: rules.into_iter().map(std::sync::Arc::new).collect(),
            kinds: (0..symbols).map(kind).collect(),
            tables: Default::default(),
            state: None,
            given: Default::default(),
            active: 0,
            open: Vec::new(),
            lowest: usize::MAX,
            added: 0,
            round: 0,
            work: 0,
            budget: budget.clone(),
        };
        tabled.program.roles =
            tabled.ask(ROLE, &[None])?.into_iter().map(|a| tabled.part(a, 0)).collect();
        tabled.program.initial =
            tabled.ask(INIT, &[None])?.into_iter().map(|a| tabled.part(a, 0)).collect();
        Ok(tabled)
    }

    /// Sets the budget of what is asked from now on.
    pub fn keep_to(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// Returns an argument of an atom.
    pub fn part(&self, atom: Term, place: usize) -> Term {
        self.program.store.terms.arguments(atom)[place]
    }

    /// Loads a state.
    pub fn load(&mut self, state: &[Term]) {
        if self.state.as_deref() == Some(state) {
            return;
        }
        self.tables[1].clear();
        self.set_moves(&[]);
        self.state = Some(state.to_vec());
        let terms = &mut self.program.store.terms;
        self.given[0] = state.iter().map(|&fact| terms.intern(TRUE, &[fact])).collect();
    }

    /// Sets the moves of the roles.
    pub fn set_moves(&mut self, joint: &[Term]) {
        self.tables[2].clear();
        let Program { store, roles, .. } = &mut self.program;
        let does =
            roles.iter().zip(joint).map(|(&role, &mv)| store.terms.intern(DOES, &[role, mv]));
        self.given[1] = does.collect();
    }

    /// Returns all atoms of a relation with these arguments.
    pub fn ask(
        &mut self,
        relation: Symbol,
        arguments: &[Option<Term>],
    ) -> Result<Vec<Term>, Overflow> {
        (self.work, self.active, self.lowest) = (0, 0, usize::MAX);
        self.open.clear();
        let call = Call { relation, arguments: arguments.into() };
        match self.solve(call) {
            Ok((kind, place)) => Ok(self.tables[kind].entries[place].answers.clone()),
            Err(overflow) => {
                // The answers of active calls are incomplete.
                self.tables.iter_mut().for_each(Table::clear);
                Err(overflow)
            }
        }
    }

    /// Returns for each role the second arguments of a relation: moves, or goals.
    fn by_role(&mut self, state: &[Term], relation: Symbol) -> Result<Vec<Vec<Term>>, Overflow> {
        self.load(state);
        let mut all = Vec::new();
        for role in self.program.roles.clone() {
            let atoms = self.ask(relation, &[Some(role), None])?;
            all.push(atoms.into_iter().map(|atom| self.part(atom, 1)).collect());
        }
        Ok(all)
    }

    /// Evaluates a call, and returns its position. Its answers are complete, or as complete as
    /// possible while calls it depends on are active.
    fn solve(&mut self, call: Call) -> Result<(usize, usize), Overflow> {
        let kind = self.kinds[call.relation.0 as usize];
        let place = match self.tables[kind].find(&call) {
            Some(place) => {
                match self.tables[kind].entries[place].progress {
                    Progress::Complete => return Ok((kind, place)),
                    Progress::Active(number) => {
                        self.lowest = self.lowest.min(number);
                        return Ok((kind, place));
                    }
                    Progress::Open { low, round } if round == self.round => {
                        self.lowest = self.lowest.min(low);
                        return Ok((kind, place));
                    }
                    Progress::Open { .. } => {}
                }
                place
            }
            None => self.tables[kind].insert(call.clone(), Progress::Complete),
        };
        if self.active >= MOST_CALLS {
            return Err(Overflow::Calls);
        }
        let number = self.active;
        self.active += 1;
        let before = std::mem::replace(&mut self.lowest, usize::MAX);
        let done = with_stack(64 << 10, || self.rounds(&call, kind, place, number));
        self.active -= 1;
        self.lowest = self.lowest.min(before);
        done?;
        Ok((kind, place))
    }

    /// Evaluates a call in rounds. Sets `lowest` to the lowest active call that it depends on.
    fn rounds(
        &mut self,
        call: &Call,
        kind: usize,
        place: usize,
        number: usize,
    ) -> Result<(), Overflow> {
        let opened = self.open.len();
        loop {
            self.tables[kind].entries[place].progress = Progress::Active(number);
            let added = self.added;
            self.lowest = usize::MAX;
            self.clauses(call, kind, place)?;
            if self.lowest < number {
                let progress = Progress::Open { low: self.lowest, round: self.round };
                self.tables[kind].entries[place].progress = progress;
                self.open.push((kind, place));
                return Ok(());
            }
            if self.lowest == usize::MAX || self.added == added {
                break;
            }
            self.round += 1; // calls that depend on this one are evaluated again
        }
        self.lowest = usize::MAX;
        self.tables[kind].entries[place].progress = Progress::Complete;
        for (kind, place) in self.open.drain(opened..) {
            self.tables[kind].entries[place].progress = Progress::Complete;
        }
        Ok(())
    }

    /// Adds the answers that facts and rules yield in one round.
    fn clauses(&mut self, call: &Call, kind: usize, place: usize) -> Result<(), Overflow> {
        if let TRUE | DOES = call.relation {
            let given = self.given[usize::from(call.relation == DOES)].clone();
            for atom in given {
                let arguments = self.program.store.terms.arguments(atom);
                let same = |(wanted, has): (&Option<Term>, &Term)| wanted.is_none_or(|w| w == *has);
                if call.arguments.iter().zip(arguments).all(same) {
                    self.answer(kind, place, atom);
                }
            }
            return Ok(());
        }
        let rules = self.rules[call.relation.0 as usize].clone();
        for rule in rules.iter() {
            let mut bindings = Bindings::new(rule.variables.len());
            let terms = &self.program.store.terms;
            let known = call.arguments.iter().zip(rule.head.arguments());
            let mut known = known.filter_map(|(value, pattern)| Some(((*value)?, pattern)));
            if known.all(|(value, pattern)| bindings.fits(pattern, value, terms)) {
                let left: SmallVec<[usize; 16]> = (0..rule.body.len()).collect();
                self.body(rule, &left, &mut bindings, kind, place)?;
            }
        }
        Ok(())
    }

    fn answer(&mut self, kind: usize, place: usize, atom: Term) {
        self.added += u64::from(self.tables[kind].entries[place].add(atom));
    }

    /// Enumerates all ways to satisfy the remaining literals.
    fn body(
        &mut self,
        rule: &Rule,
        left: &[usize],
        bindings: &mut Bindings,
        kind: usize,
        place: usize,
    ) -> Result<(), Overflow> {
        self.work += 1;
        if self.work > MOST_WORK {
            return Err(Overflow::Work);
        }
        if self.work.is_multiple_of(STRIDE) {
            self.budget.poll().map_err(Overflow::Stopped)?;
        }
        let ready = |&l: &usize| match &rule.body[l] {
            Literal::Holds(_) => true,
            test => bindings.covers(&test.variables()),
        };
        let Some(at) = left.iter().position(ready) else {
            let terms = &mut self.program.store.terms;
            let head = bindings.make(&rule.head, terms).expect("safe rules bind their heads");
            if terms.depth(head) as usize > DEEPEST {
                return Err(Overflow::Depth);
            }
            if terms.len() > MOST_TERMS {
                return Err(Overflow::Terms);
            }
            self.answer(kind, place, head);
            return Ok(());
        };
        let mut rest: SmallVec<[usize; 16]> = left.into();
        let literal = rest.remove(at);
        match &rule.body[literal] {
            Literal::Distinct(a, b) => {
                let terms = &mut self.program.store.terms;
                if bindings.make(a, terms) == bindings.make(b, terms) {
                    return Ok(());
                }
                self.body(rule, &rest, bindings, kind, place)
            }
            Literal::Fails(atom) => {
                let (kind_of, place_of) = self.call(atom, bindings)?;
                if !self.tables[kind_of].entries[place_of].answers.is_empty() {
                    return Ok(());
                }
                self.body(rule, &rest, bindings, kind, place)
            }
            Literal::Holds(atom) => {
                let (of, at) = self.call(atom, bindings)?;
                let count = self.tables[of].entries[at].answers.len();
                for answer in 0..count {
                    let fact = self.tables[of].entries[at].answers[answer];
                    let mark = bindings.mark();
                    if bindings.fits(atom, fact, &self.program.store.terms) {
                        self.body(rule, &rest, bindings, kind, place)?;
                    }
                    bindings.undo(mark);
                }
                Ok(())
            }
        }
    }

    fn call(&mut self, atom: &Pattern, bindings: &Bindings) -> Result<(usize, usize), Overflow> {
        let Pattern::Apply(relation, parts) = atom else { unreachable!("literals are atoms") };
        let terms = &mut self.program.store.terms;
        let arguments = parts.iter().map(|part| bindings.make(part, terms)).collect();
        self.solve(Call { relation: *relation, arguments })
    }
}

impl Reasoner for Tabled {
    fn name(&self) -> &'static str {
        Tabled::NAME
    }

    fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    fn is_terminal(&mut self, state: &[Term]) -> Result<bool, Overflow> {
        self.load(state);
        Ok(!self.ask(TERMINAL, &[])?.is_empty())
    }

    fn legal(&mut self, state: &[Term]) -> Result<Vec<Vec<Term>>, Overflow> {
        self.by_role(state, LEGAL)
    }

    fn goals(&mut self, state: &[Term]) -> Result<Vec<Vec<Term>>, Overflow> {
        self.by_role(state, GOAL)
    }

    /// Returns the state after a joint move, sorted.
    fn next(&mut self, state: &[Term], joint: &[Term]) -> Result<Vec<Term>, Overflow> {
        self.load(state);
        self.set_moves(joint);
        let atoms = self.ask(NEXT, &[None])?;
        let mut next: Vec<Term> = atoms.into_iter().map(|atom| self.part(atom, 0)).collect();
        next.sort_unstable();
        Ok(next)
    }
}
