"""OpenSpiel both ways, against the real package."""

from __future__ import annotations

import os
import pickle
import random
from typing import Any, Dict, List, Optional

import pytest

import ludex

#: How often each game is played, and how many moves of a play are made. The long run plays to the end:
#: LUDEX_OPENSPIEL_PLAYS=1000 python -m pytest test_openspiel.py
PLAYS = int(os.environ.get("LUDEX_OPENSPIEL_PLAYS", "2"))
STEPS = 60 if PLAYS < 100 else 10_000

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
    "quoridor": "quoridor(board_size=3)",
}


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
        if known and not kind.short_name.startswith(("python_", "ludex_")):
            names.append(SMALL.get(kind.short_name, kind.short_name))
    return names


def follow(ours: ludex.Position, theirs: Any, rng: random.Random) -> None:
    """Play a game at random in both, and compare what they say at every step."""
    for _ in range(STEPS):
        assert ours.final == theirs.is_terminal()
        if ours.final:
            assert ours.scores is not None and list(ours.scores.values()) == theirs.returns()
            return
        players = range(2) if theirs.is_simultaneous_node() else [theirs.current_player()]
        chosen = []
        for player in players:
            actions = theirs.legal_actions(player)
            moves = ours.moves(f"P{player}")
            assert len(moves) == len(actions)
            place = rng.randrange(len(actions))
            chosen.append((actions[place], moves[place]))
        if theirs.is_simultaneous_node():
            assert ours.turn is None
            theirs.apply_actions([action for action, _ in chosen])
            ours = ours.play(tuple(move for _, move in chosen))
        else:
            assert ours.turn == f"P{players[0]}"
            theirs.apply_action(chosen[0][0])
            ours = ours.play(chosen[0][1])


@pytest.mark.parametrize("name", perfect())
def test_random_plays_agree(name: str) -> None:
    game = pyspiel.load_game(name)
    start: Optional[ludex.Position] = None
    for seed in range(PLAYS):
        if start is None or seed % 20 == 0:  # an opened game keeps all states it has seen
            start = ludex.openspiel.load(name).start()
        follow(start, game.new_initial_state(), random.Random(seed))


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


#: Games that OpenSpiel solves in a second, and others that take it longer.
SOLVED = [
    "tic_tac_toe",
    "nim(pile_sizes=1;2;3)",
    "connect_four(rows=3,columns=4)",
    "breakthrough(rows=4,columns=3)",
    "hex(board_size=3)",
    "y(board_size=3)",
    "clobber(rows=3,columns=4)",
    "mnk(m=3,n=3,k=3)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "gomoku(size=3,connect=3)",
]
if PLAYS >= 100:
    SOLVED += ["python_tic_tac_toe", "dots_and_boxes(num_rows=1,num_cols=3)", "connect_four(rows=4,columns=4)"]
    SOLVED += ["breakthrough(rows=5,columns=3)", "clobber(rows=4,columns=4)", "hex(num_rows=3,num_cols=4)"]


@pytest.mark.parametrize("name", SOLVED)
def test_values_are_those_of_openspiel(name: str) -> None:
    solver = pytest.importorskip("open_spiel.python.algorithms.minimax_solver")
    if name.startswith("python_"):
        import open_spiel.python.games.tic_tac_toe  # noqa: F401 (registers the game)
    game = pyspiel.load_game(name)
    table = solver.MinimaxSolver(name).solve()
    solved = ludex.openspiel.load(name).start().solve()
    assert solved.exact and solved.score == table[str(game.new_initial_state())].value


@pytest.mark.parametrize("name", ["matrix_mp", "matrix_rps", "matrix_brps", "matrix_rpsw"])
def test_mixed_strategies_leave_no_better_reply_in_matrices_of_openspiel(name: str) -> None:
    numpy = pytest.importorskip("numpy")
    game = pyspiel.load_matrix_game(name)
    payoffs = numpy.array(game.row_utilities())
    solved = ludex.openspiel.load(name).start().solve()
    row, column = solved.strategies["P0"], solved.strategies["P1"]
    rows = numpy.array([row.get(game.row_action_name(action), 0) for action in range(game.num_rows())])
    columns = numpy.array([column.get(game.col_action_name(action), 0) for action in range(game.num_cols())])
    assert (payoffs @ columns).max() == pytest.approx(solved.score)
    assert (rows @ payoffs).min() == pytest.approx(solved.score)


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
