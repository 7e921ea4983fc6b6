"""Players as Python gives them: names with limits, or functions."""

from __future__ import annotations

import inspect
import re
from typing import Any, Callable, Dict, Iterable, Tuple, Union

from ._ludex import Position

#: A name with a limit such as ``"auto@50ms"``, or a function from positions to moves.
Player = Union[str, Callable[..., Any]]


def named(players: Union[str, Iterable[Player]]) -> Tuple[str, Dict[str, Callable[[Position, str], Any]]]:
    """Return players as the library reads them, and the functions among them by name."""
    if isinstance(players, str):
        players = players.split(",")
    functions: Dict[str, Callable[[Position, str], Any]] = {}
    texts = []
    for player in players:
        if isinstance(player, str):
            texts.append(player)
        elif callable(player):
            name = _name(player, functions)
            functions[name] = _with_agent(player)
            texts.append(f"function={name}")
        else:
            raise TypeError(f"a player is a name or a function, not {player!r}")
    return ",".join(texts), functions


def _name(function: Callable[..., Any], taken: Dict[str, Any]) -> str:
    """Return a name of letters for a function, unlike the others."""
    name = getattr(function, "__name__", type(function).__name__)
    name = re.sub(r"\W+", "_", name).strip("_") or "function"
    number, unique = 2, name
    while unique in taken:
        unique, number = f"{name}{number}", number + 1
    return unique


def _with_agent(function: Callable[..., Any]) -> Callable[[Position, str], Any]:
    """Return a function of the position and the agent; one that takes two arguments gets both."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    required = [
        parameter
        for parameter in parameters
        if parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    if len(required) >= 2:
        return lambda position, agent: function(position, agent)
    return lambda position, agent: function(position)
