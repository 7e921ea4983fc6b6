//! Strategies over any game of the house.

use ludex_base::{Bits, SourceError};
use ludex_game::{Agent, Game, Notation};

use super::{Advise, Plan};
use crate::formula::Formulas;
use crate::frame::Frame;
use crate::model::{
    Catalogue, Evaluator, GameWorld, Lexicon, Notes, Program, World, default_budget,
    with_game_words,
};

/// How many positions are looked at to meet the moves of the game.
const POSITIONS: usize = 2000;
/// How many positions are remembered between questions.
const REMEMBERED: usize = 200_000;

/// A strategy in a game. Where a move is met that is no action yet it becomes one, and the question is
/// asked again.
pub(super) struct House<'g, G: Game> {
    game: &'g G,
    plan: Plan,
    lexicon: Lexicon<G::Move>,
    ready: Box<dyn Ready<G> + 'g>,
}

impl<'g, G: Game + Notation> House<'g, G> {
    pub fn new(game: &'g G, plan: Plan) -> Result<Self, SourceError> {
        let lexicon = Lexicon::new(game, POSITIONS, &default_budget());
        let lexicon = lexicon.map_err(|stopped| plan.error(stopped.to_string()))?;
        let ready = ready(game, &plan, &lexicon)?;
        Ok(House { game, plan, lexicon, ready })
    }
}

impl<G: Game + Notation> Advise<G> for House<'_, G> {
    fn moves(
        &mut self,
        state: &G::State,
        agent: Agent,
        out: &mut Vec<G::Move>,
    ) -> Result<(), SourceError> {
        loop {
            out.clear();
            let unknown = self.ready.moves(state, agent, out);
            if unknown.is_empty() {
                return Ok(());
            }
            self.lexicon.extend(unknown);
            self.ready = ready(self.game, &self.plan, &self.lexicon)?;
        }
    }
}

/// A strategy compiled for the actions that are known.
trait Ready<G: Game>: Send {
    /// Appends the allowed moves, and returns the moves that were met and are not known.
    fn moves(
        &mut self,
        state: &G::State,
        agent: Agent,
        out: &mut Vec<G::Move>,
    ) -> Vec<(Agent, String, G::Move)>;
}

fn ready<'g, G: Game + Notation>(
    game: &'g G,
    plan: &Plan,
    lexicon: &Lexicon<G::Move>,
) -> Result<Box<dyn Ready<G> + 'g>, SourceError> {
    let made = Catalogue::new(game, lexicon);
    let (catalogue, frame) = made.map_err(|message| plan.error(message))?;
    let bits = frame.action_count().max(frame.atom_count() + 1);
    with_game_words!(bits, W => Ok(Box::new(Compiled::<G, W>::new(catalogue, frame, plan)?)))
}

struct Compiled<'g, G: Game + Notation, const W: usize> {
    catalogue: Catalogue<'g, G>,
    program: Program<W>,
    /// By agent: its strategy, and its actions.
    strategies: Vec<(u32, Bits<W>)>,
    notes: Notes<(u32, bool), W>,
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
        Ok(Compiled { catalogue, program, strategies, notes: Notes::default() })
    }
}

impl<G: Game + Notation, const W: usize> Ready<G> for Compiled<'_, G, W> {
    fn moves(
        &mut self,
        state: &G::State,
        agent: Agent,
        out: &mut Vec<G::Move>,
    ) -> Vec<(Agent, String, G::Move)> {
        let mut notes = std::mem::take(&mut self.notes);
        if self.catalogue.forget(REMEMBERED) {
            notes = Notes::default();
        }
        let (step, own) = self.strategies[agent.index()];
        let world = GameWorld::new(&self.catalogue);
        let mut evaluator = Evaluator::<_, W>::resume(&world, &self.program, notes);
        let state = self.catalogue.state(state);
        let legal = World::<W>::legal(&world, &state) & own;
        let row = evaluator.row(step, &state, legal);
        out.extend(row.iter().map(|action| self.catalogue.mv(action)));
        self.notes = evaluator.into_notes();
        self.catalogue.unknown()
    }
}
