"""Ludex, the judge of games: answers questions about games, and proves its answers.

>>> import ludex
>>> game = ludex.open("connect4:columns=4,rows=4")
>>> solved = game.start().solve(evidence=True)
>>> solved.value
'draw'
>>> ludex.verify(solved.evidence).valid
True
"""

from __future__ import annotations

import os as _os
from fractions import Fraction as _Fraction
from typing import Any, Optional, Sequence, Union

from . import openspiel
from ._answers import (
    Checked,
    Match,
    Matrix,
    Playout,
    Playouts,
    ProblemSolved,
    Reply,
    Solved,
    TournamentResult,
    Verified,
)
from ._errors import InputError
from ._ludex import (
    Evidence,
    OpenGame,
    Position,
    __version__,
    _check_laws,
    _matrix,
    _open,
    _open_own,
    _verify,
    algorithms,
    concepts,
    games,
    open_text,
    players,
    problem,
)
from ._own import Game
from ._players import Player
from ._progress import Progress
from ._tree import Tree
from ._walk import Point, Step, Walk

__all__ = [
    "Checked",
    "Evidence",
    "Game",
    "InputError",
    "Match",
    "Matrix",
    "OpenGame",
    "Player",
    "Playout",
    "Playouts",
    "Point",
    "Position",
    "ProblemSolved",
    "Progress",
    "Reply",
    "Solved",
    "Step",
    "TournamentResult",
    "Tree",
    "Verified",
    "Walk",
    "__version__",
    "algorithms",
    "check_laws",
    "concepts",
    "games",
    "matrix",
    "open",
    "open_text",
    "openspiel",
    "players",
    "problem",
    "verify",
]


def open(game: Union[str, "_os.PathLike[str]", Game, OpenGame]) -> OpenGame:
    """Open a game: a name such as ``"connect4:columns=5,rows=4"``, a file, or an instance of a class.

    The game strings of OpenSpiel are understood, too: ``"connect_four(rows=4,columns=5)"``.
    """
    if isinstance(game, OpenGame):
        return game
    if isinstance(game, (str, _os.PathLike)):
        return _open(openspiel.translated(_os.fspath(game)))
    return _open_own(game)


def verify(
    evidence: Union[Evidence, str, "_os.PathLike[str]"], game: Union[str, Game, OpenGame, None] = None
) -> Verified:
    """Check evidence, or a file of it, by the rules of the game and nothing else.

    Evidence names its game; ``game`` is needed for evidence that was read from a file and is about a
    game written in Python, or one that was given as a text.
    """
    if isinstance(evidence, (str, _os.PathLike)):
        evidence = Evidence.load(evidence)
    return _verify(evidence, None if game is None else open(game).start())


def matrix(rows: Sequence[Sequence[Union[int, float, _Fraction]]]) -> Matrix:
    """Solve a matrix game: what the row player gets, who wants much, from the column player.

    The numbers are taken exactly: integers, fractions and floats.
    """
    try:
        exact = [[_exact(number) for number in row] for row in rows]
    except TypeError:
        exact = []
    columns = len(exact[0]) if exact else 0
    if not columns or any(len(row) != columns for row in exact):
        raise InputError("a matrix has rows of equal length, and at least one number")
    entries = [(number.numerator, number.denominator) for row in exact for number in row]
    value, row, column = _matrix(len(exact), columns, entries)
    strategies = [[_Fraction(*weight) for weight in side] for side in (row, column)]
    return Matrix(exact, _Fraction(*value), *strategies)


def _exact(number: Any) -> _Fraction:
    try:
        return _Fraction(number if isinstance(number, (int, float, str, _Fraction)) else float(number))
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{number!r} is not a finite number") from None


def check_laws(game: Game, *, seed: int = 0, plays: int = 40) -> None:
    """Check the laws that every game obeys, in random plays of an instance of a class.

    Returns nothing if they hold; otherwise the exception names the law, the position and the fault.
    """
    if isinstance(game, OpenGame):
        raise InputError("check_laws is for an instance of a class", "ludex.check_laws(MyGame())")
    _check_laws(game, seed, plays)


def _adopt() -> None:
    """Call the classes as they are imported, in messages and in help."""
    for name in __all__:
        found = globals()[name]
        if isinstance(found, type):
            found.__module__ = "ludex"


_adopt()
