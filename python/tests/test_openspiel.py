"""OpenSpiel both ways, against the real package."""

from __future__ import annotations

import pickle
import random
from typing import Any, Dict, List

import pytest

import ludex

#: Sizes that are small enough to play many times, where the usual one is not.
SMALL = {
    "connect_four": "connect_four(rows=4,columns=5)",
    "breakthrough": "breakthrough(rows=5,columns=4)",
    "hex": "hex(board_size=3)",
    "y": "y(board_size=4)",
    "clobber": "clobber(rows=4,columns=4)",
    "havannah": "havannah(board_size=3)",
    "goofspiel": "goofspiel(num_cards=3,points_order=descending)",
    "oshi_zumo": "oshi_zumo(coins=4,size=1,horizon=6)",
    "go": "go(board_size=4)",
    "gomoku": "gomoku(size=5)",
}


def test_game_strings_are_understood_by_open() -> None:
    assert ludex.open("connect_four(rows=4,columns=5)").name.startswith("connect4:columns=5,rows=4,line=4")
    assert ludex.open("tic_tac_toe") == ludex.open("tictactoe")
    assert ludex.open("hex(board_size=3)").name == ludex.open("hex:size=3").name
    assert ludex.open("breakthrough(rows=5,columns=4)").name == ludex.open("breakthrough:rows=5,columns=4").name
    assert ludex.open("nim(pile_sizes=3;4;5,is_misere=false)").name == ludex.open("nim:heaps=3-4-5").name
    with pytest.raises(ludex.InputError, match="the last one to move wins"):
        ludex.open("nim(pile_sizes=3;4;5)")
    with pytest.raises(ludex.InputError, match="not with egocentric_obs_tensor"):
        ludex.open("connect_four(egocentric_obs_tensor=true)")


pyspiel = pytest.importorskip("pyspiel")


def perfect() -> List[str]:
    """Return the games without chance and hidden information, of two kinds that Ludex knows."""
    kinds = pyspiel.GameType
    names = []
    for kind in pyspiel.registered_games():
        known = (
            (kind.chance_mode == kinds.ChanceMode.DETERMINISTIC or kind.short_name == "goofspiel")
            and kind.information in (kinds.Information.PERFECT_INFORMATION, kinds.Information.ONE_SHOT)
            and kind.dynamics in (kinds.Dynamics.SEQUENTIAL, kinds.Dynamics.SIMULTANEOUS)
            and kind.default_loadable
            and (kind.dynamics == kinds.Dynamics.SEQUENTIAL or kind.min_num_players <= 2)
        )
        if known and kind.short_name != "quoridor" and not kind.short_name.startswith(("python_", "ludex_")):
            names.append(SMALL.get(kind.short_name, kind.short_name))
    return names


def follow(name: str, seed: int) -> None:
    """Play a game at random in both, and compare what they say at every step."""
    rng = random.Random(seed)
    theirs = pyspiel.load_game(name).new_initial_state()
    ours = ludex.openspiel.load(name).start()
    for _ in range(60):
        assert ours.final == theirs.is_terminal(), name
        if ours.final:
            assert ours.scores is not None
            assert list(ours.scores.values()) == theirs.returns(), name
            return
        players = range(2) if theirs.is_simultaneous_node() else [theirs.current_player()]
        chosen = []
        for player in players:
            actions = theirs.legal_actions(player)
            moves = ours.moves(f"P{player}")
            assert len(moves) == len(actions), name
            place = rng.randrange(len(actions))
            chosen.append((actions[place], moves[place]))
        if theirs.is_simultaneous_node():
            assert ours.turn is None
            theirs.apply_actions([action for action, _ in chosen])
            ours = ours.play(tuple(move for _, move in chosen))
        else:
            assert ours.turn == f"P{players[0]}", name
            theirs.apply_action(chosen[0][0])
            ours = ours.play(chosen[0][1])


@pytest.mark.parametrize("name", perfect())
def test_random_plays_agree(name: str) -> None:
    for seed in range(2):
        follow(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", perfect())
def test_1000_random_plays_agree(name: str) -> None:
    for seed in range(1000):
        follow(name, seed)


@pytest.mark.parametrize("name", sorted(ludex.openspiel._TOLD_BY_TEXT))
def test_a_text_tells_states_apart(name: str) -> None:
    name = SMALL.get(name, name)
    game = pyspiel.load_game(name)
    seen: Dict[Any, Any] = {}
    for seed in range(100):
        rng = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            following = [_key(state.child(action)) for action in state.legal_actions()]
            said = (state.legal_actions(), following)
            assert seen.setdefault(_key(state), said) == said, str(state)
            state.apply_action(rng.choice(state.legal_actions()))


def _key(state: Any) -> Any:
    return (str(state), int(state.current_player()), state.returns() if state.is_terminal() else None)


def test_values_are_those_of_openspiel() -> None:
    from open_spiel.python.algorithms import minimax

    for name in ("tic_tac_toe", "nim(pile_sizes=1;2;3)", "connect_four(rows=3,columns=4)"):
        game = pyspiel.load_game(name)
        value, _ = minimax.alpha_beta_search(game)
        solved = ludex.openspiel.load(name).open().start().solve()
        assert solved.exact and solved.score == value, name


def test_what_is_not_supported_is_refused() -> None:
    for name, why in (("kuhn_poker", "chance|hides"), ("backgammon", "chance"), ("dark_hex(board_size=2)", "hides")):
        with pytest.raises(ludex.InputError, match=why):
            ludex.openspiel.load(name)
    with pytest.raises(ludex.InputError, match="OpenSpiel"):
        ludex.openspiel.load("no_such_game")


def test_games_of_openspiel_are_pickled_and_checked() -> None:
    game = ludex.openspiel.load("tic_tac_toe")
    ludex.check_laws(game, plays=4)
    position = game.open().start()
    again = pickle.loads(pickle.dumps(position.game))
    assert again.agents == ["P0", "P1"]


@pytest.mark.parametrize("name", ["tictactoe", "nim:heaps=1-2-3", "hex:size=2"])
def test_games_of_ludex_are_games_of_openspiel(name: str) -> None:
    from open_spiel.python.algorithms import minimax

    wrapped = ludex.openspiel.wrap(name)
    if name != "tictactoe":
        value, _ = minimax.alpha_beta_search(wrapped)
        assert value == ludex.open(name).start().solve().score
    for seed in range(20):
        rng = random.Random(seed)
        state, position = wrapped.new_initial_state(), ludex.open(name).start()
        while not state.is_terminal():
            actions = state.legal_actions()
            texts = [state.action_to_string(state.current_player(), action) for action in actions]
            assert sorted(texts) == sorted(position.moves())
            place = rng.randrange(len(actions))
            state = state.clone()
            state.apply_action(actions[place])
            position = position.play(texts[place])
        assert position.final and position.scores is not None
        assert state.returns() == list(position.scores.values())


def test_simultaneous_games_are_wrapped() -> None:
    wrapped = ludex.openspiel.wrap("goofspiel:cards=3")
    state = wrapped.new_initial_state()
    while not state.is_terminal():
        assert state.is_simultaneous_node()
        state.apply_actions([state.legal_actions(player)[0] for player in range(2)])
    assert sum(state.returns()) == 0
