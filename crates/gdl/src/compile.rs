//! Compiles a description for the engine that suits its size.

use std::sync::{Arc, OnceLock};

use ludex_base::{Budget, NoAnswer, Span, Stopped};

use crate::analysis::{
    self, Analysis, Findings, Invariants, LARGEST_RANKED, Turns, analyse, is_acyclic,
};
use crate::check::goal_value;
use crate::description::Description;
use crate::error::{Category, GdlError};
use crate::game::{Compared, Engine, Joins, Network};
use crate::ground::{Ground, NotGround, ground};
use crate::machine::{Machine, Reasoner};
use crate::net::{Built, Circuit, build, constants, simplify};
use crate::program::Program;
use crate::symbol::{GOAL, Symbol};
use crate::tabled::Tabled;
use crate::terms::Term;

/// The engine that runs a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineChoice {
    /// A network if the description grounds within the limits, otherwise joins, otherwise tables.
    #[default]
    Auto,
    /// Forward chaining with joins, separately for each state.
    Joins,
    /// Goal-directed evaluation with tables, separately for each state.
    Tables,
}

/// The size of a ground description and its network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkSize {
    /// The number of facts that can hold in a state.
    pub facts: usize,
    /// The number of moves of all roles.
    pub moves: usize,
    /// The number of atoms that can be true.
    pub atoms: usize,
    /// The number of ground rules.
    pub rules: usize,
    /// The number of gates of the network.
    pub gates: usize,
    /// The number of atoms in dependency cycles.
    pub cyclic: usize,
}

/// A compiled description. It does not keep the program it was compiled from, which can be large.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub engine: Arc<dyn Engine>,
    /// The engine again, if it is a network.
    pub network: Option<Arc<Network>>,
    pub size: Option<NetworkSize>,
    /// The description as it was parsed.
    pub source: Arc<Description>,
    /// The role with a choice in each state, if at most one role has a choice.
    pub turns: Option<Turns>,
    pub findings: Findings,
    pub cycles: Arc<Cycles>,
    /// For each role the goal values it may get, in increasing order.
    pub goals: Vec<Vec<u8>>,
}

impl Compiled {
    /// Compares every answer of the engine with that of tabled resolution from now on. Returns
    /// whether it does: not where the engine is that one, or where it has other roles.
    pub fn compare(&mut self) -> bool {
        if self.engine.name() == Tabled::NAME {
            return false;
        }
        let tables = tables(Description::clone(&self.source), &Budget::default());
        let Ok((tables, _)) = tables else { return false };
        self.compare_with(&tables);
        true
    }

    /// Compares every answer of the engine with that of another one from now on.
    pub fn compare_with(&mut self, reference: &Compiled) {
        let engines = (self.engine.clone(), reference.engine.clone());
        self.engine = Arc::new(Compared::new(engines.0, engines.1));
    }
}

/// Whether a state can occur twice in a play: a proof that is attempted when it is first needed.
#[derive(Debug, Default)]
pub(crate) struct Cycles {
    /// The circuit, if there is one and it is not too large.
    built: Option<Built>,
    pub invariants: Invariants,
    acyclic: OnceLock<bool>,
}

impl Cycles {
    /// Returns whether it is proved that no state can occur twice in a play, unless the budget ends
    /// before the attempt does.
    pub fn are_excluded_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        if let Some(&known) = self.acyclic.get() {
            return Ok(known);
        }
        let proved = match &self.built {
            Some(built) => is_acyclic(built, &self.invariants, budget)?,
            None => false,
        };
        Ok(*self.acyclic.get_or_init(|| proved))
    }
}

/// A compiled description and its program, or why there is none.
pub(crate) type Compilation = Result<(Compiled, Program), NoAnswer<GdlError>>;

pub(crate) fn compile(
    description: Description,
    choice: EngineChoice,
    budget: &Budget,
) -> Compilation {
    match choice {
        EngineChoice::Joins => joins(description, budget),
        EngineChoice::Tables => tables(description, budget),
        EngineChoice::Auto => match Program::new(description.split()?, budget) {
            Ok(mut program) => match ground(&mut program, budget) {
                Ok(ground) => Ok(network(description, program, &ground, budget)?),
                Err(NotGround::Stopped(stopped)) => Err(stopped.into()),
                Err(NotGround::TooLarge) => joins(description, budget),
            },
            Err(NoAnswer::Invalid(error)) if error.category == Category::RecursionRestriction => {
                tables(description, budget)
            }
            Err(error) => Err(error),
        },
    }
}

/// Compiles a description for joins, unless they exceed the limits in the initial state.
fn joins(description: Description, budget: &Budget) -> Compilation {
    let mut machine = Machine::new(Program::new(description.clone(), budget)?);
    machine.keep_to(budget);
    let mut initial = machine.program().initial.clone();
    ludex_base::sort(&mut initial);
    let fits = machine.is_terminal(&initial).is_ok()
        && machine.legal(&initial).is_ok()
        && machine.goals(&initial).is_ok();
    budget.poll()?;
    machine.keep_to(&Budget::default());
    if fits { Ok(by_state(Box::new(machine))) } else { tables(description, budget) }
}

/// Compiles a description for tables, and asks about the initial state within the budget.
fn tables(description: Description, budget: &Budget) -> Compilation {
    let tabled = Tabled::new(&description, budget);
    budget.poll()?;
    let mut tabled = tabled.map_err(|_| too_large())?;
    tabled.program.check_roles()?;
    let mut initial = tabled.program.initial.clone();
    ludex_base::sort(&mut initial);
    // Limits of the engine are for the game to report; what is found stays in the tables.
    let _ = tabled.is_terminal(&initial).and_then(|_| tabled.legal(&initial));
    budget.poll()?;
    tabled.keep_to(&Budget::default());
    Ok(by_state(Box::new(tabled)))
}

fn too_large() -> GdlError {
    let message = "the roles or the initial state of this game are too large";
    GdlError::new(Category::Limit, message, Span::default())
}

fn by_state(mut reasoner: Box<dyn Reasoner>) -> (Compiled, Program) {
    let program = reasoner.program().clone();
    let goals = vec![goal_values(&program); program.roles.len()];
    let engine: Arc<dyn Engine> = Arc::new(Joins::new(reasoner));
    // A single role has all choices.
    let alone = program.roles.len() == 1;
    let turns = alone.then(Turns::alone);
    let findings = Findings::default();
    let source = Arc::new(program.description.clone());
    let cycles = Arc::default();
    let compiled =
        Compiled { engine, network: None, size: None, source, turns, findings, cycles, goals };
    (compiled, program)
}

/// Returns the number that a goal value stands for.
fn number(program: &Program, value: Term) -> Option<u8> {
    let terms = &program.store.terms;
    let constant = terms.arguments(value).is_empty();
    goal_value(program.description.symbols.name(terms.symbol(value))).filter(|_| constant)
}

/// Builds the network of a ground program, with the facts that hold at the start.
fn circuit_of(
    program: &Program,
    ground: &Ground,
    budget: &Budget,
) -> Result<(Built, Vec<bool>), Stopped> {
    let built = build(program, ground, budget)?;
    let initial: Vec<bool> = built.facts.iter().map(|f| program.initial.contains(&f.0)).collect();
    let known = constants(&built, &initial, budget)?;
    Ok((simplify(&built, &known, budget)?, initial))
}

/// Returns whether it is proved that the goals of the two roles of a game that a network runs add up
/// to 100 wherever a step ends the play. The network is built anew: it is not kept.
pub(crate) fn keeps_sum(compiled: &Compiled, budget: &Budget) -> Result<bool, Stopped> {
    let two = compiled.goals.len() == 2;
    let source =
        compiled.network.as_ref().filter(|_| two).and_then(|_| compiled.source.split().ok());
    let Some(source) = source else { return Ok(false) };
    let mut program = match Program::new(source, budget) {
        Ok(program) => program,
        Err(NoAnswer::Stopped(stopped)) => return Err(stopped.reason()),
        Err(NoAnswer::Invalid(_)) => return Ok(false),
    };
    let ground = match ground(&mut program, budget) {
        Ok(ground) => ground,
        Err(NotGround::Stopped(stopped)) => return Err(stopped),
        Err(NotGround::TooLarge) => return Ok(false),
    };
    let (built, initial) = circuit_of(&program, &ground, budget)?;
    let value = |value| number(&program, value);
    analysis::keeps_sum(&program, &built, &initial, compiled.turns.as_ref(), value, budget)
}

fn network(
    source: Description,
    program: Program,
    ground: &Ground,
    budget: &Budget,
) -> Result<(Compiled, Program), Stopped> {
    let (built, initial) = circuit_of(&program, ground, budget)?;
    let analysis = analyse(&program, &built, &initial, budget)?;
    let circuit = Circuit::new(&built, initial, |value| number(&program, value));
    let goals = circuit.goals.iter().map(|goals| {
        let mut values: Vec<u8> = goals.iter().map(|g| g.0).collect();
        ludex_base::sort(&mut values);
        values.dedup();
        values
    });
    let size = NetworkSize {
        facts: circuit.facts.len(),
        moves: circuit.moves.iter().map(Vec::len).sum(),
        atoms: ground.atoms.len(),
        rules: ground.rules.len(),
        gates: circuit.gates(),
        cyclic: circuit.registers(),
    };
    let goals = goals.collect();
    let network = Arc::new(Network::new(circuit, &program));
    let engine: Arc<dyn Engine> = network.clone();
    let (network, size, source) = (Some(network), Some(size), Arc::new(source));
    let Analysis { turns, findings, invariants } = analysis;
    let built = Some(built).filter(|built| built.aig.nodes.len() <= LARGEST_RANKED);
    let acyclic = if findings.acyclic { OnceLock::from(true) } else { OnceLock::new() };
    let cycles = Arc::new(Cycles { built, invariants, acyclic });
    budget.poll()?;
    Ok((Compiled { engine, network, size, source, turns, findings, cycles, goals }, program))
}

/// Returns the numbers that can be goal values: those of the rules, or, if a rule leaves them open,
/// all constants that are numbers up to 100.
fn goal_values(program: &Program) -> Vec<u8> {
    let symbols = &program.description.symbols;
    let rules = program.description.rules.iter().filter(|rule| rule.relation() == GOAL);
    let heads: Option<Vec<Symbol>> = rules.map(|r| r.head.arguments()[1].symbol()).collect();
    let all = || (0..symbols.len()).map(|s| Symbol(s as u32)).collect();
    let values = heads.unwrap_or_else(all);
    let mut values: Vec<u8> =
        values.into_iter().filter_map(|value| goal_value(symbols.name(value))).collect();
    ludex_base::sort(&mut values);
    values.dedup();
    values
}
