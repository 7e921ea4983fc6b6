//! The list of players, from which help, listings and parsing are derived. Adding a player means
//! adding an entry here.

use ludex_base::counted;
use ludex_game::{Agent, DynMove, DynState, Model};

use crate::alpha_beta::Style;
use crate::players::StarSampling;
use crate::{Ask, Clock, Decision, Human, Limit, PlayableGame, Player, PlayerSpec, Random};

/// An entry of the list of players.
#[derive(Clone, Copy, Debug)]
pub struct PlayerInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// How it plays, in one line.
    pub summary: &'static str,
    /// The form of what it needs after `=`, if it needs anything.
    pub argument: Option<&'static str>,
    /// Whether it plays games with chance.
    pub takes_chance: bool,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Search(Search),
    StarSampling,
    Random,
    Human,
    Strategy,
    Guided,
    Function,
}

impl Kind {
    /// Returns whether such a player understands chance. Others would take it for an agent, or see no
    /// moves where it moves.
    const fn takes_chance(self) -> bool {
        match self {
            Kind::Search(search) => {
                matches!(search, Search::Auto | Search::Mcts | Search::Uct)
            }
            Kind::StarSampling | Kind::Random | Kind::Human | Kind::Function => true,
            Kind::Strategy | Kind::Guided => false,
        }
    }
}

/// A player that searches, and is compiled for every type of game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Search {
    Auto,
    Mcts,
    Uct,
    AlphaBeta(Style),
    Nested,
}

impl PlayerInfo {
    /// Returns the limit for a move where none is given.
    pub(crate) fn default_limit(&self) -> Limit {
        match self.kind {
            Kind::Human | Kind::Function => Limit::None,
            _ => Limit::default(),
        }
    }
}

const fn player(name: &'static str, summary: &'static str, kind: Kind) -> PlayerInfo {
    PlayerInfo { name, summary, argument: None, takes_chance: kind.takes_chance(), kind }
}

/// All players.
pub static PLAYERS: &[PlayerInfo] = &[
    player(
        "auto",
        "chooses how to play by the kind of game, and proves endgames",
        Kind::Search(Search::Auto),
    ),
    player(
        "mcts",
        "Monte Carlo tree search with what general game players use",
        Kind::Search(Search::Mcts),
    ),
    player("uct", "plain Monte Carlo tree search", Kind::Search(Search::Uct)),
    player(
        "alphabeta",
        "alpha-beta with the game's own evaluation or one from playouts; against many, all are opponents",
        Kind::Search(Search::AlphaBeta(Style::Paranoid)),
    ),
    player(
        "bestreply",
        "the same, but of many opponents only the one with the best reply moves",
        Kind::Search(Search::AlphaBeta(Style::BestReply)),
    ),
    player(
        "maxn",
        "the same, but everybody plays for its own good",
        Kind::Search(Search::AlphaBeta(Style::MaxN)),
    ),
    player(
        "nested",
        "games for one: looks for the best line and follows it",
        Kind::Search(Search::Nested),
    ),
    player(
        "mcms",
        "Monte Carlo *-minimax: alpha-beta over sampled rolls, for one or two in turns",
        Kind::StarSampling,
    ),
    player("random", "any move", Kind::Random),
    player("human", "asks for moves", Kind::Human),
    PlayerInfo {
        name: "strategy",
        summary: "follows a strategy written in the logic language",
        argument: Some("FILE#NAME"),
        takes_chance: Kind::Strategy.takes_chance(),
        kind: Kind::Strategy,
    },
    PlayerInfo {
        name: "guided",
        summary: "mcts that tries the moves of such a strategy first, in the tree and in playouts",
        argument: Some("FILE#NAME"),
        takes_chance: Kind::Guided.takes_chance(),
        kind: Kind::Guided,
    },
    PlayerInfo {
        name: "function",
        summary: "asks a function of the program that calls the library, such as a Python function",
        argument: Some("NAME"),
        takes_chance: Kind::Function.takes_chance(),
        kind: Kind::Function,
    },
];

/// What players need from outside: somebody to ask for moves, and strategies from files.
pub trait PlayerContext {
    /// Returns whom to ask for the moves of a human player, or `None` if there is nobody.
    fn human(&self) -> Option<Box<dyn Ask + '_>> {
        None
    }

    /// Returns the strategy with a name (`FILE#NAME`), or why there is none.
    fn strategy(&self, _name: &str) -> Result<Box<dyn Strategy + '_>, String> {
        Err("strategies cannot be played here".to_string())
    }

    /// Returns the function of the calling program with a name, or why there is none.
    fn function(&self, name: &str) -> Result<Box<dyn Strategy + '_>, String> {
        Err(format!("there is no function `{name}`: only programs that call the library have some"))
    }
}

/// A strategy that a player follows.
pub trait Strategy {
    /// Returns a move the strategy allows, or `None` where it says nothing.
    fn advise(&mut self, state: &DynState, agent: Agent) -> Option<DynMove>;
}

/// A context without humans and strategies.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoContext;

impl PlayerContext for NoContext {}

/// Why a player cannot play a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotPlay {
    /// There are too few or too many players.
    #[error("{} for {}", counted(*players as u64, "player"), counted(*agents as u64, "place"))]
    Count {
        /// The number of players that were named.
        players: usize,
        /// The number of agents of the game.
        agents: usize,
    },
    /// The player is for games with one agent.
    #[error("nested plays games for one, and this is a game for {0}")]
    Alone(usize),
    /// The player is for games of turns with one agent or two.
    #[error("mcms plays games of turns for one or two, and this is another")]
    Turns,
    /// The player does not understand chance.
    #[error("{0} does not play games with chance; {1} do")]
    Chance(&'static str, String),
    /// There is nobody to ask.
    #[error("there is nobody to ask for the moves of a human")]
    Nobody,
    /// There is no such strategy.
    #[error("{0}")]
    Strategy(String),
}

/// Makes the player a spec describes.
pub fn make_player<'g>(
    game: &'g PlayableGame,
    spec: &PlayerSpec,
    seed: u64,
    max_bytes: usize,
    context: &'g dyn PlayerContext,
) -> Result<Box<dyn Player<PlayableGame> + 'g>, CannotPlay> {
    let info = PLAYERS.iter().find(|info| info.name == spec.name);
    if let Some(info) = info.filter(|info| game.has_chance() && !info.takes_chance) {
        return Err(refuse_chance(info));
    }
    let kind = info.map(|info| info.kind);
    let name = spec.argument.as_deref().unwrap_or_default();
    let strategy = || context.strategy(name).map_err(CannotPlay::Strategy);
    Ok(match kind.unwrap_or(Kind::Search(Search::Auto)) {
        Kind::Search(Search::Nested) if game.agents().len() != 1 => {
            return Err(CannotPlay::Alone(game.agents().len()));
        }
        Kind::Search(search) => game.search_player(search, seed, max_bytes),
        Kind::StarSampling => {
            let survey = game.survey();
            if game.agents().len() > 2 || survey.simultaneous {
                return Err(CannotPlay::Turns);
            }
            Box::new(StarSampling::new(game, survey, seed))
        }
        Kind::Random => Box::new(Random::new(game, seed)),
        Kind::Human => Box::new(Human::new(game, context.human().ok_or(CannotPlay::Nobody)?)),
        Kind::Strategy => {
            Box::new(Follower { strategy: strategy()?, otherwise: Random::new(game, seed) })
        }
        Kind::Guided => game.guided_player(strategy()?, seed, max_bytes),
        Kind::Function => Box::new(Caller(context.function(name).map_err(CannotPlay::Strategy)?)),
    })
}

/// Makes the error for a player that does not understand chance.
fn refuse_chance(info: &PlayerInfo) -> CannotPlay {
    let others = PLAYERS.iter().filter(|info| info.takes_chance).map(|info| info.name);
    CannotPlay::Chance(info.name, others.collect::<Vec<_>>().join(", "))
}

/// Plays the moves of a strategy, and random moves where it says nothing.
struct Follower<'g> {
    strategy: Box<dyn Strategy + 'g>,
    otherwise: Random<'g, PlayableGame>,
}

impl Player<PlayableGame> for Follower<'_> {
    fn choose(
        &mut self,
        state: &DynState,
        agent: Agent,
        clock: &Clock<'_, DynMove>,
    ) -> Option<Decision<DynMove>> {
        let advice = self.strategy.advise(state, agent).map(Decision::plain);
        advice.or_else(|| self.otherwise.choose(state, agent, clock))
    }
}

/// Plays the moves of a function of the calling program, and resigns where it gives none.
struct Caller<'g>(Box<dyn Strategy + 'g>);

impl Player<PlayableGame> for Caller<'_> {
    fn choose(
        &mut self,
        state: &DynState,
        agent: Agent,
        _clock: &Clock<'_, DynMove>,
    ) -> Option<Decision<DynMove>> {
        self.0.advise(state, agent).map(Decision::plain)
    }
}
