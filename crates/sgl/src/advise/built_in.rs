//! Strategies for built-in games.

use ludex_base::{Budget, NoAnswer, OutOfBudget, Set, SourceError};
use ludex_game::{Agent, Game, Notation};

use super::{Advise, Plan};
use crate::formula::Formulas;
use crate::frame::Frame;
use crate::model::{
    Caches, Catalogue, Evaluator, GameWorld, Lexicon, Program, World, default_budget, with_set,
};

/// The number of positions that are searched for moves of the game.
const POSITIONS: usize = 2000;
/// The number of positions that are remembered between calls.
const REMEMBERED: usize = 200_000;

/// A strategy in a built-in game. A move that has no action yet becomes an action, and the strategy
/// is then evaluated again.
pub(super) struct BuiltInAdvisor<'g, G: Game + Notation> {
    game: &'g G,
    plan: Plan,
    lexicon: Lexicon<G::Move>,
    catalogue: Catalogue<'g, G>,
    strategies: Box<dyn Strategies>,
}

impl<'g, G: Game + Notation> BuiltInAdvisor<'g, G> {
    pub fn new(game: &'g G, plan: Plan) -> Result<Self, SourceError> {
        let lexicon = Lexicon::new(game, POSITIONS, &default_budget());
        let lexicon = lexicon.map_err(|stopped| plan.error(stopped.to_string()))?;
        let (catalogue, strategies) = compile(game, &plan, &lexicon)?;
        Ok(BuiltInAdvisor { game, plan, lexicon, catalogue, strategies })
    }
}

impl<G: Game + Notation> Advise<G> for BuiltInAdvisor<'_, G> {
    fn moves(
        &mut self,
        state: &G::State,
        agent: Agent,
        budget: &Budget,
        out: &mut Vec<G::Move>,
    ) -> Result<(), NoAnswer<SourceError>> {
        loop {
            if self.catalogue.forget(REMEMBERED) {
                self.strategies.forget();
            }
            let position = self.catalogue.number(state);
            let world = GameWorld::new(&self.catalogue);
            let allowed = self.strategies.allowed(world, position, agent, budget)?;
            let unknown = self.catalogue.unknown();
            if unknown.is_empty() {
                out.extend(allowed.into_iter().map(|action| self.catalogue.mv(action)));
                return Ok(());
            }
            self.lexicon.extend(unknown);
            (self.catalogue, self.strategies) = compile(self.game, &self.plan, &self.lexicon)?;
        }
    }
}

type Compiled<'g, G> = (Catalogue<'g, G>, Box<dyn Strategies>);

fn compile<'g, G: Game + Notation>(
    game: &'g G,
    plan: &Plan,
    lexicon: &Lexicon<G::Move>,
) -> Result<Compiled<'g, G>, SourceError> {
    let made = Catalogue::new(game, lexicon);
    let (catalogue, frame) = made.map_err(|message| plan.error(message))?;
    Ok((catalogue, strategies(frame, plan)?))
}

/// The strategies of all agents, compiled for the actions that are known. Neither the game's type
/// nor that of sets is visible, so that the evaluator is not compiled again for every game.
trait Strategies: Send {
    /// Returns the actions that an agent's strategy allows in a position, by its number.
    fn allowed(
        &mut self,
        world: GameWorld,
        position: u32,
        agent: Agent,
        budget: &Budget,
    ) -> Result<Vec<u32>, OutOfBudget>;

    /// Forgets what is known about positions.
    fn forget(&mut self);
}

fn strategies(mut frame: Frame, plan: &Plan) -> Result<Box<dyn Strategies>, SourceError> {
    let mut formulas = Formulas::new();
    let list = plan.formulas(&mut frame, &mut formulas)?;
    let bits = frame.action_count().max(frame.atom_count() + 1);
    with_set!(bits, S => {
        let mut program: Program<S> = Program::new();
        let mut steps = Vec::new();
        for (agent, formula) in frame.agents().iter().zip(list) {
            let step = program.compile(&formulas, formula, frame.action_count());
            steps.push((step, frame.actions_of(Some(agent)).collect()));
        }
        Ok(Box::new(StrategiesOf { program, steps, caches: Caches::default() }))
    })
}

struct StrategiesOf<S: Set> {
    program: Program<S>,
    /// By agent: its strategy and its actions.
    steps: Vec<(u32, S)>,
    caches: Caches<S>,
}

impl<S: Set> Strategies for StrategiesOf<S> {
    fn allowed(
        &mut self,
        world: GameWorld,
        position: u32,
        agent: Agent,
        budget: &Budget,
    ) -> Result<Vec<u32>, OutOfBudget> {
        let (step, own) = &self.steps[agent.index()];
        let caches = std::mem::take(&mut self.caches);
        let evaluator = Evaluator::resume(World::Game(world), &self.program, caches);
        let mut evaluator = evaluator.within(budget);
        let state = GameWorld::state(position, position == 0);
        let legal = evaluator.world.legal(&state).and(own);
        let row = evaluator.row(*step, &state, &legal);
        let finished = evaluator.finished();
        self.caches = evaluator.into_caches();
        finished.map(|()| row.iter().collect())
    }

    fn forget(&mut self) {
        self.caches = Caches::default();
    }
}
