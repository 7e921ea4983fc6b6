//! Players in games with chance: they find the moves with the greatest expectation, and those that
//! know no chance are refused.

use ludex_game::{DynGame, Game, Model, Notation, RandomStochastic, Rational, StochasticDag, Turn};
use ludex_games::Hog;
use ludex_play::{
    CannotPlay, Clock, Limit, NoContext, PLAYERS, PlayableGame, PlayerSpec, make_player,
};
use ludex_search::{Budget, ExpectationOptions, Silent, expectimax};

use crate::common::contest;

/// What the first agent can expect after each move at the start, if an agent is on turn there and
/// not all moves are equally good.
fn values(game: &StochasticDag) -> Option<Vec<(String, Rational)>> {
    let Turn::Of(agent) = game.turn(&0) else { return None };
    let mut moves = Vec::new();
    game.moves(&0, agent, &mut moves);
    let (options, budget) = (ExpectationOptions::default(), Budget::default());
    let value = |&mv: &u8| {
        let after = game.after(&0, agent, mv);
        let found = expectimax(game, &after, &options, &budget, &mut Silent).ok()?;
        Some((game.write_move(&0, agent, mv), found.low))
    };
    let values: Option<Vec<_>> = moves.iter().map(value).collect();
    values.filter(|values| values.iter().any(|other| other.1 != values[0].1))
}

#[test]
fn searches_of_players_find_the_best_expectation() {
    let mut games = 0;
    let players = ["mcts@2000n", "uct@2000n", "auto@2000n", "mcms@4000n"];
    let mut found = [0; 4];
    for seed in 0..150 {
        let shape = RandomStochastic { states: 40, moves: 3, ..RandomStochastic::default() };
        let game = shape.generate(seed);
        let Some(values) = values(&game).filter(|_| game.has_chance()) else { continue };
        games += 1;
        let agent = game.turn(&0).agent().expect("an agent is on turn");
        let all = values.iter().map(|value| &value.1);
        let best = if agent.0 == 0 { all.max() } else { all.min() }.expect("some moves").clone();
        let playable = PlayableGame::from(DynGame::new(game));
        for (place, text) in players.iter().enumerate() {
            let spec: PlayerSpec = text.parse().expect("a player");
            let mut player = make_player(&playable, &spec, seed, 64 << 20, &NoContext).expect(text);
            let start = playable.initial();
            let decision = player.choose(&start, agent, &Clock::new(spec.limit)).expect("a move");
            let chosen = playable.write_move(&start, agent, decision.mv);
            let value = &values.iter().find(|value| value.0 == chosen).expect("a legal move").1;
            found[place] += usize::from(*value == best);
        }
    }
    assert!(games > 60, "{games}");
    assert!(found.iter().all(|&found| 100 * found >= 90 * games), "{found:?} of {games}");
}

#[test]
fn players_that_know_no_chance_are_refused() {
    let game = PlayableGame::from(DynGame::new(Hog::new(10, 6, 2)));
    for info in PLAYERS.iter().filter(|info| info.argument.is_none() && info.name != "human") {
        let spec = PlayerSpec {
            name: info.name.to_string(),
            argument: None,
            limit: Limit::Nodes(20),
            limited: true,
        };
        let made = make_player(&game, &spec, 1, 1 << 20, &NoContext);
        match made {
            Ok(_) => assert!(info.takes_chance, "{}", info.name),
            Err(error) => {
                assert!(!info.takes_chance, "{}", info.name);
                assert!(matches!(error, CannotPlay::Chance(..)), "{error}");
            }
        }
    }
}

/// Whoever searches wins more often than not against random moves.
#[test]
fn searching_wins_races_with_dice() {
    let game = PlayableGame::from(DynGame::new(Hog::new(20, 2, 10)));
    for player in ["mcts@300n", "mcms@60n"] {
        let mut won = 0;
        for seed in 0..40 {
            let seats = [[player, "random"], ["random", player]];
            let place = seed as usize % 2;
            let played = contest(&game, &seats[place], seed, 200);
            assert!(played.moves.iter().any(|played| played.agent == "chance"));
            won += usize::from(played.scores[place] > 0.0);
        }
        assert!(won > 22, "{player}: {won} of 40");
    }
}
