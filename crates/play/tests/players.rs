//! Laws of all players: they play legal moves only, equal moves for equal seeds, and keep to
//! clocks.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_base::{Budget, Stopped};
use ludex_game::{
    Agent, Agents, DynMove, DynState, Game, GraphShape, Hints, Model, Notation, Numbered, Outcome,
    Outcomes, Picture, RandomGame, TextError, Turn,
};
use ludex_games::{ChineseCheckers, ConnectFour, Goofspiel, Nim, Payoff, Scoring};
use ludex_play::{
    Ask, Clock, Decision, End, Human, Limit, MatchOptions, Mcts, MctsOptions, NoContext, PLAYERS,
    PlayableGame, Player, PlayerContext, PlayerSpec, Question, Rules, Seat, Strategy, Turns, Wrong,
    make_player, moves_of, play_match,
};

use crate::common;
use common::{contest, simultaneous, turns};

/// The players that need nobody's help.
fn names() -> impl Iterator<Item = &'static str> {
    let all = PLAYERS.iter().map(|info| info.name);
    all.filter(|name| !["human", "strategy", "guided", "function", "nested", "mcms"].contains(name))
}

#[test]
fn players_keep_the_rules_of_random_games() {
    let shapes = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];
    for seed in 0..120 {
        let kind = RandomGame {
            states: 40,
            agents: 1 + seed as usize % 4,
            outcomes: 2 + seed as usize % 4,
            shape: shapes[seed as usize % 3],
            off_turn: seed % 2 == 0,
            ..RandomGame::default()
        };
        let game = turns(kind.generate(seed));
        let few = (kind.agents <= 2).then_some("mcms");
        for player in names().chain((kind.agents == 1).then_some("nested")).chain(few) {
            let text = format!("{player}@25n");
            let players = vec![text.as_str(); kind.agents];
            let transcript = contest(&game, &players, seed, 30);
            assert!(transcript.faults.is_empty(), "{player}, seed {seed}: {:?}", transcript.faults);
            assert!(transcript.end == End::Final || transcript.moves.len() == 30);
        }
    }
}

fn moves_are_the_same(game: &PlayableGame) {
    for player in names() {
        let text = format!("{player}@60n");
        let players = vec![text.as_str(); game.agents().len()];
        let moves = |seed| {
            let played = contest(game, &players, seed, 12).moves;
            played.into_iter().map(|p| (p.mv, p.thought)).collect::<Vec<_>>()
        };
        assert_eq!(moves(3), moves(3), "{player}");
    }
}

#[test]
fn a_seed_and_a_number_of_nodes_make_the_same_moves() {
    moves_are_the_same(&turns(connect4()));
    moves_are_the_same(&simultaneous(Goofspiel::new(&[6, 5, 4, 3, 2, 1], Payoff::Result)));
    moves_are_the_same(&turns(ChineseCheckers::<u64>::new(3, 2)));
}

fn clocks_are_kept_in(game: &PlayableGame) {
    for player in names() {
        let state = game.initial();
        let agent = game.turn(&state).agent().unwrap_or(Agent::FIRST);
        let spec: PlayerSpec = player.parse().expect("a player");
        let mut one = make_player(game, &spec, 1, 16 << 20, &NoContext).expect("it can play");
        let start = Instant::now();
        let clock = Clock::new(Limit::Seconds(0.06));
        one.choose(&state, agent, &clock).expect("a move");
        // Other work on the machine may get in between; a player that does not look at the
        // clock takes far longer.
        assert!(start.elapsed() < Duration::from_millis(900), "{player}: {:?}", start.elapsed());
    }
}

#[test]
fn clocks_are_kept() {
    clocks_are_kept_in(&turns(connect4()));
    clocks_are_kept_in(&simultaneous(Goofspiel::new(&[9, 8, 7, 6, 5, 4, 3, 2, 1], Payoff::Result)));
    clocks_are_kept_in(&turns(ChineseCheckers::<u64>::new(3, 2)));
}

/// Connect Four where it takes seconds to prove that play cannot come back to a state.
struct SlowProof(ConnectFour);

impl Model for SlowProof {
    type State = <ConnectFour as Model>::State;
    type Move = <ConnectFour as Model>::Move;

    fn agents(&self) -> &Agents {
        self.0.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        self.0.outcomes()
    }

    fn initial(&self) -> Self::State {
        self.0.initial()
    }

    fn turn(&self, state: &Self::State) -> Turn {
        self.0.turn(state)
    }

    fn moves(&self, state: &Self::State, agent: Agent, out: &mut Vec<Self::Move>) {
        self.0.moves(state, agent, out);
    }

    fn outcome(&self, state: &Self::State) -> Outcome {
        self.0.outcome(state)
    }

    fn holds(&self, state: &Self::State, own_atom: u32) -> bool {
        self.0.holds(state, own_atom)
    }

    fn key(&self, state: &Self::State) -> u64 {
        self.0.key(state)
    }

    fn can_repeat(&self) -> bool {
        self.can_repeat_within(&Budget::default()).unwrap_or(true)
    }

    fn can_repeat_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(5) {
            budget.poll()?;
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(false)
    }
}

impl Game for SlowProof {
    fn play(&self, state: &mut Self::State, agent: Agent, mv: Self::Move) {
        self.0.play(state, agent, mv);
    }
}

impl Hints for SlowProof {}

impl Notation for SlowProof {
    fn write_move(&self, state: &Self::State, agent: Agent, mv: Self::Move) -> String {
        self.0.write_move(state, agent, mv)
    }

    fn write_position(&self, state: &Self::State) -> String {
        self.0.write_position(state)
    }

    fn read_position(&self, text: &str) -> Result<Self::State, TextError> {
        self.0.read_position(text)
    }

    fn atoms(&self) -> Vec<String> {
        self.0.atoms()
    }

    fn picture(&self, state: &Self::State) -> Picture {
        self.0.picture(state)
    }
}

#[test]
fn clocks_are_kept_where_a_proof_about_the_game_is_slow() {
    clocks_are_kept_in(&turns(SlowProof(connect4())));
}

fn connect4() -> ConnectFour {
    ConnectFour::new(7, 6, 4, Scoring::Result)
}

#[test]
fn searches_use_their_nodes_and_no_more() {
    let game = Turns::new(connect4());
    let mut mcts = Mcts::new(&game, MctsOptions::improved(), 1);
    let clock = Clock::new(Limit::Nodes(500));
    let offers = std::cell::Cell::new(0);
    let count = |_| offers.set(offers.get() + 1);
    let state = game.initial();
    let decision = mcts.choose(&state, Agent::FIRST, &clock.telling(&count)).expect("a move");
    assert_eq!(decision.thought.nodes, 500);
    assert!(offers.get() >= 4, "a move is ready all the time");
}

#[test]
fn memory_is_kept() {
    let game = Turns::new(connect4());
    let max_bytes = 200_000;
    let mut mcts = Mcts::new(&game, MctsOptions { max_bytes, ..MctsOptions::improved() }, 1);
    let mut state = game.initial();
    for _ in 0..12 {
        let Turn::Of(agent) = game.turn(&state) else { break };
        let clock = Clock::new(Limit::Nodes(5_000));
        let Decision { mv, .. } = mcts.choose(&state, agent, &clock).expect("a move");
        // A node is always expanded as a whole.
        assert!(mcts.bytes() < max_bytes + 2_000, "{} bytes", mcts.bytes());
        game.step(&mut state, &[mv]);
    }
}

struct Script(Vec<&'static str>, Vec<Option<String>>);

impl Ask for &mut Script {
    fn ask(&mut self, question: &Question<'_>) -> Option<String> {
        self.1.push(question.complaint.map(str::to_string));
        assert!(!question.moves.is_empty() && !question.drawing.is_empty());
        (!self.0.is_empty()).then(|| self.0.remove(0).to_string())
    }
}

#[test]
fn humans_are_asked_until_they_make_sense() {
    let game = turns(Nim::new(&[2, 1]));
    let mut script = Script(vec!["9:9", "1;1", " 1:1 "], Vec::new());
    {
        let mut human = Human::new(&game, Box::new(&mut script));
        let state = game.initial();
        let clock = Clock::new(Limit::default());
        assert!(human.choose(&state, Agent::FIRST, &clock).is_some());
        assert!(human.choose(&state, Agent::FIRST, &clock).is_none(), "no more answers");
    }
    let complaints = script.1;
    assert_eq!(complaints[0], None);
    assert_eq!(complaints[1].as_deref(), Some("`9:9` is no move here"));
    assert_eq!(complaints[2].as_deref(), Some("`1;1` is no move here; did you mean 1:1?"));
}

/// Plays a move that is not legal, and resigns at its third move.
struct Cheat(u32, DynMove);

impl Player<PlayableGame> for Cheat {
    fn choose(
        &mut self,
        _state: &DynState,
        _agent: Agent,
        _clock: &Clock<'_, DynMove>,
    ) -> Option<Decision<DynMove>> {
        self.0 += 1;
        (self.0 < 3).then(|| Decision::plain(self.1))
    }
}

#[test]
fn faults_are_recorded_and_resigning_loses() {
    let numbered = Arc::new(Numbered::new(Nim::new(&[9, 9, 9, 9])));
    let big = Nim::new(&[63]);
    let illegal = numbered.number(moves_of(&big, &big.initial(), Agent::FIRST)[60]);
    let game = PlayableGame::turns(numbered);
    let seat = |player| Seat { name: "cheat".into(), player, limit: Limit::default() };
    let mut seats =
        [seat(Box::new(Cheat(0, illegal)) as Box<_>), seat(Box::new(Cheat(0, illegal)))];
    let start = game.initial();
    let transcript =
        play_match(&game, &start, &mut seats, &MatchOptions::default(), None, &mut |_, _| {});
    assert_eq!(transcript.end, End::Resigned(0));
    assert_eq!(transcript.scores, [-1.0, 1.0]);
    assert_eq!(transcript.faults.len(), 4);
    assert!(transcript.faults.iter().all(|fault| fault.what == Wrong::Illegal));
    let json = serde_json::to_value(&transcript).expect("JSON");
    assert_eq!(json["moves"][0]["agent"], "First");
    assert_eq!(json["faults"][1]["what"], "illegal");
    assert_eq!(json["scores"]["Second"], 1.0);
}

#[test]
fn players_that_cannot_play_say_so() {
    let game = turns(Nim::new(&[2, 1]));
    for (text, reason) in [
        ("nested", "nested plays games for one, and this is a game for 2"),
        ("human", "there is nobody to ask for the moves of a human"),
        ("strategy=a#b", "strategies cannot be played here"),
        ("guided=a#b", "strategies cannot be played here"),
    ] {
        let spec: PlayerSpec = text.parse().expect("a player");
        let error = make_player(&game, &spec, 0, 0, &NoContext).err().expect("it cannot");
        assert_eq!(error.to_string(), reason);
    }
}

/// Always advises the move at a place of the list.
#[derive(Clone)]
struct Stubborn {
    game: PlayableGame,
    place: usize,
}

impl PlayerContext for Stubborn {
    fn strategy(&self, _: &str) -> Result<Box<dyn Strategy + '_>, String> {
        Ok(Box::new(self.clone()))
    }
}

impl Strategy for Stubborn {
    fn advise(&mut self, state: &DynState, agent: Agent) -> Option<DynMove> {
        moves_of(&self.game, state, agent).get(self.place).copied()
    }
}

/// With only a few nodes a guided player plays the moves of its strategy.
#[test]
fn a_guided_player_starts_from_its_strategy() {
    let game = turns(connect4());
    let start = game.initial();
    for (place, advised) in moves_of(&game, &start, Agent::FIRST).into_iter().enumerate() {
        let context = Stubborn { game: game.clone(), place };
        let spec: PlayerSpec = "guided=any#thing@2n".parse().expect("a player");
        let mut player = make_player(&game, &spec, 1, 1 << 24, &context).expect("it can play");
        let clock = Clock::new(spec.limit);
        let decision = player.choose(&start, Agent::FIRST, &clock).expect("a move");
        assert_eq!(decision.mv, advised);
    }
}
