//! Adapters: each is a lawful game and keeps its promise about values.

use ludex_game::{
    Agent, AsSimultaneous, Atom, Choice, ExplicitGame, ExplicitState, Game, GraphShape, Model,
    Notation, OffTurnMark, OnTurnOnly, Outcome, RandomGame, SimultaneousGame, Swapped, Turn,
    TwoOutcomes, WithPass, check_laws, check_simultaneous_laws,
};

fn games() -> impl Iterator<Item = ExplicitGame> {
    let shapes = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];
    (0..30).map(move |i| {
        let kind = RandomGame {
            states: 5 + i,
            outcomes: 2 + i % 6,
            off_turn: i % 2 == 0,
            shape: shapes[i % 3],
            ..RandomGame::default()
        };
        kind.generate(i as u64)
    })
}

/// Returns the minimax value [Saf13, Algorithm 4]; the game must be acyclic.
fn value<G: Game>(game: &G, state: &G::State) -> Outcome {
    let Turn::Of(agent) = game.turn(state) else { return game.outcome(state) };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let values = moves.iter().map(|&mv| value(game, &game.after(state, agent, mv)));
    let value = if agent == Agent::FIRST { values.max() } else { values.min() };
    value.expect("an agent on turn has a move")
}

#[test]
fn adapted_games_are_lawful() {
    for (game, seed) in games().zip(0..) {
        let middle = Outcome(game.outcomes().len() as u16 / 2);
        check_laws(&&game, seed, 6).expect("borrowed");
        check_laws(&TwoOutcomes::new(&game, middle), seed, 6).expect("two outcomes");
        check_laws(&Swapped::new(&game).expect("two agents"), seed, 6).expect("swapped");
        check_laws(&WithPass::new(&game), seed, 6).expect("with pass");
        check_laws(&OnTurnOnly::new(&game), seed, 6).expect("on turn only");
        check_simultaneous_laws(&AsSimultaneous::new(&game), seed, 6).expect("simultaneous");
        let stacked = WithPass::new(WithPass::new(Swapped::new(game).expect("two agents")));
        check_laws(&stacked, seed, 6).expect("adapters on adapters");
    }
}

/// The value is at least `o` exactly if the game for `o` is won [Saf13, Section 3.3].
#[test]
fn two_outcomes_tell_whether_an_outcome_is_reached() {
    for game in games().filter(|game| !game.can_repeat()) {
        let root = game.initial();
        let real = value(&game, &root);
        for outcome in game.outcomes().iter() {
            let restricted = TwoOutcomes::new(&game, outcome);
            assert_eq!(value(&restricted, &root) == Outcome(1), real >= outcome);
        }
    }
}

#[test]
fn swapping_turns_values_around() {
    for game in games() {
        let swapped = Swapped::new(&game).expect("two agents");
        let twice = Swapped::new(&swapped).expect("two agents");
        assert_eq!((twice.agents(), twice.outcomes()), (game.agents(), game.outcomes()));
        let win = swapped.outcomes().name(swapped.outcomes().best());
        assert_eq!(win, game.outcomes().name(game.outcomes().best()), "best is still best");
        if !game.can_repeat() {
            let (root, best) = (game.initial(), game.outcomes().best());
            assert_eq!(value(&swapped, &root).0, best.0 - value(&game, &root).0);
        }
        for state in game.states().filter(|s| game.turn(s) == Turn::Final) {
            let won = |game: &dyn Fn(Atom) -> bool| [0, 1].map(|a| game(Atom::Win(Agent(a))));
            let [first, second] = won(&|atom| game.satisfies(&state, atom));
            assert_eq!(won(&|atom| swapped.satisfies(&state, atom)), [second, first]);
        }
    }
    let alone = RandomGame { agents: 1, ..RandomGame::default() }.generate(1);
    assert!(Swapped::new(&alone).is_none());
}

#[test]
fn passes_are_for_agents_off_turn_and_change_nothing() {
    for game in games() {
        let passing = WithPass::new(&game);
        for state in game.states() {
            for agent in game.agents().iter() {
                let mut moves = Vec::new();
                passing.moves(&state, agent, &mut moves);
                let off_turn = matches!(game.turn(&state), Turn::Of(on_turn) if on_turn != agent);
                assert_eq!(moves.contains(&Choice::Pass), off_turn);
                if off_turn {
                    assert_eq!(passing.after(&state, agent, Choice::Pass), state);
                }
            }
        }
    }
}

/// A game with a move called `pass` keeps it.
#[test]
fn a_pass_has_a_name_of_its_own() {
    let game = ExplicitGame::from_json(
        r#"{ "agents": ["Max", "Min"], "initial": "s", "states": {
            "s": { "turn": "Max", "moves": { "Max": ["t"], "Min": { "Pass": "t" } } },
            "t": {} } }"#,
    )
    .expect("a valid game");
    let (passing, state, min) = (WithPass::new(&game), game.initial(), Agent::SECOND);
    assert_eq!(passing.write_move(&state, min, Choice::Pass), "pass'");
    assert_eq!(passing.read_move(&state, min, "pass'"), Some(Choice::Pass));
    let own = passing.read_move(&state, min, "pass").expect("the game's own");
    assert_eq!(passing.after(&state, min, own), ExplicitState(1));
    assert_eq!(passing.read_move(&state, Agent::FIRST, "pass"), None);
}

#[test]
fn joint_moves_play_the_move_of_the_agent_on_turn() {
    for game in games() {
        let joint_game = AsSimultaneous::new(&game);
        for state in game.states() {
            let Turn::Of(on_turn) = game.turn(&state) else { continue };
            assert_eq!(joint_game.turn(&state), Turn::Together);
            assert!(!joint_game.satisfies(&state, Atom::Turn(on_turn.other())));
            let mut moves = Vec::new();
            game.moves(&state, on_turn, &mut moves);
            for mv in moves {
                let mut joint = [Choice::Pass; 2];
                joint[on_turn.index()] = Choice::Move(mv);
                let mut next = state;
                joint_game.play_joint(&mut next, &joint);
                assert_eq!(next, game.after(&state, on_turn, mv));
            }
        }
    }
}

/// A remark is made exactly if an agent off turn has no move in a state that is not final.
#[test]
fn questions_for_missing_moves_are_remarked_on() {
    for game in games() {
        let watched = OnTurnOnly::new(&game);
        for (state, agent) in game.states().flat_map(|s| [0, 1].map(|a| (s, Agent(a)))) {
            let [mut moves, mut same] = [Vec::new(), Vec::new()];
            game.moves(&state, agent, &mut moves);
            let before = OffTurnMark::now();
            watched.moves(&state, agent, &mut same);
            assert_eq!(moves, same);
            let vain = moves.is_empty() && game.turn(&state) != Turn::Final;
            assert_eq!(watched.off_turn_remarks(before).len(), usize::from(vain));
            assert_eq!(watched.off_turn_remarks(OffTurnMark::now()), [""; 0], "nothing since");
        }
    }
}
