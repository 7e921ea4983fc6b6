//! The conformance kit: it passes lawful games and catches each kind of fault.

use ludex_game::{
    Agent, Agents, Bounds, ExplicitGame, ExplicitMove, ExplicitState, Game, GraphShape, Hints,
    Model, Notation, Outcome, Outcomes, Picture, RandomGame, Shape, SimultaneousGame, TextError,
    Turn, check_laws, check_simultaneous_laws,
};

#[test]
fn random_games_are_lawful() {
    let shapes = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];
    for seed in 0..60 {
        let kind = RandomGame {
            states: 1 + seed % 30,
            agents: 1 + seed % 4,
            outcomes: 2 + seed % 6,
            shape: shapes[seed % 3],
            off_turn: seed % 2 == 0,
            ..RandomGame::default()
        };
        check_laws(&kind.generate(seed as u64), seed as u64, 10).expect("a lawful game");
    }
}

/// The fault of a [`Broken`] game.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    MoveTwice,
    MovesAtTheEnd,
    StuckOnTurn,
    SameKey,
    OutcomeOutOfRange,
    DenyRepetition,
    MoveTextTwice,
    MoveTextBlank,
    MoveReadWrongly,
    IllegalMoveRead,
    PositionReadWrongly,
    PositionRefused,
    ReadingPanics,
    ErrorWithoutPlace,
    AtomTwice,
    AtomBlank,
    FactsUnsorted,
    NoPicture,
    BoundsUpsideDown,
    BoundsUnsound,
    CandidateTwice,
    CandidateMissing,
    LookElsewhere,
    HistoryIndexTooLarge,
    CanonicalKeyTooCoarse,
}

/// A lawful game with a fault put into it.
struct Broken {
    game: ExplicitGame,
    outcomes: Outcomes,
    fault: Fault,
}

impl Broken {
    fn when<T>(&self, fault: Fault, broken: T, sound: T) -> T {
        if self.fault == fault { broken } else { sound }
    }
}

impl Model for Broken {
    type State = ExplicitState;
    type Move = ExplicitMove;

    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> ExplicitState {
        self.game.initial()
    }

    fn turn(&self, state: &ExplicitState) -> Turn {
        self.game.turn(state)
    }

    fn moves(&self, state: &ExplicitState, agent: Agent, out: &mut Vec<ExplicitMove>) {
        match (self.fault, self.turn(state)) {
            (Fault::MovesAtTheEnd, Turn::Final) => out.push(ExplicitMove(0)),
            (Fault::StuckOnTurn, Turn::Of(_)) if state.0 > 3 => {}
            (Fault::MoveTwice, Turn::Of(_)) if state.0 > 3 => {
                self.game.moves(state, agent, out);
                out.extend_from_within(..);
            }
            _ => self.game.moves(state, agent, out),
        }
    }

    fn outcome(&self, state: &ExplicitState) -> Outcome {
        self.when(Fault::OutcomeOutOfRange, Outcome(9), self.game.outcome(state))
    }

    fn holds(&self, state: &ExplicitState, own_atom: u32) -> bool {
        self.game.holds(state, own_atom)
    }

    fn key(&self, state: &ExplicitState) -> u64 {
        self.when(Fault::SameKey, u64::from(state.0 / 2), self.game.key(state))
    }

    fn can_repeat(&self) -> bool {
        self.when(Fault::DenyRepetition, false, self.game.can_repeat())
    }

    fn payoff(&self, state: &ExplicitState, agent: Agent) -> f64 {
        self.game.payoff(state, agent)
    }
}

impl Game for Broken {
    fn play(&self, state: &mut ExplicitState, agent: Agent, mv: ExplicitMove) {
        self.game.play(state, agent, mv);
    }
}

impl Notation for Broken {
    fn write_move(&self, state: &ExplicitState, agent: Agent, mv: ExplicitMove) -> String {
        match self.fault {
            Fault::MoveTextTwice => "m".into(),
            Fault::MoveTextBlank => format!("m {}", mv.0),
            _ => self.game.write_move(state, agent, mv),
        }
    }

    fn read_move(&self, state: &ExplicitState, agent: Agent, text: &str) -> Option<ExplicitMove> {
        match self.fault {
            Fault::MoveReadWrongly => None,
            Fault::IllegalMoveRead => {
                Some(self.game.read_move(state, agent, text).unwrap_or(ExplicitMove(0)))
            }
            _ => self.game.read_move(state, agent, text),
        }
    }

    fn write_position(&self, state: &ExplicitState) -> String {
        self.game.write_position(state)
    }

    fn read_position(&self, text: &str) -> Result<ExplicitState, TextError> {
        match (self.fault, self.game.read_position(text)) {
            (Fault::PositionReadWrongly, Ok(_)) => Ok(ExplicitState(0)),
            (Fault::PositionRefused, Ok(s)) if s.0 > 3 => Err(TextError::new("no", 0..0)),
            (Fault::ReadingPanics, Err(error)) => panic!("{error}"),
            (Fault::ErrorWithoutPlace, Err(_)) => {
                Err(TextError::new("no", text.len()..text.len() + 1))
            }
            (_, read) => read,
        }
    }

    fn atoms(&self) -> Vec<String> {
        let mut atoms = self.game.atoms();
        match self.fault {
            Fault::AtomTwice => atoms.push("P0".into()),
            Fault::AtomBlank => atoms.push("p 9".into()),
            _ => {}
        }
        atoms
    }

    fn picture(&self, state: &ExplicitState) -> Picture {
        let picture = self.game.picture(state);
        self.when(Fault::NoPicture, Picture::new(Shape::Square), picture)
    }

    fn facts(&self, state: &ExplicitState) -> Vec<String> {
        let mut facts = self.game.facts(state);
        if self.fault == Fault::FactsUnsorted {
            facts.reverse();
        }
        facts
    }
}

impl Hints for Broken {
    fn bounds(&self, state: &ExplicitState) -> Bounds {
        let (worst, best) = (Outcome::WORST, self.outcomes.best());
        match self.fault {
            Fault::BoundsUpsideDown => Bounds { low: best, high: worst },
            Fault::BoundsUnsound => Bounds::exactly(best),
            _ => self.game.bounds(state),
        }
    }

    fn look(
        &self,
        state: &ExplicitState,
        open: impl FnOnce(Bounds) -> bool,
        out: &mut Vec<ExplicitMove>,
    ) -> Bounds {
        let bounds = self.bounds(state);
        if open(bounds) && self.fault != Fault::LookElsewhere {
            self.candidates(state, out);
        }
        bounds
    }

    fn candidates(&self, state: &ExplicitState, out: &mut Vec<ExplicitMove>) {
        let before = out.len();
        self.game.candidates(state, out);
        match self.fault {
            Fault::CandidateTwice => out.extend_from_within(..),
            Fault::CandidateMissing => out.truncate(before + 1),
            _ => {}
        }
    }

    fn canonical_key(&self, state: &ExplicitState) -> u64 {
        self.when(Fault::CanonicalKeyTooCoarse, 7, self.game.canonical_key(state))
    }

    fn history_size(&self) -> usize {
        5
    }

    fn history_index(&self, mv: ExplicitMove) -> usize {
        self.when(Fault::HistoryIndexTooLarge, 5, mv.0 as usize % 5)
    }
}

#[test]
fn every_fault_is_found_and_named() {
    let expected = [
        (Fault::MoveTwice, "no move is listed twice"),
        (Fault::MovesAtTheEnd, "in a final state nobody has a move"),
        (Fault::StuckOnTurn, "an agent on turn has a move"),
        (Fault::SameKey, "different states have different keys"),
        (Fault::OutcomeOutOfRange, "a final state has one of the game's outcomes"),
        (Fault::DenyRepetition, "no state occurs twice"),
        (Fault::MoveTextTwice, "different moves have different texts"),
        (Fault::MoveTextBlank, "a move is written without blanks"),
        (Fault::MoveReadWrongly, "a move reads back"),
        (Fault::IllegalMoveRead, "only legal moves are read"),
        (Fault::PositionReadWrongly, "a position reads back"),
        (Fault::PositionRefused, "a position reads back"),
        (Fault::ReadingPanics, "reading never panics"),
        (Fault::ErrorWithoutPlace, "an error has a message and a place"),
        (Fault::AtomTwice, "the names of atoms are distinct"),
        (Fault::AtomBlank, "the names of atoms are distinct"),
        (Fault::FactsUnsorted, "facts are sorted"),
        (Fault::NoPicture, "a picture shows something"),
        (Fault::BoundsUpsideDown, "bounds are outcomes with low <= high"),
        (Fault::BoundsUnsound, "the value lies within the bounds"),
        (Fault::CandidateTwice, "candidates are moves"),
        (Fault::CandidateMissing, "leaving out moves"),
        (Fault::LookElsewhere, "a look sees the bounds"),
        (Fault::HistoryIndexTooLarge, "a history index is less"),
        (Fault::CanonicalKeyTooCoarse, "states with the same canonical key"),
    ];
    // A cyclic game for repetitions, a tree for values.
    let broken = |fault, shape| {
        let kind = RandomGame { states: 60, shape, off_turn: true, ..RandomGame::default() };
        let game = RandomGame { outcomes: 3, ..kind }.generate(5);
        Broken { outcomes: game.outcomes().clone(), game, fault }
    };
    let shapes = [GraphShape::Cyclic, GraphShape::Tree];
    for shape in shapes {
        check_laws(&broken(Fault::None, shape), 1, 40).expect("nothing is wrong with it");
    }
    for (fault, law) in expected {
        let check = |shape| check_laws(&broken(fault, shape), 1, 40).err();
        let error = shapes.into_iter().find_map(check).expect(law);
        assert!(error.contains(law), "{fault:?}: {error}");
    }
}

/// A sequential game passed off as a simultaneous one: agents off turn have no `noop`.
impl SimultaneousGame for Broken {
    fn play_joint(&self, state: &mut ExplicitState, joint: &[ExplicitMove]) {
        if let (Turn::Of(agent), Some(&mv)) = (self.turn(state), joint.first()) {
            self.play(state, agent, mv);
        }
    }
}

#[test]
fn in_a_simultaneous_game_everybody_has_a_move() {
    let lonely = |agents| {
        let game = RandomGame { agents, ..RandomGame::default() }.generate(3);
        let broken = Broken { outcomes: game.outcomes().clone(), game, fault: Fault::None };
        check_simultaneous_laws(&broken, 1, 5)
    };
    lonely(1).expect("one agent is always on turn");
    let error = lonely(2).expect_err("the other has no move");
    assert!(error.contains("every agent has a move"), "{error}");
}
