//! Questions about values: alpha-beta.

use ludex_game::{Notation, SimultaneousGame};
use ludex_games::{Playable, Visitor, build};
use ludex_search::{Budget, Silent, SolveOptions, solve};

/// A position whose value is known, or that is searched for a number of nodes.
#[derive(Clone, Copy, Debug)]
pub struct ValueQuestion {
    /// The game.
    pub game: &'static str,
    /// The position; the start if empty.
    pub position: &'static str,
    /// The name of the value; None if the budget ends the search first.
    pub value: Option<&'static str>,
    /// The largest number of nodes.
    pub max_nodes: Option<u64>,
    /// Processor seconds of the C++ solver of the data's README, if it has the board.
    pub peer: Option<f64>,
}

const fn start(game: &'static str, value: &'static str, peer: Option<f64>) -> ValueQuestion {
    ValueQuestion { game, position: "", value: Some(value), max_nodes: None, peer }
}

/// Short questions first.
pub const VALUES: &[ValueQuestion] = &[
    start("mk:m=3,k=3", "draw", None),
    start("connect4:columns=4,rows=4,scoring=distance", "0", None),
    start("connect4:columns=5,rows=4,scoring=distance", "0", Some(0.004)),
    start("connect4:columns=5,rows=5,scoring=distance", "0", Some(0.10)),
    start("connect4:columns=6,rows=5,scoring=distance", "0", Some(0.60)),
    start("domineering:rows=6,columns=6", "win", None),
    start("domineering:rows=7,columns=7", "win", Some(2.5)),
    start("domineering:rows=8,columns=8", "win", None),
    start("nogo:rows=1,columns=22", "win", Some(1.1)),
    start("hex:size=5", "win", None),
    ValueQuestion {
        game: "chess",
        position: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
        value: None,
        max_nodes: Some(1_000_000),
        peer: None,
    },
    ValueQuestion {
        game: "chess:fifty=off",
        position: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
        value: None,
        max_nodes: Some(200_000),
        peer: None,
    },
];

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The name of the value, or of its bounds.
    pub value: String,
    /// The states visited.
    pub nodes: u64,
    /// The bytes of the table or graph.
    pub bytes: usize,
    /// Whether the game can repeat states, so that a graph is kept and no table.
    pub graph: bool,
}

impl ValueQuestion {
    /// Searches, with an empty table, and asserts the value.
    pub fn solve(&self) -> Found {
        let found = build(self.game, |_| *self).expect("a built-in game");
        match self.value {
            Some(value) => assert_eq!(found.value, value, "{}", self.game),
            None => assert_eq!(Some(found.nodes), self.max_nodes, "{}", self.game),
        }
        found
    }
}

impl Visitor for ValueQuestion {
    type Output = Found;

    fn sequential<G: Playable>(self, game: G) -> Found {
        let state = match self.position {
            "" => game.initial(),
            text => game.read_position(text).expect("a position"),
        };
        let budget = Budget { max_nodes: self.max_nodes, ..Budget::default() };
        let report = solve(&game, &state, &SolveOptions::default(), &budget, &mut Silent);
        let name = |outcome| game.outcomes().name(outcome);
        let value = match report.bounds.exact() {
            Some(outcome) => name(outcome).to_string(),
            None => format!("{} to {}", name(report.bounds.low), name(report.bounds.high)),
        };
        Found { value, nodes: report.nodes, bytes: report.bytes, graph: game.can_repeat() }
    }

    fn simultaneous<G>(self, _: G) -> Found
    where
        G: SimultaneousGame + Notation + Send + Sync + 'static,
    {
        unreachable!("no simultaneous game has a minimax value")
    }
}
