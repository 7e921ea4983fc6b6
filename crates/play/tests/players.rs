//! Laws of all players: legal moves only, the same moves for the same seed, clocks kept.

mod common;

use std::time::{Duration, Instant};

use common::{Job, contest, with_game};
use ludex_game::{Agent, GraphShape, RandomGame, Turn};
use ludex_play::{
    Ask, Clock, Decision, Desk, End, Human, Limit, MatchOptions, Mcts, MctsOptions, NoDesk,
    PLAYERS, Player, PlayerSpec, Question, Rules, Seat, Turns, Wrong, make_player, play_match,
};

/// The players that need nobody's help.
fn names() -> impl Iterator<Item = &'static str> {
    let all = PLAYERS.iter().map(|info| info.name);
    all.filter(|name| !["human", "strategy", "nested"].contains(name))
}

const GAMES: [&str; 15] = [
    "breakthrough:rows=5,columns=5",
    "chess",
    "chinesecheckers:players=2",
    "chinesecheckers:players=3",
    "connect4",
    "domineering",
    "go:size=5",
    "goofspiel:cards=5",
    "goofspiel:cards=4,payoff=points",
    "hex:size=4",
    "mk",
    "nim",
    "nogo:rows=3,columns=3",
    "woodpush",
    "y:size=3",
];

struct LegalMoves;

impl Job for LegalMoves {
    fn run<G: Rules>(&mut self, name: &str, game: &G) {
        for player in names() {
            for place in 0..game.agents().len() {
                let text = format!("{player}@40n");
                let mut players = vec!["random@1n"; game.agents().len()];
                players[place] = &text;
                let transcript = contest(game, &players, 7 + place as u64, 10);
                let illegal = transcript.faults.iter().any(|fault| fault.what == Wrong::Illegal);
                assert!(!illegal, "{player} in {name}: {:?}", transcript.faults);
                assert!(!transcript.moves.is_empty(), "{player} in {name}");
            }
        }
    }
}

#[test]
fn players_keep_the_rules_of_all_built_in_games() {
    for game in GAMES {
        with_game(game, &mut LegalMoves);
    }
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
        let game = Turns(kind.generate(seed));
        for player in names().chain((kind.agents == 1).then_some("nested")) {
            let text = format!("{player}@25n");
            let players = vec![text.as_str(); kind.agents];
            let transcript = contest(&game, &players, seed, 30);
            assert!(transcript.faults.is_empty(), "{player}, seed {seed}: {:?}", transcript.faults);
            assert!(transcript.end == End::Final || transcript.moves.len() == 30);
        }
    }
}

struct SameMoves;

impl Job for SameMoves {
    fn run<G: Rules>(&mut self, name: &str, game: &G) {
        for player in names() {
            let text = format!("{player}@60n");
            let players = vec![text.as_str(); game.agents().len()];
            let moves = |seed| {
                let played = contest(game, &players, seed, 12).moves;
                played.into_iter().map(|p| (p.mv, p.thought)).collect::<Vec<_>>()
            };
            assert_eq!(moves(3), moves(3), "{player} in {name}");
        }
    }
}

#[test]
fn a_seed_and_a_number_of_nodes_make_the_same_moves() {
    for game in ["connect4", "breakthrough:rows=5,columns=5", "goofspiel:cards=6", "nim"] {
        with_game(game, &mut SameMoves);
    }
    with_game("chinesecheckers:players=3", &mut SameMoves);
}

struct InTime;

impl Job for InTime {
    fn run<G: Rules>(&mut self, name: &str, game: &G) {
        for player in names() {
            let state = game.initial();
            let agent = game.turn(&state).agent().unwrap_or(Agent::FIRST);
            let spec: PlayerSpec = player.parse().expect("a player");
            let mut player_ = make_player(game, &spec, 1, 16 << 20, &NoDesk).expect("it can play");
            let start = Instant::now();
            let clock = Clock::new(Limit::Seconds(0.06));
            player_.choose(&state, agent, &clock).expect("a move");
            // Other work on the machine may get in between; a player that does not look at the
            // clock takes far longer.
            assert!(start.elapsed() < Duration::from_millis(900), "{player} in {name}");
        }
    }
}

#[test]
fn clocks_are_kept() {
    for game in ["chess", "connect4", "hex:size=11", "npuzzle:size=4", "goofspiel:cards=12"] {
        with_game(game, &mut InTime);
    }
}

#[test]
fn searches_use_their_nodes_and_no_more() {
    let game = Turns(ludex_games::ConnectFour::new(7, 6, 4, ludex_games::Scoring::Result));
    let mut mcts = Mcts::new(&game, MctsOptions::improved(), 1);
    let clock = Clock::new(Limit::Nodes(500));
    let offers = std::cell::Cell::new(0);
    let count = |_| offers.set(offers.get() + 1);
    let state = ludex_game::Model::initial(&game);
    let decision = mcts.choose(&state, Agent::FIRST, &clock.telling(&count)).expect("a move");
    assert_eq!(decision.thought.nodes, 500);
    assert!(offers.get() >= 4, "a move is ready all the time");
}

#[test]
fn memory_is_kept() {
    let game = Turns(ludex_games::ConnectFour::new(7, 6, 4, ludex_games::Scoring::Result));
    let max_bytes = 200_000;
    let mut mcts = Mcts::new(&game, MctsOptions { max_bytes, ..MctsOptions::improved() }, 1);
    let mut state = ludex_game::Model::initial(&game);
    for _ in 0..12 {
        let Turn::Of(agent) = ludex_game::Model::turn(&game, &state) else { break };
        let clock = Clock::new(Limit::Nodes(5_000));
        let Decision { mv, .. } = mcts.choose(&state, agent, &clock).expect("a move");
        // A node that is unfolded is unfolded whole.
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
    let game = Turns(ludex_games::Nim::new(&[2, 1]));
    let mut script = Script(vec!["9:9", "1;1", " 1:1 "], Vec::new());
    {
        let mut human = Human::new(&game, Box::new(&mut script));
        let state = ludex_game::Model::initial(&game);
        let clock = Clock::new(Limit::default());
        assert!(human.choose(&state, Agent::FIRST, &clock).is_some());
        assert!(human.choose(&state, Agent::FIRST, &clock).is_none(), "no more answers");
    }
    let complaints = script.1;
    assert_eq!(complaints[0], None);
    assert_eq!(complaints[1].as_deref(), Some("`9:9` is no move here"));
    assert_eq!(complaints[2].as_deref(), Some("`1;1` is no move here; did you mean 1:1?"));
}

/// Plays what is not legal, and gives up at its third move.
struct Cheat(u32);

impl Player<Turns<ludex_games::Nim>> for Cheat {
    fn choose(
        &mut self,
        state: &<Turns<ludex_games::Nim> as ludex_game::Model>::State,
        agent: Agent,
        _clock: &Clock<'_, <Turns<ludex_games::Nim> as ludex_game::Model>::Move>,
    ) -> Option<Decision<<Turns<ludex_games::Nim> as ludex_game::Model>::Move>> {
        self.0 += 1;
        let big = ludex_games::Nim::new(&[63]);
        let mut moves = Vec::new();
        ludex_game::Model::moves(&big, &ludex_game::Model::initial(&big), agent, &mut moves);
        let _ = state;
        (self.0 < 3).then(|| Decision::plain(moves[60]))
    }
}

#[test]
fn faults_are_written_down_and_giving_up_loses() {
    let game = Turns(ludex_games::Nim::new(&[9, 9, 9, 9]));
    let seat = |player| Seat { name: "cheat".into(), player, limit: Limit::default() };
    let mut seats = [seat(Box::new(Cheat(0)) as Box<_>), seat(Box::new(Cheat(0)))];
    let start = ludex_game::Model::initial(&game);
    let transcript =
        play_match(&game, &start, &mut seats, &MatchOptions::default(), None, &mut |_, _| {});
    assert_eq!(transcript.end, End::Resigned(0));
    assert_eq!(transcript.scores, [-1.0, 1.0]);
    assert_eq!(transcript.faults.len(), 4);
    assert!(transcript.faults.iter().all(|fault| fault.what == Wrong::Illegal));
    let json = serde_json::to_value(&transcript).expect("JSON");
    assert_eq!(json["moves"][0]["agent"], "First");
    assert_eq!(json["faults"][1]["what"], "illegal");
}

#[test]
fn players_that_cannot_play_say_so() {
    let game = Turns(ludex_games::Nim::new(&[2, 1]));
    let desk: &dyn Desk<_> = &NoDesk;
    for (text, reason) in [
        ("nested", "nested plays games for one, and this is a game for 2"),
        ("human", "there is nobody to ask for the moves of a human"),
        ("strategy=a#b", "strategies cannot be played here"),
    ] {
        let spec: PlayerSpec = text.parse().expect("a player");
        let error = make_player(&game, &spec, 0, 0, desk).err().expect("it cannot");
        assert_eq!(error.to_string(), reason);
    }
}
