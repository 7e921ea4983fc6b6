//! The moves that a strategy allows in one position.
//!
//! Nothing is explored beforehand: a position is evaluated when it is asked about, and only as far
//! ahead as the strategy itself looks. So any strategy can play any game, however large, alone or
//! as the policy of a search.

mod built_in;
mod rule_file;

use std::sync::Arc;

use ludex_base::{Budget, NoAnswer, Source, SourceError, Span, suggest, with_stack};
use ludex_game::{Agent, Game, Notation};

use crate::STACK_SIZE;
use crate::expand::Expander;
use crate::file::File;
use crate::formula::{Formula, Formulas};
use crate::frame::Frame;
use crate::syntax::{Expr, ExprKind, Tree, parse_formula};
use crate::value::Value;

use built_in::BuiltInAdvisor;

/// A strategy for a built-in game, or for the game that its file describes.
trait Advise<G: Game>: Send {
    /// Appends the moves that the strategy allows the agent; the error says why they are not known.
    fn moves(
        &mut self,
        state: &G::State,
        agent: Agent,
        budget: &Budget,
        out: &mut Vec<G::Move>,
    ) -> Result<(), NoAnswer<SourceError>>;
}

/// A strategy that plays a game.
///
/// ```
/// use ludex_game::{Agent, Model, Notation};
/// use ludex_sgl::{Advisor, File};
/// let game = ludex_games::Nim::new(&[1, 2]);
/// let text = r#"game nim:1,2; strategy even(t) := or(a in actions(t)) (does(a) & legal(a) &
///     next ~or(b in actions(other(t))) [b] win(other(t)));"#;
/// let file = File::read("even.sgl", text).unwrap();
/// let mut even = Advisor::new(&game, &file, "even").unwrap();
/// let start = game.initial();
/// let moves = even.moves(&start, Agent::FIRST).unwrap();
/// assert_eq!(game.write_move(&start, Agent::FIRST, moves[0]), "2:1");
/// ```
pub struct Advisor<'g, G: Game> {
    inner: Box<dyn Advise<G> + 'g>,
    budget: Budget,
}

impl<'g, G: Game + Notation> Advisor<'g, G> {
    /// Returns an advisor for a strategy of a file. `strategy` is the name of a strategy, which may
    /// have the player as its parameter, or any formula in the vocabulary of the file. The file is
    /// either about a built-in game (its names are looked up in `game`, whichever game it names),
    /// or describes the game itself.
    pub fn new(game: &'g G, file: &File, strategy: &str) -> Result<Self, SourceError> {
        let plan = Plan::new(file, strategy)?;
        let inner: Box<dyn Advise<G> + 'g> = match file.frame() {
            None => Box::new(BuiltInAdvisor::new(game, plan)?),
            Some(_) => rule_file::advisor(game, plan)?,
        };
        Ok(Advisor { inner, budget: Budget::default() })
    }

    /// Limits the time until which the advisor can be asked: a strategy may look ahead very far.
    pub fn within(self, budget: Budget) -> Self {
        Advisor { budget, ..self }
    }

    /// Returns the moves that the strategy allows the agent in a position: none if it is not the
    /// agent's turn, or if the strategy allows none. The error says why they are not known.
    pub fn moves(
        &mut self,
        state: &G::State,
        agent: Agent,
    ) -> Result<Vec<G::Move>, NoAnswer<SourceError>> {
        let mut moves = Vec::new();
        with_stack(STACK_SIZE, || self.inner.moves(state, agent, &self.budget, &mut moves))?;
        Ok(moves)
    }
}

/// A strategy as a syntax tree, to be expanded in a frame.
struct Plan {
    file: File,
    source: Arc<Source>,
    tree: Tree,
}

/// The name of the player in the call of a strategy; it is not a name that a file can contain.
const PLAYER: &str = "the player";

impl Plan {
    fn new(file: &File, strategy: &str) -> Result<Plan, SourceError> {
        let text = strategy.to_owned();
        let source = Arc::new(Source { name: "strategy".to_owned(), text });
        let place = Span { start: 0, end: strategy.len() as u32 };
        let name =
            |name: &str, args| Expr { kind: ExprKind::Name(name.to_owned(), args), span: place };
        let of_player = file.strategies().any(|(n, args)| n == strategy && args.len() == 1);
        let tree = match of_player {
            true => Tree::Atom(name(strategy, vec![name(PLAYER, Vec::new())])),
            false => parse_formula(strategy).map_err(|e| SourceError::within(&source, e))?,
        };
        let plan = Plan { file: file.clone(), source, tree };
        match &plan.tree {
            Tree::Atom(Expr { kind: ExprKind::Name(name, args), .. })
                if args.is_empty() && file.names.find(name, 0).is_none() =>
            {
                Err(plan.no_strategy(name))
            }
            _ => Ok(plan),
        }
    }

    fn no_strategy(&self, name: &str) -> SourceError {
        let near = suggest(name, self.file.strategies().map(|(name, _)| name));
        let mut error = self.error(format!("the file has no strategy `{name}`"));
        error.help = near.map(|near| format!("did you mean `{near}`?"));
        error
    }

    /// Returns an error about the strategy as a whole.
    fn error(&self, message: String) -> SourceError {
        let span = 0..self.source.text.len();
        SourceError { message, span, help: None, input: self.source.clone() }
    }

    /// Returns the strategy of each agent.
    fn formulas(
        &self,
        frame: &mut Frame,
        formulas: &mut Formulas,
    ) -> Result<Vec<Formula>, SourceError> {
        let agents: Vec<Agent> = frame.agents().iter().collect();
        let file = &self.file;
        let mut expander = Expander::new(frame, &file.names, formulas, &self.source, &file.source);
        let each = |agent: Agent| {
            let bound = vec![(PLAYER.to_owned(), Value::Agent(agent))];
            expander.with(bound, |expander| expander.formula(&self.tree))
        };
        with_stack(STACK_SIZE, || agents.into_iter().map(each).collect())
    }
}
