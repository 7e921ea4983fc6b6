//! The list of players. Adding one is an entry here; help, listings and parsing come from it.

use ludex_game::Agent;

use crate::alpha_beta::{AlphaBeta, Style};
use crate::{Ask, Auto, Clock, Decision, Human, Mcts, MctsOptions, Nested, Player, PlayerSpec};
use crate::{Random, Rules};

/// What the list says about a player.
#[derive(Clone, Copy, Debug)]
pub struct PlayerInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line: how it plays.
    pub summary: &'static str,
    /// What it needs after `=`, if anything.
    pub argument: Option<&'static str>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Auto,
    Mcts,
    Uct,
    AlphaBeta(Style),
    Nested,
    Random,
    Human,
    Strategy,
    Guided,
}

const fn player(name: &'static str, summary: &'static str, kind: Kind) -> PlayerInfo {
    PlayerInfo { name, summary, argument: None, kind }
}

/// All players.
pub static PLAYERS: &[PlayerInfo] = &[
    player("auto", "chooses how to play by the kind of game, and proves endgames", Kind::Auto),
    player("mcts", "Monte Carlo tree search with what general game players use", Kind::Mcts),
    player("uct", "plain Monte Carlo tree search", Kind::Uct),
    player(
        "alphabeta",
        "alpha-beta with the game's own evaluation or one from playouts; against many, all are opponents",
        Kind::AlphaBeta(Style::Paranoid),
    ),
    player(
        "bestreply",
        "the same, but of many opponents only the one with the best reply moves",
        Kind::AlphaBeta(Style::BestReply),
    ),
    player("maxn", "the same, but everybody plays for its own good", Kind::AlphaBeta(Style::MaxN)),
    player("nested", "games for one: looks for the best line and follows it", Kind::Nested),
    player("random", "any move", Kind::Random),
    player("human", "asks for moves", Kind::Human),
    PlayerInfo {
        name: "strategy",
        summary: "follows a strategy written in the logic language",
        argument: Some("FILE#NAME"),
        kind: Kind::Strategy,
    },
    PlayerInfo {
        name: "guided",
        summary: "mcts that tries the moves of such a strategy first, in the tree and in playouts",
        argument: Some("FILE#NAME"),
        kind: Kind::Guided,
    },
];

/// What players need from outside: somebody to ask, strategies from files.
pub trait Desk<G: Rules> {
    /// Somebody who says what a human plays.
    fn human(&self) -> Option<Box<dyn Ask + '_>> {
        None
    }

    /// The strategy with this name (`FILE#NAME`): for a state and an agent the moves it allows.
    fn strategy(&self, _name: &str) -> Result<Box<dyn Strategy<G> + '_>, String> {
        Err("strategies cannot be played here".to_string())
    }
}

/// A strategy as a player follows it.
pub trait Strategy<G: Rules> {
    /// A move the strategy allows; `None` where it says nothing.
    fn advise(&mut self, state: &G::State, agent: Agent) -> Option<G::Move>;
}

/// A desk with nobody at it.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoDesk;

impl<G: Rules> Desk<G> for NoDesk {}

/// Why a player cannot play a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotPlay {
    /// There are too few or too many players.
    #[error("there are {players} players for {agents} places")]
    Count {
        /// The players that were named.
        players: usize,
        /// The agents of the game.
        agents: usize,
    },
    /// It is for games with one agent.
    #[error("nested plays games for one, and this is a game for {0}")]
    Alone(usize),
    /// There is nobody to ask.
    #[error("there is nobody to ask for the moves of a human")]
    Nobody,
    /// The strategy cannot be had.
    #[error("{0}")]
    Strategy(String),
}

/// Makes the player a spec describes.
pub fn make_player<'g, G: Rules>(
    game: &'g G,
    spec: &PlayerSpec,
    seed: u64,
    max_bytes: usize,
    desk: &'g dyn Desk<G>,
) -> Result<Box<dyn Player<G> + 'g>, CannotPlay> {
    let kind = PLAYERS.iter().find(|info| info.name == spec.name).map(|info| info.kind);
    let improved = MctsOptions { max_bytes, ..MctsOptions::improved() };
    Ok(match kind.unwrap_or(Kind::Auto) {
        Kind::Auto => Box::new(Auto::new(game, improved, seed)),
        Kind::Mcts => Box::new(Mcts::new(game, improved, seed)),
        Kind::Uct => {
            Box::new(Mcts::new(game, MctsOptions { max_bytes, ..MctsOptions::uct() }, seed))
        }
        Kind::AlphaBeta(style) => Box::new(AlphaBeta::new(game, style, seed, max_bytes)),
        Kind::Nested => match game.agents().len() {
            1 => Box::new(Nested::new(game, seed, max_bytes)),
            agents => return Err(CannotPlay::Alone(agents)),
        },
        Kind::Random => Box::new(Random::new(game, seed)),
        Kind::Human => Box::new(Human::new(game, desk.human().ok_or(CannotPlay::Nobody)?)),
        Kind::Strategy => {
            let name = spec.argument.as_deref().unwrap_or_default();
            let strategy = desk.strategy(name).map_err(CannotPlay::Strategy)?;
            Box::new(Follower { strategy, otherwise: Random::new(game, seed) })
        }
        Kind::Guided => {
            let name = spec.argument.as_deref().unwrap_or_default();
            let strategy = desk.strategy(name).map_err(CannotPlay::Strategy)?;
            Box::new(Mcts::new(game, improved, seed).with_policy(strategy))
        }
    })
}

/// Does what a strategy says, and anything where it says nothing.
struct Follower<'g, G: Rules> {
    strategy: Box<dyn Strategy<G> + 'g>,
    otherwise: Random<'g, G>,
}

impl<G: Rules> Player<G> for Follower<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>> {
        let advice = self.strategy.advise(state, agent).map(Decision::plain);
        advice.or_else(|| self.otherwise.choose(state, agent, clock))
    }
}
