//! A file that describes a game, as a [`Game`].
//!
//! The agent on turn is the one that has a legal action (the first in playing order, if several
//! have one); if none has, the game is over. If the file has atoms `turn(t)`, an agent that is not
//! on turn has the actions that would be legal if it were. An agent has won where `wins(t)` of the
//! file is true; a game without it can be played, but nothing is said about its outcomes.

mod compared;
mod text;

use std::sync::OnceLock;

use ludex_base::{Budget, NoAnswer, Set, SourceError, Span};
use ludex_game::{Agent, Agents, DynGame, Game, HashSeed, Hints, Model, Outcome, Outcomes, Turn};

use crate::expand::Expander;
use crate::file::File;
use crate::frame::Frame;
use crate::model::{Program, RuleWorld, World, with_set};
use crate::syntax::{Expr, ExprKind, Tree};
use compared::Compared;

/// The largest number of actions, or of atoms and one more, of a game that is opened.
const LARGEST: usize = 1024;

/// A position: the set of true atoms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RuleState<S>(S);

/// An action, by its number in the frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleMove(u32);

/// A program and by agent its step that is true where the agent has won.
type Wins<S> = (Program<S>, Vec<u32>);

/// A game that a file describes. A position is a set of type `S`.
#[derive(Clone, Debug)]
pub struct RuleGame<S> {
    frame: Frame,
    world: RuleWorld<S>,
    outcomes: Outcomes,
    own: Vec<S>,
    /// The atoms `turn(t)`, if there is one for every agent.
    turns: Option<Vec<u32>>,
    /// By agent, the condition for having won; otherwise why there is none.
    wins: Result<Wins<S>, String>,
    /// Set when somebody asks who has won and nothing says so.
    unsaid: OnceLock<()>,
    /// The rules as they are written, where everything is compared with them.
    compared: Compared,
}

/// Builds the game that a file describes.
///
/// ```
/// use ludex_game::Model;
/// let file = ludex_sgl::File::read("g.sgl", "agents A; action a by A; fluent p; init p;
///     terminal := ~p; legal a := p; next p := false; define wins(t) := ~p;").unwrap();
/// assert_eq!(ludex_sgl::open_game(&file).unwrap().agents().names(), ["A"]);
/// ```
pub fn open_game(file: &File) -> Result<DynGame, SourceError> {
    open_game_within(file, &Budget::default()).map_err(|why| not_stopped(file, why))
}

/// Builds the game that a file describes within a budget.
pub fn open_game_within(file: &File, budget: &Budget) -> Result<DynGame, NoAnswer<SourceError>> {
    opened(file, None, budget)
}

/// Builds the game that a file describes, whose every answer is compared with the rules of a file as
/// they are written there: its own, or another one that should describe the same game. A difference
/// is a fault of the game.
pub fn open_game_compared(
    file: &File,
    rules: &File,
    budget: &Budget,
) -> Result<DynGame, NoAnswer<SourceError>> {
    opened(file, Some(rules), budget)
}

fn opened(
    file: &File,
    rules: Option<&File>,
    budget: &Budget,
) -> Result<DynGame, NoAnswer<SourceError>> {
    let frame = file.frame().ok_or_else(|| file.needs_game())?;
    let bits = frame.action_count().max(frame.atom_count() + 1);
    if bits > LARGEST {
        let message = "a game has at most 1024 actions and 1023 atoms";
        return Err(SourceError::within(&file.source, Span::default().error(message)).into());
    }
    with_set!(bits, S => {
        let mut game = RuleGame::<S>::within(file, budget)?;
        if let Some(rules) = rules {
            game.compare_with(rules, budget);
        }
        Ok(DynGame::new(game))
    })
}

/// Returns why there is no game as an error in the file, where no limit was set.
fn not_stopped(file: &File, why: NoAnswer<SourceError>) -> SourceError {
    match why {
        NoAnswer::Invalid(error) => error,
        NoAnswer::Stopped(stopped) => {
            SourceError::within(&file.source, Span::default().error(stopped.to_string()))
        }
    }
}

impl<S: Set> RuleGame<S> {
    /// Returns the game that a file describes.
    pub fn new(file: &File) -> Result<RuleGame<S>, SourceError> {
        RuleGame::within(file, &Budget::default()).map_err(|why| not_stopped(file, why))
    }

    /// Returns the game that a file describes, compiled within a budget.
    pub fn within(file: &File, budget: &Budget) -> Result<RuleGame<S>, NoAnswer<SourceError>> {
        let error =
            |message: String| SourceError::within(&file.source, Span::default().error(message));
        let frame = file.frame().ok_or_else(|| error("the file has no rules".to_owned()))?;
        let bits = frame.action_count().max(frame.atom_count() + 1);
        if bits > 64 * S::words_for(bits) {
            return Err(error("the game is too large for its type".to_owned()).into());
        }
        let world = RuleWorld::new(frame, &file.formulas, &file.rules, budget)
            .map_err(|why| why.map_invalid(error))?;
        let agents = &frame.agents;
        let turn = |agent| frame.atom_named(&format!("turn({})", agents.name(agent)));
        let outcomes = match agents.len() {
            1 => Outcomes::win_loss(),
            _ => Outcomes::win_draw_loss(),
        };
        Ok(RuleGame {
            world,
            outcomes,
            own: agents.iter().map(|agent| frame.actions_of(Some(agent)).collect()).collect(),
            turns: agents.iter().map(turn).collect(),
            wins: wins(file, frame)?,
            unsaid: OnceLock::new(),
            compared: Compared::default(),
            frame: frame.clone(),
        })
    }

    /// Returns the position that would result if the agent were on turn.
    fn with_turn(&self, state: &RuleState<S>, agent: Agent) -> S {
        match &self.turns {
            Some(turns) if self.turn(state) != Turn::Of(agent) => {
                let others: S = turns.iter().copied().collect();
                state.0.clone().minus(&others).or(&S::one(turns[agent.index()]))
            }
            _ => state.0.clone(),
        }
    }

    fn has_won(&self, state: &RuleState<S>, agent: Agent) -> bool {
        let holds = |(program, steps): &Wins<S>| {
            program.holds(World::Rules(&self.world), &state.0, steps[agent.index()])
        };
        match &self.wins {
            Ok(wins) => {
                let won = holds(wins);
                let name = self.frame.agents.name(agent);
                self.compare("who has won", &state.0, &won, |rules, at| rules.wins(at, name));
                won
            }
            Err(_) => {
                self.unsaid.get_or_init(|| ());
                false
            }
        }
    }
}

/// Returns the formulas `wins(t)`, or why there are none: the file does not define them, or they are
/// not about one state.
fn wins<S: Set>(file: &File, frame: &Frame) -> Result<Result<Wins<S>, String>, SourceError> {
    if !file.defines_wins() {
        return Ok(Err(file.why_nobody_wins()));
    }
    let (mut frame, mut formulas) = (frame.clone(), file.formulas.clone());
    let mut program = Program::new();
    let mut steps = Vec::new();
    for agent in frame.agents.iter() {
        let name = |name: &str, args| Expr {
            kind: ExprKind::Name(name.to_owned(), args),
            span: Span::default(),
        };
        let tree = Tree::Atom(name("wins", vec![name(frame.agents.name(agent), Vec::new())]));
        let mut expander =
            Expander::new(&mut frame, &file.names, &mut formulas, &file.source, &file.source);
        let formula = expander.formula(&tree)?;
        if !formulas.facts(formula).propositional {
            let message = "`wins(t)` says who has won: it is about one state, without modalities";
            return Ok(Err(message.to_owned()));
        }
        steps.push(program.compile(&formulas, formula, frame.action_count()));
    }
    Ok(Ok((program, steps)))
}

impl<S: Set> Model for RuleGame<S> {
    type State = RuleState<S>;
    type Move = RuleMove;

    fn agents(&self) -> &Agents {
        &self.frame.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> RuleState<S> {
        RuleState(self.world.start())
    }

    fn turn(&self, state: &RuleState<S>) -> Turn {
        let legal = self.world.legal(&state.0);
        let can = |agent: &Agent| legal.meets(&self.own[agent.index()]);
        let found = self.agents().iter().find(can);
        self.compare_turn(state, found);
        found.map_or(Turn::Final, Turn::Of)
    }

    fn moves(&self, state: &RuleState<S>, agent: Agent, out: &mut Vec<RuleMove>) {
        if self.turn(state) == Turn::Final {
            return;
        }
        let legal = self.world.legal(&self.with_turn(state, agent)).and(&self.own[agent.index()]);
        self.compare_moves(state, agent, &legal);
        out.extend(legal.iter().map(RuleMove));
    }

    fn outcome(&self, state: &RuleState<S>) -> Outcome {
        let first = self.has_won(state, Agent::FIRST);
        let other = self.agents().opponents(Agent::FIRST).any(|agent| self.has_won(state, agent));
        match (first, other) {
            (true, false) => self.outcomes.best(),
            (false, true) => Outcome::WORST,
            _ if self.agents().len() == 1 => Outcome::WORST,
            _ => Outcome(1),
        }
    }

    fn holds(&self, state: &RuleState<S>, own_atom: u32) -> bool {
        (own_atom as usize) < self.frame.atom_count() && state.0.contains(own_atom)
    }

    fn key(&self, state: &RuleState<S>) -> u64 {
        // Each step is a bijection, so that positions of one word have different keys.
        state.0.words().iter().fold(0, |key, word| {
            let mixed = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
        })
    }

    fn seeded_key(&self, state: &RuleState<S>, seed: HashSeed) -> Option<u64> {
        Some(seed.hash(state.0.words().iter().copied()))
    }

    fn fault(&self) -> Option<String> {
        let difference = self.compared.difference.get().cloned();
        difference.or_else(|| self.unsaid.get().and(self.wins.as_ref().err().cloned()))
    }

    fn heap_bytes(&self) -> usize {
        S::heap_bytes(self.world.bits())
    }

    fn payoff(&self, state: &RuleState<S>, agent: Agent) -> f64 {
        let others = self.agents().opponents(agent).any(|other| self.has_won(state, other));
        match (self.has_won(state, agent), others) {
            (true, false) => 1.0,
            (false, true) => -1.0,
            _ if self.agents().len() == 1 => -1.0,
            _ => 0.0,
        }
    }
}

impl<S: Set> Game for RuleGame<S> {
    fn play(&self, state: &mut RuleState<S>, agent: Agent, mv: RuleMove) {
        let next = self.world.update(&self.with_turn(state, agent), mv.0);
        self.compare_successor(state, agent, mv, &next);
        state.0 = next;
    }
}

impl<S: Set> Hints for RuleGame<S> {}
