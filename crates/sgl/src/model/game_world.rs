//! Built-in games as models.
//!
//! The actions are the moves of the game, `move(AGENT,TEXT)`; the atoms are its own and those that
//! every game has: `turn(A)`, `win(A)`, `lost(A)`, `final`, `outcome(NAME)`. An agent has the moves
//! that the game gives it, on turn or not, so that `[a]φ` can express threats; the moves of the
//! agent on turn are legal. Where an agent has no such move, the action leaves the position
//! unchanged.

use std::cell::RefCell;
use std::hash::Hash;

use ludex_base::Set;
use ludex_game::{Agent, Atom, Game, Notation, Turn};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Lexicon;
use crate::frame::Frame;
use crate::value::Value;

/// A game with the names that a frame needs.
pub(crate) struct Catalogue<'g, G: Notation> {
    game: &'g G,
    positions: RefCell<Positions<G::State>>,
    atoms: Vec<Atom>,
    actions: Vec<(Agent, G::Move)>,
    numbers: FxHashMap<(Agent, G::Move), u32>,
    /// Moves without an action that were found: answers are valid only if there are none.
    unknown: RefCell<FxHashSet<Entry<G::Move>>>,
}

/// A move that was found: its agent, its text, and the move itself.
pub(crate) type Entry<M> = (Agent, String, M);

impl<'g, G: Game + Notation> Catalogue<'g, G> {
    /// Returns the catalogue and the frame of a game whose actions are the moves of a lexicon.
    pub fn new(game: &'g G, lexicon: &Lexicon<G::Move>) -> Result<(Self, Frame), String> {
        let mut frame = Frame::new(game.agents().clone(), true);
        let mut world = Catalogue {
            game,
            positions: RefCell::new(Positions::new(game.initial())),
            atoms: Vec::new(),
            actions: Vec::new(),
            numbers: FxHashMap::default(),
            unknown: RefCell::default(),
        };
        world.add_atoms(&mut frame);
        for (agent, text, mv) in lexicon.entries() {
            world.add_action(&mut frame, *agent, text.clone(), *mv);
        }
        match world.actions.len() {
            0 => Err("the game has no moves".to_owned()),
            1..=4096 => Ok((world, frame)),
            _ => Err("the game has more than 4096 moves".to_owned()),
        }
    }

    /// Returns the moves that were found and are not actions of the frame.
    pub fn unknown(&self) -> Vec<Entry<G::Move>> {
        self.unknown.borrow().iter().cloned().collect()
    }

    /// Returns the number of a position; the start of the game, the initial state, has 0.
    pub fn number(&self, position: &G::State) -> u32 {
        self.positions.borrow_mut().number(position.clone())
    }

    /// Forgets all positions but the start if there are more than `most`, and returns whether it
    /// did. Positions are then numbered anew.
    pub fn forget(&self, most: usize) -> bool {
        let mut positions = self.positions.borrow_mut();
        let many = positions.list.len() > most;
        if many {
            *positions = Positions::new(self.game.initial());
        }
        many
    }

    /// Returns the move of an action.
    pub fn mv(&self, action: u32) -> G::Move {
        self.actions[action as usize].1
    }

    fn add_atoms(&mut self, frame: &mut Frame) {
        let agents = self.game.agents();
        let word = |text: &str| Value::Word(text.into());
        for (number, name) in self.game.atoms().into_iter().enumerate() {
            let (head, rest) = name.split_once('(').unwrap_or((&name, ""));
            let args = rest.trim_end_matches(')').split(',').filter(|arg| !arg.is_empty());
            let mut symbol = frame.symbol(head, args.map(word).collect());
            symbol.text = name.clone();
            if frame.add_fluent(symbol).is_some() {
                self.atoms.push(Atom::Own(number as u32));
            }
        }
        let mut generic = vec![("final".to_owned(), None, Atom::Final)];
        for agent in agents.iter() {
            for (head, atom) in [
                ("turn", Atom::Turn(agent)),
                ("win", Atom::Win(agent)),
                ("lost", Atom::Lost(agent)),
            ] {
                generic.push((head.to_owned(), Some(agents.name(agent).to_owned()), atom));
            }
        }
        for outcome in self.game.outcomes().iter() {
            let name = self.game.outcomes().name(outcome).to_owned();
            generic.push(("outcome".to_owned(), Some(name), Atom::Outcome(outcome)));
        }
        for (head, arg, atom) in generic {
            let symbol = frame.symbol(&head, arg.iter().map(|arg| word(arg)).collect());
            if frame.add_fluent(symbol).is_some() {
                self.atoms.push(atom);
            }
        }
    }

    /// Adds an action. Different moves with the same text (in different positions) are told apart
    /// by a prime.
    fn add_action(&mut self, frame: &mut Frame, agent: Agent, mut text: String, mv: G::Move) {
        loop {
            let args = vec![Value::Agent(agent), Value::Word(text.as_str().into())];
            let symbol = frame.symbol("move", args);
            if let Some(number) = frame.add_action(symbol, agent) {
                self.numbers.insert((agent, mv), number);
                self.actions.push((agent, mv));
                return;
            }
            text.push('\'');
        }
    }
}

/// Positions by number, so that the rest of the crate does not depend on their type (and is not
/// compiled once for every game).
struct Positions<S> {
    list: Vec<S>,
    index: FxHashMap<S, u32>,
    /// By position: the agents whose moves there are known to be actions, one bit each.
    checked: Vec<u64>,
}

impl<S: Clone + Eq + Hash> Positions<S> {
    fn new(start: S) -> Self {
        let index = FxHashMap::from_iter([(start.clone(), 0)]);
        Positions { list: vec![start], index, checked: vec![0] }
    }

    fn number(&mut self, state: S) -> u32 {
        let next = self.list.len() as u32;
        *self.index.entry(state).or_insert_with_key(|state| {
            self.list.push(state.clone());
            self.checked.push(0);
            next
        })
    }
}

/// The methods of a game that [`GameWorld`] needs, by numbers.
trait Moves {
    fn count(&self) -> usize;
    fn bytes(&self) -> usize;
    fn holds(&self, position: u32, atom: u32) -> bool;
    fn is_final(&self, position: u32) -> bool;
    fn legal(&self, position: u32) -> Vec<u32>;
    fn after(&self, position: u32, action: u32) -> u32;
}

impl<G: Game + Notation> Catalogue<'_, G> {
    /// Returns the moves of an agent in a position. Moves without an action are recorded, once per
    /// position.
    fn moves(&self, position: u32, agent: Agent) -> Vec<G::Move> {
        let mut positions = self.positions.borrow_mut();
        let state = &positions.list[position as usize];
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        let bit = 1u64 << (agent.0 % 64);
        if positions.checked[position as usize] & bit == 0 {
            for &mv in moves.iter().filter(|&&mv| !self.numbers.contains_key(&(agent, mv))) {
                let text = self.game.write_move(state, agent, mv);
                self.unknown.borrow_mut().insert((agent, text, mv));
            }
            positions.checked[position as usize] |= bit;
        }
        moves
    }
}

impl<G: Game + Notation> Moves for Catalogue<'_, G> {
    fn count(&self) -> usize {
        self.actions.len()
    }

    fn bytes(&self) -> usize {
        self.positions.borrow().list.len()
            * (2 * size_of::<G::State>() + self.game.heap_bytes() + 24)
    }

    fn holds(&self, position: u32, atom: u32) -> bool {
        let positions = self.positions.borrow();
        self.game.satisfies(&positions.list[position as usize], self.atoms[atom as usize])
    }

    fn is_final(&self, position: u32) -> bool {
        self.game.turn(&self.positions.borrow().list[position as usize]) == Turn::Final
    }

    fn legal(&self, position: u32) -> Vec<u32> {
        let turn = self.game.turn(&self.positions.borrow().list[position as usize]);
        let Some(agent) = turn.agent() else { return Vec::new() };
        let moves = self.moves(position, agent).into_iter();
        moves.filter_map(|mv| self.numbers.get(&(agent, mv)).copied()).collect()
    }

    fn after(&self, position: u32, action: u32) -> u32 {
        let (agent, mv) = self.actions[action as usize];
        if !self.moves(position, agent).contains(&mv) {
            return position;
        }
        let mut positions = self.positions.borrow_mut();
        let next = self.game.after(&positions.list[position as usize], agent, mv);
        positions.number(next)
    }
}

/// A built-in game as a model.
#[derive(Clone, Copy)]
pub(crate) struct GameWorld<'g>(&'g dyn Moves);

impl<'g> GameWorld<'g> {
    pub fn new<G: Game + Notation>(catalogue: &'g Catalogue<'g, G>) -> Self {
        GameWorld(catalogue)
    }
}

/// The methods of [`World`](super::World). A state is one word: the number of the position, and a
/// bit for the start before any move.
impl GameWorld<'_> {
    /// The number of bits of a state.
    pub const BITS: usize = 33;

    /// Returns the state of a position.
    pub fn state<S: Set>(position: u32, initial: bool) -> S {
        S::from_words(&[u64::from(position) | u64::from(initial) << 32])
    }

    fn position<S: Set>(state: &S) -> u32 {
        state.words()[0] as u32
    }

    pub fn actions(self) -> usize {
        self.0.count()
    }

    pub fn start<S: Set>(self) -> S {
        Self::state(0, true)
    }

    pub fn bytes(self) -> usize {
        self.0.bytes()
    }

    pub fn fits<S: Set>(self, state: &S, on: &S, off: &S) -> bool {
        let holds = |atom: u32| self.0.holds(Self::position(state), atom);
        on.iter().all(holds) && !off.iter().any(holds)
    }

    pub fn initial<S: Set>(self, state: &S) -> bool {
        state.words()[0] >> 32 == 1
    }

    pub fn terminal<S: Set>(self, state: &S) -> bool {
        self.0.is_final(Self::position(state))
    }

    pub fn legal<S: Set>(self, state: &S) -> S {
        self.0.legal(Self::position(state)).into_iter().collect()
    }

    pub fn update<S: Set>(self, state: &S, action: u32) -> S {
        Self::state(self.0.after(Self::position(state), action), false)
    }
}
