//! Agents (players) and whose turn it is.

/// An agent of a game, by its place in the playing order. The first agent is Max.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Agent(pub u8);

impl Agent {
    /// The agent that plays first in the playing order: Max, in two-player games.
    pub const FIRST: Agent = Agent(0);
    /// The second agent: Min, in two-player games.
    pub const SECOND: Agent = Agent(1);
    /// Nobody: whose moves are the outcomes of chance, where the turn is [`Turn::Chance`]. It is no
    /// agent of any game.
    pub const CHANCE: Agent = Agent(u8::MAX);

    /// Returns the index of this agent in arrays indexed by agent.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the other agent of a two-player game.
    #[inline]
    pub fn other(self) -> Agent {
        Agent(self.0 ^ 1)
    }
}

/// The agents of a game with their names, in playing order.
///
/// ```
/// use ludex_game::{Agent, Agents};
/// let agents = Agents::new(["Red", "Green", "Blue"]);
/// assert_eq!(agents.named("green"), Some(Agent(1)));
/// // Blue's opponents, in turn order after Blue.
/// assert_eq!(agents.opponents(Agent(2)).collect::<Vec<_>>(), [Agent(0), Agent(1)]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agents {
    names: Vec<String>,
}

impl Agents {
    /// Returns agents with these names, in playing order. There must be between 1 and 255 of them.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Agents {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        assert!(!names.is_empty() && names.len() < 256, "a game has 1 to 255 agents");
        Agents { names }
    }

    /// Returns the number of agents.
    #[allow(clippy::len_without_is_empty)] // never empty
    #[inline]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns all agents in playing order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Agent> + use<> {
        (0..self.names.len()).map(|i| Agent(i as u8))
    }

    /// Returns the name of an agent; chance is called `chance`.
    pub fn name(&self, agent: Agent) -> &str {
        if agent == Agent::CHANCE { "chance" } else { &self.names[agent.index()] }
    }

    /// Returns all names in playing order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the agent with this name, ignoring case.
    pub fn named(&self, name: &str) -> Option<Agent> {
        self.iter().find(|&a| self.name(a).eq_ignore_ascii_case(name))
    }

    /// Returns the agent that plays after this one.
    pub fn after(&self, agent: Agent) -> Agent {
        Agent(((agent.index() + 1) % self.names.len()) as u8)
    }

    /// Returns the opponents of an agent, in turn order after it: `B1 … Bk`.
    pub fn opponents(&self, agent: Agent) -> impl Iterator<Item = Agent> + use<> {
        let count = self.names.len();
        (1..count).map(move |i| Agent(((agent.index() + i) % count) as u8))
    }
}

/// Who is to choose in a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// One agent is on turn.
    Of(Agent),
    /// All agents choose simultaneously.
    Together,
    /// Nobody chooses: one of the moves of [`Agent::CHANCE`] happens, each with its probability.
    Chance,
    /// The game is over.
    Final,
}

impl Turn {
    /// Returns the one agent on turn, if there is one.
    #[inline]
    pub fn agent(self) -> Option<Agent> {
        match self {
            Turn::Of(agent) => Some(agent),
            Turn::Together | Turn::Chance | Turn::Final => None,
        }
    }

    /// Returns whose move is played next where it is one move: that of the agent on turn, or that
    /// of [`Agent::CHANCE`].
    #[inline]
    pub fn mover(self) -> Option<Agent> {
        match self {
            Turn::Of(agent) => Some(agent),
            Turn::Chance => Some(Agent::CHANCE),
            Turn::Together | Turn::Final => None,
        }
    }
}
