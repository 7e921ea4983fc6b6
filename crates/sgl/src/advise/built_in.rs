//! Strategies for built-in games.

use ludex_base::{Bits, SourceError};
use ludex_game::{Agent, Game, Notation};

use super::{Advise, Plan};
use crate::formula::Formulas;
use crate::frame::Frame;
use crate::model::{
    Caches, Catalogue, Evaluator, GameWorld, Lexicon, Program, World, default_budget, with_words,
};

/// The number of positions that are searched for moves of the game.
const POSITIONS: usize = 2000;
/// The number of positions that are remembered between calls.
const REMEMBERED: usize = 200_000;

/// A strategy in a built-in game. A move that has no action yet becomes an action, and the strategy
/// is then evaluated again.
pub(super) struct BuiltInAdvisor<'g, G: Game> {
    game: &'g G,
    plan: Plan,
    lexicon: Lexicon<G::Move>,
    compiled: Box<dyn AllowedMoves<G> + 'g>,
}

impl<'g, G: Game + Notation> BuiltInAdvisor<'g, G> {
    pub fn new(game: &'g G, plan: Plan) -> Result<Self, SourceError> {
        let lexicon = Lexicon::new(game, POSITIONS, &default_budget());
        let lexicon = lexicon.map_err(|stopped| plan.error(stopped.to_string()))?;
        let compiled = compile(game, &plan, &lexicon)?;
        Ok(BuiltInAdvisor { game, plan, lexicon, compiled })
    }
}

impl<G: Game + Notation> Advise<G> for BuiltInAdvisor<'_, G> {
    fn moves(
        &mut self,
        state: &G::State,
        agent: Agent,
        out: &mut Vec<G::Move>,
    ) -> Result<(), SourceError> {
        loop {
            out.clear();
            let unknown = self.compiled.moves(state, agent, out);
            if unknown.is_empty() {
                return Ok(());
            }
            self.lexicon.extend(unknown);
            self.compiled = compile(self.game, &self.plan, &self.lexicon)?;
        }
    }
}

/// A strategy compiled for the actions that are known.
trait AllowedMoves<G: Game>: Send {
    /// Appends the allowed moves, and returns the moves that have no action yet.
    fn moves(
        &mut self,
        state: &G::State,
        agent: Agent,
        out: &mut Vec<G::Move>,
    ) -> Vec<(Agent, String, G::Move)>;
}

fn compile<'g, G: Game + Notation>(
    game: &'g G,
    plan: &Plan,
    lexicon: &Lexicon<G::Move>,
) -> Result<Box<dyn AllowedMoves<G> + 'g>, SourceError> {
    let made = Catalogue::new(game, lexicon);
    let (catalogue, frame) = made.map_err(|message| plan.error(message))?;
    let bits = frame.action_count().max(frame.atom_count() + 1);
    with_words!(bits, W => Ok(Box::new(Compiled::<G, W>::new(catalogue, frame, plan)?)))
}

struct Compiled<'g, G: Game + Notation, const W: usize> {
    catalogue: Catalogue<'g, G>,
    program: Program<W>,
    /// By agent: its strategy and its actions.
    strategies: Vec<(u32, Bits<W>)>,
    caches: Caches<W>,
}

impl<'g, G: Game + Notation, const W: usize> Compiled<'g, G, W> {
    fn new(
        catalogue: Catalogue<'g, G>,
        mut frame: Frame,
        plan: &Plan,
    ) -> Result<Self, SourceError> {
        let mut formulas = Formulas::new();
        let mut program = Program::new();
        let list = plan.formulas(&mut frame, &mut formulas)?;
        let mut strategies = Vec::new();
        for (agent, formula) in frame.agents().iter().zip(list) {
            let step = program.compile(&formulas, formula, frame.action_count());
            strategies.push((step, frame.actions_of(Some(agent)).collect()));
        }
        Ok(Compiled { catalogue, program, strategies, caches: Caches::default() })
    }
}

impl<G: Game + Notation, const W: usize> AllowedMoves<G> for Compiled<'_, G, W> {
    fn moves(
        &mut self,
        state: &G::State,
        agent: Agent,
        out: &mut Vec<G::Move>,
    ) -> Vec<(Agent, String, G::Move)> {
        let mut caches = std::mem::take(&mut self.caches);
        if self.catalogue.forget(REMEMBERED) {
            caches = Caches::default();
        }
        let (step, own) = self.strategies[agent.index()];
        let world: World<W> = World::Game(GameWorld::new(&self.catalogue));
        let mut evaluator = Evaluator::resume(world, &self.program, caches);
        let state = self.catalogue.state(state);
        let legal = world.legal(&state) & own;
        let row = evaluator.row(step, &state, legal);
        out.extend(row.iter().map(|action| self.catalogue.mv(action)));
        self.caches = evaluator.into_caches();
        self.catalogue.unknown()
    }
}
