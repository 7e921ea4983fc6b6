//! Strategies for a game that their file describes.

use ludex_base::{Budget, NoAnswer, OutOfBudget, Set, SourceError};
use ludex_game::{Agent, Game, Notation};
use rustc_hash::FxHashMap;

use super::{Advise, Plan};
use crate::frame::Frame;
use crate::model::{Caches, Evaluator, Program, RuleWorld, World, with_set};

/// Returns the advisor of a strategy in the game that its file describes, or an error if `game` is
/// another game.
pub(super) fn advisor<'g, G: Game + Notation>(
    game: &'g G,
    plan: Plan,
) -> Result<Box<dyn Advise<G> + 'g>, SourceError> {
    let same = plan.file.frame().filter(|frame| {
        let atoms = frame.fluents.list.iter().map(|atom| &atom.text);
        frame.agents().names() == game.agents().names() && game.atoms().iter().eq(atoms)
    });
    let Some(frame) = same.cloned() else {
        return Err(plan.error("the file is a game of its own, and not this one".to_owned()));
    };
    let strategies = strategies(frame.clone(), &plan)?;
    let (start, actions) = (game.initial(), FxHashMap::default());
    Ok(Box::new(RuleFileAdvisor { game, start, frame, strategies, actions }))
}

struct RuleFileAdvisor<'g, G: Game> {
    game: &'g G,
    start: G::State,
    frame: Frame,
    strategies: Box<dyn Strategies>,
    actions: FxHashMap<(Agent, G::Move), u32>,
}

impl<G: Game + Notation> Advise<G> for RuleFileAdvisor<'_, G> {
    fn moves(
        &mut self,
        state: &G::State,
        agent: Agent,
        budget: &Budget,
        out: &mut Vec<G::Move>,
    ) -> Result<(), NoAnswer<SourceError>> {
        let atoms = 0..self.frame.atom_count() as u32;
        let atoms = atoms.filter(|&atom| self.game.holds(state, atom)).collect();
        let allowed = self.strategies.allowed(atoms, *state == self.start, agent, budget)?;
        self.game.moves(state, agent, out);
        // The texts of actions are those of moves, in every position.
        out.retain(|&mv| {
            let number = self.actions.entry((agent, mv)).or_insert_with(|| {
                let text = self.game.write_move(state, agent, mv);
                self.frame.action_named(&text).unwrap_or(u32::MAX)
            });
            allowed.binary_search(number).is_ok()
        });
        Ok(())
    }
}

/// The strategies of all agents. Neither the game's type nor that of sets is visible, so that the
/// evaluator is not compiled again for every game.
trait Strategies: Send {
    /// Returns the actions that an agent's strategy allows where these atoms are true, in
    /// increasing order.
    fn allowed(
        &mut self,
        atoms: Vec<u32>,
        initial: bool,
        agent: Agent,
        budget: &Budget,
    ) -> Result<Vec<u32>, OutOfBudget>;
}

fn strategies(mut frame: Frame, plan: &Plan) -> Result<Box<dyn Strategies>, SourceError> {
    let bits = frame.action_count().max(frame.atom_count() + 1);
    let mut formulas = plan.file.formulas.clone();
    with_set!(bits, S => {
        let world = RuleWorld::<S>::new(&frame, &formulas, &plan.file.rules, &Budget::default());
        let world = world.map_err(|why| plan.error(why.to_string()))?;
        let list = plan.formulas(&mut frame, &mut formulas)?;
        let mut program = Program::new();
        let compile = |formula| program.compile(&formulas, formula, frame.action_count());
        let steps = list.into_iter().map(compile).collect();
        Ok(Box::new(StrategiesOf { world, program, steps, caches: Caches::default() }))
    })
}

struct StrategiesOf<S: Set> {
    world: RuleWorld<S>,
    program: Program<S>,
    /// By agent: its strategy.
    steps: Vec<u32>,
    caches: Caches<S>,
}

impl<S: Set> Strategies for StrategiesOf<S> {
    fn allowed(
        &mut self,
        atoms: Vec<u32>,
        initial: bool,
        agent: Agent,
        budget: &Budget,
    ) -> Result<Vec<u32>, OutOfBudget> {
        let state = self.world.state(atoms.into_iter(), initial);
        let caches = std::mem::take(&mut self.caches);
        let evaluator = Evaluator::resume(World::Rules(&self.world), &self.program, caches);
        let mut evaluator = evaluator.within(budget);
        let row = evaluator.allowed(Some(self.steps[agent.index()]), &state);
        let finished = evaluator.finished();
        self.caches = evaluator.into_caches();
        finished.map(|()| row.iter().collect())
    }
}
