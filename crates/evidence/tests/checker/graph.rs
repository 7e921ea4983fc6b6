//! Random explicit games: a few states, moves for every agent on turn or not, several moves to the
//! same state, dead ends for agents that are not on turn, cycles, one to three agents.

use ludex_base::Random;
use ludex_game::{
    Agent, Agents, Atom, Game, Model, Notation, Outcome, Outcomes, Picture, TextError, Turn,
};
use ludex_logic::{Formula, Formulas};

/// A state of a [`Graph`] and all that is true of it.
#[derive(Clone, Debug)]
pub struct Place {
    pub turn: Turn,
    /// For each agent, the targets of its moves.
    pub moves: Vec<Vec<u8>>,
    pub outcome: Outcome,
    /// The own atoms that are true, as bits.
    pub labels: u8,
}

/// An explicit game.
#[derive(Clone, Debug)]
pub struct Graph {
    pub agents: Agents,
    pub outcomes: Outcomes,
    pub places: Vec<Place>,
    /// Whether to violate the law of notations by writing all moves alike.
    pub alike: bool,
    /// Whether the outcomes do not tell what both agents get.
    pub general: bool,
}

impl Graph {
    pub fn random(rng: &mut Random, agents: usize) -> Graph {
        let states = 2 + rng.below(7);
        let cyclic = rng.below(3) == 0;
        let places = (0..states).map(|s| Graph::place(rng, agents, s, states, cyclic)).collect();
        let names = &["Ann", "Bob", "Cid"][..agents];
        let outcomes = Outcomes::win_draw_loss();
        Graph {
            agents: Agents::new(names.iter().copied()),
            outcomes,
            places,
            alike: false,
            general: false,
        }
    }

    fn place(rng: &mut Random, agents: usize, state: usize, states: usize, cyclic: bool) -> Place {
        let first = if cyclic { 0 } else { state + 1 };
        let over = first == states || rng.below(4) == 0;
        let on_turn = rng.below(agents);
        let mut list = |agent| {
            let count = if agent == on_turn { 1 + rng.below(3) } else { rng.below(3) };
            (0..count).map(|_| (first + rng.below(states - first)) as u8).collect()
        };
        let moves = (0..agents).map(|agent| if over { vec![] } else { list(agent) }).collect();
        let turn = if over { Turn::Final } else { Turn::Of(Agent(on_turn as u8)) };
        Place { turn, moves, outcome: Outcome(rng.below(3) as u16), labels: rng.below(4) as u8 }
    }

    pub fn states(&self) -> std::ops::Range<u8> {
        0..self.places.len() as u8
    }

    /// Returns a random formula of this game, of a depth of at most `depth`.
    pub fn formula(&self, rng: &mut Random, dag: &mut Formulas, depth: usize) -> Formula {
        let agent = Agent(rng.below(self.agents.len()) as u8);
        let part = |rng: &mut Random, dag: &mut Formulas| self.formula(rng, dag, depth - 1);
        let formula = match if depth == 0 { 0 } else { rng.below(12) } {
            0 => self.atom(rng, dag, agent),
            1..=5 => {
                let (left, right) = (part(rng, dag), part(rng, dag));
                dag.and(left, right)
            }
            _ => {
                let inner = part(rng, dag);
                dag.boxed(agent, inner)
            }
        };
        if rng.below(2) == 0 { !formula } else { formula }
    }

    fn atom(&self, rng: &mut Random, dag: &mut Formulas, agent: Agent) -> Formula {
        match rng.below(12) {
            0 => Formula::TRUE,
            1 => dag.atom(Atom::Win(agent)),
            2 => dag.atom(Atom::Lost(agent)),
            3 => dag.atom(Atom::Turn(agent)),
            4 => dag.atom(Atom::Final),
            5 => dag.atom(Atom::Outcome(Outcome(rng.below(3) as u16))),
            n => dag.atom(Atom::Own((n % 2) as u32)),
        }
    }
}

impl Model for Graph {
    type State = u8;
    type Move = u8;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> u8 {
        0
    }

    fn turn(&self, &state: &u8) -> Turn {
        self.places[usize::from(state)].turn
    }

    fn moves(&self, &state: &u8, agent: Agent, out: &mut Vec<u8>) {
        let moves = &self.places[usize::from(state)].moves[agent.index()];
        out.extend(0..moves.len() as u8);
    }

    fn outcome(&self, &state: &u8) -> Outcome {
        self.places[usize::from(state)].outcome
    }

    fn holds(&self, &state: &u8, own_atom: u32) -> bool {
        self.places[usize::from(state)].labels >> own_atom & 1 == 1
    }

    fn key(&self, &state: &u8) -> u64 {
        u64::from(state)
    }

    fn zero_sum(&self) -> bool {
        self.agents.len() <= 2 && !self.general
    }
}

impl Game for Graph {
    fn play(&self, state: &mut u8, agent: Agent, mv: u8) {
        *state = self.places[usize::from(*state)].moves[agent.index()][usize::from(mv)];
    }
}

impl Notation for Graph {
    fn write_move(&self, _: &u8, agent: Agent, mv: u8) -> String {
        let mv = if self.alike { 0 } else { mv };
        format!("{}{mv}", ["a", "b", "c"][agent.index()])
    }

    fn write_position(&self, state: &u8) -> String {
        format!("s{state}")
    }

    fn read_position(&self, text: &str) -> Result<u8, TextError> {
        let state = text.strip_prefix('s').and_then(|number| number.parse().ok());
        state
            .filter(|state| self.states().contains(state))
            .ok_or_else(|| TextError::new("there is no such state", 0..text.len()))
    }

    fn atoms(&self) -> Vec<String> {
        vec!["p".to_owned(), "q".to_owned()]
    }

    fn picture(&self, _: &u8) -> Picture {
        unreachable!("no test draws")
    }
}
