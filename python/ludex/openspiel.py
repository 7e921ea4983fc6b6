"""Games of OpenSpiel as games of Ludex, and the other way round.

OpenSpiel is needed (``pip install open_spiel``) for everything but :func:`translated`.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Tuple, Union

from ._errors import InputError

if TYPE_CHECKING:
    from ._ludex import OpenGame
    from ._own import Game

__all__ = ["load", "translated", "wrap"]

#: Games of OpenSpiel that are built into Ludex: the name there, the name here, and the keys.
_BUILT_IN: Dict[str, Tuple[str, Dict[str, str]]] = {
    "tic_tac_toe": ("tictactoe", {}),
    "connect_four": ("connect4", {"rows": "rows", "columns": "columns", "x_in_row": "line"}),
    "hex": ("hex", {"board_size": "size"}),
    "y": ("y", {"board_size": "size"}),
    "nim": ("nim", {"pile_sizes": "heaps"}),
    "goofspiel": ("goofspiel", {"num_cards": "cards", "points_order": "prizes"}),
}

#: Keys of OpenSpiel that change nothing, or whose value here is the only one, for some games.
_FIXED = {"nim": {"is_misere": "false"}, "goofspiel": {"players": "2", "imp_info": "false"}}

#: Games of OpenSpiel whose text tells a state from every other, together with the player on turn.
_TOLD_BY_TEXT = {"tic_tac_toe", "connect_four", "breakthrough", "hex", "y", "nim", "clobber", "othello"}


def translated(text: str) -> str:
    """Return a game string of OpenSpiel as Ludex names the game; other texts stay as they are."""
    match = re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\))?\s*", text)
    if not match or match[1] not in _BUILT_IN:
        return text
    name, keys = _BUILT_IN[match[1]]
    values = _parameters(match[2] or "")
    fixed = _FIXED.get(match[1], {})
    if name == match[1] and not any(key in keys and keys[key] != key for key in values):
        return text
    parts = []
    for key, value in values.items():
        if key in keys:
            parts.append(f"{keys[key]}={value.replace(';', '-')}")
        elif fixed.get(key) != value.lower():
            raise InputError(f"{match[1]} is built into Ludex, but not with {key}={value}", _else(text))
    if match[1] == "nim" and values.get("is_misere", "true").lower() != "false":
        raise InputError("in nim of Ludex the last one to move wins", _else(text) + "; or say is_misere=false")
    return f"{name}:{','.join(parts)}" if parts else name


def _else(text: str) -> str:
    return f"ludex.openspiel.load({text!r}) takes the rules from OpenSpiel"


def _parameters(text: str) -> Dict[str, str]:
    pairs = (part.split("=", 1) for part in text.split(",") if part.strip())
    return {pair[0].strip(): pair[-1].strip() for pair in pairs}


def _pyspiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        raise ImportError("OpenSpiel is not installed: pip install open_spiel") from None


def load(game: Union[str, Any], *, by_text: Optional[bool] = None) -> "Game":
    """Return a game of OpenSpiel as a game of Ludex: a game string, or a ``pyspiel`` game.

    It must be of perfect information and without chance; agents move in turn, or two move together. They
    are called ``P0``, ``P1`` and so on, and moves as OpenSpiel calls them. States are told apart by their
    history, or by their text if ``by_text`` says that it is different for different states (that is known
    of some games): a search then recognises that two orders of moves lead to one state.
    """
    pyspiel = _pyspiel()
    if isinstance(game, str):
        try:
            game = pyspiel.load_game(game)
        except pyspiel.SpielError as error:
            raise InputError(f"OpenSpiel: {error}") from None
    made: Game = _of_spiel()(game, by_text)
    return made


class _State:
    """A state of OpenSpiel that is hashable: by its history, or by its text."""

    __slots__ = ("state", "key", "_hash")

    def __init__(self, state: Any, key: Any) -> None:
        self.state, self.key, self._hash = state, key, hash(key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _State) and self.key == other.key

    def __repr__(self) -> str:
        return " ".join(map(str, self.state.history())) or "start"

    def __str__(self) -> str:
        return str(self.state)


_CLASS: List[Any] = []


def _of_spiel() -> Any:
    """Return the class of games of OpenSpiel, which is made once OpenSpiel is there."""
    if not _CLASS:
        _CLASS.append(_make_class())
    return _CLASS[0]


def _make_class() -> Any:
    from ._own import Game

    pyspiel = _pyspiel()

    class SpielGame(Game):
        """A game of OpenSpiel."""

        can_repeat = False  # a history grows, and texts are used for games whose play never repeats
        _last: Tuple[Any, int, Dict[str, int]] = (None, 0, {})

        def __init__(self, game: Any, by_text: Optional[bool]) -> None:
            kind = game.get_type()
            _require_known(pyspiel, game, kind)
            self.spiel, self.name = game, str(game)
            self.simultaneous = kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
            self.agents = tuple(f"P{player}" for player in range(game.num_players()))
            self.zero_sum = len(self.agents) == 1 or (
                len(self.agents) == 2 and kind.utility == pyspiel.GameType.Utility.ZERO_SUM
            )
            self.outcomes = _outcomes(game, self.zero_sum)
            self.by_text = kind.short_name in _TOLD_BY_TEXT if by_text is None else by_text
            if self.by_text and by_text is not None:
                self.can_repeat = True

        def _state(self, state: Any) -> _State:
            if self.by_text:
                return _State(state, (str(state), int(state.current_player())))
            return _State(state, tuple(map(int, state.history())))

        def initial(self) -> _State:
            return self._state(self.spiel.new_initial_state())

        def turn(self, state: _State) -> Any:
            if state.state.is_terminal():
                return None
            if state.state.is_chance_node():
                raise InputError(f"{self.name} has chance, which is not supported")
            if self.simultaneous:
                return self.agents
            return self.agents[state.state.current_player()]

        def _player(self, agent: str) -> int:
            return int(agent[1:])

        def moves(self, state: _State, agent: str) -> Iterable[str]:
            player = self._player(agent)
            if not self.simultaneous and player != state.state.current_player():
                return ()
            return list(self._actions(state, player))

        def _actions(self, state: _State, player: int) -> Dict[str, int]:
            """Return the actions of a player by name; they are asked for again with every move of a state."""
            known, of_player, actions = self._last
            if known is not state or of_player != player:
                legal = state.state.legal_actions(player)
                names = [state.state.action_to_string(player, action) for action in legal]
                if len(set(names)) < len(names):
                    names = [f"{name}#{action}" for name, action in zip(names, legal)]
                actions = dict(zip(names, map(int, legal)))
                self._last = (state, player, actions)
            return actions

        def _action(self, state: _State, agent: str, move: str) -> int:
            actions = self._actions(state, self._player(agent))
            if move not in actions:
                raise InputError(f"`{move}` is not a legal move of {agent} here")
            return actions[move]

        def play(self, state: _State, agent: Any, move: Any) -> _State:
            following = state.state.clone()
            if self.simultaneous:
                following.apply_actions([self._action(state, *one) for one in zip(agent, move)])
            else:
                following.apply_action(self._action(state, agent, move))
            return self._state(following)

        def outcome(self, state: _State) -> Tuple[float, ...]:
            return tuple(state.state.returns())

        def draw(self, state: _State) -> str:
            return str(state.state) or "(nothing)"

        def __reduce__(self) -> Tuple[Any, ...]:
            return (load, (self.name,))

    return SpielGame


def _require_known(pyspiel: Any, game: Any, kind: Any) -> None:
    """Refuse what Ludex does not know: chance, hidden information, many who move together."""
    kinds = pyspiel.GameType
    if kind.chance_mode != kinds.ChanceMode.DETERMINISTIC and game.max_chance_outcomes() > 0:
        raise InputError(f"{game} has chance, and only games without are taken from OpenSpiel")
    open_to_all = (kinds.Information.PERFECT_INFORMATION, kinds.Information.ONE_SHOT)
    if kind.information not in open_to_all:
        raise InputError(f"{game} hides information from its players, which Ludex does not support")
    if kind.dynamics == kinds.Dynamics.SIMULTANEOUS and game.num_players() != 2:
        raise InputError(f"in {game} more than two move together, which Ludex does not support")
    if kind.dynamics not in (kinds.Dynamics.SIMULTANEOUS, kinds.Dynamics.SEQUENTIAL):
        raise InputError(f"{game} is neither a game of turns nor one of simultaneous moves")


def _outcomes(game: Any, zero_sum: bool) -> Any:
    """Return what the first player can get; where that is not told, loss, draw and win."""
    low, high = game.min_utility(), game.max_utility()
    if not zero_sum or (low, high) == (-1, 1):
        return None
    if low == int(low) and high == int(high) and high - low < 29_000:
        return range(int(low), int(high) + 1)
    raise InputError(f"what {game} pays is not a whole number from a known range")


def wrap(game: Union[str, "Game", "OpenGame"]) -> Any:
    """Return a game of Ludex as a ``pyspiel`` game, for the Python algorithms of OpenSpiel.

    Moves are numbered as random plays meet them; there is room for as many again.
    """
    from . import open as open_game
    from . import _wrap

    return _wrap.wrapped(_pyspiel(), open_game(game))
