//! Strategies for a game that their file describes.

use ludex_base::SourceError;
use ludex_game::{Agent, Game, Notation};
use rustc_hash::FxHashMap;

use super::{Advise, Plan};
use crate::frame::Frame;
use crate::model::{Caches, Evaluator, Program, RuleWorld, World, with_words};

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
    let bits = frame.action_count().max(frame.atom_count() + 1);
    with_words!(bits, W => Ok(Box::new(RuleFileAdvisor::<G, W>::new(game, frame, &plan)?)))
}

struct RuleFileAdvisor<'g, G: Game, const W: usize> {
    game: &'g G,
    start: G::State,
    frame: Frame,
    world: RuleWorld<W>,
    program: Program<W>,
    strategies: Vec<u32>,
    actions: FxHashMap<(Agent, G::Move), u32>,
    caches: Caches<W>,
}

impl<'g, G: Game + Notation, const W: usize> RuleFileAdvisor<'g, G, W> {
    fn new(game: &'g G, mut frame: Frame, plan: &Plan) -> Result<Self, SourceError> {
        let mut formulas = plan.file.formulas.clone();
        let world = RuleWorld::new(&frame, &formulas, &plan.file.rules);
        let world = world.map_err(|message| plan.error(message))?;
        let list = plan.formulas(&mut frame, &mut formulas)?;
        let mut program = Program::new();
        let compile = |formula| program.compile(&formulas, formula, frame.action_count());
        let strategies = list.into_iter().map(compile).collect();
        let (start, actions) = (game.initial(), FxHashMap::default());
        let caches = Caches::default();
        Ok(RuleFileAdvisor { game, start, frame, world, program, strategies, actions, caches })
    }
}

impl<G: Game + Notation, const W: usize> Advise<G> for RuleFileAdvisor<'_, G, W> {
    fn moves(
        &mut self,
        state: &G::State,
        agent: Agent,
        out: &mut Vec<G::Move>,
    ) -> Result<(), SourceError> {
        let atoms =
            (0..self.frame.atom_count() as u32).filter(|&atom| self.game.holds(state, atom));
        let here = self.world.state(atoms, *state == self.start);
        let caches = std::mem::take(&mut self.caches);
        let mut evaluator = Evaluator::resume(World::Rules(&self.world), &self.program, caches);
        let legal = self.world.legal(&here);
        let row = evaluator.row(self.strategies[agent.index()], &here, legal);
        self.caches = evaluator.into_caches();
        self.game.moves(state, agent, out);
        // The texts of actions are those of moves, in every position.
        out.retain(|&mv| {
            let number = self.actions.entry((agent, mv)).or_insert_with(|| {
                let text = self.game.write_move(state, agent, mv);
                self.frame.action_named(&text).unwrap_or(u32::MAX)
            });
            (*number as usize) < self.frame.action_count() && row.contains(*number)
        });
        Ok(())
    }
}
